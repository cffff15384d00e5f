/* expand.c: replaces each #include of the program's own headers by the header's text.
 *
 * #include "a.h" becomes //#include "a.h"
 *                            # 1 "a.cu"
 *                            # 1 "a.h" 1
 *                            … the text of a.h …
 *                            # 2 "a.cu" 2
 * Every other #include of the program's own files had no effect, because of a guard or a condition.
 * It becomes a comment, and so does `#pragma once`, which is no longer needed.
 */
#include "expand.h"

#include "rewrite.h"
#include "trace.h"

#include "base/memory.h"

#include <string.h>

typedef struct expansion {
  lens_trace trace;
  lens_read_file *read;
  lens_text *out;
} expansion;

/* Adds a file with its own headers. The recursion ends, because it follows the nesting of includes,
 * which the compiler limits. */
static sl_status expand_file(const expansion *job, const char *path, int inclusion);

static bool is_include(const lens_source *source, int token) {
  return lens_source_is_directive(source, token, "include") ||
         lens_source_is_directive(source, token, "import");
}

static bool is_once(const lens_source *source, int token) {
  const char *pragma = lens_source_after_directive(source, token, "pragma");
  return pragma && strncmp(pragma, "once", 4) == 0;
}

static int count_line_ends(const char *text, size_t bytes) {
  int count = 0;
  for (size_t i = 0; i < bytes; i++) count += text[i] == '\n';
  return count;
}

/* Adds a directive as a comment: only its first line, without a backslash that would continue the
 * comment, and as many line ends as before. */
static void comment_out(const char *text, size_t bytes, lens_text *out) {
  const char *stop = memchr(text, '\n', bytes);
  size_t first = stop ? (size_t)(stop - text) : bytes;
  while (first > 0 && strchr("\\\r \t", text[first - 1])) first--;
  lens_text_add(out, "//", 2);
  lens_text_add(out, text, first);
  for (int i = count_line_ends(text, bytes); i > 0; i--) lens_text_add(out, "\n", 1);
}

static void add_marker(int line, const lens_marker *from, const char *flag, lens_text *out) {
  lens_text_printf(out, "# %d \"", line);
  lens_text_add(out, from->name, from->name_bytes);
  lens_text_printf(out, "\"%s", flag);
}

/* Adds the text of an inclusion between markers. The first marker names the line of the #include,
 * for the compiler's "In file included from". */
static sl_status expand_inclusion(const expansion *job, int number) {
  const lens_inclusion *it = &job->trace.list[number];
  lens_text name = {0};
  lens_marker_add_name(&it->enters, &name);
  sl_status status = name.status;
  lens_text_add(job->out, "\n", 1);
  add_marker(it->line, &it->leaves, "\n", job->out);
  add_marker(1, &it->enters, " 1\n", job->out);
  if (status == SL_OK) status = expand_file(job, name.data, number);
  lens_text_free(&name);
  SL_TRY(status);
  if (job->out->status == SL_OK && job->out->data[job->out->length - 1] != '\n')
    lens_text_add(job->out, "\n", 1);
  add_marker(it->leaves.line, &it->leaves, " 2", job->out); /* the marker is the end of the line */
  return job->out->status;
}

static sl_status expand_source(const expansion *job, lens_source *source, int inclusion) {
  size_t copied = 0;
  int next = inclusion + 1;
  SL_TRY(lens_lex(source));
  for (int i = 0; i < source->num_tokens; i++) {
    const lens_token *token = &source->tokens[i];
    const char *text = source->text + token->start;
    size_t length = token->end - token->start;
    bool include = is_include(source, i);
    if (!include && (inclusion < 0 || !is_once(source, i))) continue;
    int line = token->line + count_line_ends(text, length);
    int found = include ? lens_trace_find(&job->trace, inclusion, line, &next) : -1;
    if (found >= 0 && !job->trace.list[found].own) continue;
    lens_text_add(job->out, source->text + copied, token->start - copied);
    comment_out(text, length, job->out);
    if (found >= 0) SL_TRY(expand_inclusion(job, found));
    copied = token->end;
  }
  lens_text_add(job->out, source->text + copied, source->bytes - copied);
  return job->out->status;
}

static sl_status expand_file(const expansion *job, const char *path, int inclusion) {
  lens_source source = {.path = path};
  char *text;
  SL_TRY(job->read(path, &text, &source.bytes));
  source.text = text;
  sl_status status = expand_source(job, &source, inclusion);
  lens_source_free(&source);
  sl_free(text);
  return status;
}

sl_status lens_expand(const char *path, const char *preprocessed, size_t bytes,
                      lens_read_file *read, lens_text *out) {
  expansion job = {.read = read, .out = out};
  sl_status status = lens_trace_read(preprocessed, bytes, &job.trace);
  if (status == SL_OK) status = expand_file(&job, path, -1);
  lens_trace_free(&job.trace);
  return status;
}

/* ---- after a failure of the preprocessor ----------------------------------------------------- */

typedef struct refusing {
  lens_read_file *read;
  lens_text *list;
  int *count;
} refusing;

static sl_status refuse_in_file(const refusing *job, const char *path) {
  lens_source source = {.path = path};
  char *text;
  SL_TRY(job->read(path, &text, &source.bytes));
  source.text = text;
  sl_status status = lens_lex(&source);
  source.num_errors = source.num_problems = 0; /* the compiler has reported the lexer's errors */
  if (status == SL_OK) {
    lens_refuse_headers(&source);
    lens_source_list_errors(&source, job->list);
    status = job->list->status;
  }
  *job->count += source.num_errors;
  lens_source_free(&source);
  sl_free(text);
  return status;
}

static bool was_included_before(const lens_trace *trace, int number) {
  const lens_marker *it = &trace->list[number].enters;
  for (int i = 0; i < number; i++) {
    const lens_marker *other = &trace->list[i].enters;
    if (other->name_bytes == it->name_bytes && memcmp(other->name, it->name, it->name_bytes) == 0)
      return true;
  }
  return false;
}

static sl_status refuse_in_files(const refusing *job, const char *path, const lens_trace *trace) {
  SL_TRY(refuse_in_file(job, path));
  for (int i = 0; i < trace->count; i++) {
    if (!trace->list[i].own || was_included_before(trace, i)) continue;
    lens_text name = {0};
    lens_marker_add_name(&trace->list[i].enters, &name);
    sl_status status = name.status;
    if (status == SL_OK) status = refuse_in_file(job, name.data);
    lens_text_free(&name);
    SL_TRY(status);
  }
  return SL_OK;
}

sl_status lens_expand_refuse_included(const char *path, const char *preprocessed, size_t bytes,
                                      lens_read_file *read, lens_translation *out) {
  lens_trace trace = {0};
  lens_text list = {0};
  *out = (lens_translation){0};
  sl_status status = lens_trace_read(preprocessed, bytes, &trace);
  refusing job = {read, &list, &out->num_errors};
  if (status == SL_OK) status = refuse_in_files(&job, path, &trace);
  lens_trace_free(&trace);
  if (status == SL_OK && out->num_errors > 0) {
    out->diagnostics = list.data;
    return sl_fail(SL_ERR_INPUT, "%s: includes code that does not run on the lens", path);
  }
  out->num_errors = 0;
  lens_text_free(&list);
  return status;
}

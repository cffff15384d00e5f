/* source.c: reads the student's source just well enough to point at a line of it. */
#include "judge/source.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/process.h"
#include "base/regular.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SOURCE_BYTES = 4 << 20 };

static bool separates_digits(const char *code, const char *quote) {
  return quote > code && isxdigit((unsigned char)quote[-1]) && isxdigit((unsigned char)quote[1]) &&
         quote[2] != '\'';
}

/* Blanks comments, strings and characters; newlines stay, so that lines keep their numbers. */
static void blank(char *code) {
  enum { CODE, LINE_COMMENT, COMMENT, QUOTED } state = CODE;
  char quote = 0;
  for (char *c = code; *c; c++) {
    bool ends = false;
    switch (state) {
    case CODE:
      if (c[0] == '/' && c[1] == '/') state = LINE_COMMENT;
      if (c[0] == '/' && c[1] == '*') {
        state = COMMENT;
        *c++ = ' ';
      }
      if (*c == '"' || (*c == '\'' && !separates_digits(code, c))) {
        quote = *c;
        state = QUOTED;
      }
      break;
    case LINE_COMMENT:
      ends = *c == '\n';
      break;
    case COMMENT:
      if (c[0] == '*' && c[1] == '/') {
        *c++ = ' ';
        ends = true;
      }
      break;
    case QUOTED:
      if (*c == '\\' && c[1] && c[1] != '\n')
        *c++ = ' ';
      else
        ends = *c == quote || *c == '\n';
      break;
    }
    if (state != CODE && *c != '\n') *c = ' ';
    if (ends) state = CODE;
  }
}

/* Makes `code` from `text`. */
static sl_status make_code(size_t size, sl_source *out) {
  SL_TRY(sl_alloc(size + 1, 1, "the source", &out->code));
  memcpy(out->code, out->text, size);
  blank(out->code);
  return SL_OK;
}

sl_status sl_source_make(const char *path, const char *text, sl_source *out) {
  size_t size = strlen(text);
  memset(out, 0, sizeof *out);
  out->path = path;
  SL_TRY(sl_alloc(size + 1, 1, "the source", &out->text));
  memcpy(out->text, text, size);
  sl_status status = make_code(size, out);
  if (status != SL_OK) sl_source_free(out);
  return status;
}

sl_status sl_source_read(const char *path, sl_source *out) {
  memset(out, 0, sizeof *out);
  out->path = path;
  char why[96];
  FILE *file = sl_fopen_regular(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot open %s: %s", path, why);
  sl_status status = sl_alloc(MAX_SOURCE_BYTES + 1, 1, "the source", &out->text);
  size_t size = 0;
  if (status == SL_OK) {
    size = fread(out->text, 1, MAX_SOURCE_BYTES + 1, file);
    if (ferror(file)) status = sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, strerror(errno));
    if (size > MAX_SOURCE_BYTES) {
      status = sl_fail(SL_ERR_INPUT, "%s is larger than 4 MiB: not a source file of a lab", path);
    }
  }
  (void)fclose(file);
  if (status == SL_OK) {
    out->text[size] = '\0';
    status = sl_resize(size + 1, 1, "the source", &out->text);
  }
  if (status == SL_OK) status = make_code(size, out);
  if (status != SL_OK) sl_source_free(out);
  return status;
}

void sl_source_free(sl_source *source) {
  sl_free(source->text);
  sl_free(source->code);
  source->text = source->code = NULL;
}

static int line_at(const char *text, const char *place) {
  int line = 1;
  for (const char *c = text; c < place; c++) line += *c == '\n';
  return line;
}

int sl_source_todo(const sl_source *source, const char *task) {
  char marker[64];
  (void)snprintf(marker, sizeof marker, "TODO(%s)", task);
  const char *place = strstr(source->text, marker);
  return place ? line_at(source->text, place) : 0;
}

/* Just behind the bracket that closes the one at `open`; the end of the text when none does. */
static const char *behind_closing(const char *open, char opening, char closing) {
  int depth = 0;
  for (const char *c = open; *c; c++) {
    if (*c == opening) depth++;
    if (*c == closing && --depth == 0) return c + 1;
  }
  return open + strlen(open);
}

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* The name in the definition of `function`: name ( … ) {. NULL when there is none. */
static const char *definition(const char *code, const char *function, const char **body_out) {
  size_t length = strlen(function);
  for (const char *c = strstr(code, function); c; c = strstr(c + 1, function)) {
    if ((c > code && in_name(c[-1])) || in_name(c[length])) continue;
    const char *open = c + length + strspn(c + length, " \t\r\n");
    if (*open != '(') continue;
    const char *body = behind_closing(open, '(', ')');
    body += strspn(body, " \t\r\n");
    if (*body != '{') continue;
    *body_out = body;
    return c;
  }
  return NULL;
}

bool sl_source_function(const sl_source *source, const char *function, int *first_out,
                        int *last_out) {
  const char *body, *name = definition(source->code, function, &body);
  if (!name) return false;
  *first_out = line_at(source->code, name);
  *last_out = line_at(source->code, behind_closing(body, '{', '}') - 1);
  return true;
}

/* Where `wanted` stands from `from` on, as a whole name where it begins or ends with one: "x[" is
 * not in "col_idx[". NULL when it does not. */
static const char *find_text(const char *code, const char *from, const char *wanted) {
  size_t length = strlen(wanted);
  for (const char *c = strstr(from, wanted); c; c = strstr(c + 1, wanted)) {
    bool inside_before = in_name(wanted[0]) && c > code && in_name(c[-1]);
    bool inside_after = in_name(wanted[length - 1]) && in_name(c[length]);
    if (!inside_before && !inside_after) return c;
  }
  return NULL;
}

/* Texts that are looked for, as in sl_source_line. */
typedef struct wanted {
  const char *texts; /* or NULL */
  bool last;
  char function[64]; /* in which; "": not said */
} wanted;

static wanted read_wanted(const char *texts) {
  static const char from_behind[] = "last: ";
  wanted w = {.texts = texts};
  if (!texts) return w;
  w.last = strncmp(texts, from_behind, strlen(from_behind)) == 0;
  if (w.last) texts += strlen(from_behind);
  size_t length = strcspn(texts, " ");
  if (length >= 2 && length <= sizeof w.function && texts[length - 1] == ':') {
    (void)snprintf(w.function, sizeof w.function, "%.*s", (int)length - 1, texts);
    texts += length + strspn(texts + length, " ");
  }
  w.texts = texts;
  return w;
}

/* The first place of one text between two others, or the last. NULL when there is none. */
static const char *find_one(const char *code, const char *from, const char *end, const char *text,
                            bool last) {
  const char *found = NULL;
  for (const char *c = find_text(code, from, text); c && c < end;
       c = find_text(code, c + 1, text)) {
    found = c;
    if (!last) break;
  }
  return found;
}

/* The same for all texts. */
static const char *find_between(const char *code, const char *from, const char *end,
                                const wanted *w) {
  const char *found = NULL;
  for (const char *texts = w->texts; texts && *texts;) {
    char text[64];
    size_t length = strcspn(texts, " ");
    (void)snprintf(text, sizeof text, "%.*s", (int)length, texts);
    const char *place = text[0] ? find_one(code, from, end, text, w->last) : NULL;
    if (place && (!found || (w->last ? place > found : place < found))) found = place;
    texts += length + strspn(texts + length, " ");
  }
  return found;
}

/* The place of the texts, or NULL; and the name in the function's definition, or NULL. */
static const char *find_in_function(const sl_source *source, const char *function,
                                    const char *texts, const char **name_out) {
  wanted w = read_wanted(texts);
  const char *body;
  *name_out = w.function[0] ? definition(source->code, w.function, &body) : NULL;
  if (!*name_out) *name_out = definition(source->code, function, &body); /* called otherwise */
  if (!*name_out) return NULL;
  return find_between(source->code, body + 1, behind_closing(body, '{', '}'), &w);
}

int sl_source_find(const sl_source *source, const char *function, const char *texts) {
  const char *name, *found = find_in_function(source, function, texts, &name);
  return found ? line_at(source->code, found) : 0;
}

int sl_source_line(const sl_source *source, const char *function, const char *texts) {
  const char *name, *found = find_in_function(source, function, texts, &name);
  if (!name) return 0;
  return line_at(source->code, found ? found : name);
}

bool sl_source_holds(const sl_source *source, int line, const char *texts) {
  wanted w = read_wanted(texts);
  const char *from = source->code;
  for (; line > 1 && *from; line--) {
    from += strcspn(from, "\n");
    from += *from == '\n';
  }
  return find_between(source->code, from, from + strcspn(from, "\n"), &w) != NULL;
}

/* addr2line prints "path:line" or "path:line (discriminator n)", one or more lines an address. */
static int first_line_in(const char *output, const char *file) {
  char line[1024];
  while (*output) {
    size_t length = strcspn(output, "\n");
    (void)snprintf(line, sizeof line, "%.*s", (int)length, output);
    output += length + (output[length] == '\n');
    char *colon = strrchr(line, ':');
    if (!colon) continue;
    *colon = '\0';
    long number = strtol(colon + 1, NULL, 10); /* "?" gives 0 */
    if (strcmp(sl_base_name(line), file) == 0 && number > 0) return (int)number;
  }
  return 0;
}

int sl_source_line_of_frames(const sl_source *source, const char *program,
                             const unsigned long *frames, int num_frames) {
  enum { MAX_FRAMES = 32 };
  char addresses[MAX_FRAMES][24];
  const char *arguments[MAX_FRAMES + 5] = {"addr2line", "-i", "-e", program};
  if (num_frames > MAX_FRAMES) num_frames = MAX_FRAMES;
  for (int i = 0; i < num_frames; i++) {
    (void)snprintf(addresses[i], sizeof addresses[i], "0x%lx", frames[i] - (i > 0));
    arguments[4 + i] = addresses[i];
  }
  char output[16384];
  int exit_code;
  if (num_frames == 0 || sl_process_run(arguments, output, sizeof output, &exit_code) != SL_OK) {
    return 0;
  }
  return first_line_in(output, sl_base_name(source->path));
}

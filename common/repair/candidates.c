/* candidates.c: writes a source that contains many repairs. */
#include "repair/candidates.h"

#include <stdlib.h>
#include <string.h>

/* The lens does not trace this code, because the candidate's number is not in memory of the
 * student's program. */
static const char prelude[] =
    "extern \"C\" unsigned sl_candidate;\n"
    "__attribute__((no_sanitize(\"thread\"), noinline)) static __host__ __device__ unsigned "
    "sl_number() {\n"
    "  return sl_candidate;\n"
    "}\n";

static void write_line(FILE *out, int line, const char *name) {
  (void)fprintf(out, "\n#line %d \"%s\"\n", line, name ? name : "source");
}

static void write_bytes(FILE *out, const sl_tokens *tokens, size_t from, size_t to) {
  (void)fwrite(tokens->text + from, 1, to - from, out);
}

static void write_token(FILE *out, const sl_tokens *tokens, size_t i) {
  write_bytes(out, tokens, tokens->all[i].from, tokens->all[i].to);
  (void)fputc(' ', out);
}

/* Keeps the compiler from generating a copy's code twice: by itself and inlined into its caller. */
static const char compiled_once[] = "__attribute__((noinline)) ";

/* Writes what precedes a function's name, changed so that the copy can be in a namespace: a kernel
 * becomes a device function, which the function in the kernel's place calls. */
static void write_specifiers(FILE *out, const sl_tokens *tokens, const sl_function *f) {
  size_t type = f->template_end == SL_NO_TOKEN ? f->first : f->template_end + 1;
  for (size_t i = f->first; i < f->name_at; i++) {
    if (i == type) (void)fputs(compiled_once, out);
    size_t partner = sl_token_is(tokens, i + 1, "(") ? tokens->all[i + 1].partner : SL_NO_TOKEN;
    if (sl_token_is(tokens, i, "extern")) {
      i += sl_token_of(tokens, i + 1, SL_TOKEN_STRING);
    } else if (sl_token_is(tokens, i, "__launch_bounds__") && partner != SL_NO_TOKEN) {
      i = partner;
    } else if (sl_token_is(tokens, i, "__global__")) {
      (void)fputs("__device__ ", out);
    } else {
      write_token(out, tokens, i);
    }
  }
}

/* Whether the function is only for the device. lenscc discards the host's code of such a function.
 * Leaving the copies out of the host's code saves a third of the time that a kernel's candidates
 * take. */
static bool is_for_device_alone(const sl_tokens *tokens, const sl_function *f) {
  for (size_t i = f->first; i < f->name_at; i++) {
    if (sl_token_is(tokens, i, "__host__")) return false;
  }
  return f->is_kernel || f->is_device;
}

static const char not_for_host[] = "\n#ifndef LENS_PLAIN_HOST\n", for_all[] = "\n#endif\n";

/* Writes the function with the edit, or unchanged if the edit is NULL, in a separate namespace. If
 * two functions shared a namespace, the first would call the other's copy directly, and not the
 * function that selects a candidate. */
static void write_copy(FILE *out, const sl_tokens *tokens, const sl_function *f,
                       const sl_edit *edit, char kind, size_t number, const char *name) {
  size_t from = tokens->all[f->name_at].from, to = tokens->all[f->end].to;
  char own_name[64];
  (void)snprintf(own_name, sizeof own_name, "%s-%zu", edit ? "candidate" : "function", number);
  write_line(out, tokens->all[f->name_at].line, name ? name : own_name);
  (void)fprintf(out, "namespace sl_%c%zu { ", kind, number);
  write_specifiers(out, tokens, f);
  if (edit) {
    write_bytes(out, tokens, from, edit->from);
    (void)fputs(edit->text, out);
    (void)fputc(' ', out);
    from = edit->to;
  }
  write_bytes(out, tokens, from, to);
  (void)fputs(" }\n", out);
}

/* Writes the names of a template's parameters: <T, N>. */
static void write_template_arguments(FILE *out, const sl_tokens *tokens, const sl_function *f) {
  if (f->template_end == SL_NO_TOKEN) return;
  const char *before = "<";
  for (size_t i = f->first + 2; i <= f->template_end; i++) {
    bool ends = i == f->template_end || sl_token_is(tokens, i, ",") || sl_token_is(tokens, i, "=");
    if (!ends) continue;
    (void)fputs(before, out);
    write_token(out, tokens, i - 1);
    before = ", ";
    while (i < f->template_end && !sl_token_is(tokens, i, ",")) i++;
  }
  (void)fputs(">", out);
}

static void write_call(FILE *out, const sl_tokens *tokens, const sl_function *f, char kind,
                       size_t number) {
  (void)fprintf(out, "return sl_%c%zu::%s", kind, number, f->name);
  write_template_arguments(out, tokens, f);
  (void)fputs("(", out);
  for (int i = 0; i < f->num_parameters; i++) {
    (void)fprintf(out, "%s%s", i ? ", " : "", f->parameters[i].name);
  }
  (void)fputs(");", out);
}

static void write_stand_in(FILE *out, const sl_tokens *tokens, const sl_functions *functions,
                           size_t function, const sl_edit *const *chosen, size_t num_chosen,
                           const char *name) {
  const sl_function *f = &functions->all[function];
  bool on_device = is_for_device_alone(tokens, f);
  write_line(out, tokens->all[f->first].line, name);
  write_bytes(out, tokens, tokens->all[f->first].from, tokens->all[f->close].to);
  (void)fprintf(out, " {%s  switch (sl_number()) {\n", on_device ? not_for_host : "\n");
  for (size_t n = 0; n < num_chosen; n++) {
    if (chosen[n]->function != function) continue;
    (void)fprintf(out, "  case %zu: ", n + 1);
    write_call(out, tokens, f, 'c', n + 1);
    (void)fputs("\n", out);
  }
  (void)fputs("  default: ", out);
  write_call(out, tokens, f, 'f', function);
  (void)fprintf(out, "\n  }%s}", on_device ? for_all : "\n");
  write_line(out, tokens->all[f->end].line, name);
}

void sl_candidates_write(FILE *out, const sl_tokens *tokens, const sl_functions *functions,
                         const sl_edit *const *chosen, size_t num_chosen, const char *name) {
  size_t written = 0;
  (void)fputs(prelude, out);
  write_line(out, 1, name);
  for (size_t f = 0; f < functions->count; f++) {
    const sl_function *function = &functions->all[f];
    bool edited = false;
    for (size_t n = 0; n < num_chosen; n++) edited = edited || chosen[n]->function == f;
    if (!edited) continue;
    write_bytes(out, tokens, written, tokens->all[function->first].from);
    bool on_device = is_for_device_alone(tokens, function);
    if (on_device) (void)fputs(not_for_host, out);
    write_copy(out, tokens, function, NULL, 'f', f, name);
    for (size_t n = 0; n < num_chosen; n++) {
      if (chosen[n]->function != f) continue;
      write_copy(out, tokens, function, chosen[n], 'c', n + 1, name);
    }
    if (on_device) (void)fputs(for_all, out);
    write_stand_in(out, tokens, functions, f, chosen, num_chosen, name);
    written = tokens->all[function->end].to;
  }
  write_bytes(out, tokens, written, strlen(tokens->text));
}

/* Returns the number in "candidate-17:3:5: error: …", or 0 for any other line. */
static unsigned long blamed(const char *line) {
  static const char name[] = "candidate-", error[] = " error: ";
  if (strncmp(line, name, strlen(name)) != 0) return 0;
  char *end;
  unsigned long number = strtoul(line + strlen(name), &end, 10);
  end += strspn(end, ":0123456789");
  return strncmp(end, error, strlen(error)) == 0 ? number : 0;
}

size_t sl_candidates_refused(const char *log, bool *refused, size_t num_chosen) {
  size_t count = 0;
  while (*log) {
    unsigned long number = blamed(log);
    if (number >= 1 && number <= num_chosen && !refused[number]) {
      refused[number] = true;
      count++;
    }
    log += strcspn(log, "\n");
    log += *log == '\n';
  }
  return count;
}

bool sl_candidates_can_hold(const sl_function *function) {
  return !function->nameless;
}

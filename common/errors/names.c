/* names.c: a name that is not declared, and what was probably meant. */
#include "base/nearest.h"
#include "errors/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- what exists anyhow ---------------------------------------------------------------------- */

static const char *const cuda[] = {
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
    "__restrict__",
    "__syncthreads",
    "__syncwarp",
    "__activemask",
    "__ldg",
    "__popc",
    "__ffs",
    "__clz",
    "__shfl_sync",
    "__shfl_up_sync",
    "__shfl_down_sync",
    "__shfl_xor_sync",
    "__ballot_sync",
    "__any_sync",
    "__all_sync",
    "__reduce_add_sync",
    "__reduce_max_sync",
    "atomicAdd",
    "atomicSub",
    "atomicMin",
    "atomicMax",
    "atomicInc",
    "atomicExch",
    "atomicCAS",
    "atomicAnd",
    "atomicOr",
    "dim3",
    "cudaError_t",
    "cudaStream_t",
    "cudaSuccess",
    "cudaMalloc",
    "cudaFree",
    "cudaMemcpy",
    "cudaMemset",
    "cudaMemcpyAsync",
    "cudaMemsetAsync",
    "cudaMemcpyHostToDevice",
    "cudaMemcpyDeviceToHost",
    "cudaMemcpyDeviceToDevice",
    "cudaMemcpyHostToHost",
    "cudaDeviceSynchronize",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaGetErrorString",
    "cudaStreamSynchronize",
    "cudaStreamCreate",
    "cudaStreamDestroy",
};

static const char *const c_words[] = {
    "int",   "float",    "double",  "unsigned", "long",     "short",    "char",   "void",
    "const", "bool",     "static",  "struct",   "size_t",   "return",   "else",   "while",
    "break", "continue", "switch",  "case",     "sizeof",   "true",     "false",  "nullptr",
    "NULL",  "printf",   "fprintf", "malloc",   "calloc",   "free",     "memcpy", "memset",
    "sqrt",  "fabs",     "min",     "max",      "template", "typename", "assert",
};

/* Names that want a header, or std:: before them. */
static const struct needed {
  const char *name, *header;
  bool std;
} needed[] = {
    {"vector", "vector", true},
    {"string", "string", true},
    {"cout", "iostream", true},
    {"cerr", "iostream", true},
    {"cin", "iostream", true},
    {"endl", "iostream", true},
    {"sort", "algorithm", true},
    {"stable_sort", "algorithm", true},
    {"fill", "algorithm", true},
    {"copy", "algorithm", true},
    {"lower_bound", "algorithm", true},
    {"upper_bound", "algorithm", true},
    {"swap", "utility", true},
    {"pair", "utility", true},
    {"accumulate", "numeric", true},
    {"iota", "numeric", true},
    {"partial_sum", "numeric", true},
    {"inclusive_scan", "numeric", true},
    {"exclusive_scan", "numeric", true},
    {"map", "map", true},
    {"unordered_map", "unordered_map", true},
    {"unique_ptr", "memory", true},
    {"priority_queue", "queue", true},
    {"queue", "queue", true},
    {"function", "functional", true},
    {"array", "array", true},
    {"tuple", "tuple", true},
    {"numeric_limits", "limits", true},
    {"assert", "assert.h", false},
    {"INT_MAX", "limits.h", false},
    {"INT_MIN", "limits.h", false},
    {"FLT_MAX", "float.h", false},
    {"FLT_EPSILON", "float.h", false},
    {"DBL_MAX", "float.h", false},
    {"uint32_t", "stdint.h", false},
    {"uint64_t", "stdint.h", false},
    {"int64_t", "stdint.h", false},
    {"int32_t", "stdint.h", false},
    {"uint8_t", "stdint.h", false},
    {"printf", "stdio.h", false},
    {"fprintf", "stdio.h", false},
    {"stderr", "stdio.h", false},
    {"malloc", "stdlib.h", false},
    {"calloc", "stdlib.h", false},
    {"free", "stdlib.h", false},
    {"qsort", "stdlib.h", false},
    {"memset", "string.h", false},
    {"memcpy", "string.h", false},
    {"sqrt", "math.h", false},
    {"fabs", "math.h", false},
};

static const struct needed *find_needed(const char *name) {
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    if (strcmp(needed[i].name, name) == 0) return &needed[i];
  }
  return NULL;
}

const char *sl_header_of(const char *name) {
  const struct needed *it = find_needed(name);
  return it ? it->header : NULL;
}

static bool is_word_of_c(const char *name) {
  for (size_t i = 0; i < sizeof c_words / sizeof *c_words; i++) {
    if (strcmp(c_words[i], name) == 0) return true;
  }
  return false;
}

/* ---- near-misses ----------------------------------------------------------------------------- */

typedef struct search {
  const char *name;
  char best[SL_WORD];
  int distance; /* −1: nothing so far */
  bool tied;
} search;

/* blockidx and blockIdx, rowptr and row_ptr */
static bool same_letters(const char *a, const char *b) {
  for (;; a++, b++) {
    while (*a == '_') a++;
    while (*b == '_') b++;
    if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
    if (!*a) return true;
  }
}

static void consider(search *s, const char *candidate) {
  if (strcmp(candidate, s->name) == 0 || strcmp(candidate, s->best) == 0) return;
  int length = (int)strlen(s->name);
  int d = same_letters(candidate, s->name) ? 0 : sl_word_distance(s->name, candidate);
  int limit = length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3;
  if (d < 0 || d > limit || (s->distance >= 0 && d > s->distance)) return;
  s->tied = d == s->distance;
  s->distance = d;
  (void)snprintf(s->best, sizeof s->best, "%s", candidate);
}

static bool is_reported(const sl_scene *scene, const char *name) {
  char quoted[SL_WORD + 2];
  (void)snprintf(quoted, sizeof quoted, "'%s'", name);
  for (size_t i = 0; scene->remarks && i < scene->remarks->count; i++) {
    const sl_remark *m = &scene->remarks->all[i];
    const char *at = m->kind == SL_REMARK_ERROR ? strstr(m->text, quoted) : NULL;
    if (at && (strstr(m->text, "declared") || strstr(m->text, "undefined"))) {
      if (at < m->text + 40) return true; /* not in "did you mean" */
    }
  }
  return false;
}

/* Each name between two places of a code. */
static void consider_names(search *s, const sl_scene *scene, const char *from, const char *end) {
  for (const char *c = from; c < end && *c;) {
    size_t length = 0;
    while (c + length < end && sl_in_name(c[length])) length++;
    if (length > 1 && length < SL_WORD && !isdigit((unsigned char)*c)) {
      char word[SL_WORD];
      (void)snprintf(word, sizeof word, "%.*s", (int)length, c);
      if (!is_reported(scene, word)) consider(s, word);
    }
    c += length ? length : 1;
  }
}

/* The heads of functions at file scope, with the names of functions alone. */
static void consider_functions(search *s, const sl_scene *scene, const char *code) {
  for (const char *c = code; (c = strchr(c, '(')); c++) {
    const char *end = c, *behind = sl_behind_bracket(c);
    if (!behind) break;
    behind += strspn(behind, " \t\r\n");
    while (end > code && isspace((unsigned char)end[-1])) end--;
    const char *from = end;
    while (from > code && sl_in_name(from[-1])) from--;
    if (*behind == '{' || *behind == ';') consider_names(s, scene, from, end);
  }
}

/* Words of other languages. */
static const char *translate(const char *name) {
  static const char *const words[][2] = {
      {"boolean", "bool"}, {"integer", "int"},   {"null", "NULL"}, {"None", "NULL"},
      {"elif", "else if"}, {"elsif", "else if"}, {"and", "&&"},    {"uint", "unsigned"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strcmp(words[i][0], name) == 0) return words[i][1];
  }
  return NULL;
}

static bool find_near(const sl_scene *scene, const char *name, int line, char *out) {
  const char *translated = translate(name);
  if (translated) {
    (void)snprintf(out, SL_WORD, "%s", translated);
    return true;
  }
  search s = {.name = name, .distance = -1};
  const char *begin, *end;
  if (sl_scene_function(scene, line, &begin, &end)) consider_names(&s, scene, begin, end);
  consider_functions(&s, scene, scene->source->code);
  if (scene->contract) consider_functions(&s, scene, scene->contract->code);
  if (scene->contract) consider(&s, "real");
  for (size_t i = 0; i < sizeof cuda / sizeof *cuda; i++) consider(&s, cuda[i]);
  for (size_t i = 0; i < sizeof c_words / sizeof *c_words; i++) consider(&s, c_words[i]);
  if (s.distance < 0 || s.tied) return false;
  (void)snprintf(out, SL_WORD, "%s", s.best);
  return true;
}

/* ---- scopes ---------------------------------------------------------------------------------- */

/* Whether the name at `at` is declared there: behind the name of a type, or a * behind one. */
static bool declares(const char *code, const char *at, size_t length) {
  static const char *const no_types[] = {"return", "else", "case", "goto", "sizeof", "new"};
  const char *before = at, *behind = at + length + strspn(at + length, " \t");
  while (before > code && strchr(" \t\r\n*&", before[-1])) before--;
  if (before == at || before == code) return false;
  bool starred = memchr(before, '*', (size_t)(at - before)) != NULL;
  if (!sl_in_name(before[-1]) && before[-1] != '>') return false;
  const char *type = before;
  while (type > code && sl_in_name(type[-1])) type--;
  for (size_t i = 0; i < sizeof no_types / sizeof *no_types; i++) {
    size_t own = strlen(no_types[i]);
    if ((size_t)(before - type) == own && strncmp(type, no_types[i], own) == 0) return false;
  }
  if (starred && before[-1] != '>') { /* "a *b" is a product, unless a type stands in front */
    const char *c = type;
    while (c > code && strchr(" \t\r\n", c[-1])) c--;
    if (c > code && !strchr("{};(,", c[-1]) && !sl_in_name(c[-1])) return false;
  }
  return *behind && strchr("=;,[):", *behind) && strncmp(behind, "==", 2) != 0;
}

/* The line between two places that declares the name; 0: none. */
static int declared_in(const sl_scene *scene, const char *from, const char *end, const char *name) {
  size_t length = strlen(name);
  const char *code = scene->source->code;
  for (const char *c = from; c && c < end; c++) {
    c = strstr(c, name);
    if (!c || c >= end) break;
    if ((c > code && sl_in_name(c[-1])) || sl_in_name(c[length])) continue;
    if (declares(code, c, length)) return sl_source_line_at(code, c);
  }
  return 0;
}

/* "for (int k = …; …);" whose semicolon is all that it repeats. */
static bool is_empty_loop(const sl_scene *scene, int line) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  const char *open = code ? strchr(code, '(') : NULL;
  const char *end = open ? sl_behind_bracket(open) : NULL;
  return end && end < code + length && end[strspn(end, " \t")] == ';';
}

/* The name of the function whose head begins at `begin`. */
static void name_function(const char *begin, char *out) {
  const char *open = strchr(begin, '(');
  const char *end = open;
  while (end && end > begin && isspace((unsigned char)end[-1])) end--;
  const char *from = end;
  while (from && from > begin && sl_in_name(from[-1])) from--;
  (void)snprintf(out, SL_WORD, "%.*s", from ? (int)(end - from) : 0, from ? from : "");
}

static bool has_error(const sl_scene *scene, int line) {
  for (size_t i = 0; line && i < scene->remarks->count; i++) {
    const sl_remark *remark = &scene->remarks->all[i];
    if (remark->kind == SL_REMARK_ERROR && remark->own_line == line) return true;
  }
  return false;
}

static bool explain_scope(const sl_scene *scene, const char *name, sl_error *error) {
  const char *begin = NULL, *end = NULL, *code = scene->source->code;
  bool inside = sl_scene_function(scene, error->line, &begin, &end);
  if (!inside) return false;
  int line = declared_in(scene, begin, end, name);
  if (has_error(scene, line)) return false; /* it was not understood there */
  if (line && line < error->line) {
    sl_error_what(error, "'%s' is out of scope here", name);
    if (!sl_scene_line_has(scene, line, "for"))
      sl_error_advice(
          error,
          "The variable of line %d exists only inside the { } where it is declared. Declare it "
          "before them.",
          line);
    else if (is_empty_loop(scene, line))
      sl_error_advice(error,
                      "The ; at the end of line %d is the whole body of the loop, and %s ends "
                      "with the loop. Remove the ;.",
                      line, name);
    else
      sl_error_advice(error, "It belongs to the loop of line %d and exists only there.", line);
    return true;
  }
  if (line) {
    sl_error_what(error, "'%s' is not declared yet", name);
    sl_error_advice(error, "Line %d declares it, which is too late.", line);
    return true;
  }
  line = declared_in(scene, code, begin, name);
  if (!line) line = declared_in(scene, end, code + strlen(code), name);
  const char *other_begin, *other_end;
  char function[SL_WORD];
  if (!line || !sl_scene_function(scene, line, &other_begin, &other_end)) return false;
  name_function(other_begin, function);
  sl_error_what(error, "'%s' is not declared in this function", name);
  sl_error_advice(error,
                  "The one of line %d belongs to %s. Declare it here too, or pass it as "
                  "an argument.",
                  line, function[0] ? function : "another function");
  return true;
}

/* A function that is defined further down. */
static bool explain_order(const sl_scene *scene, const char *name, sl_error *error) {
  int first, last;
  if (!sl_source_function(scene->source, name, &first, &last) || first <= error->line) return false;
  sl_error_what(error, "'%s' is not declared yet", name);
  sl_error_advice(error, "The function comes in line %d, which is too late: move it up.", first);
  return true;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void explain_needed(const sl_scene *scene, const struct needed *it, sl_error *error) {
  if (it->std) {
    sl_error_what(error, "'%s' is not declared; in the C++ library it is std::%s", it->name,
                  it->name);
    if (!sl_scene_includes(scene, it->header)) {
      sl_error_advice(error,
                      "It also needs #include <%s> at the top of the file. It is for code of "
                      "the host, not for kernels.",
                      it->header);
    } else {
      sl_error_advice(error, "Write std::%s. It is for code of the host, not for kernels.",
                      it->name);
    }
    return;
  }
  sl_error_what(error, "'%s' is not declared", it->name);
  sl_error_advice(error, "It comes with #include <%s> at the top of the file.", it->header);
}

static bool comes_from_contract(const sl_scene *scene, const char *name) {
  if (!scene->contract || sl_scene_includes(scene, scene->header)) return false;
  if (strcmp(name, "real") == 0) return true;
  const char *at = strstr(scene->contract->code, name);
  return at && !sl_in_name(at[strlen(name)]) && !sl_in_name(at[-1]);
}

static bool was_removed(const char *name) {
  static const char *const removed[] = {"__shfl",   "__shfl_up", "__shfl_down", "__shfl_xor",
                                        "__ballot", "__any",     "__all"};
  for (size_t i = 0; i < sizeof removed / sizeof *removed; i++) {
    if (strcmp(removed[i], name) == 0) return true;
  }
  return false;
}

static bool is_built_in(const char *name) {
  return strcmp(name, "threadIdx") == 0 || strcmp(name, "blockIdx") == 0 ||
         strcmp(name, "blockDim") == 0 || strcmp(name, "gridDim") == 0;
}

/* "reel sum = 0;": what is declared there is not declared. */
static bool stands_for_type(const sl_scene *scene, const char *name, int line) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  if (!code || !sl_scene_line_begins(scene, line, name)) return false;
  code += strspn(code, " \t") + strlen(name);
  size_t blanks = strspn(code, " \t*");
  return blanks > 0 && sl_in_name(code[blanks]);
}

void sl_explain_name(const sl_scene *scene, const char *name, sl_error *error) {
  char near[SL_WORD];
  const struct needed *it = find_needed(name);
  error->syntax = stands_for_type(scene, name, error->line);
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  if (comes_from_contract(scene, name)) {
    sl_error_what(error, "'%s' is not declared: it comes from %s", name, scene->header);
    sl_error_advice(error, "Put #include \"%s\" back at the top of the file.", scene->header);
    error->whole = true;
    return;
  }
  if (was_removed(name)) {
    sl_error_what(error, "%s was removed from CUDA", name);
    sl_error_advice(error,
                    "Use %s_sync. Its first argument is the mask of the lanes that take part: "
                    "0xffffffff for all of a warp.",
                    name);
    return;
  }
  if (it && !(!it->std && sl_scene_includes(scene, it->header))) {
    explain_needed(scene, it, error);
    return;
  }
  if (explain_scope(scene, name, error) || explain_order(scene, name, error)) return;
  if (!find_near(scene, name, error->line, near)) {
    sl_error_what(error, "'%s' is not declared", name);
    sl_error_advice(error, "Nothing here has this name. Declare it, with its type, before you use "
                           "it, or correct its spelling.");
    return;
  }
  sl_error_what(error, "'%s' is not declared; did you mean %s?", name, near);
  if (is_built_in(near)) {
    sl_error_advice(error, "CUDA's own variables are threadIdx, blockIdx, blockDim and gridDim. "
                           "Upper and lower case matter.");
  } else if (strncmp(near, "__", 2) == 0) {
    sl_error_advice(error, "It starts with two underscores%s.",
                    near[strlen(near) - 1] == '_' ? " and ends with two" : "");
  } else if (same_letters(name, near) && !is_word_of_c(near)) {
    sl_error_advice(error, "Upper and lower case and underscores matter.");
  }
}

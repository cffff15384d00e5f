/* pointing.c: finds the line of a student's source that a verdict is about.
 *
 * It searches the code as text and not by sl_functions_find, because what it looks for is given as
 * text, contracts declare functions without a body, methods of structs count as functions here, and
 * a file whose braces do not match has lines, too.
 */
#include "judge/source.h"

#include "source/code.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 64, MAX_PARAMETERS = 24, MAX_FUNCTIONS = 16 };

/* ---- functions ------------------------------------------------------------------------------- */

/* Returns the place after the bracket that closes the one at `open`, or the end of the text if none
 * does. */
static const char *after_closing(const char *open) {
  const char *end = sl_code_after_bracket(open);
  return end ? end : open + strlen(open);
}

/* "for (…) {" looks like a function definition. */
static bool is_keyword(const char *name) {
  static const char *const keywords[] = {"for", "if", "while", "switch", "catch"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
    if (strcmp(name, keywords[i]) == 0) return true;
  }
  return false;
}

/* Finds the definition of `function`, of the form name ( … ) {, and returns the place of the name.
 * NULL if there is none. */
static const char *definition(const char *code, const char *function, const char **body_out) {
  size_t length = strlen(function);
  if (is_keyword(function)) return NULL;
  for (const char *c = strstr(code, function); c; c = strstr(c + 1, function)) {
    if ((c > code && sl_code_in_name(c[-1])) || sl_code_in_name(c[length])) continue;
    const char *open = c + length + strspn(c + length, " \t\r\n");
    if (*open != '(') continue;
    const char *body = after_closing(open);
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
  *first_out = sl_source_line_at(source->code, name);
  *last_out = sl_source_line_at(source->code, after_closing(body) - 1);
  return true;
}

bool sl_source_is_empty(const sl_source *source, const char *function) {
  const char *body;
  if (!definition(source->code, function, &body)) return false;
  return body[1 + strspn(body + 1, " \t\r\n;")] == '}';
}

bool sl_source_calls(const sl_source *source, const char *function, const char *other) {
  const char *body;
  if (!definition(source->code, function, &body)) return false;
  const char *call = sl_code_find(source->code, body, other);
  return call && call < after_closing(body);
}

/* ---- names of parameters --------------------------------------------------------------------- */

/* The names of a function's parameters in its contract and in the source. */
typedef struct pointing_names {
  char given[MAX_PARAMETERS][NAME_BYTES], own[MAX_PARAMETERS][NAME_BYTES];
  int count;
} pointing_names;

/* The name in one parameter, [from, end): the last one, or the one after the star of a pointer to a
 * function. */
static void take_name(const char *from, const char *end, char out[NAME_BYTES]) {
  const char *begin = NULL, *stop = NULL;
  for (const char *c = from; c < end && *c != '=' && *c != '['; c++) {
    if (!sl_code_in_name(*c) || (c > from && sl_code_in_name(c[-1]))) continue;
    begin = stop = c;
    while (stop < end && sl_code_in_name(*stop)) stop++;
    const char *before = c;
    while (before > from && before[-1] == ' ') before--;
    if (before > from + 1 && before[-1] == '*' && before[-2] == '(') break;
  }
  (void)snprintf(out, NAME_BYTES, "%.*s", begin ? (int)(stop - begin) : 0, begin ? begin : "");
}

/* Reads the names in the list that begins with the parenthesis `open`, and returns their number. */
static int take_names(const char *open, char out[MAX_PARAMETERS][NAME_BYTES]) {
  const char *end = after_closing(open) - 1, *from = open + 1;
  int count = 0, depth = 0;
  for (const char *c = from; c <= end && count < MAX_PARAMETERS; c++) {
    depth += (*c == '(') - (*c == ')' && c < end);
    if (c < end && (*c != ',' || depth > 0)) continue;
    take_name(from, c, out[count++]);
    from = c + 1;
  }
  return count;
}

/* The parenthesis after the first occurrence of `function` that has one; NULL: none. */
static const char *parameters_of(const char *code, const char *function) {
  for (const char *c = sl_code_find(code, code, function); c;
       c = sl_code_find(code, c + 1, function)) {
    const char *open = c + strlen(function);
    open += strspn(open, " \t\r\n");
    if (*open == '(') return open;
  }
  return NULL;
}

static void read_names(const sl_source *source, const char *function, pointing_names *out) {
  const char *body, *own = definition(source->code, function, &body);
  const char *given = source->contract ? parameters_of(source->contract, function) : NULL;
  out->count = 0;
  if (!own || !given) return;
  own += strlen(function);
  own += strspn(own, " \t\r\n");
  int count = take_names(given, out->given);
  if (take_names(own, out->own) == count) out->count = count;
}

/* If a text begins with the contract's name of a parameter, replaces this by the name in the
 * source. */
static void translate(const pointing_names *known, const char *text, size_t length, char *out,
                      size_t size) {
  size_t word = 0;
  while (word < length && sl_code_in_name(text[word])) word++;
  for (int i = 0; known && i < known->count; i++) {
    bool same = strlen(known->given[i]) == word && strncmp(known->given[i], text, word) == 0;
    if (!same || !known->own[i][0]) continue;
    (void)snprintf(out, size, "%s%.*s", known->own[i], (int)(length - word), text + word);
    return;
  }
  (void)snprintf(out, size, "%.*s", (int)length, text);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Texts to look for, as in sl_source_line. */
typedef struct wanted {
  const char *texts; /* or NULL */
  bool last;
  bool compares;             /* only lines with a comparison */
  char function[NAME_BYTES]; /* the function to search; "": not specified */
} wanted;

static bool takes_word(const char **texts, const char *word) {
  if (strncmp(*texts, word, strlen(word)) != 0) return false;
  *texts += strlen(word);
  return true;
}

static const char cause_word[] = "cause: ", bound_word[] = "bound: ", last_word[] = "last: ";

bool sl_source_points_at_cause(const char *at) {
  return at && (takes_word(&at, cause_word) || takes_word(&at, bound_word));
}

static wanted read_wanted(const char *texts) {
  wanted w = {.texts = texts};
  if (!texts) return w;
  (void)takes_word(&texts, cause_word);
  w.compares = takes_word(&texts, bound_word);
  w.last = takes_word(&texts, last_word);
  size_t length = strcspn(texts, " ");
  if (length >= 2 && length <= sizeof w.function && texts[length - 1] == ':') {
    (void)snprintf(w.function, sizeof w.function, "%.*s", (int)length - 1, texts);
    texts += length + strspn(texts + length, " ");
  }
  w.texts = texts;
  return w;
}

/* Whether the line that contains `place` has a comparison: <, >, <=, >= or !=. */
static bool line_compares(const char *code, const char *place) {
  const char *c = place;
  while (c > code && c[-1] != '\n') c--;
  for (; *c && *c != '\n'; c++) {
    if (*c == '!' && c[1] == '=') return true;
    if (*c != '<' && *c != '>') continue;
    size_t length = strspn(c, "<>");
    if (length == 1 && !(c > code && c[-1] == '-')) return true;
    c += length - 1;
  }
  return false;
}

/* Returns the first place of `text` between `from` and `end`, or the last one if w->last is set.
 * NULL if there is none. */
static const char *find_one(const char *code, const char *from, const char *end, const char *text,
                            const wanted *w) {
  const char *found = NULL;
  for (const char *c = sl_code_find(code, from, text); c && c < end;
       c = sl_code_find(code, c + 1, text)) {
    if (w->compares && !line_compares(code, c)) continue;
    found = c;
    if (!w->last) break;
  }
  return found;
}

/* Like find_one, for all texts of `w`. */
static const char *find_between(const char *code, const char *from, const char *end,
                                const wanted *w, const pointing_names *known) {
  const char *found = NULL;
  for (const char *texts = w->texts; texts && *texts;) {
    char text[2 * NAME_BYTES];
    size_t length = strcspn(texts, " ");
    translate(known, texts, length, text, sizeof text);
    const char *place = text[0] ? find_one(code, from, end, text, w) : NULL;
    if (place && (!found || (w->last ? place > found : place < found))) found = place;
    texts += length + strspn(texts + length, " ");
  }
  return found;
}

/* ---- finding places -------------------------------------------------------------------------- */

/* Functions to search: their names in their definitions, and their bodies, each once. */
typedef struct bodies {
  const char *names[MAX_FUNCTIONS], *all[MAX_FUNCTIONS];
  int count;
} bodies;

static void add_body(bodies *list, const char *name, const char *body) {
  for (int i = 0; i < list->count; i++) {
    if (list->all[i] == body) return;
  }
  if (list->count == MAX_FUNCTIONS) return;
  list->names[list->count] = name;
  list->all[list->count++] = body;
}

/* Whether the name is that of a member: "parts->update" is not the function update of the file. */
static bool is_member(const char *name) {
  return name[-1] == '.' || (name[-1] == '>' && name[-2] == '-');
}

/* Adds the functions that this body names, that is, calls or launches. */
static void add_called(const char *code, const char *body, bodies *list) {
  const char *end = after_closing(body);
  for (const char *c = body; c < end; c++) {
    char name[NAME_BYTES];
    if (!sl_code_in_name(*c) || isdigit((unsigned char)*c) || sl_code_in_name(c[-1])) continue;
    if (is_member(c)) continue;
    size_t length = sl_code_name_length(c);
    (void)snprintf(name, sizeof name, "%.*s", (int)length, c);
    const char *called, *defined = NULL;
    if (length < sizeof name) defined = definition(code, name, &called);
    if (defined) add_body(list, defined, called);
  }
}

/* Collects the function and all functions that it reaches. False: there is no such function. */
static bool reach(const char *code, const char *function, bodies *out) {
  const char *body, *name = definition(code, function, &body);
  out->count = 0;
  if (!name) return false;
  add_body(out, name, body);
  for (int i = 0; i < out->count; i++) add_called(code, out->all[i], out);
  return true;
}

/* The first place of one of the texts, in the function or else in one that it calls; or NULL.
 * `*name_out` is the name in the function's definition, or NULL. */
static const char *find_place(const sl_source *source, const char *function, const char *texts,
                              const char **name_out) {
  wanted w = read_wanted(texts);
  const char *code = source->code, *body, *found = NULL;
  const char *named = w.function[0] ? definition(code, w.function, &body) : NULL;
  if (named) function = w.function;
  *name_out = named ? named : definition(code, function, &body);
  if (!*name_out) return NULL;
  pointing_names known;
  read_names(source, function, &known);
  bodies list = {.count = 0};
  add_body(&list, *name_out, body);
  for (int i = 0; i < list.count && !found; i++) {
    const char *from = list.all[i] + 1, *end = after_closing(list.all[i]);
    found = find_between(code, from, end, &w, NULL);
    if (!found) found = find_between(code, from, end, &w, &known);
    add_called(code, list.all[i], &list);
  }
  return found;
}

int sl_source_find(const sl_source *source, const char *function, const char *texts) {
  const char *name, *found = find_place(source, function, texts, &name);
  return found ? sl_source_line_at(source->code, found) : 0;
}

int sl_source_line(const sl_source *source, const char *function, const char *texts) {
  const char *name, *found = find_place(source, function, texts, &name);
  if (!name) return 0;
  return sl_source_line_at(source->code, found ? found : name);
}

bool sl_source_holds(const sl_source *source, int line, const char *texts) {
  wanted w = read_wanted(texts);
  size_t length;
  const char *from = sl_code_line(source->code, line, &length);
  return from && find_between(source->code, from, from + length, &w, NULL) != NULL;
}

/* Whether a function is defined to return a value of a known type. */
static bool gives_value(const char *code, const char *name) {
  static const char *const types[] = {"int",     "unsigned", "long",    "short",  "char",
                                      "bool",    "float",    "real",    "double", "size_t",
                                      "int64_t", "uint32_t", "uint64_t"};
  const char *end = name;
  while (end > code && isspace((unsigned char)end[-1])) end--;
  if (end > code && end[-1] == '*') return true;
  const char *word = end;
  while (word > code && sl_code_in_name(word[-1])) word--;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    size_t length = strlen(types[i]);
    if ((size_t)(end - word) == length && strncmp(word, types[i], length) == 0) return true;
  }
  return false;
}

/* Whether the function can only be left at its end. */
static bool only_ends(const char *code, const char *body) {
  static const char *const ways_out[] = {"return", "throw", "exit", "abort", "__trap", "asm"};
  const char *end = after_closing(body);
  for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; i++) {
    const char *place = sl_code_find(code, body, ways_out[i]);
    if (place && place < end) return false;
  }
  return true;
}

int sl_source_without_return(const sl_source *source, const char *function) {
  const char *code = source->code;
  bodies list;
  if (!reach(code, function, &list)) return 0;
  for (int i = 0; i < list.count; i++) {
    if (gives_value(code, list.names[i]) && only_ends(code, list.all[i])) {
      return sl_source_line_at(code, after_closing(list.all[i]) - 1);
    }
  }
  return 0;
}

/* ---- variables that outlive a call ----------------------------------------------------------- */

/* Whether one of the words occurs in [from, end). */
static bool has_word(const char *code, const char *from, const char *end,
                     const char *const words[]) {
  for (; *words; words++) {
    const char *place = sl_code_find(code, from, *words);
    if (place && place < end) return true;
  }
  return false;
}

/* Finds a `static` variable in a body whose value may change. */
static const char *lasting_inside(const char *code, const char *body) {
  static const char *const fixed[] = {"const", "constexpr", "__shared__", NULL};
  const char *end = after_closing(body);
  for (const char *c = sl_code_find(code, body, "static"); c && c < end;
       c = sl_code_find(code, c + 1, "static")) {
    if (!has_word(code, c, c + strcspn(c, ";=({"), fixed)) return c;
  }
  return NULL;
}

/* Returns the end of the statement that begins at `from`, outside of all functions. `*variable_out`
 * is the name of the variable if it declares one that may change, else NULL. */
static const char *next_outside(const char *code, const char *from, const char **variable_out) {
  static const char *const others[] = {"const",  "constexpr", "__constant__",  "using", "typedef",
                                       "struct", "class",     "union",         "enum",  "template",
                                       "extern", "namespace", "static_assert", NULL};
  *variable_out = NULL;
  if (*from == '#') return from + strcspn(from, "\n");
  const char *head = from + strcspn(from, "=;({[");
  if (*head == '{' &&
      has_word(code, from, head, (const char *const[]){"namespace", "extern", NULL}))
    return head + 1;
  if (*head != '(' && !has_word(code, from, head, others)) {
    const char *name = head;
    while (name > from && !sl_code_in_name(name[-1])) name--;
    while (name > from && sl_code_in_name(name[-1])) name--;
    *variable_out = name;
  }
  const char *end = *head == '(' ? after_closing(head) : head;
  end += strcspn(end, ";{");
  return *end == '{' ? after_closing(end) : end + (*end == ';');
}

static bool any_names(const char *code, const bodies *list, const char *name) {
  char text[NAME_BYTES];
  size_t length = sl_code_name_length(name);
  if (length == 0 || length >= sizeof text) return false;
  (void)snprintf(text, sizeof text, "%.*s", (int)length, name);
  for (int i = 0; i < list->count; i++) {
    const char *place = sl_code_find(code, list->all[i], text);
    if (place && place < after_closing(list->all[i])) return true;
  }
  return false;
}

int sl_source_lasting(const sl_source *source, const char *function) {
  const char *code = source->code;
  bodies list;
  if (!reach(code, function, &list)) return 0;
  for (int i = 0; i < list.count; i++) {
    const char *inside = lasting_inside(code, list.all[i]);
    if (inside) return sl_source_line_at(code, inside);
  }
  const char *variable, *c = code;
  for (c += strspn(c, " \t\r\n};"); *c; c += strspn(c, " \t\r\n};")) {
    c = next_outside(code, c, &variable);
    if (variable && any_names(code, &list, variable)) return sl_source_line_at(code, variable);
  }
  return 0;
}

/* ---- barriers -------------------------------------------------------------------------------- */

/* The open brackets at a place, from the outermost to the innermost. */
typedef struct nesting {
  const char *open[MAX_FUNCTIONS];
  int depth;
} nesting;

static nesting nesting_at(const char *code, const char *place) {
  nesting n = {.depth = 0};
  for (const char *c = code; *c && c < place; c++) {
    if (*c == '{' && n.depth++ < MAX_FUNCTIONS) n.open[n.depth - 1] = c;
    if (*c == '}' && n.depth > 0) n.depth--;
  }
  if (n.depth > MAX_FUNCTIONS) n.depth = MAX_FUNCTIONS;
  return n;
}

/* Returns the opening parenthesis that matches `close`; `code` if there is none. */
static const char *opening_of(const char *code, const char *close) {
  int depth = 0;
  for (const char *c = close; c > code; c--) {
    if (*c == ')') depth++;
    if (*c == '(' && --depth == 0) return c;
  }
  return code;
}

/* Whether the word before `end`, or before parentheses that end there, is one of `words`. */
static bool follows_word(const char *code, const char *end, const char *const words[]) {
  while (end > code && isspace((unsigned char)end[-1])) end--;
  if (end > code && end[-1] == ')') end = opening_of(code, end - 1);
  while (end > code && isspace((unsigned char)end[-1])) end--;
  for (; *words; words++) {
    size_t length = strlen(*words);
    if ((size_t)(end - code) < length || strncmp(end - length, *words, length) != 0) continue;
    if ((size_t)(end - code) == length || !sl_code_in_name(end[-(ptrdiff_t)length - 1]))
      return true;
  }
  return false;
}

static const char *place_of_line(const char *code, int line) {
  size_t length;
  const char *place = sl_code_line(code, line, &length);
  return place ? place + strspn(place, " \t") : code + strlen(code);
}

/* Returns the depth at which the body of the function around a place opens: the outermost bracket
 * after a parameter list. */
static int depth_of_body(const char *code, const nesting *n) {
  for (int i = 0; i < n->depth; i++) {
    const char *end = n->open[i];
    while (end > code && isspace((unsigned char)end[-1])) end--;
    if (end > code && end[-1] == ')') return i;
  }
  return n->depth;
}

bool sl_source_is_in_branch(const sl_source *source, int line) {
  static const char *const branches[] = {"if", "else", "switch", NULL};
  const char *place = place_of_line(source->code, line);
  nesting n = nesting_at(source->code, place);
  for (int i = depth_of_body(source->code, &n) + 1; i < n.depth; i++) {
    if (follows_word(source->code, n.open[i], branches)) return true;
  }
  return sl_code_find(place, place, "if") == place || follows_word(source->code, place, branches);
}

bool sl_source_may_leave(const sl_source *source, int line) {
  static const char *const loops[] = {"for", "while", "do", NULL};
  const char *place = place_of_line(source->code, line);
  nesting n = nesting_at(source->code, place);
  int body = depth_of_body(source->code, &n);
  if (body == n.depth) return true; /* the code was not understood */
  const char *end = place;
  for (int i = n.depth - 1; i > body; i--) {
    if (follows_word(source->code, n.open[i], loops)) end = after_closing(n.open[i]);
  }
  return has_word(source->code, n.open[body], end,
                  (const char *const[]){"return", "exit", "goto", "asm", NULL});
}

/* ---- arrays that are not shared -------------------------------------------------------------- */

static const char *const barrier_words[] = {"__syncthreads", "__syncwarp", "sync", NULL};

/* Whether [from, end) contains an index of the thread: threadIdx, or a variable of this body that
 * was computed from it. */
static bool holds_thread(const char *code, const char *body, const char *from, const char *end) {
  static const char *const threads[] = {"threadIdx", "thread_rank", NULL};
  if (has_word(code, from, end, threads)) return true;
  for (const char *c = from; c < end; c++) {
    char name[NAME_BYTES];
    if (!sl_code_in_name(*c) || isdigit((unsigned char)*c) || sl_code_in_name(c[-1])) continue;
    size_t length = sl_code_name_length(c);
    (void)snprintf(name, sizeof name, "%.*s", (int)length, c);
    const char *first = sl_code_find(code, body, name); /* the place of its declaration */
    if (!first) continue;
    const char *value = first + length + strspn(first + length, " ");
    if (*value == '=' && has_word(code, value, value + strcspn(value, ",;"), threads)) return true;
  }
  return false;
}

/* Whether the body indexes the array `name` with the index of the thread. */
static bool is_indexed_by_thread(const char *code, const char *body, const char *name) {
  const char *end = after_closing(body);
  for (const char *c = sl_code_find(code, body, name); c && c < end;
       c = sl_code_find(code, c + 1, name)) {
    const char *open = c + strlen(name);
    while (*open == '[') {
      const char *close = after_closing(open);
      if (holds_thread(code, body, open, close)) return true;
      open = close;
    }
  }
  return false;
}

/* Finds the name of the local array whose declaration ends before the bracket `open`; "": none. */
static void name_of_array(const char *body, const char *open, char out[NAME_BYTES]) {
  static const char *const types[] = {"int", "unsigned", "long", "float", "real", "double", NULL};
  const char *begin = open, *type;
  out[0] = '\0';
  while (begin > body && sl_code_in_name(begin[-1])) begin--;
  const char *end = begin;
  while (end > body && isspace((unsigned char)end[-1])) end--;
  if (begin == open || end == begin) return;
  for (type = end; type > body && sl_code_in_name(type[-1]);) type--;
  for (int i = 0; types[i]; i++) {
    size_t length = strlen(types[i]);
    if ((size_t)(end - type) != length || strncmp(type, types[i], length) != 0) continue;
    (void)snprintf(out, NAME_BYTES, "%.*s", (int)(open - begin), begin);
  }
}

int sl_source_not_shared(const sl_source *source, const char *function) {
  static const char *const shared[] = {"__shared__", NULL};
  const char *code = source->code;
  bodies list;
  if (!reach(code, function, &list)) return 0;
  for (int i = 0; i < list.count; i++) {
    const char *body = list.all[i], *end = after_closing(body);
    if (!has_word(code, body, end, barrier_words) || has_word(code, body, end, shared)) continue;
    for (const char *c = body; c < end; c++) {
      char name[NAME_BYTES];
      if (*c != '[') continue;
      name_of_array(body, c, name);
      if (name[0] && is_indexed_by_thread(code, body, name)) return sl_source_line_at(code, c);
    }
  }
  return 0;
}

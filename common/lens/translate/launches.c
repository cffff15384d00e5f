/* launches.c: rewrites launches, `k<<<grid, block, shared, stream>>>(arguments)`.
 *
 * k<<<g, b>>>(n, x) becomes lens_shim::launch("k", __FILE__, __LINE__, k, g, b)(n, x). launch
 * returns a pointer to a function with k's own type, so the compiler checks and converts the
 * arguments as nvcc would, and its messages are about the arguments and not about the lens's
 * templates.
 *
 * The name alone is ambiguous if k is overloaded, or is a template whose arguments come from the
 * call. Then a call in the generated code must choose:
 *     lens_shim::launch_call("k", __FILE__, __LINE__, [&](auto... lens_a) {
 *         k(lens_shim::given(lens_a)...), lens_shim::leave(lens_a...); }, g, b)(n, x)
 * lens_shim::launch_defaulted takes both, the name and the function with the call. It is for
 * kernels with default arguments, which a pointer does not have. */
#include "macros.h"
#include "rewrite.h"
#include "syntax.h"

#include <string.h>

/* The text after the kernel's name in the function that calls it. */
#define CALL "(lens_shim::given(lens_a)...), lens_shim::leave(lens_a...); }, "

typedef struct launch {
  int callee, name; /* first token of the launched expression; the kernel's own name, or −1 */
  int open, close;  /* `<<<`, and the first `>` of `>>>` */
  int num_settings;
  bool ends_macro; /* the launch ends a macro, and its arguments follow where the macro is used */
} launch;

/* Finds the primary expression that ends at `token`: a name with its template arguments, `(*p)`,
 * `a[i]`, `f(x)`. Returns the first token of the expression, or −1. `*name` is the token of the
 * name if the expression is a name, otherwise −1. */
static int primary_before(const lens_source *source, int token, int *name) {
  static const char *const keywords[] = {"if",     "while", "for", "switch",
                                         "return", "else",  "do",  NULL};
  int i = token;
  *name = -1;
  while (lens_source_is(source, i, "]") || lens_source_is(source, i, ")")) {
    int opener = source->tokens[i].match;
    if (opener < 0) return -1;
    bool callable = lens_source_is(source, opener - 1, "]") ||
                    (lens_source_is_identifier(source, opener - 1) &&
                     !lens_source_is_one_of(source, opener - 1, keywords));
    if (!callable) return lens_source_is(source, opener, "(") ? opener : -1;
    i = opener - 1;
  }
  bool plain = i == token;
  if (lens_source_is(source, i, ">")) {
    i = lens_syntax_open_angle(source, i) - 1;
    if (i < 0) return -1;
  }
  if (!lens_source_is_identifier(source, i) || lens_source_is_one_of(source, i, keywords))
    return -1;
  if (plain) *name = i;
  return i;
}

/* Finds the first token of the expression before `<<<`, which may contain `a::b`, `a.b` and `a->b`.
 * False if there is none. */
static bool find_callee(const lens_source *source, launch *found) {
  static const char *const joints[] = {".", "->", NULL};
  int i = primary_before(source, found->open - 1, &found->name);
  while (i > 0) {
    int unused;
    if (lens_source_is(source, i - 1, "template")) {
      i--;
    } else if (lens_source_is(source, i - 1, "::")) {
      bool scoped = lens_source_is_identifier(source, i - 2) || lens_source_is(source, i - 2, ">");
      int before = scoped ? primary_before(source, i - 2, &unused) : -1;
      i = before >= 0 ? before : i - 1;
    } else if (lens_source_is_one_of(source, i - 1, joints)) {
      i = primary_before(source, i - 2, &unused);
      found->name = -1;
    } else {
      break;
    }
  }
  found->callee = i;
  return i >= 0;
}

/* Whether the three tokens from `i` on are the `>>>` of a launch. Normally they touch, but editors
 * also write `>> >`. */
static bool is_close(const lens_source *source, int i) {
  return lens_source_is(source, i, ">") && lens_source_is(source, i + 1, ">") &&
         lens_source_is(source, i + 2, ">") &&
         source->tokens[i + 1].start == source->tokens[i].start + 1 &&
         source->tokens[i + 2].line == source->tokens[i].line;
}

/* Finds the `>>>` of a launch and counts its settings. If there are several `>>>`, as in
 * k<<<size<A<B<int>>>::value, 32>>>(x), the one before `(` is the launch's. */
static void find_close(const lens_source *source, launch *found) {
  static const char *const stops[] = {";", ")", "]", "}", NULL};
  int macro = source->tokens[found->open].macro;
  found->close = -1;
  found->num_settings = 1;
  for (int i = found->open + 1; i < source->num_tokens; i++) {
    if (source->tokens[i].macro != macro || lens_source_is_one_of(source, i, stops) ||
        lens_source_is_launch(source, i))
      return;
    int match = source->tokens[i].match;
    bool arguments = lens_source_is(source, i, "<") && lens_source_is_identifier(source, i - 1);
    int behind = arguments ? lens_syntax_skip_angles(source, i) : -1;
    if (is_close(source, i)) {
      found->close = i;
      if (lens_source_is(source, i + 3, "(")) return;
    } else if (match > i) {
      i = match;
    } else if (behind > 0 &&
               (lens_source_is(source, behind, "(") || lens_source_is(source, behind, "{") ||
                lens_source_is(source, behind, "::"))) {
      i = behind - 1;
    } else if (lens_source_is(source, i, ",")) {
      found->num_settings++;
    }
  }
}

/* Whether the token is the last one of a macro's body, as in #define LAUNCH(kernel, n) kernel<<<(n)
 * / 32, 32>>> */
static bool ends_macro(const lens_source *source, int last) {
  int macro = source->tokens[last].macro;
  return macro && (last + 1 >= source->num_tokens || source->tokens[last + 1].macro != macro);
}

static bool check_launch(lens_source *source, launch *found) {
  int open = found->open;
  if (!find_callee(source, found)) {
    lens_source_error_at(source, open, "expected a kernel's name before '<<<'");
    return false;
  }
  find_close(source, found);
  if (found->close < 0) {
    lens_source_error_at(source, open,
                         "'<<<' without '>>>': write kernel<<<grid, block>>>(arguments)");
    return false;
  }
  int arguments = found->close + 3;
  found->ends_macro = ends_macro(source, arguments - 1);
  if (!found->ends_macro && !lens_source_is(source, arguments, "(")) {
    lens_source_error_at(source, found->close,
                         "expected '(' and the kernel's arguments after '>>>'");
    return false;
  }
  if (!found->ends_macro && source->tokens[arguments].match < 0) {
    lens_source_error_at(source, arguments, "this '(' of a launch is never closed");
    return false;
  }
  if (found->close == open + 1 || found->num_settings < 2 || found->num_settings > 4) {
    lens_source_error_at(source, open,
                         "a launch needs <<<grid, block>>>, and may have the bytes of shared "
                         "memory and a stream after them");
    return false;
  }
  if (lens_syntax_space_of(source, found->callee) == LENS_CODE_DEVICE) {
    lens_source_error_at(
        source, found->callee,
        "a kernel launched from device code (dynamic parallelism) does not run on the "
        "lens; launch it from the host");
    return false;
  }
  return true;
}

/* The number of template arguments at the launch. */
static int count_template_arguments(const lens_source *source, const launch *found) {
  int end = found->open - 1;
  if (!lens_source_is(source, end, ">") || end - found->name < 3) return 0;
  int count = 1;
  for (int i = found->name + 2; i < end; i++) {
    int match = source->tokens[i].match;
    bool arguments = lens_source_is(source, i, "<") && lens_source_is_identifier(source, i - 1);
    int behind = arguments ? lens_syntax_skip_angles(source, i) : -1;
    if (match > i)
      i = match;
    else if (behind > 0)
      i = behind - 1;
    else if (lens_source_is(source, i, ","))
      count++;
  }
  return count;
}

/* Whether the kernel comes from a macro's parameter: RUN(kernel, …) may name a template. */
static bool is_from_macro(const lens_source *source, const launch *found) {
  return source->tokens[found->open].macro && found->name >= 0 &&
         lens_macro_is_parameter(source, found->callee);
}

/* How the launch is written. */
typedef struct form {
  bool by_pointer; /* passes the kernel's address */
  bool by_call;    /* passes a function that calls the kernel; both may be set */
  int only;        /* the kernel's number if it has its own pointer; or −1 */
  int defaults;
} form;

static form choose_form(const lens_source *source, const lens_kernels *kernels,
                        const launch *found) {
  form chosen = {.by_pointer = true, .only = -1};
  if (found->name < 0) return chosen;
  lens_kernel_facts facts = lens_kernel_facts_of(source, kernels, found->name);
  bool chooses =
      is_from_macro(source, found) || facts.is_variadic ||
      (facts.is_overloaded && facts.only < 0) ||
      (facts.is_template && count_template_arguments(source, found) < facts.min_template_arguments);
  chosen.only = facts.only;
  chosen.defaults = chooses ? 0 : facts.defaults;
  chosen.by_call = chooses || facts.defaults > 0;
  chosen.by_pointer = !chooses;
  return chosen;
}

/* Adds the kernel's name as written at the launch, quoted. */
static void add_name(const lens_source *source, const launch *found, lens_text *text) {
  lens_text callee = {0};
  if (is_from_macro(source, found)) {
    const lens_token *parameter = &source->tokens[found->callee];
    lens_text_add_string(text, "#");
    lens_text_add(text, parameter->text, parameter->length);
  } else if (source->tokens[found->open].macro) { /* other words may be parameters of the macro */
    lens_text_add_string(text, "nullptr");
  } else {
    lens_syntax_join_tokens(source, found->callee, found->open, &callee);
    lens_text_add_string(text, "\"");
    lens_text_add_quoted(text, callee.data ? callee.data : "", callee.length);
    lens_text_add_string(text, "\"");
  }
  if (callee.status != SL_OK) text->status = callee.status;
  lens_text_free(&callee);
}

/* Adds the kernel as an expression: its name as written at the launch, or its own pointer. */
static void add_pointer(const lens_source *source, const launch *found, int only, lens_text *text) {
  lens_syntax_join_tokens(source, found->callee, only < 0 ? found->open : found->name, text);
  if (only >= 0) lens_text_printf(text, LENS_KERNEL_POINTER, only);
}

static void edit_launch(const lens_source *source, const launch *found, const form *chosen,
                        lens_edits *edits) {
  lens_text text = {0};
  bool both = chosen->by_call && chosen->by_pointer;
  if (both)
    lens_text_printf(&text, "lens_shim::launch_defaulted<%d>(", chosen->defaults);
  else
    lens_text_add_string(&text, chosen->by_call ? "lens_shim::launch_call(" : "lens_shim::launch(");
  add_name(source, found, &text);
  lens_text_add_string(&text, ", __FILE__, __LINE__, ");
  if (both) {
    add_pointer(source, found, chosen->only, &text);
    lens_text_add_string(&text, ", ");
  }
  if (chosen->by_call) {
    lens_text_add_string(&text, "[&](auto... lens_a) { ");
  } else if (chosen->only >= 0) {
    add_pointer(source, found, chosen->only, &text);
    lens_edit_remove(edits, found->callee, found->open);
  }
  lens_edit_take(edits, lens_edit_before, found->callee, &text);
  lens_edit_replace(edits, found->open, chosen->by_call ? CALL : ", ");
  lens_edit_replace(edits, found->close, ")");
  lens_edit_remove(edits, found->close + 1, found->close + 3);
}

/* Replaces NULL by nullptr in the arguments: the function that calls the kernel would get NULL as a
 * number, which does not convert to a pointer. */
static void edit_null(const lens_source *source, const launch *found, lens_edits *edits) {
  static const char *const ends[] = {",", ")", NULL};
  int open = found->close + 3;
  for (int i = open + 1; i < source->tokens[open].match; i++) {
    bool alone = lens_source_is(source, i - 1, "(") || lens_source_is(source, i - 1, ",");
    if (source->tokens[i].parent == open && lens_source_is(source, i, "NULL") && alone &&
        lens_source_is_one_of(source, i + 1, ends))
      lens_edit_replace(edits, i, "nullptr");
  }
}

void lens_rewrite_launches(lens_source *source, const lens_kernels *kernels, lens_edits *edits) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_source_is_launch(source, i)) continue;
    launch found = {.open = i};
    if (!check_launch(source, &found)) continue;
    form chosen = choose_form(source, kernels, &found);
    edit_launch(source, &found, &chosen, edits);
    if (!chosen.by_pointer && !found.ends_macro) edit_null(source, &found, edits);
  }
}

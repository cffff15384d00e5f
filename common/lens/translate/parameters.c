/* parameters.c: reads names and types of the parameters of functions and templates. */
#include "parameters.h"

#include "syntax.h"

/* The `,` after the parameter that starts at `begin`, or `close`. */
static int end_of_parameter(const lens_source *source, int begin, int close) {
  for (int i = begin; i < close; i++) {
    if (lens_source_is(source, i, ",")) return i;
    int match = source->tokens[i].match;
    bool arguments = lens_source_is(source, i, "<") && lens_source_is_identifier(source, i - 1);
    int behind = arguments ? lens_syntax_skip_angles(source, i) : -1;
    if (match > i && match < close)
      i = match;
    else if (behind > 0 && behind <= close)
      i = behind - 1;
  }
  return close;
}

/* The `=` of a default argument, or `end`. */
static int default_argument(const lens_source *source, int begin, int end) {
  for (int i = begin; i < end; i++) {
    int match = source->tokens[i].match;
    if (lens_source_is(source, i, "=")) return i;
    if (match > i && match < end) i = match;
  }
  return end;
}

/* The name in parentheses, as in `T (*name)(int)` and `T (&name)[3]`; −1: none. */
static int grouped_name(const lens_source *source, int begin, int end) {
  for (int i = begin; i + 2 < end; i++) {
    bool group = lens_source_is(source, i, "(") &&
                 (lens_source_is(source, i + 1, "*") || lens_source_is(source, i + 1, "&"));
    if (group) return lens_source_is_identifier(source, i + 2) ? i + 2 : -1;
  }
  return -1;
}

static bool all_qualifiers(const lens_source *source, int begin, int end) {
  for (int i = begin; i < end; i++) {
    if (!lens_source_is(source, i, "const") && !lens_source_is(source, i, "volatile")) return false;
  }
  return true;
}

/* The token of the parameter's name; −1 if it has none. `int`, `const Csr` and `ns::T` end in a
 * type, but `int n`, `T *p` and `Csr m` end in a name. */
static int parameter_name(const lens_source *source, int begin, int end) {
  static const char *const words[] = {"struct", "class", "union", "enum", "typename", "::", NULL};
  end = default_argument(source, begin, end);
  int grouped = grouped_name(source, begin, end);
  if (grouped >= 0) return grouped;
  while (end > begin && lens_source_is(source, end - 1, "]") &&
         source->tokens[end - 1].match >= begin)
    end = source->tokens[end - 1].match;
  int last = end - 1;
  if (last <= begin || !lens_source_is_identifier(source, last)) return -1;
  bool type = lens_syntax_is_type_word(source, last) ||
              lens_source_is_one_of(source, last - 1, words) || all_qualifiers(source, begin, last);
  return type ? -1 : last;
}

void lens_parameter_names(const lens_source *source, int open, lens_text *names) {
  int close = source->tokens[open].match;
  for (int begin = open + 1; begin < close;) {
    int end = end_of_parameter(source, begin, close);
    int name = parameter_name(source, begin, end);
    if (begin > open + 1) lens_text_add(names, ",", 1);
    if (name >= 0) lens_text_add(names, source->tokens[name].text, source->tokens[name].length);
    begin = end + 1;
  }
}

void lens_parameter_types(const lens_source *source, int open, lens_text *types) {
  int close = source->tokens[open].match;
  lens_text_add(types, "(", 1);
  for (int begin = open + 1; begin < close;) {
    int end = end_of_parameter(source, begin, close);
    if (begin > open + 1) lens_text_add(types, ", ", 2);
    lens_syntax_join_tokens(source, begin, default_argument(source, begin, end), types);
    begin = end + 1;
  }
  lens_text_add(types, ")", 1);
}

int lens_parameter_count_defaults(const lens_source *source, int open) {
  int close = source->tokens[open].match, count = 0;
  for (int begin = open + 1; begin < close;) {
    int end = end_of_parameter(source, begin, close);
    count += default_argument(source, begin, end) < end;
    begin = end + 1;
  }
  return count;
}

bool lens_parameter_template_arguments(const lens_source *source, int open, lens_text *arguments) {
  int end = lens_syntax_skip_angles(source, open) - 1, name = -1;
  bool pack = false, in_default = false, any = false;
  lens_text_add_string(arguments, "<");
  for (int i = open + 1; i <= end; i++) {
    bool nested = lens_source_is(source, i, "<") && lens_source_is_identifier(source, i - 1);
    int match = source->tokens[i].match, behind = nested ? lens_syntax_skip_angles(source, i) : -1;
    if (lens_source_is(source, i, "=")) in_default = true;
    if (lens_source_is(source, i, "...")) pack = true;
    if (lens_source_is(source, i, ",") || i == end) {
      if (name < 0) return false;
      lens_text_add_string(arguments, any ? ", " : "");
      lens_syntax_join_tokens(source, name, name + 1, arguments);
      if (pack) lens_text_add_string(arguments, "...");
      any = true, pack = in_default = false, name = -1;
    } else if (match > i || (behind > i && behind <= end)) {
      i = match > i ? match : behind - 1;
    } else if (!in_default) {
      bool named = lens_source_is_identifier(source, i) && !lens_syntax_is_type_word(source, i);
      name = named && !lens_source_is(source, i + 1, "::") ? i : -1;
    }
  }
  lens_text_add_string(arguments, ">");
  return any;
}

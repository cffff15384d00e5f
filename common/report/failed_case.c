/* failed_case.c: the picture of a failed case. */
#include "report/failed_case.h"

#include "report/paint.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 100, NARROW = 72, NARROW_INDENT = 4, NUMBER_BYTES = 32, LINE_BYTES = 2048 };
enum { FEW_DIGITS = 6, ALL_DIGITS = 17 };

/* ---- numbers --------------------------------------------------------------------------------- */

static void write_number(enum sl_wire_type type, double number, int digits, char *text) {
  if (isnan(number)) {
    (void)snprintf(text, NUMBER_BYTES, "nan"); /* a NaN of either sign */
  } else if (type == SL_INT) {
    (void)snprintf(text, NUMBER_BYTES, "%.0f", number);
  } else {
    (void)snprintf(text, NUMBER_BYTES, "%.*g", digits, number);
  }
}

/* Writes enough digits that a wrong number looks different from the right one. */
static void write_pair(enum sl_wire_type type, const sl_shown_element *element, char *expected,
                       char *got) {
  for (int digits = FEW_DIGITS; digits <= ALL_DIGITS; digits++) {
    write_number(type, element->expected, digits, expected);
    write_number(type, element->got, digits, got);
    if (!element->wrong || strcmp(expected, got) != 0) break;
  }
  if (element->unset) (void)snprintf(got, NUMBER_BYTES, "not set");
}

static int wider(int width, const char *text) {
  int of_text = sl_paint_text_width(text);
  return of_text > width ? of_text : width;
}

/* ---- the matrix ------------------------------------------------------------------------------ */

/* A text for each column of a row: the number, or "" if there is no entry. */
typedef char dense_row[SL_SMALL_SIDE][NUMBER_BYTES];

static bool spread(const sl_shown_row *row, dense_row out) {
  memset(out, 0, sizeof(dense_row));
  for (int i = 0; i < row->num_entries; i++) {
    char *cell = out[row->columns[i]];
    if (*cell) return false;
    write_number(SL_REAL, row->values[i], 4, cell);
  }
  return true;
}

/* Returns how many columns a number takes in the picture; 0 if the matrix cannot be drawn. */
static int cell_width(const sl_failed_case *exhibit) {
  int width = 1;
  for (int r = 0; r < exhibit->num_rows_shown; r++) {
    dense_row cells;
    if (!spread(&exhibit->rows[r], cells)) return 0;
    for (int c = 0; c < exhibit->num_cols; c++) width = wider(width, cells[c]);
  }
  return width + 2;
}

static void draw(FILE *stream, const sl_failed_case *exhibit, int indent, int width) {
  char text[96];
  (void)snprintf(text, sizeof text,
                 "A, %d × %d, with a dot where there is no entry:", exhibit->num_rows,
                 exhibit->num_cols);
  sl_paint_wrapped(stream, text, indent, WIDTH);
  for (int r = 0; r < exhibit->num_rows_shown; r++) {
    dense_row cells;
    (void)spread(&exhibit->rows[r], cells);
    (void)fprintf(stream, "%*s", indent, "");
    for (int c = 0; c < exhibit->num_cols; c++) {
      sl_paint_right(stream, *cells[c] ? cells[c] : ".", width);
    }
    (void)fputc('\n', stream);
  }
}

/* Prints "row 3 of A has 2 entries (value · x): column 0: 2 · 5; …". */
static void list_row(FILE *stream, const sl_failed_case *exhibit, const sl_shown_row *row,
                     int indent) {
  char text[LINE_BYTES], value[NUMBER_BYTES], x[NUMBER_BYTES];
  const char *form = exhibit->has_x ? " (value · x):" : ":";
  int used = snprintf(text, sizeof text, "row %d of A has %d %s%s", row->row, row->length,
                      row->length == 1 ? "entry" : "entries", row->length == 0 ? "" : form);
  for (int i = 0; i < row->num_entries; i++) {
    write_number(SL_REAL, row->values[i], FEW_DIGITS, value);
    write_number(SL_REAL, row->x[i], FEW_DIGITS, x);
    used +=
        snprintf(text + used, sizeof text - (size_t)used, "%s column %d: %s%s%s", i > 0 ? ";" : "",
                 row->columns[i], value, exhibit->has_x ? " · " : "", exhibit->has_x ? x : "");
  }
  if (row->num_entries < row->length) {
    (void)snprintf(text + used, sizeof text - (size_t)used, "; and %d more",
                   row->length - row->num_entries);
  }
  sl_paint_wrapped(stream, text, indent, WIDTH);
}

static void print_matrix(FILE *stream, const sl_failed_case *exhibit, int indent, int columns) {
  int width = exhibit->small ? cell_width(exhibit) : 0;
  bool empty = exhibit->num_rows == 0 || exhibit->num_cols == 0;
  if (exhibit->small && empty) {
    (void)fprintf(stream, "%*sA is %d × %d and has no elements.\n", indent, "", exhibit->num_rows,
                  exhibit->num_cols);
  } else if (width > 0 && indent + exhibit->num_cols * width <= columns) {
    draw(stream, exhibit, indent, width);
  } else {
    for (int r = 0; r < exhibit->num_rows_shown; r++) {
      list_row(stream, exhibit, &exhibit->rows[r], indent);
    }
  }
}

/* ---- the arrays ------------------------------------------------------------------------------ */

/* Prints "row_ptr = 0 2 4 5 7". */
static void print_numbers(FILE *stream, const sl_shown_array *array, const char *sign,
                          bool expected, int indent) {
  char text[LINE_BYTES], number[NUMBER_BYTES];
  int used = snprintf(text, sizeof text, "%s%s%s", array->name, sign, array->count ? "" : " none");
  for (size_t i = 0; i < array->num_elements; i++) {
    const sl_shown_element *element = &array->elements[i];
    write_number(array->type, expected ? element->expected : element->before, FEW_DIGITS, number);
    used += snprintf(text + used, sizeof text - (size_t)used, " %s", number);
  }
  sl_paint_wrapped(stream, text, indent, WIDTH);
}

static void print_input(FILE *stream, const sl_shown_array *array, int indent) {
  print_numbers(stream, array, " =", false, indent);
}

/* Whether the array had a content before the launch. The result of a function had none. */
static bool has_before(const sl_shown_array *array) {
  return array->role == SL_INOUT && !array->is_returned;
}

/* Prints the expected values of an array, if the answer never arrived. */
static void print_expected(FILE *stream, const sl_shown_array *array, int indent) {
  if (has_before(array)) print_numbers(stream, array, " before:", false, indent);
  print_numbers(stream, array, " expected:", true, indent);
}

static void name_element(const sl_shown_array *array, const sl_shown_element *element, char *text,
                         size_t size) {
  if (element->says[0]) {
    (void)snprintf(text, size, "%s", element->says);
  } else if (array->count == 1) {
    (void)snprintf(text, size, "%s", array->name);
  } else {
    (void)snprintf(text, size, "%s[%zu]", array->name, element->index);
  }
}

/* The widths of the table's columns: the element, before, expected, got. */
typedef struct widths {
  int name, before, expected, got;
} widths;

static widths measure(const sl_shown_array *array) {
  widths w = {wider(0, array->name), 6, 8, 3};
  for (size_t i = 0; i < array->num_elements; i++) {
    const sl_shown_element *element = &array->elements[i];
    char name[256], before[NUMBER_BYTES], expected[NUMBER_BYTES], got[NUMBER_BYTES];
    name_element(array, element, name, sizeof name);
    write_number(array->type, element->before, FEW_DIGITS, before);
    write_pair(array->type, element, expected, got);
    w = (widths){wider(w.name, name), wider(w.before, before), wider(w.expected, expected),
                 wider(w.got, got)};
  }
  return w;
}

static void print_line(FILE *stream, const sl_shown_array *array, const sl_shown_element *element,
                       widths w, int indent) {
  char name[256], before[NUMBER_BYTES], expected[NUMBER_BYTES], got[NUMBER_BYTES];
  name_element(array, element, name, sizeof name);
  write_number(array->type, element->before, FEW_DIGITS, before);
  write_pair(array->type, element, expected, got);
  (void)fprintf(stream, "%*s%s", indent, "", element->wrong ? sl_paint_code(stream, SL_BAD) : "");
  sl_paint_padded(stream, name, w.name + 1);
  if (has_before(array)) sl_paint_right(stream, before, w.before + 1);
  sl_paint_right(stream, expected, w.expected + 2);
  sl_paint_right(stream, got, w.got + 2);
  (void)fprintf(stream, "%s%s\n", element->wrong ? "  wrong" : "",
                element->wrong ? sl_paint_code(stream, SL_PLAIN) : "");
}

static void print_table(FILE *stream, const sl_shown_array *array, int indent) {
  widths w = measure(array);
  (void)fprintf(stream, "%*s", indent, "");
  sl_paint_padded(stream, array->is_returned ? "call" : array->name, w.name + 1);
  if (has_before(array)) sl_paint_right(stream, "before", w.before + 1);
  sl_paint_right(stream, "expected", w.expected + 2);
  sl_paint_right(stream, "got", w.got + 2);
  (void)fputc('\n', stream);
  for (size_t i = 0; i < array->num_elements; i++) {
    print_line(stream, array, &array->elements[i], w, indent);
  }
}

static void print_remark(FILE *stream, const char *name, size_t count, const char *what,
                         int indent) {
  char text[256];
  (void)snprintf(text, sizeof text, "%s: %zu %s", name, count, what);
  sl_paint_wrapped(stream, text, indent, WIDTH);
}

/* Prints "wrong: row 0 was reached 2 times" for some of the wrong elements, because these are
 * similar. */
static void print_words(FILE *stream, const sl_failed_case *exhibit, const sl_shown_array *array,
                        int indent) {
  enum { MOST = 4 };
  char text[256];
  size_t shown = 0;
  for (size_t i = 0; i < array->num_elements && shown < MOST; i++) {
    if (!array->elements[i].wrong) continue;
    (void)snprintf(text, sizeof text, "wrong: %s", array->elements[i].says);
    sl_paint_wrapped(stream, text, indent, WIDTH);
    shown++;
  }
  if (shown == array->num_wrong) return;
  (void)fprintf(stream, "%*s%zu more %s are wrong\n", indent, "", array->num_wrong - shown,
                exhibit->elements);
}

static void print_answer(FILE *stream, const sl_failed_case *exhibit, const sl_shown_array *array,
                         int indent) {
  size_t shown = 0;
  for (size_t i = 0; i < array->num_elements; i++) shown += array->elements[i].wrong;
  if (exhibit->answered && array->num_wrong == 0) {
    if (array->count > 1) {
      print_remark(stream, array->name, array->count, "elements, all correct", indent);
    }
  } else if (exhibit->elements[0]) {
    print_words(stream, exhibit, array, indent);
  } else if (exhibit->answered) {
    print_table(stream, array, indent);
    if (shown < array->num_wrong) {
      print_remark(stream, array->is_returned ? "calls" : array->name, array->num_wrong - shown,
                   array->is_returned ? "more are wrong" : "more elements are wrong", indent);
    }
  } else if (array->num_elements > 0) {
    print_expected(stream, array, indent);
  }
}

void sl_failed_case_print(FILE *stream, const sl_failed_case *exhibit, bool drawn, int indent) {
  int columns = sl_paint_columns(stream);
  if (columns == 0 || columns > WIDTH) columns = WIDTH;
  if (columns < NARROW) indent = NARROW_INDENT;
  if (!drawn && !exhibit->of_size) {
    print_matrix(stream, exhibit, indent, columns);
  } else if (exhibit->num_rows_shown > 0) {
    (void)fprintf(stream, "%*sA is the matrix above.\n", indent, "");
  }
  for (int i = 0; i < exhibit->num_arrays; i++) {
    if (exhibit->small && exhibit->arrays[i].role == SL_IN) {
      print_input(stream, &exhibit->arrays[i], indent);
    }
  }
  for (int i = 0; i < exhibit->num_arrays; i++) {
    if (exhibit->arrays[i].role != SL_IN) {
      print_answer(stream, exhibit, &exhibit->arrays[i], indent);
    }
  }
  if (!exhibit->answered) (void)fprintf(stream, "%*sNo answer came back.\n", indent, "");
  if (exhibit->answered && exhibit->sorted) {
    sl_paint_wrapped(stream,
                     "Answers that may be in any order are shown in the order of the comparison.",
                     indent, WIDTH);
  }
}

/* test_place.c: the place in the source that a repair changes, and the sentence about it. */
#include "base/test.h"

#include "repair/defect.h"
#include "repair/place.h"

#include <string.h>

static const char source[] = "void f() {\n"
                             "  for (int k = 0; k <= n; k++) {\n"
                             "    int slot = row * width + i;\n"
                             "    sum += values[k] * x[col_idx[k]];\n"
                             "    if (row < (num_rows)) y[row] = sum;\n"
                             "    copy<<<1, 2>>>(n, d_x + first);\n"
                             "    return (first);\n"
                             "  }\n"
                             "}\n";

/* Finds the place of the last `piece` that follows `before`. */
static sl_place place_of(const char *before, const char *piece) {
  sl_tokens tokens;
  sl_place place;
  const char *at = strstr(source, before);
  assert_non_null(at);
  at = strstr(at, piece);
  assert_non_null(at);
  sl_edit edit = {.from = (size_t)(at - source)};
  edit.to = edit.from + strlen(piece);
  assert_ok(sl_tokens_make(source, strlen(source), SL_DIRECTIVES_WHOLE, &tokens));
  sl_place_find(&tokens, &edit, &place);
  sl_tokens_free(&tokens);
  return place;
}

static void assert_place(sl_place place, sl_role role, const char *of) {
  assert_int_equal(place.role, role);
  assert_string_equal(place.of, of);
}

static void the_nearest_bracket_decides(void **state) {
  (void)state;
  assert_place(place_of("values[", "k"), SL_INDEX, "values");
  assert_place(place_of("col_idx[", "k"), SL_INDEX, "col_idx");
  assert_place(place_of("x[col", "col_idx"), SL_INDEX, "x");
  assert_place(place_of("; k <=", "n"), SL_ASKED, "k <= n");
  assert_place(place_of("if (", "num_rows"), SL_ASKED, "row < (num_rows)");
  assert_place(place_of("slot =", "width"), SL_GIVEN, "slot");
  assert_place(place_of("y[row]", "sum"), SL_GIVEN, "y");
}

static void what_is_none_of_these_has_no_role(void **state) {
  (void)state;
  assert_place(place_of("int k", "0"), SL_GIVEN, "k");
  assert_place(place_of("k++", "k"), SL_OTHER_ROLE, "");
  assert_place(place_of("int slot", "int"), SL_OTHER_ROLE, "");
  assert_place(place_of("return (", "first"), SL_OTHER_ROLE, "");
  sl_place place;
  const sl_tokens none = {.text = ""};
  sl_place_find(&none, &(sl_edit){.from = 3}, &place);
  assert_int_equal(place.role, SL_OTHER_ROLE);
}

static void the_sentence_says_which_and_why(void **state) {
  (void)state;
  char text[512];
  sl_repair repair = {
      .line = 9, .defect = SL_NAME, .before = "k", .place = {.role = SL_INDEX, .of = "d_x"}};
  sl_defect_text(&repair, text, sizeof text);
  assert_string_equal(text, "Line 9 reads or writes d_x at the wrong index: \"k\". d_x has one "
                            "element for each column of the matrix.");
  repair.place = (sl_place){SL_ASKED, "k < n"};
  repair.before[0] = 'n';
  sl_defect_text(&repair, text, sizeof text);
  assert_string_equal(text, "The condition in line 9, \"k < n\", tests the wrong variable: "
                            "\"n\".");
  repair.place = (sl_place){SL_OTHER_ROLE, ""};
  sl_defect_text(&repair, text, sizeof text);
  assert_string_equal(text, "Line 9 names the wrong variable.");
  repair = (sl_repair){.line = 4, .defect = SL_NO_START, .before = "malloc("};
  sl_defect_text(&repair, text, sizeof text);
  assert_string_equal(
      text, "The memory that malloc returns in line 4 has arbitrary contents: nothing sets it "
            "to 0 before it is read.");
}

static void names_of_the_handouts_are_known(void **state) {
  (void)state;
  assert_string_equal(sl_place_elements("ell_values"), "each entry or slot");
  assert_string_equal(sl_place_elements("y"), "each row of the matrix");
  assert_null(sl_place_elements("buffer"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_nearest_bracket_decides),
      cmocka_unit_test(what_is_none_of_these_has_no_role),
      cmocka_unit_test(the_sentence_says_which_and_why),
      cmocka_unit_test(names_of_the_handouts_are_known),
  };
  return cmocka_run_group_tests_name("repair_place", tests, NULL, NULL);
}

/* test_annotated.c: the annotated source on a terminal, and its parts. */
#include "captured.h"
#include "small_view.h"

#include "report/paint.h"
#include "report/sheet.h"

static void the_worse_space_colours_a_line(void **state) {
  (void)state;
  assert_int_equal(sl_sheet_heat(4, 4), SL_COOL);
  assert_int_equal(sl_sheet_heat(6, 4), SL_WARM);
  assert_int_equal(sl_sheet_heat(9, 4), SL_HOT);
  assert_int_equal(sl_sheet_heat(0, 0), SL_COOL);
  sl_line_sum sum = {.sectors = 4, .ideal_sectors = 4, .wavefronts = 32, .ideal_wavefronts = 1};
  assert_int_equal(sl_sheet_heat_of_line(&sum), SL_HOT);
  sum = (sl_line_sum){.sectors = 32, .ideal_sectors = 4, .wavefronts = 1, .ideal_wavefronts = 1};
  assert_int_equal(sl_sheet_heat_of_line(&sum), SL_HOT);
}

static char *annotated(int columns, const sl_lens_view *view) {
  captured *c = capture();
  assert_ok(sl_report_annotated(c->stream, columns, view));
  assert_int_equal(fclose(c->stream), 0);
  return c->text;
}

static sl_status make_and_free(const sl_lens_view *view) {
  sl_sheets sheets;
  sl_status status = sl_sheets_make(view, &sheets);
  sl_sheets_free(&sheets);
  return status;
}

static void only_functions_with_counters_are_shown(void **state) {
  (void)state;
  small_view *s = small_view_make();
  sl_sheets sheets;
  assert_ok(sl_sheets_make(&s->view, &sheets));
  assert_int_equal(sheets.count, 1); /* the other file cannot be read */
  assert_int_equal(sheets.items[0].num_lines, 14);
  for (int i = 1; i <= 14; i++) {
    assert_int_equal(sheets.items[0].lines[i - 1].shown, i >= 7 && i <= 12);
  }
  assert_int_equal(sheets.total.sectors, 80);
  assert_int_equal(sheets.total.wavefronts, 4000);
  assert_int_equal(sheets.total.atomics, 1000);
  sl_sheets_free(&sheets);
  assert_survives_failing_allocations(make_and_free(&s->view));
  small_view_free(s);
  assert_fails(sl_sheets_make(&s->view, &sheets), SL_ERR_INPUT, s->path);
  sl_sheets_free(&sheets);
}

static bool is_marked(const sl_sheet_line *line, void *context) {
  (void)context;
  return memchr(line->text, '!', (size_t)line->length) != NULL;
}

/* Checks the numbers of the lines that are shown of a text in which wanted lines have a "!". */
static void expect_shown(const char *text, const char *wanted) {
  sl_sheet sheet = {.path = "text.cu"};
  sl_sheet_line lines[32] = {{.text = NULL}};
  char shown[128] = "";
  assert_ok(sl_source_make(sheet.path, text, &sheet.source));
  sheet.lines = lines;
  for (const char *at = sheet.source.text; *at; at += lines[sheet.num_lines++].length + 1) {
    lines[sheet.num_lines] = (sl_sheet_line){.text = at,
                                             .code = sheet.source.code + (at - sheet.source.text),
                                             .length = (int)strcspn(at, "\n")};
  }
  assert_ok(sl_sheet_mark_functions(&sheet, is_marked, NULL));
  for (int i = 0; i < sheet.num_lines; i++) {
    size_t used = strlen(shown);
    if (lines[i].shown) (void)snprintf(shown + used, sizeof shown - used, "%d ", i + 1);
  }
  assert_string_equal(shown, wanted);
  sl_source_free(&sheet.source);
}

static void functions_in_scopes_are_shown_whole(void **state) {
  (void)state;
  expect_shown("namespace a {\n/* of f */\nint f() {\n  !1;\n}\nint g() {\n}\n}\n", "2 3 4 5 ");
  expect_shown("extern \"C\" {\nint f() {\n}\nint g() { !1; }\n}\n", "4 ");
  expect_shown("struct s {\n  int f() {\n    !1;\n  }\n};\nint g;\n", "1 2 3 4 5 ");
  /* of the two heads, only one has a body */
  expect_shown("#if A\nint f() {\n#else\nint f(int n) {\n#endif\n  !1;\n}\nint g() {\n}\n",
               "4 5 6 7 ");
}

static void lines_of_macros_are_shown(void **state) {
  (void)state;
  expect_shown("#define A { \\\n  !x \\\n  }\nint f() {\n}\n", "2 ");
  expect_shown("int f() {\n}\n#define A !x\n", "3 ");
}

static void waste_is_told_the_worst_first(void **state) {
  (void)state;
  small_view *s = small_view_make();
  sl_sheets sheets;
  char text[300];
  assert_ok(sl_sheets_make(&s->view, &sheets));
  assert_int_equal(sheets.num_worst, 2); /* the store has no excess sectors */
  sl_sheet_access_name(sheets.worst[0].first, text, sizeof text);
  assert_string_equal(text, "atomic on shared tile");
  sl_sheet_access_text(&sheets.worst[0], text, sizeof text);
  assert_string_equal(text, "3,000 of 4,000 wavefronts are more than ideal; 4.0 wavefronts per "
                            "request where 1.0 would do");
  sl_sheet_access_name(sheets.worst[1].first, text, sizeof text);
  assert_string_equal(text, "load of x");
  assert_int_equal(sl_sheet_access_excess(&sheets.worst[1]), 56);
  sl_sheets_free(&sheets);
  small_view_free(s);
}

/* If the threads of a warp mostly wait, fewer requests would be enough, although each request moves
 * few sectors. */
static void idle_threads_are_told_where_they_cost_more_than_sectors(void **state) {
  (void)state;
  small_view *s = small_view_make();
  s->counters[0] = (sl_counter){.line = 10,
                                .operation = LENS_LOAD,
                                .bytes = 4,
                                .array = "x",
                                .requests = 10000,
                                .threads = 33000,
                                .sectors = 33000,
                                .ideal_sectors = 20000};
  s->view.seen.num_counters = 2;
  char *text = annotated(0, &s->view);
  const char *idle = strstr(text, ":10: on average 3.3 of 32 threads take part in its loads; full "
                                  "warps would make 1,032 requests\n  instead of 10,000");
  assert_non_null(idle);
  assert_true(idle < strstr(text, "load of x: 13,000 of 33,000 sectors"));
  free(text);
  /* 31,000 of 33,000 sectors cost more than the idle threads */
  s->counters[0].ideal_sectors = 2000;
  text = annotated(0, &s->view);
  assert_true(strstr(text, "threads take part in its") > strstr(text, "load of x: 31,000"));
  free(text);
  s->counters[0].threads = 270000; /* nearly all take part */
  text = annotated(0, &s->view);
  assert_null(strstr(text, "threads take part in its"));
  free(text);
  s->counters[0].threads = 10000; /* one lane of a warp that stores does not lose anything */
  s->counters[0].operation = LENS_STORE;
  text = annotated(0, &s->view);
  assert_null(strstr(text, "threads take part in its"));
  free(text);
  small_view_free(s);
}

static void counters_and_findings_stand_at_their_lines(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *text = annotated(0, &s->view);
  assert_non_null(strstr(
      text,
      "of sectors  requests    sectors   /req  ideal threads waves conflicts  atomics  line\n"));
  assert_non_null(strstr(
      text, "  ███████          4         72  18.00   4.00    32.0                             10  "
            "    y[0] = x[32 * n]; // \"</td>\" & a ?[31mtrick\n"));
  assert_non_null(strstr(
      text, "  ▒▒▒▒▒▒▒▒     1,000                              3.0  4.00     3,000    1,000    11  "
            "  if (n < 3) { tile[n] = '\"'; }\n"));
  assert_non_null(strstr(text, "▲ out-of-bounds read at <x>[4096], where <x> has 4096 elements, by "
                               "block 3, thread 5; 2"));
  assert_non_null(strstr(text, "⋯  6 lines\n"));
  assert_non_null(strstr(text, "⋯  2 lines\n"));
  assert_null(strstr(text, "unused"));
  assert_null(strchr(text, '\033'));
  const char *findings = strstr(text, "Findings\n"),
             *worst = strstr(text, "Most wasted traffic (not time)");
  assert_true(findings && worst && findings < worst);
  free(text);
  small_view_free(s);
}

static int widest(const char *text) {
  int most = 0;
  while (*text) {
    char line[1024];
    size_t length = strcspn(text, "\n");
    (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
    int width = sl_paint_text_width(line);
    if (width > most) most = width;
    text += length + (text[length] == '\n');
  }
  return most;
}

static void values_that_nvcc_may_keep_are_told_at_their_line(void **state) {
  (void)state;
  small_view *s = small_view_make();
  s->counters[2].operation = LENS_LOAD;
  s->counters[2].kept_requests = 499; /* 499 of 1000 are too few for a conclusion */
  char *text = annotated(0, &s->view);
  assert_null(strstr(text, "loads of shared memory"));
  free(text);
  s->counters[2].kept_requests = 900;
  text = annotated(0, &s->view);
  assert_non_null(strstr(text, "900 of 1,000 loads of shared memory here read"));
  free(text);
  small_view_free(s);
}

static void nothing_is_wider_than_the_terminal(void **state) {
  (void)state;
  small_view *s = small_view_make();
  for (int columns = 40; columns <= 160; columns++) {
    char *text = annotated(columns, &s->view);
    assert_in_range(widest(text), columns / 2, columns);
    assert_non_null(strstr(text, "/req")); /* the last column to be left out */
    assert_int_equal(strstr(text, "of sectors requests") != NULL ||
                         strstr(text, "of sectors  requests"),
                     columns >= 123);
    assert_int_equal(strstr(text, "Widen") != NULL, columns < 61);
    free(text);
  }
  small_view_free(s);
}

/* Checks all figures of a line, ignoring spaces, at any width that has room for them: with all
 * kinds of counters, and with those of global memory alone. */
static void a_narrow_terminal_keeps_the_counters(void **state) {
  (void)state;
  small_view *s = small_view_make();
  for (int columns = 61; columns <= 160; columns++) {
    char *text = annotated(columns, &s->view);
    assert_non_null(strstr(text, "requests"));
    assert_non_null(strstr(text, "threads waves conflicts"));
    assert_non_null(strstr(text, "1,000"));
    assert_non_null(strstr(text, "3,000"));
    free(text);
  }
  s->view.seen.num_counters = 2;
  for (int columns = 40; columns <= 160; columns++) {
    char *text = annotated(columns, &s->view);
    const char *head = strstr(text, "requests");
    assert_non_null(head);
    for (const char *const *title = (const char *const[]){"sectors", "/req", "threads", NULL};
         *title; title++) {
      assert_true(strstr(head, *title) && strstr(head, *title) < strchr(head, '\n'));
    }
    free(text);
  }
  small_view_free(s);
}

/* A device was chosen: line 10 takes 30 of 40 µs, and line 12, which accesses nothing, takes the
 * rest. */
static void times_stand_beside_sectors(void **state) {
  (void)state;
  small_view *s = small_view_make();
  sl_line_time times[] = {{.line = 10, .time_us = 30}, {.line = 12, .time_us = 10}};
  for (int i = 0; i < 2; i++) (void)strcpy(times[i].file, s->path);
  char *text = annotated(0, &s->view);
  assert_null(strstr(text, "of time"));
  assert_null(strstr(text, "of the time"));
  free(text);
  s->view.seen.line_times = times;
  s->view.seen.num_line_times = 2;
  text = annotated(0, &s->view);
  assert_non_null(strstr(text, "of sectors of time  requests    sectors"));
  assert_non_null(strstr(text, "  ███████     75 %         4         72"));
  assert_non_null(strstr(text, "  ▒▒▒▒▒▒▒▒     0 %     1,000"));
  const char *last = strstr(text, "    12  }\n");
  assert_non_null(last);
  while (last > text && last[-1] != '\n') last--;
  assert_memory_equal(last, "              25 %  ", 20);
  assert_non_null(strstr(text, "would do; this line takes 75 % of the time\n"));
  free(text);
  for (int columns = 40; columns <= 160; columns++) {
    text = annotated(columns, &s->view);
    assert_in_range(widest(text), columns / 2, columns);
    assert_non_null(strstr(text, "of time"));
    free(text);
  }
  small_view_free(s);
}

static void long_lines_of_code_go_on_below(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *text = annotated(80, &s->view); /* the code is below its counters */
  assert_non_null(strstr(text, "32.0                         \n   10      y[0] = x[32 * n];"));
  assert_null(strstr(text, "…"));
  free(text);
  s->view.seen.num_counters = 2;
  text = annotated(74, &s->view); /* the code is next to the counters, in several lines */
  assert_non_null(strstr(text, "   10      y[0] = x[32 * n]; //\n"));
  assert_non_null(
      strstr(text, "\n                                                    \"</td>\" &"));
  free(text);
  small_view_free(s);
}

static void columns_without_room_are_named(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *text = annotated(50, &s->view);
  assert_non_null(strstr(text, "conflicts, atomics: left out here. Widen the"));
  free(text);
  text = annotated(0, &s->view);
  assert_null(strstr(text, "left out here"));
  assert_non_null(strstr(text, "atomics is how many of the requests"));
  assert_non_null(strstr(text, "wavefronts (▒)"));
  free(text);
  small_view_free(s);
}

static void without_accesses_there_is_nothing_to_show(void **state) {
  (void)state;
  small_view *s = small_view_make();
  s->view.seen.num_counters = s->view.seen.num_findings = 0;
  char *text = annotated(0, &s->view);
  assert_string_equal(text, "No kernel accessed memory, so there is nothing to show.\n");
  free(text);
  small_view_free(s);
}

static void counters_become_a_table(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char path[] = "/tmp/sparselab-counters-XXXXXX", text[2000] = "";
  (void)close(mkstemp(path));
  assert_ok(sl_report_counters_csv(path, &s->view));
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_true(fread(text, 1, sizeof text - 1, file) > 0);
  (void)fclose(file);
  (void)unlink(path);
  assert_non_null(strstr(
      text, "\"\",\"\",\"\",\"copy\",10,10,\"global\",\"load\",\"x\",4,2,64,64,8,0,0,0,0\n"));
  assert_non_null(strstr(
      text, "\"copy\",11,0,\"shared\",\"atomic\",\"tile\",4,1000,3000,0,0,0,4000,1000,3000\n"));
  small_view_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_worse_space_colours_a_line),
      cmocka_unit_test(only_functions_with_counters_are_shown),
      cmocka_unit_test(functions_in_scopes_are_shown_whole),
      cmocka_unit_test(lines_of_macros_are_shown),
      cmocka_unit_test(waste_is_told_the_worst_first),
      cmocka_unit_test(idle_threads_are_told_where_they_cost_more_than_sectors),
      cmocka_unit_test(counters_and_findings_stand_at_their_lines),
      cmocka_unit_test(values_that_nvcc_may_keep_are_told_at_their_line),
      cmocka_unit_test(nothing_is_wider_than_the_terminal),
      cmocka_unit_test(a_narrow_terminal_keeps_the_counters),
      cmocka_unit_test(times_stand_beside_sectors),
      cmocka_unit_test(long_lines_of_code_go_on_below),
      cmocka_unit_test(columns_without_room_are_named),
      cmocka_unit_test(without_accesses_there_is_nothing_to_show),
      cmocka_unit_test(counters_become_a_table),
  };
  return cmocka_run_group_tests_name("report_annotated", tests, NULL, NULL);
}

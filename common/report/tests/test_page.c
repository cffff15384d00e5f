/* test_page.c: the page and its parts: foreign strings appear only as text, and the pictures show
 * the accesses of the lanes. */
#define _GNU_SOURCE
#include "captured.h"
#include "small_view.h"

#include "report/html.h"

static char *end_of(captured *c) {
  assert_int_equal(fclose(c->stream), 0);
  return c->text;
}

static int count(const char *text, const char *part) {
  int found = 0;
  for (const char *at = text; (at = strstr(at, part)); at += strlen(part)) found++;
  return found;
}

static void text_means_nothing_to_a_browser(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"<script>alert('\"')</script>", "&lt;script&gt;alert(&#39;&quot;&#39;)&lt;/script&gt;"},
      {"a && b", "a &amp;&amp; b"},
      {"é\t⋯\n𝄞", "é\t⋯\n𝄞"},
      {"\xe9 latin", "\xef\xbf\xbd latin"},
      {"\033[31m\r\x7f", "\xef\xbf\xbd[31m\xef\xbf\xbd\xef\xbf\xbd"},
      {"\xc0\xaf\xed\xa0\x80", /* overlong, surrogate */
       "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"\xc2\x9b\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* a truncated control
                                                                     * character */
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    captured *c = capture();
    sl_html_text(c->stream, pairs[i][0]);
    assert_printed(c, pairs[i][1]);
  }
}

static void code_is_coloured(void **state) {
  (void)state;
  sl_sheet_line line = {.text = "#define f(x) \"a  <b>\" + int7 * 0x1F; // if  c",
                        .code = "#define f(x)          + int7 * 0x1F;         "};
  line.length = (int)strlen(line.text);
  captured *c = capture();
  sl_html_code(c->stream, &line);
  assert_printed(c, "<span class=\"p\">#</span><span class=\"p\">define</span> f(x) "
                    "<span class=\"s\">&quot;a  &lt;b&gt;&quot;</span> + int7 * "
                    "<span class=\"n\">0x1F</span>; <span class=\"c\">// if  c</span>");
  line = (sl_sheet_line){.text = "if (threadIdx.x) __syncthreads();",
                         .code = "if (threadIdx.x) __syncthreads();",
                         .length = 33};
  c = capture();
  sl_html_code(c->stream, &line);
  assert_printed(c, "<span class=\"k\">if</span> (<span class=\"q\">threadIdx</span>.x) "
                    "<span class=\"q\">__syncthreads</span>();");
}

static char *draw(void (*picture)(FILE *, const sl_request *, unsigned), const sl_request *request,
                  unsigned bytes) {
  captured *c = capture();
  picture(c->stream, request, bytes);
  return end_of(c);
}

static void lanes_side_by_side_touch_one_line(void **state) {
  (void)state;
  sl_request r = {.lanes = UINT32_MAX, .units = 4, .ideal = 4, .array = "x", .length = 64};
  for (int i = 0; i < 32; i++) r.offset[i] = 4LL * i;
  char *svg = draw(sl_picture_global, &r, 4);
  assert_int_equal(count(svg, "class=\"sector c0\""), 4);
  assert_int_equal(count(svg, "class=\"used c0\""), 4);
  assert_int_equal(count(svg, "class=\"untouched"), 0);
  assert_int_equal(count(svg, "class=\"lane c0\""), 32);
  assert_int_equal(count(svg, "32 of its 32 bytes asked for, by 8 lanes"), 4);
  assert_non_null(strstr(svg, ">x[0 … 31]</text>"));
  assert_non_null(strstr(svg, "<title>lane 31: x[31]</title>"));
  free(svg);
}

static void strided_lanes_touch_a_sector_each(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *svg = draw(sl_picture_global, &s->requests[0], 4);
  assert_int_equal(count(svg, "<rect class=\"sector"), 32);
  assert_int_equal(count(svg, "<rect class=\"untouched"), 96);
  assert_int_equal(count(svg, "4 of its 32 bytes asked for, by 1 lane<"), 32);
  assert_int_equal(count(svg, "<path class=\"curve"), 32);
  assert_non_null(strstr(svg, ">x[992 … 1023]</text>"));
  free(svg);
  small_view_free(s);
}

/* A few lanes read an array that begins in the middle of a line. They begin before its first
 * element. */
static void lanes_outside_and_inactive_are_shown(void **state) {
  (void)state;
  sl_request r = {.lanes = 0x80000001u,
                  .units = 2,
                  .ideal = 1,
                  .array = "<a>",
                  .length = 5,
                  .phase = 64,
                  .offset = {-128, 8}};
  char *svg = draw(sl_picture_global, &r, 8);
  assert_int_equal(count(svg, "class=\"lane off\""), 30);
  assert_int_equal(count(svg, "takes no part"), 30);
  assert_non_null(strstr(svg, "<title>lane 0: &lt;a&gt;[-16]</title>"));
  assert_non_null(strstr(svg, "<title>lane 31: &lt;a&gt;[1]</title>"));
  assert_non_null(strstr(svg, "outside of &lt;a&gt;"));
  assert_non_null(strstr(svg, ">&lt;a&gt;[0 … 4]</text>"));
  assert_int_equal(count(svg, "8 of its 32 bytes asked for, by 1 lane<"), 2);
  assert_null(strstr(svg, "<a>"));
  free(svg);
}

static void words_of_one_bank_stand_below_each_other(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *svg = draw(sl_picture_shared, &s->requests[1], 4);
  assert_int_equal(count(svg, "<title>bank 0, wavefront"), 2);
  assert_int_equal(count(svg, "<title>bank 1, wavefront"), 1);
  assert_non_null(strstr(svg, "bank 0, wavefront 2: tile + 128 bytes, asked for by lane 1<"));
  assert_int_equal(count(svg, "class=\"untouched"), 30);
  assert_int_equal(count(svg, "class=\"lane w0\""), 2);
  assert_int_equal(count(svg, "class=\"lane w1\""), 1);
  free(svg);
  sl_request same = {.lanes = 0xf, .array = "t", .length = -1}; /* a broadcast is one word */
  svg = draw(sl_picture_shared, &same, 4);
  assert_int_equal(count(svg, "wavefront"), 1);
  assert_non_null(strstr(svg, "asked for by lane 0 and 3 more<"));
  free(svg);
  same.offset[0] = 8; /* 16 bytes are four words in four banks */
  svg = draw(sl_picture_shared, &(sl_request){.lanes = 1, .array = "t"}, 16);
  assert_int_equal(count(svg, "<title>bank"), 4);
  free(svg);
  small_view_free(s);
}

static char *page_of(const sl_lens_view *view) {
  char path[] = "/tmp/sparselab-page-XXXXXX";
  (void)close(mkstemp(path));
  assert_ok(sl_report_page(path, view));
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  captured *c = capture();
  for (int letter; (letter = fgetc(file)) != EOF;) (void)fputc(letter, c->stream);
  (void)fclose(file);
  (void)unlink(path);
  return end_of(c);
}

static void the_page_holds_everything_as_text(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *page = page_of(&s->view);
  assert_non_null(strstr(page, "<title>a&lt;b&gt;.cu &amp; &quot;c&quot; – lens</title>"));
  assert_int_equal(count(page, "<script"), 1); /* the page's own */
  assert_null(strstr(page, "<b>badly"));
  assert_non_null(strstr(page, "// Copies, &lt;b&gt;badly&lt;/b&gt;."));
  assert_non_null(strstr(page, "&quot;&lt;/td&gt;&quot; &amp; a \xef\xbf\xbd[31mtrick"));
  assert_non_null(strstr(page, "where &lt;x&gt; has 4096 elements"));
  assert_null(strstr(page, "<x>"));
  assert_null(strstr(page, "http")); /* nothing from outside */
  free(page);
  small_view_free(s);
}

static void the_page_has_its_parts(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *page = page_of(&s->view);
  assert_non_null(strstr(page, "<b>80</b><span>sectors of 32 bytes"));
  assert_non_null(strstr(page, "<a href=\"#f0L10\">"));
  assert_non_null(strstr(page, "<tr id=\"f0L10\">"));
  assert_non_null(strstr(page, "<tr id=\"f0L3\" class=\"far\">"));
  assert_non_null(strstr(page, "<td>4 × 1 × 1</td><td>64 × 1 × 1</td><td>2</td><td>8.0</td>"));
  assert_non_null(
      strstr(page, "<details><summary>picture: load of x, column 10, 32.0 sectors per request"));
  assert_non_null(strstr(page, "worst: block 2, warp 1</label>"));
  assert_non_null(strstr(page, "block 0, warp 0, request 7</label>"));
  assert_non_null(strstr(page, "<b>32 sectors</b>, where 4 would do; 1024 bytes moved for 128"));
  assert_non_null(strstr(page, "<details open><summary>picture: atomic on shared tile, 4.0"));
  assert_int_equal(count(page, "<svg "), 2);
  assert_int_equal(count(page, "<tr class=\"finding\">"), 1);
  assert_int_equal(count(page, "<tr "), count(page, "</tr>") - count(page, "<tr>"));
  free(page);
  small_view_free(s);
}

static void the_page_says_what_each_launch_needs(void **state) {
  (void)state;
  small_view *s = small_view_make();
  sl_predicted launches[2] = {{.launch = 0}, {.launch = 1}};
  for (int i = 0; i < 2; i++) {
    launches[i].is = (lens_prediction){.made = true,
                                       .time_us = 12,
                                       .kernel_us = 10,
                                       .queued_us = 11,
                                       .limit = LENS_LIMIT_LATENCY,
                                       .lanes = 1,
                                       .num_blocks = 4,
                                       .recorded_blocks = 4,
                                       .dram_sectors = 62500,
                                       .multiprocessors = 132,
                                       .warps_most = 64,
                                       .blocks_fit = 32,
                                       .warps = 0.5,
                                       .in_flight = 1.25,
                                       .rounds = 5,
                                       .dram_gbps = 4000};
  }
  sl_line_time time = {.kernel = "copy", .line = 10, .time_us = 20};
  (void)strcpy(time.file, s->path);
  char *page = page_of(&s->view);
  assert_null(strstr(page, "Predicted"));
  assert_non_null(strstr(page, " no-times\""));
  free(page);
  (void)strcpy(s->view.seen.gpu, "A GPU");
  s->view.seen.predicted = launches;
  s->view.seen.num_predicted = 2;
  s->view.seen.line_times = &time;
  s->view.seen.num_line_times = 1;
  page = page_of(&s->view);
  assert_non_null(strstr(page,
                         "<td class=\"num\">2</td><td><code>copy</code></td><td class=\"num\">"
                         "12.0 µs</td><td class=\"num\">0.5 of 64</td><td>launch size</td>"
                         "<td class=\"num\">2.00 MB</td><td class=\"num\">5 %</td>"));
  assert_non_null(strstr(page, "<p>Few warps: a multiprocessor can hold 64"));
  assert_non_null(strstr(page, "<p>Few loads: a waiting warp has only 1.2 loads in flight"));
  assert_non_null(strstr(page, "(2.00 MB), 200 GB/s, which is 5 % of its bandwidth"));
  assert_non_null(strstr(page, "<th class=\"num time\" scope=\"col\">of time</th>"));
  assert_non_null(strstr(page, "<td class=\"num time\">100 %</td>"));
  assert_null(strstr(page, " no-times\""));
  free(page);
  small_view_free(s);
}

/* Each counter has a name below its line, and none is hidden because there is no room. */
static void a_narrow_screen_keeps_the_counters(void **state) {
  (void)state;
  small_view *s = small_view_make();
  char *page = page_of(&s->view);
  static const char *const classes[] = {"requests", "sectors", "each",      "ideal",
                                        "threads",  "waves",   "conflicts", "atomics"};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    char label[64], cell[64];
    (void)snprintf(label, sizeof label, "td.%s::after{content:'", classes[i]);
    (void)snprintf(cell, sizeof cell, "class=\"num %s", classes[i]);
    assert_non_null(strstr(page, label));
    assert_non_null(strstr(page, cell));
  }
  for (const char *hides = page; (hides = strstr(hides, "{display:none}")); hides++) {
    const char *rule = hides;
    while (rule > page && !strchr("{}", rule[-1])) rule--;
    assert_null(memmem(rule, (size_t)(hides - rule), ".requests", 9));
    assert_null(memmem(rule, (size_t)(hides - rule), ".threads", 8));
    assert_null(memmem(rule, (size_t)(hides - rule), ".sectors", 8));
  }
  free(page);
  small_view_free(s);
}

static void what_a_worker_makes_up_is_survived(void **state) {
  (void)state;
  small_view *s = small_view_make();
  s->requests[0].counter = 99;
  s->requests[1].counter = 0;
  s->counters[0].bytes = 4000000000u;
  s->counters[0].operation = -7;
  s->counters[1].line = -3;
  s->counters[2].line = 2000000000;
  s->counters[2].space = 17;
  s->findings[0].line = -1;
  char *page = page_of(&s->view);
  assert_int_equal(count(page, "<svg "), 0);
  free(page);
  assert_fails(sl_report_page("/nowhere/page.html", &s->view), SL_ERR_SYSTEM, "/nowhere/page.html");
  small_view_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_means_nothing_to_a_browser),
      cmocka_unit_test(code_is_coloured),
      cmocka_unit_test(lanes_side_by_side_touch_one_line),
      cmocka_unit_test(strided_lanes_touch_a_sector_each),
      cmocka_unit_test(lanes_outside_and_inactive_are_shown),
      cmocka_unit_test(words_of_one_bank_stand_below_each_other),
      cmocka_unit_test(the_page_holds_everything_as_text),
      cmocka_unit_test(the_page_has_its_parts),
      cmocka_unit_test(the_page_says_what_each_launch_needs),
      cmocka_unit_test(a_narrow_screen_keeps_the_counters),
      cmocka_unit_test(what_a_worker_makes_up_is_survived),
  };
  return cmocka_run_group_tests_name("report_page", tests, NULL, NULL);
}

/* page_source.c: the table of the page: code, counters, findings, and a picture of requests. */
#include "report/html.h"

#include "base/path.h"
#include "judge/explain.h"

#include "lens/lens.h"

#include <string.h>

enum { COLUMNS = 12, MOST_PICTURES = 6, MOST_IF_BRIEF = 2 };

typedef struct page_source_table {
  FILE *file;
  const sl_lens_view *view;
  const sl_sheets *sheets;
  const sl_sheet *sheet;
} page_source_table;

static size_t number_of_sheet(const sl_sheets *sheets, const char *source) {
  for (size_t i = 0; i < sheets->count; i++) {
    if (sl_sheet_has(&sheets->items[i], source)) return i;
  }
  return 0;
}

int sl_page_level(const sl_lens_view *view) {
  return view->level ? view->level : 2;
}

void sl_page_anchor(FILE *file, const sl_sheets *sheets, const char *source, int line) {
  (void)fprintf(file, "%sf%zuL%d", sheets->prefix, number_of_sheet(sheets, source), line);
}

/* ---- counters -------------------------------------------------------------------------------- */

static const char *const class_of_heat[] = {"cool", "warm", "hot"};

static const char *heat_class(uint64_t units, uint64_t ideal) {
  return class_of_heat[sl_sheet_heat(units, ideal)];
}

static void put_cell(FILE *file, const char *class, const char *text) {
  (void)fprintf(file, "<td class=\"%s\">%s</td>", class, text);
}

static void put_count(FILE *file, const char *class, uint64_t count) {
  put_cell(file, class, count ? sl_sheet_grouped(count) : "");
}

static void put_ratio(FILE *file, const char *class, const char *heat, int digits, uint64_t over,
                      uint64_t under) {
  char text[32] = "", classes[48];
  if (under) (void)snprintf(text, sizeof text, "%.*f", digits, (double)over / (double)under);
  (void)snprintf(classes, sizeof classes, "%s %s", class, under ? heat : "");
  put_cell(file, classes, text);
}

static void put_bar(FILE *file, const sl_line_sum *s, const sl_line_sum *total) {
  bool shared = s->sectors == 0;
  uint64_t part = shared ? s->wavefronts : s->sectors;
  uint64_t all = shared ? total->wavefronts : total->sectors;
  double share = all ? 100.0 * (double)part / (double)all : 0;
  (void)fprintf(file,
                "<td class=\"share\" title=\"%.1f %% of all %s\"><div class=\"bar %s%s\" "
                "style=\"width:%.1f%%\"></div></td>",
                share, shared ? "wavefronts" : "sectors", class_of_heat[sl_sheet_heat_of_line(s)],
                shared ? " striped" : "", share);
}

static void put_sum(const page_source_table *t, const sl_line_sum *s) {
  FILE *file = t->file;
  char time[32];
  put_bar(file, s, &t->sheets->total);
  sl_sheet_time_text(s, &t->sheets->total, time, sizeof time);
  put_cell(file, "num time", time);
  put_count(file, "num requests", s->requests);
  put_count(file, "num sectors", s->sectors);
  put_ratio(file, "num each", heat_class(s->sectors, s->ideal_sectors), 2, s->sectors,
            s->global_requests);
  put_ratio(file, "num ideal", "", 2, s->ideal_sectors, s->global_requests);
  put_ratio(file, "num threads", "", 1, s->threads, s->requests);
  put_ratio(file, "num waves", heat_class(s->wavefronts, s->ideal_wavefronts), 2, s->wavefronts,
            s->shared_requests);
  put_count(file, "num conflicts", s->bank_conflicts);
  put_count(file, "num atomics", s->atomics);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static bool same_request(const sl_request *a, const sl_request *b) {
  return a->launch == b->launch && a->warp == b->warp && a->lanes == b->lanes &&
         a->phase == b->phase && memcmp(a->block, b->block, sizeof a->block) == 0 &&
         memcmp(a->offset, b->offset, sizeof a->offset) == 0;
}

/* Chooses the pictures of one counter: its requests, each only once. Returns their number. */
static int choose(const sl_lens_view *view, size_t counter, const sl_request **chosen,
                  bool *worst_too) {
  int count = 0;
  for (size_t i = 0; i < view->seen.num_requests && count < MOST_PICTURES; i++) {
    const sl_request *r = &view->seen.requests[i];
    if (r->counter != counter || r->lanes == 0) continue;
    int same = 0;
    while (same < count && !same_request(chosen[same], r)) same++;
    if (same < count && chosen[same]->worst) {
      chosen[same] = r; /* the worst request was made by the watched warp: keep its number */
      worst_too[same] = true;
    } else if (same == count) {
      worst_too[count] = r->worst;
      chosen[count++] = r;
    }
  }
  return count;
}

static void put_block(FILE *file, const sl_request *r) {
  if (r->block[1] || r->block[2]) {
    (void)fprintf(file, "block (%u,%u,%u), warp %u", r->block[0], r->block[1], r->block[2],
                  r->warp);
  } else {
    (void)fprintf(file, "block %u, warp %u", r->block[0], r->warp);
  }
}

static void put_choice(FILE *file, const sl_request *r, bool worst) {
  if (worst && r->units > r->ideal) (void)fputs("worst: ", file);
  put_block(file, r);
  if (!r->worst) {
    (void)fprintf(file, ", request %llu", (unsigned long long)r->turn + 1);
  }
}

static int bytes_asked_for(const sl_request *r, unsigned bytes) {
  int distinct = 0, count = __builtin_popcount(r->lanes);
  for (int i = 0; i < count; i++) {
    int before = 0;
    while (before < i && r->offset[before] != r->offset[i]) before++;
    distinct += before == i;
  }
  return distinct * (int)bytes;
}

static void put_caption(FILE *file, const sl_request *r, const sl_counter *c) {
  int lanes = __builtin_popcount(r->lanes), asked = bytes_asked_for(r, c->bytes);
  (void)fprintf(file, "<p class=\"caption\">%d lane%s, %u bytes each: ", lanes,
                lanes == 1 ? "" : "s", c->bytes);
  if (c->space == LENS_SHARED) {
    (void)fprintf(file, "<b>%u wavefront%s</b>, where %u would do.</p>\n", r->units,
                  r->units == 1 ? "" : "s", r->ideal);
    return;
  }
  (void)fprintf(file, "<b>%u sector%s</b>, where %u would do; %u bytes moved for %d distinct ones",
                r->units, r->units == 1 ? "" : "s", r->ideal, r->units * 32, asked);
  (void)fprintf(
      file, " (%.0f %%).%s</p>\n", r->units ? 100.0 * asked / (r->units * 32.0) : 0,
      c->operation == LENS_ATOMIC
          ? " Lanes at one address are served one after another, and each moves its sector again."
          : "");
}

static void put_picture(FILE *file, const sl_request *r, const sl_counter *c) {
  if (c->bytes == 0 || c->bytes > 16) return;
  put_caption(file, r, c);
  (void)fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"picture\">", file);
  (c->space == LENS_SHARED ? sl_picture_shared : sl_picture_global)(file, r, c->bytes);
  (void)fputs("</div>\n", file);
}

/* Writes radio buttons, each followed by what it shows, so that no script is needed. */
static void put_pictures(const page_source_table *t, size_t counter) {
  const sl_counter *c = &t->view->seen.counters[counter];
  const sl_request *chosen[MOST_PICTURES];
  bool worst[MOST_PICTURES];
  char name[100];
  int count = choose(t->view, counter, chosen, worst);
  if (count == 0) return;
  sl_sheet_access_name(c, name, sizeof name);
  bool worst_line = t->sheets->num_worst > 0 && t->sheets->worst[0].first == c;
  (void)fprintf(t->file, "<details%s><summary>picture: ", worst_line ? " open" : "");
  sl_html_text(t->file, name);
  if (c->column > 0) (void)fprintf(t->file, ", column %d", c->column);
  (void)fprintf(t->file, ", %.1f %s per request</summary>\n<div class=\"choices\">\n",
                (double)(c->sectors + c->wavefronts) / (double)(c->requests ? c->requests : 1),
                c->space == LENS_SHARED ? "wavefronts" : "sectors");
  for (int i = 0; i < count; i++) {
    const char *prefix = t->sheets->prefix;
    (void)fprintf(t->file,
                  "<input type=\"radio\" name=\"%sp%zu\" id=\"%sp%zu-%d\"%s>"
                  "<label for=\"%sp%zu-%d\">",
                  prefix, counter, prefix, counter, i, i == 0 ? " checked" : "", prefix, counter,
                  i);
    put_choice(t->file, chosen[i], worst[i]);
    (void)fputs("</label>\n", t->file);
  }
  for (int i = 0; i < count; i++) {
    (void)fputs("<div class=\"panel\">", t->file);
    put_picture(t->file, chosen[i], c);
    (void)fputs("</div>\n", t->file);
  }
  (void)fputs("</div></details>\n", t->file);
}

static bool is_wanted(const page_source_table *t, const sl_counter *counter) {
  if (!t->view->brief) return true;
  for (size_t i = 0; i < t->sheets->num_worst && i < MOST_IF_BRIEF; i++) {
    if (t->sheets->worst[i].first == counter) return true;
  }
  return false;
}

static void put_picture_row(const page_source_table *t, int number) {
  bool open = false;
  for (size_t i = 0; i < t->view->seen.num_counters; i++) {
    const sl_counter *c = &t->view->seen.counters[i];
    if (c->line != number || !sl_sheet_has(t->sheet, c->file) || !is_wanted(t, c)) continue;
    if (!open) {
      (void)fprintf(t->file, "<tr class=\"pictures\"><td colspan=\"%d\">", COLUMNS);
    }
    open = true;
    put_pictures(t, i);
  }
  if (open) (void)fputs("</td></tr>\n", t->file);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void put_remark(const page_source_table *t, const char *class, const char *text) {
  (void)fprintf(t->file, "<tr class=\"%s\"><td></td><td colspan=\"%d\">", class, COLUMNS - 1);
  sl_html_text(t->file, text);
  (void)fputs("</td></tr>\n", t->file);
}

static void put_findings_at(const page_source_table *t, int number) {
  for (size_t i = 0; i < t->view->seen.num_findings; i++) {
    const sl_finding *f = &t->view->seen.findings[i];
    char text[700] = "▲ ";
    if (f->line != number || !sl_sheet_has(t->sheet, f->file)) continue;
    sl_explain_finding(f, text + strlen(text), sizeof text - strlen(text));
    put_remark(t, "finding", text);
  }
}

static void put_kept(const page_source_table *t, const sl_line_sum *sum) {
  char text[300];
  sl_sheet_kept_text(sum, text, sizeof text);
  if (text[0]) put_remark(t, "remark", text);
}

static void put_line(const page_source_table *t, int number) {
  const sl_sheet_line *line = &t->sheet->lines[number - 1];
  (void)fprintf(t->file, "<tr id=\"");
  sl_page_anchor(t->file, t->sheets, t->sheet->path, number);
  (void)fprintf(t->file, "\"%s><td class=\"line\">%d</td><td class=\"code\">",
                line->shown ? "" : " class=\"far\"", number);
  sl_html_code(t->file, line);
  (void)fputs("</td>", t->file);
  if (line->sum.requests || sl_sheet_takes_time(&line->sum, &t->sheets->total)) {
    put_sum(t, &line->sum);
  } else {
    (void)fprintf(t->file, "<td class=\"none\" colspan=\"%d\"></td>", COLUMNS - 2);
  }
  (void)fputs("</tr>\n", t->file);
  put_findings_at(t, number);
  put_kept(t, &line->sum);
  if (line->sum.requests) put_picture_row(t, number);
}

static void put_gap(const page_source_table *t, int lines) {
  (void)fprintf(t->file,
                "<tr class=\"gap\"><td>⋯</td><td colspan=\"%d\">%d line%s without accesses</td>"
                "</tr>\n",
                COLUMNS - 1, lines, lines == 1 ? "" : "s");
}

static int hidden_from(const sl_sheet *sheet, int index) {
  int count = 0;
  while (index + count < sheet->num_lines && !sheet->lines[index + count].shown) count++;
  return count;
}

static void put_sheet(const page_source_table *t) {
  static const char *const heads[][2] = {
      {"share", "of sectors"},    {"num time", "of time"},     {"num requests", "requests"},
      {"num sectors", "sectors"}, {"num each", "per request"}, {"num ideal", "ideal"},
      {"num threads", "threads"}, {"num waves", "wavefronts"}, {"num conflicts", "conflicts"},
      {"num atomics", "atomics"}};
  int level = sl_page_level(t->view) + 1;
  (void)fprintf(t->file, "<h%d class=\"file\">", level);
  sl_html_text(t->file, sl_report_path(t->sheet->path));
  (void)fprintf(t->file, "</h%d>\n", level);
  (void)fputs("<table class=\"source\"><thead><tr><th class=\"line\"></th>"
              "<th class=\"code\"></th>",
              t->file);
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    (void)fprintf(t->file, "<th class=\"%s\" scope=\"col\">%s</th>", heads[i][0], heads[i][1]);
  }
  (void)fputs("</tr></thead>\n<tbody>\n", t->file);
  for (int i = 0; i < t->sheet->num_lines; i++) {
    bool begins = !t->sheet->lines[i].shown && (i == 0 || t->sheet->lines[i - 1].shown);
    if (begins) put_gap(t, hidden_from(t->sheet, i));
    if (t->sheet->lines[i].shown || !t->view->brief) put_line(t, i + 1);
  }
  (void)fputs("</tbody></table>\n", t->file);
}

static const char *hide(const sl_line_sum *total) {
  static const char *const classes[] = {"no-shared no-atomics", "no-shared", "no-atomics", ""};
  return classes[(total->atomics > 0) + 2 * (total->shared_requests > 0)];
}

void sl_page_source(FILE *file, const sl_lens_view *view, const sl_sheets *sheets) {
  int level = sl_page_level(view);
  (void)fprintf(file, "<section class=\"sources %s%s\"><h%d>Source</h%d>\n", hide(&sheets->total),
                sheets->total.time_us > 0 ? "" : " no-times", level, level);
  if (!view->brief) {
    (void)fprintf(
        file,
        "<input type=\"checkbox\" class=\"all\" id=\"%sall\"><label for=\"%sall\">show all "
        "lines</label>\n",
        sheets->prefix, sheets->prefix);
  }
  for (size_t i = 0; i < sheets->count; i++) {
    put_sheet(&(page_source_table){file, view, sheets, &sheets->items[i]});
  }
  (void)fputs("</section>\n", file);
}

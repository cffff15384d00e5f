/* annotated.c: the source on a terminal, line by line, with the lens's counters beside it. */
#include "report/report.h"

#include "base/path.h"
#include "judge/explain.h"
#include "report/paint.h"
#include "report/sheet.h"
#include "report/times.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BAR = 8, MOST_WORST = 3, TEXT_WIDTH = 100, CELL_BYTES = 64 };
enum { LEAST_CODE = 44, LEAST_WRAPPED = 28, LEAST_BELOW = 8 }; /* columns of the code */

/* ---- columns --------------------------------------------------------------------------------- */

/* Fills in a cell's text; returns its colour. */
typedef sl_paint fill_cell(const sl_line_sum *sum, const sl_line_sum *total, char *out);

static const sl_paint paint_of_heat[] = {SL_GOOD, SL_WARN, SL_BAD};

static sl_paint paint_of(uint64_t units, uint64_t ideal) {
  return paint_of_heat[sl_sheet_heat(units, ideal)];
}

/* Draws a bar for the share of all sectors. If a line has no sectors, the bar is lighter, and
 * stands for the share of all wavefronts. */
static sl_paint fill_bar(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  bool shared = s->sectors == 0;
  uint64_t part = shared ? s->wavefronts : s->sectors;
  uint64_t all = shared ? total->wavefronts : total->sectors;
  int filled = all ? (int)((double)part / (double)all * BAR + 0.5) : 0;
  out[0] = '\0';
  for (int i = 0; i < filled; i++) strcat(out, shared ? "▒" : "█");
  for (int i = filled; i < BAR; i++) strcat(out, " ");
  return paint_of_heat[sl_sheet_heat_of_line(s)];
}

static sl_paint fill_time(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  sl_sheet_time_text(s, total, out, CELL_BYTES);
  return SL_BOLD;
}

static void put_count(uint64_t count, char *out) {
  if (count == 0) {
    out[0] = '\0';
  } else if (count < 10 * 1000 * 1000) {
    (void)snprintf(out, CELL_BYTES, "%s", sl_sheet_grouped(count));
  } else {
    (void)snprintf(out, CELL_BYTES, "%.4g M", (double)count / 1e6);
  }
}

static void put_ratio(uint64_t over, uint64_t under, int digits, char *out) {
  out[0] = '\0';
  if (under) (void)snprintf(out, CELL_BYTES, "%.*f", digits, (double)over / (double)under);
}

static sl_paint fill_requests(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_count(s->requests, out);
  return SL_PLAIN;
}

static sl_paint fill_sectors(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_count(s->sectors, out);
  return SL_PLAIN;
}

static sl_paint fill_each(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_ratio(s->sectors, s->global_requests, 2, out);
  return paint_of(s->sectors, s->ideal_sectors);
}

static sl_paint fill_ideal(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_ratio(s->ideal_sectors, s->global_requests, 2, out);
  return SL_PLAIN;
}

static sl_paint fill_threads(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_ratio(s->threads, s->requests, 1, out);
  return SL_PLAIN;
}

static sl_paint fill_wavefronts(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_ratio(s->wavefronts, s->shared_requests, 2, out);
  return paint_of(s->wavefronts, s->ideal_wavefronts);
}

static sl_paint fill_conflicts(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_count(s->bank_conflicts, out);
  return SL_PLAIN;
}

static sl_paint fill_atomics(const sl_line_sum *s, const sl_line_sum *total, char *out) {
  (void)total;
  put_count(s->atomics, out);
  return SL_PLAIN;
}

enum { OF_ALL, OF_GLOBAL, OF_SHARED, OF_ATOMICS, OF_TIMES };

static const struct column {
  const char *title;
  fill_cell *fill;
  int width;
  int of;   /* the column is shown only if there are such accesses */
  int rank; /* on a narrow terminal, the columns of the highest rank are left out first */
} columns[] = {
    {"of sectors", fill_bar, 10, OF_ALL, 9},        {"of time", fill_time, 7, OF_TIMES, 1},
    {"requests", fill_requests, 9, OF_ALL, 3},      {"sectors", fill_sectors, 10, OF_GLOBAL, 2},
    {"/req", fill_each, 6, OF_GLOBAL, 0},           {"ideal", fill_ideal, 6, OF_GLOBAL, 6},
    {"threads", fill_threads, 7, OF_ALL, 4},        {"waves", fill_wavefronts, 5, OF_SHARED, 5},
    {"conflicts", fill_conflicts, 9, OF_SHARED, 7}, {"atomics", fill_atomics, 8, OF_ATOMICS, 8},
};
enum { NUM_COLUMNS = sizeof columns / sizeof *columns };

/* How a sheet is laid out. */
typedef struct annotated_layout {
  FILE *stream;
  const sl_lens_view *view;
  const sl_line_sum *total;
  bool has[NUM_COLUMNS];
  int widths[NUM_COLUMNS];
  int counters; /* columns of the terminal that the counters take */
  int code;     /* the columns that are left for the code; 0: no limit */
  bool below;   /* the code is below its counters */
} annotated_layout;

static bool applies(const struct column *column, const sl_line_sum *total) {
  if (column->of == OF_GLOBAL) return total->global_requests > 0;
  if (column->of == OF_SHARED) return total->shared_requests > 0;
  if (column->of == OF_ATOMICS) return total->atomics > 0;
  if (column->of == OF_TIMES) return total->time_us > 0;
  return true;
}

static void measure(annotated_layout *l) {
  l->counters = 0;
  for (int i = 0; i < NUM_COLUMNS; i++) l->counters += l->has[i] ? l->widths[i] + 1 : 0;
}

enum { NUMBER_WIDTH = 7 }; /* "12345 " before the code */

/* Makes each column as wide as its heading and its longest figure need. */
static void fit_columns(annotated_layout *l, const sl_sheets *sheets) {
  for (int i = 0; i < NUM_COLUMNS; i++) l->widths[i] = sl_paint_text_width(columns[i].title);
  for (size_t s = 0; s < sheets->count; s++) {
    for (int n = 0; n < sheets->items[s].num_lines; n++) {
      const sl_line_sum *sum = &sheets->items[s].lines[n].sum;
      for (int i = 0; i < NUM_COLUMNS && sum->requests; i++) {
        char text[CELL_BYTES] = "";
        (void)columns[i].fill(sum, l->total, text);
        if (sl_paint_text_width(text) > l->widths[i]) l->widths[i] = sl_paint_text_width(text);
      }
    }
  }
  measure(l);
}

static void leave_out(annotated_layout *l, int rank) {
  for (int i = 0; i < NUM_COLUMNS; i++) l->has[i] = l->has[i] && columns[i].rank < rank;
  measure(l);
}

/* Chooses a layout. On a narrow terminal, in this order: columns become as narrow as their figures,
 * the bar is dropped, the code moves below its counters, and only then counters are left out. */
static annotated_layout choose(FILE *stream, int width, const sl_lens_view *view,
                               const sl_sheets *sheets) {
  annotated_layout l = {.stream = stream, .view = view, .total = &sheets->total};
  for (int i = 0; i < NUM_COLUMNS; i++) {
    l.has[i] = applies(&columns[i], l.total);
    l.widths[i] = columns[i].width;
  }
  measure(&l);
  if (width == 0) return l;
  if (l.counters + NUMBER_WIDTH + LEAST_CODE > width) fit_columns(&l, sheets);
  if (l.counters + NUMBER_WIDTH + LEAST_CODE > width) leave_out(&l, NUM_COLUMNS - 1);
  l.below = l.counters + NUMBER_WIDTH + LEAST_WRAPPED > width;
  for (int rank = NUM_COLUMNS - 2; l.below && l.counters > width && rank > 0; rank--) {
    leave_out(&l, rank);
  }
  int left = width - (l.below ? 0 : l.counters) - NUMBER_WIDTH;
  l.code = left > LEAST_BELOW ? left : LEAST_BELOW;
  return l;
}

/* Columns before the line's number. */
static int indent_of(const annotated_layout *l) {
  return l->below ? 0 : l->counters;
}

/* ---- lines ----------------------------------------------------------------------------------- */

enum { TAB = 4 };

/* Prints text with tabs as spaces, without control characters for the terminal. */
static void print_part(FILE *stream, const char *text, int length) {
  int column = 0;
  for (int i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    int width = c == '\t' ? TAB - column % TAB : (c & 0xc0) != 0x80;
    if (c == '\t') {
      (void)fprintf(stream, "%*s", width, "");
    } else {
      (void)fputc(c < ' ' || c == 127 ? '?' : c, stream);
    }
    column += width;
  }
  (void)fputc('\n', stream);
}

/* Prints the code of a line. What does not fit continues on more lines, indented further. */
static void print_code(const annotated_layout *l, const sl_sheet_line *line) {
  const char *text = line->text, *end = line->text + line->length;
  if (l->code == 0 || sl_paint_text_fitting(text, line->length, l->code) == line->length) {
    print_part(l->stream, text, line->length);
    return;
  }
  int leading = 0; /* the reduced indentation */
  for (; text < end && strchr(" \t", *text); text++) leading += *text == '\t' ? TAB : 1;
  if (leading > l->code / 3) leading = l->code / 3;
  int further = leading + (l->code < 4 * TAB ? 0 : TAB);
  (void)fprintf(l->stream, "%*s", leading, "");
  for (int room = l->code - leading; text < end; room = l->code - further) {
    int part = sl_paint_text_fitting(text, (int)(end - text), room);
    print_part(l->stream, text, part);
    for (text += part; text < end && *text == ' ';) text++;
    if (text < end) (void)fprintf(l->stream, "%*s", indent_of(l) + NUMBER_WIDTH + further, "");
  }
}

static void print_counters(const annotated_layout *l, const sl_line_sum *sum) {
  for (int i = 0; i < NUM_COLUMNS; i++) {
    char text[CELL_BYTES] = "";
    if (!l->has[i]) continue;
    sl_paint paint = columns[i].fill(sum, l->total, text);
    (void)fputs(sl_paint_code(l->stream, paint), l->stream);
    sl_paint_right(l->stream, text, l->widths[i]);
    (void)fprintf(l->stream, "%s ", sl_paint_code(l->stream, SL_PLAIN));
  }
}

static void print_line(const annotated_layout *l, const sl_sheet *sheet, int number) {
  const sl_sheet_line *line = &sheet->lines[number - 1];
  if (line->sum.requests || sl_sheet_takes_time(&line->sum, l->total)) {
    print_counters(l, &line->sum);
    if (l->below) (void)fputc('\n', l->stream);
  } else {
    (void)fprintf(l->stream, "%*s", indent_of(l), "");
  }
  (void)fprintf(l->stream, "%s%5d%s  ", sl_paint_code(l->stream, SL_DIM), number,
                sl_paint_code(l->stream, SL_PLAIN));
  print_code(l, line);
}

static void print_findings_at(const annotated_layout *l, const sl_sheet *sheet, int number) {
  int indent = indent_of(l) + NUMBER_WIDTH;
  for (size_t i = 0; i < l->view->seen.num_findings; i++) {
    const sl_finding *f = &l->view->seen.findings[i];
    if (f->line != number || !sl_sheet_has(sheet, f->file)) continue;
    char text[700] = "▲ ";
    sl_explain_finding(f, text + strlen(text), sizeof text - strlen(text));
    (void)fputs(sl_paint_code(l->stream, SL_BAD), l->stream);
    sl_paint_wrapped(l->stream, text, indent, l->code ? indent + l->code : indent + TEXT_WIDTH);
    (void)fputs(sl_paint_code(l->stream, SL_PLAIN), l->stream);
  }
}

static void print_kept(const annotated_layout *l, const sl_line_sum *sum) {
  int indent = indent_of(l) + NUMBER_WIDTH;
  char text[300];
  sl_sheet_kept_text(sum, text, sizeof text);
  if (text[0])
    sl_paint_wrapped(l->stream, text, indent, l->code ? indent + l->code : indent + TEXT_WIDTH);
}

static void print_gap(const annotated_layout *l, int lines) {
  (void)fprintf(l->stream, "%*s%s    ⋯  %d line%s%s\n", indent_of(l), "",
                sl_paint_code(l->stream, SL_DIM), lines, lines == 1 ? "" : "s",
                sl_paint_code(l->stream, SL_PLAIN));
}

static void print_head(const annotated_layout *l) {
  (void)fputs(sl_paint_code(l->stream, SL_BOLD), l->stream);
  for (int i = 0; i < NUM_COLUMNS; i++) {
    if (l->has[i]) (void)fprintf(l->stream, "%*s ", l->widths[i], columns[i].title);
  }
  (void)fprintf(l->stream, "%s%s\n", l->below ? "" : " line", sl_paint_code(l->stream, SL_PLAIN));
}

static void print_sheet(const annotated_layout *l, const sl_sheet *sheet) {
  int hidden = 0;
  for (int number = 1; number <= sheet->num_lines; number++) {
    if (!sheet->lines[number - 1].shown) {
      hidden++;
      continue;
    }
    if (hidden) print_gap(l, hidden);
    hidden = 0;
    print_line(l, sheet, number);
    print_findings_at(l, sheet, number);
    print_kept(l, &sheet->lines[number - 1].sum);
  }
  if (hidden) print_gap(l, hidden);
}

/* ---- before the source ----------------------------------------------------------------------- */

static void print_heading(FILE *stream, const char *text) {
  (void)fprintf(stream, "%s%s%s\n", sl_paint_code(stream, SL_BOLD), text,
                sl_paint_code(stream, SL_PLAIN));
}

static void print_findings(FILE *stream, int width, const sl_lens_view *view) {
  if (view->seen.num_findings == 0) return;
  print_heading(stream, "Findings");
  for (size_t i = 0; i < view->seen.num_findings; i++) {
    const sl_finding *f = &view->seen.findings[i];
    char text[1100] = "";
    if (f->line) {
      (void)snprintf(text, sizeof text, "%s:%d: ", sl_report_path(f->file), f->line);
    }
    sl_explain_finding(f, text + strlen(text), sizeof text - strlen(text));
    (void)fputs(sl_paint_code(stream, SL_BAD), stream);
    sl_paint_wrapped(stream, text, 2, width);
    (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  }
  (void)fputc('\n', stream);
}

static void print_idle(FILE *stream, int width, const sl_sheets *sheets) {
  const sl_access *idle = &sheets->idle;
  char text[700], waste[300], time[64];
  if (!idle->first) return;
  sl_sheet_idle_text(idle, waste, sizeof waste);
  sl_sheet_access_time_text(sheets, idle, time, sizeof time);
  (void)snprintf(text, sizeof text, "%s:%d: %s%s", sl_base_name(idle->first->file),
                 idle->first->line, waste, time);
  sl_paint_wrapped(stream, text, 2, width);
}

static void print_worst(FILE *stream, int width, const sl_sheets *sheets) {
  if (sheets->num_worst == 0 && !sheets->idle.first) return;
  print_heading(stream, "Most wasted traffic (not time)");
  if (sheets->idle_first) print_idle(stream, width, sheets);
  for (size_t i = 0; i < sheets->num_worst && i < MOST_WORST; i++) {
    const sl_access *access = &sheets->worst[i];
    char text[700], name[100], waste[300], time[64];
    sl_sheet_access_name(access->first, name, sizeof name);
    sl_sheet_access_text(access, waste, sizeof waste);
    sl_sheet_access_time_text(sheets, access, time, sizeof time);
    (void)snprintf(text, sizeof text, "%s:%d: %s: %s%s", sl_base_name(access->first->file),
                   access->first->line, name, waste, time);
    sl_paint_wrapped(stream, text, 2, width);
  }
  if (!sheets->idle_first) print_idle(stream, width, sheets);
  (void)fputc('\n', stream);
}

/* Names the columns that did not fit, except the bar, whose figures are shown. */
static void print_left_out(const annotated_layout *l, int width) {
  char text[300] = "";
  int needed = 0;
  for (int i = 0; i < NUM_COLUMNS; i++) {
    if (!applies(&columns[i], l->total) || columns[i].fill == fill_bar) continue;
    needed += l->widths[i] + 1;
    if (l->has[i]) continue;
    size_t length = strlen(text);
    (void)snprintf(text + length, sizeof text - length, "%s%s", length ? ", " : "",
                   columns[i].title);
  }
  if (!text[0]) return;
  size_t length = strlen(text);
  (void)snprintf(text + length, sizeof text - length,
                 ": left out here. Widen the terminal to %d columns, or use --html FILE.", needed);
  sl_paint_wrapped(l->stream, text, 2, width);
}

static void print_legend(const annotated_layout *l, int width) {
  (void)fputs(sl_paint_code(l->stream, SL_DIM), l->stream);
  print_left_out(l, width);
  sl_paint_wrapped(l->stream,
                   "A request is one memory instruction of a warp, a sector is 32 bytes. /req is "
                   "sectors per request, ideal is the number if the threads' bytes were adjacent, "
                   "threads is how many of the 32 took part.",
                   2, width);
  if (l->has[0]) {
    sl_paint_wrapped(l->stream, "of sectors is the line's share of all sectors (█).", 2, width);
  }
  if (l->total->shared_requests) {
    sl_paint_wrapped(l->stream,
                     "In shared memory a request takes one wavefront, or as many as there are "
                     "distinct words in the same bank. waves is wavefronts per request, and "
                     "conflicts is the number of extra wavefronts.",
                     2, width);
    if (l->has[0]) {
      sl_paint_wrapped(l->stream,
                       "For a line that only uses shared memory, the bar is its share of all "
                       "wavefronts (▒).",
                       2, width);
    }
  }
  if (l->total->time_us > 0) {
    sl_paint_wrapped(l->stream,
                     "of time is the line's share of the predicted time. Many sectors can take "
                     "little time, and few sectors can take long.",
                     2, width);
  }
  if (l->total->atomics) {
    sl_paint_wrapped(l->stream, "atomics is how many of the requests are atomic.", 2, width);
  }
  (void)fputs(sl_paint_code(l->stream, SL_PLAIN), l->stream);
}

static void print_partial(FILE *stream, int width, const sl_lens_view *view) {
  char text[500];
  if (!view->partial || !view->partial[0]) return;
  print_heading(stream, "Not the whole run");
  (void)snprintf(text, sizeof text, "%s. Findings and counters are from the part before that.",
                 view->partial);
  (void)fputs("  ", stream);
  sl_paint_wrapped(stream, text, 2, width);
  (void)fputc('\n', stream);
}

sl_status sl_report_annotated(FILE *stream, int width, const sl_lens_view *view) {
  sl_sheets sheets;
  int text_width = width > 0 && width < TEXT_WIDTH ? width : TEXT_WIDTH;
  sl_status status = sl_sheets_make(view, &sheets);
  if (status == SL_OK) {
    annotated_layout l = choose(stream, width, view, &sheets);
    print_partial(stream, text_width, view);
    print_findings(stream, text_width, view);
    print_worst(stream, text_width, &sheets);
    sl_times_print(stream, text_width, view);
    bool any = view->seen.num_counters > 0 || view->seen.num_findings > 0;
    if (!any) (void)fputs("No kernel accessed memory, so there is nothing to show.\n", stream);
    for (size_t i = 0; any && i < sheets.count; i++) {
      print_heading(stream, sl_report_path(sheets.items[i].path));
      print_head(&l);
      print_sheet(&l, &sheets.items[i]);
      (void)fputc('\n', stream);
    }
    if (view->seen.num_counters) print_legend(&l, text_width);
  }
  sl_sheets_free(&sheets);
  return status;
}

/* figures.c: figures drawn by gnuplot. Its colours are placeholders, which the style of the page
 * replaces by its light or dark colours (page.c). */
#include "grade/figures.h"

#include "base/memory.h"
#include "base/process.h"

#include <string.h>

#define INK    "'#102030'"
#define FILL   "'#112233'"
#define FAINT  "'#122436'"
#define MIDDLE "'#13263a'"
#define COMMON                                                                                     \
  "set terminal svg size 620,250 dynamic font 'sans-serif,13'; set border 3 lc rgb " INK "; "      \
  "set grid ytics lt 1 lc rgb " FAINT "; set style fill solid 1 noborder; unset key; "             \
  "set xtics nomirror out scale 0.5; set ytics nomirror scale 0; "

enum { SVG_BYTES = 1 << 18, SCRIPT_BYTES = 1 << 14, MOST_LABS = 40 };

/* Copies the drawing without the parts that do not fit into a page: ids, which would be duplicated,
 * and the title, which browsers show as a tooltip. */
static void put_svg(FILE *file, const char *svg, const char *end) {
  static const char *const cuts[][2] = {
      {"<defs>", "</defs>"}, {"<title>", "</title>"}, {"<desc>", "</desc>"}, {" id=\"", "\""}};
  while (svg < end) {
    size_t cut = 0, count = sizeof cuts / sizeof *cuts;
    while (cut < count && strncmp(svg, cuts[cut][0], strlen(cuts[cut][0])) != 0) cut++;
    const char *to = cut < count ? strstr(svg + strlen(cuts[cut][0]), cuts[cut][1]) : NULL;
    if (to) {
      svg = to + strlen(cuts[cut][1]);
    } else {
      (void)fputc(*svg++, file);
    }
  }
  (void)fputc('\n', file);
}

static sl_status draw(FILE *file, const char *script) {
  char *said;
  int exit_code;
  const char *const arguments[] = {"gnuplot", "-e", script, NULL};
  SL_TRY(sl_alloc(SVG_BYTES, 1, "a figure", &said));
  sl_status status = sl_process_run(arguments, said, SVG_BYTES, &exit_code);
  const char *begin = status == SL_OK ? strstr(said, "<svg") : NULL;
  const char *end = begin ? strstr(begin, "</svg>") : NULL;
  if (status == SL_OK && (exit_code != 0 || !end)) {
    status = sl_fail(SL_ERR_SYSTEM, "gnuplot could not draw a figure: %.300s", said);
  }
  if (status == SL_OK) put_svg(file, begin, end + strlen("</svg>"));
  sl_free(said);
  return status;
}

sl_status sl_figure_marks(FILE *file, const sl_tally *tally) {
  char script[SCRIPT_BYTES];
  size_t most = 4; /* the axis shows whole numbers */
  int size = snprintf(script, sizeof script, COMMON "array n[%d]=[", SL_TALLY_BINS);
  for (int i = 0; i < SL_TALLY_BINS; i++) {
    size += snprintf(script + size, sizeof script - (size_t)size, "%s%zu", i ? "," : "",
                     tally->bins[i]);
    if (tally->bins[i] > most) most = tally->bins[i];
  }
  (void)snprintf(script + size, sizeof script - (size_t)size,
                 "]; set boxwidth 8.6; set xrange [0:100]; set yrange [0:%zu]; set xtics 10; "
                 "set ytics %zu; set xlabel 'percent of the points'; set ylabel 'submissions'; "
                 "plot n using ($1*10-5):2 with boxes lc rgb " FILL,
                 most + most / 10 + 1, (most + 4) / 5);
  return draw(file, script);
}

/* Writes a name for ids. Names of labs are simple, but a record may contain anything, so other
 * names are replaced by a number. */
static void name_of(const sl_tally *tally, size_t number, char out[40]) {
  static const char simple[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
  size_t length = strlen(tally->lab);
  bool is_simple = length < 24 && strspn(tally->lab, simple) == length;
  if (is_simple) {
    (void)snprintf(out, 40, "%s", tally->lab);
  } else {
    (void)snprintf(out, 40, "%zu", number + 1);
  }
}

sl_status sl_figure_labs(FILE *file, const sl_tally *tallies, size_t count) {
  static const double quantiles[] = {0.25, 0, 1, 0.75, 0.5};
  static const char *const names[] = {"open", "low", "high", "close", "half"};
  char script[SCRIPT_BYTES], name[40];
  int size = snprintf(script, sizeof script, COMMON);
  if (count > MOST_LABS) count = MOST_LABS;
  for (int q = 0; q < 5; q++) {
    size +=
        snprintf(script + size, sizeof script - (size_t)size, "array %s[%zu]=[", names[q], count);
    for (size_t i = 0; i < count; i++) {
      size += snprintf(script + size, sizeof script - (size_t)size, "%s%.2f", i ? "," : "",
                       sl_tally_quantile(&tallies[i], quantiles[q]));
    }
    size += snprintf(script + size, sizeof script - (size_t)size, "]; ");
  }
  size += snprintf(script + size, sizeof script - (size_t)size, "set xtics (");
  for (size_t i = 0; i < count; i++) {
    name_of(&tallies[i], i, name);
    size += snprintf(script + size, sizeof script - (size_t)size, "%s\"%s\" %zu", i ? "," : "",
                     name, i + 1);
  }
  (void)snprintf(
      script + size, sizeof script - (size_t)size,
      ") noenhanced; set boxwidth 0.4; set yrange [0:104]; set ytics 20; "
      "set xrange [0.4:%zu.6]; set ylabel 'percent of the points'; "
      "plot open using 1:2:(low[$1]):(high[$1]):(close[$1]) with candlesticks lc rgb " FILL
      " whiskerbars 0.4, half using 1:2:2:2:2 with candlesticks lc rgb " MIDDLE " lw 3",
      count);
  return draw(file, script);
}

/* picture.c: which sectors of global memory a request touches. The lanes of the warp are at the
 * top; below them is memory in lines of 128 bytes, each with four sectors. Requested bytes are
 * filled; bytes that are moved with them are pale. Each line has its own colour. */
#include "report/picture.h"

#include "report/html.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_A_ROW = 4,
  FULL_WIDTH = SL_LANES * SL_PITCH - 2,
  GAP = 10,        /* the gap between lines */
  CURVES = 44,     /* height of the space between lanes and memory */
  ROW_HEIGHT = 46, /* label, line and space */
  CELL = 22,
  NUM_COLOURS = 8,
  SECTORS = SL_LINE_BYTES / SL_SECTOR_BYTES
};

/* ---- parts of both pictures ------------------------------------------------------------------ */

sl_lanes sl_picture_lanes_of(const sl_request *request) {
  sl_lanes lanes;
  memset(&lanes, 0, sizeof lanes);
  int next = 0;
  for (int i = 0; i < SL_LANES; i++) {
    lanes.active[i] = request->lanes >> i & 1;
    if (lanes.active[i]) lanes.address[i] = request->offset[next++] + request->phase;
  }
  return lanes;
}

void sl_picture_element(FILE *file, const sl_request *request, long long offset, unsigned bytes) {
  sl_html_text(file, request->array[0] ? request->array : "memory");
  (void)fprintf(file, "[%lld]", sl_floor_div(offset, bytes ? bytes : 1));
}

void sl_picture_begin(FILE *file, const sl_request *request, double height) {
  int count = __builtin_popcount(request->lanes);
  (void)fprintf(file,
                "<svg class=\"picture\" viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"%d lanes "
                "of a warp and the memory they touch: ",
                SL_PICTURE_WIDTH, height, count);
  sl_html_text(file, request->array);
  (void)fprintf(file, ", %u where %u would do\">\n", request->units, request->ideal);
}

void sl_picture_lanes(FILE *file, const sl_request *request, const sl_lanes *lanes,
                      unsigned bytes) {
  (void)fprintf(file, "<text class=\"label\" x=\"%d\" y=\"%d\">lanes of the warp</text>\n", SL_LEFT,
                SL_LANES_TOP - 6);
  for (int i = 0; i < SL_LANES; i++) {
    (void)fprintf(file, "<g><title>lane %d: ", i);
    if (lanes->active[i]) {
      sl_picture_element(file, request, lanes->address[i] - request->phase, bytes);
    } else {
      (void)fputs("takes no part", file);
    }
    (void)fprintf(file,
                  "</title><rect class=\"lane %s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                  "rx=\"3\"/><text class=\"number%s\" x=\"%.1f\" y=\"%d\">%d</text></g>\n",
                  lanes->active[i] ? lanes->class[i] : "off", SL_LEFT + i * SL_PITCH, SL_LANES_TOP,
                  SL_PITCH - 2, SL_LANES_BOTTOM - SL_LANES_TOP, lanes->active[i] ? "" : " faint",
                  sl_lane_x(i), SL_LANES_TOP + 15, i);
  }
}

void sl_picture_curve(FILE *file, const char *class, int lane, double x, double y) {
  double from = sl_lane_x(lane), middle = (SL_LANES_BOTTOM + y) / 2;
  (void)fprintf(file, "<path class=\"curve %s\" d=\"M%.1f %dC%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n",
                class, from, SL_LANES_BOTTOM, from, middle, x, middle, x, y);
}

/* ---- global memory --------------------------------------------------------------------------- */

/* A line of 128 bytes that the request touches. */
typedef struct memory_line {
  long long number;
  bool used[SL_LINE_BYTES];
  uint32_t lanes[SECTORS]; /* the lanes that touch each sector */
} memory_line;

typedef struct memory {
  memory_line lines[SL_LANES];
  int count;
  int a_row;    /* lines side by side; a single line is drawn as wide as the lanes */
  double width; /* the width of a line */
} memory;

static int by_number(const void *a, const void *b) {
  long long one = ((const memory_line *)a)->number, two = ((const memory_line *)b)->number;
  return (one > two) - (one < two);
}

static int index_of(const memory *m, long long number) {
  for (int i = 0; i < m->count; i++) {
    if (m->lines[i].number == number) return i;
  }
  return -1;
}

static memory memory_of(const sl_lanes *lanes, unsigned bytes) {
  memory m;
  memset(&m, 0, sizeof m);
  for (int i = 0; i < SL_LANES; i++) {
    if (!lanes->active[i]) continue;
    long long number = sl_floor_div(lanes->address[i], SL_LINE_BYTES);
    int at = index_of(&m, number);
    if (at < 0) m.lines[at = m.count++].number = number;
    long long start = lanes->address[i] - number * SL_LINE_BYTES;
    m.lines[at].lanes[start / SL_SECTOR_BYTES] |= UINT32_C(1) << i;
    for (long long b = start; b < start + bytes && b < SL_LINE_BYTES; b++) {
      m.lines[at].used[b] = true;
    }
  }
  qsort(m.lines, (size_t)m.count, sizeof *m.lines, by_number);
  m.a_row = m.count < MOST_A_ROW ? m.count : MOST_A_ROW;
  m.width = m.a_row ? (FULL_WIDTH - (m.a_row - 1) * (double)GAP) / m.a_row : FULL_WIDTH;
  return m;
}

static double line_x(const memory *m, int index) {
  return SL_LEFT + index % m->a_row * (m->width + GAP);
}

static double line_y(const memory *m, int index) {
  return SL_LANES_BOTTOM + CURVES + index / m->a_row * (double)ROW_HEIGHT;
}

static double byte_x(const memory *m, int index, double byte) {
  return line_x(m, index) + byte * m->width / SL_LINE_BYTES;
}

/* "x[96 … 127]": the elements of the array that begin in the line. */
static void put_range(FILE *file, const sl_request *r, long long number, unsigned bytes) {
  long long start = number * SL_LINE_BYTES - r->phase;
  long long first = -sl_floor_div(-start, bytes);
  long long last = sl_floor_div(start + SL_LINE_BYTES - 1, bytes);
  if (r->length >= 0 && (last < 0 || first >= r->length)) {
    (void)fputs("outside of ", file);
    sl_html_text(file, r->array);
    return;
  }
  if (first < 0) first = 0;
  if (r->length >= 0 && last >= r->length) last = r->length - 1;
  char name[24];
  (void)snprintf(name, sizeof name, "%.20s", r->array[0] ? r->array : "memory");
  sl_html_text(file, name);
  (void)fprintf(file, "[%lld … %lld]", first, last);
}

static void put_used(FILE *file, const memory *m, int index, int colour) {
  const memory_line *line = &m->lines[index];
  for (int b = 0; b < SL_LINE_BYTES; b++) {
    if (!line->used[b]) continue;
    int end = b; /* a run ends with its sector */
    while (end < SL_LINE_BYTES && line->used[end] && end / SL_SECTOR_BYTES == b / SL_SECTOR_BYTES) {
      end++;
    }
    (void)fprintf(file,
                  "<rect class=\"used c%d\" x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\"/>",
                  colour, byte_x(m, index, b) + 0.5, line_y(m, index) + 4,
                  (end - b) * m->width / SL_LINE_BYTES - 1, CELL - 8);
    b = end - 1;
  }
}

static int used_in_sector(const memory_line *line, int sector) {
  int used = 0;
  for (int b = 0; b < SL_SECTOR_BYTES; b++) used += line->used[sector * SL_SECTOR_BYTES + b];
  return used;
}

/* If one lane alone uses a sector, and at most a quarter of it, writes the number of this lane in
 * the half that the lane does not use. */
static void put_lone_lane(FILE *file, const memory *m, int index, int sector) {
  const memory_line *line = &m->lines[index];
  uint32_t lanes = line->lanes[sector];
  int first = 0;
  while (first < SL_SECTOR_BYTES && !line->used[sector * SL_SECTOR_BYTES + first]) first++;
  if (__builtin_popcount(lanes) != 1 || used_in_sector(line, sector) > SL_SECTOR_BYTES / 4) return;
  (void)fprintf(file, "<text class=\"small\" x=\"%.1f\" y=\"%.0f\">%d</text>",
                byte_x(m, index, sector * SL_SECTOR_BYTES + (first < SL_SECTOR_BYTES / 2 ? 25 : 7)),
                line_y(m, index) + 14, __builtin_ctz(lanes));
}

static void put_sector(FILE *file, const memory *m, int index, int sector, int colour) {
  const memory_line *line = &m->lines[index];
  int lanes = __builtin_popcount(line->lanes[sector]);
  (void)fputs("<g><title>", file);
  if (lanes) {
    (void)fprintf(file, "sector: %d of its 32 bytes asked for, by %d lane%s",
                  used_in_sector(line, sector), lanes, lanes == 1 ? "" : "s");
  } else {
    (void)fputs("sector: not touched, not moved", file);
  }
  (void)fprintf(file,
                "</title><rect class=\"%s c%d\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" "
                "height=\"%d\"/></g>",
                lanes ? "sector" : "untouched", colour, byte_x(m, index, sector * SL_SECTOR_BYTES),
                line_y(m, index), m->width / SECTORS, CELL);
}

static void put_line(FILE *file, const sl_request *r, const memory *m, int index, unsigned bytes) {
  int colour = index % NUM_COLOURS;
  (void)fprintf(file,
                "<rect class=\"ground\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\"/>\n",
                line_x(m, index), line_y(m, index), m->width, CELL);
  (void)fprintf(file, "<text class=\"label halo\" x=\"%.1f\" y=\"%.0f\">", line_x(m, index),
                line_y(m, index) + CELL + 11);
  put_range(file, r, m->lines[index].number, bytes);
  (void)fputs("</text>\n", file);
  for (int s = 0; s < SECTORS; s++) put_sector(file, m, index, s, colour);
  put_used(file, m, index, colour);
  for (int s = 0; s < SECTORS; s++) put_lone_lane(file, m, index, s);
  (void)fputc('\n', file);
}

static void put_curves(FILE *file, const sl_lanes *lanes, const memory *m, unsigned bytes) {
  for (int i = 0; i < SL_LANES; i++) {
    if (!lanes->active[i]) continue;
    int line = index_of(m, sl_floor_div(lanes->address[i], SL_LINE_BYTES));
    double byte = (double)(lanes->address[i] - m->lines[line].number * SL_LINE_BYTES) + bytes / 2.0;
    char class[24]; /* fainter if it passes behind other lines */
    (void)snprintf(class, sizeof class, "%s%s", lanes->class[i], line < m -> a_row ? "" : " deep");
    sl_picture_curve(file, class, i, byte_x(m, line, byte), line_y(m, line));
  }
}

void sl_picture_global(FILE *file, const sl_request *request, unsigned bytes) {
  if (bytes == 0 || bytes > 16 || request->lanes == 0) return;
  sl_lanes lanes = sl_picture_lanes_of(request);
  memory m = memory_of(&lanes, bytes);
  for (int i = 0; i < SL_LANES; i++) {
    int line = index_of(&m, sl_floor_div(lanes.address[i], SL_LINE_BYTES));
    if (lanes.active[i]) {
      (void)snprintf(lanes.class[i], sizeof lanes.class[i], "c%d", line % NUM_COLOURS);
    }
  }
  sl_picture_begin(file, request, line_y(&m, m.count - 1) + ROW_HEIGHT - 8);
  put_curves(file, &lanes, &m, bytes);
  for (int i = 0; i < m.count; i++) put_line(file, request, &m, i, bytes);
  sl_picture_lanes(file, request, &lanes, bytes);
  (void)fputs("</svg>\n", file);
}

/* picture_shared.c: the banks of shared memory that a request's lanes access. The lanes of the warp
 * are at the top, the 32 banks below them. Distinct words in one bank are drawn below each other,
 * because they are served one after another, one per wavefront. */
#include "report/picture.h"

#include "report/html.h"

#include <string.h>

enum { BANKS = 32, CURVES = 56, CELL = 12, MAX_DEPTH = 128, NUM_COLOURS = 3 };

/* The words of one bank that a request accesses, in the order of the first lanes that access them.
 */
typedef struct bank {
  long long words[MAX_DEPTH]; /* 32 lanes of 16 bytes are 128 words at most */
  int first[MAX_DEPTH];       /* the first lane that accesses the word */
  int lanes[MAX_DEPTH];       /* number of lanes that access the word */
  int depth;
} bank;

static int add_word(bank *b, long long word, int lane) {
  int at = 0;
  while (at < b->depth && b->words[at] != word) at++;
  if (at == b->depth) {
    b->words[b->depth] = word;
    b->first[b->depth++] = lane;
  }
  b->lanes[at]++;
  return at;
}

static int bank_of(long long word) {
  return (int)(word - sl_floor_div(word, BANKS) * BANKS);
}

/* Returns the number of the word that contains byte `byte` of a lane's access. */
static long long word_of(const sl_lanes *lanes, int lane, unsigned byte) {
  return sl_floor_div(lanes->address[lane] + byte, 4);
}

static double cell_y(int level) {
  return SL_LANES_BOTTOM + CURVES + level * CELL;
}

/* Returns a colour: green for words that are served first, then increasingly red. */
static int colour_of(int level) {
  return level < NUM_COLOURS - 1 ? level : NUM_COLOURS - 1;
}

static void put_cell(FILE *file, const sl_request *r, const bank *b, int number, int level) {
  (void)fprintf(file, "<g><title>bank %d, wavefront %d: ", number, level + 1);
  sl_html_text(file, r->array);
  (void)fprintf(file, " + %lld bytes, asked for by lane %d", b->words[level] * 4 - r->phase,
                b->first[level]);
  if (b->lanes[level] > 1) (void)fprintf(file, " and %d more", b->lanes[level] - 1);
  (void)fprintf(file,
                "</title><rect class=\"word w%d\" x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"%d\"/>"
                "<text class=\"small\" x=\"%.1f\" y=\"%.0f\">%d%s</text></g>\n",
                colour_of(level), SL_LEFT + number * SL_PITCH, cell_y(level), SL_PITCH - 2,
                CELL - 1, sl_lane_x(number), cell_y(level) + 9, b->first[level],
                b->lanes[level] > 1 ? "+" : "");
}

static void put_bank(FILE *file, const sl_request *r, const bank *b, int number) {
  (void)fprintf(file, "<text class=\"small faint halo\" x=\"%.1f\" y=\"%.0f\">%d</text>",
                sl_lane_x(number), cell_y(0) - 4, number);
  if (b->depth == 0) {
    (void)fprintf(file,
                  "<rect class=\"untouched\" x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"%d\"/>\n",
                  SL_LEFT + number * SL_PITCH, cell_y(0), SL_PITCH - 2, CELL - 1);
  }
  for (int level = 0; level < b->depth; level++) put_cell(file, r, b, number, level);
}

static int fill_banks(const sl_lanes *lanes, unsigned bytes, bank *banks, int *level) {
  int deepest = 1;
  for (int i = 0; i < SL_LANES; i++) {
    for (unsigned byte = 0; lanes->active[i] && byte < bytes; byte += 4) {
      long long word = word_of(lanes, i, byte);
      bank *b = &banks[bank_of(word)];
      int at = add_word(b, word, i);
      if (at > level[i]) level[i] = at;
      if (b->depth > deepest) deepest = b->depth;
    }
  }
  return deepest;
}

void sl_picture_shared(FILE *file, const sl_request *request, unsigned bytes) {
  if (bytes == 0 || bytes > 16) return;
  sl_lanes lanes = sl_picture_lanes_of(request);
  bank banks[BANKS];
  int level[SL_LANES] = {0};
  memset(banks, 0, sizeof banks);
  int deepest = fill_banks(&lanes, bytes, banks, level);
  for (int i = 0; i < SL_LANES; i++) {
    (void)snprintf(lanes.class[i], sizeof lanes.class[i], "w%d", colour_of(level[i]));
  }
  sl_picture_begin(file, request, cell_y(deepest) + 4);
  for (int i = 0; i < SL_LANES; i++) {
    for (unsigned byte = 0; lanes.active[i] && byte < bytes; byte += 4) {
      int number = bank_of(word_of(&lanes, i, byte));
      sl_picture_curve(file, lanes.class[i], i, sl_lane_x(number), cell_y(0) - 14);
    }
  }
  (void)fprintf(file, "<text class=\"label halo\" x=\"%d\" y=\"%.0f\">banks</text>\n", SL_LEFT,
                cell_y(0) - 16);
  for (int b = 0; b < BANKS; b++) put_bank(file, request, &banks[b], b);
  sl_picture_lanes(file, request, &lanes, bytes);
  (void)fputs("</svg>\n", file);
}

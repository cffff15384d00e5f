/* joins.c: mistakes in how a scan joins its pieces. The sums within each piece are right, and the
 * number added to all of them shows what the program used as the sum of a piece. */
#include "judge/findings.h"
#include "scans.h"

/* ---- pieces ---------------------------------------------------------------------------------- */

/* The n + 1 sums, cut into pieces of `width` sums. A piece belongs to a block, a warp or a thread.
 */
typedef struct pieces {
  const int *in;
  const double *out, *right;
  size_t n, width, count;
} pieces;

enum {
  MAX_WIDTHS = 48,
  LARGEST_WIDTH = 16384,
  ENOUGH_PIECES = 3, /* with two, most of these mistakes leave the same answer */
  MOST_PIECES = 64   /* most pieces that are compared; a program joins more pieces by a scan that
                        repeats the mistake */
};

static pieces cut(const sl_evidence *evidence, size_t width) {
  const sl_array *in, *right;
  const double *out = sl_transpose_take_sums(evidence, &in, &right);
  return (pieces){in->ints, out, right->expected, in->count, width, in->count / width + 1};
}

static double in_front_of(const pieces *p, size_t piece) {
  return p->right[piece * p->width];
}

static double sum_of(const pieces *p, size_t piece) {
  size_t end = (piece + 1) * p->width;
  return p->right[end < p->n ? end : p->n] - in_front_of(p, piece);
}

/* Whether each piece is right, except for one number that was added to all of the piece. */
static bool is_right_within(const pieces *p) {
  for (size_t i = 0; i <= p->n; i++) {
    size_t first = i / p->width * p->width;
    if (!sl_transpose_like_sum(p->out[i] - p->out[first], p->right[i] - p->right[first]))
      return false;
  }
  return true;
}

/* Adds a possible width of pieces, if it is new. */
static void add_width(size_t width, size_t *widths, size_t *count) {
  for (size_t i = 0; i < *count; i++) {
    if (widths[i] == width) return;
  }
  if (width > 1 && width <= LARGEST_WIDTH && *count < MAX_WIDTHS) widths[(*count)++] = width;
}

/* Finds widths that pieces may have: the number of threads in a block of each launch, and 2, 4 and
 * 8 times as many. */
static size_t find_widths(const sl_evidence *evidence, size_t *widths) {
  const sl_lens_report *seen = &evidence->seen;
  size_t count = 0;
  for (size_t i = 0; i < seen->num_launches && i < MAX_WIDTHS; i++) {
    for (size_t each = 1; each <= 8; each *= 2) {
      add_width(sl_finding_block_threads(&seen->launches[i]) * each, widths, &count);
    }
  }
  return count;
}

/* The expected value of a piece's first element. */
typedef double front_rule(const pieces *p, size_t piece);

static sl_judgement pieces_have(const pieces *p, front_rule *front) {
  size_t most = p->width < MOST_PIECES ? p->width : MOST_PIECES;
  if (p->count < 2 || !is_right_within(p)) return SL_CONTRADICTS;
  bool wrong = false;
  for (size_t piece = 0; piece < p->count && piece < most; piece++) {
    double got = p->out[piece * p->width];
    if (!sl_transpose_like_sum(got, front(p, piece))) return SL_CONTRADICTS;
    wrong = wrong || got != in_front_of(p, piece);
  }
  return wrong && p->count >= ENOUGH_PIECES ? SL_EXPLAINS : SL_NEUTRAL;
}

/* If no width fits, the fingerprint of the mistake's programs decides. */
static sl_judgement explains_fronts(const sl_evidence *evidence, front_rule *front) {
  size_t widths[MAX_WIDTHS], count = find_widths(evidence, widths);
  sl_judgement best = SL_FITS;
  for (size_t i = 0; i < count; i++) {
    pieces p = cut(evidence, widths[i]);
    if (!p.out) return SL_FITS;
    sl_judgement judgement = pieces_have(&p, front);
    if (judgement == SL_EXPLAINS) return SL_EXPLAINS;
    if (judgement == SL_NEUTRAL) best = SL_NEUTRAL;
  }
  return best;
}

/* ---- what was added to a piece --------------------------------------------------------------- */

static double nothing(const pieces *p, size_t piece) {
  (void)p;
  (void)piece;
  return 0;
}

/* Takes the first number of each earlier piece instead of its sum. */
static double first_numbers(const pieces *p, size_t piece) {
  double sum = 0;
  for (size_t i = 0; i < piece; i++) sum += p->in[i * p->width];
  return sum;
}

/* Takes the last number of each earlier piece instead of its sum. */
static double last_numbers(const pieces *p, size_t piece) {
  double sum = 0;
  for (size_t i = 1; i <= piece; i++) sum += p->in[i * p->width - 1];
  return sum;
}

static double all_but_last_numbers(const pieces *p, size_t piece) {
  return in_front_of(p, piece) - last_numbers(p, piece);
}

static double own_sum_too(const pieces *p, size_t piece) {
  return in_front_of(p, piece) + sum_of(p, piece);
}

static double all_but_piece_before(const pieces *p, size_t piece) {
  return piece > 0 ? in_front_of(p, piece - 1) : 0;
}

SL_RULE_BY(explains_blocks_not_joined, explains_fronts, nothing)
SL_RULE_BY(explains_sum_of_first_thread, explains_fronts, first_numbers)
SL_RULE_BY(explains_block_sum_short, explains_fronts, all_but_last_numbers)
SL_RULE_BY(explains_last_number_for_sum, explains_fronts, last_numbers)
SL_RULE_BY(explains_own_block_added, explains_fronts, own_sum_too)
SL_RULE_BY(explains_sums_not_scanned, explains_fronts, sum_of)
SL_RULE_BY(explains_block_in_front_missed, explains_fronts, all_but_piece_before)

/* ---- pieces of a block ----------------------------------------------------------------------- */

/* The value at piece `piece` of a block whose first piece is `first`, without what was added to the
 * whole block. */
typedef double part_rule(const pieces *p, size_t piece, size_t first, size_t of_block);

/* Whether the pieces of each block of `of_block` pieces follow the rule, and the rule gives a wrong
 * sum somewhere. */
static sl_judgement blocks_have(const pieces *p, size_t of_block, part_rule *part) {
  bool wrong = false;
  if (of_block < 2 || p->count < 2 || !is_right_within(p)) return SL_CONTRADICTS;
  for (size_t piece = 0; piece < p->count; piece++) {
    size_t first = piece / of_block * of_block;
    double got = p->out[piece * p->width] - p->out[first * p->width];
    if (!sl_transpose_like_sum(got, part(p, piece, first, of_block))) return SL_CONTRADICTS;
    wrong = wrong || !sl_transpose_like_sum(got, in_front_of(p, piece) - in_front_of(p, first));
  }
  return wrong ? SL_EXPLAINS : SL_NEUTRAL;
}

static double starts_again(const pieces *p, size_t piece, size_t first, size_t of_block) {
  (void)p;
  (void)piece;
  (void)first;
  (void)of_block;
  return 0;
}

/* Omits the last iteration of the scan of a block's pieces. */
static double half_of_pieces(const pieces *p, size_t piece, size_t first, size_t of_block) {
  size_t half = of_block / 2;
  return in_front_of(p, piece) - in_front_of(p, piece > first + half ? piece - half : first);
}

static sl_judgement explains_parts(const sl_evidence *evidence, part_rule *part) {
  enum { WARP = 32 };
  size_t widths[MAX_WIDTHS], count = find_widths(evidence, widths);
  sl_judgement best = SL_CONTRADICTS;
  for (size_t i = 0; i < count; i++) {
    pieces p = cut(evidence, WARP);
    if (!p.out) return SL_CONTRADICTS;
    sl_judgement judgement = widths[i] % WARP == 0 ? blocks_have(&p, widths[i] / WARP, part)
                                                   : (sl_judgement)SL_CONTRADICTS;
    if (judgement > best) best = judgement;
  }
  return best;
}

SL_RULE_BY(explains_warps_not_joined, explains_parts, starts_again)

/* Whether each block has scanned its own numbers, but no sum reaches back further than half of
 * them. `shift` is 1 for sums that were made exclusive by taking the sum of the previous thread,
 * because they reach back one number further; otherwise it is 0. */
static bool reach_half(const pieces *p, size_t shift) {
  size_t half = p->width / 2;
  for (size_t i = 0; i <= p->n; i++) {
    size_t first = i / p->width * p->width;
    size_t begin = i + 1 > first + half + shift ? i + 1 - half - shift : first;
    if (!sl_transpose_like_sum(p->out[i] - p->out[first], p->right[i] - p->right[begin]))
      return false;
  }
  return true;
}

static sl_judgement explains_last_turn_missed(const sl_evidence *evidence) {
  size_t widths[MAX_WIDTHS], count = find_widths(evidence, widths);
  if (explains_parts(evidence, half_of_pieces) == SL_EXPLAINS) return SL_EXPLAINS;
  for (size_t i = 0; i < count; i++) {
    pieces p = cut(evidence, widths[i]);
    if (!p.out || widths[i] < 4 || widths[i] > 1024 || p.n < p.width) continue;
    if (is_right_within(&p)) return SL_NEUTRAL; /* few numbers, or many zeros */
    if (reach_half(&p, 0) || reach_half(&p, 1)) return SL_EXPLAINS;
  }
  return SL_FITS;
}

/* Whether threads have several numbers, and the sum before a block was added to only some of them.
 * A piece has one number per thread. It is right, or lacks only that sum. */
static bool are_joined_in_part(const pieces *p, size_t of_block) {
  bool lacks = false;
  /* more blocks are joined by a scan with the same mistake */
  size_t known = of_block * p->width * p->width;
  pieces first = *p;
  if (first.n >= known) {
    first.n = known - 1;
    first.count = first.n / first.width + 1;
    p = &first;
  }
  if (p->count <= of_block || !is_right_within(p)) return false;
  for (size_t piece = 0; piece < p->count; piece++) {
    double got = p->out[piece * p->width], right = in_front_of(p, piece);
    if (got == right) continue;
    size_t begin = piece / of_block * of_block;
    if (piece == begin || !sl_transpose_like_sum(got, right - in_front_of(p, begin))) return false;
    lacks = true;
  }
  return lacks;
}

static sl_judgement explains_joined_in_part(const sl_evidence *evidence) {
  size_t widths[MAX_WIDTHS], count = find_widths(evidence, widths);
  for (size_t i = 0; i < count; i++) {
    pieces p = cut(evidence, widths[i]);
    for (size_t of_block = 2; p.out && of_block <= 8; of_block *= 2) {
      if (are_joined_in_part(&p, of_block)) return SL_EXPLAINS;
    }
  }
  return SL_CONTRADICTS;
}

static const sl_rule join_rules[] = {
    {"own-block-added", explains_own_block_added},
    {"block-sum-short", explains_block_sum_short},
    {"block-in-front-missed", explains_block_in_front_missed},
    {"sum-of-first-thread", explains_sum_of_first_thread},
    {"last-number-for-sum", explains_last_number_for_sum},
    {"sums-not-scanned", explains_sums_not_scanned},
    {"blocks-not-joined", explains_blocks_not_joined},
    {"warps-not-joined", explains_warps_not_joined},
    {"joined-in-part", explains_joined_in_part},
    {"last-turn-missed", explains_last_turn_missed},
};

const sl_rule_list sl_transpose_join_rules = SL_RULE_LIST(join_rules);

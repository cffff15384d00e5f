/* scans.c: mistakes in a scan that show in the first warp's sums, however the blocks are joined and
 * however many threads they have, and mistakes that the lens sees. */
#include "scans.h"
#include "columns.h"
#include "judge/account.h"
#include "judge/findings.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FIRST_SUMS = 32, NUM_WIDTHS = 6 /* 32 to 1024 threads */ };

/* The first inclusive sums that a mistake leaves; NaN if unpredictable. */
typedef struct sums {
  double of[FIRST_SUMS];
} sums;

/* The value of thread i after the iteration with `step`, from all values before it. */
typedef double turn_rule(const double *before, int i, int step);

static double add_own_without_neighbour(const double *before, int i, int step) {
  return before[i] + before[i >= step ? i - step : i];
}

static double leave_out_first(const double *before, int i, int step) {
  return before[i] + (i > step ? before[i - step] : 0);
}

/* Simulates a scan. `width` is that of a warp, or of a block that scans as a whole, whose later
 * iterations also change these sums. */
static sums scan_by(turn_rule *turn, const int *in, int width) {
  sums now;
  for (int i = 0; i < FIRST_SUMS; i++) now.of[i] = in[i];
  for (int step = 1; step < width; step *= 2) {
    sums before = now;
    for (int i = 0; i < FIRST_SUMS; i++) now.of[i] = turn(before.of, i, step);
  }
  return now;
}

/* Simulates a scan with two buffers in which threads without a neighbour do not copy their sum, so
 * that the other buffer holds their value of two iterations ago. `last`: the buffer that is read at
 * the end. */
static sums scan_without_copies(const int *in, int last) {
  sums buffers[2];
  for (int i = 0; i < FIRST_SUMS; i++) {
    buffers[0].of[i] = in[i];
    buffers[1].of[i] = (double)NAN;
  }
  for (int step = 1, from = 0; step < FIRST_SUMS; step *= 2, from = !from) {
    for (int i = step; i < FIRST_SUMS; i++) {
      buffers[!from].of[i] = buffers[from].of[i] + buffers[from].of[i - step];
    }
  }
  return buffers[last];
}

/* Whether two sums of integers are equal. They may have overflowed. */
bool sl_transpose_like_sum(double got, double sum) {
  const int64_t round = (int64_t)1 << 32;
  return isnan(sum) || (int64_t)(got - sum) % round == 0;
}

/* Whether the program has made these sums, and then made them exclusive. It may do so in two ways:
 * subtract each thread's number, or take the sum of the thread before. In the first case all sums
 * may have the same offset, if the scan that joins the blocks repeats the mistake. */
static bool has_sums(const double *out, const int *in, const sums *made) {
  bool own = true, shifted = out[0] == 0;
  double added = isnan(made->of[0]) ? 0 : out[0] - (made->of[0] - in[0]);
  for (int i = 0; i < FIRST_SUMS; i++) {
    own = own && sl_transpose_like_sum(out[i], made->of[i] - in[i] + added);
    shifted = shifted && (i == 0 || sl_transpose_like_sum(out[i], made->of[i - 1]));
  }
  return own || shifted;
}

/* Returns the sums of the program, unless the lens found something. */
const double *sl_transpose_take_sums(const sl_evidence *evidence, const sl_array **in_out,
                                     const sl_array **out_out) {
  *in_out = sl_problem_find(evidence->problem, "in");
  *out_out = sl_problem_find(evidence->problem, "out");
  return evidence->seen.num_findings == 0 ? sl_evidence_answer(evidence, "out") : NULL;
}

/* If the first sums are right, they decide nothing, because only later ones may be wrong. */
static sl_judgement explains_sums(const sl_evidence *evidence, const sums *made, int count) {
  const sl_array *in, *right;
  const double *out = sl_transpose_take_sums(evidence, &in, &right);
  if (!out) return SL_CONTRADICTS;
  if (in->count < FIRST_SUMS) return SL_NEUTRAL;
  bool wrong = false, fits = false;
  for (int i = 0; i < FIRST_SUMS; i++) wrong = wrong || out[i] != right->expected[i];
  for (int i = 0; i < count; i++) fits = fits || has_sums(out, in->ints, &made[i]);
  if (!fits) return SL_CONTRADICTS;
  return wrong ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_turns(const sl_evidence *evidence, turn_rule *turn) {
  const sl_array *in = sl_problem_find(evidence->problem, "in");
  if (in->count < FIRST_SUMS) return SL_NEUTRAL;
  sums made[NUM_WIDTHS];
  for (int i = 0; i < NUM_WIDTHS; i++) made[i] = scan_by(turn, in->ints, FIRST_SUMS << i);
  return explains_sums(evidence, made, NUM_WIDTHS);
}

SL_RULE_BY(explains_own_sum_added, explains_turns, add_own_without_neighbour)
SL_RULE_BY(explains_first_number_missed, explains_turns, leave_out_first)

/* Whether the finding is a read of the first thread's element, which was not written, in one of two
 * buffers in shared memory. If there are numbers, that thread has a sum to write. */
static bool is_first_of_buffer(const sl_evidence *evidence, const sl_finding *f) {
  for (size_t i = 0; i < evidence->seen.num_launches; i++) {
    const sl_launch *launch = &evidence->seen.launches[i];
    long long threads = sl_finding_block_threads(launch);
    if (strcmp(launch->kernel, f->kernel) != 0) continue;
    return f->kind == LENS_UNINITIALISED_READ && f->length == 2 * threads &&
           f->index % threads == 0 && !sl_problem_find(evidence->problem, f->array);
  }
  return false;
}

static sl_judgement explains_not_carried_over(const sl_evidence *evidence) {
  const sl_array *in = sl_problem_find(evidence->problem, "in");
  const sl_lens_report *seen = &evidence->seen;
  if (seen->num_findings > 0) {
    if (!is_first_of_buffer(evidence, &seen->findings[0])) return SL_CONTRADICTS;
    return in->count > 0 ? SL_EXPLAINS : SL_NEUTRAL;
  }
  if (in->count < FIRST_SUMS) return SL_NEUTRAL;
  const sums made[] = {scan_without_copies(in->ints, 0), scan_without_copies(in->ints, 1)};
  return explains_sums(evidence, made, 2);
}

/* Whether each piece of `piece` numbers is right by itself, but only the sum of the piece before it
 * was added. */
static bool has_one_piece_in_front(const double *out, const sl_array *in, size_t piece) {
  double in_front = 0, sum = 0;
  for (size_t i = 0; i < in->count; i++) {
    if (i > 0 && i % piece == 0) {
      in_front = sum;
      sum = 0;
    }
    if (out[i] != in_front + sum) return false;
    sum += in->ints[i];
  }
  return true;
}

static sl_judgement explains_carry_replaced(const sl_evidence *evidence) {
  enum { LEAST_PIECE = 32, LARGEST_PIECE = 4096 };
  const sl_array *in, *right;
  const double *out = sl_transpose_take_sums(evidence, &in, &right);
  for (size_t piece = LEAST_PIECE; out && piece <= LARGEST_PIECE; piece *= 2) {
    if (in->count > 2 * piece && has_one_piece_in_front(out, in, piece)) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

/* Explains that only the last sum is missing, because the numbers fill their blocks. Without
 * numbers there may be no block, which is also true of other mistakes. */
static sl_judgement explains_total_without_block(const sl_evidence *evidence) {
  const sl_array *in, *right;
  const double *out = sl_transpose_take_sums(evidence, &in, &right);
  /* the grid is empty, or the function calls itself without end */
  if (in->count == 0) return SL_NEUTRAL;
  if (!out || in->count % FIRST_SUMS != 0) return SL_CONTRADICTS;
  for (size_t i = 0; i < in->count; i++) {
    if (out[i] != right->expected[i]) return SL_CONTRADICTS;
  }
  return sl_finding_explains_if(out[in->count] == SL_TRANSPOSE_UNWRITTEN);
}

/* Explains that there are far more launches without a block than a function could intend, or a deep
 * recursion. If there are numbers, the last sum may be missing, because the same blocks are too
 * few. */
static sl_judgement explains_endless_for_zero(const sl_evidence *evidence) {
  enum { MANY = 1000 };
  const sl_finding *f = evidence->seen.findings;
  if (sl_problem_find(evidence->problem, "in")->count > 0) {
    sl_judgement by_total = explains_total_without_block(evidence);
    return by_total == SL_CONTRADICTS ? SL_CONTRADICTS : SL_NEUTRAL;
  }
  bool launches = evidence->seen.num_findings > 0 && f->kind == LENS_BAD_LAUNCH &&
                  f->reason == LENS_EMPTY_GRID && f->count >= MANY;
  return launches || evidence->recursed ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Whether the sums of the first `scanned` blocks are right, those of the other blocks are right
 * within each block, and the first of these lacks a sum. */
static bool is_wrong_behind(const sl_evidence *evidence, const double *out, size_t scanned) {
  const sl_array *right = sl_problem_find(evidence->problem, "out");
  for (size_t i = 0; i < evidence->seen.num_launches; i++) {
    for (size_t each = 1; each <= 2; each++) {
      size_t width = sl_finding_block_threads(&evidence->seen.launches[i]) * each,
             place = scanned * width;
      if (place >= right->count || out[place] == right->expected[place]) continue;
      bool fits = true;
      for (size_t k = 0; fits && k < place; k++) fits = out[k] == right->expected[k];
      for (size_t k = place; fits && k < right->count; k++) {
        size_t first = k / width * width;
        fits =
            sl_transpose_like_sum(out[k] - out[first], right->expected[k] - right->expected[first]);
      }
      if (fits) return true;
    }
  }
  return false;
}

static bool is_in_shared_memory(const sl_evidence *evidence, const sl_finding *f) {
  for (size_t i = 0; i < evidence->seen.num_counters; i++) {
    const sl_counter *c = &evidence->seen.counters[i];
    if (c->space == LENS_SHARED && strcmp(c->kernel, f->kernel) == 0 &&
        strcmp(c->array, f->array) == 0) {
      return true;
    }
  }
  return false;
}

/* Like is_wrong_behind, if the later elements come from memory that was never written. There are
 * more numbers than blocks with a sum, and these sums come from another launch. */
static bool read_behind(const sl_evidence *evidence, size_t scanned) {
  const sl_finding *f = evidence->seen.findings;
  size_t numbers = sl_problem_find(evidence->problem, "in")->count;
  return f->kind == LENS_UNINITIALISED_READ && f->index >= 0 && (size_t)f->index >= scanned &&
         (size_t)f->index <= scanned + 1 && (size_t)f->index <= numbers &&
         !is_in_shared_memory(evidence, f);
}

/* Explains that there are too many blocks: a launch of one block scans the sums of as many blocks
 * as it has threads, or of one fewer, or of twice as many with two numbers for each thread. */
static sl_judgement explains_too_many_blocks(const sl_evidence *evidence) {
  const double *out = sl_evidence_answer(evidence, "out");
  if (!out || !sl_findings_only(evidence, LENS_UNINITIALISED_READ, NULL)) return SL_CONTRADICTS;
  for (size_t i = 0; i < evidence->seen.num_launches; i++) {
    const sl_launch *launch = &evidence->seen.launches[i];
    if (sl_finding_grid_blocks(launch) != 1) continue;
    for (size_t each = 1; each <= 2; each++) {
      size_t scanned = sl_finding_block_threads(launch) * each;
      bool fits = evidence->seen.num_findings > 0
                      ? read_behind(evidence, scanned) || read_behind(evidence, scanned - 1)
                      : is_wrong_behind(evidence, out, scanned) ||
                            is_wrong_behind(evidence, out, scanned - 1);
      if (fits) return SL_EXPLAINS;
    }
  }
  return SL_CONTRADICTS;
}

/* ---- one thread for all numbers -------------------------------------------------------------- */

/* Threads per request, on average: 1 if one thread works alone, and a little more if others have
 * cleared memory for it. A scan with one thread per block and piece is at 2, because whole warps
 * join the pieces. One thread may handle a few numbers. */
static const double threads_of_serial = 1.5;
enum { LENGTH_WORTH_A_WARP = 1024 };

static bool is_serial(const sl_evidence *evidence) {
  sl_counter sum = sl_finding_counter_sum(&evidence->seen, SL_ANY, SL_ANY, NULL);
  return sl_problem_find(evidence->problem, "in")->count >= LENGTH_WORTH_A_WARP &&
         (double)sum.threads < threads_of_serial * (double)sum.requests;
}

const char *sl_transpose_inspect_scan(const sl_evidence *evidence) {
  return is_serial(evidence) ? "the sums are right, but on average fewer than 1.5 of the 32 "
                               "threads of a warp take part in a request"
                             : NULL;
}

/* The judge calls `sl_transpose_inspect_scan` only for right sums. */
static sl_judgement explains_serial(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_evidence_right(evidence) && is_serial(evidence));
}

/* ---- numbers that do not exist --------------------------------------------------------------- */

static bool is_behind_numbers(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_READ && strcmp(f->array, "in") == 0 && f->index >= f->length;
}

static bool is_next_number(const sl_evidence *evidence, const sl_finding *f) {
  return is_behind_numbers(evidence, f) && f->index == f->length && f->count == 1;
}

/* After a read of a number that does not exist, the added value may be anything, and the sums of
 * blocks are also read too far. */
static bool is_of_number_read(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_READ || f->kind == LENS_UNINITIALISED_READ;
}

static sl_judgement explains_read_behind(const sl_evidence *evidence, sl_finding_rule *first) {
  const sl_lens_report *seen = &evidence->seen;
  if (sl_problem_find(evidence->problem, "in")->count == 0) return SL_NEUTRAL;
  if (seen->num_findings == 0 || !first(evidence, seen->findings)) return SL_CONTRADICTS;
  return sl_finding_explains_if(sl_findings_none_but(evidence, is_of_number_read));
}

/* Explains that the first number that does not exist is read, and no other. */
SL_RULE_BY(explains_next_number_read, explains_read_behind, is_next_number)
SL_RULE_BY(explains_numbers_not_checked, explains_read_behind, is_behind_numbers)

static const sl_rule scan_rules[] = {
    SL_RULES_OF_HOST,
    {"in-place", sl_finding_race_in_statement},
    {"barrier-missing", sl_finding_missing_barrier},
    {"left-before-barrier", sl_finding_left_before_barrier},
    {"not-carried-over", explains_not_carried_over},
    {"surplus-not-filled", sl_finding_uninitialised},
    {"bound-too-far", explains_next_number_read},
    {"no-bounds-check", explains_numbers_not_checked},
    {"one-thread", explains_serial},
    {"endless-for-zero", explains_endless_for_zero},
    {"total-without-block", explains_total_without_block},
    {"too-many-blocks", explains_too_many_blocks},
    {"first-number-missed", explains_first_number_missed},
    {"own-sum-added", explains_own_sum_added},
    {"carry-replaced", explains_carry_replaced},
    {"not-freed", sl_finding_not_freed},
};

const sl_rule_list sl_transpose_scan_rules = SL_RULE_LIST(scan_rules);

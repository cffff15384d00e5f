/* models.h: what students get wrong in counting and in the scan, as models; and what the models of
 * all tasks share. Included by lab.c alone. */
#ifndef LAB_05_MODELS_H
#define LAB_05_MODELS_H

#include "base/memory.h"
#include "judge/findings.h"
#include "judge/lab.h"
#include "judge/reply.h"
#include "lens/lens.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* An element that nobody wrote, as it comes back. */
static const double unwritten = (int32_t)SL_WIRE_POISON;

static const double *right_answer(const sl_evidence *evidence, const char *name) {
  return sl_problem_find(evidence->problem, name)->expected;
}

/* Everything as it should be, for a model to spoil. */
static void predict_right(const sl_evidence *evidence, double *const *answers) {
  const sl_problem *problem = evidence->problem;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (array->role == SL_IN || array->count == 0) continue;
    memcpy(answers[i], array->expected, array->count * sizeof(double));
  }
}

/* ---- count ----------------------------------------------------------------------------------- */

/* The k-th entry is counted in column k. */
static void predict_by_entry(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *count = sl_predicted(evidence, answers, "count");
  for (int k = 0; k < a->nnz && k < a->num_cols; k++) count[k] = 1;
}

static void predict_next_column(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *count = sl_predicted(evidence, answers, "count");
  for (int k = 0; k < a->nnz; k++) {
    if (a->col_idx[k] + 1 < a->num_cols) count[a->col_idx[k] + 1]++;
  }
}

static void predict_last_entry_missed(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  predict_right(evidence, answers);
  if (a->nnz) sl_predicted(evidence, answers, "count")[a->col_idx[a->nnz - 1]]--;
}

/* What the threads without an entry do on a GPU, where nobody stops them: behind the column indices
 * the worker has put numbers that count on from the last one. */
static void predict_spare_threads(const sl_evidence *evidence, int threads,
                                  double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *count = sl_predicted(evidence, answers, "count");
  long long last = a->nnz ? a->col_idx[a->nnz - 1] : 0;
  predict_right(evidence, answers);
  for (int i = 0; i < threads; i++) {
    if (last + 1 + i < a->num_cols) count[last + 1 + i]++;
  }
}

static void predict_one_thread_too_many(const sl_evidence *evidence, double *const *answers) {
  predict_spare_threads(evidence, 1, answers);
}

static void predict_no_bounds_check(const sl_evidence *evidence, double *const *answers) {
  const int threads_per_block = 256; /* those of drive.cu, which launches one block more */
  int threads = threads_per_block - evidence->given->matrix.nnz % threads_per_block;
  predict_spare_threads(evidence, threads, answers);
}

/* The entry of the thread that a finding names; drive.cu launches blocks of 256 threads. */
static long long entry_of(const sl_finding *f) {
  return sl_finding_thread(f, 256);
}

/* By a thread without an entry. */
static bool is_of_spare_thread(const sl_evidence *evidence, const sl_finding *f) {
  return entry_of(f) >= evidence->given->matrix.nnz;
}

/* By the first of them, once. */
static bool is_of_first_spare_thread(const sl_evidence *evidence, const sl_finding *f) {
  return entry_of(f) == evidence->given->matrix.nnz && f->count <= 1;
}

static sl_judgement explains_one_thread_too_many(const sl_evidence *evidence) {
  return sl_judge_findings(evidence, is_of_first_spare_thread);
}

static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  return sl_judge_findings(evidence, is_of_spare_thread);
}

/* Each block counts the entries of the first, and drive.cu launches blocks of 256 threads. */
static void predict_block_forgotten(const sl_evidence *evidence, double *const *answers) {
  const int threads_per_block = 256;
  const sl_csr *a = &evidence->given->matrix;
  double *count = sl_predicted(evidence, answers, "count");
  int blocks = a->nnz / threads_per_block + 1;
  for (int k = 0; k < a->nnz && k < threads_per_block; k++) count[a->col_idx[k]] += blocks;
}

/* The lens sees the race, whatever comes of it. A GPU leaves columns that have too few. Threads
 * that write a 1, instead of adding it, cannot be told from those whose additions got lost. */
static sl_judgement explains_lost_counts(const sl_evidence *evidence) {
  const double *count = sl_evidence_answer(evidence, "count");
  const double *right = right_answer(evidence, "count");
  bool lost = false;
  if (!sl_found_only(evidence, LENS_RACE, "count")) return SL_CONTRADICTS;
  if (evidence->num_findings > 0) return SL_EXPLAINS;
  for (int col = 0; count && col < evidence->given->matrix.num_cols; col++) {
    if (count[col] > right[col] || (right[col] > 0 && count[col] < 1)) return SL_CONTRADICTS;
    lost = lost || count[col] < right[col];
  }
  return lost ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- scan ------------------------------------------------------------------------------------ */

static size_t scan_length(const sl_evidence *evidence) {
  return sl_problem_find(evidence->problem, "in")->count;
}

static void predict_inclusive(const sl_evidence *evidence, double *const *answers) {
  double *out = sl_predicted(evidence, answers, "out");
  const double *right = right_answer(evidence, "out");
  for (size_t i = 0; i < scan_length(evidence); i++) out[i] = right[i + 1];
}

static void predict_total_missing(const sl_evidence *evidence, double *const *answers) {
  predict_right(evidence, answers);
  sl_predicted(evidence, answers, "out")[scan_length(evidence)] = unwritten;
}

/* The last element is added to nothing. */
static void predict_total_without_last(const sl_evidence *evidence, double *const *answers) {
  double *out = sl_predicted(evidence, answers, "out");
  size_t n = scan_length(evidence);
  predict_right(evidence, answers);
  if (n > 0) out[n] = out[n - 1];
}

/* What came back of a scan: right up to `first_wrong`; n + 1 when all is right. */
typedef struct scan_view {
  const double *out, *right;
  const int *in;
  size_t n, first_wrong;
  bool unwritten_behind; /* from there on nothing was written; the total is not looked at */
} scan_view;

static bool look_at_scan(const sl_evidence *evidence, scan_view *view) {
  *view = (scan_view){.out = sl_evidence_answer(evidence, "out"),
                      .right = right_answer(evidence, "out"),
                      .in = sl_problem_find(evidence->problem, "in")->ints,
                      .n = scan_length(evidence),
                      .unwritten_behind = true};
  if (!view->out) return false;
  while (view->first_wrong <= view->n &&
         view->out[view->first_wrong] == view->right[view->first_wrong]) {
    view->first_wrong++;
  }
  for (size_t i = view->first_wrong; i < view->n; i++) {
    view->unwritten_behind = view->unwritten_behind && view->out[i] == unwritten;
  }
  return true;
}

/* What a block may have scanned: its threads, or two elements for each of them. */
enum { SMALLEST_BLOCK = 32, LARGEST_BLOCK = 2048 };

/* One block and no more was scanned, however many elements there are. */
static sl_judgement explains_one_block(const sl_evidence *evidence) {
  scan_view view;
  if (!look_at_scan(evidence, &view)) return SL_CONTRADICTS;
  size_t block = view.first_wrong;
  bool is_block = block >= SMALLEST_BLOCK && block <= LARGEST_BLOCK && (block & (block - 1)) == 0;
  if (view.n < SMALLEST_BLOCK || block >= view.n) return SL_NEUTRAL; /* the total, at most */
  if (!is_block || !view.unwritten_behind) return SL_CONTRADICTS;
  return view.n >= 2 * block ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Only whole blocks were scanned. Where there is none, CUDA refuses the launch, or nothing is done.
 */
static sl_judgement explains_tail_missed(const sl_evidence *evidence) {
  scan_view view;
  if (!look_at_scan(evidence, &view)) return SL_NEUTRAL;
  if (view.first_wrong >= view.n) return SL_NEUTRAL;
  bool whole = view.first_wrong % SMALLEST_BLOCK == 0 && view.unwritten_behind;
  if (!whole || view.n - view.first_wrong >= LARGEST_BLOCK) return SL_CONTRADICTS;
  return view.first_wrong > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Each element is the sum of those in front of it within its block of `block` elements. */
static bool is_scan_of_blocks(const scan_view *view, size_t block) {
  double sum = 0;
  for (size_t i = 0; i < view->n; i++) {
    if (i % block == 0) sum = 0;
    if (view->out[i] != sum) return false;
    sum += view->in[i];
  }
  return true;
}

static sl_judgement explains_blocks_not_joined(const sl_evidence *evidence) {
  scan_view view;
  if (!look_at_scan(evidence, &view)) return SL_CONTRADICTS;
  for (size_t block = SMALLEST_BLOCK; block <= LARGEST_BLOCK; block *= 2) {
    if (!is_scan_of_blocks(&view, block)) continue;
    return view.first_wrong < view.n ? SL_EXPLAINS : SL_NEUTRAL;
  }
  return SL_CONTRADICTS;
}

/* What can be wrong on each level of a scan that calls itself for the sums of its blocks. */
typedef struct level_rule {
  size_t block;
  bool inclusive; /* each element has its own number in it */
  bool own_block; /* each block has its own sum added */
  bool short_sum; /* the sum of a block lacks its last number */
} level_rule;

/* Scans `count` numbers and one more, a 0, by that rule. */
static sl_status scan_by_rule(const double *in, size_t count, level_rule rule, double *out) {
  size_t blocks = count / rule.block + 1;
  double *sums, *offsets = NULL, sum = 0;
  SL_TRY(sl_alloc(blocks, sizeof *sums, "a model of a mistake", &sums));
  sl_status status = sl_alloc(blocks + 1, sizeof *offsets, "a model of a mistake", &offsets);
  for (size_t i = 0; status == SL_OK && i <= count; i++) {
    double own = i < count ? in[i] : 0;
    if (i % rule.block == 0) sum = 0;
    out[i] = rule.inclusive ? sum + own : sum;
    sums[i / rule.block] = rule.short_sum ? sum : sum + own;
    sum += own;
  }
  if (status == SL_OK && blocks > 1) {
    status = scan_by_rule(sums, blocks, rule, offsets);
    for (size_t i = 0; i <= count; i++) out[i] += offsets[i / rule.block + rule.own_block];
  }
  sl_free(sums);
  sl_free(offsets);
  return status;
}

static bool is_scan_by_rule(const scan_view *view, level_rule rule) {
  double *in, *out = NULL;
  bool same = sl_alloc(view->n + 1, sizeof *in, "a model of a mistake", &in) == SL_OK &&
              sl_alloc(view->n + 1, sizeof *out, "a model of a mistake", &out) == SL_OK;
  for (size_t i = 0; same && i < view->n; i++) in[i] = view->in[i];
  same = same && scan_by_rule(in, view->n, rule, out) == SL_OK;
  size_t total = rule.inclusive ? 0 : 1; /* then it is at times made by other means */
  for (size_t i = 0; same && i < view->n + total; i++) same = view->out[i] == out[i];
  sl_free(in);
  sl_free(out);
  return same;
}

/* Whether it is a scan by that rule with blocks of some size. */
static bool is_scan_by(const scan_view *view, level_rule rule) {
  for (rule.block = SMALLEST_BLOCK; rule.block <= LARGEST_BLOCK; rule.block *= 2) {
    if (rule.block <= view->n && is_scan_by_rule(view, rule)) return true;
  }
  return false;
}

/* A scan that calls itself for the sums of its blocks is inclusive there too. Numbers of one block
 * are foretold by `predict_inclusive`. */
static sl_judgement explains_inclusive(const sl_evidence *evidence) {
  scan_view view;
  if (!look_at_scan(evidence, &view)) return SL_NEUTRAL;
  return is_scan_by(&view, (level_rule){.inclusive = true}) ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_level(const sl_evidence *evidence, level_rule rule) {
  scan_view view;
  bool wrong = look_at_scan(evidence, &view) && view.first_wrong <= view.n;
  return wrong && is_scan_by(&view, rule) ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_own_block_added(const sl_evidence *evidence) {
  return explains_level(evidence, (level_rule){.own_block = true});
}

static sl_judgement explains_block_sum_short(const sl_evidence *evidence) {
  return explains_level(evidence, (level_rule){.short_sum = true});
}

/* There are blocks for n numbers: where these fill the blocks, or there are none, nobody is there
 * for the sum of all. */
static sl_judgement explains_total_without_block(const sl_evidence *evidence) {
  scan_view view;
  size_t n = scan_length(evidence);
  if (n % SMALLEST_BLOCK != 0) return SL_CONTRADICTS;
  if (n == 0 && sl_grid_refused(evidence)) return SL_EXPLAINS;
  if (evidence->num_findings > 0 || !look_at_scan(evidence, &view)) return SL_CONTRADICTS;
  return view.first_wrong == n && view.out[n] == unwritten ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* The sums of the blocks were scanned by one block, and there are more of them than it holds. */
static sl_judgement explains_too_many_blocks(const sl_evidence *evidence) {
  scan_view view;
  if (!look_at_scan(evidence, &view)) return SL_CONTRADICTS;
  for (size_t block = SMALLEST_BLOCK; block <= LARGEST_BLOCK; block *= 2) {
    size_t first = block * block;
    bool begins_here = view.first_wrong == first || view.first_wrong == first + 1;
    if (view.n >= view.first_wrong && begins_here) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

/* Threads a request, on average: 1 where one thread works alone, and a little more where others
 * have cleared memory for it. A scan in which each block has a piece, and a single thread for it,
 * is at 2: where pieces are joined, whole warps add. Few numbers may be left to one thread. */
static const double threads_of_serial = 1.5;
enum { LENGTH_WORTH_A_WARP = 1024 };

static bool is_serial(const sl_evidence *evidence) {
  double requests = 0, threads = 0;
  for (size_t i = 0; i < evidence->num_counters; i++) {
    requests += (double)evidence->counters[i].requests;
    threads += (double)evidence->counters[i].threads;
  }
  return scan_length(evidence) >= LENGTH_WORTH_A_WARP && threads < threads_of_serial * requests;
}

static const char *inspect_scan(const sl_evidence *evidence) {
  return is_serial(evidence)
             ? "the sums are right, but in an average request fewer than 1.5 of the "
               "32 threads of a warp take part"
             : NULL;
}

static sl_judgement explains_serial(const sl_evidence *evidence) {
  scan_view view;
  bool right = look_at_scan(evidence, &view) && view.first_wrong > view.n;
  return right && evidence->num_findings == 0 && is_serial(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif

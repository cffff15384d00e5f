/* lab.c: what lab 00 asks and how it is judged. It runs in the judge, and is never linked into a
 * worker. */
#include "judge/lab.h"
#include "judge/compare.h"
#include "judge/findings.h"
#include "reference/cpu_code.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RETURNED, REFUSED, NUM_RETURNED }; /* the elements of the array that task errors returns */

enum {
  BLOCK = 256, /* WARM_UP_BLOCK of warm-up.h */
  WARP = 32,
  NOT_IMPLEMENTED = 31, /* cudaErrorNotYetImplemented, which the skeleton returns */
  OUT_OF_MEMORY = 2     /* cudaErrorMemoryAllocation */
};

static const sl_case_row cases[] = {
    {"one number", "size:1", NULL, true, false, NULL},
    {"31 numbers", "size:31", NULL, true, false, NULL},
    {"32 numbers", "size:32", NULL, true, false, NULL},
    {"33 numbers", "size:33", NULL, true, false, NULL},
    {"255 numbers", "size:255", NULL, true, false, NULL},
    {"256 numbers", "size:256", NULL, true, false, NULL},
    {"257 numbers", "size:257", NULL, true, false, NULL},
    {"no numbers", "size:0", NULL, true, false, NULL},
    {"a few blocks", "size:3000", NULL, true, false, NULL},
    {"numbers with a fraction", "size:1234", NULL, false, false, NULL},
    {"twenty blocks", "size:5120", NULL, true, false, NULL},
    {"many blocks", "size:270000", "size:16000000", false, true, NULL},
};

/* ---- what the CPU does ----------------------------------------------------------------------- */

static const sl_cpu_code cpu_add = {.arrays = "x y", .part = sl_cpu_code_add, .parallel = true};
static const sl_cpu_code cpu_sums = {
    .arrays = "x sums", .part = sl_cpu_code_group_sums, .parallel = true, .size = BLOCK};
static const sl_cpu_code cpu_warp = {
    .arrays = "x sums", .part = sl_cpu_code_group_sums, .parallel = true, .size = WARP};
static const sl_cpu_code cpu_scan = {
    .arrays = "x y", .part = sl_cpu_code_group_scan, .parallel = true, .size = BLOCK};

/* ---- what the tasks ask ---------------------------------------------------------------------- */

static double real_bytes(const sl_case *given) {
  return (double)sl_spmv_precision_bytes(given->precision);
}

/* y ← y + factor · x */
static sl_status pose_sum_of_vectors(const sl_case *given, enum sl_wire_place place, double factor,
                                     sl_problem *out) {
  double *expected, *bound;
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(sl_problem_reals(out, "x", place, SL_IN, given->x, given->n));
  SL_TRY(sl_problem_reals(out, "y", place, SL_INOUT, given->y, given->n));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  for (size_t i = 0; i < given->n; i++) {
    double x = factor * given->x[i], y = given->y[i];
    expected[i] = y + x;
    bound[i] = sl_check_sum_bound(given, 2, fabs(x) + fabs(y));
  }
  return SL_OK;
}

static sl_status pose_add(const sl_case *given, sl_problem *out) {
  out->read_bytes = 2 * real_bytes(given) * (double)given->n;
  out->traffic_bytes = 3 * real_bytes(given) * (double)given->n;
  out->operations = (double)given->n;
  out->cpu = &cpu_add;
  return pose_sum_of_vectors(given, SL_DEVICE, 1, out);
}

static sl_status pose_arrays(const sl_case *given, sl_problem *out) {
  SL_TRY(pose_sum_of_vectors(given, SL_HOST, 2, out));
  return sl_problem_returned(out, "run_on_arrays", NOT_IMPLEMENTED, 0);
}

/* On the lens the first or the second allocation fails. n is at least 1, because no memory would be
 * allocated for no numbers. */
static sl_status pose_errors(const sl_case *given, sl_problem *out) {
  static const double one[] = {1};
  size_t n = given->n ? given->n : SL_COUNT(one);
  int *returned;
  SL_TRY(sl_problem_own(out, NUM_RETURNED, sizeof *returned, &returned));
  returned[RETURNED] = NOT_IMPLEMENTED;
  SL_TRY(sl_problem_int(out, "n", (int)n));
  SL_TRY(sl_problem_int(out, "refused", given->n % 2 ? 2 : 1));
  (void)snprintf(out->given, sizeof out->given, "too little memory for the %s array",
                 given->n % 2 ? "second" : "first");
  SL_TRY(sl_problem_reals(out, "x", SL_HOST, SL_IN, given->n ? given->x : one, n));
  SL_TRY(sl_problem_reals(out, "y", SL_HOST, SL_INOUT, given->n ? given->y : one, n));
  return sl_problem_ints(out, "run_on_arrays", SL_HOST, SL_INOUT, returned, NUM_RETURNED);
}

/* Checks y. A program that allocates both arrays at once makes no second allocation. Then nothing
 * fails, and the program must do the work. */
static void check_work(sl_check *check, bool failed) {
  const double *y = sl_check_answer(check, "y"), *x = sl_problem_find(check->problem, "x")->reals;
  const sl_array *before = sl_problem_find(check->problem, "y");
  for (size_t i = 0; i < before->count; i++) {
    double right = before->reals[i] + (failed ? 0 : 2 * x[i]);
    double size = failed ? 0 : fabs(before->reals[i]) + fabs(2 * x[i]);
    if (fabs(y[i] - right) <= sl_check_sum_bound(check->given, 2, size)) continue;
    sl_check_report(check, "y", i, "y[%zu] is %.6g instead of %.6g%s", i, y[i], right,
                    failed ? ": after an error y must be as it was" : "");
    return;
  }
}

static sl_status check_errors(sl_check *check) {
  const double *returned = sl_check_answer(check, "run_on_arrays");
  bool failed = returned[REFUSED] > 0;
  double got = returned[RETURNED];
  if (failed && got != OUT_OF_MEMORY) {
    sl_check_report(check, "run_on_arrays", 0,
                    "there is not enough memory, so cudaMalloc returns %d "
                    "(cudaErrorMemoryAllocation), but run_on_arrays returned %.0f%s",
                    OUT_OF_MEMORY, got, got == 0 ? " (cudaSuccess)" : "");
  } else if (!failed && got != 0) {
    sl_check_report(check, "run_on_arrays", 0,
                    "no allocation has failed, but run_on_arrays returned %.0f", got);
  }
  check_work(check, failed);
  return SL_OK;
}

/* Poses one sum for each group of `group` numbers. */
static sl_status pose_sums_of(size_t group, const sl_case *given, sl_problem *out) {
  size_t groups = (given->n + group - 1) / group;
  double *expected, *bound;
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, given->n));
  SL_TRY(sl_problem_reals(out, "sums", SL_DEVICE, SL_OUT, NULL, groups));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  for (size_t i = 0; i < given->n; i++) {
    expected[i / group] += given->x[i];
    bound[i / group] += sl_check_sum_bound(given, group, fabs(given->x[i]));
  }
  out->read_bytes = real_bytes(given) * (double)given->n;
  out->traffic_bytes = out->read_bytes + real_bytes(given) * (double)groups;
  out->operations = (double)given->n;
  return SL_OK;
}

static sl_status pose_sums(const sl_case *given, sl_problem *out) {
  out->cpu = &cpu_sums;
  return pose_sums_of(BLOCK, given, out);
}

static sl_status pose_warp(const sl_case *given, sl_problem *out) {
  out->cpu = &cpu_warp;
  return pose_sums_of(WARP, given, out);
}

static sl_status pose_scan(const sl_case *given, sl_problem *out) {
  double *expected, *bound, sum = 0, magnitudes = 0;
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, given->n));
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_OUT, NULL, given->n));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  for (size_t i = 0; i < given->n; i++) {
    if (i % BLOCK == 0) sum = magnitudes = 0;
    expected[i] = sum += given->x[i];
    magnitudes += fabs(given->x[i]);
    bound[i] = sl_check_sum_bound(given, i % BLOCK + 1, magnitudes);
  }
  out->read_bytes = real_bytes(given) * (double)given->n;
  out->traffic_bytes = 2 * out->read_bytes;
  out->operations = (double)given->n;
  out->cpu = &cpu_scan;
  return SL_OK;
}

/* ---- how a right answer came about ----------------------------------------------------------- */

/* If there are few blocks, the counts mean little: the last block may be nearly empty. */
enum { NUMBERS_TO_TELL = 20 * BLOCK, MAX_LOADS_OF_BLOCK = 240, MAX_LOADS_OF_WARP = 3 };

static double loads_of(const sl_evidence *evidence, size_t group) {
  const sl_lens_report *seen = &evidence->seen;
  double loads = (double)sl_finding_counter_sum(seen, LENS_SHARED, LENS_LOAD, NULL).requests +
                 (double)sl_finding_counter_sum(seen, LENS_GLOBAL, LENS_LOAD, NULL).requests;
  return loads * (double)group / (double)evidence->given->n;
}

static bool uses_shared_memory(const sl_evidence *evidence) {
  return sl_finding_counter_sum(&evidence->seen, LENS_SHARED, SL_ANY, NULL).requests > 0;
}

/* Loading 256 numbers one after the other takes 256 requests, and 8 more load them from memory. The
 * steps of a tree take a few requests for each of the 8 warps. */
static const char *inspect_block(const sl_evidence *evidence) {
  if (evidence->given->n < NUMBERS_TO_TELL) return NULL;
  if (!uses_shared_memory(evidence)) return "the answer is right, but it uses no shared memory";
  return loads_of(evidence, BLOCK) < MAX_LOADS_OF_BLOCK
             ? NULL
             : "the answer is right, but each block adds its numbers one after the other: its "
               "warps make 240 load requests or more";
}

static const char *inspect_warp(const sl_evidence *evidence) {
  if (evidence->given->n < NUMBERS_TO_TELL) return NULL;
  if (uses_shared_memory(evidence)) {
    return "the answer is right, but the task must be done without shared memory";
  }
  return loads_of(evidence, WARP) < MAX_LOADS_OF_WARP
             ? NULL
             : "the answer is right, but each warp loads its numbers in several requests. One "
               "request is enough for 32 neighbouring numbers, one per lane";
}

/* ---- rules of mistakes ----------------------------------------------------------------------- */

/* Whether the answer is right. The function `inspect` may only be called for right answers. */
static bool is_right(const sl_evidence *evidence) {
  return evidence->difference && !evidence->difference->wrong && evidence->seen.num_findings == 0;
}

static sl_judgement explains_no_shared_memory(const sl_evidence *evidence) {
  return sl_finding_explains_if(is_right(evidence) && inspect_block(evidence) &&
                                !uses_shared_memory(evidence));
}

static sl_judgement explains_one_after_the_other(const sl_evidence *evidence) {
  return sl_finding_explains_if(is_right(evidence) && inspect_block(evidence) &&
                                uses_shared_memory(evidence));
}

static sl_judgement explains_shared_memory(const sl_evidence *evidence) {
  return sl_finding_explains_if(is_right(evidence) && uses_shared_memory(evidence));
}

static sl_judgement explains_one_lane(const sl_evidence *evidence) {
  return sl_finding_explains_if(is_right(evidence) && inspect_warp(evidence) &&
                                !uses_shared_memory(evidence));
}

/* drive.cu passes in the kernel add_doubled; a program with this mistake launches another kernel.
 */
static sl_judgement explains_own_kernel(const sl_evidence *evidence) {
  return sl_finding_launched_another(evidence, "add_doubled") ? SL_FITS : SL_CONTRADICTS;
}

static bool has_launched(const sl_evidence *evidence) {
  return evidence->seen.num_launches > 0;
}

static sl_judgement explains_by_host(const sl_evidence *evidence) {
  return has_launched(evidence) ? SL_CONTRADICTS : SL_FITS;
}

/* An unchanged y can also mean that nothing was launched. */
static sl_judgement explains_result_not_back(const sl_evidence *evidence) {
  return has_launched(evidence) ? SL_FITS : SL_CONTRADICTS;
}

static bool is_absent_element(const sl_evidence *evidence, const sl_finding *f) {
  bool array = strcmp(f->array, "x") == 0 || strcmp(f->array, "y") == 0;
  long long thread = (long long)f->block[0] * BLOCK + f->thread[0];
  return array && sl_finding_is_out_of_bounds(f) && f->index == thread && evidence->given->n > 0;
}

/* Explains that threads without an element use the element with their own number. `all`: all such
 * threads do, otherwise only the first. */
static sl_judgement explains_threads_beyond(const sl_evidence *evidence, bool all) {
  const sl_lens_report *seen = &evidence->seen;
  size_t n = evidence->given->n, extra = (n / BLOCK + 1) * BLOCK - n;
  if (seen->num_findings == 0) return SL_CONTRADICTS;
  if (n == 0) return SL_NEUTRAL;
  for (size_t i = 0; i < seen->num_findings; i++) {
    const sl_finding *f = &seen->findings[i];
    bool first = f->index == (long long)n && f->count == 1;
    if (!is_absent_element(evidence, f)) return SL_CONTRADICTS;
    if (all ? f->count != extra : !first) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  return explains_threads_beyond(evidence, true);
}

static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  return explains_threads_beyond(evidence, false);
}

/* Whether the finding is a read of an element that a thread without a number should have written.
 */
static bool is_surplus(const sl_evidence *evidence, const sl_finding *f) {
  long long numbers = (long long)evidence->given->n - (long long)f->block[0] * BLOCK;
  return f->kind == LENS_UNINITIALISED_READ && f->length == BLOCK && f->index >= numbers;
}

static sl_judgement explains_surplus(const sl_evidence *evidence) {
  if (sl_finding_uninitialised(evidence) != SL_EXPLAINS) return SL_CONTRADICTS;
  return sl_finding_explains_if(sl_findings_all(evidence, is_surplus));
}

/* Explains that the kernel adds to the answer, which has no contents before the launch. */
static sl_judgement explains_added_to_answer(const sl_evidence *evidence) {
  const sl_finding *first = sl_finding_to_show(&evidence->seen);
  const sl_array *answer = first ? sl_problem_find(evidence->problem, first->array) : NULL;
  return sl_finding_explains_if(answer && first->kind == LENS_UNINITIALISED_READ &&
                                answer->role == SL_OUT &&
                                first->length == (long long)answer->count);
}

/* Explains that each thread of the grid has read each element. */
static sl_judgement explains_all_by_each(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  unsigned long long n = evidence->given->n, threads = 0;
  for (size_t l = 0; l < seen->num_launches; l++) {
    threads +=
        sl_finding_grid_blocks(&seen->launches[l]) * sl_finding_block_threads(&seen->launches[l]);
  }
  sl_counter loads = sl_finding_counter_sum(seen, LENS_GLOBAL, LENS_LOAD, "x");
  if (loads.threads != n * threads) return SL_CONTRADICTS;
  return n > 1 && threads > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

static const sl_rule add_rules[] = {{"no-bounds-check", explains_no_bounds_check},
                                    {"each-thread-adds-all", explains_all_by_each},
                                    {"bound-too-far", explains_bound_too_far}};

static const sl_rule arrays_rules[] = {{"own-kernel", explains_own_kernel},
                                       {"computed-by-host", explains_by_host},
                                       {"result-not-back", explains_result_not_back},
                                       {"not-freed", sl_finding_not_freed}};

static const sl_rule errors_rules[] = {{"left-after-error", sl_finding_not_freed}};

static const sl_rule sums_rules[] = {{"barrier-missing", sl_finding_missing_barrier},
                                     {"left-before-barrier", sl_finding_left_before_barrier},
                                     {"surplus-not-filled", explains_surplus},
                                     {"answer-not-cleared", explains_added_to_answer},
                                     {"no-shared-memory", explains_no_shared_memory},
                                     {"added-one-by-one", explains_one_after_the_other}};

static const sl_rule scan_rules[] = {{"in-place", sl_finding_race_in_statement},
                                     {"left-before-barrier", sl_finding_left_before_barrier},
                                     {"surplus-not-filled", explains_surplus},
                                     {"answer-not-cleared", explains_added_to_answer},
                                     {"each-thread-adds-all", explains_one_after_the_other}};

static const sl_rule warp_rules[] = {{"answer-not-cleared", explains_added_to_answer},
                                     {"through-shared-memory", explains_shared_memory},
                                     {"one-lane-adds", explains_one_lane}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "add",
     .title = "one thread per element",
     .function = "add",
     .points = 2,
     .measured = true,
     .pose = pose_add,
     .launch_reads = "x y",
     .kernel = "add",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints = {"The kernel has no loop: each thread adds one element.",
               "A thread finds its element from the number of its block, the size of a block, and "
               "its place in the block.",
               "blockIdx.x * blockDim.x + threadIdx.x; a thread whose element does not exist "
               "returns."},
     SL_RULES(add_rules)},
    {.name = "arrays",
     .title = "copy, launch, copy back",
     .function = "run_on_arrays",
     .points = 3,
     .pose = pose_arrays,
     .hints = {"The kernel needs both arrays in device memory, and the host needs y back.",
               "Two cudaMalloc, two copies to the device, one launch, one copy to the host, two "
               "cudaFree.",
               "Both kinds of copies have the target first. Round the number of blocks up; if it "
               "is 0, launch nothing."},
     SL_RULES(arrays_rules)},
    {.name = "errors",
     .title = "return the first error",
     .function = "run_on_arrays",
     .points = 1,
     .pose = pose_errors,
     .check = check_errors,
     .hints = {"Each CUDA function returns a cudaError_t. Your function must check it.",
               "After the first error, only cudaFree is still needed. cudaFree(NULL) is allowed.",
               "Keep the error in a variable, and make each further call only if the variable is "
               "still cudaSuccess."},
     SL_RULES(errors_rules)},
    {.name = "sums",
     .title = "one sum per block",
     .function = "block_sums",
     .points = 3,
     .measured = true,
     .pose = pose_sums,
     .launch_reads = "x",
     .kernel = "block_sums",
     .divided = SL_OVER_WARPS | SL_OVER_BLOCKS,
     .inspect = inspect_block,
     .hints = {"First each thread writes its number into an array in shared memory.",
               "Then 128 threads add a second number to their own, then 64, then 32, down to 1. "
               "Who reads what another thread has written?",
               "__syncthreads() at the beginning of each step, outside of the if. A thread without "
               "a number contributes 0."},
     SL_RULES(sums_rules)},
    {.name = "scan",
     .title = "running sums in a block",
     .function = "block_scan",
     .points = 3,
     .measured = true,
     .pose = pose_scan,
     .launch_reads = "x",
     .kernel = "block_scan",
     .divided = SL_OVER_WARPS | SL_OVER_BLOCKS,
     .inspect = inspect_block,
     .hints =
         {"After the first step each thread has the sum of two numbers, after the second of "
          "four, and so on.",
          "In each step a thread reads the sum that is `step` places before its own. Another "
          "thread changes that sum in the same step.",
          "Barrier, read into a variable, barrier, add; step = 1, 2, 4, … up to half of the block. "
          "A thread without a left neighbour reads nothing, but takes part in the barriers."},
     SL_RULES(scan_rules)},
    {.name = "warp",
     .title = "one sum per warp, by shuffles",
     .function = "warp_sums",
     .points = 2,
     .measured = true,
     .pose = pose_warp,
     .launch_reads = "x",
     .kernel = "warp_sums",
     .divided = SL_OVER_WARPS | SL_OVER_BLOCKS,
     .inspect = inspect_warp,
     .hints = {"A shuffle hands each lane the variable of another lane.",
               "All 32 lanes must come to each shuffle. What can a lane without a number "
               "contribute?",
               "__shfl_down_sync(0xffffffff, sum, offset) for offset = 16, 8, 4, 2, 1; then lane 0 "
               "has the sum."},
     SL_RULES(warp_rules)},
};

const sl_lab sl_lab_00_warm_up = {
    .id = "00-warm-up", .title = "First kernels", SL_TASKS(tasks), SL_CASES(cases)};

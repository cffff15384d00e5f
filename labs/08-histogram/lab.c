/* lab.c: the judge's side of lab 08. */
#include "judge/lab.h"
#include "histogram.h"
#include "judge/findings.h"
#include "reference/cpu_code.h"

#include <math.h>

static const sl_cpu_code cpu_histogram = {.arrays = "keys bins",
                                          .part = sl_cpu_code_histogram,
                                          .finish = sl_cpu_code_finish_histogram,
                                          .parallel = true};
_Static_assert((int)HISTOGRAM_BINS <= (int)SL_CPU_SHARE_INTS, "a part has room for all bins");

/* Keys differ from case to case because they are made from x. */
static int key_of(double x) {
  return (int)floor(fabs(x) * 97) % HISTOGRAM_BINS;
}

static sl_status pose_histogram(const sl_case *given, sl_problem *out) {
  int *keys, before[HISTOGRAM_BINS], bins[HISTOGRAM_BINS];
  SL_TRY(sl_problem_own(out, given->n, sizeof *keys, &keys));
  for (int b = 0; b < HISTOGRAM_BINS; b++) bins[b] = before[b] = 100 + 7 * b;
  for (size_t i = 0; i < given->n; i++) bins[keys[i] = key_of(given->x[i])]++;
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(sl_problem_ints(out, "keys", SL_DEVICE, SL_IN, keys, given->n));
  out->read_bytes = (double)((given->n + HISTOGRAM_BINS) * sizeof(int));
  out->traffic_bytes = out->read_bytes + (double)sizeof bins;
  out->cpu = &cpu_histogram;
  return sl_problem_change_ints(out, "bins", SL_DEVICE, before, bins, HISTOGRAM_BINS);
}

/* The array has the name that the student's kernel gives it, so atomics on any array count. If a
 * block keeps its own counts, its warps add each count once; each may take one number in
 * addition. */
static const char *inspect_shared(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  unsigned long long warps = 0;
  for (size_t l = 0; l < seen->num_launches; l++) {
    unsigned threads = sl_finding_block_threads(&seen->launches[l]);
    warps += sl_finding_grid_blocks(&seen->launches[l]) * ((threads + 31) / 32);
  }
  if (evidence->given->n > 1000 &&
      sl_finding_counter_sum(seen, LENS_SHARED, SL_ANY, NULL).requests == 0) {
    return "no kernel uses shared memory, but the task asks for counts there";
  }
  if (sl_finding_counter_sum(seen, LENS_GLOBAL, LENS_ATOMIC, NULL).threads >
      (HISTOGRAM_BINS + 1) * warps) {
    return "the kernel uses more atomics on global memory than it needs to add the counts of each "
           "block";
  }
  return NULL;
}

/* Additions to the bins in task shared, if each block has one key per thread. */
static double additions_of_merges(const sl_quiz_view *view) {
  int blocks = (view->matrix->num_rows + HISTOGRAM_BLOCK - 1) / HISTOGRAM_BLOCK;
  return (double)blocks * HISTOGRAM_BINS;
}

static const sl_answer_function quiz_numbers[] = {{"additions-of-merges", additions_of_merges}};

static const sl_task tasks[] = {
    {.name = "global",
     .title = "atomics on global memory",
     .function = "histogram_global",
     .at = "count_global:",
     .points = 4,
     .measured = true,
     .pose = pose_histogram,
     .launch_reads = "keys",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints =
         {"Many threads find the same key at the same time, and every one of them must be counted.",
          "Give each thread one key. An atomic reads, adds and writes without interruption.",
          "Which address does atomicAdd need, and what does it add?"}},
    {.name = "shared",
     .title = "each block in shared memory",
     .function = "histogram_shared",
     .at = "count_shared:",
     .points = 6,
     .measured = true,
     .pose = pose_histogram,
     .launch_reads = "keys",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .inspect = inspect_shared,
     .hints = {"The threads of a block collide less expensively in shared memory.",
               "Three steps: clear the block's counts, count its keys, add the counts to the bins.",
               "Some threads finish a step before others. What must come between two steps?"}},
};

static const sl_case_row cases[] = {
    {"nothing", "size:0", NULL, true, false, NULL},
    {"one key", "size:1", NULL, true, false, NULL},
    {"a warp and one", "size:33", NULL, true, false, NULL},
    {"a block", "size:256", NULL, true, false, NULL},
    {"one key more than a block has threads", "size:257", NULL, true, false, NULL},
    {"more keys than a block can have threads", "size:1025", NULL, false, false, NULL},
    {"many", "size:20000", "size:16000000", false, true, NULL},
};

const sl_lab sl_lab_08_histogram = {
    .id = "08-histogram",
    .title = "Counting with atomics",
    SL_TASKS(tasks),
    SL_CASES(cases),
    SL_ANSWERS(quiz_numbers),
};

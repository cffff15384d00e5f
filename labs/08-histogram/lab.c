/* lab.c: the judge's side of lab 08. */
#include "judge/lab.h"
#include "histogram.h"
#include "judge/findings.h"

#include <math.h>

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
  return sl_problem_change_ints(out, "bins", SL_DEVICE, before, bins, HISTOGRAM_BINS);
}

/* With counts in shared memory, no warp needs to add more than one count per bin. */
static const char *inspect_shared(const sl_evidence *evidence) {
  const sl_counter added =
      sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, LENS_ATOMIC, "bins");
  unsigned long long warps = 0;
  for (size_t l = 0; l < evidence->seen.num_launches; l++) {
    const sl_launch *launch = &evidence->seen.launches[l];
    warps += sl_finding_grid_blocks(launch) * ((sl_finding_block_threads(launch) + 31) / 32);
  }
  return added.threads > HISTOGRAM_BINS * warps
             ? "the kernel adds to the bins in global memory more often than the counts in shared "
               "memory make necessary"
             : NULL;
}

static const sl_task tasks[] = {
    {.name = "global",
     .title = "atomics on global memory",
     .function = "histogram_global",
     .at = "count_global:",
     .points = 4,
     .measured = true,
     .pose = pose_histogram,
     .launch_reads = "keys",
     .hints = {"Many threads find the same key at the same time, and none of them may be lost.",
               "Give each thread one key. An atomic reads, adds and writes without interruption.",
               "Which address does atomicAdd need, and what does it add?"}},
    {.name = "shared",
     .title = "a histogram per block in shared memory",
     .function = "histogram_shared",
     .at = "count_shared:",
     .points = 6,
     .measured = true,
     .pose = pose_histogram,
     .launch_reads = "keys",
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
    {"one more than a block", "size:257", NULL, true, false, NULL},
    {"more than a block can hold", "size:1025", NULL, false, false, NULL},
    {"many", "size:20000", "size:16000000", false, true, NULL},
};

const sl_lab sl_lab_08_histogram = {
    .id = "08-histogram",
    .title = "Counting with atomics",
    SL_TASKS(tasks),
    SL_CASES(cases),
};

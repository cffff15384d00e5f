// contest.cu: the steps that both contests share: prepare, check, time, and check again.
#include "bench/contests.cuh"

#include <cstdio>
#include <cstdlib>

sl_bench_row *contest_add_row(sl_bench_table *table, const bench_list &list, const char *name,
                              const char *file) {
  if (table->count == SL_BENCH_MAX_ROWS) {
    fprintf(stderr, "bench: more than %d contestants\n", SL_BENCH_MAX_ROWS);
    exit(3);
  }
  sl_bench_row *row = &table->rows[table->count++];
  (void)snprintf(row->name, sizeof row->name, "%s", name);
  (void)snprintf(row->file, sizeof row->file, "%s", file);
  row->side = list.side;
  row->plain = list.plain;
  return row;
}

void contest_mark(sl_bench_row *row, sl_bench_state state, const char *trouble) {
  row->state = state;
  (void)snprintf(row->trouble, sizeof row->trouble, "%s", trouble);
}

bool contest_ended_well(sl_bench_row *row) {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) return true;
  contest_mark(row, SL_BENCH_WRONG, cudaGetErrorString(error));
  if (cudaFree(NULL) == cudaSuccess) return false; // the device is usable after a refused launch
  fprintf(stderr, "bench: %s (%s) left the device unusable: %s\n", row->name, row->file,
          row->trouble);
  exit(3);
}

static void prepare(entrant &e) {
  BENCH_MUST(cudaDeviceSynchronize());
  double start_us = sl_clock_us();
  const char *trouble = e.prepare(&e.plan);
  BENCH_MUST(cudaDeviceSynchronize());
  e.row->prepare_us = sl_clock_us() - start_us;
  if (!trouble) return;
  e.plan = NULL;
  e.row->prepare_us = 0;
  contest_mark(e.row, SL_BENCH_SKIPPED, trouble);
}

static std::vector<racer> find_racers(const std::vector<entrant> &entrants) {
  std::vector<racer> racers;
  for (const entrant &e : entrants) {
    if (e.row->state != SL_BENCH_MEASURED || !e.passes(e)) continue;
    racer r;
    r.row = e.row;
    r.launch = [&e] { e.run(e.plan); };
    racers.push_back(r);
  }
  return racers;
}

void contest_run(std::vector<entrant> &entrants, stopwatch &watch, spent *time) {
  std::vector<racer> racers;
  {
    spending preparing(&time->prepare_s);
    for (entrant &e : entrants) prepare(e);
  }
  {
    spending checking(&time->check_s);
    racers = find_racers(entrants);
  }
  {
    spending racing(&time->race_s);
    watch.race(racers);
  }
  spending checking(&time->check_s);
  for (const entrant &e : entrants) { // an answer that was right at first may be wrong after many
                                      // launches
    bool many = e.row->cold.samples > 1;
    if (many && e.row->state == SL_BENCH_MEASURED) (void)e.passes(e);
  }
  for (const entrant &e : entrants) {
    if (e.row->state != SL_BENCH_SKIPPED) e.release(e.plan);
  }
}

/** @file contests.cuh
 *  The two contests, each on one matrix: SpMV and transpose.
 */
#ifndef SL_BENCH_CONTESTS_CUH
#define SL_BENCH_CONTESTS_CUH

#include "base/clock.h"
#include "bench/device.cuh"
#include "bench/lists.cuh"
#include "bench/options.h"
#include "bench/race.cuh"
#include "matrix/csr.h"

#include <memory>

/** A matrix with its values rounded to `real`, on the host and on the device. */
struct subject {
  sl_csr csr = {}; /**< sorted, without duplicates */
  bench_csr a = {};
  std::unique_ptr<real[]> values;
  device_memory memory;
  ~subject() {
    sl_csr_free(&csr);
  }
};

/** Loads a matrix and copies it to the device. Errors: those of sl_load_matrix; SL_ERR_MEMORY. */
sl_status subject_load(const char *spec, const char *cache_dir, subject *out);

/** The same for a matrix in memory. `out` takes ownership of it. */
sl_status subject_take(const char *spec, sl_csr *from, subject *out);

/** Time that the host spends on each activity, in seconds. */
struct spent {
  double prepare_s = 0, check_s = 0, race_s = 0;
};

/** Adds the time between its construction and its destruction to one of the sums in `spent`. */
class spending {
public:
  explicit spending(double *seconds) : seconds(seconds), start_us(sl_clock_us()) {}
  ~spending() {
    *seconds += (sl_clock_us() - start_us) * 1e-6;
  }

private:
  double *seconds, start_us;
};

/** A contestant of either kind. */
struct entrant {
  sl_bench_row *row;
  std::function<const char *(void **plan)> prepare;
  std::function<void(void *plan)> run;         /**< the launch that is timed */
  std::function<bool(const entrant &)> passes; /**< if the answer is wrong, it marks the row */
  void (*release)(void *plan);
  void *plan;
};

/** Prepares all contestants, checks them, times those with right answers, and checks these
 * again. */
void contest_run(std::vector<entrant> &entrants, stopwatch &watch, spent *time);

/** Runs all SpMV contestants of the chosen labs, and of cuSPARSE if requested; fills `out`. */
void contest_spmv(const subject &given, const sl_bench_options &options, stopwatch &watch,
                  sl_bench_table *out, spent *time);
/** The same for the transposes. */
void contest_transpose(const subject &given, const sl_bench_options &options, stopwatch &watch,
                       sl_bench_table *out, spent *time);

/** A row for a contestant of the list. */
sl_bench_row *contest_add_row(sl_bench_table *table, const bench_list &list, const char *name,
                              const char *file);
/** Marks a row as left out or as wrong, and says why. */
void contest_mark(sl_bench_row *row, sl_bench_state state, const char *trouble);
/** Waits for all launches. Marks the row if one failed. */
bool contest_ended_well(sl_bench_row *row);

/** Collects all contestants that take part, from one member of the lists: spmvs or transposes.
 *  `set` adds how to run and check them. */
template <typename Contestant, typename Set>
std::vector<entrant> contest_enter(const Contestant *const *bench_list::*member, const bench_csr *a,
                                   const sl_bench_options &options, sl_bench_table *out, Set set) {
  std::vector<entrant> entrants;
  for (const bench_list *list = bench_lists; list->spmvs || list->transposes; list++) {
    bool converts = list->side == SL_BENCH_TEXTBOOK && !list->plain;
    for (const Contestant *const *each = list->*member; each && *each; each++) {
      const Contestant *it = *each;
      if (!sl_bench_options_want(&options, it->file, converts)) continue;
      entrant e = {};
      e.row = contest_add_row(out, *list, it->name, it->file);
      e.prepare = [it, a](void **plan) { return it->prepare(a, plan); };
      e.release = it->release;
      set(it, &e);
      entrants.push_back(e);
    }
  }
  return entrants;
}

#endif

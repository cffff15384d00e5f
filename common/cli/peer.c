/* peer.c: ./lab run --peer cusparse: the library's time beside the student's own.
 *
 * The library's programs implement the contract of a lab, whose table lists them. They are judged
 * like any other file. Each is run once for each matrix, because its first launch prepares data for
 * one matrix. */
#include "cli/peer.h"

#include "judge/gpu.h"
#include "judge/toolchain.h"
#include "report/paint.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PEERS = 8, NAME_WIDTH = 34 };

static void find_path(const sl_peer *p, char *path, size_t size) {
  (void)snprintf(path, size, "%s/common/peers/%s", SL_SOURCE_DIR, p->file);
}

/* Finds the lab whose contract the programs implement. */
static sl_status find_contract(const sl_lab *lab, const sl_lab **out) {
  *out = lab;
  return lab->peers_of ? sl_lab_find(lab->peers_of, out) : SL_OK;
}

sl_status sl_peer_check(const sl_lab *lab, const sl_options *options) {
  const sl_lab *contract;
  if (!options->peer) return SL_OK;
  SL_TRY(find_contract(lab, &contract));
  if (contract->num_peers == 0) {
    return sl_fail(SL_ERR_USAGE, "cuSPARSE has nothing that does what lab %s asks", lab->id);
  }
  if (options->backend == SL_GPU) return SL_OK;
  const char *missing = sl_gpu_missing();
  return sl_fail(SL_ERR_MISSING, "--peer measures the times of a library, which needs a GPU: %s",
                 missing ? missing : "omit --backend lens");
}

/* Chooses the lab's programs that exist in this copy of the kit. */
static size_t choose(const sl_lab *contract, const sl_peer **out) {
  size_t count = 0;
  for (size_t i = 0; i < contract->num_peers && count < MAX_PEERS; i++) {
    char path[512];
    find_path(&contract->peers[i], path, sizeof path);
    if (access(path, R_OK) == 0) out[count++] = &contract->peers[i];
  }
  return count;
}

/* The shortest time on this case among the measured tasks of the file that passed it. */
static double best_us(const sl_lab_result *result, size_t number, const char **task_out) {
  const char *compared = result->lab->compared;
  double best = 0;
  *task_out = "";
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    if (compared && strcmp(task->task->name, compared) != 0) continue;
    if (number >= task->num_cases || task->cases[number].verdict != SL_PASSED) continue;
    double us = task->cases[number].figures.cold_us;
    if (us <= 0 || (best > 0 && us >= best)) continue;
    best = us;
    *task_out = task->task->name;
  }
  return best;
}

/* Measures one of the library's programs. The time is 0 if there is none, because the format is too
 * large or the program failed. */
static sl_status time_peer(const sl_peer *p, const sl_lab *contract, const sl_options *options,
                           const sl_case_result *row, double *us_out) {
  char path[512];
  sl_lab_result result;
  bool compiled = false;
  *us_out = 0;
  find_path(p, path, sizeof path);
  const sl_options own = {.backend_given = true,
                          .backend = SL_GPU,
                          .precision = options->precision,
                          .file = path,
                          .task = p->task,
                          .deadline_seconds = options->deadline_seconds,
                          .device_times_only = true};
  const sl_case_spec given = {.spec = row->spec, .name = row->name, .measured = true};
  sl_status status = sl_judging_run_lab(contract, &own, &given, 1, &compiled, &result);
  if (status == SL_OK && compiled && result.tasks[0].cases[0].verdict == SL_PASSED) {
    *us_out = result.tasks[0].cases[0].figures.cold_us;
  }
  if (status == SL_OK && compiled && options->csv) status = sl_report_csv(options->csv, &result);
  sl_judge_result_free(&result);
  return status;
}

static void print_us(double us) {
  if (us > 0) {
    (void)printf(" %10.1f", us);
  } else {
    (void)printf(" %10s", "-");
  }
}

static sl_status show_case(const sl_lab_result *result, const sl_lab *contract,
                           const sl_options *options, size_t number, const sl_peer *const *chosen,
                           size_t count) {
  const sl_case_result *row = &result->tasks[0].cases[number];
  const char *task;
  double own_us = best_us(result, number, &task), library_us = 0, times[MAX_PEERS];
  for (size_t i = 0; i < count; i++) {
    SL_TRY(time_peer(chosen[i], contract, options, row, &times[i]));
    if (times[i] > 0 && (library_us == 0 || times[i] < library_us)) library_us = times[i];
  }
  (void)fputs("  ", stdout);
  sl_paint_padded(stdout, row->name, NAME_WIDTH);
  print_us(own_us);
  (void)fputs("  ", stdout);
  sl_paint_padded(stdout, task, 10);
  for (size_t i = 0; i < count; i++) print_us(times[i]);
  if (own_us > 0 && library_us > 0) (void)printf(" %8.2f", library_us / own_us);
  (void)fputc('\n', stdout);
  (void)fflush(stdout);
  return SL_OK;
}

sl_status sl_peer_show(const sl_lab_result *result, const sl_options *options) {
  const sl_peer *chosen[MAX_PEERS];
  const sl_lab *contract;
  SL_TRY(find_contract(result->lab, &contract));
  size_t count = choose(contract, chosen);
  if (result->num_tasks == 0) return SL_OK;
  (void)printf("\n"
               "cuSPARSE on the same matrices: median µs of the launch alone, with cold caches, "
               "without the\n"
               "preparation (conversion, analysis). The last column is its best time over yours.\n"
               "  ");
  sl_paint_padded(stdout, "", NAME_WIDTH);
  (void)printf(" %10s  %-10s", "yours", "task");
  for (size_t i = 0; i < count; i++) (void)printf(" %10s", chosen[i]->name);
  (void)fputc('\n', stdout);
  for (size_t i = 0; i < result->tasks[0].num_cases; i++) {
    if (!result->tasks[0].cases[i].measured) continue;
    SL_TRY(show_case(result, contract, options, i, chosen, count));
  }
  return SL_OK;
}

/* figures.c: medians and spreads, bandwidth against the device's own copy, sums of counters. */
#include "judge/figures.h"

#include "base/path.h"
#include "lens/lens.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

double sl_figures_quantile(double *samples, int count, double q) {
  if (count == 0) return 0;
  qsort(samples, (size_t)count, sizeof *samples, by_value);
  double place = q * (count - 1);
  int below = (int)place;
  int above = below + 1 < count ? below + 1 : below;
  return samples[below] + (place - below) * (samples[above] - samples[below]);
}

static void take_times(const sl_problem *problem, const sl_reply *reply, sl_figures *out) {
  double samples[SL_MAX_SAMPLES];
  memcpy(samples, reply->cold_us, sizeof samples);
  out->samples = reply->num_cold;
  out->cold_us = sl_figures_quantile(samples, reply->num_cold, 0.5);
  out->cold_p10_us = sl_figures_quantile(samples, reply->num_cold, 0.1);
  out->cold_p90_us = sl_figures_quantile(samples, reply->num_cold, 0.9);
  memcpy(samples, reply->hot_us, sizeof samples);
  out->hot_us = sl_figures_quantile(samples, reply->num_hot, 0.5);
  out->copy_gbps = reply->copy_gbps;
  out->prepare_us = reply->prepare_us;
  if (out->cold_us > 0) {
    out->gbps = problem->traffic_bytes / out->cold_us * 1e-3;
    out->gflops = problem->operations / out->cold_us * 1e-3;
    double read_gbps = problem->read_bytes / out->cold_us * 1e-3;
    out->below_floor = out->copy_gbps > 0 && read_gbps > SL_READ_OVER_COPY * out->copy_gbps;
  }
}

static void take_counters(const sl_reply *reply, const char *source_path, sl_figures *out) {
  for (size_t i = 0; i < reply->seen.num_counters; i++) {
    const sl_counter *c = &reply->seen.counters[i];
    if (strcmp(sl_base_name(c->file), sl_base_name(source_path)) != 0) continue;
    if (c->space != LENS_GLOBAL) {
      out->shared_requests += c->requests;
      out->bank_conflicts += c->bank_conflicts;
      continue;
    }
    out->requests += c->requests;
    out->sectors += c->sectors;
    if (c->operation == LENS_ATOMIC) {
      out->atomic_sectors += c->sectors;
      out->atomics += c->threads;
    }
    out->ideal_sectors += c->ideal_sectors;
    out->request_threads += c->threads;
  }
  double warp_steps = 0, thread_steps = 0;
  out->launches += reply->seen.num_launches;
  for (size_t i = 0; i < reply->seen.num_launches; i++) {
    warp_steps += (double)reply->seen.launches[i].warp_steps;
    thread_steps += (double)reply->seen.launches[i].thread_steps;
  }
  if (warp_steps > 0) out->active_threads = thread_steps / warp_steps;
}

void sl_figures_take(const sl_problem *problem, const sl_reply *reply, const char *source_path,
                     sl_figures *out) {
  out->is_spmv = problem->is_spmv;
  take_times(problem, reply, out);
  take_counters(reply, source_path, out);
}

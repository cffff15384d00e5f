/* trusted_time.c: computes slopes over the length of batches, and judges them. */
#include "judge/trusted_time.h"

#include "judge/explain.h"
#include "judge/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double batch_us = 40e3, long_job_us = 2e6;
enum { MOST_BATCH = 4000, LONG_JOBS = 2 };

/* How far two clocks may disagree: by a factor, because consecutive launches keep the device and
 * its caches warm and single ones do not, and by the cost of starting a launch. */
static const double apart_factor = 1.5, apart_us = 10;

/* Data in the L2 cache of a device (50 MB on an H100, 126 MB on a B200) can be read again faster
 * than from memory. */
static const double cached_bytes = 128e6;

/* ---- one job --------------------------------------------------------------------------------- */

/* Poses the problem of the launch that was drawn. */
static sl_status pose_answered(const sl_timed *timed, sl_batches *b) {
  if (!timed->turning.any || !b->attempt.reply.picked) return SL_OK;
  SL_TRY(sl_turning_pose(&timed->turning, timed->task, b->given, &b->asked, b->attempt.reply.turn,
                         &b->turned, &b->answered));
  b->attempt.given = &b->turned;
  b->attempt.problem = &b->answered;
  return SL_OK;
}

sl_status sl_trusted_time_run_batches(sl_timed *timed, const sl_case *given,
                                      const sl_trusted_plan *plan, sl_batches *out,
                                      sl_case_result *outcome) {
  memset(out, 0, sizeof *out);
  out->given = given;
  out->turned = *given;
  out->options = (sl_job_options){
      .batch = plan->launches, .pairs = plan->pairs, .deadline_seconds = timed->deadline_seconds};
  SL_TRY(timed->task->pose(given, &out->asked));
  if (!timed->turning.known) {
    SL_TRY(sl_turning_find(timed->task, given, &out->asked, &timed->turning));
  }
  sl_turning_mark(&timed->turning, &out->asked);
  SL_TRY(
      sl_attempt_ask(timed->child, timed->task, given, &out->asked, &out->options, &out->attempt));
  SL_TRY(pose_answered(timed, out));
  SL_TRY(sl_attempt_look(&out->attempt));
  sl_explain(&out->attempt, timed->source, timed->program, outcome);
  return SL_OK;
}

void sl_trusted_time_free_batches(sl_batches *batches) {
  sl_attempt_free(&batches->attempt);
  sl_problem_free(&batches->asked);
  sl_problem_free(&batches->answered);
  sl_case_free_turned(batches->given, &batches->turned);
}

/* ---- times ----------------------------------------------------------------------------------- */

/* The time between two lines; 0 if one of them is missing. */
static double took_us(const double lines[2]) {
  return lines[0] > 0 && lines[1] > lines[0] ? lines[1] - lines[0] : 0;
}

/* Estimates the time of a launch. The time between two samples is an upper bound, because the
 * worker waits there for everything that the program has begun. The launch takes less if copying
 * the answers back takes a large part of this time. */
static double estimate_us(const sl_reply *samples) {
  const double at_most = 10;
  double hot[SL_MAX_SAMPLES];
  memcpy(hot, samples->hot_us, sizeof hot);
  double between = samples->num_hot > 1 ? took_us(samples->samples_us) / (samples->num_hot - 1) : 0;
  return fmax(sl_figures_quantile(hot, samples->num_hot, 0.5), between / at_most);
}

sl_trusted_plan sl_trusted_time_plan_of(const sl_reply *samples) {
  double us = estimate_us(samples), count = us > 0 ? ceil(batch_us / us) : 1;
  sl_trusted_plan plan = {.pairs = SL_TRUSTED_PAIRS, .jobs = SL_TRUSTED_JOBS};
  plan.launches = (unsigned)fmin(fmax(count, 1), MOST_BATCH);
  if ((1 + 3 * SL_TRUSTED_PAIRS) * plan.launches * us <= long_job_us) return plan;
  plan.pairs = 1;
  plan.jobs = LONG_JOBS;
  return plan;
}

/* 2n launches take twice as long as n, so the time of a launch is the slope of the line through the
 * origin that fits both best. The slope between the two points alone would vary three times as
 * much. */
static double slope_us(double shorter, double longer, unsigned n) {
  return (shorter + 2 * longer) / (5.0 * n);
}

static void add_slope(const double lines[SL_WIRE_BATCH_LINES], unsigned n, sl_slopes *slopes) {
  double times[SL_WIRE_BATCH_LINES / 2]; /* copies, launches, and both in longer batches */
  bool whole = n > 0;
  for (int i = 0; i < SL_WIRE_BATCH_LINES / 2; i++) {
    times[i] = took_us(lines + 2 * i);
    whole = whole && times[i] > 0;
  }
  slopes->copies_us[slopes->count] = whole ? slope_us(times[0], times[2], n) : 0;
  slopes->us[slopes->count] = whole ? slope_us(times[1], times[3], n) : 0;
  slopes->count++;
}

void sl_trusted_time_add_slopes(const sl_reply *reply, unsigned n, sl_slopes *slopes) {
  for (int pair = 0; pair < reply->num_pairs && slopes->count < SL_MAX_SLOPES; pair++) {
    add_slope(reply->batch_us[pair], n, slopes);
  }
}

/* Without launches the device waits for the host, whose delays only add to the time of the copies.
 * So a low quantile is used, but not the minimum: if a line is read late, the next time looks too
 * short. */
double sl_trusted_time_copies_us(sl_slopes *slopes) {
  return sl_figures_quantile(slopes->copies_us, slopes->count, 0.1);
}

/* ---- times to review ------------------------------------------------------------------------- */

/* Whether the time is longer than the device's own, which is between the cold and the hot time. */
static bool is_slower(double us, const sl_figures *f) {
  return us > apart_factor * fmax(f->cold_us, f->hot_us) + apart_us;
}

static bool is_faster(double us, const sl_figures *f) {
  double least = f->hot_us > 0 ? fmin(f->cold_us, f->hot_us) : f->cold_us;
  return us < least / apart_factor - apart_us;
}

/* Returns the mean of the middle half of the slopes. It varies less than the median, and is equally
 * robust against a wrong slope. */
static double mean_of_middle_half(sl_slopes *slopes) {
  (void)sl_figures_quantile(slopes->us, slopes->count, 0.5); /* sorts the slopes */
  int left_out = slopes->count / 4;
  double sum = 0;
  for (int i = left_out; i < slopes->count - left_out; i++) sum += slopes->us[i];
  return slopes->count > 0 ? sum / (slopes->count - 2 * left_out) : 0;
}

void sl_trusted_time_conclude(sl_slopes *slopes, double copies_us, double read_bytes,
                              sl_figures *figures) {
  figures->judged_us = mean_of_middle_half(slopes) - copies_us;
  double us = figures->judged_us, bytes_us = read_bytes * 1e-3; /* read_bytes / (GB/s) */
  bool below = figures->copy_gbps > 0 && us > 0 && read_bytes > cached_bytes &&
               bytes_us / us > SL_READ_OVER_COPY * figures->copy_gbps;
  if (figures->review[0]) return;
  if (figures->below_floor || below) {
    (void)snprintf(figures->review, sizeof figures->review,
                   "%.4g us is less than this device needs to read the matrix",
                   below ? us : figures->cold_us);
  } else if (us <= 0 || is_slower(us, figures) || is_faster(us, figures)) {
    (void)snprintf(
        figures->review, sizeof figures->review,
        "a launch takes %.4g us by the judge's clock, and %.4g us by the device's events", us,
        figures->cold_us);
  }
}

void sl_trusted_time_note_set_aside(uint64_t bytes, sl_figures *figures) {
  if (bytes == 0) return;
  (void)snprintf(
      figures->review, sizeof figures->review,
      "the program reserves %.3g MB of the L2 cache, in which data persist between launches",
      (double)bytes * 1e-6);
}

/* trusted.c: slopes over the length of batches, and what to say of them. */
#include "judge/trusted.h"

#include "judge/figures.h"

#include <math.h>
#include <stdio.h>

static const double batch_us = 20e3;
enum { LEAST_BATCH = 4, MOST_BATCH = 2000 };

/* How far two clocks may be apart: by a factor, as launches in a row keep the device and its caches
 * warm and single ones do not, and by what starting a launch costs. */
static const double apart_factor = 1.5, apart_us = 10;

unsigned sl_trusted_batch(double us) {
  double count = us > 0 ? ceil(batch_us / us) : MOST_BATCH;
  return (unsigned)fmin(fmax(count, LEAST_BATCH), MOST_BATCH);
}

static double took_us(const double times[2]) {
  return times[0] > 0 && times[1] > times[0] ? times[1] - times[0] : 0;
}

double sl_trusted_slope_us(const sl_reply *shorter, const sl_reply *longer, unsigned n) {
  double empty[2] = {took_us(shorter->batch_us), took_us(longer->batch_us)};
  double full[2] = {took_us(shorter->batch_us + 2), took_us(longer->batch_us + 2)};
  if (n == 0 || full[0] == 0 || full[1] == 0 || empty[0] == 0 || empty[1] == 0) return 0;
  return ((full[1] - full[0]) - (empty[1] - empty[0])) / n;
}

/* The device's own time lies between the cold one and the hot one. */
static bool is_slower(double us, const sl_figures *f) {
  return us > apart_factor * fmax(f->cold_us, f->hot_us) + apart_us;
}

static bool is_faster(double us, const sl_figures *f) {
  double least = f->hot_us > 0 ? fmin(f->cold_us, f->hot_us) : f->cold_us;
  return us < least / apart_factor - apart_us;
}

void sl_trusted_conclude(double *slopes_us, int count, double read_bytes, sl_figures *figures) {
  figures->judged_us = sl_quantile(slopes_us, count, 0.5);
  double us = figures->judged_us, bytes_us = read_bytes * 1e-3; /* over GB/s */
  bool below =
      figures->copy_gbps > 0 && us > 0 && bytes_us / us > SL_READ_OVER_COPY * figures->copy_gbps;
  if (figures->below_floor || below) {
    (void)snprintf(figures->review, sizeof figures->review,
                   "%.4g us are less than this device needs to read the matrix",
                   below ? us : figures->cold_us);
  } else if (is_slower(us, figures) || is_faster(us, figures)) {
    (void)snprintf(
        figures->review, sizeof figures->review,
        "a launch takes %.4g us by the judge's clock, and %.4g us by the device's events", us,
        figures->cold_us);
  }
}

/* times.c: collects predicted times and describes them. */
#include "report/times.h"

#include "base/memory.h"
#include "base/path.h"
#include "judge/devices.h"
#include "report/causes.h"
#include "report/paint.h"
#include "report/sheet.h"

#include "lens/model/accuracy.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KERNELS = 6 }; /* most kernels that are shown */

static sl_kernel_time *kernel_of(sl_times *times, const char *name) {
  for (size_t i = 0; i < times->num_kernels; i++) {
    if (strcmp(times->kernels[i].kernel, name) == 0) return &times->kernels[i];
  }
  sl_kernel_time *fresh = &times->kernels[times->num_kernels++];
  *fresh = (sl_kernel_time){.kernel = name};
  return fresh;
}

static void find_costly(const sl_lens_report *seen, sl_kernel_time *kernel) {
  double all = 0;
  for (size_t i = 0; i < seen->num_line_times; i++) {
    const sl_line_time *it = &seen->line_times[i];
    if (strcmp(it->kernel, kernel->kernel) != 0) continue;
    all += it->time_us;
    if (it->line && (!kernel->costly || it->time_us > kernel->costly->time_us)) kernel->costly = it;
  }
  if (kernel->costly && all > 0) kernel->costly_share = kernel->costly->time_us / all;
}

static int by_time(const void *a, const void *b) {
  double one = ((const sl_kernel_time *)a)->time_us, two = ((const sl_kernel_time *)b)->time_us;
  return (one < two) - (one > two);
}

sl_status sl_times_make(const sl_lens_report *seen, sl_times *out) {
  *out = (sl_times){.gpu = seen->gpu, .verified = seen->gpu_verified};
  if (!seen->gpu[0] || seen->num_predicted == 0) return SL_OK;
  SL_TRY(sl_resize(seen->num_predicted, sizeof *out->kernels, "times of kernels", &out->kernels));
  for (size_t i = 0; i < seen->num_predicted; i++) {
    const sl_predicted *p = &seen->predicted[i];
    if (p->launch >= seen->num_launches) continue;
    sl_kernel_time *kernel = kernel_of(out, seen->launches[p->launch].kernel);
    double time_us = i == 0 ? p->is.time_us : p->is.queued_us;
    kernel->launches++;
    kernel->time_us += time_us;
    if (p->is.time_us > kernel->longest.time_us) {
      kernel->longest = p->is;
      kernel->stretches = &p->stretches;
      kernel->launch = &seen->launches[p->launch];
    }
    out->time_us += time_us + p->is.before_us;
    out->memset_us += p->is.before_us;
  }
  for (size_t i = 0; i < out->num_kernels; i++) find_costly(seen, &out->kernels[i]);
  qsort(out->kernels, out->num_kernels, sizeof *out->kernels, by_time);
  return SL_OK;
}

void sl_times_free(sl_times *times) {
  sl_free(times->kernels);
  times->kernels = NULL;
}

void sl_time_range(const sl_times *times, lens_limit limit, double time_us, double *least,
                   double *most) {
  double factor = sl_device_within(times->verified, limit);
  *least = time_us / factor;
  *most = time_us * factor;
}

/* Writes, for example, "8.60 µs (6.14 µs to 12.0 µs)". */
static void put_ranged(double us, double least, double most, char *out, size_t size) {
  char time[32], low[32], high[32];
  sl_time_text(us, time, sizeof time);
  sl_time_text(least, low, sizeof low);
  sl_time_text(most, high, sizeof high);
  (void)snprintf(out, size, "%s (%s to %s)", time, low, high);
}

void sl_time_text(double us, char *out, size_t size) {
  double number = us < 1000 ? us : us < 1e6 ? us / 1e3 : us / 1e6;
  const char *unit = us < 1000 ? "µs" : us < 1e6 ? "ms" : "s";
  int digits = number < 10 ? 2 : number < 100 ? 1 : 0;
  (void)snprintf(out, size, "%.*f %s", digits, number, unit);
}

void sl_times_limit_text(const lens_prediction *p, char *out, size_t size) {
  static const char *const busy[LENS_NUM_LIMITS] = {
      [LENS_LIMIT_ISSUE] = "the multiprocessors issue instructions",
      [LENS_LIMIT_L1] = "the first-level cache is busy",
      [LENS_LIMIT_L2] = "the second-level cache, or the way to it, is busy",
      [LENS_LIMIT_DRAM] = "device memory is busy",
      [LENS_LIMIT_SHARED] = "shared memory is busy",
      [LENS_LIMIT_ATOMIC] = "atomic operations wait for each other at one address",
      [LENS_LIMIT_START] = "the GPU starts new blocks"};
  static const char *const waits[LENS_NUM_LIMITS] = {
      [LENS_LIMIT_ISSUE] = "for their turn to issue an instruction",
      [LENS_LIMIT_L1] = "for the first-level cache",
      [LENS_LIMIT_L2] = "for the second-level cache",
      [LENS_LIMIT_DRAM] = "for device memory",
      [LENS_LIMIT_SHARED] = "for shared memory",
      [LENS_LIMIT_ATOMIC] = "for other atomic operations on the same address",
      [LENS_LIMIT_BARRIER] = "at barriers",
      [LENS_LIMIT_LATENCY] = "for answers, while the memory system has little to do",
      [LENS_LIMIT_START] = "to be started"};
  double share = p->utilisation[p->limit];
  if (busy[p->limit] && share >= p->waits[p->limit]) {
    (void)snprintf(out, size, "%s %.0f %% of the time", busy[p->limit], 100 * share);
  } else {
    (void)snprintf(out, size, "warps spend %.0f %% of their time waiting %s",
                   100 * p->waits[p->limit], waits[p->limit]);
  }
}

void sl_times_recorded_text(const lens_prediction *p, char *out, size_t size) {
  out[0] = '\0';
  if (p->recorded_blocks >= p->num_blocks) return;
  (void)snprintf(out, size,
                 "Predicted from %llu of %llu blocks: the others are assumed to do the same.",
                 (unsigned long long)p->recorded_blocks, (unsigned long long)p->num_blocks);
}

static void print_kernel(FILE *stream, int width, const sl_times *times, const sl_kernel_time *k) {
  char text[900], time[100], limit[300];
  double least, most;
  sl_time_range(times, k->longest.limit, k->time_us, &least, &most);
  put_ranged(k->time_us, least, most, time, sizeof time);
  sl_times_limit_text(&k->longest, limit, sizeof limit);
  size_t used = (size_t)snprintf(text, sizeof text, "%s: predicted %s", k->kernel, time);
  if (k->launches > 1) {
    used += (size_t)snprintf(text + used, sizeof text - used, " in %u launches", k->launches);
  }
  used += (size_t)snprintf(text + used, sizeof text - used, "; %s", limit);
  if (k->costly) {
    (void)snprintf(text + used, sizeof text - used, "; %.0f %% of the time goes to %s:%d",
                   100 * k->costly_share, sl_base_name(k->costly->file), k->costly->line);
  }
  sl_paint_wrapped(stream, text, 2, width);
  char causes[SL_MAX_CAUSES][SL_CAUSE_BYTES];
  int num_causes = sl_causes_find(&k->longest, k->launch, causes);
  for (int i = 0; i < num_causes; i++) sl_paint_wrapped(stream, causes[i], 4, width);
  sl_times_recorded_text(&k->longest, text, sizeof text);
  if (text[0]) sl_paint_wrapped(stream, text, 2, width);
}

/* ---- launches -------------------------------------------------------------------------------- */

void sl_times_warps_text(const lens_prediction *p, char *out, size_t size) {
  (void)snprintf(out, size, "%.1f of %u", p->warps, p->warps_most);
}

enum { LAUNCH_COLUMNS = 6, NARROW_KERNEL = 12, WIDE_KERNEL = 24, LAUNCHES_NEED = 76 };

typedef struct launch_texts {
  char number[16], time[32], warps[32], bytes[32], share[32];
  const char *kernel, *kept_by;
} launch_texts;

static launch_texts texts_of(const sl_predicted *p, const sl_launch *launch) {
  launch_texts t = {.kernel = launch->kernel, .kept_by = sl_causes_fit_name(&p->is, launch)};
  (void)snprintf(t.number, sizeof t.number, "%u", p->launch + 1);
  sl_time_text(p->is.time_us, t.time, sizeof t.time);
  sl_times_warps_text(&p->is, t.warps, sizeof t.warps);
  sl_causes_bytes_text(sl_causes_dram_bytes(&p->is), t.bytes, sizeof t.bytes);
  (void)snprintf(t.share, sizeof t.share, "%.0f %%", 100 * sl_causes_dram_share(&p->is));
  return t;
}

static void print_cells(FILE *stream, int width, const launch_texts *t) {
  int kernel = width >= LAUNCHES_NEED + WIDE_KERNEL - NARROW_KERNEL ? WIDE_KERNEL : NARROW_KERNEL;
  sl_paint_right(stream, t->number, 8);
  (void)fputs("  ", stream);
  sl_paint_padded(stream, t->kernel, kernel);
  sl_paint_right(stream, t->time, 11);
  sl_paint_right(stream, t->warps, 12);
  (void)fputs("  ", stream);
  sl_paint_padded(stream, t->kept_by, 14);
  sl_paint_right(stream, t->bytes, 8);
  sl_paint_right(stream, t->share, 8);
  (void)fputc('\n', stream);
}

static void print_in_words(FILE *stream, int width, const launch_texts *t) {
  char text[400];
  (void)snprintf(text, sizeof text,
                 "launch %s, %s: predicted %s; %s warps per multiprocessor, limited by: %s; DRAM "
                 "moves %s, %s of its bandwidth",
                 t->number, t->kernel, t->time, t->warps, t->kept_by, t->bytes, t->share);
  sl_paint_wrapped(stream, text, 2, width);
}

static void print_launches(FILE *stream, int width, const sl_lens_report *seen) {
  static const launch_texts heads = {.number = "launch",
                                     .kernel = "kernel",
                                     .time = "predicted",
                                     .warps = "warps",
                                     .kept_by = "limited by",
                                     .bytes = "DRAM",
                                     .share = "of peak"};
  bool wide = width >= LAUNCHES_NEED;
  (void)fputs(sl_paint_code(stream, SL_BOLD), stream);
  if (wide) print_cells(stream, width, &heads);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  size_t shown = 0;
  for (size_t i = 0; i < seen->num_predicted && shown < SL_MAX_TIMED_LAUNCHES; i++) {
    const sl_predicted *p = &seen->predicted[i];
    if (p->launch >= seen->num_launches) continue;
    launch_texts t = texts_of(p, &seen->launches[p->launch]);
    (wide ? print_cells : print_in_words)(stream, width, &t);
    shown++;
  }
  if (shown < seen->num_predicted) {
    (void)fprintf(stream, "  and %zu more launches\n", seen->num_predicted - shown);
  }
  (void)fputs(sl_paint_code(stream, SL_DIM), stream);
  sl_paint_wrapped(
      stream,
      "predicted: the range is as wide as the range of its kernel, above. warps: average number of "
      "resident warps per multiprocessor, of those that it can hold if registers do not limit "
      "them; the lens does not know the registers. DRAM: bytes that device memory moves; of peak: "
      "their predicted rate over the memory's bandwidth.",
      2, width);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

static void print_range(FILE *stream, int width, const sl_times *times) {
  char text[300];
  if (times->verified) {
    (void)snprintf(
        text, sizeof text,
        "In brackets: the range that contains nine of ten measured times of kernels with the same "
        "limit. All measured times lie within a factor of %g of the prediction.",
        MODEL_WORST);
  } else {
    (void)snprintf(text, sizeof text,
                   "In brackets: a factor of %d in both directions, which is assumed: predictions "
                   "have not been compared with times of this GPU.",
                   MODEL_UNVERIFIED_WITHIN);
  }
  (void)fputs(sl_paint_code(stream, SL_DIM), stream);
  sl_paint_wrapped(stream, text, 2, width);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

/* Prints the total. Its range assumes that all launches may be wrong in the same direction, each by
 * its own factor. */
static void print_total(FILE *stream, int width, const sl_times *times) {
  char text[300], time[100], memset[32];
  double least = 0, most = 0, kernels_us = times->time_us - times->memset_us;
  for (size_t i = 0; i < times->num_kernels; i++) {
    const sl_kernel_time *k = &times->kernels[i];
    double low, high;
    sl_time_range(times, k->longest.limit, k->time_us, &low, &high);
    least += low;
    most += high;
  }
  if (kernels_us > 0) { /* both cudaMemset and kernels */
    least *= times->time_us / kernels_us;
    most *= times->time_us / kernels_us;
  }
  put_ranged(times->time_us, least, most, time, sizeof time);
  sl_time_text(times->memset_us, memset, sizeof memset);
  (void)snprintf(text, sizeof text, "All launches together: predicted %s%s%s", time,
                 times->memset_us > 0 ? ", of which cudaMemset takes " : "",
                 times->memset_us > 0 ? memset : "");
  sl_paint_wrapped(stream, text, 2, width);
}

void sl_times_print(FILE *stream, int width, const sl_lens_view *view) {
  sl_times times;
  const sl_lens_report *timed = view->timed ? view->timed : &view->seen;
  if (sl_times_make(timed, &times) != SL_OK || times.num_kernels == 0) {
    sl_times_free(&times);
    return;
  }
  (void)fprintf(stream, "%sPredicted time on %s%s%s\n", sl_paint_code(stream, SL_BOLD), times.gpu,
                times.verified ? " (verified)" : " (not verified)",
                sl_paint_code(stream, SL_PLAIN));
  for (size_t i = 0; i < times.num_kernels && i < MOST_KERNELS; i++) {
    print_kernel(stream, width, &times, &times.kernels[i]);
  }
  if (times.num_kernels > 1 || times.memset_us > 0) print_total(stream, width, &times);
  print_range(stream, width, &times);
  print_launches(stream, width, timed);
  (void)fputc('\n', stream);
  sl_times_free(&times);
}

/* causes.c: explains a launch's limit: few warps, few loads, a cache that thrashes. */
#include "report/causes.h"

#include "report/sheet.h"

#include <stdio.h>

enum { WARP = 32, SECTOR_BYTES = 32 };

/* Limits for the causes. Below FEW_WARPS, as a share of the warps that a multiprocessor can hold,
 * there are few warps. Below FEW_LOADS, the loads per warp in flight, there are few loads. From the
 * last three shares up, a cause gets a sentence. */
#define FEW_WARPS    0.5
#define FEW_LOADS    2.0
#define MUCH_DROPPED 0.25
#define LONG_TAIL    0.25
#define IDLE_LANES   0.5

/* How many warps there are and could be. */
typedef struct warp_supply {
  unsigned warps_of_block;
  double all;  /* warps of the blocks of the launch */
  double held; /* warps of the blocks that the whole GPU could hold at once */
  double fit;  /* warps of the blocks that fit on one multiprocessor */
} warp_supply;

static warp_supply find_supply(const lens_prediction *p, const sl_launch *launch) {
  uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
  warp_supply s = {.warps_of_block = (unsigned)((threads + WARP - 1) / WARP)};
  if (s.warps_of_block == 0) s.warps_of_block = 1;
  s.all = (double)p->num_blocks * s.warps_of_block;
  s.fit = (double)p->blocks_fit * s.warps_of_block;
  s.held = s.fit * p->multiprocessors;
  return s;
}

static bool is_small(const warp_supply *s) {
  return s->all < s->held;
}

/* Whether some blocks continue after the others have ended. */
static bool has_tail(const lens_prediction *p) {
  return p->tail >= LONG_TAIL;
}

const char *sl_causes_fit_name(const lens_prediction *p, const sl_launch *launch) {
  static const char *const names[LENS_NUM_FITS] = {[LENS_FIT_WARPS] = "hardware",
                                                   [LENS_FIT_BLOCKS] = "small blocks",
                                                   [LENS_FIT_SHARED] = "shared memory",
                                                   [LENS_FIT_REGISTERS] = "registers"};
  warp_supply s = find_supply(p, launch);
  if (is_small(&s)) return "launch size";
  if (p->fit == LENS_FIT_WARPS && s.fit < p->warps_most) return "large blocks";
  return names[p->fit];
}

/* ---- few warps ------------------------------------------------------------------------------- */

static void put_reason(const lens_prediction *p, const warp_supply *s, char *out, size_t size) {
  if (is_small(s)) {
    (void)snprintf(out, size,
                   "because the launch has only %s, and the GPU could hold %s at once. Try more "
                   "threads, with less work for each, or a larger input",
                   sl_sheet_grouped((uint64_t)s->all), sl_sheet_grouped((uint64_t)s->held));
  } else if (has_tail(p)) {
    (void)snprintf(out, size, "because most warps end long before the last ones");
  } else if (s->fit >= p->warps_most) {
    (void)snprintf(out, size,
                   "because warps end before a multiprocessor is full. Try fewer threads, with "
                   "more work for each");
  } else if (p->fit == LENS_FIT_SHARED) {
    (void)snprintf(out, size,
                   "because a block of %u warps takes %s bytes of shared memory, and %u such "
                   "block%s fit%s. Try less shared memory per warp",
                   s->warps_of_block, sl_sheet_grouped(p->shared_bytes), p->blocks_fit,
                   p->blocks_fit == 1 ? "" : "s", p->blocks_fit == 1 ? "s" : "");
  } else if (p->fit == LENS_FIT_BLOCKS) {
    (void)snprintf(out, size,
                   "because it holds at most %u blocks, and a block has only %u warp%s. Try larger "
                   "blocks",
                   p->blocks_fit, s->warps_of_block, s->warps_of_block == 1 ? "" : "s");
  } else {
    (void)snprintf(out, size, "because only %u block%s of %u warps fit%s. Try %s", p->blocks_fit,
                   p->blocks_fit == 1 ? "" : "s", s->warps_of_block, p->blocks_fit == 1 ? "s" : "",
                   p->fit == LENS_FIT_REGISTERS ? "fewer registers per thread" : "smaller blocks");
  }
}

static bool put_few_warps(const lens_prediction *p, const warp_supply *s, char *out, size_t size) {
  char reason[300];
  if (p->warps_most == 0 || p->warps >= FEW_WARPS * p->warps_most) return false;
  put_reason(p, s, reason, sizeof reason);
  (void)snprintf(out, size,
                 "Few warps: a multiprocessor can hold %u, but on average only %.1f are resident, "
                 "%s.",
                 p->warps_most, p->warps, reason);
  return true;
}

/* ---- few loads ------------------------------------------------------------------------------- */

static bool put_few_loads(const lens_prediction *p, char *out, size_t size) {
  char reason[200];
  if (p->in_flight <= 0 || p->in_flight >= FEW_LOADS || p->rounds < 2) return false;
  if (p->dependent >= 0.5) {
    (void)snprintf(reason, sizeof reason,
                   "because most loads need the result of an earlier one: on average, a warp waits "
                   "%.0f times, one after another",
                   p->rounds);
  } else {
    (void)snprintf(reason, sizeof reason, "in %.0f rounds, one after another", p->rounds);
  }
  (void)snprintf(out, size,
                 "Few loads: a waiting warp has only %.1f load%s in flight, %s. Try to load "
                 "several values that do not depend on each other before using the first, or "
                 "divide the work of one thread among several.",
                 p->in_flight, p->in_flight < 1.05 ? "" : "s", reason);
  return true;
}

/* ---- caches, lanes, the tail ----------------------------------------------------------------- */

/* Explains caches that thrash. If L2, the path to it or the latency is the limit, misses of L1
 * count. If device memory is the limit, the bytes that it moves again count. */
static bool put_thrashing(const lens_prediction *p, char *out, size_t size) {
  double l1 = p->l1_misses ? (double)p->l1_dropped / (double)p->l1_misses : 0;
  double dram = p->dram_sectors ? (double)p->dram_again / (double)p->dram_sectors : 0;
  if (p->limit == LENS_LIMIT_DRAM && dram >= MUCH_DROPPED) {
    (void)snprintf(out, size,
                   "The caches thrash: %.0f %% of the data that device memory moves had already "
                   "been loaded by this launch, but were evicted from the L2 cache before their "
                   "last use. Try to let neighbouring threads read neighbouring elements.",
                   100 * dram);
    return true;
  }
  bool matters = p->limit == LENS_LIMIT_L2 || p->limit == LENS_LIMIT_LATENCY;
  if (!matters || l1 < MUCH_DROPPED) return false;
  (void)snprintf(out, size,
                 "The L1 cache thrashes: %.0f %% of the sectors that it misses were in it before, "
                 "but were evicted before their last use. Its %.0f KB per multiprocessor are too "
                 "small for the data that %.0f warps use at the same time. Try to let neighbouring "
                 "threads read neighbouring elements.",
                 100 * l1, p->l1_kb, p->warps);
  return true;
}

static bool put_tail(const lens_prediction *p, char *out, size_t size) {
  if (!has_tail(p)) return false;
  (void)snprintf(out, size,
                 "Tail: in %.0f %% of the time fewer than half of the multiprocessors that began "
                 "still have work, "
                 "because a few blocks take much longer than the others, for example those with a "
                 "long row. Try to divide the longest work among more threads.",
                 100 * p->tail);
  return true;
}

static bool put_idle_lanes(const lens_prediction *p, char *out, size_t size) {
  if (p->lanes <= 0 || p->lanes >= IDLE_LANES) return false;
  (void)snprintf(out, size, "Idle lanes: on average only %.1f of 32 lanes take part in a request.",
                 WARP * p->lanes);
  return true;
}

int sl_causes_find(const lens_prediction *p, const sl_launch *launch,
                   char texts[SL_MAX_CAUSES][SL_CAUSE_BYTES]) {
  int count = 0;
  warp_supply s = find_supply(p, launch);
  if (put_thrashing(p, texts[count], SL_CAUSE_BYTES)) count++;
  if (put_tail(p, texts[count], SL_CAUSE_BYTES)) count++;
  if (p->limit == LENS_LIMIT_LATENCY) {
    int before = count;
    if (put_few_warps(p, &s, texts[count], SL_CAUSE_BYTES)) count++;
    if (count < SL_MAX_CAUSES && put_few_loads(p, texts[count], SL_CAUSE_BYTES)) count++;
    if (count == before && p->in_flight > 0) {
      (void)snprintf(texts[count++], SL_CAUSE_BYTES,
                     "There are enough warps and loads: %.1f of %u warps are resident per "
                     "multiprocessor, and each waiting warp has %.1f loads in flight.",
                     p->warps, p->warps_most, p->in_flight);
    }
  }
  if (count < SL_MAX_CAUSES && put_idle_lanes(p, texts[count], SL_CAUSE_BYTES)) count++;
  return count;
}

/* ---- figures --------------------------------------------------------------------------------- */

double sl_causes_dram_bytes(const lens_prediction *p) {
  return (double)p->dram_sectors * SECTOR_BYTES;
}

double sl_causes_dram_share(const lens_prediction *p) {
  bool known = p->kernel_us > 0 && p->dram_gbps > 0;
  return known ? sl_causes_dram_bytes(p) / 1e3 / p->kernel_us / p->dram_gbps : 0;
}

void sl_causes_bytes_text(double bytes, char *out, size_t size) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 4) {
    bytes /= 1e3;
    unit++;
  }
  (void)snprintf(out, size, "%.*f %s",
                 unit == 0 || bytes >= 99.5 ? 0
                 : bytes >= 9.95            ? 1
                                            : 2,
                 bytes, units[unit]);
}

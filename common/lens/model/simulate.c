/* simulate.c: simulates a launch from its first block to its last, and analyses its time. */
#include "lens/model/simulate.h"

#include "lens/model/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ticks in_ticks(double cycles) {
  return (ticks)(cycles * CYCLE + 0.5);
}

/* Ticks that a slice takes for one operation, if all slices together do `per_cycle` operations per
 * cycle. */
static ticks each_takes(const model_memory *m, double per_cycle) {
  return in_ticks(m->slices / per_cycle);
}

static costs costs_of(const model_device *d, const model_memory *m) {
  double per_cycle = d->dram_gbps / 64 / d->clock_ghz;
  double random = d->dram_random_per_ns / d->clock_ghz;
  double far = m->halves == 2 ? d->l2_far_cycles / 2 : 0;
  costs c = {
      .issue = in_ticks(1),
      .dependent = in_ticks(d->dependent_cycles),
      .exchange = in_ticks(d->exchange_cycles),
      .exchange_issue = in_ticks(d->exchange_issue_cycles),
      .shared = in_ticks(d->shared_cycles),
      .wavefront = in_ticks(d->shared_wavefront_cycles),
      .barrier = in_ticks(d->barrier_cycles),
      .barrier_warp = in_ticks(d->barrier_warp_cycles),
      .fence = in_ticks(d->fence_cycles),
      .l1_hit = in_ticks(d->l1_hit_cycles),
      .l1_line = in_ticks(d->l1_line_cycles),
      .l1_bank = in_ticks(d->l1_bank_cycles),
      .path_line = in_ticks(d->path_line_cycles),
      .path_sector = in_ticks(d->path_sector_cycles),
      .store_line = in_ticks(d->store_line_cycles),
      .l2_half = in_ticks(d->l2_hit_cycles / 2),
      .l2_far_half = in_ticks(far),
      .l2_line = each_takes(m, d->l2_lines_per_cycle),
      .l2_sector = each_takes(m, d->l2_sectors_per_cycle),
      .l2_store = each_takes(m, d->l2_stores_per_cycle),
      .dram_piece = each_takes(m, per_cycle),
      .dram_spread = in_ticks(d->dram_spread_cycles),
      .page = in_ticks(d->page_cycles),
      .atomic_sector = in_ticks(d->atomic_sector_cycles),
      .atomic_int = in_ticks(d->atomic_int_cycles),
      .atomic_float = in_ticks(d->atomic_float_cycles),
      .block_start = in_ticks(d->block_start_cycles),
      .block_warp = in_ticks(d->block_warp_cycles),
      .block_next = in_ticks(d->block_next_cycles),
  };
  /* dram_cycles is the mean over lines with a near and a far home */
  double dram = d->dram_cycles - d->l2_hit_cycles - far - d->dram_spread_cycles;
  c.dram = dram > 0 ? in_ticks(dram) : 0;
  ticks at_random = each_takes(m, random);
  c.dram_row = at_random > c.dram_piece ? at_random - c.dram_piece : 0;
  double extra = d->atomic_cycles - d->l2_hit_cycles - d->atomic_int_cycles;
  c.atomic_extra = extra > 0 ? in_ticks(extra) : 0;
  return c;
}

static void fit(simulation *s, double *blocks, double most, model_fit limit) {
  if (*blocks <= most) return;
  *blocks = most;
  s->out->fit = limit;
}

/* Computes how many blocks fit on a multiprocessor, and what is left for the L1 cache. */
static void place_blocks(simulation *s) {
  const model_device *d = s->device;
  const model_launch *l = s->launch;
  unsigned warps = (l->threads_per_block + 31) / 32;
  if (warps == 0) warps = 1;
  double most = d->carve_outs_kb[d->num_carve_outs - 1];
  double shared_kb = (double)l->shared_bytes / 1024 + d->shared_reserved_kb;
  double blocks = floor(d->warps_per_multiprocessor / warps);
  s->out->fit = MODEL_FIT_WARPS;
  fit(s, &blocks, d->blocks_per_multiprocessor, MODEL_FIT_BLOCKS);
  if (l->registers) { /* registers are allocated to warps in units of 256 */
    unsigned each = (l->registers * 32 + 255) / 256 * 256 * warps;
    fit(s, &blocks, floor(d->registers_per_multiprocessor / each), MODEL_FIT_REGISTERS);
  }
  if (shared_kb > 0) fit(s, &blocks, floor(most / shared_kb), MODEL_FIT_SHARED);
  s->blocks_each = blocks < 1 ? 1 : (unsigned)blocks;
  s->warps_each_block = warps;
  s->out->blocks_fit = s->blocks_each;
  int k = 0;
  while (k < d->num_carve_outs - 1 && d->carve_outs_kb[k] < s->blocks_each * shared_kb) k++;
  double lines = (d->l1_kb - d->carve_outs_kb[k]) * 1024 / (32 * LINE_SECTORS);
  s->l1_sets = lines < L1_WAYS ? 1 : (uint32_t)(lines / L1_WAYS);
  s->out->l1_kb = d->l1_kb - d->carve_outs_kb[k];
}

static int begin(simulation *s) {
  place_blocks(s);
  unsigned slots = s->num_multiprocessors * s->blocks_each;
  s->multiprocessors = calloc(s->num_multiprocessors, sizeof *s->multiprocessors);
  s->blocks = calloc(slots, sizeof *s->blocks);
  size_t places = s->launch->num_places ? s->launch->num_places : 1;
  s->place_waits = calloc(places * MODEL_NUM_WAITS, sizeof *s->place_waits);
  s->out->places = calloc(places, sizeof *s->out->places);
  if (!s->multiprocessors || !s->blocks || !s->place_waits || !s->out->places) return -1;
  return model_memory_begin(s);
}

static void prefetch(const simulation *s, const event *e) {
  __builtin_prefetch(&s->events.pool[e->next]);
  if (e->kind == EVENT_WARP) {
    const warp *w = &s->warps[e->warp];
    __builtin_prefetch(w);
    __builtin_prefetch((const char *)w + 64);
    __builtin_prefetch(w->results);
  } else
    model_memory_prefetch(s, e);
}

static void run(simulation *s) {
  unsigned slots = s->num_multiprocessors * s->blocks_each;
  model_timeline_begin(s);
  for (unsigned i = 0; i < slots && s->next_block < s->launch->num_blocks; i++)
    model_warps_start_block(s, i, 0);
  ticks now = 0;
  while (!s->events.failed) {
    uint32_t next, e = model_events_take(&s->events, &next);
    if (!e) { /* no warp can continue: release barriers that cannot be completed */
      if (s->live_blocks && model_warps_release_all(s, now)) continue;
      break;
    }
    const event *p = &s->events.pool[e];
    now = later(now, p->time);
    if (next) prefetch(s, &s->events.pool[next]);
    if (p->kind == EVENT_WARP) {
      uint32_t w = p->warp;
      ticks time = p->time;
      model_events_release(&s->events, e);
      model_warps_go_on(s, w, time);
    } else
      model_memory_arrive(s, e);
  }
}

/* Computes the mean numbers of resident warps, and of loads in flight per warp. */
static void sum_up_warps(simulation *s, double end) {
  model_prediction *out = s->out;
  double warps = s->sampling.warps ? (double)s->sampling.warps : 1;
  out->warps = s->warp_time / (end * s->num_multiprocessors);
  if (s->covered_time) out->in_flight = (double)s->load_time / (double)s->covered_time;
  out->rounds = (double)s->rounds / warps;
  if (s->rounds > s->first_rounds)
    out->dependent = (double)s->dependent / (double)(s->rounds - s->first_rounds);
}

static void sum_up(simulation *s) {
  model_prediction *out = s->out;
  const model_device *d = s->device;
  double ns = 1 / d->clock_ghz / CYCLE;
  double end = s->end ? (double)s->end : 1, all = 0, scale = model_sample_scale(s);
  ticks whole = model_sample_time(s, &out->sampling_error);
  out->kernel_ns = (double)whole * ns;
  out->time_ns = out->kernel_ns + d->launch_us * 1e3;
  double mps = s->num_multiprocessors, slices = s->memory->slices;
  out->utilisation[MODEL_WAIT_ISSUE] = (double)s->busy.issue / (end * mps * d->schedulers);
  out->utilisation[MODEL_WAIT_L1] = (double)(s->busy.l1 + s->busy.shared) / (end * mps);
  double path = (double)later(s->busy.path, s->busy.store) / (end * mps);
  double at_slices = (double)s->busy.slices / (end * slices);
  out->utilisation[MODEL_WAIT_L2] = path > at_slices ? path : at_slices;
  out->utilisation[MODEL_WAIT_DRAM] = (double)s->busy.dram / (end * slices);
  out->utilisation[MODEL_WAIT_SHARED] = (double)s->busy.shared / (end * mps);
  for (unsigned i = 0; i < s->memory->slices; i++) {
    double share = (double)s->slice_atomic[i] / end;
    if (share > out->utilisation[MODEL_WAIT_ATOMIC]) out->utilisation[MODEL_WAIT_ATOMIC] = share;
  }
  out->utilisation[MODEL_WAIT_START] = (double)s->busy.start / end;
  for (int i = 0; i < MODEL_NUM_WAITS; i++) all += (double)s->waits[i];
  for (int i = 0; i < MODEL_NUM_WAITS && all > 0; i++) out->wait[i] = (double)s->waits[i] / all;
  double of_places = all - (double)s->waits[MODEL_WAIT_START];
  uint64_t *counts[] = {&out->l1_hits,   &out->l1_misses,    &out->l1_dropped, &out->l2_hits,
                        &out->l2_misses, &out->dram_sectors, &out->dram_again};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    *counts[i] = (uint64_t)((double)*counts[i] * scale + 0.5);
  for (unsigned p = 0; p < s->launch->num_places; p++) {
    double sum = 0;
    uint64_t *of_place[] = {&out->places[p].requests, &out->places[p].sectors,
                            &out->places[p].l1_misses, &out->places[p].l2_misses};
    for (size_t i = 0; i < sizeof of_place / sizeof *of_place; i++)
      *of_place[i] = (uint64_t)((double)*of_place[i] * scale + 0.5);
    for (int i = 0; i < MODEL_NUM_WAITS; i++) {
      ticks t = s->place_waits[(size_t)p * MODEL_NUM_WAITS + (size_t)i];
      out->places[p].wait_ns[i] = (double)t * ns * scale;
      sum += (double)t;
    }
    if (of_places > 0) out->places[p].busy_ns = out->kernel_ns * sum / of_places;
  }
  if (s->requests) out->lanes = (double)s->lanes / (32. * (double)s->requests);
  model_timeline_end(s);
  sum_up_warps(s, end);
  out->sample_ns *= (double)whole / end;
  out->tail = (double)s->few / (double)(whole ? whole : 1);
  out->simulated = s->sampling.started;
}

int model_simulate(const model_device *device, model_memory *memory, const model_launch *launch,
                   model_prediction *out) {
  simulation s;
  memset(&s, 0, sizeof s);
  memset(out, 0, sizeof *out);
  s.device = device;
  s.launch = launch;
  s.out = out;
  s.num_multiprocessors = (unsigned)device->multiprocessors;
  s.memory = memory ? memory : model_memory_make(device);
  int status = -1;
  if (s.memory) {
    s.cost = costs_of(device, s.memory);
    if (!begin(&s)) {
      run(&s);
      if (!s.events.failed) {
        sum_up(&s);
        status = 0;
      }
    }
    model_memory_end(&s);
  }
  if (status) {
    free(out->places);
    out->places = NULL;
  }
  if (!memory) model_memory_free(s.memory);
  free(s.multiprocessors);
  free(s.blocks);
  free(s.place_waits);
  return status;
}

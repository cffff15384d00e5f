/* predict.c: predicts, from a launch's blocks, the time that it would take on a GPU. */
#include "predict.h"
#include "alloc.h"
#include "dataflow.h"
#include "grid.h"
#include "issue.h"
#include "log.h"
#include "memory.h"
#include "work_queue.h"

#include "lens/model/simulate.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The memory that the tapes of one launch may take. If they take more, only every second block
 * keeps its tape, then every fourth, and so on. A block without a tape is assumed to do what the
 * nearest earlier block with a tape did. Which blocks keep their tape does not depend on the order
 * in which blocks end. */
static size_t most_tape_bytes = (size_t)1 << 30;

void lens_set_tape_memory(size_t bytes) {
  most_tape_bytes = bytes;
}

typedef struct lens_recordings {
  lens_recording **of_block;
  uint64_t num_blocks;
  uint64_t every; /* atomic: blocks whose numbers are multiples of this keep their tapes */
  pthread_mutex_t lock;
  size_t bytes;        /* under the lock */
  size_t shared_bytes; /* atomic: the most of any block */
  uint64_t num_recorded;
  bool predicted;
  model_prediction prediction;
  lens_dataflow *course;
} lens_recordings;

/* ---- the device ----------------------------------------------------------------------------- */

static model_device device;
static bool asked, chosen;   /* whether the environment was read; whether a device was chosen */
static model_memory *memory; /* as the launches so far have left it */
static double measured_set_us = -1; /* predicted time of the memset that was measured on a GPU */

bool lens_use_device(const model_device *description) {
  asked = true;
  chosen = false;
  measured_set_us = -1;
  model_memory_free(memory);
  memory = NULL;
  if (!description) return true;
  device = *description;
  memory = model_memory_make(&device);
  chosen = memory != NULL;
  return chosen;
}

bool lens_set_device(const char *path, char *message, size_t size) {
  model_device read;
  if (path && model_device_read(path, &read, message, size) != 0) {
    (void)lens_use_device(NULL);
    return false;
  }
  if (lens_use_device(path ? &read : NULL)) return true;
  (void)snprintf(message, size, "there is no memory for the caches of %s", read.name);
  return false;
}

static bool is_chosen(void) {
  if (asked) return chosen;
  asked = true;
  const char *path = getenv("LENS_DEVICE");
  char message[512];
  if (path && !lens_set_device(path, message, sizeof message)) {
    (void)fprintf(stderr, "lens: no times are predicted: %s\n", message);
  }
  return chosen;
}

/* Whether each launch begins with cold caches, as in Nsight Compute, which flushes the caches
 * before each launch. */
static bool is_always_cold(void) {
  static int cold = -1;
  if (cold < 0) cold = getenv("LENS_COLD") != NULL;
  return cold;
}

void lens_forget_caches(void) {
  if (!is_chosen()) return;
  model_memory_free(memory);
  memory = model_memory_make(&device);
}

const char *lens_device_name(bool *verified_out) {
  if (!is_chosen()) return NULL;
  *verified_out = device.verified;
  return device.name;
}

int lens_device_multiprocessors(void) {
  return is_chosen() ? (int)device.multiprocessors : 0;
}

/* ---- recording ------------------------------------------------------------------------------ */

void lens_predict_begin(lens_work *work) {
  work->tapes = NULL;
  if (!is_chosen()) return;
  if (is_always_cold()) lens_forget_caches();
  lens_recordings *tapes = lens_alloc(1, sizeof *tapes);
  if (!tapes) return;
  tapes->num_blocks = work->blocks;
  tapes->every = 1;
  (void)pthread_mutex_init(&tapes->lock, NULL);
  tapes->of_block = lens_alloc(work->blocks, sizeof(lens_recording *));
  if (tapes->of_block) {
    work->tapes = tapes;
  } else {
    free(tapes);
  }
}

void lens_predict_begin_block(lens_block *block) {
  lens_recordings *tapes = block->work->tapes;
  block->recorded = false;
  if (!tapes || block->number % __atomic_load_n(&tapes->every, __ATOMIC_RELAXED)) return;
  if (!block->recorder) block->recorder = lens_recording_new();
  if (!block->recorder) return;
  lens_recording_begin_block(block->recorder, (block->work->threads + LENS_WARP - 1) / LENS_WARP);
  block->recorded = true;
  block->size_reads = 0;
}

static void drop(lens_recordings *tapes, uint64_t block) {
  lens_recording *tape = tapes->of_block[block];
  if (tape) tapes->bytes -= tape->bytes;
  free(tape);
  tapes->of_block[block] = NULL;
}

static void keep(lens_recordings *tapes, uint64_t block, lens_recording *tape) {
  (void)pthread_mutex_lock(&tapes->lock);
  tapes->of_block[block] = tape;
  tapes->bytes += tape->bytes;
  uint64_t every = tapes->every;
  if (block % every) drop(tapes, block);
  while (tapes->bytes > most_tape_bytes && every < tapes->num_blocks) {
    for (uint64_t i = every; i < tapes->num_blocks; i += 2 * every) drop(tapes, i);
    every *= 2;
  }
  __atomic_store_n(&tapes->every, every, __ATOMIC_RELAXED);
  (void)pthread_mutex_unlock(&tapes->lock);
}

enum {
  MOST_SIZE_READS = 4
}; /* reads of blockDim by a thread outside of loops, which compute its index once or twice */

void lens_predict_end_block(lens_block *block) {
  lens_recordings *tapes = block->work->tapes;
  if (!tapes || block->abandoned) return;
  lens_recording *tape = block->recorded ? lens_recording_end_block(block->recorder) : NULL;
  if (block->recorded && block->size_reads > MOST_SIZE_READS * (uint64_t)block->work->threads) {
    __atomic_store_n(&block->work->steps_by_block, true, __ATOMIC_RELAXED);
  }
  block->recorded = false;
  if (tape) keep(tapes, block->number, tape);
  size_t shared = block->shared_memory.asked + block->work->launch->shared_bytes;
  size_t most = __atomic_load_n(&tapes->shared_bytes, __ATOMIC_RELAXED);
  while (shared > most && !__atomic_compare_exchange_n(&tapes->shared_bytes, &most, shared, true,
                                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

void lens_predict_barrier(lens_block *block) {
  unsigned threads = block->work->threads;
  for (unsigned first = 0; first < threads; first += LENS_WARP) {
    lens_step step = {.lanes = 0};
    for (unsigned i = first; i < first + LENS_WARP && i < threads; i++) {
      const lens_lane *lane = &block->lanes[i];
      if (lane->state != LENS_LANE_BARRIER) continue;
      bool grid = lane->wait.operation == LENS_SYNC_GRID;
      step.key = lens_make_key(0, (uint32_t)(lane->wait.place - block->work->code_base));
      step.what = lens_make_class(LENS_RECORD_SYNC, 0, grid ? 2 : 1);
      step.lanes |= 1u << (i - first);
    }
    if (step.lanes) lens_recording_add(block->recorder, first / LENS_WARP, &step);
  }
}

/* ---- blocks for the model ------------------------------------------------------------------- */

/* A block that the model holds. */
typedef struct taken {
  model_block block;   /* must be first: the model gives the block back by its address */
  lens_issued *issued; /* the operations of each warp */
  model_warp *warps;
  unsigned room;
  struct taken *next, *next_free;
} taken;

typedef struct supply {
  const lens_recordings *tapes;
  lens_issuer *issuer;
  lens_work_queue *deal; /* NULL if warps do not take work from a counter */
  taken *all, *free;
  bool failed;
} supply;

static taken *take_free(supply *from, unsigned num_warps) {
  taken *it = from->free;
  if (!it) {
    it = lens_alloc(1, sizeof *it);
    if (!it) return NULL;
    it->next = from->all;
    from->all = from->free = it;
  }
  if (num_warps > it->room) {
    lens_issued *issued = lens_alloc_more(it->issued, num_warps, sizeof *issued);
    if (issued) it->issued = issued;
    model_warp *warps = lens_alloc_more(it->warps, num_warps, sizeof *warps);
    if (warps) it->warps = warps;
    if (!issued || !warps) return NULL;
    memset(issued + it->room, 0, (num_warps - it->room) * sizeof *issued);
    it->room = num_warps;
  }
  return it;
}

/* The tape of the block, otherwise of the nearest earlier block that has one, otherwise of the
 * first later one. */
static const lens_recording *tape_of(const lens_recordings *tapes, uint64_t block) {
  block -= block % tapes->every;
  for (uint64_t i = block + 1; i > 0; i--) {
    if (tapes->of_block[i - 1]) return tapes->of_block[i - 1];
  }
  for (uint64_t i = block; i < tapes->num_blocks; i++) {
    if (tapes->of_block[i]) return tapes->of_block[i];
  }
  return NULL;
}

static const model_block nothing; /* a block that does nothing */

static const model_block *take_block(void *context, uint64_t number) {
  supply *from = context;
  const lens_recording *tape = tape_of(from->tapes, number);
  taken *it = tape ? take_free(from, tape->num_warps) : NULL;
  if (!it) {
    from->failed = true;
    return &nothing;
  }
  for (unsigned i = 0; i < tape->num_warps; i++) {
    lens_issued *out = &it->issued[i];
    bool good = from->deal ? lens_work_queue_warp(from->deal, number, i, out)
                           : lens_issue_warp(from->issuer, tape, i, out);
    from->failed |= !good;
    it->warps[i] =
        (model_warp){out->operations, out->num_operations, out->sectors, out->num_sectors};
  }
  from->free = it->next_free;
  it->block = (model_block){it->warps, tape->num_warps};
  return &it->block;
}

static void give_back(void *context, const model_block *block) {
  if (block == &nothing) return;
  supply *from = context;
  taken *it = (taken *)(uintptr_t)block;
  it->next_free = from->free;
  from->free = it;
}

static void free_supply(supply *from) {
  while (from->all) {
    taken *next = from->all->next;
    for (unsigned i = 0; i < from->all->room; i++) lens_issue_free(&from->all->issued[i]);
    free(from->all->issued);
    free(from->all->warps);
    free(from->all);
    from->all = next;
  }
}

/* The current value at an address of device memory. A load may have read a different value. */
static bool value_at(uint64_t address, unsigned bytes, int64_t *out) {
  uintptr_t offset = address - lens_device.base;
  if (offset >= lens_device.bytes) return false;
  uint32_t valid = lens_device.granules[offset >> LENS_GRANULE_SHIFT].state & LENS_GRANULE_VALID;
  if ((offset & (LENS_GRANULE - 1)) + bytes > valid) return false;
  const void *at = lens_memory_content(address);
  int32_t four;
  switch (bytes) {
  case 4:
    memcpy(&four, at, sizeof four);
    *out = four;
    return true;
  case 8:
    memcpy(out, at, sizeof *out);
    return true;
  default:
    return false;
  }
}

/* Predicts the time of a launch. A launch that was stopped gets no prediction: it has no time to
 * predict, and the user waits for the report. */
void lens_predict_end(lens_work *work) {
  lens_recordings *tapes = work->tapes;
  if (!tapes || lens_grid_num_ended(work) < work->blocks) return;
  for (uint64_t i = 0; i < tapes->num_blocks; i++)
    tapes->num_recorded += tapes->of_block[i] != NULL;
  const lens_steps steps = {
      .over_grid = work->asks_grid ? work->blocks * work->threads : 0,
      .over_block = work->steps_by_block ? work->launch->block.x : 0,
  };
  tapes->course = lens_dataflow_learn((const lens_recording *const *)tapes->of_block,
                                      tapes->num_blocks, &steps, value_at);
  if (!tapes->course) return;
  supply from = {.tapes = tapes,
                 .issuer = lens_issue_begin(tapes->course, lens_device.base, work->code_base,
                                            device.double_cycles)};
  if (!from.issuer) return;
  from.deal = lens_work_queue_make(from.issuer, tapes->course, tapes->of_block, tapes->num_blocks,
                                   work->most_resident);
  const model_launch launch = {.num_blocks = work->blocks,
                               .threads_per_block = work->threads,
                               .shared_bytes = tapes->shared_bytes,
                               .num_places = lens_dataflow_num_places(tapes->course) + 1,
                               .take = take_block,
                               .give_back = give_back,
                               .context = &from};
  tapes->predicted =
      model_simulate(&device, memory, &launch, &tapes->prediction) == 0 && !from.failed;
  free_supply(&from);
  lens_work_queue_free(from.deal);
  lens_issue_end(from.issuer);
}

/* ---- cudaMemset ----------------------------------------------------------------------------- */

/* A memset is modelled as the kernel that the driver launches, in which each thread stores 16 bytes
 * a few times. */
enum { SET_THREADS = 256, SET_TIMES = 4, SET_BYTES = 16 * SET_TIMES * SET_THREADS };

static double before_us; /* the time of all memsets since the last launch */

typedef struct set_block {
  model_block block;
  model_warp warps[SET_THREADS / LENS_WARP];
  model_operation operations[SET_TIMES];
  uint64_t sectors[SET_BYTES / LENS_SECTOR_BYTES];
  struct set_block *next, *next_free;
} set_block;

typedef struct predict_setting {
  uint64_t first_sector;
  set_block *all, *free;
} predict_setting;

enum { SECTORS_EACH = LENS_WARP * 16 / LENS_SECTOR_BYTES };

static const model_block *take_set(void *context, uint64_t number) {
  predict_setting *from = context;
  set_block *it = from->free;
  if (it) {
    from->free = it->next_free;
  } else {
    it = lens_alloc(1, sizeof *it);
    if (!it) return &nothing;
    it->next = from->all;
    from->all = it;
  }
  unsigned num_warps = SET_THREADS / LENS_WARP;
  for (int i = 0; i < SET_TIMES; i++) {
    it->operations[i] = (model_operation){.kind = MODEL_STORE,
                                          .bytes = 16,
                                          .lanes = LENS_WARP,
                                          .instructions = i ? 0 : 10,
                                          .num_sectors = SECTORS_EACH};
  }
  uint64_t *at = it->sectors;
  for (unsigned w = 0; w < num_warps; w++) {
    it->warps[w] = (model_warp){it->operations, SET_TIMES, at, (size_t)SET_TIMES * SECTORS_EACH};
    for (unsigned i = 0; i < SET_TIMES; i++) {
      uint64_t first = from->first_sector + number * (SET_BYTES / LENS_SECTOR_BYTES) +
                       (i * num_warps + w) * SECTORS_EACH;
      for (unsigned k = 0; k < SECTORS_EACH; k++) *at++ = first + k;
    }
  }
  it->block = (model_block){it->warps, num_warps};
  return &it->block;
}

static void give_back_set(void *context, const model_block *block) {
  if (block == &nothing) return;
  predict_setting *from = context;
  set_block *it = (set_block *)(uintptr_t)block;
  it->next_free = from->free;
  from->free = it;
}

/* Simulates a memset. Returns the time of its kernel alone in microseconds, or a negative number if
 * that fails. */
static double set(model_memory *caches, uint64_t first_sector, size_t bytes) {
  predict_setting from = {.first_sector = first_sector};
  const model_launch launch = {.num_blocks = (bytes + SET_BYTES - 1) / SET_BYTES,
                               .threads_per_block = SET_THREADS,
                               .num_places = 1,
                               .take = take_set,
                               .give_back = give_back_set,
                               .context = &from};
  model_prediction prediction;
  bool good = model_simulate(&device, caches, &launch, &prediction) == 0;
  while (from.all) {
    set_block *next = from.all->next;
    free(from.all);
    from.all = next;
  }
  if (good) free(prediction.places);
  return good ? prediction.kernel_ns / 1e3 : -1;
}

/* Adds the time of a memset. The time in the device's description, memset_us, was measured with a
 * memset of 4 MB, so a memset of another size takes longer by the difference of the two kernels'
 * predicted times. */
void lens_predict_memset(uintptr_t address, size_t bytes) {
  static const size_t measured_bytes = (size_t)4 << 20;
  if (!is_chosen()) return;
  if ((double)bytes >= device.l2_mb * 1e6) {
    lens_forget_caches();
    return;
  }
  if (measured_set_us < 0) measured_set_us = set(NULL, 0, measured_bytes);
  double own = set(memory, (address - lens_device.base) / LENS_SECTOR_BYTES, bytes);
  if (measured_set_us < 0 || own < 0) return;
  double more = own - measured_set_us;
  before_us += more > -device.memset_us / 2 ? device.memset_us + more : device.memset_us / 2;
}

/* ---- the log -------------------------------------------------------------------------------- */

/* What limits a launch: its busiest resource if this one is busy at least 60 % of the time,
 * otherwise what its warps wait for longest. */
static lens_limit limit_of(const model_prediction *p) {
  int busiest = LENS_LIMIT_ISSUE, longest = LENS_LIMIT_LATENCY;
  for (int k = 0; k < LENS_NUM_LIMITS; k++) {
    if (p->utilisation[k] > p->utilisation[busiest]) busiest = k;
    if (p->wait[k] > p->wait[longest]) longest = k;
  }
  return (lens_limit)(p->utilisation[busiest] >= 0.6 ? busiest : longest);
}

static void log_times(lens_work *work) {
  const lens_recordings *tapes = work->tapes;
  for (unsigned i = 0; i < lens_dataflow_num_places(tapes->course); i++) {
    const model_place_time *it = &tapes->prediction.places[i];
    lens_log_time sum = {.kernel = work->kernel,
                         .place = work->code_base + lens_dataflow_place(tapes->course, i),
                         .time_us = it->busy_ns / 1e3};
    for (int k = 0; k < LENS_NUM_LIMITS; k++) sum.waits_us[k] = it->wait_ns[k] / 1e3;
    lens_log_add_time(&sum);
  }
}

enum { MOST_KEPT = 256 }; /* launches whose samples are kept */
static lens_stretches *kept[MOST_KEPT];

static float share(double of, double most) {
  return (float)(of >= most ? 1 : of / most);
}

/* Averages the model's samples over at most LENS_STRETCHES stretches of equal length. */
static const lens_stretches *keep_stretches(unsigned launch, const model_prediction *p) {
  if (launch >= MOST_KEPT || p->num_samples == 0) return NULL;
  if (!kept[launch]) kept[launch] = lens_alloc(1, sizeof *kept[launch]);
  lens_stretches *out = kept[launch];
  if (!out) return NULL;
  unsigned each = (p->num_samples + LENS_STRETCHES - 1) / LENS_STRETCHES;
  double warps = device.multiprocessors * device.warps_per_multiprocessor,
         instructions = device.multiprocessors * device.schedulers * device.clock_ghz,
         l2 = device.l2_sectors_per_cycle * device.clock_ghz,
         dram = device.dram_gbps / LENS_SECTOR_BYTES;
  *out = (lens_stretches){.each_us = each * p->sample_ns / 1e3};
  for (unsigned first = 0; first < p->num_samples; first += each) {
    model_sample sum = {.warps = 0};
    unsigned count = 0;
    for (; count < each && first + count < p->num_samples; count++) {
      const model_sample *sample = &p->samples[first + count];
      sum.warps += sample->warps;
      sum.instructions += sample->instructions;
      sum.l2_sectors += sample->l2_sectors;
      sum.dram_sectors += sample->dram_sectors;
    }
    out->all[out->count++] = (lens_stretch){
        share(sum.warps / count, warps), share(sum.instructions / count, instructions),
        share(sum.l2_sectors / count, l2), share(sum.dram_sectors / count, dram)};
  }
  return out;
}

_Static_assert((int)LENS_NUM_LIMITS == (int)MODEL_NUM_WAITS, "one for one");
_Static_assert((int)LENS_FIT_REGISTERS == (int)MODEL_FIT_REGISTERS, "one for one");

void lens_predict_log(lens_work *work, lens_launch_record *record) {
  lens_recordings *tapes = work->tapes;
  if (!tapes) return;
  if (tapes->predicted) {
    const model_prediction *p = &tapes->prediction;
    lens_prediction *out = &record->prediction;
    *out = (lens_prediction){.made = true,
                             .num_blocks = tapes->num_blocks,
                             .recorded_blocks = tapes->num_recorded,
                             .time_us = p->time_ns / 1e3,
                             .kernel_us = p->kernel_ns / 1e3,
                             .queued_us = p->kernel_ns / 1e3 + device.next_launch_us,
                             .before_us = before_us,
                             .limit = limit_of(p),
                             .l1_hits = p->l1_hits,
                             .l1_misses = p->l1_misses,
                             .l2_hits = p->l2_hits,
                             .l2_misses = p->l2_misses,
                             .dram_sectors = p->dram_sectors,
                             .tail = p->tail,
                             .lanes = p->lanes,
                             .sampling_error = p->sampling_error,
                             .multiprocessors = (unsigned)device.multiprocessors,
                             .warps_most = (unsigned)device.warps_per_multiprocessor,
                             .blocks_fit = p->blocks_fit,
                             .fit = (lens_fit)p->fit,
                             .shared_bytes = tapes->shared_bytes,
                             .warps = p->warps,
                             .in_flight = p->in_flight,
                             .rounds = p->rounds,
                             .dependent = p->dependent,
                             .l1_kb = p->l1_kb,
                             .l1_dropped = p->l1_dropped,
                             .dram_gbps = device.dram_gbps,
                             .dram_again = p->dram_again,
                             .stretches = keep_stretches(work->number, p)};
    for (int k = 0; k < LENS_NUM_LIMITS; k++) {
      out->utilisation[k] = p->utilisation[k];
      out->waits[k] = p->wait[k];
    }
    before_us = 0;
    lens_log_lock();
    log_times(work);
    lens_log_unlock();
    free(tapes->prediction.places);
  }
  for (uint64_t i = 0; i < tapes->num_blocks; i++) free(tapes->of_block[i]);
  free(tapes->of_block);
  (void)pthread_mutex_destroy(&tapes->lock);
  lens_dataflow_free(tapes->course);
  free(tapes);
  work->tapes = NULL;
}

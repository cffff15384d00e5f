/* Tests of the machine model: kernels with one kind of operation take the time that the device's
 * file gives. */
#include "base/test.h"

#include "make_trace.h"

#include <stdio.h>

static model_device card;
static model_prediction out;

#define BASE ((uint64_t)1 << 30)

static int read_card(void **state) {
  (void)state;
  char message[300];
  if (!model_device_read(MODEL_DEVICES "nvidia-h200.txt", &card, message, sizeof message)) return 0;
  fprintf(stderr, "%s\n", message);
  return -1;
}

static double cycles_of(made_launch l, model_memory *memory) {
  assert_int_equal(predict_made(&card, memory, &l, &out), 0);
  free(out.places);
  out.places = NULL;
  return out.kernel_ns * card.clock_ghz;
}

#define assert_near(value, expected, tolerance)                                                    \
  do {                                                                                             \
    double value_ = (value), expected_ = (expected);                                               \
    if (!(value_ >= expected_ * (1 - (tolerance)) && value_ <= expected_ * (1 + (tolerance))))     \
      fail_msg("%s is %g, not %g within %g", #value, value_, expected_, (double)(tolerance));      \
  } while (0)

/* ---- latencies ---- */

enum { STEPS = 4000 };

static void chase(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)block, (void)warp;
  uint64_t lines = *(const uint64_t *)l->context, at = 1;
  for (int k = 0; k < STEPS; k++) {
    at = (at * 5 + 12347) % lines; /* visits each line once, if their number is a power of 2 */
    add_row(w, MODEL_LOAD, k ? 1 : 0, BASE + at * 128, 1, 4);
  }
}

static double chase_cycles(uint64_t lines, int cold) {
  model_memory *memory = model_memory_make(&card);
  if (!cold) cycles_of(make_launch(chase, &lines, 1, 32), memory);
  double cycles = cycles_of(make_launch(chase, &lines, 1, 32), memory) / STEPS;
  model_memory_free(memory);
  return cycles;
}

static void a_chase_takes_the_latency_of_its_level(void **state) {
  (void)state;
  assert_near(chase_cycles(16, 0), card.l1_hit_cycles, 0.08);
  assert_near(chase_cycles(1 << 15, 0), card.l2_hit_cycles, 0.03);
  double page = card.page_cycles;
  card.page_cycles = 0;
  assert_near(chase_cycles(1 << 22, 1), card.dram_cycles, 0.05);
  card.page_cycles = page;
}

static void the_first_access_to_a_page_waits_for_its_translation(void **state) {
  (void)state;
  double page = card.page_cycles, spread = card.dram_spread_cycles;
  card.dram_spread_cycles = 0;
  double with = chase_cycles(1 << 19, 1);
  card.page_cycles = 0;
  double without = chase_cycles(1 << 19, 1);
  card.page_cycles = page;
  card.dram_spread_cycles = spread;
  assert_near((with - without) * STEPS, page * 32, 0.1); /* 64 MB */
}

enum { STEPS_OF_BURSTS = 64 };

typedef struct burst {
  unsigned loads, warps;
} burst;

static void bursts(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  const burst *b = l->context;
  for (unsigned k = 0; k < STEPS_OF_BURSTS * b->loads; k++) {
    uint64_t row = (uint64_t)k * b->warps + block + warp;
    add_row(w, MODEL_LOAD, 0, BASE + row * 128, 32, 4)->instructions = 3;
    if (k % b->loads == b->loads - 1) add_operation(w, MODEL_COMPUTE, 1);
  }
}

/* Measured on an H200, loads of 1, 2, 4, and 10 lines by each of 16 warps: 812, 882, 991 and 1110
 * cycles, of which about 70 belong to the launch. */
static void loads_wait_for_the_slowest_of_them(void **state) {
  (void)state;
  static const double measured[][2] = {{1, 812}, {2, 882}, {4, 991}, {10, 1110}};
  for (int i = 0; i < 4; i++) {
    burst b = {(unsigned)measured[i][0], 16};
    assert_near(cycles_of(make_launch(bursts, &b, b.warps, 32), NULL) / STEPS_OF_BURSTS,
                measured[i][1] - 70, 0.07);
  }
}

static void independent(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)block, (void)warp;
  int distance = *(const int *)l->context;
  for (int k = 0; k < 4096; k++)
    add_row(w, MODEL_LOAD, k >= distance ? (unsigned)distance : 0, BASE + (uint64_t)k * 4096, 1, 4);
}

static void loads_that_do_not_wait_overlap(void **state) {
  (void)state;
  double cycles[2];
  for (int i = 0; i < 2; i++) {
    int distance = i ? 8 : 1;
    model_memory *memory = model_memory_make(&card);
    cycles_of(make_launch(independent, &distance, 1, 32), memory);
    cycles[i] = cycles_of(make_launch(independent, &distance, 1, 32), memory);
    model_memory_free(memory);
  }
  assert_near(cycles[0] / cycles[1], 8, 0.05);
}

/* ---- throughput ---- */

typedef struct stream {
  uint64_t pieces; /* of 512 bytes */
  unsigned warps;
} stream;

static void read_all(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  const stream *s = l->context;
  for (uint64_t k = block * l->warps_per_block + warp; k < s->pieces; k += s->warps)
    add_row(w, MODEL_LOAD, k >= 4ull * s->warps ? 4 : 0, BASE + k * 512, 32, 16)->instructions = 4;
}

static void a_stream_takes_size_over_bandwidth(void **state) {
  (void)state;
  model_device all = card;
  card.flush_dirty = 0;
  card.page_cycles = 0;
  stream s = {(uint64_t)64 << 11, 132 * 64};
  cycles_of(make_launch(read_all, &s, 132 * 8, 256), NULL);
  assert_near(out.kernel_ns, (64 << 20) / card.dram_gbps + 700, 0.1);
  assert_true(out.utilisation[MODEL_WAIT_DRAM] > 0.8);
  assert_near((double)out.dram_sectors, (64 << 20) / 32., 0.001);
  double clean = out.kernel_ns;
  card.flush_dirty = 0.5; /* then the cache is written back while it fills */
  cycles_of(make_launch(read_all, &s, 132 * 8, 256), NULL);
  assert_near(out.kernel_ns - clean, 0.5 * card.l2_mb * (1 << 20) / card.dram_gbps, 0.3);
  card = all;
}

static void read_at_once(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  enum { LOADS = 16 };
  uint64_t first = (block * l->warps_per_block + warp) * LOADS;
  for (int k = 0; k < LOADS; k++)
    add_row(w, MODEL_LOAD, 0, BASE + (first + (uint64_t)k) * 512, 32, 16);
}

/* A request counts when it is served, not when it joins a queue. */
static void no_sample_moves_more_than_the_memory_can(void **state) {
  (void)state;
  cycles_of(make_launch(read_at_once, NULL, 132 * 8, 256), NULL);
  assert_true(out.num_samples > 20);
  for (unsigned i = 0; i < out.num_samples; i++) {
    assert_true(out.samples[i].dram_sectors * 32 < 1.1 * card.dram_gbps);
  }
}

typedef struct pattern {
  unsigned lines, past_l1, shift; /* distance in words of each lane from the line */
  uint32_t words;
} pattern;

static void requests(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  const pattern *p = l->context;
  uint32_t base = (uint32_t)(block * l->warps_per_block + warp) * 977 * 32;
  for (uint32_t k = 0; k < 64; k++) {
    uint64_t a[32];
    unsigned lanes = 32 / p->lines;
    for (unsigned i = 0; i < 32; i++)
      a[i] =
          BASE + 4 * (uint64_t)((base + k * 4099 * 32 + i / lanes * (416 + p->shift) + i % lanes) %
                                p->words);
    model_operation *op = add_request(w, MODEL_LOAD, k >= 8 ? 8 : 0, a, 32, 4);
    if (p->past_l1) op->flags = MODEL_PAST_L1;
  }
}

static double request_cycles(pattern p, unsigned multiprocessors) {
  model_memory *memory = model_memory_make(&card);
  cycles_of(make_launch(requests, &p, multiprocessors, 1024), memory);
  double cycles = cycles_of(make_launch(requests, &p, multiprocessors, 1024), memory);
  model_memory_free(memory);
  return cycles / (64 * 32);
}

static void requests_cost_per_line(void **state) {
  (void)state;
  assert_near(request_cycles((pattern){32, 0, 0, 1 << 12}, 2), 32 * card.l1_bank_cycles, 0.1);
  assert_near(request_cycles((pattern){16, 0, 0, 1 << 12}, 2), 16 * card.l1_bank_cycles, 0.15);
  /* no two words in one bank */
  assert_near(request_cycles((pattern){32, 0, 1, 1 << 12}, 2), 32 * card.l1_line_cycles, 0.2);
  /* a multiprocessor alone is limited by its path, all together by the slices or the path */
  double path = card.path_line_cycles + card.path_sector_cycles;
  assert_near(request_cycles((pattern){32, 1, 0, 1 << 21}, 1), 32 * path, 0.1);
  double slices = 132 / card.l2_lines_per_cycle;
  assert_near(request_cycles((pattern){32, 1, 0, 1 << 21}, 132),
              32 * (path > slices ? path : slices), 0.12);
}

/* ---- atomics ---- */

/* Lanes of each half of a warp on one word, of the warp's own line. */
static void add_of_halves(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  const unsigned *each = l->context;
  uint64_t a[32];
  for (unsigned i = 0; i < 32; i++) a[i] = BASE + (block * 8 + warp) * 128 + i / *each * 4;
  model_operation *op = add_request(w, MODEL_ATOMIC, 0, a, 32, 4);
  op->wavefronts = (uint16_t)(2 * *each);
  op->flags = MODEL_FLOATING;
}

/* Measured on an H200 with 16 additions of each of 8448 warps, all on different lines: 19.8 and
 * 38.7 us for integers and floats alike, with 8 and 16 lanes on each word. The launch takes about
 * 2.5 of them. */
static void sums_of_floats_take_longer_only_on_the_same_words(void **state) {
  (void)state;
  for (unsigned each = 8; each <= 16; each *= 2) {
    model_memory *memory = model_memory_make(&card);
    (void)cycles_of(make_launch(add_of_halves, &each, 16896, 256), memory);
    double us =
        cycles_of(make_launch(add_of_halves, &each, 16896, 256), memory) / card.clock_ghz / 1e3;
    assert_near(us, each == 8 ? 17.3 : 36.2, 0.2);
    model_memory_free(memory);
  }
}

static void add_one(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  const unsigned *lanes = l->context;
  uint64_t a[32];
  for (unsigned i = 0; i < 32; i++) a[i] = *lanes ? BASE : BASE + (block * 8 + warp) % 4096 * 128;
  model_operation *op = add_request(w, MODEL_ATOMIC, 0, a, *lanes ? *lanes : 1, 4);
  op->wavefronts = (uint16_t)(*lanes ? *lanes : 1);
  if (*lanes == 32) op->flags = MODEL_FLOATING;
}

static void atomics_on_one_address_follow_one_another(void **state) {
  (void)state;
  unsigned one = 1, all = 32, spread = 0;
  double warps = 2048 * 8;
  assert_near(cycles_of(make_launch(add_one, &one, 2048, 256), NULL) / warps,
              card.atomic_int_cycles, 0.15);
  assert_true(out.utilisation[MODEL_WAIT_ATOMIC] > 0.8);
  assert_near(cycles_of(make_launch(add_one, &all, 2048, 256), NULL) / warps,
              32 * card.atomic_float_cycles, 0.05);
  assert_true(cycles_of(make_launch(add_one, &spread, 2048, 256), NULL) / warps <
              card.atomic_int_cycles / 2);
}

/* ---- blocks ---- */

static void nothing(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)l, (void)block, (void)warp;
  add_operation(w, MODEL_COMPUTE, 0);
}

static void blocks_start_at_the_given_rate(void **state) {
  (void)state;
  double few = cycles_of(make_launch(nothing, NULL, 13200, 32), NULL);
  double many = cycles_of(make_launch(nothing, NULL, 52800, 32), NULL);
  assert_near((many - few) / 39600, card.block_start_cycles, 0.05);
  assert_near(out.time_ns - out.kernel_ns, card.launch_us * 1e3, 1e-9);
}

static void busy(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)l, (void)block, (void)warp;
  for (int k = 0; k < 30; k++) add_operation(w, MODEL_FENCE, 1);
}

/* Blocks that last long and use no resources: as many per multiprocessor as fit at once. */
static double rounds(unsigned blocks, unsigned threads, size_t shared_bytes, unsigned registers) {
  made_launch l = make_launch(busy, NULL, 132 * blocks, threads);
  l.launch.shared_bytes = shared_bytes;
  l.launch.registers = registers;
  return cycles_of(l, NULL);
}

static void what_fits_on_a_multiprocessor_limits_the_blocks(void **state) {
  (void)state;
  double all = rounds(32, 32, 0, 0);
  assert_near(rounds(32, 32, 0, 32) / all, 1, 0.01);
  /* two blocks of 100 KB fit on a multiprocessor in place of 32 */
  assert_true(rounds(32, 32, 100 << 10, 0) / all > 8);
  assert_near(rounds(4, 1024, 0, 64) / rounds(4, 1024, 0, 32), 2, 0.15);
}

static void registers_and_threads_limit_alike(void **state) {
  (void)state;
  assert_near(rounds(4, 512, 0, 128) / rounds(4, 512, 110 << 10, 0), 2, 0.2);
}

/* ---- what warps wait for ---- */

static void uneven(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)block;
  if (warp == 0)
    for (int k = 0; k < 1000; k++) add_operation(w, MODEL_EXCHANGE, 1);
  if (*(const int *)l->context) add_operation(w, MODEL_BARRIER, 0)->place = 1;
  for (int k = 0; warp && k < 1000; k++) add_operation(w, MODEL_EXCHANGE, 1);
}

static void a_barrier_waits_for_the_last_warp(void **state) {
  (void)state;
  int with = 1, without = 0;
  double long_one = cycles_of(make_launch(uneven, &with, 1, 256), NULL);
  assert_true(out.wait[MODEL_WAIT_BARRIER] > 0.35);
  double short_one = cycles_of(make_launch(uneven, &without, 1, 256), NULL);
  assert_true(out.wait[MODEL_WAIT_BARRIER] == 0);
  assert_near(long_one / short_one, 2, 0.1);
}

static void grid_barriers(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)l, (void)warp;
  if (block == 0)
    for (int k = 0; k < 1000; k++) add_operation(w, MODEL_EXCHANGE, 1);
  add_operation(w, MODEL_BARRIER, 0)->flags = MODEL_GRID;
  for (int k = 0; block && k < 1000; k++) add_operation(w, MODEL_EXCHANGE, 1);
}

static void a_barrier_of_the_grid_waits_for_all_blocks(void **state) {
  (void)state;
  assert_true(cycles_of(make_launch(grid_barriers, NULL, 132, 64), NULL) >
              1990 * card.exchange_cycles);
}

static void missing_warp(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)l, (void)block;
  if (warp) add_operation(w, MODEL_BARRIER, 0)->flags = MODEL_GRID;
  add_operation(w, MODEL_BARRIER, 0);
}

static void barriers_that_nobody_can_pass_end(void **state) {
  (void)state;
  assert_true(cycles_of(make_launch(missing_warp, NULL, 5000, 64), NULL) > 0);
}

static void shared_loads(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)block, (void)warp;
  for (int k = 0; k < 200; k++)
    add_operation(w, MODEL_SHARED, k >= 8 ? 8 : 0)->wavefronts = *(const uint16_t *)l->context;
}

static void bank_conflicts_cost_wavefronts(void **state) {
  (void)state;
  uint16_t one = 1, many = 32;
  double fast = cycles_of(make_launch(shared_loads, &one, 132, 1024), NULL);
  double slow = cycles_of(make_launch(shared_loads, &many, 132, 1024), NULL);
  assert_near(slow, 200 * 32 * 32 * card.shared_wavefront_cycles, 0.05);
  assert_true(slow / fast > 15);
}

/* A warp that waits long before its load must not hold up the others' loads. */
static void late_load(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)l;
  uint64_t at = BASE + (block * 8 + warp) * 128;
  model_operation *first = add_row(w, MODEL_LOAD, 0, at, 32, 4);
  first->instructions = warp ? 0 : 2000;
  first->place = warp ? 2 : 1;
  for (int k = 0; warp && k < 20; k++) add_row(w, MODEL_LOAD, 1, at, 32, 4)->place = 2;
}

static void nobody_waits_for_a_request_of_the_future(void **state) {
  (void)state;
  made_launch l = make_launch(late_load, NULL, 1, 256);
  assert_int_equal(predict_made(&card, NULL, &l, &out), 0);
  double waited = 0;
  for (int i = 0; i < MODEL_NUM_WAITS; i++) waited += out.places[2].wait_ns[i];
  free(out.places);
  /* of 7 warps, the line from memory and 20 hits each */
  double each = card.dram_cycles + card.l2_far_cycles + 20 * (card.l1_hit_cycles + 8);
  assert_true(waited * card.clock_ghz < 7 * (each + 300));
}

/* ---- the whole ---- */

static void mixed(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  uint32_t x = (uint32_t)(block * 8 + warp) * 2654435761u + 1;
  for (int k = 0; k < 10; k++) {
    uint64_t a[32];
    for (int i = 0; i < 32; i++) {
      x = x * 1664525 + 1013904223;
      a[i] = *(const uint64_t *)l->context + (x >> 6) * 4ull;
    }
    add_request(w,
                k % 5 == 3   ? MODEL_ATOMIC
                : k % 5 == 4 ? MODEL_STORE
                             : MODEL_LOAD,
                k % 3, a, 32, 4)
        ->place = (uint32_t)k % 4;
  }
  add_operation(w, MODEL_BARRIER, MODEL_WAITS_FOR_ALL)->place = 5;
}

/* Each warp is in a block on a different multiprocessor, and loads another sector of one piece. */
static void load_one_piece(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)l, (void)warp;
  add_row(w, MODEL_LOAD, 0, BASE + block * 32, 1, 4);
}

static void a_sector_on_its_way_is_a_miss(void **state) {
  (void)state;
  (void)cycles_of(make_launch(load_one_piece, NULL, 2, 32), NULL);
  assert_int_equal(out.l2_misses, 2);
  assert_int_equal(out.l2_hits, 0);
  assert_int_equal(out.dram_sectors, 2);
}

/* Loads the first sector of a piece, and after its data the other one, twice. The second time it is
 * in L1. */
static void load_a_piece_in_two_steps(const made_launch *l, made_warp *w, uint64_t block,
                                      unsigned warp) {
  (void)l, (void)block, (void)warp;
  add_row(w, MODEL_LOAD, 0, BASE, 1, 4);
  add_row(w, MODEL_LOAD, 1, BASE + 32, 1, 4);
  add_row(w, MODEL_LOAD, 1, BASE + 32, 1, 4);
}

static void the_first_request_for_a_sector_that_was_sent_along_is_a_miss(void **state) {
  (void)state;
  (void)cycles_of(make_launch(load_a_piece_in_two_steps, NULL, 1, 32), NULL);
  assert_int_equal(out.l2_misses, 2);
  assert_int_equal(out.l2_hits, 0);
  assert_int_equal(out.dram_sectors, 2);
}

static void the_same_launch_takes_the_same_time(void **state) {
  (void)state;
  /* independent of its address, if the pages are the same */
  uint64_t at[3] = {BASE, BASE, BASE + ((uint64_t)77 << 33)};
  double cycles[3];
  uint64_t misses[3];
  for (int i = 0; i < 3; i++) {
    cycles[i] = cycles_of(make_launch(mixed, &at[i], 200, 256), NULL);
    misses[i] = out.l2_misses;
  }
  assert_true(cycles[0] == cycles[1] && cycles[1] == cycles[2]);
  assert_true(misses[0] == misses[1] && misses[1] == misses[2]);
}

static void shares_add_up(void **state) {
  (void)state;
  uint64_t at = BASE;
  made_launch l = make_launch(mixed, &at, 1500, 256);
  assert_int_equal(predict_made(&card, NULL, &l, &out), 0);
  double waits = 0, places = 0, warps = 0;
  for (int i = 0; i < MODEL_NUM_WAITS; i++) {
    waits += out.wait[i];
    assert_true(out.utilisation[i] >= 0 && out.utilisation[i] <= 1.001);
  }
  for (unsigned i = 0; i < l.launch.num_places; i++) places += out.places[i].busy_ns;
  for (unsigned i = 0; i < out.num_samples; i++) warps += out.samples[i].warps;
  assert_near(waits, 1, 1e-6);
  assert_near(places, out.kernel_ns, 1e-6);
  assert_near(warps * out.sample_ns, 132 * 64. * out.kernel_ns, 0.3);
  assert_true(out.places[0].requests > 0 && out.places[0].sectors > out.places[0].requests);
  free(out.places);
}

/* The first blocks, as many as `context` says, load four times as many lines as the others. */
static void some_longer(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  (void)warp;
  int steps = block < *(const uint64_t *)l->context ? 400 : 100;
  for (int k = 0; k < steps; k++) {
    add_row(w, MODEL_LOAD, k ? 1 : 0, BASE + (block * 400 + (uint64_t)k) * 128, 1, 4);
  }
}

static void a_tail_is_seen_among_blocks_fewer_than_multiprocessors(void **state) {
  (void)state;
  uint64_t longer = 0;
  (void)cycles_of(make_launch(some_longer, &longer, 79, 32), NULL);
  assert_true(out.tail < 0.1);
  longer = 3;
  (void)cycles_of(make_launch(some_longer, &longer, 79, 32), NULL);
  assert_true(out.tail > 0.6 && out.tail < 0.8);
  (void)cycles_of(make_launch(some_longer, &longer, 1, 32), NULL);
  assert_true(out.tail < 0.1);
}

/* ---- warps, loads in flight, and what caches lost ---- */

static void a_chase_has_one_load_in_flight(void **state) {
  (void)state;
  uint64_t lines = 1 << 15;
  cycles_of(make_launch(chase, &lines, 1, 32), NULL);
  assert_near(out.in_flight, 1, 0.01);
  assert_near(out.rounds, STEPS, 0.01);
  assert_near(out.dependent, 1, 0.01);
  cycles_of(make_launch(independent, &lines, 1, 32), NULL);
  assert_true(out.in_flight > 4);
  assert_true(out.rounds < STEPS / 8.);
  assert_true(out.dependent < 0.5);
}

static void what_fits_is_named(void **state) {
  (void)state;
  static const struct {
    unsigned threads, registers, blocks;
    size_t shared;
    model_fit fit;
  } all[] = {{256, 0, 8, 0, MODEL_FIT_WARPS},
             {768, 0, 2, 0, MODEL_FIT_WARPS},
             {32, 0, 32, 0, MODEL_FIT_BLOCKS},
             {256, 0, 2, 100 << 10, MODEL_FIT_SHARED},
             {256, 64, 4, 0, MODEL_FIT_REGISTERS}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    made_launch l = make_launch(nothing, NULL, 2000, all[i].threads);
    l.launch.shared_bytes = all[i].shared;
    l.launch.registers = all[i].registers;
    cycles_of(l, NULL);
    assert_int_equal(out.blocks_fit, all[i].blocks);
    assert_int_equal(out.fit, all[i].fit);
  }
  uint64_t lines = 1 << 15;
  cycles_of(make_launch(chase, &lines, 33, 128), NULL); /* 4 warps on every fourth multiprocessor */
  assert_near(out.warps, 1, 0.05);
}

/* 2,048 lines are a little more than the first-level cache has: when the chase reaches lines a
 * second time, most have been replaced. */
static void sectors_that_a_cache_lost_are_counted(void **state) {
  (void)state;
  uint64_t few = 1 << 8, many = 1 << 11;
  cycles_of(make_launch(chase, &few, 1, 32), NULL);
  assert_int_equal(out.l1_misses, few);
  assert_int_equal(out.l1_dropped, 0);
  cycles_of(make_launch(chase, &many, 1, 32), NULL);
  assert_true(out.l1_misses > many);
  assert_near((double)out.l1_dropped, (double)(out.l1_misses - many), 0.2);
  assert_int_equal(out.dram_again, 0);
  model_device whole = card;
  card.l2_mb = 0.0625;
  cycles_of(make_launch(chase, &many, 1, 32), NULL);
  card = whole;
  assert_true(out.dram_again > 1000); /* two sectors at once */
  assert_int_equal(out.dram_sectors - out.dram_again, 2 * many);
}

typedef struct sampled {
  uint64_t long_block;
} sampled;

static void rows(const made_launch *l, made_warp *w, uint64_t block, unsigned warp) {
  const sampled *p = l->context;
  uint32_t x = (uint32_t)(block * 8 + warp) * 2654435761u + 1;
  unsigned steps = block == p->long_block && warp == 0 ? 3000 : 6;
  for (unsigned k = 0; k < steps; k++) {
    uint64_t a[32];
    for (int i = 0; i < 32; i++) {
      x = x * 1664525 + 1013904223;
      a[i] = BASE + (x >> 12) * 4ull;
    }
    uint64_t at = BASE + ((uint64_t)1 << 32) + ((block * 8 + warp) * 6 + k) * 128;
    add_row(w, MODEL_LOAD, 0, at, 32, 4);
    add_request(w, MODEL_LOAD, 1, a, 4 + x % 5, 4);
    add_operation(w, MODEL_COMPUTE, 1);
  }
}

static void a_sample_predicts_what_all_blocks_take(void **state) {
  (void)state;
  model_device all = card;
  card.multiprocessors = 8;
  card.dram_gbps /= 16;
  card.dram_random_per_ns /= 16;
  card.l2_mb = 4;
  for (int k = 0; k < 2; k++) {
    sampled context = {k ? 2000 : UINT64_MAX};
    double times[2];
    uint64_t sectors[2], misses[2];
    for (int i = 0; i < 2; i++) {
      made_launch l = make_launch(rows, &context, 4000, 256);
      l.launch.budget = i ? 100000 : UINT64_MAX;
      assert_int_equal(predict_made(&card, NULL, &l, &out), 0);
      times[i] = out.kernel_ns;
      sectors[i] = out.places[0].sectors;
      misses[i] = out.dram_sectors;
      free(out.places);
      if (i)
        assert_true(out.simulated < 1500 && out.sampling_error > 0);
      else
        assert_true(out.simulated == 4000 && out.sampling_error == 0);
    }
    assert_near(times[1], times[0], 0.06);
    assert_near((double)sectors[1], (double)sectors[0], 0.03);
    assert_near((double)misses[1], (double)misses[0], 0.06);
  }
  card = all;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chase_takes_the_latency_of_its_level),
      cmocka_unit_test(the_first_access_to_a_page_waits_for_its_translation),
      cmocka_unit_test(loads_wait_for_the_slowest_of_them),
      cmocka_unit_test(loads_that_do_not_wait_overlap),
      cmocka_unit_test(a_stream_takes_size_over_bandwidth),
      cmocka_unit_test(no_sample_moves_more_than_the_memory_can),
      cmocka_unit_test(requests_cost_per_line),
      cmocka_unit_test(atomics_on_one_address_follow_one_another),
      cmocka_unit_test(sums_of_floats_take_longer_only_on_the_same_words),
      cmocka_unit_test(blocks_start_at_the_given_rate),
      cmocka_unit_test(what_fits_on_a_multiprocessor_limits_the_blocks),
      cmocka_unit_test(registers_and_threads_limit_alike),
      cmocka_unit_test(a_barrier_waits_for_the_last_warp),
      cmocka_unit_test(a_barrier_of_the_grid_waits_for_all_blocks),
      cmocka_unit_test(barriers_that_nobody_can_pass_end),
      cmocka_unit_test(bank_conflicts_cost_wavefronts),
      cmocka_unit_test(nobody_waits_for_a_request_of_the_future),
      cmocka_unit_test(a_sector_on_its_way_is_a_miss),
      cmocka_unit_test(the_first_request_for_a_sector_that_was_sent_along_is_a_miss),
      cmocka_unit_test(the_same_launch_takes_the_same_time),
      cmocka_unit_test(shares_add_up),
      cmocka_unit_test(a_tail_is_seen_among_blocks_fewer_than_multiprocessors),
      cmocka_unit_test(a_chase_has_one_load_in_flight),
      cmocka_unit_test(what_fits_is_named),
      cmocka_unit_test(sectors_that_a_cache_lost_are_counted),
      cmocka_unit_test(a_sample_predicts_what_all_blocks_take),
  };
  return cmocka_run_group_tests(tests, read_card, NULL);
}

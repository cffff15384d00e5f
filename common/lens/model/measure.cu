/* measure.cu: measures the constants of a GPU for the machine model and writes a device file.
 *
 *   ./lab lens --measure-device FILE
 *
 * Takes about 20 seconds and 2.5 GB of device memory. Each constant comes from a kernel that does
 * one thing; the raw figures are in the file as comments. */
#include "measure_kernels.cuh"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status_ = (call);                                                                  \
    if (status_ != cudaSuccess) {                                                                  \
      fprintf(stderr, "measure.cu, line %d: %s\n", __LINE__, cudaGetErrorString(status_));         \
      exit(3);                                                                                     \
    }                                                                                              \
  } while (0)

static cudaDeviceProp device;
static int multiprocessors;
static double ghz; /* cycles per ns while kernels run */
static size_t l2_bytes, area_bytes = (size_t)1 << 30;
static unsigned *area;  /* the memory that kernels read */
static unsigned *other; /* the memory that is overwritten or read to flush the caches */
static size_t other_bytes;
static unsigned *answers; /* where kernels store what must not be optimised away */
static long long *clocks;
static FILE *file;

static void note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char text[400];
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  printf("# %s\n", text);
  fprintf(file, "# %s\n", text);
  fflush(stdout);
}

static void value(const char *name, double x, const char *unit, const char *source) {
  printf("%s = %.6g\n", name, x);
  fprintf(file, "%s = %.6g  # %s; %s\n", name, x, unit, source);
}

/* ---- timing ---- */

enum before { HOT, WRITTEN, READ }; /* state of the caches before each sample */

static void flush(before what, int sample) {
  if (what == WRITTEN) CHECK(cudaMemsetAsync(other, sample, other_bytes));
  if (what == READ)
    read_all<<<multiprocessors * 8, 256>>>((const uint4 *)other, other_bytes / 16, answers);
}

template <class launch> static double time_us(before what, launch call, int samples = 21) {
  static cudaEvent_t begin, end;
  if (!begin) {
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
  }
  std::vector<float> times;
  for (int i = -3; i < samples; i++) {
    flush(what, i);
    CHECK(cudaEventRecord(begin));
    call();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (i >= 0) times.push_back(ms * 1e3f);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static double mean_cycles(int blocks) {
  std::vector<long long> all(blocks);
  CHECK(cudaMemcpy(all.data(), clocks, blocks * sizeof all[0], cudaMemcpyDeviceToHost));
  double sum = 0;
  for (long long c : all) sum += (double)c;
  return sum / blocks;
}

static unsigned random_state = 1;
static unsigned random_below(unsigned bound) {
  random_state = random_state * 1664525u + 1013904223u;
  return (unsigned)((unsigned long long)random_state * bound >> 32);
}

/* Makes a cycle through `count` places that are `stride` words apart, in random order. Returns its
 * start. */
static unsigned make_chain(size_t count, size_t stride) {
  std::vector<unsigned> order(count), words(count * stride);
  for (size_t i = 0; i < count; i++) order[i] = (unsigned)i;
  for (size_t i = count - 1; i > 0; i--) std::swap(order[i], order[random_below((unsigned)i)]);
  for (size_t i = 0; i < count; i++)
    words[order[i] * stride] = (unsigned)(order[(i + 1) % count] * stride);
  CHECK(cudaMemcpy(area, words.data(), words.size() * 4, cudaMemcpyHostToDevice));
  return (unsigned)(order[0] * stride);
}

template <bool past_l1> static double chase_cycles(unsigned start, int steps) {
  chase<past_l1><<<1, 1>>>(area, start, steps, clocks);
  long long out[2];
  CHECK(cudaMemcpy(out, clocks, sizeof out, cudaMemcpyDeviceToHost));
  return (double)out[0] / steps;
}

template <int count> static double burst_cycles() {
  const int warps = 16, rounds = 64;
  flush(READ, 0);
  flush(READ, 0);
  bursts<count><<<warps, 32>>>(area, rounds, answers, clocks);
  CHECK(cudaGetLastError());
  return mean_cycles(warps) / rounds;
}

/* ---- groups of constants ---- */

static void measure_latencies() {
  unsigned start = make_chain(128, LINE_WORDS);
  chase_cycles<false>(start, 4096);
  double l1 = chase_cycles<false>(start, 4096);
  double l2 = 0;
  note("latency of one load, cycles, by the size of the set that is read at random:");
  for (double mb : {0.0625, 0.125, 0.19, 1., 4., 12., 20., 24., 28., 32., 40., 48., 56., 64.}) {
    size_t lines = (size_t)(mb * 8192);
    start = make_chain(lines, LINE_WORDS);
    chase_cycles<true>(start, (int)lines * 2);
    double past = chase_cycles<true>(start, (int)std::min(lines, (size_t)100000));
    chase_cycles<false>(start, (int)lines);
    double all = chase_cycles<false>(start, (int)std::min(lines, (size_t)100000));
    note("  %7.3f MB: %.0f, past L1 %.0f", mb, all, past);
    if (mb == 4) l2 = past;
  }
  size_t most = (size_t)((double)l2_bytes * 0.8) / 128;
  start = make_chain(most, LINE_WORDS);
  chase_cycles<true>(start, (int)most * 2);
  double large = chase_cycles<true>(start, (int)std::min(most, (size_t)100000));
  value("l1_hit_cycles", l1, "cycles", "chase in 16 KB");
  value("l2_hit_cycles", l2, "cycles", "chase in 4 MB past L1");
  /* lines of one page, then the same number of pages, neither cached */
  size_t page = (size_t)2 << 20, count = 256;
  double near[3], far[3];
  for (int k = 0; k < 3; k++) {
    start = make_chain(16384, LINE_WORDS);
    flush(READ, 0);
    flush(READ, 0);
    chase_cycles<true>(start, 8); /* translates the page */
    near[k] = chase_cycles<true>(start, 256);
    start = make_chain(count, page / 4 + LINE_WORDS * 5);
    flush(READ, 0);
    flush(READ, 0);
    far[k] = chase_cycles<true>(start, (int)count);
  }
  std::sort(near, near + 3);
  std::sort(far, far + 3);
  start = make_chain(count, page / 4 + LINE_WORDS * 5);
  chase_cycles<true>(start, (int)count);
  double far_hot = chase_cycles<true>(start, (int)count);
  note("uncached lines of one 2 MB page: %.0f cycles; one line in each of %zu pages: %.0f; the "
       "same again, cached: %.0f",
       near[1], count, far[1], far_hot);
  start = make_chain((size_t)1 << 22, LINE_WORDS * 2 / 2);
  double wide = chase_cycles<true>(start, 100000);
  note("random lines of 512 MB, uncached: %.0f cycles", wide);
  /* If two halves copy each other's lines, the copies evict each other from the near half: then
   * half of the lines come from the other half, and half from memory. */
  bool halves = large > l2 * 1.3;
  value("l2_halves", halves ? 2 : 1, "", "chase in 0.8 of the cache against 4 MB");
  value("l2_far_cycles", halves ? std::max(0., 2 * large - near[1] - l2) : 0, "cycles",
        "the same: its mean is of the other half and of memory");
  value("dram_cycles", near[1], "cycles", "chase through uncached lines of one page");
  /* the largest of ten exponentially distributed times is 2.93 times their mean, on average */
  double one = burst_cycles<1>(), ten = burst_cycles<10>();
  note("uncached loads of each of 16 warps: one %.0f cycles, ten at once %.0f", one, ten);
  value("dram_spread_cycles", std::max(0., (ten - one) / 1.93), "cycles",
        "ten uncached loads of a warp, relative to one");
  value("page_cycles", std::max(0., far[1] - near[1]), "cycles",
        "more, if each line is on a page "
        "of its own");
}

template <bool past_l1, int lines, int sectors>
static double request_cycles(int blocks, size_t mb) {
  unsigned mask = (unsigned)(mb / 4 - 1);
  for (int k = 0; k < 2; k++)
    requests<past_l1, lines, sectors><<<blocks, 1024>>>(area, mask, 512, answers, clocks);
  CHECK(cudaGetLastError());
  int each = (blocks + multiprocessors - 1) / multiprocessors;
  return mean_cycles(blocks) / (512. * 32 * each);
}

template <bool past_l1, int stride> static double stride_cycles(size_t bytes) {
  for (int k = 0; k < 2; k++)
    strided<past_l1, stride>
        <<<multiprocessors, 1024>>>(area, (unsigned)(bytes / 4 - 1), 512, answers, clocks);
  return mean_cycles(multiprocessors) / (512. * 32);
}

static void measure_requests() {
  note(
      "cycles per request, L1, by words between lanes: 2: %.2f  3: %.2f  5: %.2f  8: %.2f  9: %.2f "
      " 16: %.2f  17: %.2f  27: %.2f  32: %.2f  33: %.2f  39: %.2f  64: %.2f  65: %.2f",
      stride_cycles<false, 2>(16 << 10), stride_cycles<false, 3>(16 << 10),
      stride_cycles<false, 5>(16 << 10), stride_cycles<false, 8>(16 << 10),
      stride_cycles<false, 9>(16 << 10), stride_cycles<false, 16>(16 << 10),
      stride_cycles<false, 17>(16 << 10), stride_cycles<false, 27>(16 << 10),
      stride_cycles<false, 32>(16 << 10), stride_cycles<false, 33>(16 << 10),
      stride_cycles<false, 39>(16 << 10), stride_cycles<false, 64>(16 << 10),
      stride_cycles<false, 65>(16 << 10));
  note("  32 lines, a random word of each: %.2f; the same in L2: %.2f; L2 by 33 words: %.2f, 39: "
       "%.2f",
       stride_cycles<false, 0>(16 << 10), stride_cycles<true, 0>(8 << 20),
       stride_cycles<true, 33>(8 << 20), stride_cycles<true, 39>(8 << 20));
  for (int k = 0; k < 2; k++)
    random_reads<false><<<multiprocessors, 1024>>>(area, (16 << 8) - 1, 512, answers, clocks);
  note("  random words of 16 KB: %.2f", mean_cycles(multiprocessors) / (512. * 32));
  for (int blocks : {1, multiprocessors})
    for (int k = 0; k < 3; k++) {
      if (k < 2) random_reads<false><<<blocks, 1024>>>(area, (1 << 20) - 1, 512, answers, clocks);
      if (k == 1)
        note("  random words of 4 MB through L1, %d multiprocessors: %.2f", blocks,
             mean_cycles(blocks) / (512. * 32));
      if (k == 2) {
        random_reads<true><<<blocks, 1024>>>(area, (1 << 20) - 1, 512, answers, clocks);
        note("  random words of 4 MB past L1, %d multiprocessors: %.2f", blocks,
             mean_cycles(blocks) / (512. * 32));
      }
    }
  int all = multiprocessors;
  note("cycles per request and multiprocessor, by lines x sectors of each:");
  double l1_32 = request_cycles<false, 32, 1>(all, 16 << 10);
  double l1_8 = request_cycles<false, 8, 1>(all, 16 << 10);
  note("  L1: 1x4 %.2f  4x1 %.2f  8x1 %.2f  8x4 %.2f  16x1 %.2f  32x1 %.2f",
       request_cycles<false, 1, 4>(all, 16 << 10), request_cycles<false, 4, 1>(all, 16 << 10), l1_8,
       request_cycles<false, 8, 4>(all, 16 << 10), request_cycles<false, 16, 1>(all, 16 << 10),
       l1_32);
  value("l1_bank_cycles", l1_32 / 32, "cycles per word of one bank", "L1 hits, 32 lines");
  value("l1_line_cycles", stride_cycles<false, 33>(16 << 10) / 32, "cycles per line of a request",
        "L1 hits, 33 words between lanes");
  double one[7], whole[7];
  for (int k = 0; k < 2; k++) {
    int blocks = k ? all : 1;
    double *to = k ? whole : one;
    to[0] = request_cycles<true, 1, 4>(blocks, 8 << 20);
    to[1] = request_cycles<true, 2, 4>(blocks, 8 << 20);
    to[2] = request_cycles<true, 8, 4>(blocks, 8 << 20);
    to[3] = request_cycles<true, 8, 2>(blocks, 8 << 20);
    to[4] = request_cycles<true, 8, 1>(blocks, 8 << 20);
    to[5] = request_cycles<true, 16, 1>(blocks, 8 << 20);
    to[6] = request_cycles<true, 32, 1>(blocks, 8 << 20);
    note("  L2, %s: 1x4 %.2f  2x4 %.2f  8x4 %.2f  8x2 %.2f  8x1 %.2f  16x1 %.2f  32x1 %.2f",
         k ? "all" : "one multiprocessor", to[0], to[1], to[2], to[3], to[4], to[5], to[6]);
  }
  double sector = std::max(0., (one[2] - one[4]) / 8 / 3);
  value("path_sector_cycles", sector, "cycles per sector from L2 to one multiprocessor",
        "one multiprocessor, 8 lines of 4 sectors against 8 of 1");
  value("path_line_cycles", one[6] / 32 - sector, "cycles per line of a request", "the same");
  double per_line = whole[6] / 32 / all, per_full = whole[2] / 8 / all;
  note("  all multiprocessors together: %.2f lines of one sector and %.2f lines of four per cycle",
       1 / per_line, 1 / per_full);
  value("l2_sectors_per_cycle", 4 / per_full, "sectors per cycle, whole card",
        "8 lines of 4 sectors, all multiprocessors");
  for (int mb : {4, 16, 24, 32, 40, 64, 512}) {
    unsigned mask = 1;
    while ((size_t)mask * 8 <= (size_t)mb << 20) mask *= 2;
    if (mb == 24 || mb == 40) continue; /* sizes are powers of two */
    for (int k = 0; k < 2; k++)
      random_reads<true><<<all * 2, 1024>>>(area, mask - 1, 512, answers, clocks);
    note("  random words of %d MB past L1: %.1f sectors per ns", mb,
         512. * 1024 * 2 * all / mean_cycles(all * 2) * ghz);
    if (mb == 4)
      value("l2_lines_per_cycle", 512. * 1024 * 2 * all / mean_cycles(all * 2),
            "random sectors per cycle, whole card", "random words of 4 MB");
    if (mb == 512)
      value("dram_random_per_ns",
            512. * 1024 * 2 * all / mean_cycles(all * 2) * ghz *
                (1 - (double)l2_bytes / (512 << 20)),
            "random sectors per ns", "random words of 512 MB, less those that hit L2");
  }
}

static void measure_streams() {
  for (before what : {WRITTEN, READ, HOT}) {
    note("reading MB in us, %s: a word per thread | 16 bytes per thread and step, 8 blocks of 256 "
         "per multiprocessor",
         what == WRITTEN ? "after a memset of the cache"
         : what == READ  ? "after reading"
                         : "hot");
    for (int mb : {1, 2, 4, 8, 16, 24, 32, 48, 64, 128, 256, 512, 1024}) {
      size_t words = (size_t)mb << 18;
      double each = time_us(what, [&] {
        one_word_each<<<(unsigned)((words + 255) / 256), 256>>>(area, words, answers);
      });
      double four = time_us(what, [&] {
        read_all<<<multiprocessors * 8, 256>>>((const uint4 *)area, words / 4, answers);
      });
      note("  %5d: %.2f | %.2f", mb, each, four);
    }
  }
  double half = time_us(READ, [&] {
    read_all<<<multiprocessors * 8, 256>>>((const uint4 *)area, area_bytes / 32, answers);
  });
  double full = time_us(READ, [&] {
    read_all<<<multiprocessors * 8, 256>>>((const uint4 *)area, area_bytes / 16, answers);
  });
  double rate = (double)area_bytes / 2 / (full - half) * 1e-3;
  value("dram_gbps", rate, "GB/s", "reading 1 GB against 512 MB");
  double written = time_us(WRITTEN, [&] {
    read_all<<<multiprocessors * 8, 256>>>((const uint4 *)area, area_bytes / 32, answers);
  });
  value("flush_dirty", std::min(1., std::max(0., (written - half) * rate * 1e3 / (double)l2_bytes)),
        "share of L2 that is written back after a memset of twice its size",
        "reading 512 MB after a memset against after reading");
  note("writing MB in us, after reading: a word per thread | 16 bytes per thread and step");
  for (int mb : {4, 16, 64, 256, 1024}) {
    size_t words = (size_t)mb << 18;
    double each =
        time_us(READ, [&] { store_each<<<(unsigned)((words + 255) / 256), 256>>>(area, words); });
    double four =
        time_us(READ, [&] { store_four<<<multiprocessors * 8, 256>>>((uint4 *)area, words / 4); });
    note("  %5d: %.2f | %.2f", mb, each, four);
  }
  for (int mb : {4, 16, 512})
    note("8 million words to random places of %d MB: cold %.1f us, hot %.1f", mb,
         time_us(READ, [&] { store_random<<<32768, 256>>>(area, (mb << 18) - 1); }),
         time_us(HOT, [&] { store_random<<<32768, 256>>>(area, (mb << 18) - 1); }));
  for (before what : {WRITTEN, READ})
    for (size_t rows : {(size_t)32768, (size_t)262144, (size_t)1048576, (size_t)4194304}) {
      const unsigned *b = area + rows * 27;
      if (rows * 27 * 8 > area_bytes) continue;
      note("two arrays column by column, %zu rows of 27, %s: %.1f us", rows,
           what == WRITTEN ? "after a memset" : "after reading", time_us(what, [&] {
             two_arrays<<<(unsigned)((rows + 255) / 256), 256>>>(area, b, other, rows, 27);
           }));
    }
  size_t count = (size_t)8 << 20;
  std::vector<unsigned> index(count);
  for (int mb : {4, 16, 64, 512}) {
    for (unsigned &i : index) i = random_below((unsigned)mb << 18);
    unsigned *d_index = area + ((size_t)512 << 18);
    CHECK(cudaMemcpy(d_index, index.data(), count * 4, cudaMemcpyHostToDevice));
    note("gather of 8 million random words of %d MB: cold %.1f us, hot %.1f", mb,
         time_us(WRITTEN, [&] { gather<<<count / 256, 256>>>(d_index, area, count, answers); }),
         time_us(HOT, [&] { gather<<<count / 256, 256>>>(d_index, area, count, answers); }));
  }
}

template <class number> static double adds_us(unsigned words, unsigned factor) {
  return time_us(
      HOT, [&] { add<<<32768, 256>>>((number *)area, words - 1, factor); }, 7);
}

static void measure_atomics() {
  double empty = time_us(HOT, [] { nothing<<<32768, 256>>>(); });
  note("8 million adds in 32768 blocks of 256 threads (the same launch with an empty kernel takes "
       "%.1f us). Times in us: float in order | float scattered | int in order | int scattered",
       empty);
  double f_one = 0, f_line = 0, f_random = 0;
  for (unsigned bits : {0u, 3u, 5u, 6u, 7u, 8u, 9u, 10u, 11u, 12u, 16u, 20u, 24u}) {
    unsigned words = 1u << bits;
    double a = adds_us<float>(words, 1), b = adds_us<float>(words, 2654435761u);
    double c = adds_us<int>(words, 1), d = adds_us<int>(words, 2654435761u);
    note("  2^%u words: %.1f | %.1f | %.1f | %.1f", bits, a, b, c, d);
    if (bits == 0) f_one = a;
    if (bits == 5) f_line = a;
    if (bits == 20) f_random = b;
  }
  for (int blocks : {1, multiprocessors / 2, multiprocessors}) {
    double cycles[4];
    for (int k = 0; k < 4; k++) {
      auto call = [&] {
        if (k == 0) random_updates<0><<<blocks, 1024>>>(area, (1 << 20) - 1, 64);
        if (k == 1) random_updates<1><<<blocks, 1024>>>(area, (1 << 20) - 1, 64);
        if (k == 2) random_updates<2><<<blocks, 1024>>>(area, (1 << 20) - 1, 64);
        if (k == 3) random_updates<3><<<blocks, 1024>>>(area, (1 << 20) - 1, 64);
      };
      auto empty_call = [&] { random_updates<0><<<blocks, 1024>>>(area, (1 << 20) - 1, 0); };
      cycles[k] = (time_us(HOT, call) - time_us(HOT, empty_call)) * 1e3 * ghz / (64. * 32);
    }
    note("%d multiprocessors, 32 warps each, random words of 4 MB, cycles per request of 32 lanes: "
         "stores %.1f, float adds %.1f, int adds %.1f, stores of whole lines %.1f",
         blocks, cycles[0], cycles[1], cycles[2], cycles[3]);
    if (blocks == 1)
      value("store_line_cycles", cycles[1] / 32, "cycles per line, one multiprocessor to L2",
            "adds to random words of 4 MB");
    if (blocks == multiprocessors)
      value("l2_stores_per_cycle", 32. * blocks / cycles[0], "lines per cycle, whole card",
            "stores to random words of 4 MB");
  }
  double warps = 262144;
  double lane = time_us(HOT, [] { add_by_one_lane<<<32768, 256>>>((int *)area, 0); });
  double lane_f = time_us(HOT, [] { add_by_one_lane<<<32768, 256>>>((float *)area, 0); });
  double lane_spread = time_us(HOT, [] { add_by_one_lane<<<32768, 256>>>((int *)area, 32); });
  note("one lane of each of 262144 warps: int on one word %.1f us, float %.1f, int on lines of its "
       "own %.1f",
       lane, lane_f, lane_spread);
  double base = (lane_f)*1e3 / warps * ghz;
  value("atomic_int_cycles", lane * 1e3 / warps * ghz, "cycles between two requests for one word",
        "one lane of each warp adds to one int");
  value("atomic_float_cycles", base, "cycles between two requests for one word",
        "one lane of each warp adds to one float");
  note("each further lane on the same float: %.2f cycles", (f_one * 1e3 / warps * ghz - base) / 31);
  value("atomic_sector_cycles", f_line * 1e3 / warps / 4 * ghz, "cycles per sector of one slice",
        "warps add to the 32 words of one line");
  note("random float adds: %.1f per ns",
       8388608. / (f_random - time_us(HOT, [] { nothing<<<1, 32>>>(); })) * 1e-3);
  add_and_use<int><<<1, 1>>>((int *)area, 1000, clocks);
  add_and_use<int><<<1, 1>>>((int *)area, 1000, clocks);
  value("atomic_cycles", mean_cycles(1) / 1000, "cycles until an atomic returns",
        "one thread, each waits for the one before");
}

template <what kind> static double step_cycles(int threads) {
  for (int k = 0; k < 2; k++) steps<kind><<<1, threads>>>(4096, (float *)answers, clocks);
  return mean_cycles(1) / 4096;
}

template <int stride> static double conflict_cycles() {
  for (int k = 0; k < 2; k++) shared_conflicts<stride><<<1, 1024>>>(1024, answers, clocks);
  return mean_cycles(1) / (1024. * 32);
}

static void measure_instructions() {
  double multiply = step_cycles<MULTIPLY>(32), shuffle = step_cycles<SHUFFLE>(32);
  double shared = step_cycles<SHARED>(32);
  note("one warp: multiply-add %.1f cycles, shuffle %.1f, ballot %.1f, shared load %.1f", multiply,
       shuffle, step_cycles<BALLOT>(32), shared);
  note("32 warps, cycles per instruction of all: multiply-add %.2f, shuffle %.2f, ballot %.2f",
       step_cycles<MULTIPLY>(1024) / 32, step_cycles<SHUFFLE>(1024) / 32,
       step_cycles<BALLOT>(1024) / 32);
  double conflicts_32 = conflict_cycles<32>(), conflicts_8 = conflict_cycles<8>();
  note("shared loads of 32 warps, cycles per request by wavefronts: 1: %.2f  2: %.2f  8: %.2f  "
       "32: %.2f",
       conflict_cycles<1>(), conflict_cycles<2>(), conflicts_8, conflicts_32);
  double barrier[3];
  int threads[3] = {64, 256, 1024};
  for (int k = 0; k < 3; k++) barrier[k] = step_cycles<BARRIER>(threads[k]);
  note("barrier: 64 threads %.1f cycles, 256 %.1f, 1024 %.1f", barrier[0], barrier[1], barrier[2]);
  for (int k = 0; k < 2; k++) fences<<<1, 1>>>(area, 1000, clocks);
  double fence = mean_cycles(1) / 1000;
  value("dependent_cycles", multiply, "cycles between instructions that depend on each other",
        "multiply-adds of one warp");
  value("double_cycles", step_cycles<DOUBLES>(1024) / 8, "cycles of a scheduler",
        "multiply-adds of doubles, 32 warps");
  value("exchange_cycles", shuffle, "cycles", "shuffles of one warp");
  value("exchange_issue_cycles", step_cycles<SHUFFLE>(1024) / 32,
        "cycles per shuffle and "
        "multiprocessor",
        "shuffles of 32 warps");
  value("shared_cycles", shared, "cycles", "shared loads of one warp");
  value("shared_wavefront_cycles", conflicts_32 / 32, "cycles per wavefront", "32 wavefronts");
  double each = (barrier[2] - barrier[0]) / 30;
  value("barrier_cycles", barrier[0] - 2 * each, "cycles", "64 threads against 1024");
  value("barrier_warp_cycles", each, "cycles per warp", "64 threads against 1024");
  value("fence_cycles", fence, "cycles", "a store and __threadfence of one thread");
}

static void measure_launches() {
  double hot = time_us(HOT, [] { nothing<<<1, 32>>>(); });
  double cold = time_us(WRITTEN, [] { nothing<<<1, 32>>>(); });
  double after_read = time_us(READ, [] { nothing<<<1, 32>>>(); });
  note("empty kernel: hot %.2f us, after a memset %.2f, after reading %.2f", hot, cold, after_read);
  for (int kb : {4, 128, 4096, 65536})
    note("memset of %d KB and an empty kernel: hot %.2f us, after a memset %.2f; two empty "
         "kernels %.2f",
         kb,
         time_us(HOT,
                 [&] {
                   CHECK(cudaMemsetAsync(area, 0, (size_t)kb << 10));
                   nothing<<<1, 32>>>();
                 }),
         time_us(WRITTEN,
                 [&] {
                   CHECK(cudaMemsetAsync(area, 0, (size_t)kb << 10));
                   nothing<<<1, 32>>>();
                 }),
         time_us(WRITTEN, [] {
           nothing<<<1, 32>>>();
           nothing<<<1, 32>>>();
         }));
  double cleared = time_us(WRITTEN, [&] {
    CHECK(cudaMemsetAsync(area, 0, 128 << 10));
    nothing<<<1, 32>>>();
  });
  double two = time_us(WRITTEN, [] {
    nothing<<<1, 32>>>();
    nothing<<<1, 32>>>();
  });
  value("launch_us", cold, "us", "an empty kernel after a memset");
  value("next_launch_us", two - cold, "us", "a second empty kernel");
  value("memset_us", cleared - cold, "us", "a memset of 128 KB before an empty kernel");
  note("empty blocks, ns per block of the whole card, by threads:");
  double per_block[6];
  int threads[6] = {32, 64, 128, 256, 512, 1024}, k = 0;
  for (int t : threads) {
    double few = time_us(HOT, [&] { nothing<<<132000, t>>>(); });
    double many = time_us(HOT, [&] { nothing<<<1056000, t>>>(); });
    per_block[k++] = (many - few) * 1e3 / 924000;
    note("  %d: %.3f", t, per_block[k - 1]);
  }
  value("block_start_cycles", per_block[0] * ghz, "cycles between two blocks, whole card",
        "empty blocks of 32 threads");
  double start_of_warp = per_block[5] * ghz * multiprocessors / 32;
  value("block_warp_cycles", start_of_warp,
        "cycles between two warps that start on one multiprocessor", "empty blocks of 1024");
  int rounds = 40, spin = 4000;
  for (int t : {64, 256, 1024}) {
    int resident = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, wait_for, t, 0));
    double one = time_us(HOT, [&] { wait_for<<<resident * multiprocessors, t>>>(spin); });
    double many = time_us(HOT, [&] { wait_for<<<resident * multiprocessors * rounds, t>>>(spin); });
    double extra = (many - one) * 1e3 * ghz / (rounds - 1) - spin;
    note("blocks of %d threads (%d per multiprocessor) that last %d cycles: the next comes %.0f "
         "cycles later",
         t, resident, spin, extra);
    if (t == 256)
      value("block_next_cycles", std::max(0., extra - 8 * start_of_warp), "cycles",
            "blocks of 8 warps that wait");
  }
}

static int attribute(cudaDeviceAttr which) {
  int x = 0;
  CHECK(cudaDeviceGetAttribute(&x, which, 0));
  return x;
}

/* Constants that our kernels cannot measure: from NVIDIA's guides, or assumed. */
static void write_the_rest() {
  int version = device.major * 10 + device.minor;
  struct {
    int version, l1_kb;
    const char *carve_outs;
  } known[] = {{70, 128, "0 8 16 32 64 96"},
               {75, 96, "32 64"},
               {80, 192, "0 8 16 32 64 100 132 164"},
               {86, 128, "0 8 16 32 64 100"},
               {87, 192, "0 8 16 32 64 100 132 164"},
               {89, 128, "0 8 16 32 64 100"},
               {90, 256, "0 8 16 32 64 100 132 164 196 228"},
               {100, 256, "0 8 16 32 64 100 132 164 196 228"},
               {120, 128, "0 8 16 32 64 100"}};
  int at = 0;
  for (int i = 0; i < (int)(sizeof known / sizeof *known); i++)
    if (known[i].version <= version) at = i;
  value("schedulers", 4, "per multiprocessor", "tuning guides");
  value("l1_kb", known[at].l1_kb, "KB", "tuning guide");
  fprintf(file, "carve_outs_kb = %s  # KB; tuning guide\n", known[at].carve_outs);
  value("shared_reserved_kb", attribute(cudaDevAttrReservedSharedMemoryPerBlock) / 1024., "KB",
        "CUDA");
  int width = attribute(cudaDevAttrGlobalMemoryBusWidth);
  bool stacked = width >= 2048;
  value("l2_slices", stacked ? width / 64 : width / 8, "",
        stacked ? "assumed: one for 64 bits of the memory's bus"
                : "assumed: one for 8 bits of the "
                  "memory's bus");
  value("dram_row_bytes", stacked ? 1024 : 2048, "bytes", "the memory's standard");
  value("dram_window_cycles", 1000, "cycles", "assumed: what a queue of requests holds");
  value("page_mb", 2, "MB", "CUDA");
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: sl-measure-device FILE\n");
    return 2;
  }
  file = fopen(argv[1], "w");
  if (!file) {
    fprintf(stderr, "%s cannot be written\n", argv[1]);
    return 2;
  }
  CHECK(cudaGetDeviceProperties(&device, 0));
  multiprocessors = device.multiProcessorCount;
  l2_bytes = (size_t)device.l2CacheSize;
  other_bytes = std::max((size_t)128 << 20, l2_bytes * 4);
  CHECK(cudaMalloc(&area, area_bytes));
  CHECK(cudaMalloc(&other, other_bytes));
  CHECK(cudaMalloc(&answers, 1 << 20));
  CHECK(cudaMalloc(&clocks, 1 << 20));
  CHECK(cudaMemset(area, 0, area_bytes));
  CHECK(cudaMemset(other, 0, other_bytes));
  wait_for<<<multiprocessors, 32>>>(200000000); /* until the clock has reached full speed */
  CHECK(cudaDeviceSynchronize());
  double spin_us = time_us(
      HOT, [] { wait_for<<<1, 32>>>(20000000); }, 3);
  ghz = 20000000 / spin_us * 1e-3;
  fprintf(file, "name = %s\nverified = yes\n", device.name);
  value("multiprocessors", multiprocessors, "", "CUDA");
  value("clock_ghz", ghz, "GHz", "a kernel that waits for 20 million cycles");
  value("warps_per_multiprocessor", device.maxThreadsPerMultiProcessor / 32, "", "CUDA");
  value("blocks_per_multiprocessor", device.maxBlocksPerMultiProcessor, "", "CUDA");
  value("registers_per_multiprocessor", device.regsPerMultiprocessor, "", "CUDA");
  value("l2_mb", (double)l2_bytes / (1 << 20), "MB", "CUDA");
  measure_launches();
  measure_instructions();
  measure_latencies();
  measure_requests();
  measure_atomics();
  measure_streams();
  write_the_rest();
  if (fclose(file)) {
    fprintf(stderr, "%s cannot be written\n", argv[1]);
    return 2;
  }
  return 0;
}

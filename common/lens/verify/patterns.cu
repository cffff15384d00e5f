// patterns.cu: one memory instruction of one warp per launch, with many patterns of addresses.
//
//     patterns GROUP [STEP]      shared, shared-atomic, global or global-atomic; each STEP-th pattern
// Prints one line per launch, "KIND,PATTERN", in the order of the launches. The costs of a launch
// are read from outside: from the counters of the GPU by Nsight Compute, or from the lens, whose
// after_launch (dump.c) adds its own counters to the line. patterns.py compares the two; the rules
// in runtime/model.c were found in this way.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANES 32
#define IDLE  (-1)

/* The element that each lane accesses, or IDLE. */
struct lanes {
  int element[LANES];
};

struct pattern {
  char name[32];
  lanes ask;
};

extern "C" __attribute__((weak)) void after_launch(void);

/* ---- kernels -------------------------------------------------------------------------------- */

enum update { ADD, ADD_ONE, ADD_BACK, MAX, EXCHANGE_BACK, SWAP, SWAP_BACK };

template <int Update, class T> __device__ void apply(T *at, T value, T *out) {
  if constexpr (Update == ADD) atomicAdd(at, value);
  if constexpr (Update == ADD_ONE) atomicAdd(at, T(1));
  if constexpr (Update == ADD_BACK) *out = atomicAdd(at, value);
  if constexpr (Update == MAX) atomicMax(at, value);
  if constexpr (Update == EXCHANGE_BACK) *out = atomicExch(at, value);
  if constexpr (Update == SWAP) atomicCAS(at, value, value);
  if constexpr (Update == SWAP_BACK) *out = atomicCAS(at, value, value);
}

template <class T> __global__ void shared_load(lanes ask, T *out) {
  extern __shared__ uint4 pool[];
  T *array = reinterpret_cast<T *>(pool);
  int element = ask.element[threadIdx.x];
  if (element != IDLE) out[threadIdx.x] = array[element];
}

template <class T> __global__ void shared_store(lanes ask, T value) {
  extern __shared__ uint4 pool[];
  T *array = reinterpret_cast<T *>(pool);
  int element = ask.element[threadIdx.x];
  if (element != IDLE) array[element] = value;
}

template <int Update, class T> __global__ void shared_atomic(lanes ask, T value, T *out) {
  extern __shared__ uint4 pool[];
  T *array = reinterpret_cast<T *>(pool);
  int element = ask.element[threadIdx.x];
  if (element != IDLE) apply<Update>(&array[element], value, &out[threadIdx.x]);
}

template <class T> __global__ void global_load(lanes ask, const T *array, T *out) {
  int element = ask.element[threadIdx.x];
  if (element != IDLE) out[threadIdx.x] = array[element];
}

template <class T> __global__ void global_store(lanes ask, T *array, T value) {
  int element = ask.element[threadIdx.x];
  if (element != IDLE) array[element] = value;
}

template <int Update, class T> __global__ void global_atomic(lanes ask, T *array, T value, T *out) {
  int element = ask.element[threadIdx.x];
  if (element != IDLE) apply<Update>(&array[element], value, &out[threadIdx.x]);
}

/* ---- launches ------------------------------------------------------------------------------- */

#define POOL_BYTES 32768

static void *memory, *output;

typedef void launcher(const lanes *ask);

template <class T> void run_shared_load(const lanes *ask) {
  shared_load<T><<<1, LANES, POOL_BYTES>>>(*ask, (T *)output);
}
template <class T> void run_shared_store(const lanes *ask) {
  shared_store<T><<<1, LANES, POOL_BYTES>>>(*ask, T());
}
template <int Update, class T> void run_shared_atomic(const lanes *ask) {
  shared_atomic<Update, T><<<1, LANES, POOL_BYTES>>>(*ask, T(3), (T *)output);
}
template <class T> void run_global_load(const lanes *ask) {
  global_load<T><<<1, LANES>>>(*ask, (const T *)memory, (T *)output);
}
template <class T> void run_global_store(const lanes *ask) {
  global_store<T><<<1, LANES>>>(*ask, (T *)memory, T());
}
template <int Update, class T> void run_global_atomic(const lanes *ask) {
  global_atomic<Update, T><<<1, LANES>>>(*ask, (T *)memory, T(3), (T *)output);
}

typedef unsigned long long wide;

static const struct kind {
  const char *group, *name;
  launcher *run;
} kinds[] = {
    {"shared", "load 1", run_shared_load<unsigned char>},
    {"shared", "load 2", run_shared_load<unsigned short>},
    {"shared", "load 4", run_shared_load<unsigned>},
    {"shared", "load 8", run_shared_load<uint2>},
    {"shared", "load 16", run_shared_load<uint4>},
    {"shared", "store 1", run_shared_store<unsigned char>},
    {"shared", "store 2", run_shared_store<unsigned short>},
    {"shared", "store 4", run_shared_store<unsigned>},
    {"shared", "store 8", run_shared_store<uint2>},
    {"shared", "store 16", run_shared_store<uint4>},
    {"shared-atomic", "add int", run_shared_atomic<ADD, int>},
    {"shared-atomic", "add one int", run_shared_atomic<ADD_ONE, int>},
    {"shared-atomic", "add back int", run_shared_atomic<ADD_BACK, int>},
    {"shared-atomic", "max int", run_shared_atomic<MAX, int>},
    {"shared-atomic", "exchange back int", run_shared_atomic<EXCHANGE_BACK, int>},
    {"shared-atomic", "swap int", run_shared_atomic<SWAP, int>},
    {"shared-atomic", "swap back int", run_shared_atomic<SWAP_BACK, int>},
    {"shared-atomic", "add wide", run_shared_atomic<ADD, wide>},
    {"shared-atomic", "max wide", run_shared_atomic<MAX, wide>},
    {"shared-atomic", "swap wide", run_shared_atomic<SWAP, wide>},
    {"shared-atomic", "add float", run_shared_atomic<ADD, float>},
    {"shared-atomic", "add double", run_shared_atomic<ADD, double>},
    {"global", "load 1", run_global_load<unsigned char>},
    {"global", "load 2", run_global_load<unsigned short>},
    {"global", "load 4", run_global_load<unsigned>},
    {"global", "load 8", run_global_load<uint2>},
    {"global", "load 16", run_global_load<uint4>},
    {"global", "store 1", run_global_store<unsigned char>},
    {"global", "store 4", run_global_store<unsigned>},
    {"global", "store 8", run_global_store<uint2>},
    {"global", "store 16", run_global_store<uint4>},
    {"global-atomic", "add int", run_global_atomic<ADD, int>},
    {"global-atomic", "add one int", run_global_atomic<ADD_ONE, int>},
    {"global-atomic", "add back int", run_global_atomic<ADD_BACK, int>},
    {"global-atomic", "max int", run_global_atomic<MAX, int>},
    {"global-atomic", "exchange back int", run_global_atomic<EXCHANGE_BACK, int>},
    {"global-atomic", "swap back int", run_global_atomic<SWAP_BACK, int>},
    {"global-atomic", "add wide", run_global_atomic<ADD, wide>},
    {"global-atomic", "add back wide", run_global_atomic<ADD_BACK, wide>},
    {"global-atomic", "add float", run_global_atomic<ADD, float>},
    {"global-atomic", "add back float", run_global_atomic<ADD_BACK, float>},
    {"global-atomic", "add double", run_global_atomic<ADD, double>},
    {"global-atomic", "add back double", run_global_atomic<ADD_BACK, double>},
};

/* ---- patterns ------------------------------------------------------------------------------- */

#define MOST_PATTERNS 128
static pattern patterns[MOST_PATTERNS];
static int num_patterns;

/* A new pattern in which lane i accesses element i. */
static pattern *next(const char *name, int number) {
  pattern *it = &patterns[num_patterns++];
  snprintf(it->name, sizeof it->name, "%s %d", name, number);
  for (int i = 0; i < LANES; i++) it->ask.element[i] = i;
  return it;
}

static unsigned seed = 1;
static int random_below(int limit) {
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 8) % (unsigned)limit);
}

/* Lane i uses the place of lane from[i & keep], so lanes that differ only in other bits share a
 * place. */
static void share(pattern *it, int keep) {
  lanes from = it->ask;
  for (int i = 0; i < LANES; i++) it->ask.element[i] = from.element[i & keep];
}

static void scatter(pattern *it, int limit) {
  for (int i = 0; i < LANES; i++) it->ask.element[i] = random_below(limit);
}

static void idle_where(pattern *it, unsigned mask) {
  for (int i = 0; i < LANES; i++) {
    if (mask >> i & 1) it->ask.element[i] = IDLE;
  }
}

static void make_strides(void) {
  static const int strides[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33};
  for (int stride : strides) {
    pattern *it = next("stride", stride);
    for (int i = 0; i < LANES; i++) it->ask.element[i] = i * stride;
  }
  for (int first = 1; first < 8; first += 2) {
    pattern *it = next("shift", first);
    for (int i = 0; i < LANES; i++) it->ask.element[i] = i + first;
  }
}

/* Adjacent or scattered elements, shared by all lanes that differ only in the omitted bits. */
static void make_shared(void) {
  static const int kept[] = {1, 2, 3, 4, 7, 8, 15, 16, 23, 24, 27, 28, 29, 30};
  for (int keep : kept) share(next("kept", keep), keep);
  for (int keep : kept) {
    pattern *it = next("scattered kept", keep);
    scatter(it, 256);
    share(it, keep);
  }
}

static void make_scattered(void) {
  static const int limits[] = {2, 4, 8, 16, 32, 64, 128, 512, 1024, 1024};
  for (int limit : limits) scatter(next("scattered", limit), limit);
}

static void make_idle(void) {
  static const unsigned masks[] = {0xfffffffe, 0xfffffff0, 0xffff0000, 0xff00ff00, 0x0000ffff,
                                   0xaaaaaaaa, 0x55555555, 0xcccccccc, 0xff000000, 0x80000000,
                                   0x0ff00ff0, 0x12345678};
  int number = 0;
  for (unsigned mask : masks) {
    idle_where(next("idle", number), mask);
    pattern *it = next("scattered idle", number++);
    scatter(it, 64);
    idle_where(it, mask);
  }
}

static void make_patterns(void) {
  make_strides();
  make_shared();
  make_scattered();
  make_idle();
}

int main(int argc, char **argv) {
  const char *group = argc > 1 ? argv[1] : "shared";
  int step = argc > 2 ? atoi(argv[2]) : 1;
  make_patterns();
  if (cudaMalloc(&memory, 1 << 20) != cudaSuccess || cudaMalloc(&output, 4096) != cudaSuccess) return 1;
  cudaMemset(memory, 0, 1 << 20);
  for (const kind &one : kinds) {
    if (strcmp(one.group, group) != 0) continue;
    for (int i = 0; i < num_patterns; i += step) {
      one.run(&patterns[i].ask);
      printf("%s,%s", one.name, patterns[i].name);
      if (after_launch) after_launch();
      printf("\n");
    }
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

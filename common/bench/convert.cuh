/** @file convert.cuh
 *  What contestants share to make their formats: device memory that is freed together, the row of
 *  an entry, and work on all cores.
 */
#ifndef SL_BENCH_CONVERT_CUH
#define SL_BENCH_CONVERT_CUH

#include "base/parallel.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

static const char *const bench_no_memory = "the device does not have enough memory for it";

/** An attribute of the current device, such as cudaDevAttrMultiProcessorCount; `otherwise` if it
 *  cannot be read. */
static inline int bench_device_attribute(cudaDeviceAttr attribute, int otherwise) {
  int device = 0, value = otherwise;
  (void)cudaGetDevice(&device);
  (void)cudaDeviceGetAttribute(&value, attribute, device);
  return value;
}

/** Device memory that is freed together. */
struct device_memory {
  std::vector<void *> taken;
  bool failed = false; /**< a request was refused; all later requests return NULL, too */

  device_memory() = default;
  device_memory(const device_memory &) = delete;
  ~device_memory() {
    for (void *memory : taken) (void)cudaFree(memory);
  }
  template <typename T> T *take(size_t count) {
    return (T *)take_bytes(count * sizeof(T));
  }
  /** Does the same, but stores the address in *out and returns whether it succeeded. */
  template <typename T> bool take(T **out, size_t count) {
    *out = take<T>(count);
    return !failed;
  }
  template <typename T> T *upload(const T *from, size_t count) {
    return (T *)upload_bytes(from, count * sizeof(T));
  }
  template <typename T> T *upload(const std::vector<T> &from) {
    return upload(from.data(), from.size());
  }
  /** NULL, or why a plan cannot be made. */
  const char *trouble() const {
    return failed ? bench_no_memory : NULL;
  }

private:
  void *take_bytes(size_t bytes) {
    void *memory = NULL;
    if (failed) return NULL;
    if (cudaMalloc(&memory, bytes > 0 ? bytes : 1) != cudaSuccess) { // at least one byte, so that
                                                                     // empty arrays have addresses
      (void)cudaGetLastError();
      failed = true;
      return NULL;
    }
    taken.push_back(memory);
    return memory;
  }
  void *upload_bytes(const void *from, size_t bytes) {
    void *to = take_bytes(bytes);
    if (!to || bytes == 0) return to;
    if (cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice) != cudaSuccess) failed = true;
    return to;
  }
};

/** Ends a contestant's `prepare`, if its plan is derived from device_memory. Stores the plan, or
 * frees it and returns the reason. */
template <typename Plan>
static const char *bench_hand_over(Plan *plan, void **out, const char *trouble = NULL) {
  if (!trouble) trouble = plan->trouble();
  if (trouble) {
    delete plan;
  } else {
    *out = plan;
  }
  return trouble;
}

/** The `release` of a contestant whose plan is derived from device_memory. */
template <typename Plan> static void bench_delete(void *plan) {
  delete (Plan *)plan;
}

/** Number of groups of size `by` that `count` elements need, such as blocks of threads. */
static inline unsigned bench_ceil_div(size_t count, unsigned by) {
  return (unsigned)(count / by + (count % by != 0));
}

/** Finds the row from first … last that contains entry k: the last row that begins at or before
 * k. */
static __host__ __device__ inline int bench_row_of(const int *row_ptr, int first, int last,
                                                   long long k) {
  while (first < last) {
    int middle = first + (last - first + 1) / 2;
    if (row_ptr[middle] <= k) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  return first;
}

/** Calls body(first, end) for parts of 0 … count − 1 on all cores, and waits. `steps`: the total
 *  work, in steps of a few nanoseconds. */
template <typename Body> static void bench_in_parts(int count, long long steps, const Body &body) {
  struct job {
    const Body *body;
    int count, num_parts;
  } whole = {&body, count, sl_parallel_parts(steps)};
  sl_parallel_run_all(
      whole.num_parts,
      [](void *context, int part) {
        const job *of = (const job *)context;
        int first = (int)sl_part_begin(of->count, of->num_parts, part);
        int end = (int)sl_part_begin(of->count, of->num_parts, part + 1);
        if (first < end) (*of->body)(first, end);
      },
      &whole);
}

#endif

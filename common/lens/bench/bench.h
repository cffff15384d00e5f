/** @file bench.h
 *  The interface of the benchmark: main.c makes the data and measures the time; on_lens.cu and
 *  plain.cc run the same kernels on the lens and as plain loops over the threads.
 */
#ifndef LENS_BENCH_H
#define LENS_BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_BLOCK 128 /**< threads of a block; a matrix product has 256 */
#define BENCH_TILE  16
#define BENCH_BINS  256

/** What the arrays are called; each kind of kernel takes some of them. */
enum { ROW_PTR, COL_IDX, ROW_IDX, VALUES, X, Y, NUM_ARRAYS };

/** One problem, its arrays on the host or on the device. */
typedef struct bench_data {
  int size;  /**< rows, elements, or the side of a square */
  int width; /**< of ELL, else the number of entries */
  void *array[NUM_ARRAYS];
  size_t bytes[NUM_ARRAYS]; /**< 0: not used */
} bench_data;

typedef struct bench_kind {
  const char *name;
  void (*make)(bench_data *host, int size);
  int size; /**< the default; the command line can change it */
} bench_kind;

/** Copies the arrays of `host` to the memory that kernels use. Returns 0, or an exit status. */
int lens_bench_upload(const bench_data *host, bench_data *device);
/** Copies Y back. */
int lens_bench_download(const bench_data *device, bench_data *host);
void lens_bench_free(const bench_data *device);
/** Runs the kernel of that name once. Returns 0; 1 if it failed, 2 if there is no such kernel. */
int lens_bench_launch(const char *kind, const bench_data *device);
/** Loads, stores and atomics of all threads in the latest launch; 0 if they are not counted. */
unsigned long long lens_bench_accesses(void);

#ifdef __cplusplus
}
#endif
#endif

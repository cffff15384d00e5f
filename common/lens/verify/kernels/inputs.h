/** @file inputs.h
 *  Shared by the kernels for comparison: their five inputs, random data, and the order of runs.
 *
 *  A program runs the inputs 0 to 4, or those that its arguments name. Before each input it
 *  launches `input_begins`, with a grid of the input's number plus one blocks, so that a profile of
 *  the whole program can be divided into inputs. On the lens, dump.c writes and clears the counters
 *  when an input ends.
 */
#ifndef LENS_VERIFY_INPUTS_H
#define LENS_VERIFY_INPUTS_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define NUM_INPUTS 5

/** Sizes: one block, a multiple of every block size, and three that are not multiples of any. */
static const int input_size[NUM_INPUTS] = {97, 4096, 5003, 12345, 20011};

/** Runs the kernels on one input; every program has its own. */
static void run_input(int input);

static unsigned random_state;

static inline int random_below(int limit) {
  random_state = random_state * 1664525u + 1013904223u;
  return (int)((random_state >> 8) % (unsigned)limit);
}

static inline int blocks_for(int n, int block) {
  return (n + block - 1) / block;
}

static inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s\n", cudaGetErrorString(error));
  exit(1);
}

/** Device memory that holds `n` elements of `from`, or zeros if `from` is NULL. */
template <class T> T *upload(const T *from, size_t n) {
  T *device;
  check(cudaMalloc((void **)&device, n * sizeof(T)));
  if (from) check(cudaMemcpy(device, from, n * sizeof(T), cudaMemcpyHostToDevice));
  else check(cudaMemset(device, 0, n * sizeof(T)));
  return device;
}

/** `n` random whole numbers, `limit` different ones from `least` on, in device memory. */
template <class T> T *upload_random(size_t n, int limit, int least = 0) {
  T *host = (T *)malloc(n * sizeof(T));
  for (size_t i = 0; i < n; i++) host[i] = (T)(least + random_below(limit));
  T *device = upload(host, n);
  free(host);
  return device;
}

__global__ void input_begins() {}

extern "C" __attribute__((weak)) void after_input(int input);

static void run_one(int input) {
  random_state = 12345u + 77u * (unsigned)input;
  input_begins<<<input + 1, 1>>>();
  run_input(input);
  check(cudaDeviceSynchronize());
  if (after_input) after_input(input);
}

int main(int argc, char **argv) {
  for (int input = 0; argc == 1 && input < NUM_INPUTS; input++) run_one(input);
  for (int i = 1; i < argc; i++) run_one(atoi(argv[i]));
  return 0;
}

#endif

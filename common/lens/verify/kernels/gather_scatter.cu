// gather_scatter.cu: reads and writes at random indices, of 1, 2, 4 and 8 bytes.
#include "inputs.h"

template <class T> __global__ void gather(int n, const int *index, const T *x, T *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int at = index[i];
    T value = x[at];
    y[i] = value;
  }
}

template <class T> __global__ void scatter(int n, const int *index, const T *x, T *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int at = index[i];
    T value = x[i];
    y[at] = value;
  }
}

template <class T> static void run_type(int n, const int *any, const int *order) {
  T *x = upload_random<T>(n, 100), *y = upload<T>(NULL, n);
  gather<<<blocks_for(n, 128), 128>>>(n, any, x, y);
  scatter<<<7, 128>>>(n, order, x, y);
}

static void run_input(int input) {
  int n = input_size[input];
  int *order = (int *)malloc(n * sizeof(int)); /* no two threads write to the same place */
  for (int i = 0; i < n; i++) order[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int other = random_below(i + 1), kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
  int *any = upload_random<int>(n, n), *permutation = upload(order, n);
  run_type<unsigned char>(n, any, permutation);
  run_type<short>(n, any, permutation);
  run_type<float>(n, any, permutation);
  run_type<double>(n, any, permutation);
}

// binary_search.cu: each thread looks for its key in a sorted array.
#include "inputs.h"

__global__ void lower_bound(int n, const int *sorted, int num_keys, const int *key, int *place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= num_keys) return;
  int wanted = key[i];
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  place[i] = low;
}

__global__ void find(int n, const int *sorted, int num_keys, const int *key, int *place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= num_keys) return;
  int wanted = key[i];
  int low = 0, high = n - 1, found = -1;
  while (low <= high) {
    int middle = (low + high) / 2;
    int value = sorted[middle];
    if (value == wanted) {
      found = middle;
      break;
    }
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  place[i] = found;
}

static void run_input(int input) {
  int n = input_size[input], keys = n / 2 + 5;
  int *sorted = (int *)malloc(n * sizeof(int));
  for (int i = 0, value = 0; i < n; i++) sorted[i] = value += random_below(4);
  int *array = upload(sorted, n), *key = upload_random<int>(keys, sorted[n - 1] + 10);
  lower_bound<<<blocks_for(keys, 128), 128>>>(n, array, keys, key, upload<int>(NULL, keys));
  find<<<blocks_for(keys, 128), 128>>>(n, array, keys, key, upload<int>(NULL, keys));
}

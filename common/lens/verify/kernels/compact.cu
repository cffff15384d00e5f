// compact.cu: keeps the elements that pass a test, placed by ballots: within a warp, then by an
// atomic of each warp for its share of the output.
#include "inputs.h"

__global__ void compact(int n, const int *x, int limit, int *kept, int *warp_count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  int value = i < n ? x[i] : limit;
  bool keep = value < limit;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  int warp = i / 32;
  if (keep) {
    int place = warp * 32 + __popc(votes & ((1u << lane) - 1));
    kept[place] = value;
  }
  if (lane == 0) {
    warp_count[warp] = __popc(votes);
  }
}

__global__ void reserve(int n, const int *x, int limit, int *total, int *start) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? x[i] : limit;
  unsigned votes = __ballot_sync(0xffffffffu, value < limit);
  if (threadIdx.x % 32 == 0) {
    int first = atomicAdd(total, __popc(votes));
    start[i / 32] = first;
  }
}

static void run_input(int input) {
  int n = input_size[input], blocks = blocks_for(n, 128), warps = 4 * blocks;
  int *x = upload_random<int>(n, 100);
  int limit = 10 + 20 * input;
  compact<<<blocks, 128>>>(n, x, limit, upload<int>(NULL, 32 * warps), upload<int>(NULL, warps));
  reserve<<<blocks, 128>>>(n, x, limit, upload<int>(NULL, 1), upload<int>(NULL, warps));
}

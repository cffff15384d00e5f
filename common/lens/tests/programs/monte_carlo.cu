// monte_carlo.cu: pi by random points, each thread with its own generator; sums by shuffles and
// atomics on double, an atomicCAS loop beside them.
#include <cmath>
#include <cstdio>

class Generator {
  unsigned long long state;

public:
  __device__ explicit Generator(unsigned seed) : state(seed * 6364136223846793005ull + 1) {}
  __device__ float next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 40) * (1.0f / (1 << 24));
  }
};

__device__ double atomicMaxDouble(double *address, double value) {
  unsigned long long int *as_ull = (unsigned long long int *)address, old = *as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(as_ull, assumed,
                    (unsigned long long)__double_as_longlong(
                        fmax(value, __longlong_as_double((long long)assumed))));
  } while (assumed != old);
  return __longlong_as_double((long long)old);
}

struct Result {
  double hits;
  double most;
  unsigned long long points;
};
__device__ Result result;

__global__ void sample(int per_thread) {
  Generator generator(blockIdx.x * blockDim.x + threadIdx.x + 1);
  int hits = 0;
  for (int i = 0; i < per_thread; i++) {
    float x = generator.next(), y = generator.next();
    if (x * x + y * y <= 1.0f) ++hits;
  }
  int warp_hits = hits;
  for (int offset = warpSize / 2; offset > 0; offset >>= 1)
    warp_hits += __shfl_xor_sync(0xffffffff, warp_hits, offset);
  if (threadIdx.x % warpSize == 0) {
    atomicAdd(&result.hits, (double)warp_hits);
    atomicAdd(&result.points, (unsigned long long)per_thread * warpSize);
  }
  atomicMaxDouble(&result.most, hits);
}

int main() {
  Result host = {0, 0, 0};
  cudaMemcpyToSymbol(result, &host, sizeof host);
  sample<<<8, 128>>>(100);
  if (cudaGetLastError() != cudaSuccess) return 1;
  cudaMemcpyFromSymbol(&host, result, sizeof host);
  double pi = 4 * host.hits / (double)host.points;
  printf("pi is about %.3f, at most %g hits of one thread\n", pi, host.most);
  return host.points == 8 * 128 * 100 && fabs(pi - 3.14159) < 0.05 && host.most <= 100 &&
                 host.most * 1024 >= host.hits
             ? 0
             : 1;
}

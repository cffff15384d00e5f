// memory_model.cu: requests whose sectors and wavefronts can be computed by hand.
//
// EXPECT gives requests, threads, units (sectors of 32 bytes, or wavefronts over 32 banks of 4
// bytes) and the ideal. Each kernel has one warp; `l` is the lane.
#include "check.h"

__global__ void global_loads(const float *a, const double *d, const char *c, float *o) {
  int l = threadIdx.x;
  float s = 0;
  s += a[l];            // EXPECT load 1 32 4 4
  s += a[2 * l];        // EXPECT load 1 32 8 4
  s += a[8 * l];        // EXPECT load 1 32 32 4
  s += a[100 * l];      // EXPECT load 1 32 32 4
  s += a[7];            // EXPECT load 1 32 1 1
  s += a[l + 1];        // EXPECT load 1 32 5 4
  s += a[31 - l];       // EXPECT load 1 32 4 4
  s += a[l * 7 % 32];   // EXPECT load 1 32 4 4
  s += a[l / 2];        // EXPECT load 1 32 2 2
  s += a[l % 2 * 1000]; // EXPECT load 1 32 2 2
  s += d[l];            // EXPECT load 1 32 8 8
  s += d[4 * l];        // EXPECT load 1 32 32 8
  s += c[l];            // EXPECT load 1 32 1 1
  s += c[32 * l];       // EXPECT load 1 32 32 1
  if (l < 16)
    s += a[l + 64];     // EXPECT load 1 16 2 2
  o[l] = s;             // EXPECT store 1 32 4 4
  o[32 * l + 64] = s;   // EXPECT store 1 32 32 4
}

__global__ void wide_loads(const float2 *a2, const float4 *a4, const double2 *d2, float4 *o4) {
  int l = threadIdx.x;
  float2 p = a2[l];     // EXPECT load 1 32 8 8
  float4 q = a4[l];     // EXPECT load 1 32 16 16
  double2 r = d2[l];    // EXPECT load 1 32 16 16
  float4 t = a4[2 * l]; // EXPECT load 1 32 32 16
  float4 all = make_float4(p.x + q.x + t.x, p.y + q.y + t.y, q.z + t.z, q.w + t.w);
  all.x += (float)(r.x + r.y);
  o4[l] = all;          // EXPECT store 1 32 16 16
}

// Lanes on one address are served one after another; each round moves its sectors.
__global__ void global_atomics(float *o) {
  int l = threadIdx.x;
  atomicAdd(&o[l], 1.f);           // EXPECT atomic 1 32 4 4
  atomicAdd(&o[0], 1.f);           // EXPECT atomic 1 32 32 1
  atomicAdd(&o[l % 2], 1.f);       // EXPECT atomic 1 32 16 1
  atomicAdd(&o[l / 16 * 8], 1.f);  // EXPECT atomic 1 32 32 2
  atomicAdd(&o[l / 2], 1.f);       // EXPECT atomic 1 32 4 2
  if (l < 3)
    atomicAdd(&o[l / 2 * 8], 1.f); // EXPECT atomic 1 3 3 1
}

__global__ void shared_floats(float *o) {
  __shared__ float s[1024];
  __shared__ float square[32][32], padded[32][33];
  int l = threadIdx.x;
  for (int i = 0; i < 32; ++i) {
    s[32 * i + l] = i;      // EXPECT store 32 1024 32 32
    square[i][l] = i;       // EXPECT store 32 1024 32 32
    padded[i][l] = i;       // EXPECT store 32 1024 32 32
  }
  __syncthreads();
  float v = 0;
  v += s[l];                // EXPECT load 1 32 1 1
  v += s[2 * l];            // EXPECT load 1 32 2 1
  v += s[3 * l];            // EXPECT load 1 32 1 1
  v += s[4 * l];            // EXPECT load 1 32 4 1
  v += s[31 * l];           // EXPECT load 1 32 1 1
  v += s[32 * l % 1024];    // EXPECT load 1 32 32 1
  v += s[5];                // EXPECT load 1 32 1 1
  v += s[l / 4];            // EXPECT load 1 32 1 1
  v += s[l % 2 * 32];       // EXPECT load 1 32 2 1
  v += square[l][3];        // EXPECT load 1 32 32 1
  v += padded[l][3];        // EXPECT load 1 32 1 1
  if (l % 2)
    v += square[l][0];      // EXPECT load 1 16 16 1
  o[l] = v;
}

__global__ void shared_wide(float *o) {
  __shared__ double d[128];
  __shared__ float4 q[64];
  __shared__ unsigned char c[128];
  int l = threadIdx.x;
  for (int i = l; i < 128; i += 32) d[i] = i;         // EXPECT store 4 128 8 8
  for (int i = l; i < 64; i += 32) q[i] = make_float4(i, i, i, i); // EXPECT store 2 64 8 8
  for (int i = l; i < 128; i += 32) c[i] = i;         // EXPECT store 4 128 4 4
  __syncthreads();
  float v = 0;
  v += d[l];        // EXPECT load 1 32 2 2
  v += d[2 * l];    // EXPECT load 1 32 4 2
  v += d[4 * l];    // EXPECT load 1 32 8 2
  float4 t = q[l];  // EXPECT load 1 32 4 4
  v += t.x + t.y + t.z + t.w;
  t = q[2 * l];     // EXPECT load 1 32 8 4
  v += t.x * t.y * t.z * t.w;
  v += c[l];        // EXPECT load 1 32 1 1
  v += c[4 * l];    // EXPECT load 1 32 1 1
  o[l] = v;
}

// Adding a constant 1 is a separate instruction, which serves all lanes on a word at once. Other
// operations serve the lanes in one bank one after another. A swap takes two wavefronts each time.
__global__ void shared_atomics(int *o) {
  __shared__ int bins[64];
  int l = threadIdx.x, three = o[0] + 3;
  bins[l] = 0;
  bins[l + 32] = 0;
  __syncthreads();
  atomicAdd(&bins[l], 1);               // EXPECT atomic 1 32 1 1
  atomicAdd(&bins[0], 1);               // EXPECT atomic 1 32 1 1
  atomicAdd(&bins[l / 8], 1);           // EXPECT atomic 1 32 1 1
  atomicAdd(&bins[2 * l], 1);           // EXPECT atomic 1 32 2 1
  atomicAdd(&bins[l], three);           // EXPECT atomic 1 32 1 1
  atomicAdd(&bins[0], three);           // EXPECT atomic 1 32 32 1
  atomicMax(&bins[l / 8], three);       // EXPECT atomic 1 32 8 1
  atomicExch(&bins[2 * l], three);      // EXPECT atomic 1 32 2 1
  atomicCAS(&bins[l / 8], three, l);    // EXPECT atomic 1 32 16 2
  __syncthreads();
  o[l] = bins[l];
}

// If the hardware has no instruction for the type, a loop of loads and swaps is used: each
// iteration serves one lane per bank, and the remaining lanes try again.
__global__ void shared_loops(float *o) {
  __shared__ float f[64];
  __shared__ double d[64];
  int l = threadIdx.x;
  f[l] = f[l + 32] = d[l] = d[l + 32] = 0;
  __syncthreads();
  atomicAdd(&f[l], 2.f);     // EXPECT atomic 1 32 2 2
  atomicAdd(&f[0], 1.f);     // EXPECT atomic 32 528 64 64
  atomicAdd(&f[l / 8], 1.f); // EXPECT load 8 144 8 8
  atomicAdd(&d[l], 1.0);     // EXPECT atomic 1 32 4 4
  atomicAdd(&d[0], 1.0);     // EXPECT load 32 528 32 32
  __syncthreads();
  o[l] = f[l] + (float)d[l];
}

int main() {
  char *a, *o;
  cudaMalloc(&a, 65536);
  cudaMalloc(&o, 65536);
  cudaMemset(a, 0, 65536);
  cudaMemset(o, 0, 65536);
  global_loads<<<1, 32>>>((float *)a, (double *)a, a, (float *)o);
  wide_loads<<<1, 32>>>((float2 *)a, (float4 *)a, (double2 *)a, (float4 *)o);
  global_atomics<<<1, 32>>>((float *)o);
  shared_floats<<<1, 32>>>((float *)o);
  shared_wide<<<1, 32>>>((float *)o);
  shared_atomics<<<1, 32>>>((int *)o);
  shared_loops<<<1, 32>>>((float *)o);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}

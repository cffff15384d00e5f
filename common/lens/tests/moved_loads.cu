// moved_loads.cu: loads that compilers move out of loops, as nvcc does. They are counted once each
// time the loop is entered, at their line in the source. clang does not keep that line, so the
// reported line is a guess.
#include "control_flow.h"

__global__ void bound(const int *p, const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < p[4]; ++k) { // EXPECT 1 32
    s += a[k * 32 + l];            // EXPECT 4 128
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void bound_of_row(const int *p, const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  int k = p[l];          // EXPECT 1 32
  while (k < p[l + 1]) { // EXPECT 1 32
    s += a[k];           // EXPECT 1 32
    ++k;
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void factor(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 4; ++k) {
    float f = b[l];         // EXPECT 1 32
    s += f * a[k * 32 + l]; // EXPECT 4 128
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void last_in_body(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 4; ++k) {
    s += a[k * 32 + l]; // EXPECT 4 128
    s *= b[l];          // EXPECT 1 32
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void two_factors(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 4; ++k) {
    float f = b[l];             // EXPECT 1 32
    float g = b[0];             // EXPECT 1 32
    s += f * a[k * 32 + l] + g; // EXPECT 4 128
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void nested(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 3; ++i) {
    float t = 0;
    for (int k = 0; k < 4; ++k) {
      t += a[k * 32 + l] * b[i]; // EXPECT 15 480
      t -= b[8];                 // EXPECT 1 32
    }
    s += t;
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void both_ways(const float *a, float *o) {
  int l = threadIdx.x;
  float s;
  if (l & 1) {
    s = a[l] + 1; // EXPECT 1 16
  } else {
    s = a[l + 32] * 2; // EXPECT 1 16
  }
  o[l] = s; // EXPECT 1 32
}

int main() {
  fill_inputs();
  bound<<<1, 32>>>(p, a, o);
  bound_of_row<<<1, 32>>>(p, a, o);
  factor<<<1, 32>>>(a, b, o);
  last_in_body<<<1, 32>>>(a, b, o);
  two_factors<<<1, 32>>>(a, b, o);
  nested<<<1, 32>>>(a, b, o);
  both_ways<<<1, 32>>>(a, o);
  return check_launches(__FILE__);
}

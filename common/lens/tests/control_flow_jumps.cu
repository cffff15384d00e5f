// control_flow_jumps.cu: which lanes take part if control flow is less regular: fall-through, goto,
// several ways out, recursion, calls from two sites. See control_flow.cu; for loops that depend on
// what they load, the values are those of the model in Python.
#include "control_flow.h"

// Of 32 lanes, 8 enter at each case; those of case 0 continue into case 1. Cases 3 and default are
// one.
__global__ void fall_through(const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  switch (l % 4) {
  case 0:
    s = a[l]; // EXPECT 1 8
    // fall through
  case 1:
    s += a[l + 32]; // EXPECT 1 16
    break;
  case 3:
  default:
    s = a[l + 64]; // EXPECT 1 16
  }
  o[l] = s; // EXPECT 1 32
}

// `break` leaves the switch, `continue` the iteration.
__global__ void switch_in_loop(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 6; ++k) {
    switch ((l + k) % 3) {
    case 0:
      continue;
    case 1:
      s += a[32 * k + l]; // EXPECT 6 64
      break;
    default:
      if (l > 20) break;
      s -= a[32 * k + l]; // EXPECT 6 42
    }
    s *= b[l]; // EXPECT 6 128
  }
  o[l] = s; // EXPECT 1 32
}

// A loop made of a label and a goto: l % 5 + 1 rounds.
__global__ void round_again(const float *a, float *o) {
  int l = threadIdx.x, k = 0;
  float s = 0;
again:
  s += a[32 * k + l]; // EXPECT 5 93
  ++k;
  if (k <= l % 5) goto again;
  o[l] = s; // EXPECT 1 32
}

// A goto out of both loops: lane l is gone when 8 i + j == l; not all lanes leave by the last exit.
__global__ void leave_nest(const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 8; ++j) {
      if (8 * i + j == l) goto out;
      s += a[32 * j + l]; // EXPECT 24 468
    }
    s *= a[i]; // EXPECT 3 48
  }
  s += 1;
out:
  o[l] = s; // EXPECT 1 32
}

// A forward goto over code that half of the lanes execute.
__global__ void jump_over(const float *a, float *o) {
  int l = threadIdx.x;
  float s = a[l]; // EXPECT 1 32
  if (l & 1) goto rest;
  s += a[32 + l]; // EXPECT 1 16
  if (l & 2) goto rest;
  s += a[64 + l]; // EXPECT 1 8
rest:
  o[l] = s; // EXPECT 1 32
}

// Each lane executes the exit code when it reaches it: 8 lanes in each of 3 iterations.
__global__ void work_on_the_way_out(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 3; ++k) {
    s += a[32 * k + l]; // EXPECT 3 72
    if (k == l % 4) {
      s *= b[l]; // EXPECT 3 24
      break;
    }
    s -= b[32 * k + l]; // EXPECT 3 48
  }
  o[l] = s; // EXPECT 1 32
}

// As above, but with a return: 4 lanes at k = 0, 1, 2, 3; 16 stay to the end.
__global__ void work_and_return(const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 4; ++k) {
    s += a[32 * k + l]; // EXPECT 4 104
    if (l % 8 == k) {
      o[l] = s; // EXPECT 4 16
      return;
    }
    s -= a[64 * k + l]; // EXPECT 4 88
  }
  s += a[128 + l]; // EXPECT 1 16
  o[l] = s;        // EXPECT 1 16
}

// Fewer and fewer lanes evaluate the parts of the condition, in each iteration again.
__global__ void nested_short_circuits(const float *a, const float *b, float *o) {
  int l = threadIdx.x, k = 0;
  while (k < 8 &&
         (a[l + k] < 16 ||   // EXPECT 8 229
          b[l + 2 * k] < 40) // EXPECT 8 150
         && k <= l)
    ++k;
  o[l] = k; // EXPECT 1 32
}

// Exits at the head, in the middle and at the end.
__global__ void three_exits(const float *a, const float *b, float *o) {
  int l = threadIdx.x, k = 0;
  float s = 0;
  do {
    s += a[32 * k + l]; // EXPECT 6 99
    if (k + l > 30) break;
    s += b[l]; // EXPECT 6 96
    if (s > 200) break;
    ++k;
  } while (k <= l % 6);
  o[l] = s; // EXPECT 1 32
}

__device__ __noinline__ float power(const float *a, int n) {
  if (n == 0) return 1;
  float half = power(a, n / 2);
  half *= half;
  if (n % 2) half *= a[n]; // EXPECT 4 64
  return half;
}

// Depths of 1 to 5: lanes with the same remaining depth descend together.
__global__ void recursion(const float *a, float *o) {
  int l = threadIdx.x;
  o[l] = power(a, l % 16); // EXPECT store 1 32
}

__device__ __noinline__ int collatz(const int *p, int n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps += p[n & 63]; // EXPECT 130 848
    if (steps > 1500) return steps;
  }
  return steps;
}

// One function from two sites, within a loop, by different lanes.
__global__ void two_sites(const int *p, int *n) {
  int l = threadIdx.x, s = 0;
  for (int k = 0; k < 2; ++k) {
    if ((l + k) % 2)
      s += collatz(p, l + 1);
    else
      s -= collatz(p, 32 - l);
  }
  n[l] = s; // EXPECT 1 32
}

// Trip counts l % 4 of one loop, and of another loop after it in the same iteration.
__global__ void loop_behind_loop(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 3; ++i) {
    int k = 0;
    while (k < (l + i) % 4) {
      s += a[32 * k + l]; // EXPECT 9 144
      ++k;
    }
    do {
      s -= b[32 * k + l]; // EXPECT 9 168
    } while (--k > 0);
  }
  o[l] = s; // EXPECT 1 32
}

// `continue` in a loop with its step at the head, for which compilers often make two loops.
__global__ void continue_in_while(const float *a, const float *b, float *o) {
  int l = threadIdx.x, k = 0;
  float s = 0;
  while (k < 4 + l % 3) {
    ++k;
    if ((l + k) % 3 == 0) {
      if (l & 4) continue;
      s *= a[32 * k + l]; // EXPECT 5 26
    }
    s += b[l]; // EXPECT 6 132
  }
  o[l] = s; // EXPECT 1 32
}

__device__ __forceinline__ int first_above(const float *a, int l, int limit) {
  for (int k = 0; k < 16; ++k)
    if (a[k + l] > limit) return k; // EXPECT 32 634
  return 16;
}

// Inlined, with a return from within its loop, in a loop.
__global__ void inlined_search(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 2; ++i) {
    s += first_above(a, l, 20 + 10 * i);
    s *= b[32 * i + l]; // EXPECT 2 64
  }
  o[l] = s; // EXPECT 1 32
}

// All lanes stay in the loop around the shuffles; inside, they take different branches.
__global__ void loops_between_shuffles(const float *a, float *o) {
  int l = threadIdx.x;
  float s = l;
  for (int d = 16; d > 0; d /= 2) {
    for (int k = 0; k < l % 3; ++k) s += a[32 * k + l]; // EXPECT 10 155
    s += __shfl_xor_sync(0xffffffffu, s, d);
    if (l < d) s -= a[d]; // EXPECT 5 31
  }
  o[l] = s; // EXPECT 1 32
}

int main() {
  fill_inputs();
  fall_through<<<1, 32>>>(a, o);
  switch_in_loop<<<1, 32>>>(a, b, o);
  round_again<<<1, 32>>>(a, o);
  leave_nest<<<1, 32>>>(a, o);
  jump_over<<<1, 32>>>(a, o);
  work_on_the_way_out<<<1, 32>>>(a, b, o);
  work_and_return<<<1, 32>>>(a, o);
  nested_short_circuits<<<1, 32>>>(a, b, o);
  three_exits<<<1, 32>>>(a, b, o);
  recursion<<<1, 32>>>(a, o);
  two_sites<<<1, 32>>>(p, n);
  loop_behind_loop<<<1, 32>>>(a, b, o);
  continue_in_while<<<1, 32>>>(a, b, o);
  inlined_search<<<1, 32>>>(a, b, o);
  loops_between_shuffles<<<1, 32>>>(a, o);
  return check_launches(__FILE__);
}

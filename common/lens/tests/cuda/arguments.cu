// arguments.cu: arguments of a class with its own copy constructor. CUDA copies such an argument
// once, on the host, for the call of the kernel; threads get the bytes of that copy, and destroy
// nothing.
#include "check.h"

#include <cstdio>
#include <new>
#include <utility>

static int made, destroyed; // objects made by copy or move

// Like well-known examples of unified memory: the copy includes the memory that the pointer refers
// to.
struct element {
  int *value;
  int own;
  explicit element(int start) : own(start) {
    cudaMallocManaged(&value, sizeof *value);
    *value = start;
  }
  element(const element &other) : own(other.own) {
    made++;
    cudaMallocManaged(&value, sizeof *value);
    *value = *other.value;
  }
  ~element() {
    destroyed++;
    cudaFree(value);
  }
  element &operator=(const element &) = delete;
};

// Classes with only a destructor, and with only a move constructor.
struct holder {
  int number;
  explicit holder(int n) : number(n) {}
  holder(holder &&other) noexcept : number(other.number) {
    made++;
    other.number = 0;
  }
  ~holder() {
    destroyed++;
    number = -1;
  }
};

// An object that stores its own address.
template <class T> struct located {
  const located *self;
  T value;
  explicit located(T v) : self(this), value(v) {}
  located(const located &other) : self(this), value(other.value) {
    made++;
  }
};

__global__ void plain(element e, int *out) {
  e.own += (int)threadIdx.x; // a thread's own
  out[threadIdx.x] = *e.value + e.own;
}
__global__ void overloaded(element e, int *out, int n) {
  out[threadIdx.x] = *e.value * n;
}
__global__ void overloaded(element e, int *out) {
  out[threadIdx.x] = *e.value;
}
__global__ void defaulted(element e, int *out, int n = 5) {
  out[threadIdx.x] = *e.value * n;
}
__global__ void moved(holder h, int *out) {
  out[threadIdx.x] = h.number + (int)threadIdx.x;
}
// An object with a reference to memory that both sides may use.
__global__ void referring(element e, element &shared, int *out) {
  out[threadIdx.x] = *e.value;
  if (threadIdx.x == 0) shared.own = 1;
}
template <class T> __global__ void deduced(located<T> l, element e, T *out) {
  out[threadIdx.x] = l.value + *e.value;
  if (threadIdx.x == 0) out[64] = l.self == &l; // the address is the host's
}

// Whether this many were made and destroyed, and the kernel wrote this value.
static bool good(const char *what, int made_now, int *out, int first, int step) {
  bool right = cudaDeviceSynchronize() == cudaSuccess && made == made_now && destroyed == made_now;
  for (int i = 0; i < 4; i++) right = right && out[i] == first + i * step;
  if (!right)
    std::printf("%s: %d made, %d destroyed, %d %d %d %d\n", what, made, destroyed, out[0], out[1],
                out[2], out[3]);
  made = destroyed = 0;
  return right;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 65 * sizeof *out);
  element e(7);
  bool right = true;
  plain<<<1, 64>>>(e, out);
  right &= good("plain", 1, out, 14, 1);
  plain<<<1, 64>>>(element(8), out);
  destroyed--; // the object written in this expression
  right &= good("temporary", 0, out, 16, 1);
  overloaded<<<1, 64>>>(e, out);
  right &= good("overloaded", 1, out, 7, 0);
  overloaded<<<1, 64>>>(e, out, 2);
  right &= good("overloaded, the other", 1, out, 14, 0);
  defaulted<<<1, 64>>>(e, out);
  right &= good("a default", 1, out, 35, 0);
  defaulted<<<1, 64>>>(e, out, 3);
  right &= good("no default", 1, out, 21, 0);
  moved<<<1, 64>>>(holder(3), out);
  destroyed--;
  right &= good("temporary that moves", 0, out, 3, 1);
  {
    holder h(4);
    moved<<<1, 64>>>(std::move(h), out);
    right &= good("moved", 1, out, 4, 1);
    right &= h.number == 0;
  }
  destroyed = 0;
  located<int> l(2);
  deduced<<<1, 64>>>(l, e, out);
  destroyed++; // `located` does not count it
  right &= good("deduced", 2, out, 9, 0) && out[64] == 0;
  void *place;
  cudaMallocManaged(&place, sizeof(element));
  element *shared = new (place) element(3);
  referring<<<1, 64>>>(e, *shared, out);
  right &= good("referring", 1, out, 7, 0) && shared->own == 1;
  shared->~element();
  cudaFree(place);
  destroyed = 0;
  void (*pointer)(element, int *) = plain;
  pointer<<<1, 64>>>(e, out);
  right &= good("pointer", 1, out, 14, 1);
  void *arguments[] = {&e, &out};
  cudaLaunchKernel(plain, 1, 64, arguments);
  right &= good("cudaLaunchKernel", 0, out, 14, 1);
  cudaLaunchKernel((const void *)plain, 1, 64, arguments, 0, 0);
  right &= good("cudaLaunchKernel by address", 0, out, 14, 1);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 64;
  cudaLaunchKernelEx(&config, plain, e, out);
  right &= good("cudaLaunchKernelEx", 1, out, 14, 1);
  cudaFree(out);
  if (!right) return 1;
  return check_annotations(__FILE__);
}

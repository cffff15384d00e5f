// heap.cu: kernels allocate memory with malloc and new, and free it. It is checked like other
// memory.
#include "check.h"

#include <new>
#include <stdint.h>

struct Node {
  int value;
  Node *next;
  __device__ Node(int v, Node *n) : value(v), next(n) {}
};

struct Base {
  __device__ virtual int number() const {
    return 1;
  }
  __device__ virtual ~Base() {}
};
struct Derived : Base {
  int more[20];
  __device__ int number() const override {
    return 2;
  }
};

__host__ __device__ int sum_of_copy(const int *from, int n) {
  int *copy = (int *)malloc(n * sizeof *copy), sum = 0;
  for (int i = 0; i < n; i++) copy[i] = from[i];
  for (int i = 0; i < n; i++) sum += copy[i];
  free(copy);
  return sum;
}

__global__ void lists(int *out) {
  int sum = 0, *numbers = (int *)malloc(200 * sizeof(int));
  if (!numbers) return;
  for (int i = 0; i < 200; i++) numbers[i] = i;
  for (int i = 0; i < 200; i++) sum += numbers[i];
  free(numbers);
  Node *head = nullptr;
  for (int i = 0; i < 3; i++) head = new Node(i, head);
  while (head) {
    Node *gone = head;
    sum += head->value;
    head = head->next;
    delete gone;
  }
  Base *base = new Derived;
  sum += base->number();
  delete base;
  double *four = new double[4];
  four[3] = 1;
  sum += (int)four[3];
  delete[] four;
  out[threadIdx.x] = sum + sum_of_copy(out + 64, 4);
}

__device__ float *kept;

__global__ void make() {
  kept = (float *)malloc(32 * sizeof(float));
  kept[0] = 3;
}

__global__ void use(int *out) {
  out[0] = (int)kept[0];
  free(kept);
}

__global__ void exhaust(int *out) {
  int blocks = 0;
  while (malloc(1 << 16)) blocks++;
  out[0] = blocks;
}

__global__ void many(int *out) {
  for (int i = 0; i < 20000; i++) {
    char *block = (char *)malloc(100 + i % 3);
    block[99] = 1;
    free(block);
  }
  out[0] = 1;
}

__global__ void beyond(int *out) {
  int *four = new int[4];
  for (int i = 0; i < 4; i++) four[i] = i;
  out[0] = four[4]; // BUG out-of-bounds read malloc()
  delete[] four;
}

__global__ void unset(int *out) {
  int *one = (int *)malloc(4);
  out[0] = *one; // BUG uninitialised read malloc()
  free(one);
}

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() {}
};

struct Square : Shape {
  int side;
  __device__ Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};

__global__ void make_shape(Shape **shape) { *shape = new Square(3); }

__global__ void ask_shape(Shape **shape, int *area) { area[threadIdx.x] = (*shape)->area(); }

__global__ void drop_shape(Shape **shape) { delete *shape; }

static bool objects_outlive_kernels() {
  Shape **shape;
  int *d_area, area[2];
  cudaMalloc(&shape, sizeof *shape);
  cudaMalloc(&d_area, sizeof area);
  make_shape<<<1, 1>>>(shape);
  ask_shape<<<1, 2>>>(shape, d_area);
  drop_shape<<<1, 1>>>(shape);
  cudaMemcpy(area, d_area, sizeof area, cudaMemcpyDeviceToHost);
  cudaFree(shape);
  cudaFree(d_area);
  return area[0] == 9 && area[1] == 9;
}

// On the host, new calls the program's handler, and throws if there is none.
static int times_asked;

static void ask_once() {
  times_asked++;
  std::set_new_handler(nullptr);
}

static bool host_new_fails_as_in_cpp() {
  volatile size_t too_many = SIZE_MAX / 4;
  char *volatile taken; // otherwise the compiler removes both calls
  std::set_new_handler(ask_once);
  try {
    taken = new char[too_many];
    delete[] taken;
  } catch (const std::bad_alloc &) {
    return times_asked == 1;
  }
  return false;
}

int main() {
  const int four[4] = {1, 2, 3, 4};
  int *out, got[64];
  size_t bytes;
  cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
  if (bytes != 8 << 20) return 1;
  cudaMalloc(&out, 68 * sizeof(int));
  cudaMemcpy(out + 64, four, sizeof four, cudaMemcpyHostToDevice);
  lists<<<1, 64>>>(out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) {
    if (got[i] != 19900 + 3 + 2 + 1 + 10) return 1;
  }
  if (sum_of_copy(four, 4) != 10) return 1;
  if (!host_new_fails_as_in_cpp() || !objects_outlive_kernels()) return 1;
  make<<<1, 1>>>();
  use<<<1, 1>>>(out);
  cudaMemcpy(got, out, 4, cudaMemcpyDeviceToHost);
  if (got[0] != 3) return 1;
  many<<<1, 1>>>(out);
  unset<<<1, 1>>>(out);
  cudaDeviceReset();
  cudaMalloc(&out, 4);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
  exhaust<<<1, 1>>>(out);
  cudaMemcpy(got, out, 4, cudaMemcpyDeviceToHost);
  if (got[0] < 8 || got[0] > 16) return 1;
  cudaDeviceReset();
  cudaMalloc(&out, 4);
  beyond<<<1, 1>>>(out);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}

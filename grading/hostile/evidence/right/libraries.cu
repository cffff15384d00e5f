/* Allowed uses of libraries that the kit checks, or whose memory it manages: in host code and
 * before main, in kernels, and in C++ templates. */
#include "../rest.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

static std::vector<int> early(1000, 1);
static thread_local int of_thread, of_thread_set = 1;
static __device__ int of_device;

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static void throw_something(const std::string &what) {
  throw std::runtime_error(what);
}

static void use_c(int number) {
  char text[64], *end;
  int numbers[40], whole_power;
  double sine, cosine;
  for (int i = 0; i < 40; i++) numbers[i] = 40 - i;
  qsort(numbers, 40, sizeof *numbers, compare);
  snprintf(text, sizeof text, "%d %s%%", number, "nothing");
  strcat(text, " more");
  number += (int)strtol(text, &end, 10) + numbers[0];
  sincos(1.0, &sine, &cosine);
  (void)frexp(sine, &whole_power);
  errno = 0;
  of_thread = of_thread_set++;
  early[999] = of_thread;
  char *copy = strdup(text);
  copy[0] = 'x';
  free(copy);
  int *block = (int *)calloc(5000000, sizeof *block); /* more than the kit guards */
  block[4999999] = 1;
  free(realloc(block, 100));
  for (int i = 0; i < 2000; i++) {
    char *small = (char *)malloc(i + 1);
    small[i] = 1;
    if (i % 3) free(small);
  }
}

static void use_cpp(int number) {
  std::map<std::string, std::vector<double>> table;
  std::ostringstream stream;
  std::string word = "a word that is too long to be kept within the object itself";
  word[0] = 'A';
  word += std::to_string(number);
  table[word].assign(100, 1.5);
  table[word].push_back(2);
  std::sort(table[word].rbegin(), table[word].rend());
  std::stable_sort(table[word].begin(), table[word].end());
  std::function<int(int)> twice = [&](int x) { return 2 * x + number; };
  std::unique_ptr<int[]> some(new int[twice(10)]);
  some[0] = 1;
  stream << std::setprecision(3) << std::setw(9) << table[word][0] << word << std::endl;
  std::cout << std::setprecision(3) << std::fixed << 1.0 << std::endl;
  std::cerr << std::hex << std::setw(4) << number << '\n';
  try {
    throw_something(stream.str());
  } catch (const std::exception &error) {
    word = error.what();
    word[1] = 'b';
  }
}

static __global__ void use_in_kernel(double *to) {
  double sine, whole, part;
  int power;
  sincos(1.0, &sine, to);
  part = modf(sine, &whole) + frexp(whole + 1, &power);
  to[1] = part;
  printf("%d %s\n", power, "printed");
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  double *d_some, some[2];
  int *pinned, *managed, device = 0;
  size_t free_bytes, total_bytes;
  cudaDeviceProp properties;
  use_c(num_rows);
  use_cpp(num_rows);
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&properties, device);
  cudaMemGetInfo(&free_bytes, &total_bytes);
  cudaMalloc(&d_some, sizeof some);
  use_in_kernel<<<1, 1>>>(d_some);
  cudaMemcpy(some, d_some, sizeof some, cudaMemcpyDeviceToHost);
  cudaMemcpyToSymbol(of_device, &device, sizeof device);
  cudaMallocHost((void **)&pinned, 100);
  cudaMallocManaged(&managed, 100);
  pinned[0] = managed[1] = 1;
  memset(managed, 0, 100);
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(d_some);
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}

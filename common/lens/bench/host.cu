// host.cu: measures typical host computations of programs, such as reference results: prints the
// median processor time of five runs of each, in milliseconds. host.sh compares builds of it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static double sink;
static float square_a[300][300], square_b[300][300], square_c[300][300];

static void product_of_pointers(const float *a, const float *b, float *c, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
}

static void pointers() {
  const int n = 300;
  float *a = (float *)malloc(n * n * sizeof(float));
  float *b = (float *)malloc(n * n * sizeof(float));
  float *c = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) a[i] = i % 7, b[i] = i % 5;
  product_of_pointers(a, b, c, n);
  sink += c[n + 1];
  free(a), free(b), free(c);
}

static void vectors() {
  const int n = 300;
  std::vector<float> a(n * n, 1.5f), b(n * n, 2.0f), c(n * n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  }
  sink += c[n + 1];
}

static void two_dimensions() {
  const int n = 300;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) square_a[i][j] = i, square_b[i][j] = j;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      square_c[i][j] = 0;
      for (int k = 0; k < n; k++) square_c[i][j] += square_a[i][k] * square_b[k][j];
    }
  }
  sink += square_c[1][1];
}

static void reduction() {
  static std::vector<double> x(4000000, 0.25);
  double sum = 0;
  for (size_t i = 0; i < x.size(); i++) sum += x[i];
  sink += sum;
}

static void sparse() {
  const int n = 200000, each = 16;
  static std::vector<int> row_ptr, col;
  static std::vector<float> val, x(n, 1.0f), y(n);
  if (row_ptr.empty()) {
    for (int i = 0; i <= n; i++) row_ptr.push_back(i * each);
    for (int i = 0; i < n * each; i++) col.push_back((int)(i * 7919LL % n)), val.push_back(0.5f);
  }
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = row_ptr[i]; k < row_ptr[i + 1]; k++) sum += val[k] * x[col[k]];
    y[i] = sum;
  }
  sink += y[7];
}

static void random_numbers() {
  const int n = 1000000;
  float *x = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) x[i] = rand() / (float)RAND_MAX;
  sink += x[5];
  free(x);
}

static void sorting() {
  std::vector<int> x(500000);
  unsigned state = 1;
  for (int &it : x) it = (int)(state = state * 1664525u + 1013904223u);
  std::sort(x.begin(), x.end(), [](int a, int b) { return a > b; });
  sink += x[3];
}

static int by_value(const void *a, const void *b) {
  return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

static void sorting_by_pointer() {
  std::vector<int> x(300000);
  unsigned state = 1;
  for (int &it : x) it = (int)(state = state * 1664525u + 1013904223u);
  qsort(x.data(), x.size(), sizeof(int), by_value);
  sink += x[3];
}

struct image {
  int width, height;
  std::vector<unsigned char> pixels;
  unsigned char &at(int x, int y) { return pixels[(size_t)y * width + x]; }
};

static void filter() {
  image in{1500, 1000, {}}, out{1500, 1000, {}};
  in.pixels.assign(1500 * 1000, 9), out.pixels.assign(1500 * 1000, 0);
  for (int y = 1; y < 999; y++) {
    for (int x = 1; x < 1499; x++) {
      int sum = 0;
      for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) sum += in.at(x + dx, y + dy);
      }
      out.at(x, y) = (unsigned char)(sum / 9);
    }
  }
  sink += out.at(5, 5);
}

static void measure(const char *name, void (*work)()) {
  double times[5];
  for (double &time : times) {
    clock_t start = clock();
    work();
    time = (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC;
  }
  std::sort(times, times + 5);
  printf("%s,%.2f\n", name, times[2]);
}

#ifdef __CUDACC__
__global__ void nothing(float *y) {
  y[threadIdx.x] = 1;
}
#endif

int main() {
#ifdef __CUDACC__
  float *y;
  cudaMalloc(&y, 32 * sizeof *y);
  nothing<<<1, 32>>>(y);
  cudaDeviceSynchronize();
#endif
#define MEASURE(work) measure(#work, [] { work(); })
  MEASURE(pointers);
  MEASURE(vectors);
  MEASURE(two_dimensions);
  MEASURE(reduction);
  MEASURE(sparse);
  MEASURE(random_numbers);
  MEASURE(sorting);
  MEASURE(sorting_by_pointer);
  MEASURE(filter);
#ifdef __CUDACC__
  cudaFree(y);
#endif
  return sink == 12345 ? 1 : 0;
}

// snippets.cu: what careful students write beside the tasks, one piece after "//// NAME" each. A piece
// NAME defines the function NAME(), which ends the program if anything in it went wrong. The test
// gate.legitimate puts ten of them at a time into a solution: the gate must accept it, and it must pass.

//// constant_containers confined
static const std::vector<int> block_sizes = {64, 128, 256};
static const std::map<std::string, int> size_of_kind = {{"small", 64}, {"large", 256}};
void constant_containers() { must(block_sizes[1] == 128 && size_of_kind.at("large") == 256); }

//// growing_vector
void growing_vector() {
  std::vector<double> v;
  for (int i = 0; i < 1000; i++) v.push_back(i * 0.5);
  v.insert(v.begin() + 3, 7.0);
  v.erase(v.begin());
  must(v.size() == 1000 && v[2] == 7.0);
}

//// strings
void strings() {
  std::string s = "row";
  for (int i = 0; i < 40; i++) s += std::to_string(i);
  must(s.find("39") != std::string::npos && s.substr(0, 3) == "row" && s > "ro");
}

//// sort_with_lambda
void sort_with_lambda() {
  std::vector<int> order(100), key(100);
  for (int i = 0; i < 100; i++) order[i] = i, key[i] = (37 * i) % 100;
  std::sort(order.begin(), order.end(), [&](int a, int b) { return key[a] < key[b]; });
  for (int i = 0; i < 100; i++) must(key[order[i]] == i);
}

//// stable_sort_pairs
void stable_sort_pairs() {
  std::vector<std::pair<int, int>> v;
  for (int i = 0; i < 300; i++) v.emplace_back(i % 3, i);
  std::stable_sort(v.begin(), v.end(), [](auto &a, auto &b) { return a.first < b.first; });
  for (size_t i = 1; i < v.size(); i++) must(v[i - 1] < v[i]);
}

//// heap
void heap() {
  std::priority_queue<int> q;
  for (int i = 0; i < 50; i++) q.push((i * 7) % 50);
  for (int i = 49; i >= 0; i--) must(q.top() == i), q.pop();
}

//// hash_table
void hash_table() {
  std::unordered_map<long, int> count;
  for (long i = 0; i < 5000; i++) count[i % 701]++;
  must(count.size() == 701 && count[0] == 8);
}

//// sets
void sets() {
  std::set<int> s = {3, 1, 2, 3};
  std::multimap<int, char> m = {{1, 'a'}, {1, 'b'}};
  must(s.size() == 3 && *s.begin() == 1 && m.count(1) == 2);
}

//// lists
void lists() {
  std::deque<int> d;
  std::list<int> l;
  for (int i = 0; i < 100; i++) d.push_front(i), l.push_back(i);
  l.reverse();
  must(d.front() == 99 && l.front() == 99 && std::equal(d.begin(), d.end(), l.begin()));
}

//// owners
struct owner_base {
  virtual ~owner_base() {}
  virtual int value() const = 0;
};
struct owner_of_two : owner_base {
  int value() const override { return 2; }
};
void owners() {
  std::unique_ptr<owner_base> one(new owner_of_two);
  std::shared_ptr<owner_base> shared = std::make_shared<owner_of_two>(), again = shared;
  must(one->value() + shared->value() == 4 && again.use_count() == 2);
  must(dynamic_cast<owner_of_two *>(one.get()) != NULL);
}

//// fixed_arrays
void fixed_arrays() {
  std::array<int, 4> a = {4, 3, 2, 1};
  std::sort(a.begin(), a.end());
  int local[8] = {}, *p = local;
  for (int &x : local) x = int(p - local) + a[size_t(&x - local) & 3];
  must(a[0] == 1 && local[3] == 4);
}

//// tuples
void tuples() {
  auto t = std::make_tuple(1, 2.5, 'c');
  auto [i, d, c] = t;
  must(i == 1 && d == 2.5 && c == 'c' && std::get<0>(t) == 1);
}

//// optional_value
static std::optional<int> first_empty_row(const std::vector<int> &ptr) {
  for (size_t i = 0; i + 1 < ptr.size(); i++)
    if (ptr[i] == ptr[i + 1]) return int(i);
  return {};
}
void optional_value() { must(first_empty_row({0, 2, 2, 3}) == 1 && !first_empty_row({0, 1})); }

//// function_objects
void function_objects() {
  int calls = 0;
  std::function<int(int)> twice = [&calls](int x) { return calls++, 2 * x; };
  std::vector<std::function<int(int)>> list = {twice, [](int x) { return x + 1; }};
  must(list[0](21) == 42 && list[1](1) == 2 && calls == 1);
}

//// templates
template <class T, int N> struct small_matrix {
  T at[N][N];
  T trace() const {
    T sum = 0;
    for (int i = 0; i < N; i++) sum += at[i][i];
    return sum;
  }
};
void templates() {
  static_assert(sizeof(small_matrix<float, 3>) == 36, "packed");
  small_matrix<double, 2> m = {{{1, 2}, {3, 4}}};
  must(m.trace() == 5);
}

//// folds
template <class... T> static auto sum_of(T... x) { return (x + ...); }
void folds() { must(sum_of(1, 2, 3.5) == 6.5); }

//// exceptions
static int parse_positive(const char *text) {
  int value = atoi(text);
  if (value <= 0) throw std::invalid_argument(std::string("not positive: ") + text);
  return value;
}
void exceptions() {
  must(parse_positive("12") == 12);
  bool caught = false;
  try {
    parse_positive("-1");
  } catch (const std::exception &e) {
    caught = strstr(e.what(), "-1") != NULL;
  }
  must(caught);
}

//// cleanup_by_destructor
static int scopes_open;
struct scope {
  scope() { scopes_open++; }
  ~scope() { scopes_open--; }
};
void cleanup_by_destructor() {
  try {
    scope a, b;
    must(scopes_open == 2);
    throw 1;
  } catch (int) {
  }
  must(scopes_open == 0);
}

//// environment
static bool debugging() { return getenv("DEBUG") != NULL; }
void environment() { must(debugging() || !debugging()); }

//// openmp_if_there
#ifdef _OPENMP
#include <omp.h>
#endif
static int threads_here() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}
void openmp_if_there() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i;
  must(sum == 4950 && threads_here() >= 1);
}

//// warnings_off
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
void warnings_off() { int unused = 1; }
#pragma GCC diagnostic pop

//// pasted_tokens
#define NAME_OF_(a, b) a##_##b
#define NAME_OF(a, b) NAME_OF_(a, b)
static int NAME_OF(pasted, value)() { return 5; }
void pasted_tokens() { must(pasted_value() == 5); }

//// check_macro
#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t check_error = (call);                                                              \
    if (check_error != cudaSuccess) {                                                              \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(check_error));         \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
void check_macro() {
  float *d = NULL;
  CHECK(cudaMalloc(&d, 40));
  CHECK(cudaMemset(d, 0, 40));
  CHECK(cudaFree(d));
}

//// variadic_macro
#ifdef VERBOSE
#define LOG(...) fprintf(stderr, __VA_ARGS__)
#else
#define LOG(...) ((void)0)
#endif
#define TRACE(format, ...) fprintf(stderr, "trace: " format "\n", ##__VA_ARGS__)
void variadic_macro() {
  LOG("rows %d\n", 3);
  TRACE("no number");
  TRACE("%d and %d", 1, 2);
}

//// assertions
void assertions() {
  assert(1 + 1 == 2);
  static_assert(sizeof(int) == 4, "int");
}

//// text_by_printf
void text_by_printf() {
  char text[64];
  int length = snprintf(text, sizeof text, "%d %.2f %s", 3, 2.5, "x");
  must(length == 8 && strcmp(text, "3 2.50 x") == 0);
}

//// text_by_streams
void text_by_streams() {
  std::ostringstream out;
  out << 3 << ' ' << std::setprecision(3) << 2.5 << std::endl;
  must(out.str() == "3 2.5\n");
}

//// formatted_streams
void formatted_streams() {
  std::ios_base::fmtflags before = std::cout.flags();
  std::cout << std::fixed << std::setprecision(3) << std::setw(8) << 2.5 << std::hex << 255 << '\n';
  std::cerr << "row " << 3 << std::endl;
  std::cout.flags(before);
}

//// c_sort
static int compare_ints(const void *a, const void *b) {
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
void c_sort() {
  int v[50];
  for (int i = 0; i < 50; i++) v[i] = (i * 13) % 50;
  qsort(v, 50, sizeof *v, compare_ints);
  int key = 17, *found = (int *)bsearch(&key, v, 50, sizeof *v, compare_ints);
  must(found && found - v == 17);
}

//// c_memory
void c_memory() {
  int *a = (int *)malloc(10 * sizeof *a), *b = (int *)calloc(10, sizeof *b);
  memset(a, 0, 10 * sizeof *a);
  must(memcmp(a, b, 10 * sizeof *a) == 0);
  a = (int *)realloc(a, 1000 * sizeof *a);
  a[999] = 1;
  memmove(a + 1, a, 10 * sizeof *a);
  free(a);
  free(b);
}

//// new_and_delete
void new_and_delete() {
  double *v = new double[100]();
  for (int i = 0; i < 100; i++) must(v[i] == 0);
  delete[] v;
  int *one = new (std::nothrow) int(3);
  must(one && *one == 3);
  delete one;
}

//// algorithms
void algorithms() {
  std::vector<int> v(100), sum(100);
  std::iota(v.begin(), v.end(), 1);
  std::partial_sum(v.begin(), v.end(), sum.begin());
  must(sum.back() == 5050 && std::accumulate(v.begin(), v.end(), 0) == 5050);
  must(std::inner_product(v.begin(), v.end(), v.begin(), 0) == 338350);
  must(std::lower_bound(v.begin(), v.end(), 40) - v.begin() == 39);
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + 1, v.end());
  must(*std::max_element(v.begin(), v.end()) == 100 && v.back() == 100);
  v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 2; }), v.end());
  must(v.size() == 50);
}

//// limits
void limits() {
  must(std::numeric_limits<float>::max() > 1e38f && INT_MAX == 2147483647 && FLT_EPSILON < 1e-6);
}

//// host_clock
void host_clock() {
  auto start = std::chrono::steady_clock::now();
  clock_t ticks = clock();
  std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  must(spent.count() >= 0 && ticks >= 0);
}

//// random_numbers
void random_numbers() {
  srand(1);
  must(rand() >= 0);
  std::mt19937 generator(42);
  std::uniform_real_distribution<double> uniform(0, 1);
  double x = uniform(generator);
  must(x >= 0 && x < 1);
}

//// goto_cleanup
static int goto_cleanup_once(bool fail) {
  int status = -1;
  char *buffer = (char *)malloc(10);
  if (!buffer || fail) goto done;
  status = 0;
done:
  free(buffer);
  return status;
}
void goto_cleanup() { must(goto_cleanup_once(true) == -1 && goto_cleanup_once(false) == 0); }

//// large_switch
static int switched(int x) {
  switch (x) {
  case 0: return 5;
  case 1: return 8;
  case 2: return -1;
  case 3: return 77;
  case 4: return 12;
  case 5: return 90;
  case 6: return 3;
  case 7: return 41;
  default: return 0;
  }
}
void large_switch() {
  int sum = 0;
  for (int i = -1; i < 10; i++) sum += switched(i);
  must(sum == 235);
}

//// recursion
static long ackermann(long m, long n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
void recursion() { must(ackermann(2, 9) == 21); }

//// static_locals
static int next_number() {
  static int number;
  static std::string name = "first";
  name += 'x';
  return ++number + (int)name.size();
}
void static_locals() { must(next_number() == 7 && next_number() == 9); }

//// per_thread
static thread_local int per_thread_count;
void per_thread() { must(++per_thread_count > 0); }

//// punning
union float_bits {
  float f;
  unsigned u;
};
void punning() {
  float_bits b;
  b.f = 1.0f;
  unsigned u;
  memcpy(&u, &b.f, sizeof u);
  must(b.u == 0x3f800000u && u == b.u);
}

//// bit_fields
struct packed_entry {
  unsigned row : 12, col : 12, kind : 8;
};
void bit_fields() {
  packed_entry e = {4095, 1, 200};
  e.col += 5;
  must(e.row == 4095 && e.col == 6 && e.kind == 200);
}

//// wide_arithmetic
void wide_arithmetic() {
  long double sum = 0;
  unsigned __int128 product = (unsigned __int128)~0ull * 3;
  for (int i = 1; i <= 100; i++) sum += 1.0L / i;
  must(sum > 5.18L && sum < 5.19L && (unsigned long)(product >> 64) == 2);
}

//// compile_time
constexpr int gcd_of(int a, int b) { return b == 0 ? a : gcd_of(b, a % b); }
static constexpr int compile_time_table[] = {gcd_of(12, 18), gcd_of(7, 3)};
void compile_time() { must(compile_time_table[0] == 6 && compile_time_table[1] == 1); }

//// operators
struct complex_number {
  double re, im;
  complex_number operator*(const complex_number &o) const {
    return {re * o.re - im * o.im, re * o.im + im * o.re};
  }
  bool operator==(const complex_number &o) const { return re == o.re && im == o.im; }
};
void operators() { must((complex_number{0, 1} * complex_number{0, 1}) == (complex_number{-1, 0})); }

//// complex_library
void complex_library() {
  std::complex<double> z(3, 4);
  must(std::abs(z) == 5 && std::conj(z).imag() == -4);
}

//// bits_and_words
void bits_and_words() {
  std::bitset<128> b;
  b.set(3).set(100);
  must(b.count() == 2 && __builtin_popcount(255) == 8 && __builtin_clz(1) == 31);
}

//// table_of_functions
static int add_numbers(int a, int b) { return a + b; }
static int subtract_numbers(int a, int b) { return a - b; }
static int (*const operations[])(int, int) = {add_numbers, subtract_numbers};
void table_of_functions() { must(operations[0](2, 3) == 5 && operations[1](2, 3) == -1); }

//// optional_arguments
static int sum_of_ints(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  while (count-- > 0) sum += va_arg(list, int);
  va_end(list);
  return sum;
}
void optional_arguments() { must(sum_of_ints(4, 1, 2, 3, 4) == 10); }

//// array_of_variable_length
static int last_of(int n) {
  int v[n];
  for (int i = 0; i < n; i++) v[i] = i * i;
  return v[n - 1];
}
void array_of_variable_length() { must(last_of(20) == 361); }

//// enumerations
enum class layout { row_major, column_major };
static const char *name_of(layout l) { return l == layout::row_major ? "row" : "column"; }
void enumerations() { must(strcmp(name_of(layout::column_major), "column") == 0); }

//// namespaces
namespace mine {
inline namespace version_2 {
int helper() { return 2; }
} // namespace version_2
} // namespace mine
void namespaces() { must(mine::helper() == 2); }

//// names_of_the_kit
extern "C" int sl_min_of(int a, int b) { return a < b ? a : b; }
static int lens = 3, judge = 4, worker = 5;
struct sl_matrix {
  int rows;
};
void names_of_the_kit() { must(sl_min_of(lens, judge) == 3 && worker == 5 && sl_matrix{7}.rows == 7); }

//// carriage_returns_in_text
void carriage_returns_in_text() { must(strlen("a\r\nb") == 4 && "\x1b[0m"[0] == 27 && R"(a\n)"[1] == '\\'); }

//// letters_of_other_languages
// Größe, размер, 大小
static const char *größe = "Größe";
void letters_of_other_languages() { must(strlen(größe) == 7); }

//// device_properties
void device_properties() {
  cudaDeviceProp p;
  int device = 0, count = 0;
  must(cudaGetDeviceCount(&count) == cudaSuccess && count > 0 && cudaGetDevice(&device) == cudaSuccess);
  must(cudaGetDeviceProperties(&p, device) == cudaSuccess && p.warpSize == 32);
}

//// events
void events() {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = -1;
  must(cudaEventElapsedTime(&ms, start, stop) == cudaSuccess && ms >= 0);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
}

//// device_buffer_of_class
template <class T> class device_buffer {
  T *data = nullptr;

public:
  explicit device_buffer(size_t n) { must(cudaMalloc(&data, n * sizeof(T)) == cudaSuccess); }
  ~device_buffer() { cudaFree(data); }
  device_buffer(const device_buffer &) = delete;
  T *get() const { return data; }
};
static __global__ void fill_buffer(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 3 * i;
}
void device_buffer_of_class() {
  device_buffer<int> d(100);
  fill_buffer<<<2, 64>>>(100, d.get());
  std::vector<int> h(100);
  cudaMemcpy(h.data(), d.get(), 400, cudaMemcpyDeviceToHost);
  must(h[99] == 297);
}

//// constants_on_device
static __constant__ int constants[4];
static __global__ void read_constants(int *out) { out[threadIdx.x] = constants[threadIdx.x]; }
void constants_on_device() {
  int h[4] = {9, 8, 7, 6}, back[4], *d;
  cudaMemcpyToSymbol(constants, h, sizeof h);
  cudaMalloc(&d, sizeof h);
  read_constants<<<1, 4>>>(d);
  cudaMemcpy(back, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  must(memcmp(h, back, sizeof h) == 0);
}

//// shared_memory
template <int BLOCK> __global__ void __launch_bounds__(BLOCK) sum_of_block(const int *in, int *out) {
  __shared__ int part[BLOCK];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = part[0];
}
void shared_memory() {
  int h[64], sum = 0, *d;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&d, sizeof h + sizeof sum);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sum_of_block<64><<<1, 64>>>(d, d + 64);
  cudaMemcpy(&sum, d + 64, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(d);
  must(sum == 2016);
}

//// warp_functions
static __device__ __forceinline__ int sum_of_warp(int x) {
  for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(0xffffffffu, x, step);
  return x;
}
static __global__ void warp_kernel(int *out) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = sum_of_warp((int)threadIdx.x);
  __syncwarp();
  unsigned even = __ballot_sync(0xffffffffu, threadIdx.x % 2 == 0);
  if (threadIdx.x == 0) atomicAdd(out, dynamic[31] + __popc(even));
}
void warp_functions() {
  int sum = 0, *d;
  cudaMalloc(&d, sizeof sum);
  cudaMemset(d, 0, sizeof sum);
  warp_kernel<<<1, 32, 32 * sizeof(int)>>>(d);
  cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(d);
  must(sum == 496 + 16);
}

//// compare_and_swap
static __device__ double add_by_cas(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
static __global__ void add_ones(double *sum) { add_by_cas(sum, 1.0); }
void compare_and_swap() {
  double sum = 0, *d;
  cudaMalloc(&d, sizeof sum);
  cudaMemcpy(d, &sum, sizeof sum, cudaMemcpyHostToDevice);
  add_ones<<<4, 64>>>(d);
  cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(d);
  must(sum == 256);
}

//// groups
static __global__ void group_kernel(int *out) {
  auto block = cooperative_groups::this_thread_block();
  auto tile = cooperative_groups::tiled_partition<32>(block);
  int sum = tile.thread_rank();
  for (int step = tile.size() / 2; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
  block.sync();
  if (tile.thread_rank() == 0) atomicAdd(out, sum);
}
void groups() {
  int sum = 0, *d;
  cudaMalloc(&d, sizeof sum);
  cudaMemset(d, 0, sizeof sum);
  group_kernel<<<1, 64>>>(d);
  cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(d);
  must(sum == 992);
}

//// structs_as_arguments
struct csr_view {
  int rows;
  const int *ptr;
  __host__ __device__ int length(int row) const { return ptr[row + 1] - ptr[row]; }
};
static __global__ void lengths_of(csr_view a, int *out) {
  int row = threadIdx.x;
  if (row < a.rows) out[row] = a.length(row);
}
void structs_as_arguments() {
  int ptr[4] = {0, 2, 2, 5}, out[3], *d;
  cudaMalloc(&d, sizeof ptr + sizeof out);
  cudaMemcpy(d, ptr, sizeof ptr, cudaMemcpyHostToDevice);
  lengths_of<<<1, 32>>>(csr_view{3, d}, d + 4);
  cudaMemcpy(out, d + 4, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d);
  must(out[0] == 2 && out[1] == 0 && out[2] == 3);
}

//// streams
void streams() {
  cudaStream_t stream;
  must(cudaStreamCreate(&stream) == cudaSuccess);
  int *pinned = NULL, *d = NULL;
  must(cudaMallocHost(&pinned, 64) == cudaSuccess && cudaMalloc(&d, 64) == cudaSuccess);
  pinned[0] = 5;
  cudaMemcpyAsync(d, pinned, 64, cudaMemcpyHostToDevice, stream);
  cudaStreamSynchronize(stream);
  cudaFree(d);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

//// occupancy
static __global__ void occupied(int *out) { out[0] = 1; }
void occupancy() {
  int grid = 0, block = 0, blocks = 0;
  must(cudaOccupancyMaxPotentialBlockSize(&grid, &block, occupied, 0, 0) == cudaSuccess && block > 0);
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, occupied, 128, 0) == cudaSuccess && blocks > 0);
}

//// device_assertion
static __global__ void asserting(int n) { assert((int)threadIdx.x < n); }
void device_assertion() {
  asserting<<<1, 32>>>(32);
  must(cudaDeviceSynchronize() == cudaSuccess);
}

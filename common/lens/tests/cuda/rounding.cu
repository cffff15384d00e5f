// rounding.cu: arithmetic and conversions rounded in each direction, the halves and bytes of a
// word, and functions that the C library does not have; each is compared with the right result.
#include "check.h"

#include <cmath>
#include <cstdio>

static int failures;

static void expect(const char *what, double got, double wanted) {
  if (got == wanted || failures++ > 20) return;
  fprintf(stderr, "%s: %.17g and not %.17g\n", what, got, wanted);
}

// ---- directions: each result lies between two numbers; n is what comes to the nearest ----

__global__ void floats(float a, float b, float c, float *out) {
  int n = 0;
#define ALL(call, ...)                                                                             \
  out[n++] = call##_rn(__VA_ARGS__), out[n++] = call##_rz(__VA_ARGS__),                            \
  out[n++] = call##_ru(__VA_ARGS__), out[n++] = call##_rd(__VA_ARGS__)
  ALL(__fadd, a, b);
  ALL(__fsub, a, b);
  ALL(__fmul, a, c);
  ALL(__fdiv, a, c);
  ALL(__frcp, c);
  ALL(__fsqrt, c);
  ALL(__fmaf, a, c, b);
  ALL(__fadd, -a, -b);
  ALL(__int2float, 16777217);
  ALL(__uint2float, 4294967295u);
  ALL(__ll2float, -9007199254740993ll);
  ALL(__ull2float, 18446744073709551615ull);
  ALL(__double2float, 0.1);
}

__global__ void doubles(double a, double b, double c, double *out) {
  int n = 0;
  ALL(__dadd, a, b);
  ALL(__dsub, a, b);
  ALL(__dmul, a, c);
  ALL(__ddiv, a, c);
  ALL(__drcp, c);
  ALL(__dsqrt, c);
  ALL(__fma, a, c, b);
  ALL(__ll2double, -9007199254740993ll);
  ALL(__ull2double, 18446744073709551615ull);
#undef ALL
}

// Four results: to the nearest, to zero, up, down. `exact` lies between the neighbours low and
// high, both of one sign; nearest is one of them.
template <class T>
static void expect_four(const char *what, const T *got, T low, T nearest, T high) {
  expect(what, got[0], nearest);
  expect(what, got[1], low > 0 ? low : high);
  expect(what, got[2], high);
  expect(what, got[3], low);
}

static void check_floats() {
  float *out, got[13 * 4], one = 1, third = 1.0f / 3, root = sqrtf(3);
  float tiny = ldexpf(1, -30), above = nextafterf(1, 2), below = nextafterf(1, 0);
  cudaMalloc(&out, sizeof got);
  floats<<<1, 1>>>(one, tiny, 3, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(out);
  const float *at = got;
  expect_four<float>("fadd", at, 1, 1, above);
  expect_four<float>("fsub", at += 4, below, 1, 1);
  expect_four<float>("fmul", at += 4, 3, 3, 3);
  expect_four<float>("fdiv", at += 4, nextafterf(third, 0), third, third); // 1/3 in binary: …0101
  expect_four<float>("frcp", at += 4, nextafterf(third, 0), third, third);
  expect_four<float>("fsqrt", at += 4, root, root, nextafterf(root, 2));
  expect_four<float>("fmaf", at += 4, 3, 3, nextafterf(3, 4));
  expect_four<float>("fadd of negative ones", at += 4, -above, -1, -1);
  expect_four<float>("int2float", at += 4, 16777216, 16777216, 16777218);
  expect_four<float>("uint2float", at += 4, 4294967040.0f, 4294967296.0f, 4294967296.0f);
  expect_four<float>("ll2float", at += 4, -9007200328482816.0f, -9007199254740992.0f,
                     -9007199254740992.0f);
  expect_four<float>("ull2float", at += 4, 18446742974197923840.0f, 18446744073709551616.0f,
                     18446744073709551616.0f);
  expect_four<float>("double2float", at += 4, nextafterf(0.1f, 0), 0.1f, 0.1f);
}

static void check_doubles() {
  double *out, got[9 * 4], third = 1.0 / 3, root = sqrt(3.0);
  double tiny = ldexp(1, -60), above = nextafter(1, 2), below = nextafter(1, 0);
  cudaMalloc(&out, sizeof got);
  doubles<<<1, 1>>>(1, tiny, 3, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(out);
  const double *at = got;
  expect_four<double>("dadd", at, 1, 1, above);
  expect_four<double>("dsub", at += 4, below, 1, 1);
  expect_four<double>("dmul", at += 4, 3, 3, 3);
  expect_four<double>("ddiv", at += 4, third, third, nextafter(third, 1));
  expect_four<double>("drcp", at += 4, third, third, nextafter(third, 1));
  expect_four<double>("dsqrt", at += 4, root, root, nextafter(root, 2));
  expect_four<double>("fma", at += 4, 3, 3, nextafter(3, 4));
  expect_four<double>("ll2double", at += 4, -9007199254740994.0, -9007199254740992.0,
                      -9007199254740992.0);
  expect_four<double>("ull2double", at += 4, 18446744073709549568.0, 18446744073709551616.0,
                      18446744073709551616.0);
}

// ---- the parts of a word ----

__global__ void lanes(unsigned a, unsigned b, unsigned *out) {
  int n = 0;
  out[n++] = __vadd4(a, b);
  out[n++] = __vaddss4(a, b);
  out[n++] = __vaddus4(a, b);
  out[n++] = __vsub2(a, b);
  out[n++] = __vsubss2(a, b);
  out[n++] = __vsubus2(a, b);
  out[n++] = __vabs4(a);
  out[n++] = __vabsss4(a);
  out[n++] = __vneg2(a);
  out[n++] = __vabsdiffs4(a, b);
  out[n++] = __vabsdiffu4(a, b);
  out[n++] = __vavgs4(a, b);
  out[n++] = __vavgu4(a, b);
  out[n++] = __vhaddu4(a, b);
  out[n++] = __vmaxs4(a, b);
  out[n++] = __vmaxu4(a, b);
  out[n++] = __vmins2(a, b);
  out[n++] = __vminu2(a, b);
  out[n++] = __vcmpeq4(a, b);
  out[n++] = __vcmpgts4(a, b);
  out[n++] = __vcmpgtu4(a, b);
  out[n++] = __vsetles2(a, b);
  out[n++] = __vsetltu4(a, b);
  out[n++] = __vsads4(a, b);
  out[n++] = __vsadu4(a, b);
  out[n++] = __dp2a_lo((int)a, (int)b, 5);
  out[n++] = __dp2a_hi(a, b, 5u);
  out[n++] = __uhadd(a, b);
  out[n++] = __urhadd(a, b);
  out[n++] = __dp4a(make_char4(1, 2, 3, -4), make_char4(5, -6, 7, 8), 9);
}

// Computes one lane after the other, as in the manual: each lane has `bits` bits, signed or
// unsigned.
static unsigned by_lanes(int bits, bool has_sign, unsigned a, unsigned b, long (*f)(long, long)) {
  unsigned result = 0, ones = (1u << bits) - 1;
  for (int at = 0; at < 32; at += bits) {
    long x = a >> at & ones, y = b >> at & ones, sign = 1l << (bits - 1);
    if (has_sign) x = (x ^ sign) - sign, y = (y ^ sign) - sign;
    result |= ((unsigned)f(x, y) & ones) << at;
  }
  return result;
}

static void expect_lanes(unsigned a, unsigned b, const unsigned *got) {
  auto more = [](long x, long y) { return x > y ? x : y; };
  auto less = [](long x, long y) { return x < y ? x : y; };
  auto apart = [](long x, long y) { return x < y ? y - x : x - y; };
  auto half_up = [](long x, long y) { return (x + y + (x + y >= 0)) >> 1; };
  const unsigned wanted[] = {
      by_lanes(8, false, a, b, [](long x, long y) { return x + y; }),
      by_lanes(8, true, a, b,
               [](long x, long y) { return x + y > 127    ? 127
                                           : x + y < -128 ? -128
                                                          : x + y; }),
      by_lanes(8, false, a, b, [](long x, long y) { return x + y > 255 ? 255 : x + y; }),
      by_lanes(16, false, a, b, [](long x, long y) { return x - y; }),
      by_lanes(16, true, a, b,
               [](long x, long y) {
                 return x - y > 32767 ? 32767 : x - y < -32768 ? -32768 : x - y;
               }),
      by_lanes(16, false, a, b, [](long x, long y) { return x < y ? 0 : x - y; }),
      by_lanes(8, true, a, b, [](long x, long) { return x < 0 ? -x : x; }),
      by_lanes(8, true, a, b, [](long x, long) { return x == -128 ? 127
                                                        : x < 0   ? -x
                                                                  : x; }),
      by_lanes(16, true, a, b, [](long x, long) { return -x; }),
      by_lanes(8, true, a, b, apart),
      by_lanes(8, false, a, b, apart),
      by_lanes(8, true, a, b, half_up),
      by_lanes(8, false, a, b, half_up),
      by_lanes(8, false, a, b, [](long x, long y) { return (x + y) >> 1; }),
      by_lanes(8, true, a, b, more),
      by_lanes(8, false, a, b, more),
      by_lanes(16, true, a, b, less),
      by_lanes(16, false, a, b, less),
      by_lanes(8, false, a, b, [](long x, long y) { return x == y ? 255l : 0; }),
      by_lanes(8, true, a, b, [](long x, long y) { return x > y ? 255l : 0; }),
      by_lanes(8, false, a, b, [](long x, long y) { return x > y ? 255l : 0; }),
      by_lanes(16, true, a, b, [](long x, long y) { return x <= y ? 1l : 0; }),
      by_lanes(8, false, a, b, [](long x, long y) { return x < y ? 1l : 0; }),
  };
  for (int i = 0; i < 23; i++) expect("lanes", got[i], wanted[i]);
}

static void check_lanes() {
  static const unsigned pairs[][2] = {{0x807f01ffu, 0xff7f03ffu},
                                      {0x80ff7f00u, 0x807f80feu},
                                      {0x12345678u, 0xfedcba98u},
                                      {0xfffe8000u, 0x00017fffu}};
  unsigned *out, got[30];
  cudaMalloc(&out, sizeof got);
  for (auto &pair : pairs) {
    lanes<<<1, 1>>>(pair[0], pair[1], out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    expect_lanes(pair[0], pair[1], got);
    if (&pair != pairs) continue;
    expect("vsads4", got[23], 127 + 0 + 2 + 0); // bytes -128 127 1 -1 and -1 127 3 -1
    expect("vsadu4", got[24], 127 + 0 + 2 + 0);
    expect("dp2a_lo", (int)got[25], 5 + 511 * -1 + -32641 * 3); // halves 0x01ff and 0x807f
    expect("dp2a_hi", got[26], 5 + 511 * 127 + 32895 * 255);
    expect("uhadd", got[27], 0xbfff02ff);
    expect("urhadd", got[28], 0xbfff02ff);
    expect("dp4a", (int)got[29], 9 + 5 - 12 + 21 - 32);
  }
  cudaFree(out);
}

// ---- functions that the C library does not have ----

__global__ void functions(double *out) {
  double x[3] = {2, 3, 6};
  int n = 0;
  out[n++] = erf(erfinv(0.3)) - 0.3;
  out[n++] = erfc(erfcinv(1e-20)) / 1e-20 - 1;
  out[n++] = erfinv(1.0) == INFINITY && erfcinv(2.0) == -INFINITY && isnan(erfinv(1.5)) ? 0 : 1;
  out[n++] = normcdf(normcdfinv(0.975)) - 0.975;
  out[n++] = erfcx(3.0) - exp(9.0) * erfc(3.0);
  out[n++] = erfcx(1e9) * 1e9 - 0.56418958354775628695;
  out[n++] = cyl_bessel_i0(1.0) - 1.2660658777520083356;
  out[n++] = cyl_bessel_i1(-2.0) + 1.5906368546373290634;
  out[n++] = norm(3, x) - 7;
  out[n++] = rnorm(3, x) - 1.0 / 7;
  out[n++] = llmax(-1ll, 2ll) + ullmin(3ull, 4ull) - 5.0;
}

static void check_functions() {
  double *out, got[11];
  cudaMalloc(&out, sizeof got);
  functions<<<1, 1>>>(out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < 11; i++) expect("function", fabs(got[i]) < 2e-14 ? 0 : got[i], 0);
}

int main() {
  check_floats();
  check_doubles();
  check_lanes();
  check_functions();
  if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess) return 1;
  return failures ? 1 : check_annotations(__FILE__);
}

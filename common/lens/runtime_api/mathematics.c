/* mathematics.c: functions that CUDA has and the C library does not. */
#include <float.h>
#include <math.h>

double lens_erfinv(double x);
double lens_erfcinv(double x);
double lens_erfcx(double x);
double lens_bessel_i(int order, double x);

static const double two_by_sqrt_pi = 1.12837916709551257390;

/* Solves erfc(y) = x for 0 < x <= 1 by Newton's method on the logarithm of erfc, which is nearly a
 * parabola. So the method converges from one side, and doubles the number of digits in each
 * step. */
static double inverse_erfc(double x) {
  double y = x < 0.5 ? sqrt(-log(x)) : (1.0 - x) / two_by_sqrt_pi;
  for (int step = 0; step < 60; step++) {
    double value = erfc(y), slope = -two_by_sqrt_pi * exp(-y * y) / value;
    double change = log(value / x) / slope;
    y -= change;
    if (fabs(change) <= 2 * DBL_EPSILON * fabs(y)) break;
  }
  return y;
}

double lens_erfcinv(double x) {
  if (!(x >= 0.0 && x <= 2.0)) return NAN;
  if (x == 0.0) return HUGE_VAL;
  if (x == 2.0) return -HUGE_VAL;
  return x <= 1.0 ? inverse_erfc(x) : -inverse_erfc(2.0 - x);
}

double lens_erfinv(double x) {
  double size = fabs(x);
  if (!(size <= 1.0)) return NAN;
  if (size >= 0.5) return copysign(lens_erfcinv(1.0 - size), x);
  double y = x / two_by_sqrt_pi; /* near 0 erf itself is accurate */
  for (int step = 0; step < 60; step++) {
    double change = (erf(y) - x) / (two_by_sqrt_pi * exp(-y * y));
    y -= change;
    if (fabs(change) <= 2 * DBL_EPSILON * fabs(y)) break;
  }
  return y;
}

/* Returns exp(x²) erfc(x). For large x, uses the continued fraction, because the factors are out of
 * range. */
double lens_erfcx(double x) {
  if (x < 10.0) return exp(x * x) * erfc(x);
  double tail = x;
  for (int n = 40; n > 0; n--) tail = x + 0.5 * n / tail;
  return 0.5 * two_by_sqrt_pi / tail;
}

/* Sums the power series. All terms have the same sign, so no digits are lost. */
double lens_bessel_i(int order, double x) {
  double quarter = 0.25 * x * x, term = order == 0 ? 1.0 : 0.5 * x, sum = term;
  for (int k = 1; k < 2000 && fabs(term) > DBL_EPSILON / 4 * fabs(sum); k++) {
    term *= quarter / ((double)k * (k + order));
    sum += term;
  }
  return sum;
}

// right.cu: right programs that the checks must accept without changing their results.
#include "harness.h"

#include <cstdlib>

#define KEPT __attribute__((noinline, noclone))

static void must(bool right) {
  if (!right) abort();
}

// Names of any length, and with letters beyond ASCII.
template <int first, int second> struct part_of_a_list_that_makes_names_long {};
template <class... parts> struct list_of_parts {
  KEPT static int size(int more) { return (int)sizeof...(parts) + more; }
  static int calls;
};
template <class... parts> int list_of_parts<parts...>::calls = 5;

#define PART(i, j) part_of_a_list_that_makes_names_long<i, j>
#define PARTS(j) PART(0, j), PART(1, j), PART(2, j), PART(3, j), PART(4, j), PART(5, j)
#define MANY(j) PARTS(j), PARTS(j + 1), PARTS(j + 2), PARTS(j + 3), PARTS(j + 4), PARTS(j + 5)
typedef list_of_parts<MANY(0), MANY(6), MANY(12), MANY(18)> long_list;

static void long_names() {
  int (*volatile pointer)(int) = long_list::size;
  long_list::calls += long_list::size(1);
  must(pointer(3) == 147 && long_list::calls == 150);
}

struct größe {
  int länge;
  KEPT int ändern(int um) { return länge += um; }
};
static int zähler[4];
KEPT static int zähle(int i) { return ++zähler[i & 3]; }

static void other_letters() {
  größe g = {3};
  int (*volatile zeiger)(int) = zähle;
  must(g.ändern(4) == 7 && zeiger(2) == 1 && zähle(2) == 2 && zähler[2] == 2);
}

// Elements of arrays of the thread.
static thread_local int counts[16];
static thread_local struct {
  char first;
  short rest[8];
} members;
static thread_local unsigned __int128 sums[4];

KEPT static void count(int i, int by) {
  counts[i] += by;
  members.rest[i & 7] -= (short)by;
  sums[i & 3] += (unsigned __int128)by << 60;
}

static void of_the_thread() {
  for (int i = 0; i < 32; i++) count(i & 15, i);
  must(counts[3] == 22 && counts[15] == 46 && members.rest[1] == -52 && members.first == 0);
  must((unsigned long)(sums[1] >> 64) == 7 && counts[0] == 16);
}

// Stores of all sizes at the end of allocated memory, and x87 numbers.
KEPT static void convert(long double x, short *small, int *middle, long *large, float *single) {
  *small = (short)x;
  *middle = (int)x;
  *large = (long)x;
  *single = (float)x;
}

static void long_doubles() {
  short small = 0;
  int middle = 0;
  long large = 0;
  float single = 0;
  convert(-1234.5L, &small, &middle, &large, &single);
  must(small == -1234 && middle == -1234 && large == -1234 && single == -1234.5f);
}

// Jumps through tables, many times, with values in use.
KEPT static unsigned choose(unsigned i, unsigned long x, bool *out) {
  bool less = x < i;
  switch (i % 9) {
  case 0: return 3 + less;
  case 1: *out = less; return 5;
  case 2: x *= 3; break;
  case 3: x += i; *out = x > 7; break;
  case 4: return (unsigned)x;
  case 5: x ^= 9; break;
  case 7: x -= less; break;
  default: return 1;
  }
  return (unsigned)x + less;
}

KEPT static unsigned interpret(const unsigned char *code, unsigned x) {
  static void *const places[] = {&&add, &&twice, &&change, &&end};
  goto *places[*code++];
add:
  x += 2;
  goto *places[*code++];
twice:
  x *= 2;
  goto *places[*code++];
change:
  x ^= 5;
  goto *places[*code++];
end:
  return x;
}

static void tables() {
  unsigned sum = 0;
  bool out[2] = {};
  for (unsigned i = 0; i < 90; i++) sum = 3 * sum + choose(i, i * 7 % 31, out + (i & 1));
  const unsigned char code[] = {0, 1, 1, 2, 0, 1, 3};
  must(interpret(code, 1) == 22);
  unsigned again = 0;
  for (unsigned i = 0; i < 90; i++) again = 3 * again + choose(i, i * 7 % 31, out + (i & 1));
  must(sum == again && sum == 1320316007u);
}

extern "C" const harness_attack harness_attacks[] = {{"+long-names", long_names},
                                                     {"+other-letters", other_letters},
                                                     {"+of-the-thread", of_the_thread},
                                                     {"+long-doubles", long_doubles},
                                                     {"+tables", tables},
                                                     HARNESS_END};

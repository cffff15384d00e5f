/* Calls and jumps to computed addresses, and returns to other places than the caller. */
#include "harness.h"

#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>

typedef void (*function)(void);
static unsigned long zero, mine[4];

static unsigned long address() { return harness_address_of_win(); }

static void by_pointer() { ((function)address())(); }
static void by_volatile_pointer() { volatile function f = (function)address(); f(); }
static void past_entry() { ((function)(address() + 1))(); }
static void by_table() { static function table[2]; table[zero] = (function)address(); table[zero](); }
static void by_member() { struct { function f; } s; s.f = (function)address(); s.f(); }

struct thing { virtual void go() { mine[0]++; } virtual ~thing() {} };
static void by_virtual_table() {
  unsigned long table[4] = {address(), address(), address(), address()};
  thing t;
  thing *volatile p = &t;
  memcpy((void *)p, &(const unsigned long *const &)table, 8);
  unsigned long *start = table;
  memcpy((void *)p, &start, 8);
  p->go();
}
static void by_member_function() {
  void (thing::*m)() = &thing::go;
  unsigned long raw[2] = {address(), 0};
  memcpy(&m, raw, sizeof m);
  thing t;
  (t.*m)();
}
static void by_std_function() {
  std::function<void()> f = [] { mine[0] = 1; };
  unsigned long *raw = (unsigned long *)&f;
  raw[3] = address();
  f();
}
static void by_deleter() {
  std::unique_ptr<unsigned long, void (*)(unsigned long *)> p(mine, (void (*)(unsigned long *))address());
}
static void by_shared_deleter() {
  std::shared_ptr<unsigned long> p(mine, (void (*)(unsigned long *))address());
}
static void by_qsort() { unsigned long a[4] = {}; qsort(a, 4, 8, (int (*)(const void *, const void *))address()); }
static void by_bsearch() { unsigned long a[4] = {}; (void)bsearch(a, a, 4, 8, (int (*)(const void *, const void *))address()); }
static void by_goto() { void *where = (void *)address(); goto *where; }
static void into_own_function() { ((function)((char *)by_pointer + 4))(); }
static const unsigned char code[] = {0xc3, 0xc3, 0xc3, 0xc3};
static void into_data() { ((function)code)(); }
static int chosen = 3;
__attribute__((noinline)) static int choose(int i) {
  switch (i) {
  case 0: return 3; case 1: return 5; case 2: return 9; case 3: return 1; case 4: return 7; case 5: return 11;
  default: __builtin_unreachable();
  }
}
static void by_unreachable_case() {
  for (int i = 6; i < 600; i++) mine[0] += choose(i * chosen);
}
__attribute__((noinline)) static void falls() { if (chosen == 3) __builtin_unreachable(); mine[0]++; }
static void by_falling() { falls(); }

/* Return addresses. */
__attribute__((noinline)) static void overwrite(unsigned long value) {
  volatile unsigned long local[2];
  for (int i = 2; i < 12; i++) local[i] = value;
}
static void by_return() { overwrite(address()); }
__attribute__((noinline)) static void overwrite_frame(unsigned long value) {
  unsigned long *frame = (unsigned long *)__builtin_frame_address(0);
  frame[1] = value;
}
static void by_frame_address() { overwrite_frame(address()); }
__attribute__((noinline)) static void skip(unsigned long *above, unsigned long value) {
  for (int i = 1; i < 40; i++) above[i] = value;
}
static void by_callers_frame() { unsigned long here = 0; skip(&here, address()); }
__attribute__((noinline)) static void with_alloca(unsigned long value) {
  unsigned long *local = (unsigned long *)__builtin_alloca(64 + zero);
  for (int i = 8; i < 30; i++) local[i] = value;
}
static void by_alloca() { with_alloca(address()); }
__attribute__((noinline)) static void throws(unsigned long value) {
  volatile unsigned long local[2];
  for (int i = 2; i < 12; i++) local[i] = value;
  throw 1;
}
static void by_unwinding() { try { throws(address()); } catch (int) { mine[0]++; } }
__attribute__((noinline)) static int own_frames_of_library(const void *a, const void *) {
  unsigned long *above = (unsigned long *)__builtin_frame_address(0);
  for (int i = 1; i < 60; i++) above[i] = address();
  return a != 0;
}
static void by_frames_of_library() { unsigned long a[8] = {}; qsort(a, 8, 8, own_frames_of_library); }

/* Jumps to labels of other functions, and functions used as labels. With the frame of another
 * function, a store to the frame goes to another place. A function that begins in the middle takes
 * any value on the stack as its return address. */
__attribute__((noinline)) static void *label_of_large(long go, unsigned long v) {
  volatile unsigned long place[900];
  static void *const labels[] = {&&there, &&here};
  if (go == 5) goto *labels[zero];
  if (go == 6) goto *labels[1 + zero];
  return labels[0];
there:
  for (int i = 800; i < 900; i++) place[i] = v;
here:
  return 0;
}
static void by_call_of_label() { ((function)label_of_large(0, 0))(); }
__attribute__((noinline)) static void elsewhere(void *where) { static void *const own[] = {&&a, &&b}; void *to = zero ? own[zero] : where; goto *to; a: mine[0]++; b: mine[1]++; }
static void by_goto_elsewhere() { elsewhere(label_of_large(0, 0)); }
static void harmless() { mine[3]++; }
__attribute__((noinline)) static void forged_return(void *where) {
  unsigned long *frame = (unsigned long *)__builtin_frame_address(0);
  static void *const own[] = {&&a};
  frame[1] = harness_address_of_win();
  void *to = zero ? own[0] : where;
  goto *to;
a: mine[0]++;
}
static void by_goto_function() { forged_return((void *)harmless); }
__attribute__((noinline)) static void into_itself(long n) {
  volatile unsigned long local[2]; local[0] = local[1] = harness_address_of_win();
  static void *const own[] = {&&a};
  void *to = zero ? own[0] : (void *)into_itself; if (n) goto *to;
a: mine[0]++;
}
static void by_goto_own_start() { into_itself(1); }

/* Code that is not refused. */
static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static void right_sort() {
  int a[100];
  for (int i = 0; i < 100; i++) a[i] = 37 * i % 100;
  qsort(a, 100, sizeof *a, ascending);
  int key = 7;
  if (a[5] != 5 || *(int *)bsearch(&key, a, 100, sizeof *a, ascending) != 7) abort();
}
static void right_virtual() { struct more : thing { void go() override { mine[1]++; } } m; thing *volatile p = &m; p->go(); }
static void right_function() { std::function<int(int)> f = [](int x) { return x + (int)zero; }; mine[0] = f(3); }
static void right_pointer() { void (*volatile f)() = right_virtual; f(); }
static void right_library_pointer() { double (*volatile f)(double) = [](double x) { return x * 2; }; mine[0] = f(2); void (*volatile g)(void *) = free; g(malloc(3)); }
static void right_exception() {
  for (int i = 0; i < 3; i++) { try { if (i) throw i; mine[0]++; } catch (int n) { mine[1] += n; } }
  try { std::unique_ptr<int[]> p(new int[10]); throw 2.5; } catch (double d) { mine[2] = d > 2; }
}
static void right_shared() { std::shared_ptr<thing> p = std::make_shared<thing>(); std::weak_ptr<thing> q = p; p->go(); mine[0] = q.use_count(); }

#define A(name) {#name, name}
#define R(name) {"+" #name, name}
const harness_attack harness_attacks[] = {
    A(by_pointer), A(by_volatile_pointer), A(past_entry), A(by_table), A(by_member), A(by_virtual_table),
    A(by_member_function), A(by_std_function), A(by_deleter), A(by_shared_deleter), A(by_qsort), A(by_bsearch),
    A(by_goto), A(into_own_function), A(into_data), A(by_unreachable_case), A(by_falling), A(by_return),
    A(by_frame_address), A(by_callers_frame), A(by_alloca), A(by_unwinding), A(by_frames_of_library),
    A(by_call_of_label), A(by_goto_elsewhere), A(by_goto_function), A(by_goto_own_start),
    R(right_sort), R(right_virtual), R(right_function), R(right_pointer), R(right_library_pointer),
    R(right_exception), R(right_shared), HARNESS_END};

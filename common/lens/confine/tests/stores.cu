/* Stores that no hook reports, and stores that bypass hooks. */
#include "harness.h"

#include <stdarg.h>
#include <string.h>
#include <alloca.h>
#include <new>
#include <utility>

struct wide { unsigned long word[12]; };
struct pair { unsigned long a, b; };
struct small { unsigned char byte[3]; };

static unsigned long one = 1;
static wide filled = {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

__attribute__((noinline)) static wide give_wide() { wide w; memset(&w, 1, sizeof w); return w; }
__attribute__((noinline)) static pair give_pair() { return pair{one, one}; }

static void by_return() { *(wide *)victim = give_wide(); }
static void by_pair() { *(pair *)victim = give_pair(); }
static void by_copy() { *(wide *)victim = filled; }
static void by_small_copy() { small s = {{1, 1, 1}}; *(small *)victim = s; }
static void by_volatile() { *(volatile unsigned long *)victim = 1; }
static void by_exchange() { unsigned long v = 1; std::swap(victim[0], v); }
static void by_atomic() { __atomic_store_n(victim, 1ul, __ATOMIC_SEQ_CST); }
static void by_fetch() { __atomic_fetch_add(victim, 1ul, __ATOMIC_RELAXED); }
static void by_compare() { unsigned long zero = 0; __atomic_compare_exchange_n(victim, &zero, 1ul, false, 0, 0); }
static void by_sync() { (void)__sync_fetch_and_or(victim, 1ul); }
static void by_compare_result() { __atomic_compare_exchange_n(&one, &victim[0], 7ul, false, 0, 0); }
static void by_memcpy() { memcpy(victim, &filled, sizeof filled); }
static void by_builtin() { __builtin_memcpy(victim, &filled, 24); }
static void by_inline_set() { __builtin_memset(victim, 1, 16); }
static void by_move() { __builtin_memmove(victim, &filled, 40); }
static void by_bits() { struct b { unsigned x : 5, y : 27; }; ((b *)victim)->x = 3; }
static void by_set() { *(bool *)victim = one == 1; }
static void by_long_double() { *(long double *)victim = 1.0L; }
static void by_x87() { volatile long double v = 3; *(double *)victim = (double)v; }
static void by_float() { *(float *)victim = (float)one; }
static void by_vector() {
  typedef int v4 __attribute__((vector_size(16)));
  *(v4 *)victim = v4{1, 1, 1, 1};
}
static void by_reference() { unsigned long &there = victim[1]; there++; }
static void by_overflow() { bool o = __builtin_add_overflow(one, one, &victim[0]); (void)o; }
static void by_multiplication() { bool o = __builtin_mul_overflow(one, one, &victim[0]); (void)o; }

static void copies(int count, ...) {
  va_list list;
  va_start(list, count);
  va_copy(*(va_list *)victim, list);
  va_end(list);
}
static void by_va_copy() { copies(3, 1, 2, 3); }
static void starts(int count, ...) {
  va_start(*(va_list *)victim, count);
}
static void by_va_start() { starts(3, 1, 2, 3); }

__attribute__((noinline)) static void fill(unsigned long *at) { at[0] = at[1] = one; }
static void by_alloca() {
  char here;
  long distance = &here - (char *)victim - 256;
  if (distance < 0) distance = -distance;
  unsigned long *place = (unsigned long *)alloca(distance);
  fill(place);
}
__attribute__((noinline)) static void array_of(long words) {
  volatile unsigned long place[words];
  place[0] = 1;
}
static void by_variable_array() {
  char here;
  array_of((&here - (char *)victim) / 8);
}
__attribute__((noinline)) static void below(long index, unsigned long value) {
  volatile unsigned long local[4];
  local[index] = value;
}
static void by_local_index() {
  unsigned long here;
  below(victim - &here, 1);
}
__attribute__((noinline)) static void above(long index, unsigned long value) {
  unsigned long local[4] = {one, one, one, one};
  local[index & 0xfffffff] = value;
  if (local[1] == 77) one++;
}
static void by_local_index_above() { above(1 << 20, 1); }

static unsigned long mine[4];
static void by_constant_index() { /* the linker decides what is at this address */
  volatile unsigned long *p = mine;
  p[1 << 16] = 1;
}
static void by_static_past() { *(volatile unsigned long *)((char *)mine + ((char *)victim - (char *)mine)) = 1; }
static thread_local unsigned long of_thread[4];
static void by_thread_past() { *(volatile unsigned long *)((char *)of_thread + ((char *)victim - (char *)of_thread)) = 1; }
struct holder { unsigned long *where; wide w; };
static void by_member() { holder h; h.where = victim; *h.where = 1; }
static void by_assignment_of_base() {
  struct base { unsigned long a[4]; };
  struct derived : base { unsigned long b; };
  derived d = {};
  d.a[0] = d.a[1] = one;
  *static_cast<base *>((derived *)victim) = d;
}
static void by_conditional() { unsigned long *p = one ? victim : mine; *(wide *)p = filled; }
template <class T> static void put(T *to, const T &from) { *to = from; }
static void by_template() { put((wide *)victim, filled); }
static void by_lambda() { auto f = [](wide *to) { *to = give_wide(); }; f((wide *)victim); }
static void by_member_pointer() { unsigned long pair::*m = &pair::b; ((pair *)victim)->*m = 1; }
static void by_new() { new ((void *)victim) pair{1, 1}; }
static void by_complex() { *(_Complex double *)victim = 1.0; }
static void by_string_store() { for (unsigned i = 0; i < sizeof(victim); i++) ((char *)victim)[i] = 1; }

/* Code that is not refused. */
static void right_local() { unsigned long a[64]; for (int i = 0; i < 64; i++) a[i] = i; mine[0] = a[one]; }
static void right_copies() { wide w = give_wide(), v = w; filled = v; mine[1] = v.word[2]; }
static void right_alloca() { char *p = (char *)alloca(1000 * one); memset(p, 1, 1000); mine[2] = p[999]; }
static void right_aligned() { alignas(64) float a[64]; for (int i = 0; i < 64; i++) a[i] = i; mine[3] = a[9] > 2; }
static void right_array() { long n = 100 * one; int a[n]; for (int i = 0; i < n; i++) a[i] = i; mine[3] = a[n - 1]; }
static long deep(long n) { volatile long keep[20]; keep[n % 20] = n; return n ? deep(n - 1) + keep[n % 20] : 0; }
static void right_recursion() { mine[0] = deep(2000); }
static void right_thread() { for (int i = 0; i < 4; i++) of_thread[i] = i; }
static int right_va(int count, ...) { va_list l, m; va_start(l, count); va_copy(m, l); int s = va_arg(m, int) + va_arg(l, int); va_end(l); va_end(m); return s; }
static void right_arguments() { mine[0] = right_va(2, 1, 2); }
static void right_large() { volatile char a[300000]; a[0] = a[299999] = 1; mine[0] = a[0]; }
static void right_switch() {
  for (int i = 0; i < 12; i++) {
    switch (i * one) {
    case 0: mine[0]++; break; case 1: mine[1]++; break; case 2: mine[2] ^= 3; break; case 3: mine[3]--; break;
    case 4: mine[0] *= 3; break; case 5: mine[1] |= 8; break; case 6: mine[2] = 9; break; default: mine[3] = 1;
    }
  }
}
static void right_goto() {
  static void *const where[] = {&&first, &&second, &&third};
  int i = 0;
  goto *where[one];
first: mine[0] = 1; i++; goto *where[2];
second: mine[1] = 2; i++; goto *where[0];
third: mine[2] = i;
}

#define A(name) {#name, name}
#define R(name) {"+" #name, name}
const harness_attack harness_attacks[] = {
    A(by_return), A(by_pair), A(by_copy), A(by_small_copy), A(by_volatile), A(by_exchange), A(by_atomic),
    A(by_fetch), A(by_compare), A(by_sync), A(by_compare_result), A(by_memcpy), A(by_builtin), A(by_inline_set),
    A(by_move), A(by_bits), A(by_set), A(by_long_double), A(by_x87), A(by_float), A(by_vector), A(by_reference),
    A(by_overflow), A(by_multiplication), A(by_va_copy), A(by_va_start), A(by_alloca), A(by_variable_array),
    A(by_local_index), A(by_local_index_above), A(by_constant_index), A(by_static_past), A(by_thread_past),
    A(by_member), A(by_assignment_of_base), A(by_conditional), A(by_template), A(by_lambda), A(by_member_pointer),
    A(by_new), A(by_complex), A(by_string_store),
    R(right_local), R(right_copies), R(right_alloca), R(right_aligned), R(right_array), R(right_recursion),
    R(right_thread), R(right_arguments), R(right_large), R(right_switch), R(right_goto), HARNESS_END};

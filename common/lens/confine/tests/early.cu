/* Code that runs before main. The environment names the attack; without it, all code that runs
 * early is right. */
#include "harness.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct wide { unsigned long w[9]; };
static unsigned long words[64];
static unsigned long zero;
typedef void (*function)(void);

static function win() { return (function)harness_address_of_win(); }
static wide give() { return wide{{1, 1, 1}}; }
static bool is(const char *attack) {
  const char *named = getenv("EARLY");
  return named && !strcmp(named, attack);
}

struct stores { stores(unsigned long *at, bool on) { if (on) *at = 1; } };
static stores by_constructor(victim, is("constructor"));
struct calls { calls(function f, bool on) { if (on) f(); } };
static calls by_call(win(), is("call"));
static unsigned long by_initialiser = is("initialiser") ? victim[1] = 1 : 1;
static int by_copy = is("copy") ? (*(wide *)victim = give(), 1) : 1;
struct thing { virtual void go() {} };
static int virtual_table() {
  static unsigned long t[2];
  t[0] = harness_address_of_win();
  unsigned long *p = t;
  thing *volatile o = (thing *)&p;
  o->go();
  return 1;
}
static int by_table = is("table") ? virtual_table() : 1;

static int make_in(void *there) { new (there) wide{{1, 2, 3}}; return 1; }
static int by_placement = is("placement") ? make_in(victim) : 1;
template <class T> struct kept { static T value; };
template <class T> T kept<T>::value = is("template") ? *(T *)victim = 3 : 1;
static unsigned long by_template = kept<unsigned long>::value;
inline unsigned long by_inline = is("inline") ? victim[3] = 2 : 1;
static thread_local unsigned long by_thread = is("thread") ? victim[4] = 2 : 1;
static unsigned long by_thread_use = by_thread;
static auto by_lambda = [] { return is("lambda") ? *(wide *)victim = give(), 1 : 1; }();
static int exception_in(bool on) {
  try {
    if (on) throw words;
  } catch (unsigned long *there) {
    there[(unsigned long *)victim - words] = 1;
  }
  return 1;
}
static int by_exception = exception_in(is("exception"));
static int copy_below() {
  words[0] = harness_address_of_win();
  char here;
  for (zero = 1; zero < 400; zero++) memcpy((char *)(((unsigned long)&here - 8 * zero) & ~7ul), words, 8);
  return 1;
}
static int by_library = is("library") ? copy_below() : 1;
static int frames() {
  unsigned long *frame = (unsigned long *)__builtin_frame_address(0);
  frame[1] = harness_address_of_win();
  return 1;
}
static int by_return = is("return") ? frames() : 1;
static int worker_frames() {
  unsigned long *above = (unsigned long *)__builtin_frame_address(0);
  for (int i = 8; i < 400; i++) above[i] = harness_address_of_win();
  return 1;
}
static int by_callers = is("callers") ? worker_frames() : 1;
static int by_runtime = is("runtime") ? (int)cudaMalloc((void **)victim, 16) : 1;
static __global__ void store_one(unsigned long *there) { *there = 1; }
static int launch_early() { store_one<<<1, 1>>>(victim); return (int)cudaDeviceSynchronize(); }
static int by_kernel = is("kernel") ? launch_early() : 1;
static int sorted() { return qsort(words, 8, 8, (int (*)(const void *, const void *))harness_address_of_win()), 1; }
static int by_sort = is("sort") ? sorted() : 1;
static int printed() { char format[] = "%d%n"; return printf(format, 1, (int *)victim); }
static int by_format = is("format") ? printed() : 1;
static int stream() { memset((char *)&std::cout + 232 + 8, 0, 16); std::cout << 12; return 1; }
static int by_stream = is("stream") ? stream() : 1;
static std::function<void()> forged_function() {
  std::function<void()> f = [] {};
  ((unsigned long *)&f)[3] = harness_address_of_win();
  return f;
}
static int by_function = is("function") ? (forged_function()(), 1) : 1;
static std::shared_ptr<unsigned long> by_deleter(is("deleter") ? words : 0, [](unsigned long *p) { if (p) p[victim - words] = 1; });
static int deleted = (by_deleter.reset(), 1);
static int turned() {
  static int count;
  return ++count < 3 ? throw "twice" : 1;
}
static int local_static(bool on) {
  if (!on) return 1;
  try { static int value = turned(); return value; } catch (const char *) { }
  static unsigned long once = victim[5] = 1;
  return (int)once;
}
static int by_local = local_static(is("local"));

static std::vector<int> some = {1, 2, 3};
static std::map<std::string, int> table = {{"a", 1}, {"b", 2}};
static const std::string text = "a text that is too long for the object itself";
static int computed = (int)text.size();
struct counted { int n; counted() : n(3) {} ~counted() { victim[0] = 1; } };
static counted at_the_end; /* its destructor never runs */

static void right_early() { if (some.size() != 3 || table["b"] != 2 || computed != 45 || at_the_end.n != 3) __builtin_abort(); }

const harness_attack harness_attacks[] = {{"+right_early", right_early}, HARNESS_END};

/* Code that runs before main. */
#include "harness.h"

#include <map>
#include <string>
#include <vector>

struct stores { stores(unsigned long *at) { *at = 1; } };
struct calls { calls(void (*f)()) { f(); } };

#ifdef EARLY
#if EARLY == 0
static stores by_constructor(victim);
#elif EARLY == 1
static calls by_call((void (*)())harness_address_of_win());
#elif EARLY == 2
static unsigned long by_initialiser = victim[1] = 1;
#elif EARLY == 3
struct wide { unsigned long w[9]; };
static wide give() { return wide{{1, 1, 1}}; }
static int by_copy = (*(wide *)victim = give(), 1);
#elif EARLY == 4
struct thing { virtual void go() {} };
static int by_table() { static unsigned long t[2] = {harness_address_of_win(), 0}; unsigned long *p = t; thing *volatile o = (thing *)&p; o->go(); return 1; }
static int early = by_table();
#endif
#endif

static std::vector<int> some = {1, 2, 3};
static std::map<std::string, int> table = {{"a", 1}, {"b", 2}};
static const std::string text = "a text that is too long for the object itself";
static int computed = (int)text.size();
struct counted { int n; counted() : n(3) {} ~counted() { victim[0] = 1; } };
static counted at_the_end; /* its destructor never runs */

static void right_early() { if (some.size() != 3 || table["b"] != 2 || computed != 45 || at_the_end.n != 3) __builtin_abort(); }

const harness_attack harness_attacks[] = {{"+right_early", right_early}, HARNESS_END};

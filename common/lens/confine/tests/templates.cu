/* Attacks by va_list, by %n in formats, and by objects of class templates. */
#include "harness.h"
#include <cstdarg>
#include <cstring>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <string>
#include <functional>
#include <memory>
#include <algorithm>
#include <vector>
#include <list>
#include <set>
#include <sstream>
#include <iostream>
#include <stdexcept>
#include <random>
#include <valarray>
#include <variant>
#include <any>
#include <optional>
#include <charconv>
#include <iomanip>
static unsigned long many[64];
static void harmless() { many[3]++; }
typedef void (*function)(void);
static void by_print_list(int n, ...) { va_list l; va_start(l, n); char t[80]; memset(t, 0, 1);
  unsigned *fake = (unsigned *)victim; vsnprintf(t, 80, "%d %d %d", *(va_list *)fake); va_end(l); }
static void by_list() { by_print_list(1, 2, 3); }
static void by_list_stdout() { vprintf("%d %d\n", *(va_list *)victim); }
static void by_list_stderr() { vfprintf(stderr, "%d %d\n", *(va_list *)victim); }
static void by_list_sprintf() { char t[80]; vsprintf(t, "%d %d\n", *(va_list *)victim); }

/* %n in other places of a format */
static void by_n_padded() { char f[] = "%5$*1$n"; printf(f, 1, 2, 3, 4, (int *)victim); }
static void by_n_late() { char f[] = "%d %-05ln"; fprintf(stdout, f, 1, (long *)victim); }
static void by_n_wide() { char t[64]; snprintf(t, 64, "%#0+- '1.2Ln", (long *)victim); }
static void by_n_m() { char t[64]; snprintf(t, 64, "%m%n", (int *)victim); }
static void by_n_percent() { char t[64]; snprintf(t, 64, "%5%%n", (int *)victim); }
static void by_n_bits() { char f[] = "%w32n"; printf(f, (int *)victim); }
static void by_n_digits() { char f[] = "%Zn%zn%tn"; printf(f, (int *)victim, (int*)victim, (int*)victim); }
static void by_n_invalid() { char f[] = "%k%n"; printf(f, (int *)victim); }

/* Objects of templates, which are compiled with the program. */
static void by_random() { std::mt19937 &g = *(std::mt19937 *)victim; (void)g(); }
static void by_shuffle() { std::mt19937 g(1); std::shuffle((char *)victim, (char *)victim + 8, g); }
static void by_valarray() { std::valarray<int> a(3), b(3); ((void **)&a)[1] = victim; b = 3; a += b; a = b; }
static void by_variant() { auto &v = *(std::variant<int, std::string> *)victim; v = 7; }
static void by_any() { auto &v = *(std::any *)victim; v = 7; }
static void by_optional() { auto &v = *(std::optional<long> *)victim; v = 7; }
static void by_chars() { std::to_chars((char *)victim, (char *)victim + 20, 1234567); }
static void by_from_chars() { const char t[] = "1234"; std::from_chars(t, t + 4, *(int *)victim); }
static void by_shared() { std::shared_ptr<int> a(new int(3)); unsigned long fake[2] = {0, 0}; memcpy(fake, &a, 16); fake[1] = (unsigned long)(victim); memcpy((void *)&a, fake, 16); std::shared_ptr<int> b(a); }
static void by_exception_object() { try { throw std::string("text that is long enough to be elsewhere"); } catch (std::string &s) { *(void **)&s = victim; s.assign("written there"); } }
static void by_manipulator() { std::cout << std::setw(5); auto &w = (std::ostream &)*(std::ostream *)victim; w.width(3); }
static void by_ios_words() { std::ostringstream s; ((unsigned long *)&s)[14 + 25] = (unsigned long)victim; ((int *)&s)[28 + 48] = 100; s.iword(3) = 1; }
static void by_string_move() { std::string a("text that is long enough to be elsewhere"), b; *(void **)&b = victim; ((unsigned long *)&b)[2] = 200; b = std::move(a); a.push_back('x'); }
static void by_string_reserve() { std::string a; *(void **)&a = (char *)victim; ((unsigned long *)&a)[1] = 1; a.reserve(900); }
static void by_getline_room() { std::string a(100, 'x'); ((unsigned long *)&a)[2] = 1ul << 39; a.append(5000000, 'y'); }
static void by_function_swap() { std::function<void()> f = harmless; unsigned long *raw = (unsigned long *)&f; raw[2] = harness_address_of_win(); std::function<void()> g(f); }
static void by_bind() { auto b = std::bind((function)harness_address_of_win()); b(); }
static void by_memory_order() { reinterpret_cast<std::atomic_flag *>(victim); __atomic_test_and_set(victim, 5); }
static void by_realloc() { char *p = (char *)malloc(64); unsigned long *h = (unsigned long *)p; h[-1] = 1ul << 40; h[-2] = 1ul << 40; p = (char *)realloc(p, 4096); memset(p, 1, 4096); free(p); }
static void by_huge_malloc() { char *p = (char *)malloc(~0ul - 4096 + 2); if (p) p[(char *)victim - p] = 1; }
static void by_calloc_overflow() { char *p = (char *)calloc(1ul << 33, 1ul << 31); if (p) memset(p, 1, 1 << 20), p[(char *)victim - p] = 1; }
static void by_aligned() { void *p = 0; if (!posix_memalign(&p, 1ul << 46, 64)) memset(p, 1, 64); }
static void by_memset_length() { memset(many, 1, (size_t)((char *)victim - (char *)many) + 64); }
static void by_copy_back() { std::copy_backward(many, many + 4, victim + 4); }
static void by_swap_ranges() { many[0] = 1; std::swap_ranges(many, many + 4, victim); }
static void by_uninitialized() { std::uninitialized_fill_n(victim, 4, 3ul); }
static void by_strtok_later() { static char text[64]; strcpy(text, "a b c d"); strtok(text, " "); strtok(0, " "); victim[0] = (unsigned long)strtok(0, " "); }
static int print_twice(char *out, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(out, room, format, list);
  va_end(list);
  va_start(list, format);
  length += vfprintf(stderr, "", list);
  va_end(list);
  return length;
}
static void right_printing() {
  char text[32];
  if (print_twice(text, sizeof text, "%d %s %.1f", 3, "word", 2.5) != 10 || strcmp(text, "3 word 2.5")) abort();
}
#define A(name) {#name, name}
#define R(name) {"+" #name, name}
const harness_attack harness_attacks[] = {
    A(by_list), A(by_list_stdout), A(by_list_stderr), A(by_list_sprintf), A(by_n_padded),
    A(by_n_late), A(by_n_wide), A(by_n_m), A(by_n_percent), A(by_n_bits), A(by_n_digits),
    A(by_n_invalid), A(by_random), A(by_shuffle), A(by_valarray), A(by_variant), A(by_any),
    A(by_optional), A(by_chars), A(by_from_chars), A(by_shared), A(by_exception_object),
    A(by_manipulator), A(by_ios_words), A(by_string_move), A(by_string_reserve),
    A(by_getline_room), A(by_function_swap), A(by_bind), A(by_memory_order), A(by_realloc),
    A(by_huge_malloc), A(by_calloc_overflow), A(by_aligned), A(by_memset_length), A(by_copy_back),
    A(by_swap_ranges), A(by_uninitialized), A(by_strtok_later),
    R(right_printing), HARNESS_END};

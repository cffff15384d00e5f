/* Library functions that write through their arguments, or call functions of an object. */
#include "harness.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

static unsigned long mine[8];

struct forged_string { char *data; size_t length; size_t room, more; };
static std::string &forge(char *data, size_t length, size_t room) {
  static forged_string f;
  f = forged_string{data, length, room, 0};
  return *(std::string *)&f;
}
static void by_append() { forge((char *)victim, 0, 400).append("written by a string that is forged"); }
static void by_assign() { forge((char *)victim, 0, 400).assign("written by a string that is forged"); }
static void by_insert() { forge((char *)victim, 2, 400).insert(1, "written by a string"); }
static void by_replace() { forge((char *)victim, 9, 400).replace(1, 3, "written by a string"); }
static void by_resize() { forge((char *)victim, 0, 400).resize(300, 'x'); }
static void by_push_back() { std::string &s = forge((char *)victim, 0, 400); s.push_back('x'); s += 'y'; }
static void by_copy_of_string() { std::string s = "a string that is copied"; s.copy((char *)victim, 20); }
static void by_length() { std::string s = "short"; ((forged_string *)&s)->length = (size_t)((char *)victim - s.data()); s += "more"; }
static void by_assign_string() { std::string s = "a string that is long enough"; forge((char *)victim, 0, 400) = s; }

struct tree_node { int color; tree_node *parent, *left, *right; };
static void by_tree() {
  std::set<int> s;
  s.insert(1); s.insert(2); s.insert(3); s.insert(4);
  tree_node *header = (tree_node *)((char *)&s + 8);
  header->parent->right = (tree_node *)victim;
  victim[0] = 0;
  for (int i = 5; i < 20; i++) s.insert(i);
}
static void by_tree_header() {
  std::map<int, int> m;
  m[1] = 1; m[3] = 1;
  tree_node *header = (tree_node *)((char *)&m + 8);
  header->left = header->right = (tree_node *)victim;
  m[0] = 1;
  m.erase(1);
}
struct list_node { list_node *next, *previous; };
static void by_list() {
  std::list<int> l;
  l.push_back(1);
  ((list_node *)&l)->previous = (list_node *)victim;
  l.push_back(2);
}
static void by_list_erase() {
  std::list<int> l = {1, 2, 3};
  ((list_node *)&l)->next->next->next = (list_node *)victim;
  l.erase(std::next(l.begin()));
}
static void by_list_splice() {
  std::list<int> l = {1}, m = {2, 3};
  ((list_node *)&m)->next->previous = (list_node *)victim;
  l.splice(l.begin(), m);
}
static void by_list_swap() {
  std::list<int> l = {1}, m = {2, 3};
  ((list_node *)&m)->next = (list_node *)victim;
  l.swap(m);
}
static void by_strtol() { (void)strtol("12", (char **)victim, 10); }
static void by_frexp() { (void)frexp(1.5, (int *)victim); }
static void by_modf() { (void)modf(1.5, (double *)victim); }
static void by_sincos() { sincos(1.0, (double *)victim, (double *)mine); }
static void by_remquo() { (void)remquo(5.0, 2.0, (int *)victim); }
static void by_snprintf() { snprintf((char *)victim, 20, "%d", 1234567); }
static void by_percent_n() { char format[] = "abc%n"; printf(format, (int *)victim); }
static void by_strcpy() { strcpy((char *)victim, "text"); }
static void by_strtok() { char text[] = "a b"; strtok(text, " "); (void)strtok((char *)victim, ""); strcpy((char *)victim, text); }
static void by_qsort() { int a[4] = {1, 2, 3, 4}; memcpy(mine, a, 16); qsort(victim, 4, 4, [](const void *, const void *) { return 1; }); memset(victim, 1, 3); }
static void by_stable_sort() { unsigned long a[2] = {2, 1}; std::copy(a, a + 2, victim); }
static void by_fill() { std::fill(victim, victim + 4, 1); }
static void by_iota() { std::iota(victim, victim + 4, 1); }
static void by_vector() {
  std::vector<unsigned long> v(4);
  unsigned long **raw = (unsigned long **)&v;
  raw[0] = victim; raw[1] = victim; raw[2] = victim + 40;
  v.push_back(1);
}
static void by_deque() { std::deque<int> d(3); ((unsigned long **)&d)[6] = victim; d.push_back(1); }
static void by_free() { free(victim); }
static void by_delete() { operator delete((void *)victim); }
static void by_stream_width() { std::ostringstream s; ((unsigned long *)&s)[6] = (unsigned long)victim; ((unsigned long *)&s)[5] = (unsigned long)victim; ((unsigned long *)&s)[7] = (unsigned long)(victim + 40); s << "written by a stream"; }
static void by_stream_table() { std::ostringstream s; unsigned long t[20]; std::fill(t, t + 20, harness_address_of_win()); ((unsigned long *)&s)[1] = (unsigned long)t; s << 1234 << "text"; s.flush(); }
static void by_stream_buffer() { std::ostringstream s; ((unsigned long *)&s)[43] = (unsigned long)victim; s << 12; }
static void by_stream_facet() { std::ostringstream s; ((unsigned long *)&s)[45] = (unsigned long)mine; s << 12.5; }
static void by_cout_buffer() { memset((char *)&std::cout + 8 + 232, 0, 8); std::cout << 1; victim[0] = 0; abort(); }
static void by_error() { std::runtime_error e("text"); ((unsigned long *)&e)[1] = (unsigned long)(victim + 8); std::runtime_error f(e); }
static void by_rehash() { std::unordered_map<int, int> m; ((unsigned long **)&m)[0] = victim; m[1] = 1; }
static void by_errno() { (&errno)[4096] = 1; victim[0] = 0; }
static void by_exception() {
  unsigned char forged[256] = {0};
  memcpy(forged + 128, "\0++CCUNG", 8);
  try { throw 1; } catch (int &there) { (&there)[-20] = 1; abort(); }
}

/* Code that is not refused. */
static void right_containers() {
  std::map<std::string, std::vector<double>> m;
  for (int i = 0; i < 200; i++) m["key " + std::to_string(i * 7 % 50)].push_back(i);
  for (int i = 0; i < 50; i += 2) m.erase("key " + std::to_string(i));
  std::set<int> s;
  for (int i = 0; i < 500; i++) s.insert(i * 31 % 500);
  for (int i = 0; i < 500; i += 3) s.erase(i);
  std::unordered_map<int, std::string> u;
  for (int i = 0; i < 500; i++) u[i] = "value";
  std::list<int> l = {5, 2, 8, 1};
  l.sort(); l.reverse(); l.push_front(3); l.remove(8);
  std::list<int> other = {1, 2};
  l.splice(l.begin(), other); l.merge(other); l.swap(other); l.swap(other);
  std::deque<int> d;
  for (int i = 0; i < 1000; i++) { d.push_back(i); if (i % 3) d.pop_front(); }
  if (m.size() != 25 || u.size() != 500 || s.size() != 333 || l.size() != 6) abort();
}
static void right_strings() {
  std::string a = "word", b = a + " and more " + std::to_string(3.5) + std::string(40, 'x');
  a += b; a.insert(2, "zz"); a.replace(0, 2, "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"); a.erase(3, 4);
  a.resize(10); a.push_back('q'); a = a.substr(1, 5); std::swap(a, b); a.clear(); a.assign("new"); a.append(3, 'c');
  char out[8]; a.copy(out, 3); a.reserve(100); a.shrink_to_fit();
  if (a != "newccc" || a.find("ccc") != 3 || a.compare("newccd") >= 0) abort();
}
static void right_streams() {
  std::ostringstream s;
  s << "x = " << std::setw(8) << std::setprecision(3) << 3.14159 << ' ' << 42 << std::hex << 255 << '\n' << std::boolalpha << true << std::endl;
  s << std::setfill('0') << std::setw(5) << 7u << 8l << 9ull << 1.5f << (void *)0 << "text" << std::string("string");
  if (s.str().size() < 20) abort();
  s.str(""); s.clear(); s << std::string(2000, 'a');
  if (s.str().size() != 2000) abort();
  std::cout << std::fixed << std::setfill('.') << std::setw(3) << 1 << std::flush << std::setfill(' ');
  std::cerr << "";
}
static void right_errors() {
  try { std::vector<int> v(3); (void)v.at(7); } catch (const std::out_of_range &e) { if (!strlen(e.what())) abort(); }
  try { throw std::runtime_error("text"); } catch (std::exception &e) { if (strcmp(e.what(), "text")) abort(); }
  try { throw std::invalid_argument(std::string("more")); } catch (const std::logic_error &e) { std::logic_error f(e); if (strcmp(f.what(), "more")) abort(); }
  try { std::string("abc").substr(9); } catch (...) { }
  struct own : std::runtime_error { own() : std::runtime_error("own") {} };
  try { try { throw own(); } catch (const own &) { throw; } } catch (const std::exception &e) { if (strcmp(e.what(), "own")) abort(); }
}
struct shape { virtual ~shape() {} virtual int sides() const { return 0; } };
struct square : shape { int sides() const override { return 4; } };
static void right_cast() { shape *volatile p = new square; if (!dynamic_cast<square *>(p) || p->sides() != 4) abort(); delete p; }
static void right_algorithms() {
  std::vector<int> v(1000);
  std::iota(v.begin(), v.end(), 0); std::reverse(v.begin(), v.end()); std::stable_sort(v.begin(), v.end());
  std::partial_sort(v.begin(), v.begin() + 10, v.end()); std::nth_element(v.begin(), v.begin() + 9, v.end());
  std::make_heap(v.begin(), v.end()); std::sort_heap(v.begin(), v.end()); v.erase(std::unique(v.begin(), v.end()), v.end());
  if (!std::is_sorted(v.begin(), v.end()) || std::accumulate(v.begin(), v.end(), 0) != 499500) abort();
}

#define A(name) {#name, name}
#define R(name) {"+" #name, name}
const harness_attack harness_attacks[] = {
    A(by_append), A(by_assign), A(by_insert), A(by_replace), A(by_resize), A(by_push_back), A(by_copy_of_string),
    A(by_length), A(by_assign_string), A(by_tree), A(by_tree_header), A(by_list), A(by_list_erase),
    A(by_list_splice), A(by_list_swap), A(by_strtol), A(by_frexp), A(by_modf), A(by_sincos), A(by_remquo), A(by_snprintf),
    A(by_percent_n), A(by_strcpy), A(by_strtok), A(by_qsort), A(by_stable_sort), A(by_fill), A(by_iota),
    A(by_vector), A(by_deque), A(by_free), A(by_delete), A(by_stream_width), A(by_stream_table),
    A(by_stream_buffer), A(by_stream_facet), A(by_cout_buffer), A(by_error), A(by_rehash), A(by_errno), A(by_exception),
    R(right_containers), R(right_strings), R(right_streams), R(right_errors), R(right_cast), R(right_algorithms),
    HARNESS_END};

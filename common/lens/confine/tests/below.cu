/* Library functions that store below the stack pointer, where their own frames are: an attacker
 * could replace a return address there. Each attack stores one word after the other, from its own
 * frame downwards. */
#include "harness.h"
#include <cstring>
#include <cstdio>
#include <cmath>
#include <cstdlib>
#include <new>
#include <string>
static unsigned long value[2];
static long i;
#define SWEEP(statement) { value[0] = harness_address_of_win(); char here; for (i = 1; i < 700; i++) { char *to = &here - 8 * i; to = (char *)((unsigned long)to & ~7ul); statement; } }
static void by_memcpy() SWEEP(memcpy(to, value, 8))
static void by_memmove() SWEEP(memmove(to, value, 8))
static unsigned long many[64];
static void by_memcpy_more() { for (int k = 0; k < 64; k++) many[k] = harness_address_of_win(); SWEEP(memcpy(to, many, 8 * (i % 60))) }
static void by_strcpy() SWEEP(strcpy(to, (char *)value))
static void by_strncpy() SWEEP(strncpy(to, (char *)value, 8))
static void by_stpcpy() SWEEP(stpcpy(to, (char *)value))
static void by_snprintf() SWEEP(snprintf(to, 8, "%s", (char *)value))
static void by_sprintf() SWEEP(sprintf(to, "%s", (char *)value))
static void by_frexp() SWEEP((void)modf(*(double *)value, (double *)to))
static void by_strtol() SWEEP((void)strtol((char *)harness_address_of_win(), (char **)to, 10))
struct forged_string { char *data; size_t length; size_t room, more; };
static forged_string f;
static void by_append() SWEEP((f = forged_string{to, 0, 7, 0}, ((std::string *)&f)->append((char *)value, 6)))
static void by_assign() SWEEP((f = forged_string{to, 0, 7, 0}, ((std::string *)&f)->assign((char *)value, 6)))
static void by_construct() SWEEP(new (to) std::string("a"))
static void by_string_copy() SWEEP((f = forged_string{(char *)value, 6, 7, 0}, ((std::string *)&f)->copy(to, 6)))
static void *d;
static void by_api() { cudaMalloc(&d, 8); value[0] = harness_address_of_win(); cudaMemcpy(d, value, 8, cudaMemcpyHostToDevice); SWEEP(cudaMemcpy(to, d, 8, cudaMemcpyDeviceToHost)) }
static void by_api_host() SWEEP(cudaMemcpy(to, value, 8, cudaMemcpyHostToHost))
static void by_posix() SWEEP((void)posix_memalign((void **)to, 16, 8))
static void by_rand() SWEEP((void)rand_r((unsigned *)to))
static void by_qsort() SWEEP((many[0] = harness_address_of_win(), many[1] = 0, memcpy(to - 8, many, 0), qsort(to, 2, 8, [](const void *, const void *) { return 1; })))
#define A(name) {#name, name}
static void right_calls() {
  char text[32], copy[32];
  double whole;
  char *end;
  memcpy(text, "some text", 10);
  strcpy(copy, text);
  snprintf(text, sizeof text, "%s", copy);
  (void)modf(2.5, &whole);
  (void)strtol("12", &end, 10);
  std::string s = text;
  s.append(copy);
  unsigned seed = 1;
  (void)rand_r(&seed);
  void *p = 0;
  cudaMalloc(&p, 16);
  cudaMemcpy(p, text, 10, cudaMemcpyHostToDevice);
  cudaMemcpy(copy, p, 10, cudaMemcpyDeviceToHost);
  if (strcmp(copy, text) || whole != 2 || *end || s.size() != 18) abort();
}
#define R(name) {"+" #name, name}
const harness_attack harness_attacks[] = {A(by_memcpy), A(by_memmove), A(by_memcpy_more), A(by_strcpy), A(by_strncpy),A(by_stpcpy), A(by_snprintf), A(by_sprintf), A(by_frexp), A(by_strtol), A(by_append), A(by_assign), A(by_construct), A(by_string_copy), A(by_api), A(by_api_host), A(by_posix), A(by_rand), A(by_qsort),
    R(right_calls), HARNESS_END};

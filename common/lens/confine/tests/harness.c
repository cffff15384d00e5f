/* harness.c: runs the attacks of a confined program one by one. */
#include "harness.h"

#include "lens/abi.h"
#include "lens/lens.h"
#define SL_OWN_MEMORY_KEEPS_NAMES
#include "worker/internal.h"
#include "worker/own_memory.h"
#include "worker/variables.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  REFUSED = 42,
  LATE_SECONDS = 20,
  STACK = 4 << 20,
  PAGE = sizeof(unsigned long[VICTIM_WORDS])
};

/* A separate page, which the processes of all attacks share, so that a change by an attack is
 * visible even if it crashes afterwards. */
__attribute__((aligned(PAGE))) unsigned long victim[VICTIM_WORDS];
static volatile unsigned char *shared; /* whether the attack returned */

void harness_win(void) {
  victim[0] = 1;
}

unsigned long harness_address_of_win(void) {
  return (unsigned long)harness_win;
}

static bool is_hurt(void) {
  for (int i = 0; i < VICTIM_WORDS; i++) {
    if (victim[i]) return true;
  }
  return false;
}

static void refuse(void) {
  _exit(REFUSED);
}

static void allow(const char *start, const char *end) {
  lens_allow_stores(start, (size_t)(end - start));
}

/* Numbers of std::cout that headers set, as in the worker. */
static void allow_stream(void) {
  const char *stream = dlsym(RTLD_DEFAULT, "_ZSt4cout");
  if (!stream) return;
  allow(stream + 16, stream + 36);
  allow(stream + 232, stream + 234);
}

static void limit(const char *stack) {
  sl_own_ranges own = sl_own_memory_open();
  lens_forget_stores();
  allow((char *)(&sl_first_data + 1), (char *)&sl_last_data);
  allow((char *)(&sl_first_bss + 1), (char *)&sl_last_bss);
  allow((char *)(&sl_first_tdata + 1), (char *)&sl_last_tdata);
  allow((char *)(&sl_first_tbss + 1), (char *)&sl_last_tbss);
  lens_allow_stores(own.guarded, own.guarded_bytes);
  lens_allow_stores(own.unguarded, own.unguarded_bytes);
  lens_allow_stores(&errno, sizeof errno);
  allow_stream();
  lens_limit_stores(stack - STACK, stack, refuse);
}

/* Code before main is limited too. */
__attribute__((constructor(101))) static void limit_early(void) {
  lens_report_at_exit(false);
  lens_set_host_memory(sl_own_memory_take_unguarded, sl_own_memory_free);
  limit(__builtin_dwarf_cfa());
}

static __attribute__((noinline)) void run(const harness_attack *attack) {
  limit((const char *)__builtin_dwarf_cfa() - sizeof(void *));
  attack->run();
  lens_unlimit_stores();
  *shared = 1;
}

static int status_of(const harness_attack *attack) {
  int status;
  *shared = 0;
  memset(victim, 0, sizeof victim);
  pid_t child = fork();
  if (child == 0) {
    (void)alarm(LATE_SECONDS);
    run(attack);
    _exit(0);
  }
  (void)waitpid(child, &status, 0);
  return status;
}

int main(void) {
  int failed = is_hurt(), count = 0;
  lens_unlimit_stores();
  if (failed) (void)printf("code before main has reached the victim\n");
  shared = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  void *page =
      mmap(victim, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || page != victim) return 3;
  for (const harness_attack *it = harness_attacks; it->name; it++, count++) {
    int status = status_of(it);
    bool right = it->name[0] == '+';
    bool good = right ? WIFEXITED(status) && WEXITSTATUS(status) == 0 && *shared : !is_hurt();
    if (good) continue;
    failed++;
    (void)printf("%s: %s, status %x\n", it->name, right ? "is right, but was stopped" : "succeeded",
                 (unsigned)status);
  }
  (void)printf("%d attacks, %d of them not as expected\n", count, failed);
  return failed != 0;
}

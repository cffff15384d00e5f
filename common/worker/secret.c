/* secret.c: keeps the nonce of the job where the student's code cannot read it. */
#include "internal.h"

#include <sys/mman.h>
#include <unistd.h>

static char *page;
static size_t page_bytes;
static bool hidden;

void sl_secret_make(void) {
  page_bytes = (size_t)sysconf(_SC_PAGESIZE);
  page = mmap(NULL, page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) _exit(3);
  (void)madvise(page, page_bytes, MADV_DONTDUMP);
}

char *sl_secret(void) {
  return page;
}

bool sl_secret_hide(bool yes) {
  bool before = hidden;
  if (yes != before) {
    hidden = yes;
    (void)mprotect(page, page_bytes, yes ? PROT_NONE : PROT_READ | PROT_WRITE);
  }
  return before;
}

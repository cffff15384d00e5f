/** @file huge.h
 *  Puts large arrays on large pages. With small pages, a gigabyte costs 250 000 page faults, which
 *  take as long as parsing the numbers in it.
 */
#ifndef SL_BASE_HUGE_H
#define SL_BASE_HUGE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

/** Asks the system to use large pages for `array`. The system may refuse. The contents do not
 *  change. */
static inline void sl_prefer_huge_pages(void *array, size_t bytes) {
#ifdef MADV_HUGEPAGE
  const uintptr_t page = (uintptr_t)1 << 21;
  uintptr_t start = ((uintptr_t)array + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)array + bytes) & ~(page - 1);
  if (start < end)
    (void)madvise((char *)array + (start - (uintptr_t)array), end - start, MADV_HUGEPAGE);
#else
  (void)array;
  (void)bytes;
#endif
}

#endif

/* checked.c: checked versions of library functions that store through a pointer. The student's file
 * calls them instead of the originals (checked.h), because stores inside a library are not
 * instrumented. The lens itself replaces memcpy and similar functions (lens_shim/bytes.h). */
#define _GNU_SOURCE
#include "internal.h"

#include "lens/abi.h"
#include "lens/lens.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Only assembler directives name these functions. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Checks that the student's code may store these bytes. A finding is reported at the call in the
 * student's file. */
#define must_own(to, bytes)                                                                        \
  lens_note_store((to), (bytes), __builtin_return_address(0), __builtin_dwarf_cfa())

/* ---- string.h -------------------------------------------------------------------------------- */

char *sl_checked_strcpy(char *to, const char *from) {
  must_own(to, strlen(from) + 1);
  return strcpy(to, from);
}

char *sl_checked_stpcpy(char *to, const char *from) {
  must_own(to, strlen(from) + 1);
  return stpcpy(to, from);
}

char *sl_checked_strncpy(char *to, const char *from, size_t bytes) {
  must_own(to, bytes);
  return strncpy(to, from, bytes);
}

char *sl_checked_strcat(char *to, const char *from) {
  must_own(to, strlen(to) + strlen(from) + 1);
  return strcat(to, from);
}

char *sl_checked_strncat(char *to, const char *from, size_t bytes) {
  must_own(to, strlen(to) + strnlen(from, bytes) + 1);
  return strncat(to, from, bytes);
}

char *sl_checked_strtok(char *text, const char *between) {
  if (text) must_own(text, strlen(text) + 1);
  return strtok(text, between);
}

char *sl_checked_strdup(const char *text) {
  size_t bytes = strlen(text) + 1;
  char *copy = sl_own_memory_take_unguarded(bytes, 1);
  return copy ? memcpy(copy, text, bytes) : NULL;
}

/* ---- stdlib.h, time.h ------------------------------------------------------------------------ */

#define CHECKED_NUMBER(type, name)                                                                 \
  type sl_checked_##name(const char *text, char **end) {                                           \
    must_own(end, sizeof *end);                                                                    \
    return name(text, end);                                                                        \
  }
#define CHECKED_INTEGER(type, name)                                                                \
  type sl_checked_##name(const char *text, char **end, int base) {                                 \
    must_own(end, sizeof *end);                                                                    \
    return name(text, end, base);                                                                  \
  }
CHECKED_NUMBER(float, strtof)
CHECKED_NUMBER(double, strtod)
CHECKED_NUMBER(long double, strtold)
CHECKED_INTEGER(long, strtol)
CHECKED_INTEGER(long long, strtoll)
CHECKED_INTEGER(unsigned long, strtoul)
CHECKED_INTEGER(unsigned long long, strtoull)

static bool goes_first(int (*compare)(const void *, const void *), const char *a, const char *b) {
  return (int)lens_call_back((const void *)(uintptr_t)compare, a, b) <= 0;
}

/* Merges two sorted parts of `from`, the first with `left` elements, into `to`. */
static void merge(char *to, const char *from, size_t left, size_t count, size_t size,
                  int (*compare)(const void *, const void *)) {
  const char *a = from, *middle = from + left * size, *b = middle, *end = from + count * size;
  for (; a < middle || b < end; to += size) {
    bool first = b == end || (a < middle && goes_first(compare, a, b));
    memcpy(to, first ? a : b, size);
    if (first)
      a += size;
    else
      b += size;
  }
}

static void sort(char *base, char *room, size_t count, size_t size,
                 int (*compare)(const void *, const void *)) {
  if (count < 2) return;
  size_t left = count / 2;
  sort(base, room, left, size, compare);
  sort(base + left * size, room, count - left, size, compare);
  merge(room, base, left, count, size, compare);
  memcpy(base, room, count * size);
}

/* Sorts without qsort of the C library, because `compare` could store into the stack frames of
 * qsort while it runs. The sort is stable, like that of the C library. */
void sl_checked_qsort(void *base, size_t count, size_t size,
                      int (*compare)(const void *, const void *)) {
  must_own(count ? base : NULL, count * size);
  char *room = malloc(count * size + 1);
  if (!room) abort();
  sort(base, room, count, size, compare);
  free(room);
}

void *sl_checked_bsearch(const void *key, const void *base, size_t count, size_t size,
                         int (*compare)(const void *, const void *)) {
  const char *low = base;
  while (count > 0) {
    const char *middle = low + count / 2 * size;
    int order = (int)lens_call_back((const void *)(uintptr_t)compare, key, middle);
    if (order == 0) return (void *)(uintptr_t)middle;
    if (order > 0) low = middle + size;
    count = order > 0 ? count - count / 2 - 1 : count / 2;
  }
  return NULL;
}

/* Returns NULL for the kit's own variables. Otherwise, a sandbox has only PATH and similar
 * variables. */
char *sl_checked_getenv(const char *name) {
  bool kits = strncmp(name, "SL_", 3) == 0 || strncmp(name, "LENS_", 5) == 0;
  return kits ? NULL : getenv(name);
}

int sl_checked_rand_r(unsigned *seed) {
  must_own(seed, sizeof *seed);
  return rand_r(seed);
}

void *sl_checked_aligned_alloc(size_t align, size_t bytes) {
  return sl_own_memory_take_unguarded(bytes, align);
}

int sl_checked_posix_memalign(void **out, size_t align, size_t bytes) {
  must_own(out, sizeof *out);
  *out = sl_own_memory_take_unguarded(bytes, align);
  return *out ? 0 : 12; /* ENOMEM */
}

time_t sl_checked_time(time_t *out) {
  must_own(out, sizeof *out);
  return time(out);
}

/* ---- math.h ---------------------------------------------------------------------------------- */

#define CHECKED_PARTS(type, suffix)                                                                \
  type sl_checked_frexp##suffix(type x, int *power) {                                              \
    must_own(power, sizeof *power);                                                                \
    return frexp##suffix(x, power);                                                                \
  }                                                                                                \
  type sl_checked_modf##suffix(type x, type *whole) {                                              \
    must_own(whole, sizeof *whole);                                                                \
    return modf##suffix(x, whole);                                                                 \
  }                                                                                                \
  type sl_checked_remquo##suffix(type x, type y, int *part) {                                      \
    must_own(part, sizeof *part);                                                                  \
    return remquo##suffix(x, y, part);                                                             \
  }                                                                                                \
  void sl_checked_sincos##suffix(type x, type *sine, type *cosine) {                               \
    must_own(sine, sizeof *sine);                                                                  \
    must_own(cosine, sizeof *cosine);                                                              \
    sincos##suffix(x, sine, cosine);                                                               \
  }
CHECKED_PARTS(double, )
CHECKED_PARTS(float, f)
CHECKED_PARTS(long double, l)

/* ---- stdio.h; the lens replaces printf itself (runtime/print.c)
 * ------------------------------- */

/* Reports a stream other than stdout and stderr, because the student's code may have made it, and
 * it may write anywhere. */
static FILE *known(FILE *stream) {
  if (stream != stdout && stream != stderr) (void)lens_may_store(stream, SIZE_MAX);
  return stream;
}

#define WITH_ARGUMENTS(call)                                                                       \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  int length = call;                                                                               \
  va_end(arguments);                                                                               \
  return length

/* Passes a copy of the va_list to the library, because printing changes it. */
#define WITH_COPY(call)                                                                            \
  va_list copy;                                                                                    \
  va_copy(copy, arguments);                                                                        \
  int length = call;                                                                               \
  va_end(copy);                                                                                    \
  return length

int sl_checked_vfprintf(FILE *stream, const char *format, va_list arguments) {
  WITH_COPY(vfprintf(known(stream), lens_plain_format(format), copy));
}

int sl_checked_fprintf(FILE *stream, const char *format, ...) {
  WITH_ARGUMENTS(vfprintf(known(stream), lens_plain_format(format), arguments));
}

/* The number of bytes that printing would write, including the terminating zero. */
static size_t length_of(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, lens_plain_format(format), again);
  va_end(again);
  return length < 0 ? 1 : (size_t)length + 1;
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

int sl_checked_vsnprintf(char *to, size_t bytes, const char *format, va_list arguments) {
  must_own(to, least(bytes, length_of(format, arguments)));
  WITH_COPY(vsnprintf(to, bytes, format, copy));
}

int sl_checked_vsprintf(char *to, const char *format, va_list arguments) {
  must_own(to, length_of(format, arguments));
  WITH_COPY(vsprintf(to, format, copy));
}

int sl_checked_snprintf(char *to, size_t bytes, const char *format, ...) {
  WITH_ARGUMENTS((must_own(to, least(bytes, length_of(format, arguments))),
                  vsnprintf(to, bytes, format, arguments)));
}

int sl_checked_sprintf(char *to, const char *format, ...) {
  WITH_ARGUMENTS((must_own(to, length_of(format, arguments)), vsprintf(to, format, arguments)));
}

int sl_checked_fputs(const char *text, FILE *stream) {
  return fputs(text, known(stream));
}

int sl_checked_fputc(int c, FILE *stream) {
  return fputc(c, known(stream));
}

size_t sl_checked_fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  return fwrite(from, size, count, known(stream));
}

int sl_checked_fflush(FILE *stream) {
  return fflush(stream ? known(stream) : NULL);
}

/* ---- the end ------------------------------------------------------------------------------- */

/* Ignores exit handlers: when the worker ends, it has already sent everything. */
int sl_checked_no_exit(void (*function)(void *), void *argument, void *library) {
  (void)function;
  (void)argument;
  (void)library;
  return 0;
}

/* ---- C++ ------------------------------------------------------------------------------------- */

void *sl_take_exception(size_t bytes) __asm__("__cxa_allocate_exception");

/* Allocates a C++ exception, and allows the student's code to store into it. */
void *sl_checked_take_exception(size_t bytes) {
  void *made = sl_take_exception(bytes);
  lens_allow_stores_for_now(made, bytes);
  return made;
}

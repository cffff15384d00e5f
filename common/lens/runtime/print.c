/* print.c: printf and its variants, in kernels and on the host. These functions replace those of
 * the C library. */
#include "print.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "alloc.h"

#undef putchar

/* If one block, or all blocks together, have printed this many bytes, the text is written at once,
 * without waiting for earlier blocks. */
enum { MOST_OF_BLOCK = 1 << 20, MOST_OF_LAUNCH = 1 << 24 };

struct lens_print {
  lens_print *next;
  bool told;
  size_t length;
  char text[];
};

/* ---- a block's text ------------------------------------------------------------------------- */

static void append(lens_prints *it, const char *text, size_t length) {
  if (it->length + length > it->capacity) {
    size_t capacity = 2 * (it->length + length);
    char *grown = lens_alloc_more(it->text, capacity, 1);
    if (!grown) return;
    it->text = grown;
    it->capacity = capacity;
  }
  memcpy(it->text + it->length, text, length);
  it->length += length;
}

void lens_print_step(lens_block *block, lens_print *print) {
  lens_prints *it = &block->seen.prints;
  append(it, print->text, print->length);
  print->told = true;
  if (it->length < MOST_OF_BLOCK) return;
  (void)fwrite(it->text, 1, it->length, stdout);
  it->length = 0;
}

/* ---- texts of the launch -------------------------------------------------------------------- */

typedef struct print_page {
  uint64_t block;
  char *text;
  size_t length;
} print_page;

static struct {
  pthread_mutex_t lock;
  print_page *pages;
  size_t count, capacity, bytes;
} book = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int by_block(const void *a, const void *b) {
  const print_page *one = a;
  const print_page *two = b;
  return (one->block > two->block) - (one->block < two->block);
}

static void write_out(void) {
  qsort(book.pages, book.count, sizeof *book.pages, by_block);
  for (size_t i = 0; i < book.count; i++) {
    (void)fwrite(book.pages[i].text, 1, book.pages[i].length, stdout);
    free(book.pages[i].text);
  }
  book.count = 0;
  book.bytes = 0;
}

/* Takes ownership of the text. */
static void add_page(uint64_t block, char *text, size_t length) {
  pthread_mutex_lock(&book.lock);
  if (book.count == book.capacity) {
    size_t capacity = book.capacity ? 2 * book.capacity : 64;
    print_page *grown = lens_alloc_more(book.pages, capacity, sizeof *grown);
    if (grown) {
      book.pages = grown;
      book.capacity = capacity;
    } else {
      write_out();
    }
  }
  if (book.count < book.capacity) book.pages[book.count++] = (print_page){block, text, length};
  book.bytes += length;
  if (book.bytes > MOST_OF_LAUNCH) write_out();
  pthread_mutex_unlock(&book.lock);
}

void lens_print_end_block(lens_block *block) {
  lens_prints *it = &block->seen.prints;
  while (it->first) {
    lens_print *print = it->first;
    it->first = print->next;
    if (!print->told) append(it, print->text, print->length);
    free(print);
  }
  if (it->length) {
    add_page(block->number, it->text, it->length);
  } else {
    free(it->text);
  }
  *it = (lens_prints){.first = NULL};
}

void lens_print_end_launch(void) {
  pthread_mutex_lock(&book.lock);
  if (book.count) write_out();
  pthread_mutex_unlock(&book.lock);
}

/* ---- the calls ------------------------------------------------------------------------------ */

static bool printed; /* atomic */

bool lens_print_happened(void) {
  return __atomic_exchange_n(&printed, false, __ATOMIC_RELAXED);
}

static void note(lens_lane *lane, const char *text, size_t length, uintptr_t place,
                 uintptr_t frame) {
  lens_print *print = lens_alloc(1, sizeof *print + length);
  if (!print) return;
  *print = (lens_print){.length = length};
  memcpy(print->text, text, length);
  lens_prints *all = &lane->block->seen.prints;
  if (!all->first) all->end = &all->first;
  *all->end = print;
  all->end = &print->next;
  __atomic_store_n(&printed, true, __ATOMIC_RELAXED);
  lens_access_record_add(lane, frame, place,
                         lens_make_class(LENS_RECORD_PRINT, 0, 0) | (uint64_t)(uintptr_t)print);
}

/* Writes the text to `out`, and returns its length. The format must be a copy, because another
 * block could change the program's format after lens_plain_format has checked it. */
static int print_to(char *out, size_t size, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(out, size, lens_plain_format(format), again);
  va_end(again);
  return length;
}

/* Formats and notes a text in a kernel. A thread's stack is small, but has room for a text of usual
 * length; a longer one is allocated. */
static int print_as(const char *format, va_list arguments, uintptr_t place, uintptr_t frame) {
  size_t bytes = strlen(format);
  char text[512], *copy = lens_alloc(bytes + 1, 1);
  if (!copy) return -1;
  memcpy(copy, format, bytes);
  int length = print_to(text, sizeof text, copy, arguments);
  if (length >= (int)sizeof text) {
    char *longer = lens_alloc((size_t)length + 1, 1);
    int whole = longer ? print_to(longer, (size_t)length + 1, copy, arguments) : -1;
    if (whole >= 0) {
      size_t shown = (size_t)(whole < length ? whole : length);
      note(lens_lane_now, longer, shown, place, frame);
    }
    free(longer);
  } else if (length > 0) {
    note(lens_lane_now, text, (size_t)length, place, frame);
  }
  free(copy);
  return length;
}

int vprintf(const char *format, va_list arguments) {
  if (lens_lane_now) return print_as(format, arguments, LENS_PLACE, LENS_FRAME);
  va_list own; /* vfprintf changes its list */
  va_copy(own, arguments);
  int length = vfprintf(stdout, lens_plain_format(format), own);
  va_end(own);
  return length;
}

int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = lens_lane_now ? print_as(format, arguments, LENS_PLACE, LENS_FRAME)
                             : vfprintf(stdout, lens_plain_format(format), arguments);
  va_end(arguments);
  return length;
}

/* Compilers replace a printf without arguments by puts. */
int puts(const char *text) {
  if (!lens_lane_now) return fputs(text, stdout) < 0 ? EOF : putc('\n', stdout);
  size_t length = strlen(text);
  char *line = lens_alloc(length + 1, 1);
  if (!line) return EOF;
  memcpy(line, text, length);
  line[length] = '\n';
  note(lens_lane_now, line, length + 1, LENS_PLACE, LENS_FRAME);
  free(line);
  return (int)length + 1;
}

int putchar(int character) {
  if (!lens_lane_now) return putc(character, stdout);
  char text = (char)character;
  note(lens_lane_now, &text, 1, LENS_PLACE, LENS_FRAME);
  return character;
}

/* intern.c: one copy of each text, never freed, because names outlive the module they came from. */
#include "alloc.h"
#include "describe.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char **texts;
static size_t count, capacity;

static const char *find(const char *text) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(texts[i], text) == 0) return texts[i];
  }
  return NULL;
}

static const char *add(const char *text) {
  if (count == capacity) {
    size_t larger = capacity ? 2 * capacity : 64;
    char **grown = lens_alloc_more(texts, larger, sizeof *grown);
    if (!grown) return "";
    texts = grown;
    capacity = larger;
  }
  char *copy = lens_alloc(strlen(text) + 1, 1);
  if (!copy) return "";
  memcpy(copy, text, strlen(text));
  texts[count++] = copy;
  return copy;
}

const char *lens_intern(const char *text) {
  if (!text) return "";
  pthread_mutex_lock(&lock);
  const char *known = find(text);
  if (!known) known = add(text);
  pthread_mutex_unlock(&lock);
  return known;
}

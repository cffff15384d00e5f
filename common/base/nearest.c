/* nearest.c: finds the name that a mistyped word probably means. */
#include "base/nearest.h"

#include <string.h>

enum { MAX_LENGTH = 60 };

static int least(int a, int b) {
  return a < b ? a : b;
}

/* The number of letters that must be inserted, removed, replaced or exchanged with their neighbors
 * to change `a` into `b`. */
static int distance(const char *a, const char *b) {
  int rows[3][MAX_LENGTH + 1]; /* the last three rows of the dynamic programming table */
  int length_a = (int)strlen(a), length_b = (int)strlen(b);
  for (int i = 0; i <= length_a; i++) {
    int *row = rows[i % 3];
    row[0] = i;
    for (int j = 1; j <= length_b; j++) {
      if (i == 0) {
        row[j] = j;
        continue;
      }
      const int *above = rows[(i + 2) % 3];
      row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = least(row[j], rows[(i + 1) % 3][j - 2] + 1);
      }
    }
  }
  return rows[length_a % 3][length_b];
}

int sl_nearest_distance(const char *a, const char *b) {
  return strlen(a) > MAX_LENGTH || strlen(b) > MAX_LENGTH ? -1 : distance(a, b);
}

const char *sl_nearest(const char *word, const char *const *names, size_t count) {
  int length = (int)strlen(word);
  if (length > MAX_LENGTH) return NULL;
  const char *nearest = NULL;
  int best = (length + 2) / 3 + 1; /* the smallest distance that is too large */
  for (size_t i = 0; i < count; i++) {
    if (strlen(names[i]) > MAX_LENGTH) continue;
    int d = distance(word, names[i]);
    if (d > best) continue;
    nearest = d < best ? names[i] : NULL;
    best = d;
  }
  return nearest;
}

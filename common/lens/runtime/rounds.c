/* rounds.c: looks for a loop's counter among the bytes of a stack. What looks like one need not be:
 * a thread may count while it waits in vain. But where there is none, the loop has no end that the
 * thread itself comes nearer to by counting. */
#include "rounds.h"

#include <string.h>

#define ENOUGH         4         /* times, in which no other number grows by chance */
#define LONG_ELSEWHERE 64        /* then it is looked at where it stands now */
#define LARGEST_COUNT  (1 << 28) /* what lies beyond is no count, but a float or half an address */

static unsigned copy_halves(int32_t *to, const void *stack, const void *top) {
  size_t bytes = (size_t)((const char *)top - (const char *)stack);
  if (bytes > LENS_ROUNDS_HALVES * sizeof *to) bytes = LENS_ROUNDS_HALVES * sizeof *to;
  memcpy(to, stack, bytes);
  return (unsigned)(bytes / sizeof *to);
}

static void begin(lens_rounds *rounds, uint64_t key, const void *stack, const void *top) {
  memset(rounds, 0, sizeof *rounds);
  rounds->key = key;
  rounds->stack = (uintptr_t)stack;
  unsigned count = copy_halves(rounds->last, stack, top);
  for (unsigned i = 0; i < count; i++) rounds->up[i / 64] |= UINT64_C(1) << i % 64;
  memcpy(rounds->down, rounds->up, sizeof rounds->down);
}

void lens_rounds_note(lens_rounds *rounds, uint64_t key, const void *stack, const void *top) {
  if (rounds->key != key || rounds->stack != (uintptr_t)stack) {
    if (!rounds->key || rounds->elsewhere++ == LONG_ELSEWHERE) begin(rounds, key, stack, top);
    return;
  }
  int32_t now[LENS_ROUNDS_HALVES];
  unsigned count = copy_halves(now, stack, top);
  for (unsigned i = 0; i < count; i++) {
    uint64_t bit = UINT64_C(1) << i % 64;
    bool small = now[i] > -LARGEST_COUNT && now[i] < LARGEST_COUNT;
    if (!small || now[i] <= rounds->last[i]) rounds->up[i / 64] &= ~bit;
    if (!small || now[i] >= rounds->last[i]) rounds->down[i / 64] &= ~bit;
  }
  memcpy(rounds->last, now, count * sizeof *now);
  rounds->elsewhere = 0;
  rounds->seen++;
}

bool lens_rounds_count(const lens_rounds *rounds) {
  return rounds->seen >= ENOUGH &&
         (rounds->up[0] | rounds->up[1] | rounds->down[0] | rounds->down[1]) != 0;
}

/* events.c: a queue of events by cycle. It has two wheels, so that adding and taking an event are
 * cheap. */
#include "lens/model/internal.h"

#include <stdlib.h>
#include <string.h>

void model_events_init(event_queue *q, event *pool, uint32_t capacity) {
  memset(q, 0, sizeof *q);
  q->pool = pool;
  q->capacity = capacity;
  q->used = 1;
}

uint32_t model_events_new(event_queue *q) {
  uint32_t e = q->free;
  if (e)
    q->free = q->pool[e].next;
  else {
    if (q->used == q->capacity) {
      event *larger = q->capacity < UINT32_MAX / 2
                          ? realloc(q->pool, (size_t)q->capacity * 2 * sizeof *larger)
                          : NULL;
      if (!larger) {
        q->failed = 1;
        return 0;
      }
      q->pool = larger;
      q->capacity *= 2;
    }
    e = q->used++;
  }
  memset(&q->pool[e], 0, sizeof q->pool[e]);
  return e;
}

void model_events_release(event_queue *q, uint32_t e) {
  q->pool[e].next = q->free;
  q->free = e;
}

static void append(event_queue *q, event_list *list, uint32_t e) {
  q->pool[e].next = 0;
  if (list->last)
    q->pool[list->last].next = e;
  else
    list->first = e;
  list->last = e;
}

void model_events_add(event_queue *q, uint32_t e) {
  uint64_t cycle = q->pool[e].time / CYCLE;
  if (cycle < q->cycle) cycle = q->cycle;
  uint64_t group = cycle / WHEEL, now = q->cycle / WHEEL;
  if (group == now) {
    unsigned at = cycle % WHEEL;
    append(q, &q->near[at], e);
    q->near_bits[at / 64] |= (uint64_t)1 << at % 64;
    q->in_near++;
  } else {
    if (group - now >= WHEEL) group = now + WHEEL - 1;
    append(q, &q->far[group % WHEEL], e);
    q->in_far++;
  }
}

/* Moves the next group of cycles with events to the near wheel. */
static void turn(event_queue *q) {
  uint64_t group = q->cycle / WHEEL;
  do group++;
  while (!q->far[group % WHEEL].first);
  q->cycle = group * WHEEL;
  uint32_t e = q->far[group % WHEEL].first;
  q->far[group % WHEEL] = (event_list){0, 0};
  while (e) {
    uint32_t next = q->pool[e].next;
    q->in_far--;
    model_events_add(q, e);
    e = next;
  }
}

uint32_t model_events_take(event_queue *q, uint32_t *next_out) {
  while (q->in_near == 0) {
    if (q->in_far == 0) return 0;
    turn(q);
  }
  unsigned at = q->cycle % WHEEL, word = at / 64;
  uint64_t bits = q->near_bits[word] & ~(uint64_t)0 << at % 64;
  while (!bits) bits = q->near_bits[++word];
  at = word * 64 + (unsigned)__builtin_ctzll(bits);
  q->cycle = q->cycle / WHEEL * WHEEL + at;
  event_list *list = &q->near[at];
  uint32_t e = list->first;
  list->first = q->pool[e].next;
  if (!list->first) {
    list->last = 0;
    q->near_bits[word] &= ~((uint64_t)1 << at % 64);
  }
  q->in_near--;
  uint32_t next = list->first;
  if (!next && (bits & (bits - 1)))
    next = q->near[word * 64 + (unsigned)__builtin_ctzll(bits & (bits - 1))].first;
  *next_out = next;
  return e;
}

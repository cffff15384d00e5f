/* l1.c: requests of warps, the L1 cache, and the path to L2. */
#include "lens/model/internal.h"

#include <stdlib.h>
#include <string.h>

void model_l1_begin(simulation *s, multiprocessor *mp) {
  l1_cache *c = &s->memory->l1[mp - s->multiprocessors];
  if (!c->sets) {
    size_t sets = (size_t)(s->device->l1_kb * 1024) / (32 * LINE_SECTORS * L1_WAYS) + 1;
    c->sets = aligned_alloc(64, sets * sizeof *c->sets);
    c->lines = malloc(sets * L1_WAYS * sizeof *c->lines);
    c->dropped = malloc(sets * DROPPED_EACH * sizeof *c->dropped);
  }
  if (!c->sets || !c->lines || !c->dropped) {
    s->events.failed = 1;
    return;
  }
  for (uint32_t i = 0; i < s->l1_sets; i++) c->sets[i] = (l1_set){{0}, UNUSED_WAYS};
  memset(c->dropped, 0, (size_t)s->l1_sets * DROPPED_EACH * sizeof *c->dropped);
  mp->cache = *c;
}

static void prefetch_l1(const l1_cache *c, uint32_t sets, uint32_t line) {
  const l1_set *set = &c->sets[(uint64_t)mix(line) * sets >> 32];
  __builtin_prefetch(set->tags);
  __builtin_prefetch(&set->order);
}

/* The entry for the recently replaced sectors of a line. 28 bits in the entry identify the line,
 * because its position gives the other bits. */
static uint32_t *dropped_at(const l1_cache *c, uint32_t sets, uint32_t line) {
  return &c->dropped[(uint64_t)mix(line) * sets * DROPPED_EACH >> 32];
}

static unsigned dropped_sectors(const l1_cache *c, uint32_t sets, uint32_t line) {
  uint32_t entry = *dropped_at(c, sets, line);
  return entry >> 4 == (mix(line) & UINT32_MAX >> 4) ? entry & 15 : 0;
}

static void drop(const l1_cache *c, uint32_t sets, uint32_t line, const l1_sector *sectors) {
  unsigned mask = dropped_sectors(c, sets, line);
  for (unsigned i = 0; i < LINE_SECTORS; i++) mask |= (unsigned)(sectors[i] != 0) << i;
  *dropped_at(c, sets, line) = mix(line) << 4 | mask;
}

/* Returns the index of the line in the cache. If the line is not cached, it replaces the least
 * recently used line of its set, and has no valid sectors yet. */
static uint32_t l1_find(l1_cache *c, uint32_t sets, uint32_t line) {
  uint32_t at = (uint32_t)((uint64_t)mix(line) * sets >> 32);
  l1_set *set = &c->sets[at];
  unsigned i = 0;
  while (i < L1_WAYS && set->tags[i] != line + 1) i++;
  if (i == L1_WAYS) {
    i = oldest_way(set->order);
    if (set->tags[i]) drop(c, sets, set->tags[i] - 1, c->lines[at * L1_WAYS + i]);
    set->tags[i] = line + 1;
    memset(&c->lines[at * L1_WAYS + i], 0, sizeof c->lines[0]);
  }
  use_way(&set->order, i);
  return at * L1_WAYS + i;
}

typedef struct asking {
  uint32_t w;
  uint8_t slot, kind, passes, flags;
  ticks now, begin; /**< time of the request; time at which the cache looks it up */
} asking;

/* Sends the request for sectors of one line to L2. 0 if memory is short. */
static uint32_t send(simulation *s, const asking *a, uint32_t line, unsigned mask, ticks at,
                     ticks translated) {
  uint16_t number = s->warps[a->w].multiprocessor;
  multiprocessor *mp = &s->multiprocessors[number];
  unsigned sectors = count_sectors(mask);
  ticks begin, takes;
  if (a->kind == EVENT_LOAD) {
    begin = later(at, mp->path);
    takes = s->cost.path_line + sectors * s->cost.path_sector;
    mp->path = begin + takes;
    s->busy.path += takes;
  } else {
    begin = later(at, mp->store);
    takes = s->cost.store_line;
    if (a->kind == EVENT_STORE) takes *= sectors > 2 ? sectors : 2;
    mp->store = begin + takes;
    s->busy.store += takes;
  }
  uint32_t e = model_events_new(&s->events);
  if (!e) return 0;
  event *p = &s->events.pool[e];
  p->kind = a->kind;
  p->warp = a->w;
  p->result = a->slot;
  p->line = line;
  p->mask = (uint8_t)mask;
  p->passes = a->passes;
  p->flags = a->flags;
  p->multiprocessor = number;
  p->slot = UINT32_MAX;
  p->waited_l1 = cut(at - a->now);
  p->waited_l2 = cut(begin - at);
  p->time = later(begin, translated) + s->cost.l2_half;
  if (a->kind != EVENT_LOAD &&
      half_of_slice(s->memory, model_memory_slice(s->memory, line)) != half_of(s, number))
    p->time += s->cost.l2_far_half;
  model_events_add(&s->events, e);
  if (a->slot != NO_RESULT) s->warps[a->w].results[a->slot].pending++;
  return e;
}

static void wait_with(simulation *s, const asking *a, uint32_t fill) {
  uint32_t e = model_events_new(&s->events);
  if (!e) return;
  event *p = &s->events.pool[e], *f = &s->events.pool[fill];
  p->kind = EVENT_WAITER;
  p->warp = a->w;
  p->result = a->slot;
  p->time = a->begin + s->cost.l1_hit;
  p->next = f->waiters;
  f->waiters = e;
  s->warps[a->w].results[a->slot].pending++;
}

/* Loads sectors of one line through the L1 cache. */
static void look_up(simulation *s, const asking *a, uint32_t line, unsigned mask, ticks at,
                    ticks translated) {
  multiprocessor *mp = &s->multiprocessors[s->warps[a->w].multiprocessor];
  result *r = &s->warps[a->w].results[a->slot];
  uint32_t place = l1_find(&mp->cache, s->l1_sets, line);
  l1_sector *sectors = mp->cache.lines[place];
  unsigned missing = 0;
  l1_sector asked = 0;
  for (unsigned i = 0; i < LINE_SECTORS; i++) {
    if (!(mask >> i & 1)) continue;
    l1_sector state = sectors[i];
    if (!state)
      missing |= 1u << i;
    else if (!(state & IN_FLIGHT))
      r->time = later(r->time, (ticks)(state - 1) * CYCLE);
    else if (state != asked) {
      wait_with(s, a, state & ~IN_FLIGHT);
      asked = state;
    }
  }
  unsigned hits = count_sectors(mask & ~missing);
  s->out->l1_hits += hits;
  s->out->l1_misses += count_sectors(missing);
  s->out->places[r->place].l1_misses += count_sectors(missing);
  if (!missing) return;
  s->out->l1_dropped += count_sectors(missing & dropped_sectors(&mp->cache, s->l1_sets, line));
  uint32_t e = send(s, a, line, missing, at, translated);
  if (!e) return;
  s->events.pool[e].slot = place;
  for (unsigned i = 0; i < LINE_SECTORS; i++)
    if (missing >> i & 1) sectors[i] = IN_FLIGHT | e;
}

typedef struct asked_line {
  uint32_t physical;
  unsigned mask;
  ticks translated;
} asked_line;

/* The passes of an atomic on one of its lines. The trace has only the number of lanes on the
 * busiest word, which is assumed to be on the first line. */
static uint8_t passes_of(const model_operation *op, unsigned lines, unsigned line_number) {
  unsigned most = op->wavefronts < 1 ? 1 : op->wavefronts > 32 ? 32 : op->wavefronts;
  if (line_number == 0 || lines < 2) return (uint8_t)most;
  unsigned others = op->lanes > most ? (op->lanes - most) / (lines - 1) : 1;
  return (uint8_t)(others < 1 ? 1 : others < most ? others : most);
}

void model_l1_request(simulation *s, uint32_t w, const model_operation *op, const uint64_t *sectors,
                      uint8_t slot, ticks now) {
  multiprocessor *mp = &s->multiprocessors[s->warps[w].multiprocessor];
  unsigned n = op->num_sectors, lines = 0;
  for (unsigned i = 0; i < n; i++)
    lines += i == 0 || sectors[i] / LINE_SECTORS != sectors[i - 1] / LINE_SECTORS;
  /* if the number of wavefronts is unknown, it is assumed to be the number of lines */
  unsigned waves = op->kind != MODEL_ATOMIC && op->wavefronts ? op->wavefronts : lines;
  ticks takes = later(lines * s->cost.l1_line, n * (ticks)CYCLE / LINE_SECTORS);
  takes = later(CYCLE, later(takes, waves * s->cost.l1_bank));
  asking a = {w, slot, EVENT_LOAD, 1, op->flags, now, later(now, mp->l1)};
  mp->l1 = a.begin + takes;
  s->busy.l1 += takes;
  s->out->places[op->place].requests++;
  s->out->places[op->place].sectors += n;
  s->requests++;
  s->lanes += op->lanes;
  model_timeline_at(s, a.begin)->l1_sectors += n;
  if (op->kind == MODEL_STORE) a.kind = EVENT_STORE;
  if (op->kind == MODEL_ATOMIC) a.kind = EVENT_ATOMIC;
  if (op->kind == MODEL_STORE && op->lanes * op->bytes < n * 32u) a.flags |= PARTIAL;
  if (slot != NO_RESULT) {
    result *r = &s->warps[w].results[slot];
    r->time = a.begin + s->cost.l1_hit;
    r->waited[0] = cut(a.begin - now);
    r->pending++; /* keeps the result pending until everything is requested */
  }
  int through_l1 = a.kind == EVENT_LOAD && !(op->flags & MODEL_PAST_L1);
  unsigned number = 0;
  for (unsigned i = 0; i < n;) {
    /* translates up to 32 lines first, so that their tags are prefetched */
    asked_line some[32];
    unsigned count = 0;
    for (; i < n && count < 32; count++) {
      asked_line *p = &some[count];
      uint64_t line = sectors[i] / LINE_SECTORS;
      p->mask = 0;
      for (; i < n && sectors[i] / LINE_SECTORS == line; i++)
        p->mask |= 1u << sectors[i] % LINE_SECTORS;
      p->physical = model_memory_translate(s, mp, line, now, &p->translated);
      if (through_l1 && lines > 1) prefetch_l1(&mp->cache, s->l1_sets, p->physical);
    }
    for (unsigned k = 0; k < count && !s->events.failed; k++, number++) {
      const asked_line *p = &some[k];
      ticks at = a.begin + number * s->cost.l1_line;
      if (a.kind == EVENT_ATOMIC) a.passes = passes_of(op, lines, number);
      if (through_l1) {
        look_up(s, &a, p->physical, p->mask, at, p->translated);
        continue;
      }
      if (a.kind == EVENT_LOAD) s->out->l1_misses += count_sectors(p->mask);
      send(s, &a, p->physical, p->mask, at, p->translated);
    }
  }
  if (slot != NO_RESULT)
    s->warps[w].results[slot].pending--;
  else
    s->end = later(s->end, now);
}

/* memory.c: the L2 cache with its slices, device memory, and the state of both that outlives a
 * launch. */
#include "lens/model/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- the state that outlives a launch ---- */

enum { USUAL_EVENTS = 1 << 14, MOST_KEPT_EVENTS = 1 << 18 /* 12 MB */ };

model_memory *model_memory_make(const model_device *device) {
  model_memory *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->halves = (unsigned)device->l2_halves;
  m->slices = (unsigned)device->l2_slices / m->halves * m->halves;
  double sets = device->l2_mb * (1 << 20) / (32 * LINE_SECTORS * L2_WAYS) / m->halves;
  m->sets = sets < 1 ? 1 : (uint32_t)sets;
  m->page_capacity = 1024;
  m->num_l1 = (unsigned)device->multiprocessors;
  m->pool_capacity = USUAL_EVENTS;
  m->l2 = aligned_alloc(64, (size_t)m->sets * m->halves * sizeof *m->l2);
  m->pages = calloc(m->page_capacity, sizeof *m->pages);
  m->l1 = calloc(m->num_l1, sizeof *m->l1);
  m->pool = malloc(m->pool_capacity * sizeof *m->pool);
  if (!m->l2 || !m->pages || !m->l1 || !m->pool) {
    model_memory_free(m);
    return NULL;
  }
  memset(m->l2, 0, (size_t)m->sets * m->halves * sizeof *m->l2);
  /* A part of the cache's content must still be written back. */
  uint32_t dirty = (uint32_t)(device->flush_dirty * 65536);
  for (uint32_t i = 0; i < m->sets * m->halves; i++) {
    m->l2[i].order = UNUSED_WAYS;
    for (unsigned way = 0; way < L2_WAYS; way++)
      if ((mix(i * L2_WAYS + way) & 0xffff) < dirty) m->l2[i].dirty[way] = 15;
  }
  return m;
}

void model_memory_free(model_memory *m) {
  if (!m) return;
  for (unsigned i = 0; m->l1 && i < m->num_l1; i++) {
    free(m->l1[i].sets);
    free(m->l1[i].lines);
    free(m->l1[i].dropped);
  }
  free(m->l1);
  free(m->warps);
  free(m->pool);
  free(m->l2);
  free(m->pages);
  free(m->fetched);
  free(m);
}

enum { BYTES_OF_PAGE = LINES_PER_PAGE * LINE_SECTORS / 8 };

static void forget_times(model_memory *m) {
  m->launch++;
  if (m->fetched) memset(m->fetched, 0, m->fetched_pages * BYTES_OF_PAGE);
  for (size_t i = 0; i < m->page_capacity; i++) m->pages[i].ready = 0;
}

int model_memory_begin(simulation *s) {
  model_memory *m = s->memory;
  size_t num_warps = (size_t)s->num_multiprocessors * s->blocks_each * s->warps_each_block;
  if (num_warps > m->num_warps) { /* not cleared: a warp's fields are set when the warp starts */
    free(m->warps);
    m->warps = malloc(num_warps * sizeof *m->warps);
    m->num_warps = m->warps ? num_warps : 0;
  }
  if (!m->warps) return -1;
  s->warps = m->warps;
  model_events_init(&s->events, m->pool, m->pool_capacity);
  forget_times(m);
  s->slice = calloc(m->slices, sizeof *s->slice);
  s->slice_atomic = calloc(m->slices, sizeof *s->slice_atomic);
  s->last_added = calloc(m->slices, sizeof *s->last_added);
  s->channel = calloc(m->slices, sizeof *s->channel);
  s->open_rows = calloc((size_t)m->slices * OPEN_ROWS, sizeof *s->open_rows);
  if (!s->slice || !s->slice_atomic || !s->last_added || !s->channel || !s->open_rows) return -1;
  return 0;
}

void model_memory_end(simulation *s) {
  model_memory *m = s->memory;
  if (s->events.pool) { /* the pool may have grown */
    m->pool = s->events.pool;
    m->pool_capacity = s->events.capacity;
    event *kept = m->pool_capacity > MOST_KEPT_EVENTS
                      ? realloc(m->pool, MOST_KEPT_EVENTS * sizeof *kept)
                      : NULL;
    if (kept) {
      m->pool = kept;
      m->pool_capacity = MOST_KEPT_EVENTS;
    }
  }
  free(s->slice);
  free(s->slice_atomic);
  free(s->last_added);
  free(s->channel);
  free(s->open_rows);
}

/* ---- addresses ---- */

static model_page *find_page(model_page *pages, size_t capacity, uint64_t number) {
  size_t i = mix((uint32_t)number ^ (uint32_t)(number >> 32)) & (capacity - 1);
  while (pages[i].number && pages[i].number != number + 1) i = (i + 1) & (capacity - 1);
  return &pages[i];
}

static int grow_pages(model_memory *m) {
  size_t capacity = m->page_capacity * 2;
  model_page *larger = calloc(capacity, sizeof *larger);
  if (!larger) return -1;
  for (size_t i = 0; i < m->page_capacity; i++)
    if (m->pages[i].number) *find_page(larger, capacity, m->pages[i].number - 1) = m->pages[i];
  free(m->pages);
  m->pages = larger;
  m->page_capacity = capacity;
  return 0;
}

uint32_t model_memory_translate(simulation *s, multiprocessor *mp, uint64_t line, ticks now,
                                ticks *ready) {
  uint64_t number = line / LINES_PER_PAGE;
  unsigned k = number % 4;
  if (mp->recent_page[k] != number + 1) {
    model_memory *m = s->memory;
    model_page *p = find_page(m->pages, m->page_capacity, number);
    if (!p->number) {
      *p = (model_page){number + 1, (uint32_t)m->num_pages++, now + s->cost.page};
      if (m->num_pages * 2 > m->page_capacity) {
        if (grow_pages(m)) s->events.failed = 1;
        p = find_page(m->pages, m->page_capacity, number);
      }
    }
    mp->recent_page[k] = number + 1;
    mp->recent_physical[k] = p->physical;
    mp->recent_ready[k] = p->ready;
  }
  *ready = mp->recent_ready[k];
  return mp->recent_physical[k] * LINES_PER_PAGE + (uint32_t)(line % LINES_PER_PAGE);
}

/* The slice of a line. In each kilobyte, blocks of 256 bytes alternate between two slices. The next
 * kilobyte uses two other slices, and groups of kilobytes use different orders of slices. */
uint32_t model_memory_slice(const model_memory *m, uint32_t line) {
  uint32_t pairs = m->slices / 2, kilobyte = line / LINES_PER_BLOCK;
  if (pairs == 0) return 0;
  uint32_t group = kilobyte / pairs, place = kilobyte % pairs;
  return (place + mix(group)) % pairs * 2 + ((line / 2 + (mix(kilobyte) & 1)) & 1);
}

/* ---- device memory ---- */

/* Requests `pieces` of 64 bytes of a line from a channel; returns the time at which the channel
 * begins to serve them. Requests for one row that come soon after one another are served
 * together. */
static ticks dram(simulation *s, uint32_t channel, uint32_t line, unsigned pieces, ticks now) {
  uint32_t lines_of_row = (uint32_t)s->device->dram_row_bytes / (32 * LINE_SECTORS);
  uint32_t row = line / (s->memory->slices * lines_of_row) + 1;
  open_row *open = &s->open_rows[channel * OPEN_ROWS + mix(row) % OPEN_ROWS];
  ticks takes = pieces * s->cost.dram_piece;
  uint32_t cycle = (uint32_t)(now / CYCLE);
  if (open->row != row || cycle - open->cycle > (uint32_t)s->device->dram_window_cycles)
    takes += s->cost.dram_row;
  *open = (open_row){row, cycle};
  ticks begin = later(now, s->channel[channel]);
  s->channel[channel] = begin + takes;
  s->busy.dram += takes;
  s->out->dram_sectors += pieces * 2;
  model_timeline_at(s, begin)->dram_sectors += pieces * 2;
  return begin;
}

/* The additional time of a request beyond the minimum: exponentially distributed, with the mean
 * that the device file states. */
static ticks spread(const simulation *s, uint32_t line, ticks now) {
  uint32_t random = mix(line ^ mix((uint32_t)(now / CYCLE) ^ s->memory->launch << 24));
  unsigned zeros = random ? (unsigned)__builtin_clz(random) : 31;
  uint32_t rest = (uint32_t)((uint64_t)random << (zeros + 1)) >> 16;
  /* minus the logarithm to base 2 of a random fraction, interpolated; its mean is 3/2 */
  uint64_t more = ((uint64_t)zeros << 16) + 65536 - rest;
  return more * s->cost.dram_spread * 2 / 3 >> 16;
}

static unsigned pieces_of(unsigned mask) {
  return ((mask & 3) != 0) + ((mask & 12) != 0);
}

/* Counts the sectors that this launch has read before, and marks them as read. */
static void count_again(simulation *s, uint32_t line, unsigned mask) {
  model_memory *m = s->memory;
  size_t page = line / LINES_PER_PAGE;
  if (page >= m->fetched_pages) {
    size_t pages = 2 * page + 16;
    uint8_t *larger = realloc(m->fetched, pages * BYTES_OF_PAGE);
    if (!larger) {
      s->events.failed = 1;
      return;
    }
    memset(larger + m->fetched_pages * BYTES_OF_PAGE, 0,
           (pages - m->fetched_pages) * BYTES_OF_PAGE);
    m->fetched = larger;
    m->fetched_pages = pages;
  }
  uint8_t *at = &m->fetched[(size_t)line / 2];
  unsigned shift = line % 2 * LINE_SECTORS;
  s->out->dram_again += count_sectors(*at >> shift & mask);
  *at |= (uint8_t)(mask << shift);
}

/* ---- the L2 cache --------------------------------------------------------------------------- */

static l2_set *l2_find(simulation *s, unsigned half, uint32_t line, unsigned *way) {
  model_memory *m = s->memory;
  uint32_t set = (uint32_t)((uint64_t)mix(line) * m->sets >> 32);
  l2_set *l = &m->l2[(size_t)half * m->sets + set];
  unsigned i = 0;
  while (i < L2_WAYS && l->tags[i] != line + 1) i++;
  *way = i;
  if (i < L2_WAYS) use_way(&l->order, i);
  if (l->launch != m->launch) {
    memset(l->ready, 0, sizeof l->ready);
    l->launch = m->launch;
  }
  return l;
}

/* The sectors that came from DRAM with the other half of their 64 bytes, and have not been
 * requested since. */
static unsigned sent_along(const l2_set *l, unsigned way) {
  return l->valid[way] >> SENT_ALONG;
}

static void note_request(l2_set *l, unsigned way, unsigned sectors) {
  l->valid[way] &= (uint8_t) ~(sectors << SENT_ALONG);
}

/* Makes room for a line that l2_find has not found, and returns its way. */
static unsigned l2_replace(simulation *s, l2_set *l, uint32_t line, uint32_t channel, ticks now) {
  unsigned oldest = oldest_way(l->order);
  if (l->dirty[oldest]) {
    uint32_t old = l->tags[oldest];
    if (old)
      dram(s, model_memory_slice(s->memory, old - 1), old - 1, pieces_of(l->dirty[oldest]), now);
    else { /* dirty before the launch: written in long runs, without changing rows */
      ticks takes = pieces_of(l->dirty[oldest]) * s->cost.dram_piece;
      s->channel[channel] = later(now, s->channel[channel]) + takes;
      s->busy.dram += takes;
    }
  }
  l->tags[oldest] = line + 1;
  use_way(&l->order, oldest);
  l->ready[oldest] = 0;
  l->valid[oldest] = l->dirty[oldest] = 0;
  return oldest;
}

static ticks slice_takes(simulation *s, uint32_t slice, ticks takes, ticks now) {
  ticks begin = later(now, s->slice[slice]);
  s->slice[slice] = begin + takes;
  s->busy.slices += takes;
  return begin;
}

/* Delivers the requested sectors of an event to the multiprocessor at `time`. */
static void resolve(simulation *s, uint32_t e, ticks now, ticks time, ticks in_l2, ticks in_dram) {
  event *p = &s->events.pool[e];
  if (p->slot != UINT32_MAX) {
    l1_sector *sectors = s->multiprocessors[p->multiprocessor].cache.lines[p->slot];
    uint32_t cycle = (uint32_t)(time / CYCLE + 1) & ~IN_FLIGHT;
    for (unsigned i = 0; i < LINE_SECTORS; i++)
      if (sectors[i] == (IN_FLIGHT | e)) sectors[i] = cycle; /* otherwise the line was replaced */
  }
  uint32_t waited[3] = {p->waited_l1, cut(p->waited_l2 + in_l2), cut(in_dram)};
  s->end = later(s->end, time);
  if (p->result != NO_RESULT) model_warps_complete(s, p->warp, p->result, now, time, waited);
  uint32_t waiter = s->events.pool[e].waiters;
  while (waiter) {
    event *q = &s->events.pool[waiter];
    uint32_t next = q->next;
    __builtin_prefetch(&s->events.pool[next]);
    model_warps_complete(s, q->warp, q->result, now, later(time, q->time), waited);
    model_events_release(&s->events, waiter);
    waiter = next;
  }
  model_events_release(&s->events, e);
}

static void arrive_load(simulation *s, uint32_t e) {
  event *p = &s->events.pool[e];
  model_memory *m = s->memory;
  uint32_t line = p->line, home = model_memory_slice(m, line);
  unsigned own = half_of(s, p->multiprocessor), far = half_of_slice(m, home) != own;
  unsigned here = p->kind == EVENT_FAR ? !own : own;
  uint32_t slice = m->halves == 1 ? home : home - home % 2 + here;
  ticks now = p->time;
  unsigned sectors = count_sectors(p->mask), way;
  ticks takes = later(s->cost.l2_line, sectors * s->cost.l2_sector);
  ticks begin = slice_takes(s, slice, takes, now);
  model_timeline_at(s, begin)->l2_sectors += sectors;
  l2_set *l = l2_find(s, here, line, &way);
  unsigned there = way < L2_WAYS ? l->valid[way] & p->mask : 0, missing = p->mask & ~there;
  if (way == L2_WAYS) way = l2_replace(s, l, line, home, now);
  ticks back = s->cost.l2_half;
  if (missing && far && p->kind == EVENT_LOAD) { /* request the sectors from the other half */
    l->valid[way] |= p->mask;
    l->ready[way] = (uint32_t)((begin + 2 * s->cost.l2_far_half) / CYCLE);
    p->kind = EVENT_FAR;
    p->waited_l2 = cut(p->waited_l2 + begin - now);
    p->time = begin + s->cost.l2_far_half;
    model_events_add(&s->events, e);
    return;
  }
  if (p->kind == EVENT_FAR) back += s->cost.l2_far_half;
  /* as in the hardware's counts, a sector whose data have not arrived is also a miss, and so is the
   * first request for a sector that DRAM sent along */
  unsigned late = (ticks)l->ready[way] * CYCLE > begin ? there : there & sent_along(l, way);
  s->out->l2_hits += count_sectors(there & ~late);
  s->out->l2_misses += count_sectors(missing | late);
  if (s->out->places && p->result != NO_RESULT) {
    uint32_t place = s->warps[p->warp].results[p->result].place;
    s->out->places[place].l2_misses += count_sectors(missing | late);
  }
  ticks ready = later(begin, (ticks)l->ready[way] * CYCLE), in_dram = 0;
  if (missing) {
    unsigned pieces = pieces_of(missing & 3) + pieces_of(missing & 12);
    ticks served = dram(s, home, line, pieces, begin);
    in_dram = served - begin;
    ready = later(ready, served + s->cost.dram + spread(s, line, served));
    unsigned arrives = 0;
    for (unsigned i = 0; i < LINE_SECTORS; i += 2) /* whole pieces */
      if (missing & 3u << i) arrives |= 3u << i;
    count_again(s, line, arrives);
    l->valid[way] |= arrives | (arrives & ~l->valid[way] & 15) << SENT_ALONG;
    l->ready[way] = (uint32_t)(ready / CYCLE);
  } else
    in_dram = ready - begin; /* another request already loads the sectors */
  note_request(l, way, p->mask);
  ticks time = ready + back;
  if (p->kind == EVENT_FAR) { /* the near half waits for the same data */
    unsigned near_way;
    l2_set *near = l2_find(s, own, line, &near_way);
    if (near_way < L2_WAYS)
      near->ready[near_way] = (uint32_t)((ready + s->cost.l2_far_half) / CYCLE);
  }
  resolve(s, e, now, time, begin - now, in_dram);
}

/* Lets a store or an atomic for the far half pass through the near half, where its line occupies
 * space. */
static void pass_through(simulation *s, const event *p, uint32_t home) {
  unsigned own = half_of(s, p->multiprocessor), way;
  if (half_of_slice(s->memory, home) == own) return;
  l2_set *l = l2_find(s, own, p->line, &way);
  if (way == L2_WAYS) way = l2_replace(s, l, p->line, home, p->time);
  l->valid[way] |= p->mask;
}

static void arrive_store(simulation *s, uint32_t e) {
  event *p = &s->events.pool[e];
  uint32_t home = model_memory_slice(s->memory, p->line);
  unsigned sectors = count_sectors(p->mask), way;
  ticks takes = later(s->cost.l2_store, sectors * s->cost.l2_store / 2);
  ticks begin = slice_takes(s, home, takes, p->time);
  model_timeline_at(s, begin)->l2_sectors += sectors;
  l2_set *l = l2_find(s, half_of_slice(s->memory, home), p->line, &way);
  if (way == L2_WAYS) way = l2_replace(s, l, p->line, home, p->time);
  s->out->l2_hits += sectors;
  pass_through(s, p, home);
  /* a sector that was written in part twice counts as whole */
  l->valid[way] |= p->flags & PARTIAL ? p->mask & l->dirty[way] : p->mask;
  l->dirty[way] |= p->mask;
  note_request(l, way, p->mask);
  s->end = later(s->end, begin + takes);
  model_events_release(&s->events, e);
}

static void arrive_atomic(simulation *s, uint32_t e) {
  event *p = &s->events.pool[e];
  model_memory *m = s->memory;
  uint32_t home = model_memory_slice(m, p->line);
  unsigned own = half_of(s, p->multiprocessor), far = half_of_slice(m, home) != own;
  unsigned sectors = count_sectors(p->mask), way;
  /* A floating-point addition takes longer, but this delays only the next request for the same
   * words; other requests pass meanwhile. */
  addition *last = &s->last_added[home];
  int follows = last->line == p->line + 1 && (last->mask & p->mask);
  *last = (addition){p->line + 1, p->mask};
  ticks word = follows && (p->flags & MODEL_FLOATING) ? s->cost.atomic_float : s->cost.atomic_int;
  /* lanes of half a warp on one word take one pass each; later passes touch fewer sectors */
  unsigned of_half = (p->passes + 1u) / 2;
  ticks takes = later(sectors * s->cost.atomic_sector * (of_half + 1) / 2, p->passes * word);
  ticks now = p->time, begin = slice_takes(s, home, takes, now);
  s->slice_atomic[home] += takes;
  model_timeline_at(s, begin)->l2_sectors += sectors;
  l2_set *l = l2_find(s, half_of_slice(m, home), p->line, &way);
  unsigned missing = way < L2_WAYS ? p->mask & ~l->valid[way] : p->mask;
  if (way == L2_WAYS) way = l2_replace(s, l, p->line, home, now);
  s->out->l2_hits += sectors - count_sectors(missing);
  s->out->l2_misses += count_sectors(missing);
  ticks ready = later(begin + takes, (ticks)l->ready[way] * CYCLE), in_dram = 0;
  if (missing) {
    ticks served = dram(s, home, p->line, pieces_of(missing), begin);
    in_dram = served - begin;
    ready = later(ready, served + s->cost.dram + spread(s, p->line, served));
    l->ready[way] = (uint32_t)(ready / CYCLE);
  }
  pass_through(s, p, home);
  l->valid[way] |= p->mask;
  l->dirty[way] |= p->mask;
  ticks time = ready + s->cost.l2_half + s->cost.atomic_extra;
  if (far) time += s->cost.l2_far_half;
  resolve(s, e, now, time, begin + takes - now, in_dram);
}

void model_memory_warm(simulation *s, const model_block *b) {
  multiprocessor *mp = &s->multiprocessors[0];
  model_memory *m = s->memory;
  for (unsigned i = 0; i < b->num_warps; i++) {
    const model_warp *w = &b->warps[i];
    for (size_t k = 0; k < w->num_sectors; k++) {
      uint64_t line = w->sectors[k] / LINE_SECTORS;
      if (k && line == w->sectors[k - 1] / LINE_SECTORS) continue;
      ticks translated;
      uint32_t physical = model_memory_translate(s, mp, line, 0, &translated);
      unsigned home = half_of_slice(m, model_memory_slice(m, physical));
      for (unsigned half = 0; half < m->halves;
           half++) { /* the home half, and for every second block the other half */
        unsigned way;
        if (half != home && (s->next_block & 1)) continue;
        l2_set *l = l2_find(s, half, physical, &way);
        if (way == L2_WAYS) {
          way = oldest_way(l->order);
          l->tags[way] = physical + 1;
          use_way(&l->order, way);
          l->ready[way] = 0;
          l->dirty[way] = 0;
        }
        l->valid[way] = 15;
      }
    }
  }
}

void model_memory_prefetch(const simulation *s, const event *e) {
  uint32_t line = e->line;
  __builtin_prefetch(&s->events.pool[e->waiters]);
  if (e->slot != UINT32_MAX)
    __builtin_prefetch(s->multiprocessors[e->multiprocessor].cache.lines[e->slot]);
  if (e->result != NO_RESULT) __builtin_prefetch(&s->warps[e->warp].results[e->result]);
  uint32_t set = (uint32_t)((uint64_t)mix(line) * s->memory->sets >> 32);
  for (unsigned half = 0; half < s->memory->halves; half++) {
    const l2_set *l = &s->memory->l2[(size_t)half * s->memory->sets + set];
    __builtin_prefetch(l->tags);
    __builtin_prefetch(&l->order);
    __builtin_prefetch(l->ready);
  }
}

void model_memory_arrive(simulation *s, uint32_t e) {
  switch (s->events.pool[e].kind) {
  case EVENT_STORE:
    arrive_store(s, e);
    break;
  case EVENT_ATOMIC:
    arrive_atomic(s, e);
    break;
  default:
    arrive_load(s, e);
  }
}

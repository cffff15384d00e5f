/* sighting.c: the list of findings. */
#include "sighting.h"
#include "alloc.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SIGHTINGS 1024

lens_sighting lens_sighting_of(lens_finding_kind kind) {
  lens_sighting sighting;
  memset(&sighting, 0, sizeof sighting);
  sighting.kind = kind;
  sighting.kernel = "";
  sighting.index = -1;
  sighting.length = -1;
  sighting.count = 1;
  return sighting;
}

static bool same_defect(const lens_sighting *a, const lens_sighting *b) {
  return a->kind == b->kind && a->place == b->place && a->line == b->line &&
         a->kernel == b->kernel && a->operation == b->operation &&
         a->other.known == b->other.known && a->other.operation == b->other.operation &&
         a->other.same_block == b->other.same_block && a->other.tag == b->other.tag &&
         a->other.place == b->other.place && strcmp(a->array, b->array) == 0;
}

static bool earlier(const lens_sighting *a, const lens_sighting *b) {
  if (a->launch != b->launch) return a->launch < b->launch;
  if (a->block != b->block) return a->block < b->block;
  return a->thread < b->thread;
}

static lens_sighting *find(lens_sightings *list, const lens_sighting *sighting) {
  for (size_t i = 0; i < list->count; i++) {
    if (same_defect(&list->items[i], sighting)) return &list->items[i];
  }
  return NULL;
}

size_t lens_sightings_add(lens_sightings *list, const lens_sighting *sighting) {
  lens_sighting *known = find(list, sighting);
  if (known) {
    unsigned long long count = known->count + sighting->count;
    lens_race_advice gap = known->gap;
    if (earlier(sighting, known)) *known = *sighting;
    known->count = count;
    known->gap.across = gap.across || sighting->gap.across;
    known->gap.loops = gap.loops || sighting->gap.loops;
    known->gap.waits = gap.waits || sighting->gap.waits;
    known->gap.flagged = gap.flagged || sighting->gap.flagged;
    return (size_t)(known - list->items);
  }
  if (list->count == MOST_SIGHTINGS) return LENS_NO_SIGHTING;
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 16;
    lens_sighting *items = lens_alloc_more(list->items, capacity, sizeof *items);
    if (!items) return LENS_NO_SIGHTING;
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count] = *sighting;
  return list->count++;
}

bool lens_sightings_repeat(lens_sightings *list, size_t index, uint64_t block, unsigned thread) {
  lens_sighting *known = &list->items[index];
  bool later = known->block != block ? known->block < block : known->thread <= thread;
  if (later) known->count++;
  return later;
}

void lens_sightings_merge(lens_sightings *into, const lens_sightings *from) {
  for (size_t i = 0; i < from->count; i++) (void)lens_sightings_add(into, &from->items[i]);
}

void lens_sightings_clear(lens_sightings *list) {
  list->count = 0;
}

void lens_sightings_free(lens_sightings *list) {
  free(list->items);
  *list = (lens_sightings){0};
}

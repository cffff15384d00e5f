/* dataflow.c: the sites of a launch, and reading the tapes of a few warps. */
#include "dataflow_parts.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WARPS = 96 }; /* the most warps that are read */

/* ---- sites ---------------------------------------------------------------------------------- */

static uint32_t number_of_place(lens_dataflow *course, uint32_t place) {
  for (unsigned i = 0; i < course->num_places; i++) {
    if (course->places[i] == place) return i;
  }
  if (course->num_places == course->places_capacity) {
    unsigned capacity = course->places_capacity ? 2 * course->places_capacity : 64;
    uint32_t *grown = lens_alloc_more(course->places, capacity, sizeof *grown);
    if (!grown) return 0;
    course->places = grown;
    course->places_capacity = capacity;
  }
  course->places[course->num_places] = place;
  return course->num_places++;
}

static bool grow_sites(lens_dataflow *course) {
  unsigned capacity = course->capacity ? 2 * course->capacity : 128;
  lens_site *sites = lens_alloc_more(course->sites, capacity, sizeof *sites);
  if (sites) course->sites = sites;
  dataflow_study *studies =
      sites ? lens_alloc_more(course->studies, capacity, sizeof *studies) : NULL;
  if (studies) course->studies = studies;
  uint32_t *index = studies ? lens_alloc(2 * (size_t)capacity, sizeof *index) : NULL;
  if (!index) return false;
  free(course->index);
  course->index = index;
  course->index_capacity = 2 * capacity;
  course->capacity = capacity;
  for (unsigned i = 0; i < course->num_sites; i++) {
    unsigned at = lens_dataflow_hash(sites[i].key, sites[i].what, 2 * capacity);
    while (index[at]) at = (at + 1) & (2 * capacity - 1);
    index[at] = i + 1;
  }
  return true;
}

uint32_t lens_dataflow_site(lens_dataflow *course, const lens_recording_slot *slot) {
  if (course->num_sites == course->capacity && !grow_sites(course)) return LENS_SITE_NONE;
  unsigned at = lens_dataflow_hash(slot->key, slot->what, course->index_capacity);
  for (; course->index[at]; at = (at + 1) & (course->index_capacity - 1)) {
    const lens_site *it = &course->sites[course->index[at] - 1];
    if (it->key == slot->key && it->what == slot->what) return course->index[at] - 1;
  }
  uint32_t number = course->num_sites++;
  course->index[at] = number + 1;
  course->sites[number] = (lens_site){.key = slot->key,
                                      .what = slot->what,
                                      .place = number_of_place(course, lens_key_place(slot->key)),
                                      .need = LENS_NEEDS_ALL,
                                      .source = LENS_SITE_NONE,
                                      .block = LENS_SITE_NONE,
                                      .loop = LENS_SITE_NONE,
                                      .decider = LENS_SITE_NONE};
  memset(&course->studies[number], 0, sizeof *course->studies);
  return number;
}

const lens_site *lens_dataflow_get(const lens_dataflow *course, uint32_t site) {
  return &course->sites[site];
}

const lens_loop *lens_dataflow_loop(const lens_dataflow *course, uint32_t loop) {
  return &course->loops[loop];
}

unsigned lens_dataflow_num_loops(const lens_dataflow *course) {
  return course->num_loops;
}

unsigned lens_dataflow_num_places(const lens_dataflow *course) {
  return course->num_places;
}

uint32_t lens_dataflow_place(const lens_dataflow *course, unsigned number) {
  return course->places[number];
}

void lens_dataflow_free(lens_dataflow *course) {
  if (!course) return;
  for (unsigned i = 0; i < course->num_sites; i++) free(course->studies[i].next);
  free(course->sites);
  free(course->studies);
  free(course->index);
  free(course->places);
  free(course->loops);
  free(course->relations);
  free(course->decisions);
  free(course);
}

/* ---- reading warps -------------------------------------------------------------------------- */

static bool open_warp(dataflow_reading *it, lens_dataflow *course, const lens_recording *tape,
                      unsigned warp) {
  *it = (dataflow_reading){.course = course};
  it->sites = lens_alloc(tape->num_slots, sizeof *it->sites);
  if (!it->sites || !lens_recording_open(&it->tape, tape, warp)) return false;
  for (unsigned i = 0; i < tape->num_slots; i++) {
    it->sites[i] = lens_dataflow_site(course, &it->tape.slots[i]);
    if (it->sites[i] == LENS_SITE_NONE) return false;
  }
  return true;
}

static void close_warp(dataflow_reading *it) {
  lens_recording_close(&it->tape);
  free(it->sites);
}

bool lens_dataflow_next_step(dataflow_reading *it, lens_recording_step *step, uint32_t *site) {
  if (!lens_recording_read(&it->tape, step)) return false;
  *site = it->sites[step->slot];
  return true;
}

bool lens_dataflow_for_each_warp(lens_dataflow *course, const lens_recording *const *tapes,
                                 size_t num_tapes, bool (*visit)(dataflow_reading *it)) {
  size_t step = num_tapes > MOST_WARPS ? num_tapes / MOST_WARPS : 1;
  unsigned turn = 0;
  for (size_t i = 0; i < num_tapes; i += step) {
    size_t at = i; /* skip blocks without a tape */
    while (at + 1 < num_tapes && at + 1 < i + step && !tapes[at]) at++;
    const lens_recording *tape = tapes[at];
    if (!tape || tape->num_warps == 0) continue;
    unsigned each = num_tapes < MOST_WARPS / 8 ? 8 : 1;
    for (unsigned k = 0; k < each && k < tape->num_warps; k++) {
      unsigned warp = turn++ % tape->num_warps;
      dataflow_reading it;
      bool good = open_warp(&it, course, tape, warp) && visit(&it);
      close_warp(&it);
      if (!good) return false;
    }
  }
  return true;
}

lens_dataflow *lens_dataflow_learn(const lens_recording *const *tapes, size_t num_tapes,
                                   const lens_steps *steps, lens_value_at *value) {
  lens_dataflow *course = lens_alloc(1, sizeof *course);
  if (!course) return NULL;
  course->value = value;
  course->steps = *steps;
  if (lens_dataflow_find_loops(course, tapes, num_tapes) &&
      lens_dataflow_find_needs(course, tapes, num_tapes)) {
    lens_dataflow_settle_loops(course);
    return course;
  }
  lens_dataflow_free(course);
  return NULL;
}

/* guess.c: plain loads before an atomic on the same word. */
#include "guess.h"

#include <stdlib.h>

#define LOOKS_BACK 16 /* entries of the thread's trace */

struct lens_guess {
  const void *address; /* NULL: nothing is held back */
  lens_sighting sighting;
};

static void tell(lens_worker *worker, lens_guess *guess) {
  if (guess->address) lens_sightings_add(&worker->sightings, &guess->sighting);
  guess->address = NULL;
}

void lens_guess_hold(lens_lane *lane, const lens_access *access, const lens_sighting *sighting) {
  lens_worker *worker = lane->worker;
  const void *address = (const void *)access->address;
  if (!worker->guesses) worker->guesses = calloc(LENS_MAX_THREADS, sizeof *worker->guesses);
  if (!worker->guesses) {
    lens_sightings_add(&worker->sightings, sighting);
    return;
  }
  lens_guess *guess = &worker->guesses[lane->thread];
  if (guess->address != address) tell(worker, guess);
  *guess = (lens_guess){address, *sighting};
}

void lens_guess_confirm(lens_lane *lane, const void *address) {
  lens_guess *guess = &lane->worker->guesses[lane->thread];
  if (guess->address == address) guess->address = NULL;
}

bool lens_guess_of_both(const lens_lane *lane, const lens_access *access) {
  const lens_record *begin = lens_lane_trace(lane->worker, lane->thread % LENS_WARP);
  const lens_record *it = lane->out;
  for (int i = 0; i < LOOKS_BACK && it > begin; i++) {
    it--;
    bool load = lens_kind_of(it->what) == LENS_RECORD_LOAD;
    if (load && lens_address_of(it->what) == access->counted) return true;
  }
  return false;
}

void lens_guess_settle(lens_worker *worker) {
  if (!worker->guesses) return;
  for (unsigned i = 0; i < worker->work->threads; i++) tell(worker, &worker->guesses[i]);
}

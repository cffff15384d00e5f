/* issue_operation.c: issues one operation of a warp. */
#include "issue_parts.h"

#include "alloc.h"
#include "model.h"

#include <string.h>

static bool grow(void **items, size_t size, size_t *capacity, size_t wanted) {
  if (wanted <= *capacity) return true;
  size_t larger = *capacity ? 2 * *capacity : 256;
  if (larger < wanted) larger = wanted;
  void *grown = lens_alloc_more(*items, larger, size);
  if (!grown) return false;
  *items = grown;
  *capacity = larger;
  return true;
}

bool lens_issue_reserve(lens_issued *it, size_t operations, size_t sectors) {
  void *all_operations = it->operations, *all_sectors = it->sectors;
  bool good =
      grow(&all_operations, sizeof *it->operations, &it->operations_capacity,
           it->num_operations + operations) &&
      grow(&all_sectors, sizeof *it->sectors, &it->sectors_capacity, it->num_sectors + sectors);
  it->operations = all_operations;
  it->sectors = all_sectors;
  return good;
}

bool lens_issue_begin_unit(lens_issued *it) {
  void *units = it->units;
  bool good = grow(&units, sizeof *it->units, &it->units_capacity, it->num_units + 1);
  it->units = units;
  if (good) it->units[it->num_units++] = (lens_unit){it->num_operations, it->num_sectors};
  return good;
}

/* Sorts a few numbers, which are mostly in order already, and removes duplicates. Works in place:
 * number i is read before it is overwritten, because no more numbers are kept than were read. */
static unsigned sort_distinct(uint64_t *numbers, unsigned count) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t number = numbers[i];
    unsigned at = kept;
    while (at > 0 && numbers[at - 1] > number) at--;
    if (at > 0 && numbers[at - 1] == number) continue;
    memmove(&numbers[at + 1], &numbers[at], (kept - at) * sizeof *numbers);
    numbers[at] = number;
    kept++;
  }
  return kept;
}

/* Appends the distinct sectors that the lanes access, and returns their number. */
static unsigned put_sectors(lens_issuer *it, const uint64_t *address, uint32_t lanes,
                            unsigned bytes) {
  uint64_t *sectors = it->out->sectors + it->out->num_sectors;
  unsigned count = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    sectors[count++] = (address[__builtin_ctz(rest)] - it->base) / LENS_SECTOR_BYTES;
  }
  (void)bytes; /* not needed: an access is aligned, so it lies in one sector */
  count = sort_distinct(sectors, count);
  it->out->num_sectors += count;
  return count;
}

static unsigned most_on_a_word(const uint64_t *address, uint32_t lanes) {
  unsigned most = 0;
  for (uint32_t rest = lanes; rest;) {
    uint64_t word = address[__builtin_ctz(rest)];
    unsigned count = 0;
    for (uint32_t others = rest; others; others &= others - 1) {
      if (address[__builtin_ctz(others)] != word) continue;
      count++;
      rest &= ~(others & -others);
    }
    most = count > most ? count : most;
  }
  return most;
}

/* The L2 cache serves the lanes on one word one after another, half a warp at a time. */
static unsigned passes_of(const uint64_t *address, uint32_t lanes) {
  return most_on_a_word(address, lanes & UINT16_MAX) +
         most_on_a_word(address, lanes & ~(uint32_t)UINT16_MAX);
}

/* The wavefronts of a step in shared memory, or in the L1 cache, which has the same banks. */
static unsigned wavefronts_of(const issue_cell *step, uint64_t what) {
  uint64_t address[LENS_WARP];
  unsigned count = 0;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    address[count++] = step->address[__builtin_ctz(rest)];
  }
  unsigned bytes = lens_bytes_of(what) * (step->wide ? step->wide : 1);
  lens_shared_request request = {address, count, step->lanes, bytes};
  unsigned kind = lens_kind_of(what);
  lens_cost cost = kind == LENS_RECORD_ATOMIC
                       ? lens_model_shared_atomic(&request, lens_update_of(what))
                   : kind == LENS_RECORD_LOAD ? lens_model_shared_load(&request)
                                              : lens_model_shared_store(&request);
  return cost.units;
}

static bool brings_something(const model_operation *operation) {
  return operation->kind == MODEL_LOAD || operation->kind == MODEL_SHARED ||
         operation->kind == MODEL_EXCHANGE ||
         (operation->kind == MODEL_ATOMIC && (operation->flags & MODEL_RETURNS));
}

void lens_issue_operation(lens_issuer *it, const issue_cell *step, size_t after) {
  if (!lens_issue_reserve(it->out, 1, LENS_WARP)) {
    it->failed = true;
    return;
  }
  const lens_site *site = lens_dataflow_get(it->course, step->site);
  lens_issued *out = it->out;
  size_t number = out->num_operations;
  if (it->settle) after = it->last_result;
  it->settle = false;
  size_t back = after > it->settled ? number - (after - 1) : 0;
  if (after > it->settled) it->settled = after;
  unsigned kind = lens_kind_of(site->what);
  bool global = lens_syntax_space_of(site->what) == LENS_GLOBAL;
  model_operation *operation = &out->operations[out->num_operations++];
  *operation = (model_operation){
      .bytes = (uint8_t)(lens_bytes_of(site->what) * (step->wide ? step->wide : 1)),
      .lanes = (uint8_t)__builtin_popcount(step->lanes),
      .instructions = (uint16_t)(it->pending < UINT16_MAX ? it->pending : UINT16_MAX),
      .waits_for = (uint16_t)(back < MODEL_WAITS_FOR_ALL ? back : MODEL_WAITS_FOR_ALL),
      .place = site->place};
  it->pending = 0;
  if (kind == LENS_RECORD_SYNC) {
    operation->kind = MODEL_BARRIER;
    operation->flags = lens_bytes_of(site->what) == 2 ? MODEL_GRID : 0;
  } else if (kind == LENS_RECORD_MET) {
    operation->kind = MODEL_EXCHANGE;
    it->pending = OF_EXCHANGE;
  } else if (!global) {
    operation->kind = MODEL_SHARED;
    operation->wavefronts = (uint16_t)wavefronts_of(step, site->what);
  } else {
    operation->kind = kind == LENS_RECORD_LOAD    ? MODEL_LOAD
                      : kind == LENS_RECORD_STORE ? MODEL_STORE
                                                  : MODEL_ATOMIC;
    if (site->what & LENS_VOLATILE) operation->flags |= MODEL_PAST_L1;
    if (operation->kind != MODEL_ATOMIC) {
      operation->wavefronts = (uint16_t)wavefronts_of(step, site->what);
    } else {
      operation->wavefronts = (uint16_t)passes_of(step->address, step->lanes);
      if (lens_adds_floats(site->what)) operation->flags |= MODEL_FLOATING;
      if (site->gathered) operation->wavefronts = operation->lanes = 1;
      if (site->returns) operation->flags |= MODEL_RETURNS;
    }
    operation->num_sectors =
        (uint16_t)put_sectors(it, step->address, step->lanes, operation->bytes);
  }
  if (brings_something(operation)) it->last_result = number + 1;
}

unsigned lens_issue_instructions_for(const lens_site *site) {
  bool near = site->moves && site->distance < NEAR && site->distance > -NEAR;
  return near ? 0 : OF_NEW_ADDRESS;
}

bool lens_issue_is_decided_by(const lens_issuer *it, const lens_site *site, uint32_t load) {
  if (site->block == LENS_SITE_NONE) return false;
  return lens_dataflow_get(it->course, site->block)->decider == load;
}

bool lens_issue_waits_at_block(const lens_issuer *it, const lens_site *site) {
  if (site->block == LENS_SITE_NONE) return false;
  return lens_dataflow_get(it->course, site->block)->waits_for_all;
}

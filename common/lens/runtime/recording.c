/* recording.c: compresses the steps of warps. The addresses of one instruction mostly differ from
 * lane to lane, or from one step to the next, by a constant. So a step is written as that constant,
 * or as the differences lane by lane.
 */
#include "recording.h"
#include "alloc.h"

#include <stdlib.h>
#include <string.h>

/* The first byte of a step says how its addresses are coded, whether a new mask of lanes precedes
 * them, and which slot the step has. */
enum {
  MODE_MASK = 3,
  MODE_MOVED = 0,   /* each lane's address in the slot's latest step, plus one constant */
  MODE_SPACED = 1,  /* the first lane's address, and one distance from each lane to the next */
  MODE_BY_LANE = 2, /* the distance from each lane to the next, one by one */
  MODE_BY_STEP = 3, /* the distance of each lane from its address in the latest step */
  NEW_LANES = 4,
  SLOT_SHIFT = 3,
  SLOT_FOLLOWS = 31, /* the slot's number is in the bytes that follow */
  MOST_STEP_BYTES = 1 + 5 + 5 + LENS_WARP * 10
};

typedef struct warp_tape {
  uint8_t *bytes;
  size_t used, capacity;
  uint32_t lanes;
  uint64_t (*last)[LENS_WARP]; /* addresses of the latest step of each slot */
  unsigned num_last;
} warp_tape;

struct lens_recorder {
  lens_recording_slot *slots;
  unsigned num_slots, slots_capacity;
  unsigned *index; /* hash table: a slot's number + 1, or 0 */
  unsigned index_capacity;
  warp_tape *warps;
  unsigned num_warps, warps_capacity;
  bool failed;
};

lens_recorder *lens_recording_new(void) {
  return lens_alloc(1, sizeof(lens_recorder));
}

void lens_recording_free(lens_recorder *recorder) {
  if (!recorder) return;
  for (unsigned i = 0; i < recorder->warps_capacity; i++) {
    free(recorder->warps[i].bytes);
    free(recorder->warps[i].last);
  }
  free(recorder->warps);
  free(recorder->slots);
  free(recorder->index);
  free(recorder);
}

void lens_recording_begin_block(lens_recorder *recorder, unsigned num_warps) {
  recorder->failed = false;
  recorder->num_slots = 0;
  if (recorder->index) {
    memset(recorder->index, 0, recorder->index_capacity * sizeof *recorder->index);
  }
  if (num_warps > recorder->warps_capacity) {
    warp_tape *grown = lens_alloc_more(recorder->warps, num_warps, sizeof *grown);
    if (!grown) {
      recorder->failed = true;
      num_warps = recorder->warps_capacity;
    } else {
      memset(grown + recorder->warps_capacity, 0,
             (num_warps - recorder->warps_capacity) * sizeof *grown);
      recorder->warps = grown;
      recorder->warps_capacity = num_warps;
    }
  }
  recorder->num_warps = num_warps;
  for (unsigned i = 0; i < num_warps; i++) {
    recorder->warps[i].used = 0;
    recorder->warps[i].num_last = 0;
    recorder->warps[i].lanes = 0;
  }
}

/* ---- slots ---------------------------------------------------------------------------------- */

static uint64_t class_bits(uint64_t what) {
  return what & ~((UINT64_C(1) << LENS_ADDRESS_BITS) - 1);
}

static unsigned hash(uint64_t key, uint64_t what, unsigned capacity) {
  return (unsigned)((key ^ what >> 7) * UINT64_C(0x9E3779B97F4A7C15) >> 40) & (capacity - 1);
}

static bool grow_slots(lens_recorder *recorder) {
  unsigned capacity = recorder->slots_capacity ? 2 * recorder->slots_capacity : 64;
  lens_recording_slot *slots = lens_alloc_more(recorder->slots, capacity, sizeof *slots);
  if (slots) recorder->slots = slots;
  unsigned *index = slots ? lens_alloc(2 * (size_t)capacity, sizeof *index) : NULL;
  if (!index) return false;
  recorder->slots_capacity = capacity;
  free(recorder->index);
  recorder->index = index;
  recorder->index_capacity = 2 * capacity;
  for (unsigned i = 0; i < recorder->num_slots; i++) {
    unsigned at = hash(slots[i].key, slots[i].what, 2 * capacity);
    while (index[at]) at = (at + 1) & (2 * capacity - 1);
    index[at] = i + 1;
  }
  return true;
}

/* Returns UINT32_MAX when memory is short. */
static unsigned slot_of(lens_recorder *recorder, uint64_t key, uint64_t what) {
  if (recorder->num_slots == recorder->slots_capacity && !grow_slots(recorder)) return UINT32_MAX;
  unsigned at = hash(key, what, recorder->index_capacity);
  for (; recorder->index[at]; at = (at + 1) & (recorder->index_capacity - 1)) {
    const lens_recording_slot *slot = &recorder->slots[recorder->index[at] - 1];
    if (slot->key == key && slot->what == what) return recorder->index[at] - 1;
  }
  recorder->slots[recorder->num_slots] = (lens_recording_slot){key, what};
  recorder->index[at] = ++recorder->num_slots;
  return recorder->num_slots - 1;
}

/* ---- writing -------------------------------------------------------------------------------- */

static uint64_t zigzag(uint64_t difference) {
  return difference << 1 ^ (uint64_t)((int64_t)difference >> 63);
}

static uint64_t unzigzag(uint64_t coded) {
  return coded >> 1 ^ (0 - (coded & 1));
}

static uint8_t *put_number(uint8_t *at, uint64_t number) {
  while (number >= 0x80) {
    *at++ = (uint8_t)(number | 0x80);
    number >>= 7;
  }
  *at++ = (uint8_t)number;
  return at;
}

static unsigned bits_of(uint64_t number) {
  return 64u - (unsigned)__builtin_clzll(number | 1);
}

static uint8_t *put_addresses(uint8_t *at, uint8_t *head, const lens_step *step, uint64_t *last) {
  uint64_t by_lane[LENS_WARP] = {0}, by_step[LENS_WARP] = {0};
  unsigned count = 0;
  uint64_t lane_differs = 0, step_differs = 0;
  unsigned lane_bits = 0, step_bits = 0;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1, count++) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    uint64_t address = step->address[count];
    by_step[count] = address - last[lane];
    by_lane[count] = count ? address - step->address[count - 1] : by_step[0];
    step_differs |= by_step[count] ^ by_step[0];
    if (count > 1) lane_differs |= by_lane[count] ^ by_lane[1];
    step_bits += bits_of(zigzag(by_step[count]));
    lane_bits += bits_of(zigzag(by_lane[count]));
    last[lane] = address;
  }
  if (!step_differs) {
    *head |= MODE_MOVED;
    return put_number(at, zigzag(by_step[0]));
  }
  if (!lane_differs) {
    *head |= MODE_SPACED;
    at = put_number(at, zigzag(by_lane[0]));
    return put_number(at, zigzag(by_lane[1]));
  }
  bool by_lanes = lane_bits <= step_bits;
  *head |= by_lanes ? MODE_BY_LANE : MODE_BY_STEP;
  const uint64_t *differences = by_lanes ? by_lane : by_step;
  for (unsigned i = 0; i < count; i++) at = put_number(at, zigzag(differences[i]));
  return at;
}

static bool make_room(warp_tape *tape, unsigned slot) {
  if (tape->capacity - tape->used < MOST_STEP_BYTES) {
    size_t capacity = tape->capacity ? 2 * tape->capacity : 4096;
    uint8_t *grown = lens_alloc_more(tape->bytes, capacity, 1);
    if (!grown) return false;
    tape->bytes = grown;
    tape->capacity = capacity;
  }
  if (slot >= tape->num_last) {
    unsigned count = (slot | 15) + 1;
    void *grown = lens_alloc_more(tape->last, count, sizeof *tape->last);
    if (!grown) return false;
    tape->last = grown;
    memset(tape->last + tape->num_last, 0, (count - tape->num_last) * sizeof *tape->last);
    tape->num_last = count;
  }
  return true;
}

void lens_recording_add(lens_recorder *recorder, unsigned warp, const lens_step *step) {
  if (recorder->failed || warp >= recorder->num_warps) return;
  warp_tape *tape = &recorder->warps[warp];
  unsigned slot = slot_of(recorder, step->key, class_bits(step->what));
  if (slot == UINT32_MAX || !make_room(tape, slot)) {
    recorder->failed = true;
    return;
  }
  uint8_t *head = tape->bytes + tape->used;
  uint8_t *at = head + 1;
  *head = (uint8_t)((slot < SLOT_FOLLOWS ? slot : SLOT_FOLLOWS) << SLOT_SHIFT);
  if (slot >= SLOT_FOLLOWS) at = put_number(at, slot);
  if (step->lanes != tape->lanes) {
    *head |= NEW_LANES;
    tape->lanes = step->lanes;
    at = put_number(at, step->lanes);
  }
  if (lens_kind_of(step->what) < LENS_RECORD_PRINT) {
    at = put_addresses(at, head, step, tape->last[slot]);
  }
  tape->used = (size_t)(at - tape->bytes);
}

lens_recording *lens_recording_end_block(lens_recorder *recorder) {
  if (recorder->failed) return NULL;
  size_t slots = recorder->num_slots * sizeof *recorder->slots;
  size_t lengths = recorder->num_warps * sizeof(size_t);
  size_t bytes = sizeof(lens_recording) + slots + lengths;
  for (unsigned i = 0; i < recorder->num_warps; i++) bytes += recorder->warps[i].used;
  lens_recording *tape = lens_alloc(bytes, 1);
  if (!tape) return NULL;
  *tape = (lens_recording){bytes, recorder->num_slots, recorder->num_warps};
  uint8_t *at = (uint8_t *)(tape + 1);
  if (slots) memcpy(at, recorder->slots, slots);
  at += slots;
  for (unsigned i = 0; i < recorder->num_warps; i++) {
    memcpy(at, &recorder->warps[i].used, sizeof(size_t));
    at += sizeof(size_t);
  }
  for (unsigned i = 0; i < recorder->num_warps; i++) {
    if (recorder->warps[i].used) memcpy(at, recorder->warps[i].bytes, recorder->warps[i].used);
    at += recorder->warps[i].used;
  }
  return tape;
}

/* ---- reading -------------------------------------------------------------------------------- */

const lens_recording_slot *lens_recording_slots(const lens_recording *tape) {
  return (const lens_recording_slot *)(const void *)(tape + 1);
}

bool lens_recording_open(lens_recording_reader *reader, const lens_recording *tape, unsigned warp) {
  *reader =
      (lens_recording_reader){.slots = lens_recording_slots(tape), .num_slots = tape->num_slots};
  const size_t *lengths = (const size_t *)(const void *)(reader->slots + tape->num_slots);
  const uint8_t *at = (const uint8_t *)(lengths + tape->num_warps);
  for (unsigned i = 0; i < warp; i++) at += lengths[i];
  reader->at = at;
  reader->end = at + lengths[warp];
  reader->last = lens_alloc(tape->num_slots, sizeof *reader->last);
  return reader->last != NULL;
}

void lens_recording_close(lens_recording_reader *reader) {
  free(reader->last);
  reader->last = NULL;
}

static uint64_t get_number(const uint8_t **at) {
  uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = *(*at)++;
    number |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return number;
  }
}

static void get_addresses(lens_recording_reader *reader, unsigned mode, uint64_t *last) {
  uint64_t number = unzigzag(get_number(&reader->at));
  uint64_t spacing = mode == MODE_SPACED ? unzigzag(get_number(&reader->at)) : 0;
  uint64_t before = 0;
  bool first = true;
  for (uint32_t rest = reader->lanes; rest; rest &= rest - 1, first = false) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    if (!first && mode >= MODE_BY_LANE) number = unzigzag(get_number(&reader->at));
    bool from_last = first || mode == MODE_MOVED || mode == MODE_BY_STEP;
    last[lane] =
        from_last ? last[lane] + number : before + (mode == MODE_SPACED ? spacing : number);
    before = last[lane];
  }
}

bool lens_recording_read(lens_recording_reader *reader, lens_recording_step *out) {
  if (reader->at >= reader->end) return false;
  uint8_t head = *reader->at++;
  unsigned slot = head >> SLOT_SHIFT;
  if (slot == SLOT_FOLLOWS) slot = (unsigned)get_number(&reader->at);
  if (head & NEW_LANES) reader->lanes = (uint32_t)get_number(&reader->at);
  bool access = lens_kind_of(reader->slots[slot].what) < LENS_RECORD_PRINT;
  if (access) get_addresses(reader, head & MODE_MASK, reader->last[slot]);
  *out = (lens_recording_step){slot, reader->lanes, access ? reader->last[slot] : NULL};
  return true;
}

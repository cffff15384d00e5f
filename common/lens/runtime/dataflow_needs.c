/* dataflow_needs.c: finds which accesses and decisions depend on the values of earlier loads. */
#include "dataflow_parts.h"

#include "alloc.h"

#include <stdlib.h>

enum {
  MOST_RECENT = 16,      /* number of recent loads with which an access is compared */
  MOST_FACTOR = 1 << 12, /* the largest factor between a value and an address */
  ENOUGH = 3             /* this many agreeing values are not a coincidence */
};

/* The hypothesis that the address of one access follows from the value of another: address = base +
 * factor × value, everywhere. */
typedef struct relation {
  uint32_t load, access;
  bool used, wrong, started, scaled;
  int64_t value, address; /* the value and the address of the first lane examined */
  int64_t factor;
  unsigned agreeing; /* lanes that agree although their value differs from the first */
} relation;

/* The hypothesis that the value of a load decides whether a thread enters a block. */
typedef struct decision {
  uint32_t load, block;
  int64_t least[2], most[2]; /* the ranges of values without and with entering the block */
  uint64_t count[2];
} decision;

typedef struct recent {
  uint32_t site;
  bool repeated; /* more than one copy of the load is in the group */
  uint32_t lanes;
  int64_t value[LENS_WARP];
} recent;

/* ---- dependences ---------------------------------------------------------------------------- */

static relation *relation_of(lens_dataflow *course, uint32_t load, uint32_t access) {
  if (2 * (course->num_relations + 1) > course->relations_capacity) {
    unsigned capacity = course->relations_capacity ? 2 * course->relations_capacity : 256;
    relation *grown = lens_alloc(capacity, sizeof *grown);
    if (!grown) return NULL;
    for (unsigned i = 0; i < course->relations_capacity; i++) {
      const relation *old = &course->relations[i];
      if (!old->used) continue;
      unsigned at = lens_dataflow_hash(old->load, old->access, capacity);
      while (grown[at].used) at = (at + 1) & (capacity - 1);
      grown[at] = *old;
    }
    free(course->relations);
    course->relations = grown;
    course->relations_capacity = capacity;
  }
  unsigned at = lens_dataflow_hash(load, access, course->relations_capacity);
  for (; course->relations[at].used; at = (at + 1) & (course->relations_capacity - 1)) {
    relation *it = &course->relations[at];
    if (it->load == load && it->access == access) return it;
  }
  course->num_relations++;
  course->relations[at] = (relation){.load = load, .access = access, .used = true};
  return &course->relations[at];
}

static void relate(relation *it, int64_t value, int64_t address) {
  if (it->wrong) return;
  if (!it->started) {
    it->started = true;
    it->value = value;
    it->address = address;
    return;
  }
  int64_t by = address - it->address;
  if (value == it->value) {
    it->wrong = by != 0;
    return;
  }
  if (__builtin_sub_overflow(value, it->value, &value)) {
    it->wrong = true;
    return;
  }
  if (!it->scaled) {
    it->factor = by / value;
    it->scaled = true;
    it->wrong =
        by % value != 0 || it->factor == 0 || it->factor > MOST_FACTOR || it->factor < -MOST_FACTOR;
  }
  int64_t product;
  it->wrong |= __builtin_mul_overflow(it->factor, value, &product) || product != by;
  it->agreeing += !it->wrong;
}

/* Studies whether a lane's address is a sum over the bits of the lane's number. */
static void study_spacing(dataflow_study *it, const lens_recording_step *step) {
  if (it->spaced_wrong) return;
  if (!it->spaced_known) {
    if (step->lanes != UINT32_MAX) return;
    for (int b = 0; b < DATAFLOW_LANE_BITS; b++) {
      it->spacing[b] = (int64_t)(step->address[1 << b] - step->address[0]);
    }
    it->spaced_known = true;
  }
  int first = __builtin_ctz(step->lanes);
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    int64_t wanted = (int64_t)step->address[first];
    for (int b = 0; b < DATAFLOW_LANE_BITS; b++) {
      wanted += ((lane >> b & 1) - (first >> b & 1)) * it->spacing[b];
    }
    if (wanted != (int64_t)step->address[lane]) it->spaced_wrong = true;
  }
}

static void study_word(dataflow_study *it, const lens_recording_step *step) {
  for (uint32_t rest = step->lanes; rest && !it->several_words; rest &= rest - 1) {
    uint64_t address = step->address[__builtin_ctz(rest)];
    if (!it->one_word) it->word = address;
    it->one_word = true;
    it->several_words = address != it->word;
  }
}

/* Where a warp is while it is studied. */
typedef struct studying {
  lens_dataflow *course;
  recent recents[MOST_RECENT];
  unsigned num_recent;
  uint32_t atomic;     /* the site of the latest atomic of the group, plus 1; 0: none */
  uint32_t alive;      /* the lanes that might take part in what follows */
  uint64_t iteration;  /* grows by 1 per iteration of any loop, and by 2 per entry to a loop */
  uint32_t loop;       /* the loop that the warp is in */
  uint32_t blocks[64]; /* blocks that were entered since the group began */
  uint32_t block_lanes[64];
  unsigned num_blocks;
} studying;

static void study_moves(const studying *at, dataflow_study *it, const lens_recording_step *step) {
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    if (at->iteration == it->last_in[lane]) {
      int64_t by = (int64_t)(step->address[lane] - it->last[lane]);
      if (!it->copied_known) it->copied = by;
      it->copied_known = true;
      it->copied_wrong |= by != it->copied;
    } else {
      int64_t by = (int64_t)(step->address[lane] - it->first[lane]);
      if (at->iteration == it->last_in[lane] + 1) {
        if (!it->moves_known) it->moves = by;
        it->moves_known = true;
        it->moves_wrong |= by != it->moves;
      }
      it->first[lane] = step->address[lane];
    }
    it->last[lane] = step->address[lane];
    it->last_in[lane] = at->iteration;
  }
}

static bool study_access(studying *at, uint32_t site, const lens_recording_step *step) {
  lens_dataflow *course = at->course;
  dataflow_study *it = &course->studies[site];
  study_spacing(it, step);
  study_word(it, step);
  if (at->atomic) it->atomic = at->atomic;
  if (lens_kind_of(course->sites[site].what) == LENS_RECORD_ATOMIC) at->atomic = site + 1;
  if (at->loop != LENS_SITE_NONE) study_moves(at, it, step);
  if (at->num_recent) it->after_loads = true;
  for (unsigned i = 0; i < at->num_recent; i++) {
    const recent *load = &at->recents[i];
    if (load->site == site) continue;
    relation *pair = relation_of(course, load->site, site);
    if (!pair) return false;
    for (uint32_t rest = step->lanes & load->lanes; rest && !pair->wrong; rest &= rest - 1) {
      int lane = __builtin_ctz(rest);
      relate(pair, load->value[lane], (int64_t)step->address[lane]);
    }
  }
  const lens_site *about = &course->sites[site];
  if (lens_kind_of(about->what) != LENS_RECORD_LOAD) return true;
  unsigned known = 0;
  while (known < at->num_recent && at->recents[known].site != site) known++;
  if (known == MOST_RECENT) return true;
  recent *fresh = &at->recents[known];
  if (known < at->num_recent) {
    fresh->repeated = true;
    fresh->lanes &= ~step->lanes;
  } else {
    at->num_recent++;
    *fresh = (recent){.site = site};
  }
  bool global = lens_syntax_space_of(about->what) == LENS_GLOBAL;
  for (uint32_t rest = global ? step->lanes : 0; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    if (course->value(step->address[lane], lens_bytes_of(about->what), &fresh->value[lane])) {
      fresh->lanes |= 1u << lane;
    }
  }
  return true;
}

static decision *decision_of(lens_dataflow *course, uint32_t load, uint32_t block) {
  for (unsigned i = 0; i < course->num_decisions; i++) {
    decision *it = &course->decisions[i];
    if (it->load == load && it->block == block) return it;
  }
  if (course->num_decisions == course->decisions_capacity) {
    unsigned capacity = course->decisions_capacity ? 2 * course->decisions_capacity : 64;
    decision *grown = lens_alloc_more(course->decisions, capacity, sizeof *grown);
    if (!grown) return NULL;
    course->decisions = grown;
    course->decisions_capacity = capacity;
  }
  decision *fresh = &course->decisions[course->num_decisions++];
  *fresh = (decision){.load = load,
                      .block = block,
                      .least = {INT64_MAX, INT64_MAX},
                      .most = {INT64_MIN, INT64_MIN}};
  return fresh;
}

/* Called when a group has ended: records which of its lanes entered which block, by the values that
 * these lanes had loaded before. All blocks of the loop count, also those that no lane entered. */
static bool decide(studying *at) {
  lens_dataflow *course = at->course;
  if (at->num_recent == 0 || at->loop == LENS_SITE_NONE) return true;
  for (uint32_t block = 0; block < course->num_sites; block++) {
    const lens_site *about = &course->sites[block];
    if (!lens_dataflow_is_block(about) || about->loop != at->loop) continue;
    if (block == course->loops[at->loop].head) continue;
    uint32_t entered = 0;
    for (unsigned i = 0; i < at->num_blocks; i++) {
      if (at->blocks[i] == block) entered |= at->block_lanes[i];
    }
    course->studies[block].entered += (unsigned)__builtin_popcount(entered & at->alive);
    course->studies[block].passed += (unsigned)__builtin_popcount(at->alive);
    for (unsigned i = 0; i < at->num_recent; i++) {
      const recent *load = &at->recents[i];
      if (load->repeated || course->sites[load->site].key > about->key ||
          course->sites[load->site].block == block) {
        continue;
      }
      decision *it = decision_of(course, load->site, block);
      if (!it) return false;
      for (uint32_t rest = at->alive & load->lanes; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        int yes = entered >> lane & 1;
        int64_t value = load->value[lane];
        if (value < it->least[yes]) it->least[yes] = value;
        if (value > it->most[yes]) it->most[yes] = value;
        it->count[yes]++;
      }
    }
  }
  return true;
}

static bool begin_group(studying *at, uint32_t lanes) {
  bool good = decide(at);
  at->num_recent = 0;
  at->atomic = 0;
  at->num_blocks = 0;
  at->alive = lanes;
  return good;
}

static bool study_block(studying *at, uint32_t site, uint32_t lanes) {
  const lens_dataflow *course = at->course;
  const lens_site *about = &course->sites[site];
  bool head = about->loop != LENS_SITE_NONE && course->loops[about->loop].head == site;
  bool good = true;
  if (head || about->loop != at->loop) {
    good = begin_group(at, lanes);
    at->iteration += head && about->loop == at->loop ? 1 : 2;
    at->loop = about->loop;
  }
  if (at->num_blocks < 64) {
    at->blocks[at->num_blocks] = site;
    at->block_lanes[at->num_blocks++] = lanes;
  }
  return good;
}

static bool learn_needs(dataflow_reading *it) {
  studying at = {.course = it->course,
                 .loop = LENS_SITE_NONE,
                 .alive = UINT32_MAX,
                 .iteration = it->course->iterations + 2};
  lens_recording_step step;
  uint32_t site;
  bool good = true;
  for (unsigned i = 0; good && i < DATAFLOW_MOST_STEPS && lens_dataflow_next_step(it, &step, &site);
       i++) {
    const lens_site *about = &it->course->sites[site];
    if (lens_dataflow_is_block(about)) {
      good = study_block(&at, site, step.lanes);
    } else if (lens_dataflow_is_access(about)) {
      good = study_access(&at, site, &step);
    } else if (lens_kind_of(about->what) == LENS_RECORD_SYNC) {
      good = begin_group(&at, at.alive);
    }
  }
  it->course->iterations = at.iteration;
  return good && begin_group(&at, 0);
}

/* ---- conclusions ---------------------------------------------------------------------------- */

static void settle_access(lens_dataflow *course, uint32_t number) {
  lens_site *site = &course->sites[number];
  const dataflow_study *it = &course->studies[number];
  bool on_one_word = lens_kind_of(site->what) == LENS_RECORD_ATOMIC &&
                     lens_syntax_space_of(site->what) == LENS_GLOBAL && it->one_word &&
                     !it->several_words && !lens_adds_floats(site->what);
  site->gathered = on_one_word && lens_bytes_of(site->what) == 4;
  site->hands_out = on_one_word && !it->after_loads;
  bool timed = it->copied_known ? !it->copied_wrong : it->moves_known && !it->moves_wrong;
  int64_t distance = it->copied_known ? it->copied : it->moves;
  site->copied = it->copied_known;
  site->moves = timed && distance != 0;
  site->stays = timed && distance == 0;
  site->distance = timed ? distance : 0;
  bool spaced = it->spaced_known && !it->spaced_wrong;
  site->need = timed || spaced || !it->after_loads ? LENS_NEEDS_NOTHING : LENS_NEEDS_ALL;
  for (unsigned i = 0; i < course->relations_capacity; i++) {
    const relation *pair = &course->relations[i];
    if (!pair->used || pair->access != number || pair->wrong || pair->agreeing < ENOUGH) continue;
    /* of several loads, the last one in the code */
    bool later = site->need != LENS_NEEDS_SITE ||
                 course->sites[pair->load].key > course->sites[site->source].key;
    if (later) site->source = pair->load;
    site->need = LENS_NEEDS_SITE;
  }
}

static void settle_block(lens_dataflow *course, uint32_t number) {
  lens_site *site = &course->sites[number];
  const dataflow_study *it = &course->studies[number];
  bool decided = false, asked = false;
  for (unsigned i = 0; i < course->num_decisions; i++) {
    const decision *d = &course->decisions[i];
    if (d->block != number || !d->count[0] || !d->count[1]) continue;
    asked = true;
    bool apart = d->most[0] < d->least[1] || d->most[1] < d->least[0];
    if (!apart) continue;
    site->decider = d->load;
    decided = true;
  }
  /* a condition on the thread's position, such as at the edge of a grid, excludes or admits few
   * threads */
  bool mixed = 20 * it->entered > it->passed && 20 * it->entered < 19 * it->passed;
  site->waits_for_all = !decided && asked && mixed;
}

/* Decides which atomics' results are used. If it is unknown what an address depends on, it is
 * assumed to depend on the result of the atomic before it. The result of an atomic that hands out
 * work is always used. */
static void settle_atomics(lens_dataflow *course) {
  for (uint32_t i = 0; i < course->num_sites; i++) {
    lens_site *site = &course->sites[i];
    uint32_t atomic = course->studies[i].atomic;
    if (site->hands_out) site->returns = true;
    if (lens_dataflow_is_access(site) && atomic && site->need == LENS_NEEDS_ALL) {
      course->sites[atomic - 1].returns = true;
    }
  }
}

bool lens_dataflow_find_needs(lens_dataflow *course, const lens_recording *const *tapes,
                              size_t num_tapes) {
  if (!lens_dataflow_for_each_warp(course, tapes, num_tapes, learn_needs)) return false;
  for (uint32_t i = 0; i < course->num_sites; i++) {
    if (lens_dataflow_is_access(&course->sites[i])) settle_access(course, i);
    if (lens_dataflow_is_block(&course->sites[i])) settle_block(course, i);
  }
  settle_atomics(course);
  return true;
}

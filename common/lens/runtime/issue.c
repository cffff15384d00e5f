/* issue.c: the order in which nvcc's code issues the operations of a warp.
 *
 * A warp issues its instructions in order, and waits only when it needs the result of a load. So it
 * matters which loads come before the first use. The rules were read from the code that nvcc 13
 * generates for sm_90 from simple kernels:
 *
 * - Between two points that nothing is moved across (a store or an atomic, which may write what is
 *   loaded next; a barrier; the head of a loop), all loads whose addresses are known come first,
 * then the loads whose addresses need the results of these loads.
 * - A loop that can be counted (dataflow.h) runs in batches of 16 iterations, then at most one of 8
 * and one of 4. A remainder of 1 to 3 comes first, one by one. Each thread divides its own number
 * of iterations in this way. Loops with exchanges, and long ones, have batches of 4.
 * - A loop of constant length in another loop is fully unrolled: its iterations are part of the
 * iteration around them. Neighbouring words of shared memory, if aligned, are then one load.
 * - A branch around a few instructions is predicated: it is one comparison.
 * - In a batch the loads of later iterations come before the uses of earlier ones, about a dozen
 * loads ahead, because registers are few.
 */
#include "issue_parts.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

/* ---- groups: code that is not unrolled ------------------------------------------------------- */

static bool is_load(const lens_site *site) {
  return lens_kind_of(site->what) == LENS_RECORD_LOAD;
}

/* nvcc loads neighbouring words of shared memory with one instruction if it can tell from the code
 * that they are aligned. Returns how many copies of load i of the group, beginning with i itself,
 * form one load. The indices of the other copies are in `copies`. */
static unsigned join_copies(const lens_issuer *it, unsigned i, unsigned end, unsigned *copies) {
  const issue_cell *step = &it->group[i];
  const lens_site *site = lens_dataflow_get(it->course, step->site);
  unsigned bytes = lens_bytes_of(site->what), found = 1, most = bytes ? MOST_WIDE / bytes : 1;
  if (!site->copied || site->distance != bytes || lens_syntax_space_of(site->what) != LENS_SHARED) {
    return 1;
  }
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    if (step->address[__builtin_ctz(rest)] % MOST_WIDE) return 1;
  }
  for (unsigned k = i + 1; k < end && found < most; k++) {
    const issue_cell *next = &it->group[k];
    if (next->site != step->site) continue;
    if (next->lanes != step->lanes) return 1;
    int lane = __builtin_ctz(step->lanes);
    if (next->address[lane] != step->address[lane] + (uint64_t)found * bytes) return 1;
    copies[found++] = k;
  }
  return found == most ? most : 1;
}

/* Whether load i of the group must come after load k. A load that may need any earlier result comes
 * after all loads whose first copies come before its own first copy. */
static bool is_needed(const lens_issuer *it, const unsigned *first, unsigned i, unsigned k) {
  const lens_site *site = lens_dataflow_get(it->course, it->group[i].site);
  uint32_t load = it->group[k].site;
  bool all = site->need == LENS_NEEDS_ALL || lens_issue_waits_at_block(it, site);
  return (all && first[k] < first[i]) || (site->need == LENS_NEEDS_SITE && site->source == load) ||
         lens_issue_is_decided_by(it, site, load);
}

/* Issues the loads in [begin, end) of the group, which nvcc can reorder freely. */
static void issue_loads(lens_issuer *it, unsigned begin, unsigned end) {
  unsigned depth[ISSUE_MOST_GROUP];
  unsigned first[ISSUE_MOST_GROUP]; /* the first copy of the same load */
  size_t issued[ISSUE_MOST_GROUP];
  bool joined[ISSUE_MOST_GROUP] = {false}; /* whether it is joined to an earlier load */
  unsigned deepest = 0;
  for (unsigned i = begin; i < end; i++) {
    depth[i] = 0;
    for (first[i] = begin; it->group[first[i]].site != it->group[i].site;) first[i]++;
    for (unsigned k = begin; k < i; k++) {
      if (depth[k] + 1 > depth[i] && is_needed(it, first, i, k)) depth[i] = depth[k] + 1;
    }
    deepest = depth[i] > deepest ? depth[i] : deepest;
  }
  for (unsigned level = 0; level <= deepest; level++) {
    for (unsigned i = begin; i < end; i++) {
      if (depth[i] != level || joined[i]) continue;
      const lens_site *site = lens_dataflow_get(it->course, it->group[i].site);
      size_t after = 0;
      for (unsigned k = begin; k < i; k++) {
        if (depth[k] < level && issued[k] > after && is_needed(it, first, i, k)) after = issued[k];
      }
      unsigned copies[MOST_WIDE], wide = join_copies(it, i, end, copies);
      if (wide > 1) it->group[i].wide = (uint8_t)wide;
      it->pending += site->copied ? lens_issue_instructions_for(site) : OF_NEW_ADDRESS;
      lens_issue_operation(it, &it->group[i], after);
      issued[i] = it->out->num_operations;
      for (unsigned k = 1; k < wide; k++) {
        joined[copies[k]] = true;
        issued[copies[k]] = issued[i];
      }
    }
  }
}

/* Issues the steps of the group. A store is assumed to depend on all loads before it. */
static void flush_group(lens_issuer *it) {
  unsigned begin = 0;
  for (unsigned i = 0; i < it->num_group; i++) {
    const lens_site *site = lens_dataflow_get(it->course, it->group[i].site);
    if (is_load(site)) continue;
    issue_loads(it, begin, i);
    it->pending += site->copied ? lens_issue_instructions_for(site) : OF_NEW_ADDRESS;
    lens_issue_operation(it, &it->group[i], it->last_result);
    begin = i + 1;
  }
  if (it->num_group) issue_loads(it, begin, it->num_group);
  it->num_group = 0;
}

static void add_to_group(lens_issuer *it, uint32_t site, const lens_recording_step *step) {
  if (it->num_group == ISSUE_MOST_GROUP) flush_group(it);
  issue_cell *fresh = &it->group[it->num_group++];
  fresh->site = site;
  fresh->wide = 0;
  fresh->lanes = step->lanes;
  if (step->address) memcpy(fresh->address, step->address, sizeof fresh->address);
}

/* ---- a warp --------------------------------------------------------------------------------- */

/* The instructions of the block's arithmetic. lenscc has encoded their numbers in a no-op at the
 * beginning of the block (driver/arithmetic.sh). */
static unsigned arithmetic_of(const lens_issuer *it, const lens_site *block) {
  static const uint8_t no_op[] = {0x0f, 0x1f, 0x80};
  if (!it->code_base) return 0;
  const uint8_t *code = (const uint8_t *)(it->code_base + lens_key_place(block->key));
  if (memcmp(code, no_op, sizeof no_op) != 0) return 0;
  uint16_t counts[2]; /* instructions of the lanes, and of the unit for doubles */
  memcpy(counts, code + sizeof no_op, sizeof counts);
  return (unsigned)(counts[0] + counts[1] * it->double_cycles);
}

/* The instructions of a basic block that does not begin an iteration, without its arithmetic. */
static unsigned instructions_of(const lens_site *block) {
  if (block->predicated)
    return 0; /* the comparison is counted at the join, which all lanes reach */
  if (block->joins) return OF_CONDITION;
  return block->written_out ? 0 : OF_BLOCK;
}

static void leave_buffer(lens_issuer *it) {
  if (!it->in_buffer) return;
  lens_issue_flush_loop(it);
  it->in_buffer = false;
}

static void enter_block(lens_issuer *it, uint32_t number, uint32_t lanes) {
  const lens_site *block = lens_dataflow_get(it->course, number);
  const lens_loop *loop =
      block->loop == LENS_SITE_NONE ? NULL : lens_dataflow_loop(it->course, block->loop);
  bool head = loop && loop->head == number;
  unsigned arithmetic = arithmetic_of(it, block);
  uint32_t before = it->block;
  bool left = before != LENS_SITE_NONE && lens_dataflow_get(it->course, before)->leaves;
  it->block = number;
  it->block_lanes = lanes;
  if (it->in_buffer && block->loop == it->buffer.loop) {
    if (head && it->buffer.num_iterations == ISSUE_MOST_ITERATIONS) lens_issue_flush_loop(it);
    it->buffer.arithmetic += arithmetic;
    if (head) lens_issue_begin_iteration(&it->buffer, lanes);
    return;
  }
  leave_buffer(it);
  if (head) {
    flush_group(it);
    it->settle = true;
    if (loop->hands_out && !lens_issue_begin_unit(it->out)) it->failed = true;
    if (loop->unrolls) {
      it->pending += OF_LOOP;
      if (!lens_issue_begin_loop(it, block->loop))
        it->failed = true;
      else
        lens_issue_begin_iteration(&it->buffer, lanes);
      it->buffer.arithmetic += arithmetic;
      return;
    }
    it->pending += OF_ROLLED + arithmetic;
    return;
  } else if (left || block->waits_for_all) {
    flush_group(it);
    it->settle = true;
  }
  it->pending += instructions_of(block) + arithmetic;
}

static void take_step(lens_issuer *it, uint32_t number, const lens_recording_step *step) {
  const lens_site *site = lens_dataflow_get(it->course, number);
  unsigned kind = lens_kind_of(site->what);
  if (kind == LENS_RECORD_BLOCK) {
    enter_block(it, number, step->lanes);
  } else if (it->in_buffer) {
    lens_issue_add_to_loop(it, number, step);
  } else {
    add_to_group(it, number, step);
    if (kind == LENS_RECORD_SYNC) flush_group(it);
  }
}

lens_issuer *lens_issue_begin(lens_dataflow *course, uint64_t base, uintptr_t code_base,
                              double double_cycles) {
  lens_issuer *it = lens_alloc(1, sizeof *it);
  if (!it) return NULL;
  it->course = course;
  it->base = base;
  it->code_base = code_base;
  it->double_cycles = double_cycles;
  return it;
}

void lens_issue_end(lens_issuer *issuer) {
  if (!issuer) return;
  free(issuer->buffer.lanes);
  free(issuer->buffer.address);
  free(issuer->sites);
  free(issuer);
}

static bool find_sites(lens_issuer *it, const lens_recording *tape) {
  if (tape->num_slots > it->sites_capacity) {
    uint32_t *grown = lens_alloc_more(it->sites, tape->num_slots, sizeof *grown);
    if (!grown) return false;
    it->sites = grown;
    it->sites_capacity = tape->num_slots;
  }
  const lens_recording_slot *slots = lens_recording_slots(tape);
  for (unsigned i = 0; i < tape->num_slots; i++) {
    it->sites[i] = lens_dataflow_site(it->course, &slots[i]);
    if (it->sites[i] == LENS_SITE_NONE) return false;
  }
  return true;
}

static void begin_warp(lens_issuer *it, lens_issued *out) {
  out->num_operations = out->num_sectors = out->num_units = 0;
  it->out = out;
  it->num_group = 0;
  it->in_buffer = false;
  it->buffer.num_iterations = 0;
  it->block = LENS_SITE_NONE;
  it->pending = OF_KERNEL;
  it->settled = it->last_result = 0;
  it->settle = it->failed = false;
}

bool lens_issue_warp(lens_issuer *it, const lens_recording *tape, unsigned warp, lens_issued *out) {
  lens_recording_reader reader;
  begin_warp(it, out);
  bool good = find_sites(it, tape) && lens_recording_open(&reader, tape, warp);
  if (good) {
    lens_recording_step step;
    while (!it->failed && lens_recording_read(&reader, &step)) {
      take_step(it, it->sites[step.slot], &step);
    }
    leave_buffer(it);
    flush_group(it);
    good = !it->failed;
    lens_recording_close(&reader);
  }
  return good;
}

void lens_issue_free(lens_issued *issued) {
  free(issued->operations);
  free(issued->sectors);
  free(issued->units);
  *issued = (lens_issued){0};
}

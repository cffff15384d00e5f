/* work_queue.c: distributes the pieces of work of a launch again, as a GPU would. */
#include "work_queue.h"
#include "alloc.h"

#include <stdlib.h>
#include <string.h>

enum { LOPSIDED = 3 }; /* a GPU would not give one warp more than this many times the mean */

/* A piece of work: a part of what some warp has issued. */
typedef struct work_queue_piece {
  const lens_issued *from;
  size_t operation, num_operations, sector, num_sectors;
  uint64_t order; /* pieces are taken in this order */
  size_t next;    /* the next piece of the same warp, plus 1; 0: none */
} work_queue_piece;

/* A warp while pieces are distributed. */
typedef struct player {
  uint64_t load;
  size_t warp; /* number in the launch */
} player;

struct lens_work_queue {
  lens_issued *issued; /* the operations of all warps, in the order in which they ran */
  size_t num_warps;
  unsigned warps_each; /* the number of warps per block */
  work_queue_piece *pieces;
  size_t num_pieces;
  size_t *first, *last; /* indices of the first and the last piece of each warp, plus 1; 0: none */
};

void lens_work_queue_free(lens_work_queue *deal) {
  if (!deal) return;
  for (size_t i = 0; i < deal->num_warps; i++) lens_issue_free(&deal->issued[i]);
  free(deal->issued);
  free(deal->pieces);
  free(deal->first);
  free(deal->last);
  free(deal);
}

static bool issue_all(lens_work_queue *deal, lens_issuer *issuer, lens_recording *const *tapes) {
  for (size_t i = 0; i < deal->num_warps; i++) {
    const lens_recording *tape = tapes[i / deal->warps_each];
    if (!tape) return false;
    if (!lens_issue_warp(issuer, tape, (unsigned)(i % deal->warps_each), &deal->issued[i])) {
      return false;
    }
  }
  return true;
}

/* The number of pieces of work in what a warp has issued. The last iteration is not one: in it the
 * warp finds that no work is left, and it stays with the warp. */
static size_t count_pieces(const lens_issued *issued) {
  return issued->num_units ? issued->num_units - 1 : 0;
}

static bool is_lopsided(const lens_work_queue *deal) {
  size_t most = 0, all = 0;
  for (size_t i = 0; i < deal->num_warps; i++) {
    size_t count = count_pieces(&deal->issued[i]);
    all += count;
    most = count > most ? count : most;
  }
  return all > 0 && most * deal->num_warps > LOPSIDED * (all + deal->num_warps);
}

static int by_order(const void *a, const void *b) {
  const work_queue_piece *one = a, *two = b;
  if (one->order != two->order) return one->order < two->order ? -1 : 1;
  if (one->from != two->from) return one->from < two->from ? -1 : 1;
  return (one->operation > two->operation) - (one->operation < two->operation);
}

/* The place of a piece in the order in which pieces are handed out. This is mostly the order of
 * memory, so it is the first sector that the piece loads. */
static uint64_t order_of(const lens_issued *from, const lens_unit *unit, size_t end) {
  size_t sector = unit->sector;
  for (size_t i = unit->operation; i < end; i++) {
    const model_operation *operation = &from->operations[i];
    if (operation->kind == MODEL_LOAD && operation->num_sectors) return from->sectors[sector];
    sector += operation->num_sectors;
  }
  return UINT64_MAX;
}

static bool list_pieces(lens_work_queue *deal) {
  size_t count = 0;
  for (size_t i = 0; i < deal->num_warps; i++) count += count_pieces(&deal->issued[i]);
  deal->pieces = lens_alloc(count, sizeof *deal->pieces);
  if (!deal->pieces) return false;
  for (size_t i = 0; i < deal->num_warps; i++) {
    const lens_issued *from = &deal->issued[i];
    for (size_t k = 0; k < count_pieces(from); k++) {
      const lens_unit *unit = &from->units[k], *next = unit + 1;
      deal->pieces[deal->num_pieces++] =
          (work_queue_piece){.from = from,
                             .operation = unit->operation,
                             .num_operations = next->operation - unit->operation,
                             .sector = unit->sector,
                             .num_sectors = next->sector - unit->sector,
                             .order = order_of(from, unit, next->operation)};
    }
  }
  qsort(deal->pieces, count, sizeof *deal->pieces, by_order);
  return true;
}

static void sink(player *heap, size_t count, size_t at) {
  for (;;) {
    size_t least = at, child = 2 * at + 1;
    for (size_t i = child; i < child + 2 && i < count; i++) {
      bool less = heap[i].load < heap[least].load ||
                  (heap[i].load == heap[least].load && heap[i].warp < heap[least].warp);
      if (less) least = i;
    }
    if (least == at) return;
    player moved = heap[at];
    heap[at] = heap[least];
    heap[least] = moved;
    at = least;
  }
}

static bool deal_pieces(lens_work_queue *deal, uint64_t num_blocks) {
  size_t count = (size_t)num_blocks * deal->warps_each;
  player *heap = lens_alloc(count, sizeof *heap);
  deal->first = lens_alloc(deal->num_warps, sizeof *deal->first);
  deal->last = lens_alloc(deal->num_warps, sizeof *deal->last);
  if (!heap || !deal->first || !deal->last) {
    free(heap);
    return false;
  }
  for (size_t i = 0; i < count; i++) heap[i].warp = i;
  for (size_t i = 0; i < deal->num_pieces; i++) {
    work_queue_piece *it = &deal->pieces[i];
    /* the first warps of all blocks come before all second warps, because blocks start together */
    size_t warp = heap[0].warp % num_blocks * deal->warps_each + heap[0].warp / num_blocks;
    if (deal->last[warp]) {
      deal->pieces[deal->last[warp] - 1].next = i + 1;
    } else {
      deal->first[warp] = i + 1;
    }
    deal->last[warp] = i + 1;
    heap[0].load += it->num_operations + it->num_sectors / 4;
    sink(heap, count, 0);
  }
  free(heap);
  return true;
}

static bool hands_out(lens_dataflow *course) {
  for (unsigned i = 0; i < lens_dataflow_num_loops(course); i++) {
    if (lens_dataflow_loop(course, i)->hands_out) return true;
  }
  return false;
}

lens_work_queue *lens_work_queue_make(lens_issuer *issuer, lens_dataflow *course,
                                      lens_recording *const *tapes, uint64_t num_blocks,
                                      uint64_t most_resident) {
  if (num_blocks == 0 || !tapes[0] || !hands_out(course)) return NULL;
  lens_work_queue *deal = lens_alloc(1, sizeof *deal);
  if (!deal) return NULL;
  deal->warps_each = tapes[0]->num_warps;
  deal->num_warps = (size_t)num_blocks * deal->warps_each;
  deal->issued = lens_alloc(deal->num_warps, sizeof *deal->issued);
  uint64_t resident = most_resident < num_blocks ? most_resident : num_blocks;
  bool good = deal->issued && issue_all(deal, issuer, tapes) && is_lopsided(deal) &&
              list_pieces(deal) && deal_pieces(deal, resident ? resident : 1);
  if (good) return deal;
  lens_work_queue_free(deal);
  return NULL;
}

static bool append(lens_issued *out, const lens_issued *from, size_t operation, size_t operations,
                   size_t sector, size_t sectors) {
  size_t begin = out->num_operations;
  if (!lens_issue_reserve(out, operations, sectors)) return false;
  if (operations) {
    memcpy(out->operations + begin, from->operations + operation,
           operations * sizeof *out->operations);
  }
  if (sectors) {
    memcpy(out->sectors + out->num_sectors, from->sectors + sector, sectors * sizeof *out->sectors);
  }
  out->num_operations += operations;
  out->num_sectors += sectors;
  for (size_t i = 0; i < operations; i++) { /* a wait for an earlier piece becomes a wait for all */
    model_operation *it = &out->operations[begin + i];
    if (it->waits_for > i) it->waits_for = MODEL_WAITS_FOR_ALL;
  }
  return true;
}

bool lens_work_queue_warp(const lens_work_queue *deal, uint64_t block, unsigned warp,
                          lens_issued *out) {
  size_t number = (size_t)block * deal->warps_each + warp;
  const lens_issued *own = &deal->issued[number];
  out->num_operations = out->num_sectors = 0;
  if (own->num_units == 0) {
    return append(out, own, 0, own->num_operations, 0, own->num_sectors);
  }
  const lens_unit *begin = own->units, *end = own->units + own->num_units - 1;
  bool good = append(out, own, 0, begin->operation, 0, begin->sector);
  for (size_t i = deal->first[number]; good && i; i = deal->pieces[i - 1].next) {
    const work_queue_piece *it = &deal->pieces[i - 1];
    good = append(out, it->from, it->operation, it->num_operations, it->sector, it->num_sectors);
  }
  return good && append(out, own, end->operation, own->num_operations - end->operation, end->sector,
                        own->num_sectors - end->sector);
}

/* unset.c: local variables that a kernel stores but never sets. */
#define _GNU_SOURCE
#include "unset.h"
#include "describe.h"

#include "log.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

/* The byte that gcc fills with. Volatile, so that the lens's own code contains no longer sequence
 * of it. */
static const volatile unsigned char filling = 0xfe;

#ifdef __clang__ /* clang fills with NaN and 0xaaaaaaaa, which correct programs also store */
enum { TELLS = false };
#else
enum { TELLS = true };
#endif
#ifdef __x86_64__
enum { SEARCHES = true };
#else /* instructions may put a constant together from halves */
enum { SEARCHES = false };
#endif

static bool is_own; /* words of this byte came from the host, or are in the source */

/* Whether a word of 4 or 8 bytes consists of the filling byte. */
static inline bool is_filling(const void *word, unsigned bytes) {
  uint64_t all = filling * UINT64_C(0x0101010101010101), wide;
  uint32_t narrow;
  if (bytes == 4) {
    memcpy(&narrow, word, sizeof narrow);
    return narrow == (uint32_t)all;
  }
  memcpy(&wide, word, sizeof wide);
  return wide == all;
}

/* ---- words in the program ------------------------------------------------------------------- */

typedef struct unset_search {
  uintptr_t code_base;
  bool found;
} unset_search;

/* Whether the range contains the filling as a constant, or as the argument of memset. */
static bool holds_filling(const unsigned char *start, size_t bytes) {
  unsigned char constant[4], argument[5] = {0xbe, filling};
  memset(constant, filling, sizeof constant);
  return memmem(start, bytes, constant, sizeof constant) ||
         memmem(start, bytes, argument, sizeof argument);
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  unset_search *it = context;
  bool here = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    here |= part->p_type == PT_LOAD && info->dlpi_addr + part->p_vaddr == it->code_base;
  }
  for (int i = 0; here && !it->found && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    it->found =
        holds_filling((const unsigned char *)(info->dlpi_addr + part->p_vaddr), part->p_memsz);
  }
  return here;
}

bool lens_unset_possible(uintptr_t code_base) {
  static unset_search last; /* there is one launch at a time */
  if (!TELLS || is_own) return false;
  if (!SEARCHES) return true;
  if (last.code_base != code_base) {
    last = (unset_search){code_base, false};
    (void)dl_iterate_phdr(visit, &last);
  }
  return last.found;
}

int lens_unset_is_own(void) {
  is_own = true;
  return 0;
}

void lens_unset_from_host(const void *bytes, size_t count) {
  const uint32_t word = filling * UINT32_C(0x01010101);
  bool found = false;
  if (!TELLS || is_own) return;
  for (size_t i = 0; i + sizeof word <= count; i += sizeof word) {
    uint32_t its;
    memcpy(&its, (const char *)bytes + i, sizeof its);
    found |= its == word;
  }
  is_own |= found;
}

/* ---- stores --------------------------------------------------------------------------------- */

static void tell(lens_lane *lane, lens_space space, uint64_t address, unsigned bytes,
                 uintptr_t place) {
  lens_block *block = lane->block;
  lens_sighting sighting = lens_describe_lane(lane, LENS_UNSET_LOCAL, place);
  lens_describe_array(block, space, address, bytes, &sighting);
  (void)snprintf(
      sighting.detail, sizeof sighting.detail,
      "the stored value comes from a local variable, or a part of one, that was used before "
      "anything was assigned to it; on a GPU it has whatever value its register held");
  lens_sightings_add(&block->seen.sightings, &sighting);
  block->unset_seen = true;
}

void lens_unset_look(lens_block *block, const lens_step *step) {
  unsigned bytes = lens_bytes_of(step->what), at = 0;
  lens_space space = lens_syntax_space_of(step->what) ? LENS_SHARED : LENS_GLOBAL;
  if (block->unset_seen || (bytes != 4 && bytes != 8)) return;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1, at++) {
    uint64_t address = step->address[at];
    const void *content =
        space == LENS_SHARED ? (const void *)(uintptr_t)address : lens_memory_content(address);
    if (!is_filling(content, bytes)) continue;
    tell(&block->running.lanes[__builtin_ctz(rest)], space, address, bytes,
         block->work->code_base + lens_key_place(step->key));
    return;
  }
}

void lens_unset_operand(lens_lane *lane, const void *address, unsigned bytes, uint64_t operand,
                        uintptr_t place) {
  if (lane->block->unset_seen || !is_filling(&operand, bytes)) return;
  uintptr_t device = lens_memory_device_address(address);
  tell(lane, device ? LENS_GLOBAL : LENS_SHARED, device ? device : (uintptr_t)address, bytes,
       place);
}

static bool was_reported(void) {
  for (size_t i = 0; i < lens_the_log.sightings.count; i++) {
    if (lens_the_log.sightings.items[i].kind == LENS_UNSET_LOCAL) return true;
  }
  return false;
}

/* Among this many stores of random words, one equals the filling with a probability below
 * 1/4000. */
static const uint64_t most_stores = 1 << 20;

/* Whether a store may have written the filling by chance: random-looking numbers, such as those of
 * a hash or a generator, take every value eventually. */
static bool may_be_chance(const lens_sighting *it, const lens_calls_counts *counts,
                          uintptr_t code_base) {
  uint64_t stores = 0;
  for (size_t i = 0; i < counts->capacity; i++) {
    const lens_count *row = &counts->rows[i];
    if (row->name && code_base + (uint32_t)row->name == it->place) stores += row->threads;
  }
  return stores / it->count > most_stores;
}

void lens_unset_settle(lens_sightings *sightings, const lens_calls_counts *counts,
                       uintptr_t code_base) {
  size_t first = SIZE_MAX, kept = 0;
  for (size_t i = 0; i < sightings->count && !was_reported(); i++) {
    const lens_sighting *it = &sightings->items[i];
    if (it->kind != LENS_UNSET_LOCAL || may_be_chance(it, counts, code_base)) continue;
    if (first == SIZE_MAX || it->block < sightings->items[first].block) first = i;
  }
  for (size_t i = 0; i < sightings->count; i++) {
    const lens_sighting *it = &sightings->items[i];
    if (it->kind != LENS_UNSET_LOCAL || i == first) sightings->items[kept++] = *it;
  }
  sightings->count = kept;
}

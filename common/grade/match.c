/* match.c: finds the file of a submission that belongs to a lab. */
#define _GNU_SOURCE
#include "grade/match.h"

#include "base/path.h"
#include "grade/lab_hints.h"
#include "grade/versions.h"
#include "judge/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUM_FORMS = 3, MOST_FOUND = 64 };

/* ---- the usual place ------------------------------------------------------------------------- */

/* Writes form number `form` of the usual places of a lab's file, best first. */
static void write_form(const sl_lab *lab, int form, char *path, size_t size) {
  static const char *const before[NUM_FORMS] = {"labs/", "", ""};
  bool folder = form < NUM_FORMS - 1;
  (void)snprintf(path, size, "%s%s%s%s.cu", before[form], folder ? lab->id : "", folder ? "/" : "",
                 sl_lab_short_name(lab));
}

static int rank_of(const char *entry, const sl_lab *lab, int deep, bool any_case) {
  const char *at = entry;
  for (int folders = 0; folders <= deep; folders++) {
    for (int form = 0; form < NUM_FORMS; form++) {
      char path[SL_SUBMISSION_PATH];
      write_form(lab, form, path, sizeof path);
      if ((any_case ? strcasecmp(at, path) : strcmp(at, path)) == 0) {
        return 1 + form + NUM_FORMS * folders;
      }
    }
    at = strchr(at, '/');
    if (!at++) return 0;
  }
  return 0;
}

int sl_match_file_rank(const char *entry, const sl_lab *lab, int deep) {
  return rank_of(entry, lab, deep, false);
}

/* Returns the rank of the entry's place: files in folders come before files in archives. */
static int usual_rank(const sl_inventory_entry *entry, const sl_lab *lab) {
  if (!entry->at_top) return 0;
  int rank = sl_match_file_rank(entry->inner, lab, entry->archives > 0);
  return rank ? rank + (entry->archives ? 2 * NUM_FORMS : 0) : 0;
}

bool sl_match_points(const sl_inventory_entry *entry, const sl_lab *lab) {
  sl_lab_hint how;
  return usual_rank(entry, lab) || (sl_lab_hints_find(entry, &how) & sl_lab_hints_bit(lab));
}

/* ---- choosing -------------------------------------------------------------------------------- */

typedef struct found {
  const sl_inventory_entry *entry;
  int rank; /* rank of the usual place; 0: elsewhere */
  sl_lab_hint how;
} found;

typedef struct finds {
  found all[MOST_FOUND];
  int count;
  bool more;
} finds;

static void add_find(finds *list, const sl_inventory_entry *entry, int rank, sl_lab_hint how) {
  if (list->count == MOST_FOUND) {
    list->more = true;
    return;
  }
  list->all[list->count++] = (found){entry, rank, how};
}

static bool same_bytes(const sl_inventory_entry *a, const sl_inventory_entry *b) {
  return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* Whether a source is equal to a text, apart from line endings. */
static bool is_text(const sl_inventory_entry *entry, const char *text) {
  const char *at = entry->bytes;
  for (; *at && *text; at++, text++) {
    if (*at == '\r' && at[1] == '\n') at++;
    if (*at != *text) return false;
  }
  return !*at && !*text;
}

bool sl_match_is_blank(const sl_inventory_entry *entry) {
  return sl_source_is_blank(entry->bytes, entry->size);
}

bool sl_match_is_unwritten(const sl_inventory_entry *entry, const char *skeleton) {
  return sl_match_is_blank(entry) || (skeleton && is_text(entry, skeleton));
}

static void drop(finds *list, int at) {
  list->count--;
  memmove(&list->all[at], &list->all[at + 1], (size_t)(list->count - at) * sizeof list->all[0]);
}

/* Keeps of several identical files the one in the best place. Keeps skeletons only if all files are
 * skeletons. */
static void thin_out(finds *list, const char *skeleton) {
  for (int i = 0; i < list->count; i++) {
    for (int j = list->count - 1; j >= 0; j--) {
      const found *a = &list->all[i], *b = &list->all[j];
      bool better = a->rank && (!b->rank || a->rank < b->rank);
      bool equal = a->rank == b->rank && i < j;
      if (i != j && (better || equal) && same_bytes(a->entry, b->entry)) {
        drop(list, j);
        i -= j < i;
      }
    }
  }
  int written = 0;
  for (int i = 0; i < list->count; i++) {
    written += !sl_match_is_unwritten(list->all[i].entry, skeleton);
  }
  for (int i = list->count - 1; i >= 0 && written; i--) {
    if (sl_match_is_unwritten(list->all[i].entry, skeleton)) drop(list, i);
  }
}

/* Returns the last version among `count` entries from `from` on; −1: they are not versions of one
 * file. */
static int last_version(const finds *list, int from, int count) {
  int last = from;
  for (int i = from; i < from + count; i++) {
    if (sl_versions_compare(list->all[last].entry, list->all[i].entry) > 0) last = i;
  }
  for (int i = from; i < from + count; i++) {
    bool earlier = sl_versions_compare(list->all[i].entry, list->all[last].entry) > 0;
    if (i != last && !earlier) return -1;
  }
  return last;
}

static void name_finds(const finds *list, int from, int count, char *text, size_t size) {
  text[0] = '\0';
  for (int i = from; i < from + count && i < from + 4; i++) {
    size_t used = strlen(text);
    (void)snprintf(text + used, size - used, "%s%.90s", i > from ? ", " : "",
                   list->all[i].entry->path);
  }
  size_t used = strlen(text);
  if (count > 4) (void)snprintf(text + used, size - used, " and %d more", count - 4);
}

static int by_rank(const void *a, const void *b) {
  const found *x = a, *y = b;
  int left = x->rank ? x->rank : 1000, right = y->rank ? y->rank : 1000;
  return left != right ? left - right : strcmp(x->entry->path, y->entry->path);
}

static void propose(const found *f, const sl_lab *lab, sl_match *out) {
  out->kind = SL_MATCH_PROPOSAL;
  out->entry = f->entry;
  if (f->rank) {
    (void)snprintf(out->reason, sizeof out->reason,
                   "it has the lab's file name and is in the usual place");
  } else {
    sl_lab_hints_explain(f->entry, lab, f->how, out->reason, sizeof out->reason);
  }
}

static void be_unclear(sl_match *out, const char *names) {
  out->kind = SL_MATCH_UNCLEAR;
  out->entry = NULL;
  (void)snprintf(out->reason, sizeof out->reason,
                 "several files could be the submission, and they differ: %.400s", names);
}

/* Chooses among the first `count` files, which fit equally well but differ. */
static void choose_among(const finds *list, int count, const sl_lab *lab, sl_match *out) {
  char names[400];
  int last = count > 1 && !list->more ? last_version(list, 0, count) : -1;
  if (count == 1) {
    propose(&list->all[0], lab, out);
    return;
  }
  name_finds(list, 0, count, names, sizeof names);
  if (last < 0) {
    be_unclear(out, names);
    return;
  }
  propose(&list->all[last], lab, out);
  (void)snprintf(out->reason, sizeof out->reason, "it is the last version of %s", names);
}

/* Whether the student gave the file the lab's name, and a platform added its own words. */
static bool is_platforms_copy(const sl_inventory_entry *entry, const sl_lab *lab) {
  char wanted[128];
  (void)snprintf(wanted, sizeof wanted, "%s.cu", sl_lab_short_name(lab));
  bool decorated = entry->name != sl_base_name(entry->path);
  bool outermost = entry->at_top && entry->archives <= 1 && !strchr(entry->inner, '/');
  return decorated && outermost && strcmp(entry->name, wanted) == 0;
}

static bool has_name(const sl_inventory_entry *entry, const sl_lab *lab) {
  char wanted[128];
  (void)snprintf(wanted, sizeof wanted, "%s.cu", sl_lab_short_name(lab));
  return strcasecmp(entry->name, wanted) == 0;
}

/* Files that point to the lab only by their place do not count if there are other files. Files that
 * point to it only by their content do not count if there is a file with the lab's name, because
 * the lab's folder also contains drive.cu. */
static void prefer(finds *list, const sl_lab *lab) {
  bool named = false, placed = true;
  for (int i = 0; i < list->count; i++) {
    named = named || has_name(list->all[i].entry, lab);
    placed = placed && list->all[i].how == SL_HINT_PLACE;
  }
  for (int i = list->count - 1; i >= 0; i--) {
    const found *f = &list->all[i];
    bool by_content = f->how == SL_HINT_CONTENT && named,
         by_place = f->how == SL_HINT_PLACE && !placed;
    if (!f->rank && (by_content || by_place)) drop(list, i);
  }
}

static void choose(finds *list, const sl_lab *lab, sl_match *out) {
  int usual = 0, best = 0;
  prefer(list, lab);
  qsort(list->all, (size_t)list->count, sizeof list->all[0], by_rank);
  while (usual < list->count && list->all[usual].rank) usual++;
  while (best < usual && list->all[best].rank == list->all[0].rank) best++;
  if (best == 1) {
    *out = (sl_match){.kind = SL_MATCH_USUAL, .entry = list->all[0].entry};
    (void)snprintf(out->reason, sizeof out->reason,
                   "it has the lab's file name and is in the usual place");
  } else if (list->count == 1 && is_platforms_copy(list->all[0].entry, lab)) {
    propose(&list->all[0], lab, out);
    out->kind = SL_MATCH_USUAL;
  } else {
    choose_among(list, usual ? best : list->count, lab, out);
  }
}

/* Handles sources that do not point to any lab. */
static void choose_single(const sl_inventory *inventory, const sl_lab *lab, const char *skeleton,
                          sl_match *out) {
  finds list = {.count = 0};
  char names[400];
  sl_lab_hint how;
  for (size_t i = 0; i < inventory->count; i++) {
    const sl_inventory_entry *entry = &inventory->all[i];
    bool free = entry->bytes && sl_lab_hints_are_cuda(entry) && !entry->problem[0] &&
                !sl_lab_hints_find(entry, &how);
    if (free) add_find(&list, entry, 0, SL_HINT_NONE);
  }
  (void)lab;
  thin_out(&list, skeleton);
  if (list.count == 0) return;
  name_finds(&list, 0, list.count, names, sizeof names);
  if (list.count > 1) {
    be_unclear(out, names);
    return;
  }
  *out = (sl_match){.kind = SL_MATCH_PROPOSAL, .entry = list.all[0].entry};
  (void)snprintf(out->reason, sizeof out->reason, "it is the only .cu file that was submitted");
}

void sl_match_find(const sl_inventory *inventory, const sl_lab *lab, const char *skeleton,
                   bool only, sl_match *out) {
  finds list = {.count = 0};
  const sl_inventory_entry *odd = NULL, *against = NULL;
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i < inventory->count; i++) {
    const sl_inventory_entry *entry = &inventory->all[i];
    sl_lab_hint how = SL_HINT_NONE;
    int rank = usual_rank(entry, lab);
    bool points = sl_lab_hints_find(entry, &how) & sl_lab_hints_bit(lab);
    if (rank && !entry->bytes) {
      odd = entry;
    } else if (rank || (points && how != SL_HINTS_CONTRADICT)) {
      add_find(&list, entry, rank, how);
    } else if (points) {
      against = entry;
    }
  }
  thin_out(&list, skeleton);
  if (list.count > 0) {
    choose(&list, lab, out);
    return;
  }
  if (odd) {
    *out = (sl_match){.kind = SL_MATCH_ODD, .entry = odd};
    (void)snprintf(out->reason, sizeof out->reason, "%.200s is %.190s", sl_base_name(odd->path),
                   odd->problem);
  } else if (against) {
    out->kind = SL_MATCH_UNCLEAR;
    (void)snprintf(out->reason, sizeof out->reason,
                   "the name of %.300s and the headers that it includes belong to different labs",
                   against->path);
  } else if (only) {
    choose_single(inventory, lab, skeleton, out);
  }
}

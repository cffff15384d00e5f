/* similar.c: pairs of submissions that are nearly the same, by sim_c++.
 *
 * sim_c++ tells which percentage of a file's words is in another file as well. Of a file that has
 * s percent from the skeleton and p percent from another student's, (p - s) / (100 - s) of what was
 * written is the other's too. Each file is compared with those behind it, which are larger: of two
 * files it is the smaller that may be all in the other. */
#include "grade/similar.h"

#include "base/memory.h"
#include "base/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A run of fewer words says nothing: all students write `for (int i = 0; i < n; i++)`. */
#define RUN_OF_WORDS "16"

enum { KEY = 64, SAID_BYTES = 4 << 20 };

typedef struct candidate {
  char *path;
  const sl_record *record;
  off_t bytes;
  int skeleton; /* percent that it has from there */
} candidate;

typedef struct candidates {
  candidate *all;
  size_t count;
} candidates;

static void free_candidates(candidates *c) {
  for (size_t i = 0; i < c->count; i++) sl_free(c->all[i].path);
  sl_free(c->all);
}

static sl_status add_candidate(const sl_outputs *outputs, const sl_record *record, candidates *c) {
  char *path;
  struct stat about;
  size_t size = strlen(outputs->folder) + KEY + 12;
  SL_TRY(sl_alloc(size, 1, "a file name", &path));
  (void)snprintf(path, size, "%s/files/%.64s.cu", outputs->folder, record->key);
  if (record->verdict == SL_GRADE_NOT_WRITTEN || stat(path, &about) != 0) {
    sl_free(path);
    return SL_OK;
  }
  c->all[c->count++] = (candidate){.path = path, .record = record, .bytes = about.st_size};
  return SL_OK;
}

static int by_size(const void *left, const void *right) {
  const candidate *a = left, *b = right;
  if (a->bytes != b->bytes) return a->bytes < b->bytes ? -1 : 1;
  return strcmp(a->record->student, b->record->student);
}

static sl_status find_candidates(const sl_outputs *outputs, const sl_records *records,
                                 const char *lab, candidates *c) {
  SL_TRY(sl_alloc(records->count, sizeof *c->all, "the files", &c->all));
  for (size_t i = 0; i < records->count; i++) {
    if (strcmp(records->all[i].lab, lab) != 0) continue;
    SL_TRY(add_candidate(outputs, &records->all[i], c));
  }
  if (c->count) qsort(c->all, c->count, sizeof *c->all, by_size);
  return SL_OK;
}

/* Runs sim_c++ on all files; with the skeleton, only each against that. */
static sl_status compare(const candidates *c, const char *skeleton, char *said) {
  const char *with[] = {"sim_c++", "-p", "-T", "-r", RUN_OF_WORDS, "-S", "-t", "1"};
  const char *without[] = {"sim_c++", "-p", "-T", "-r", RUN_OF_WORDS, "-e", "-t", "80"};
  _Static_assert(SL_SIMILAR_PERCENT == 80, "sim_c++ is asked for no less");
  size_t options = skeleton ? sizeof with / sizeof *with : sizeof without / sizeof *without, n;
  const char **arguments;
  int exit_code;
  SL_TRY(sl_alloc(c->count + options + 3, sizeof *arguments, "the files", &arguments));
  memcpy(arguments, skeleton ? with : without, options * sizeof *arguments);
  for (size_t i = 0; i < c->count; i++) arguments[options + i] = c->all[i].path;
  n = options + c->count;
  if (skeleton) {
    arguments[n++] = "/";
    arguments[n++] = skeleton;
  }
  sl_status status = sl_process_run(arguments, said, SAID_BYTES, &exit_code);
  sl_free(arguments);
  if (status == SL_ERR_MISSING) {
    return sl_fail(SL_ERR_MISSING, "sim_c++ is not installed; it comes with the package "
                                   "similarity-tester");
  }
  if (status == SL_OK && exit_code == SL_PROCESS_LATE) {
    return sl_fail(SL_ERR_SYSTEM, "sim_c++ did not end in %d seconds", SL_PROCESS_SECONDS);
  }
  if (status == SL_OK && exit_code != 0) {
    status = sl_fail(SL_ERR_SYSTEM, "sim_c++ failed: %.200s", said);
  }
  return status;
}

static size_t find_key(const candidates *c, const char *key) {
  for (size_t i = 0; i < c->count; i++) {
    if (strncmp(c->all[i].record->key, key, KEY) == 0) return i;
  }
  return c->count;
}

/* One line "…/KEY.cu consists for 87 % of …/KEY.cu material", found by its keys, as a path may
 * hold anything. */
typedef struct similar_line {
  size_t one, other; /* `count` of the candidates: none of them */
  int percent;
} similar_line;

static const char *next_line(const candidates *c, const char *said, const char *at,
                             similar_line *out) {
  static const char middle[] = ".cu consists for ", end[] = ".cu material";
  const char *found = strstr(at, middle);
  if (!found || found - said < KEY) return NULL;
  const char *rest = found + strlen(middle);
  const char *stop = strstr(rest, end);
  out->one = find_key(c, found - KEY);
  out->percent = atoi(rest);
  out->other = stop && stop - rest >= KEY ? find_key(c, stop - KEY) : c->count;
  return rest;
}

static sl_status add_pair(const candidates *c, const similar_line *l, sl_similar *similar) {
  const candidate *one = &c->all[l->one], *other = &c->all[l->other];
  int own = 100 - one->skeleton;
  int percent = own > 0 ? 100 * (l->percent - one->skeleton) / own : 0;
  if (own < SL_SIMILAR_OWN || percent < SL_SIMILAR_PERCENT) return SL_OK;
  if (similar->count == similar->room) {
    size_t room = similar->room ? 2 * similar->room : 16;
    SL_TRY(sl_resize(room, sizeof *similar->pairs, "the pairs", &similar->pairs));
    similar->room = room;
  }
  similar->pairs[similar->count++] = (sl_similar_pair){one->record, other->record, percent};
  return SL_OK;
}

static int by_percent(const void *left, const void *right) {
  const sl_similar_pair *a = left, *b = right;
  if (a->percent != b->percent) return a->percent > b->percent ? -1 : 1;
  return strcmp(a->one->student, b->one->student);
}

static sl_status find_pairs(const char *skeleton, candidates *c, char *said, sl_similar *similar) {
  similar_line l;
  if (skeleton) {
    SL_TRY(compare(c, skeleton, said));
    for (const char *at = said; (at = next_line(c, said, at, &l));) {
      if (l.one < c->count) c->all[l.one].skeleton = l.percent;
    }
  }
  SL_TRY(compare(c, NULL, said));
  for (const char *at = said; (at = next_line(c, said, at, &l));) {
    if (l.one < c->count && l.other < c->count) SL_TRY(add_pair(c, &l, similar));
  }
  if (similar->count) {
    qsort(similar->pairs, similar->count, sizeof *similar->pairs, by_percent);
  }
  return SL_OK;
}

sl_status sl_similar_find(const sl_outputs *outputs, const sl_records *records, const char *lab,
                          sl_similar *inout) {
  candidates c = {0};
  char *said = NULL;
  sl_status status = find_candidates(outputs, records, lab, &c);
  if (status == SL_OK) status = sl_alloc(SAID_BYTES, 1, "what sim_c++ says", &said);
  if (status == SL_OK && c.count > 1) {
    const char *skeleton = sl_wording_outputs_lab(outputs, lab)->skeleton;
    status = find_pairs(skeleton && access(skeleton, R_OK) == 0 ? skeleton : NULL, &c, said, inout);
  }
  sl_free(said);
  free_candidates(&c);
  return status;
}

void sl_similar_free(sl_similar *similar) {
  sl_free(similar->pairs);
  *similar = (sl_similar){0};
}

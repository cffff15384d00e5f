/* similar.c: finds groups of submissions that are nearly the same, with sim_c++.
 *
 * sim_c++ reports the percentage of a file's words that are also in another file. If a file has s
 * percent from the skeleton or the handout, and p percent from another student's file, then (p - s)
 * / (100 - s) of the student's own text is also in the other file; call this q. A short task has
 * few solutions, so all pairs of a class have much in common. The share b that half of all pairs
 * have does not count either, so the result is (q - b) / (100 - b). Each file is compared with
 * larger ones, because only the smaller of two files can be completely contained in the other. */
#include "grade/similar.h"

#include "base/memory.h"
#include "base/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Shorter runs of words are not significant: all students write `for (int i = 0; i < n; i++)`. */
#define RUN_OF_WORDS "16"

enum { KEY = 64, SAID_BYTES = 1 << 20 };

typedef struct candidate {
  char *path;
  const sl_record *record;
  off_t bytes;
  int given;    /* percent of the file that comes from the skeleton or the handout */
  bool earlier; /* the file is from an earlier year */
  size_t group; /* number of the first candidate of its group */
} candidate;

typedef struct candidates {
  candidate *all;
  size_t count, longest; /* the longest path, in bytes */
} candidates;

static void free_candidates(candidates *c) {
  for (size_t i = 0; i < c->count; i++) sl_free(c->all[i].path);
  sl_free(c->all);
}

static const char *own_folder(const sl_outputs *outputs) {
  return outputs->grading ? outputs->grading : outputs->folder;
}

const char *sl_similar_earlier(const sl_outputs *outputs, const sl_record *record) {
  for (size_t i = 0; i < outputs->num_earlier; i++) {
    const sl_records *records = &outputs->earlier[i].records;
    if (record >= records->all && record < records->all + records->count) {
      return outputs->earlier[i].folder;
    }
  }
  return NULL;
}

static size_t find_key(const candidates *c, const char *key) {
  for (size_t i = 0; i < c->count; i++) {
    if (strncmp(c->all[i].record->key, key, KEY) == 0) return i;
  }
  return c->count;
}

static sl_status add_candidate(const char *folder, bool earlier, const sl_record *record,
                               candidates *c) {
  char *path;
  struct stat about;
  size_t size = strlen(folder) + KEY + 12;
  if (find_key(c, record->key) < c->count) return SL_OK;
  SL_TRY(sl_alloc(size, 1, "a file name", &path));
  (void)snprintf(path, size, "%s/files/%.64s.cu", folder, record->key);
  if (record->verdict == SL_GRADE_NOT_WRITTEN || stat(path, &about) != 0) {
    sl_free(path);
    return SL_OK;
  }
  if (size > c->longest) c->longest = size;
  c->all[c->count++] =
      (candidate){.path = path, .record = record, .bytes = about.st_size, .earlier = earlier};
  return SL_OK;
}

static int by_size(const void *left, const void *right) {
  const candidate *a = left, *b = right;
  if (a->bytes != b->bytes) return a->bytes < b->bytes ? -1 : 1;
  return strcmp(a->record->student, b->record->student);
}

static sl_status add_records(const char *folder, bool earlier, const sl_records *records,
                             const char *lab, candidates *c) {
  for (size_t i = 0; i < records->count; i++) {
    if (strcmp(records->all[i].lab, lab) != 0) continue;
    SL_TRY(add_candidate(folder, earlier, &records->all[i], c));
  }
  return SL_OK;
}

static sl_status find_candidates(const sl_outputs *outputs, const sl_records *records,
                                 const char *lab, candidates *c) {
  size_t most = records->count;
  for (size_t i = 0; i < outputs->num_earlier; i++) most += outputs->earlier[i].records.count;
  SL_TRY(sl_alloc(most, sizeof *c->all, "the files", &c->all));
  SL_TRY(add_records(own_folder(outputs), false, records, lab, c));
  for (size_t i = 0; i < outputs->num_earlier; i++) {
    const sl_outputs_earlier *earlier = &outputs->earlier[i];
    SL_TRY(add_records(earlier->folder, true, &earlier->records, lab, c));
  }
  if (c->count) qsort(c->all, c->count, sizeof *c->all, by_size);
  return SL_OK;
}

enum { MOST_GIVEN = 2 };

typedef struct given_files {
  const char *all[MOST_GIVEN]; /* skeleton and handout */
  size_t count;
} given_files;

/* Runs sim_c++ on all files. With `given`, compares each file only with the skeleton and the
 * handout. */
static sl_status compare(const candidates *c, const given_files *given, char *said, size_t size) {
  const char *with[] = {"sim_c++", "-p", "-T", "-r", RUN_OF_WORDS, "-S", "-t", "1"};
  const char *without[] = {"sim_c++", "-p", "-T", "-r", RUN_OF_WORDS, "-e", "-t", "1"};
  size_t options = sizeof with / sizeof *with, n;
  const char **arguments;
  int exit_code;
  _Static_assert(sizeof with == sizeof without, "options of sim_c++");
  SL_TRY(sl_alloc(c->count + options + MOST_GIVEN + 2, sizeof *arguments, "the files", &arguments));
  memcpy(arguments, given ? with : without, sizeof with);
  for (size_t i = 0; i < c->count; i++) arguments[options + i] = c->all[i].path;
  n = options + c->count;
  if (given) arguments[n++] = "/";
  for (size_t i = 0; given && i < given->count; i++) arguments[n++] = given->all[i];
  sl_status status = sl_process_run(arguments, said, size, &exit_code);
  sl_free(arguments);
  if (status == SL_ERR_MISSING) {
    return sl_fail(SL_ERR_MISSING, "sim_c++ is not installed; it comes with the package "
                                   "similarity-tester");
  }
  if (status == SL_OK && exit_code == SL_PROCESS_LATE) {
    return sl_fail(SL_ERR_SYSTEM, "sim_c++ did not finish within %d seconds", SL_PROCESS_SECONDS);
  }
  if (status == SL_OK && exit_code != 0) {
    status = sl_fail(SL_ERR_SYSTEM, "sim_c++ failed: %.200s", said);
  }
  return status;
}

/* A line "…/KEY.cu consists for 87 % of …/KEY.cu material" of sim_c++. Its keys identify the files,
 * because a path may contain anything. */
typedef struct similar_line {
  /* numbers of the two candidates; if a file is not a candidate, their `count` */
  size_t one, other;
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

/* Returns the rest of `percent`, as a percentage, if `shared` percent do not count. */
static int beyond(int percent, int shared) {
  return shared < 100 ? 100 * (percent - shared) / (100 - shared) : 0;
}

/* Returns what percentage of the student's own text the other file has; negative: there is too
 * little own text. */
static int own_percent(const candidates *c, const similar_line *l) {
  const candidate *one = &c->all[l->one];
  return 100 - one->given < SL_SIMILAR_OWN ? -1 : beyond(l->percent, one->given);
}

static int ascending(const void *left, const void *right) {
  return *(const int *)left - *(const int *)right;
}

/* Finds the percentage that half of all pairs of this class share. sim_c++ omits pairs that share
 * nothing. */
static sl_status find_shared(const candidates *c, const char *said, int *out) {
  enum { MOST = 90 };
  similar_line l;
  size_t own = 0, count = 0;
  int *all;
  *out = 0;
  for (size_t i = 0; i < c->count; i++) own += !c->all[i].earlier;
  if (own < SL_SIMILAR_CLASS) return SL_OK;
  size_t pairs = own * (own - 1) / 2;
  SL_TRY(sl_alloc(pairs, sizeof *all, "the pairs", &all));
  for (const char *at = said; count < pairs && (at = next_line(c, said, at, &l));) {
    bool of_class = l.one < c->count && l.other < c->count && !c->all[l.one].earlier &&
                    !c->all[l.other].earlier;
    int percent = of_class ? own_percent(c, &l) : -1;
    if (percent > 0) all[count++] = percent;
  }
  qsort(all, pairs, sizeof *all, ascending);
  *out = all[pairs / 2] < MOST ? all[pairs / 2] : MOST;
  sl_free(all);
  return SL_OK;
}

static size_t group_of(candidates *c, size_t i) {
  while (c->all[i].group != i) i = c->all[i].group = c->all[c->all[i].group].group;
  return i;
}

static sl_status add_pair(candidates *c, const similar_line *l, sl_similar *similar) {
  int percent = own_percent(c, l);
  if (percent < 0 || (c->all[l->one].earlier && c->all[l->other].earlier)) return SL_OK;
  percent = beyond(percent, similar->shared);
  if (percent < SL_SIMILAR_PERCENT) return SL_OK;
  if (similar->count == similar->room) {
    size_t room = similar->room ? 2 * similar->room : 16;
    SL_TRY(sl_resize(room, sizeof *similar->pairs, "the pairs", &similar->pairs));
    similar->room = room;
  }
  similar->pairs[similar->count++] =
      (sl_similar_pair){c->all[l->one].record, c->all[l->other].record, percent};
  c->all[group_of(c, l->one)].group = group_of(c, l->other);
  return SL_OK;
}

static int by_percent(const void *left, const void *right) {
  const sl_similar_pair *a = left, *b = right;
  if (a->percent != b->percent) return a->percent > b->percent ? -1 : 1;
  return strcmp(a->one->student, b->one->student);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static int by_class_and_student(const void *left, const void *right) {
  const candidate *a = left, *b = right;
  if (a->earlier != b->earlier) return a->earlier ? 1 : -1;
  return strcmp(a->record->student, b->record->student);
}

static int by_likeness(const void *left, const void *right) {
  const sl_similar_group *a = left, *b = right;
  int order = strcmp(a->lab, b->lab);
  if (order) return order;
  if (a->most != b->most) return a->most > b->most ? -1 : 1;
  return strcmp(a->members[0]->student, b->members[0]->student);
}

static void note_percents(const sl_similar *similar, sl_similar_group *group) {
  group->least = 100;
  for (size_t p = 0; p < similar->count; p++) {
    const sl_similar_pair *pair = &similar->pairs[p];
    for (size_t i = 0; i < group->count; i++) {
      if (group->members[i] != pair->one) continue;
      if (pair->percent < group->least) group->least = pair->percent;
      if (pair->percent > group->most) group->most = pair->percent;
    }
  }
}

static sl_status add_group(const candidates *c, size_t number, const char *lab,
                           sl_similar *similar) {
  sl_similar_group made = {.lab = lab};
  for (size_t i = 0; i < c->count; i++) made.count += c->all[i].group == number;
  if (made.count < 2) return SL_OK;
  SL_TRY(
      sl_resize(similar->num_groups + 1, sizeof *similar->groups, "the groups", &similar->groups));
  SL_TRY(sl_alloc(made.count, sizeof(const sl_record *), "a group", &made.members));
  made.count = 0;
  for (size_t i = 0; i < c->count; i++) {
    if (c->all[i].group != number) continue;
    made.members[made.count++] = c->all[i].record;
    made.own += !c->all[i].earlier;
  }
  note_percents(similar, &made);
  similar->groups[similar->num_groups++] = made;
  return SL_OK;
}

/* Makes groups. The number of a group is that of its first candidate before sorting. */
static sl_status make_groups(candidates *c, const char *lab, sl_similar *similar) {
  for (size_t i = 0; i < c->count; i++) c->all[i].group = group_of(c, i);
  if (c->count) qsort(c->all, c->count, sizeof *c->all, by_class_and_student);
  for (size_t number = 0; number < c->count; number++) {
    SL_TRY(add_group(c, number, lab, similar));
  }
  if (similar->num_groups) {
    qsort(similar->groups, similar->num_groups, sizeof *similar->groups, by_likeness);
  }
  return SL_OK;
}

/* ---- a lab ----------------------------------------------------------------------------------- */

static sl_status find_pairs(const given_files *given, candidates *c, char *said, size_t size,
                            sl_similar *similar) {
  similar_line l;
  for (size_t i = 0; i < c->count; i++) c->all[i].group = i;
  if (given->count) {
    SL_TRY(compare(c, given, said, size));
    for (const char *at = said; (at = next_line(c, said, at, &l));) {
      if (l.one < c->count && l.percent > c->all[l.one].given) c->all[l.one].given = l.percent;
    }
  }
  SL_TRY(compare(c, NULL, said, size));
  SL_TRY(find_shared(c, said, &similar->shared));
  for (const char *at = said; (at = next_line(c, said, at, &l));) {
    if (l.one < c->count && l.other < c->count) SL_TRY(add_pair(c, &l, similar));
  }
  if (similar->count) {
    qsort(similar->pairs, similar->count, sizeof *similar->pairs, by_percent);
  }
  return SL_OK;
}

static void find_given(const sl_outputs *outputs, const char *lab, given_files *out) {
  const char *const files[MOST_GIVEN] = {sl_wording_outputs_lab(outputs, lab)->skeleton,
                                         outputs->handout ? outputs->handout(lab) : NULL};
  *out = (given_files){.count = 0};
  for (size_t i = 0; i < MOST_GIVEN; i++) {
    if (files[i] && access(files[i], R_OK) == 0) out->all[out->count++] = files[i];
  }
}

sl_status sl_similar_find(const sl_outputs *outputs, const sl_records *records, const char *lab,
                          sl_similar *inout) {
  enum { BESIDE_PATHS = 64 }; /* bytes of a line that sim_c++ prints */
  candidates c = {0};
  given_files given;
  char *said = NULL;
  find_given(outputs, lab, &given);
  sl_status status = find_candidates(outputs, records, lab, &c);
  size_t size = SAID_BYTES + c.count * (c.count + MOST_GIVEN) / 2 * (2 * c.longest + BESIDE_PATHS);
  if (status == SL_OK) status = sl_alloc(size, 1, "the output of sim_c++", &said);
  if (status == SL_OK && c.count > 1) status = find_pairs(&given, &c, said, size, inout);
  if (status == SL_OK) status = make_groups(&c, lab, inout);
  sl_free(said);
  free_candidates(&c);
  return status;
}

void sl_similar_free(sl_similar *similar) {
  for (size_t i = 0; i < similar->num_groups; i++) sl_free(similar->groups[i].members);
  sl_free(similar->groups);
  sl_free(similar->pairs);
  *similar = (sl_similar){0};
}

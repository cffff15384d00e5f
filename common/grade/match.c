/* match.c: finds the file of a submission that belongs to a lab. */
#define _GNU_SOURCE
#include "grade/match.h"

#include "base/path.h"
#include "grade/platform.h"
#include "judge/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUM_FORMS = 3, MOST_WORDS = 24, WORD_BYTES = 48, MOST_FOUND = 64, ALL_LABS = 32 };

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

/* The rank of the entry's place: files in folders come before those in archives. */
static int usual_rank(const sl_inventory_entry *entry, const sl_lab *lab) {
  if (!entry->at_top) return 0;
  int rank = sl_match_file_rank(entry->inner, lab, entry->archives > 0);
  return rank ? rank + (entry->archives ? 2 * NUM_FORMS : 0) : 0;
}

/* ---- words of names -------------------------------------------------------------------------- */

/* A name in lower case, split at all characters except letters and digits, and between letters and
 * digits. */
typedef struct match_words {
  char all[MOST_WORDS][WORD_BYTES];
  size_t from[MOST_WORDS], to[MOST_WORDS]; /* in the name */
  int count;
} match_words;

static void cut_words(const char *name, size_t length, match_words *out) {
  out->count = 0;
  for (size_t i = 0; i < length && out->count < MOST_WORDS;) {
    unsigned char c = (unsigned char)name[i];
    if (!isalnum(c) && c < 0x80) {
      i++;
      continue;
    }
    bool digit = isdigit(c);
    size_t from = i, size = 0;
    char *word = out->all[out->count];
    for (; i < length; i++) {
      c = (unsigned char)name[i];
      if ((!isalnum(c) && c < 0x80) || (bool)isdigit(c) != digit) break;
      if (size + 1 < WORD_BYTES) word[size++] = (char)tolower(c);
    }
    word[size] = '\0';
    out->from[out->count] = from;
    out->to[out->count++] = i;
  }
}

/* The length of a source's name without its ending: ".cu", ".cu.txt", ".cpp". */
static size_t stem_length(const char *name) {
  const char *dot = strrchr(name, '.');
  size_t length =
      dot && dot > name && sl_inventory_is_source(name) ? (size_t)(dot - name) : strlen(name);
  bool doubled =
      length > 3 && length < strlen(name) && strncasecmp(name + length - 3, ".cu", 3) == 0;
  return doubled ? length - 3 : length;
}

static bool is_one_of(const char *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(word, list[i]) == 0) return true;
  }
  return false;
}

/* Words before a number that show that it is a lab's number. */
static bool is_lab_word(const char *word) {
  static const char *const list[] = {"lab", "labs"};
  return is_one_of(word, list, SL_COUNT(list));
}

/* Words before a number that may count something else. */
static bool is_course_word(const char *word) {
  static const char *const list[] = {"hw", "homework", "assignment", "exercise", "ex", "project"};
  return is_one_of(word, list, SL_COUNT(list));
}

/* How many words, from `at` on, form the lab's name, which may also be written as one word; 0:
 * none. */
static int name_at(const match_words *w, int at, const sl_lab *lab) {
  match_words name;
  const char *text = sl_lab_short_name(lab);
  char joined[WORD_BYTES] = "";
  cut_words(text, strlen(text), &name);
  for (int i = 0; i < name.count; i++) {
    size_t used = strlen(joined);
    (void)snprintf(joined + used, sizeof joined - used, "%s", name.all[i]);
  }
  if (strcmp(w->all[at], joined) == 0) return 1;
  for (int i = 0; i < name.count; i++) {
    if (at + i >= w->count || strcmp(w->all[at + i], name.all[i]) != 0) return 0;
  }
  return name.count;
}

typedef enum naming { BY_NUMBER = 1, BY_NAME = 2 } naming;

/* How many words at `at` form the lab's number, "lab 2", or "02" at the beginning; `any`: also
 * after words that may count something else; 0: none. */
static int number_at(const match_words *w, int at, const sl_lab *lab, bool any) {
  int number = atoi(lab->id);
  bool alone = at == 0 && strlen(w->all[0]) == 2 && isdigit((unsigned char)w->all[0][0]);
  if (alone && atoi(w->all[0]) == number) return 1;
  bool word = is_lab_word(w->all[at]) || (any && is_course_word(w->all[at]));
  bool follows = at + 1 < w->count && isdigit((unsigned char)w->all[at + 1][0]);
  return word && follows && atoi(w->all[at + 1]) == number ? 2 : 0;
}

/* Whether a name contains the lab's name (or its number) among its words. */
static bool names_lab(const char *name, size_t length, const sl_lab *lab, naming by) {
  match_words w;
  cut_words(name, length, &w);
  for (int i = 0; i < w.count; i++) {
    if (by == BY_NAME ? name_at(&w, i, lab) : number_at(&w, i, lab, false)) return true;
  }
  return false;
}

/* ---- hints to labs --------------------------------------------------------------------------- */

static unsigned bit(size_t lab) {
  return lab < ALL_LABS ? 1U << lab : 0;
}

static bool is_single(unsigned labs) {
  return labs && !(labs & (labs - 1));
}

static unsigned labs_named(const char *text, size_t length, naming by) {
  unsigned labs = 0;
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (names_lab(text, length, sl_labs[i], by)) labs |= bit(i);
  }
  return labs;
}

/* By name, or else by number. */
static unsigned labs_of_text(const char *text, size_t length) {
  unsigned labs = labs_named(text, length, BY_NAME);
  return labs ? labs : labs_named(text, length, BY_NUMBER);
}

/* The labs whose header the source includes. */
static unsigned labs_of_content(const sl_inventory_entry *entry) {
  unsigned labs = 0;
  for (const char *at = entry->bytes; at && (at = strstr(at, "#"));) {
    at++;
    at += strspn(at, " \t");
    if (strncmp(at, "include", 7) != 0) continue;
    at += 7;
    at += strspn(at, " \t");
    if (*at != '"' && *at != '<') continue;
    const char *name = ++at;
    size_t length = strcspn(name, "\">\n");
    for (size_t k = length; k > 0; k--) { /* "../02-ell/ell.h" */
      if (name[k - 1] != '/' && name[k - 1] != '\\') continue;
      name += k;
      length -= k;
      break;
    }
    for (size_t i = 0; i < sl_num_labs; i++) {
      char header[128];
      (void)snprintf(header, sizeof header, "%s.h", sl_lab_short_name(sl_labs[i]));
      if (strlen(header) == length && strncasecmp(header, name, length) == 0) labs |= bit(i);
    }
  }
  return labs;
}

/* The labs named by the folders and archives around a file, the innermost first, or by a
 * platform. */
static unsigned labs_of_place(const sl_inventory_entry *entry) {
  sl_platform_name platform;
  const char *end = sl_base_name(entry->path);
  if (sl_platform_parse(end, &platform)) {
    unsigned labs = labs_of_text(platform.assignment, strlen(platform.assignment));
    if (labs) return labs;
  }
  while (end > entry->path) {
    const char *from = end - 1;
    while (from > entry->path && from[-1] != '/') from--;
    unsigned labs = labs_of_text(from, (size_t)(end - 1 - from));
    if (labs) return labs;
    end = from;
  }
  const char *part = sl_base_name(entry->part->path);
  return strcmp(part, entry->path) == 0 ? 0 : labs_of_text(part, strlen(part));
}

/* A file with another ending than .cu counts only if it includes the lab's header and has the lab's
 * name. */
static bool is_cuda(const sl_inventory_entry *entry) {
  size_t length = strlen(entry->name);
  return length > 3 && strcasecmp(entry->name + length - 3, ".cu") == 0;
}

typedef enum pointing { BY_NOTHING, BY_FILE_NAME, BY_CONTENT, BY_PLACE, CONTRADICTS } pointing;

/* Finds the labs to which an entry points, and how. An included header is stronger than a number in
 * the name, because courses may number their labs differently. */
static unsigned find_labs(const sl_inventory_entry *entry, pointing *how) {
  *how = BY_NOTHING;
  if (!entry->bytes) return 0;
  size_t length = stem_length(entry->name);
  unsigned content = labs_of_content(entry);
  unsigned named = labs_named(entry->name, length, BY_NAME);
  if (!is_cuda(entry)) {
    *how = BY_FILE_NAME;
    return content & named;
  }
  if (!named && content) {
    *how = is_single(content) ? BY_CONTENT : CONTRADICTS;
    return content;
  }
  if (!named) named = labs_named(entry->name, length, BY_NUMBER);
  if (named) {
    unsigned both = content ? named & content : named;
    *how = is_single(both) ? BY_FILE_NAME : CONTRADICTS;
    return both ? both : named | content;
  }
  unsigned place = labs_of_place(entry);
  *how = BY_PLACE;
  return is_single(place) ? place : 0;
}

static unsigned bit_of(const sl_lab *lab) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_labs[i] == lab) return bit(i);
  }
  return 0;
}

bool sl_match_points(const sl_inventory_entry *entry, const sl_lab *lab) {
  pointing how;
  return usual_rank(entry, lab) || (find_labs(entry, &how) & bit_of(lab));
}

/* Words that distinguish versions of a file. */
static bool is_version_word(const char *word) {
  static const char *const list[] = {"final", "copy",  "new",      "old",      "version",
                                     "v",     "fixed", "latest",   "solution", "submission",
                                     "of",    "kopie", "resubmit", "draft",    "my"};
  return is_one_of(word, list, SL_COUNT(list)) || isdigit((unsigned char)word[0]);
}

bool sl_match_student(const char *name, char *student, size_t size) {
  match_words w;
  bool taken[MOST_WORDS] = {false};
  cut_words(name, stem_length(name), &w);
  for (int i = 0; i < w.count; i++) {
    for (size_t l = 0; l < sl_num_labs; l++) {
      int words_of_lab = name_at(&w, i, sl_labs[l]);
      if (!words_of_lab) words_of_lab = number_at(&w, i, sl_labs[l], true);
      for (int k = 0; k < words_of_lab; k++) taken[i + k] = true;
    }
    taken[i] = taken[i] || is_version_word(w.all[i]);
  }
  size_t from = 0, to = 0;
  for (int i = 0; i < w.count; i++) {
    if (taken[i]) continue;
    if (!to) from = w.from[i];
    to = w.to[i];
  }
  if (to > from) (void)snprintf(student, size, "%.*s", (int)(to - from), name + from);
  return to > from;
}

/* ---- reasons --------------------------------------------------------------------------------- */

static void explain(const sl_inventory_entry *entry, const sl_lab *lab, pointing how, char *reason,
                    size_t size) {
  const char *name = sl_lab_short_name(lab), *base = sl_base_name(entry->path);
  char wanted[128], platform_says[320] = "";
  sl_platform_name platform;
  (void)snprintf(wanted, sizeof wanted, "%s.cu", name);
  bool decorated = entry->name != base;
  if (decorated && sl_platform_parse(base, &platform)) {
    (void)snprintf(platform_says, sizeof platform_says,
                   "without what %s adds, its name is %s, and ", platform.platform, platform.file);
  }
  bool content = labs_of_content(entry) == bit_of(lab);
  size_t length = stem_length(entry->name);
  const char *what;
  char room[256];
  if (how == BY_CONTENT) {
    (void)snprintf(room, sizeof room, "it includes \"%s.h\"", name);
    what = room;
  } else if (how == BY_PLACE) {
    (void)snprintf(room, sizeof room, "the folder or archive that it is in names lab %.2s",
                   lab->id);
    what = room;
  } else if (strcmp(entry->name, wanted) == 0) {
    what = decorated             ? "this is the name of the lab's file"
           : entry->archives > 1 ? "it has the right name, in an archive within an archive"
                                 : "it has the right name, in another folder than usual";
  } else if (strcasecmp(entry->name, wanted) == 0) {
    what = "its name differs only in upper and lower case";
  } else if (names_lab(entry->name, length, lab, BY_NAME)) {
    (void)snprintf(room, sizeof room, "its name contains \"%s\"", name);
    what = room;
  } else {
    (void)snprintf(room, sizeof room, "its name contains the number of lab %.2s", lab->id);
    what = room;
  }
  (void)snprintf(reason, size, "%s%s", platform_says, what);
  size_t used = strlen(reason);
  if (content && how != BY_CONTENT) {
    (void)snprintf(reason + used, size - used, ", and it includes \"%s.h\"", name);
  }
}

/* ---- choosing -------------------------------------------------------------------------------- */

typedef struct found {
  const sl_inventory_entry *entry;
  int rank; /* rank of the usual place; 0: elsewhere */
  pointing how;
} found;

typedef struct finds {
  found all[MOST_FOUND];
  int count;
  bool more;
} finds;

static void add_find(finds *list, const sl_inventory_entry *entry, int rank, pointing how) {
  if (list->count == MOST_FOUND) {
    list->more = true;
    return;
  }
  list->all[list->count++] = (found){entry, rank, how};
}

static bool same_bytes(const sl_inventory_entry *a, const sl_inventory_entry *b) {
  return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* Compares texts; line endings may differ. */
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

/* Of several identical files keeps the one in the best place; keeps skeletons only if all are
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

/* The name of a file, or of the archive that it is in, without ending and additions of a
 * platform. */
static void name_of_version(const sl_inventory_entry *entry, char *name, size_t size) {
  char first[SL_SUBMISSION_PATH];
  sl_platform_name platform;
  bool in_archive = entry->archives > 0 && strchr(entry->path, '/');
  if (!in_archive) {
    (void)snprintf(name, size, "%.*s", (int)stem_length(entry->name), entry->name);
    return;
  }
  (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(entry->path, "/"), entry->path);
  bool decorated = sl_platform_parse(first, &platform) && platform.file[0];
  (void)snprintf(name, size, "%s", decorated ? platform.file : first);
  char *end = strstr(name, ".tar"); /* ".tar (1).gz": the number may be between the endings */
  if (end) memmove(end, end + 4, strlen(end + 4) + 1);
  end = strrchr(name, '.');
  if (end) *end = '\0';
}

/* The number of a copy, as in "ell (2).cu" and "ell-2.cu"; 0: the original. `name` becomes the name
 * of the original.
 */
static int cut_version(char *name) {
  size_t end = strlen(name);
  bool brackets = end > 0 && name[end - 1] == ')';
  size_t at = end - brackets;
  while (at > 0 && isdigit((unsigned char)name[at - 1])) at--;
  bool digits = at < end - brackets && at > 1;
  bool numbered =
      digits && (brackets ? name[at - 1] == '(' : name[at - 1] == '-' || name[at - 1] == '_');
  if (!numbered) return 0;
  int number = atoi(name + at);
  for (at--; at > 0 && name[at - 1] == ' ';) at--;
  name[at] = '\0';
  return number;
}

static const char *attempt_of(const sl_inventory_entry *entry, sl_platform_name *room) {
  return sl_platform_parse(sl_base_name(entry->path), room) ? room->attempt : "";
}

/* Whether `b` is a later version of the same file than `a`. 0: unknown. */
static int compare_versions(const sl_inventory_entry *a, const sl_inventory_entry *b) {
  char rest_a[SL_SUBMISSION_PATH], rest_b[SL_SUBMISSION_PATH];
  sl_platform_name room_a, room_b;
  const char *attempt_a = attempt_of(a, &room_a), *attempt_b = attempt_of(b, &room_b);
  if (attempt_a[0] && attempt_b[0] && strcmp(attempt_a, attempt_b) != 0) {
    return strcmp(attempt_a, attempt_b) < 0 ? 1 : -1;
  }
  name_of_version(a, rest_a, sizeof rest_a);
  name_of_version(b, rest_b, sizeof rest_b);
  int version_a = cut_version(rest_a), version_b = cut_version(rest_b);
  if (strcmp(rest_a, rest_b) != 0 || version_a == version_b) return 0;
  return version_a < version_b ? 1 : -1;
}

/* The last version among `count` entries from `from` on; -1: they are not versions of one file. */
static int last_version(const finds *list, int from, int count) {
  int last = from;
  for (int i = from; i < from + count; i++) {
    if (compare_versions(list->all[last].entry, list->all[i].entry) > 0) last = i;
  }
  for (int i = from; i < from + count; i++) {
    bool earlier = compare_versions(list->all[i].entry, list->all[last].entry) > 0;
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
    (void)snprintf(out->reason, sizeof out->reason, "it has the lab's name in its usual place");
  } else {
    explain(f->entry, lab, f->how, out->reason, sizeof out->reason);
  }
}

static void be_unclear(sl_match *out, const char *names) {
  out->kind = SL_MATCH_UNCLEAR;
  out->entry = NULL;
  (void)snprintf(out->reason, sizeof out->reason,
                 "several files could be the submission, and they differ: %.400s", names);
}

/* Chooses among the first `count`, which fit equally well but differ. */
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

/* The student gave the lab's name, and a platform added its own words to it. */
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

/* Files that point to the lab only by their place do not count beside others. Files that do so only
 * by content do not count beside a file with the lab's name, because the lab's folder also contains
 * drive.cu. */
static void prefer(finds *list, const sl_lab *lab) {
  bool named = false, placed = true;
  for (int i = 0; i < list->count; i++) {
    named = named || has_name(list->all[i].entry, lab);
    placed = placed && list->all[i].how == BY_PLACE;
  }
  for (int i = list->count - 1; i >= 0; i--) {
    const found *f = &list->all[i];
    bool by_content = f->how == BY_CONTENT && named, by_place = f->how == BY_PLACE && !placed;
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
    (void)snprintf(out->reason, sizeof out->reason, "it has the lab's name in its usual place");
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
  pointing how;
  for (size_t i = 0; i < inventory->count; i++) {
    const sl_inventory_entry *entry = &inventory->all[i];
    bool free = entry->bytes && is_cuda(entry) && !entry->problem[0] && !find_labs(entry, &how);
    if (free) add_find(&list, entry, 0, BY_NOTHING);
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
    pointing how = BY_NOTHING;
    int rank = usual_rank(entry, lab);
    bool points = find_labs(entry, &how) & bit_of(lab);
    if (rank && !entry->bytes) {
      odd = entry;
    } else if (rank || (points && how != CONTRADICTS)) {
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

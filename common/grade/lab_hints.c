/* lab_hints.c: finds the labs to which a file points by its name, its content and its place. */
#define _GNU_SOURCE
#include "grade/lab_hints.h"

#include "base/path.h"
#include "grade/platform.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_WORDS = 24, WORD_BYTES = 48, ALL_LABS = 32 };

/* ---- words of names -------------------------------------------------------------------------- */

/* The words of a name: it is in lower case, and split at all characters except letters and digits,
 * and between letters and digits. */
typedef struct name_words {
  char all[MOST_WORDS][WORD_BYTES];
  size_t from[MOST_WORDS], to[MOST_WORDS]; /* where each word begins and ends in the name */
  int count;
} name_words;

static void cut_words(const char *name, size_t length, name_words *out) {
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

static bool is_one_of(const char *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(word, list[i]) == 0) return true;
  }
  return false;
}

/* Whether the word, before a number, shows that the number is a lab's. */
static bool is_lab_word(const char *word) {
  static const char *const list[] = {"lab", "labs"};
  return is_one_of(word, list, SL_COUNT(list));
}

/* Whether the word, before a number, may mean that the number counts something else. */
static bool is_course_word(const char *word) {
  static const char *const list[] = {"hw", "homework", "assignment", "exercise", "ex", "project"};
  return is_one_of(word, list, SL_COUNT(list));
}

/* Returns how many words, from `at` on, form the lab's name, which may also be written as one word;
 * 0: none. */
static int name_at(const name_words *w, int at, const sl_lab *lab) {
  name_words name;
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

/* Returns how many words at `at` form the lab's number: "lab 2", or "02" at the beginning. `any`:
 * also after words that may count something else. 0: none. */
static int number_at(const name_words *w, int at, const sl_lab *lab, bool any) {
  int number = atoi(lab->id);
  bool alone = at == 0 && strlen(w->all[0]) == 2 && isdigit((unsigned char)w->all[0][0]);
  if (alone && atoi(w->all[0]) == number) return 1;
  bool word = is_lab_word(w->all[at]) || (any && is_course_word(w->all[at]));
  bool follows = at + 1 < w->count && isdigit((unsigned char)w->all[at + 1][0]);
  return word && follows && atoi(w->all[at + 1]) == number ? 2 : 0;
}

/* Whether a name contains the lab's name (or its number) among its words. */
static bool names_lab(const char *name, size_t length, const sl_lab *lab, naming by) {
  name_words w;
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

/* Returns the labs that a text names, or if there are none, the labs whose number it has. */
static unsigned labs_of_text(const char *text, size_t length) {
  unsigned labs = labs_named(text, length, BY_NAME);
  return labs ? labs : labs_named(text, length, BY_NUMBER);
}

/* Returns the labs whose header the source includes. */
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

/* Returns the labs that the folders and archives around a file name, the innermost first, or that a
 * platform names. */
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

bool sl_lab_hints_are_cuda(const sl_inventory_entry *entry) {
  size_t length = strlen(entry->name);
  return length > 3 && strcasecmp(entry->name + length - 3, ".cu") == 0;
}

/* Prefers an included header to a number in the name, because courses may number their labs
 * differently. */
unsigned sl_lab_hints_find(const sl_inventory_entry *entry, sl_lab_hint *how) {
  *how = SL_HINT_NONE;
  if (!entry->bytes) return 0;
  size_t length = sl_inventory_stem_length(entry->name);
  unsigned content = labs_of_content(entry);
  unsigned named = labs_named(entry->name, length, BY_NAME);
  if (!sl_lab_hints_are_cuda(entry)) {
    *how = SL_HINT_FILE_NAME;
    return content & named;
  }
  if (!named && content) {
    *how = is_single(content) ? SL_HINT_CONTENT : SL_HINTS_CONTRADICT;
    return content;
  }
  if (!named) named = labs_named(entry->name, length, BY_NUMBER);
  if (named) {
    unsigned both = content ? named & content : named;
    *how = is_single(both) ? SL_HINT_FILE_NAME : SL_HINTS_CONTRADICT;
    return both ? both : named | content;
  }
  unsigned place = labs_of_place(entry);
  *how = SL_HINT_PLACE;
  return is_single(place) ? place : 0;
}

/* Whether the word distinguishes versions of a file. */
static bool is_version_word(const char *word) {
  static const char *const list[] = {"final", "copy",  "new",      "old",      "version",
                                     "v",     "fixed", "latest",   "solution", "submission",
                                     "of",    "kopie", "resubmit", "draft",    "my"};
  return is_one_of(word, list, SL_COUNT(list)) || isdigit((unsigned char)word[0]);
}

bool sl_lab_hints_student(const char *name, char *student, size_t size) {
  name_words w;
  bool taken[MOST_WORDS] = {false};
  cut_words(name, sl_inventory_stem_length(name), &w);
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

unsigned sl_lab_hints_bit(const sl_lab *lab) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_labs[i] == lab) return bit(i);
  }
  return 0;
}

/* ---- reasons --------------------------------------------------------------------------------- */

void sl_lab_hints_explain(const sl_inventory_entry *entry, const sl_lab *lab, sl_lab_hint how,
                          char *reason, size_t size) {
  const char *name = sl_lab_short_name(lab), *base = sl_base_name(entry->path);
  char wanted[128], platform_says[320] = "";
  sl_platform_name platform;
  (void)snprintf(wanted, sizeof wanted, "%s.cu", name);
  bool decorated = entry->name != base;
  if (decorated && sl_platform_parse(base, &platform)) {
    (void)snprintf(platform_says, sizeof platform_says,
                   "without what %s adds, its name is %s, and ", platform.platform, platform.file);
  }
  bool content = labs_of_content(entry) == sl_lab_hints_bit(lab);
  size_t length = sl_inventory_stem_length(entry->name);
  const char *what;
  char room[256];
  if (how == SL_HINT_CONTENT) {
    (void)snprintf(room, sizeof room, "it includes \"%s.h\"", name);
    what = room;
  } else if (how == SL_HINT_PLACE) {
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
  if (content && how != SL_HINT_CONTENT) {
    (void)snprintf(reason + used, size - used, ", and it includes \"%s.h\"", name);
  }
}

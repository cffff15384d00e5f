/* submission_files.c: takes the file of a lab from a submission, and reports how every other file
 * was used. */
#include "grade/submission.h"

#include "base/memory.h"
#include "base/path.h"
#include "grade/archive.h"
#include "grade/inventory.h"
#include "grade/match.h"
#include "judge/source.h"
#include "judge/toolchain.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LABS = 32 };

/* What is known about a submission. */
typedef struct submission_files_view {
  const sl_submission *submission;
  const sl_taking *taking;
  size_t lab; /* the requested lab */
  sl_inventory inventory;
  sl_match matches[MOST_LABS]; /* matches of the graded labs */
  sl_source skeleton;          /* the skeleton of the requested lab */
} submission_files_view;

static bool is_graded(const submission_files_view *v, size_t lab) {
  return v->taking->labs >> lab & 1;
}

/* Whether the file of a match is graded. */
static bool counts(const submission_files_view *v, const sl_match *match) {
  if (match->kind != SL_MATCH_USUAL && match->kind != SL_MATCH_PROPOSAL) return false;
  return v->taking->accept || (match->kind == SL_MATCH_USUAL && !v->submission->inferred);
}

/* ---- matching -------------------------------------------------------------------------------- */

/* Reads the lab's file as students get it. The text is NULL if the skeleton was not built. */
static void read_skeleton(size_t lab, sl_source *out) {
  char path[SL_SUBMISSION_PATH];
  memset(out, 0, sizeof *out);
  (void)snprintf(path, sizeof path, "%s/skeletons/%s/%s.cu", SL_BINARY_DIR, sl_labs[lab]->id,
                 sl_lab_short_name(sl_labs[lab]));
  if (sl_source_read(path, out) != SL_OK) sl_source_free(out);
}

static void find_match(const sl_inventory *inventory, size_t lab, bool only, sl_match *out) {
  sl_source skeleton;
  read_skeleton(lab, &skeleton);
  sl_match_find(inventory, sl_labs[lab], skeleton.text, only, out);
  sl_source_free(&skeleton);
}

static void find_matches(submission_files_view *v) {
  unsigned labs = v->taking->labs;
  bool only = labs && !(labs & (labs - 1));
  for (size_t i = 0; i < sl_num_labs && i < MOST_LABS; i++) {
    if (is_graded(v, i)) find_match(&v->inventory, i, only, &v->matches[i]);
  }
}

/* ---- the list of files ----------------------------------------------------------------------- */

static sl_status add_file(sl_handed_file *out, const char *path, sl_handed_entry **entry_out) {
  SL_TRY(
      sl_resize(out->num_files + 1, sizeof *out->files, "the files of a submission", &out->files));
  sl_handed_entry *added = &out->files[out->num_files];
  memset(added, 0, sizeof *added);
  size_t size = strlen(path) + 1;
  SL_TRY(sl_alloc(size, 1, "the name of a file", &added->path));
  memcpy(added->path, path, size);
  out->num_files++;
  *entry_out = added;
  return SL_OK;
}

static sl_status add_note(sl_handed_file *out, const char *path, const char *what) {
  sl_handed_entry *entry;
  SL_TRY(add_file(out, path, &entry));
  entry->use = SL_FILE_LOOK;
  (void)snprintf(entry->what, sizeof entry->what, "%s", what);
  return SL_OK;
}

/* Returns the lab for which an entry is used, as its file or as a proposal; sl_num_labs: none. */
static size_t given_to(const submission_files_view *v, const sl_inventory_entry *entry) {
  for (size_t i = 0; i < sl_num_labs && i < MOST_LABS; i++) {
    bool given = v->matches[i].kind == SL_MATCH_USUAL || v->matches[i].kind == SL_MATCH_PROPOSAL;
    if (is_graded(v, i) && given && v->matches[i].entry == entry) return i;
  }
  return sl_num_labs;
}

/* Whether the entry is exactly the file of a lab that is not graded now. */
static bool is_of_other_lab(const submission_files_view *v, const sl_inventory_entry *entry,
                            char *what, size_t size) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    bool usual = entry->at_top && sl_match_file_rank(entry->inner, sl_labs[i], entry->archives > 0);
    if (is_graded(v, i) || !usual) continue;
    (void)snprintf(what, size, "the file of %s, which is not graded here", sl_labs[i]->id);
    return true;
  }
  return false;
}

static bool is_same(const sl_inventory_entry *a, const sl_inventory_entry *b) {
  return a->bytes && b && b->bytes && a->size == b->size &&
         memcmp(a->bytes, b->bytes, a->size) == 0;
}

static void say_unused(const submission_files_view *v, const sl_inventory_entry *entry,
                       sl_handed_entry *out) {
  const sl_match *match = &v->matches[v->lab];
  const sl_inventory_entry *taken = match->entry;
  bool work = entry->is_archive || entry->problem[0] ||
              (sl_inventory_is_source(entry->name) && !sl_archive_stem(entry->name));
  size_t length = strlen(entry->name);
  bool is_text = length > 4 && strcmp(entry->name + length - 4, ".txt") == 0;
  bool points = sl_match_points(entry, sl_labs[v->lab]);
  out->use = work && (!is_text || points || entry->problem[0]) ? SL_FILE_LOOK : SL_FILE_UNUSED;
  if (entry->problem[0]) {
    (void)snprintf(out->what, sizeof out->what, "%s", entry->problem);
  } else if (entry->bytes && sl_match_is_unwritten(entry, v->skeleton.text)) {
    (void)snprintf(out->what, sizeof out->what, "not used: it is %s",
                   sl_match_is_blank(entry) ? "empty" : "the file as it is given to students");
  } else if (points && taken && taken != entry) {
    (void)snprintf(out->what, sizeof out->what, "not used: %.150s %s, because %s", taken->path,
                   counts(v, match) ? "was graded" : "is proposed",
                   is_same(entry, taken) ? "it has the same content and a better name"
                                         : match->reason);
  } else if (points) {
    (void)snprintf(out->what, sizeof out->what, "not used: it may be the file of %s",
                   sl_labs[v->lab]->id);
  } else {
    (void)snprintf(out->what, sizeof out->what, "not used");
  }
}

static sl_status list_entry(const submission_files_view *v, const sl_inventory_entry *entry,
                            sl_handed_file *out) {
  sl_handed_entry *listed;
  size_t lab = given_to(v, entry);
  SL_TRY(add_file(out, entry->path, &listed));
  if (lab < sl_num_labs) {
    const sl_match *match = &v->matches[lab];
    bool graded = counts(v, match);
    const char *id = lab == v->lab ? "" : sl_labs[lab]->id;
    bool blank = graded && sl_match_is_blank(entry);
    listed->use = !graded || blank ? SL_FILE_LOOK
                  : lab == v->lab  ? SL_FILE_GRADED
                                   : SL_FILE_OF_OTHER_LAB;
    (void)snprintf(listed->what, sizeof listed->what, "%s%s%s%s%s",
                   blank    ? "it is empty, so nothing was graded"
                   : graded ? "graded"
                            : "proposed, not graded",
                   id[0] ? " for " : "", id, match->kind == SL_MATCH_PROPOSAL ? ": " : "",
                   match->kind == SL_MATCH_PROPOSAL ? match->reason : "");
  } else if (is_of_other_lab(v, entry, listed->what, sizeof listed->what)) {
    listed->use = SL_FILE_OF_OTHER_LAB;
  } else {
    say_unused(v, entry, listed);
  }
  return SL_OK;
}

/* Writes the name of a submission that has one part: that of its file, or its name in the archive
 * of the class. */
static void name_submission(const sl_submission *submission, char *name, size_t size) {
  name[0] = '\0';
  if (submission->num_parts != 1) return;
  const sl_part *part = &submission->parts[0];
  (void)snprintf(name, size, "%s", part->within[0] ? part->within : part->path);
  size_t length = strlen(name);
  if (length > 0 && name[length - 1] == '/') name[length - 1] = '\0';
  const char *base = sl_base_name(name);
  memmove(name, base, strlen(base) + 1);
}

/* Lists the files. Those that a person should check come first, and are listed even if there are
 * many others. */
static sl_status list_files(const submission_files_view *v, sl_handed_file *out) {
  const sl_inventory *inventory = &v->inventory;
  char name[4096];
  name_submission(v->submission, name, sizeof name);
  if (v->submission->note[0]) SL_TRY(add_note(out, name, v->submission->note));
  if (v->submission->problem[0]) SL_TRY(add_note(out, name, v->submission->problem));
  if (v->submission->num_parts && inventory->count == 0 && !v->submission->problem[0]) {
    SL_TRY(add_note(out, name, "it contains no file"));
  }
  size_t left_out = 0;
  for (size_t i = 0; i < inventory->count; i++) {
    SL_TRY(list_entry(v, &inventory->all[i], out));
    sl_handed_entry *last = &out->files[out->num_files - 1];
    if (out->num_files <= SL_HANDED_LISTED || last->use == SL_FILE_GRADED) continue;
    left_out++;
    sl_free(last->path);
    out->num_files--;
  }
  if (!left_out && !inventory->cut) return SL_OK;
  char text[96];
  (void)snprintf(text, sizeof text, "%s%zu more files", inventory->cut ? "at least " : "",
                 left_out + inventory->cut);
  return add_note(out, text,
                  inventory->cut ? "too many files were submitted: not checked"
                                 : "not used and not listed by name");
}

/* ---- the verdict on the submission ----------------------------------------------------------- */

static sl_status copy_file(const sl_inventory_entry *entry, sl_handed_file *out) {
  SL_TRY(sl_alloc(entry->size + 1, 1, "the submission", &out->bytes));
  memcpy(out->bytes, entry->bytes, entry->size);
  out->size = entry->size;
  out->kind = SL_HANDED_FILE;
  (void)snprintf(out->path, sizeof out->path, "%s", entry->path);
  out->when = entry->when;
  if (!sl_match_is_blank(entry)) return SL_OK;
  out->kind = SL_HANDED_EMPTY;
  (void)snprintf(out->problem, sizeof out->problem,
                 "%.150s is empty: hand in the file with your work", entry->path);
  return SL_OK;
}

/* Whether any file of the submission is graded for any lab. */
static bool is_any_graded(const submission_files_view *v) {
  for (size_t i = 0; i < sl_num_labs && i < MOST_LABS; i++) {
    if (is_graded(v, i) && counts(v, &v->matches[i])) return true;
  }
  return false;
}

static void name_some(const sl_inventory *inventory, char *text, size_t size) {
  text[0] = '\0';
  for (size_t i = 0; i < inventory->count && i < 3; i++) {
    size_t used = strlen(text);
    (void)snprintf(text + used, size - used, "%s%.80s", i ? ", " : "", inventory->all[i].path);
  }
  size_t used = strlen(text);
  if (inventory->count > 3) {
    (void)snprintf(text + used, size - used, " and %zu more", inventory->count - 3);
  }
}

static void say_missing(const submission_files_view *v, sl_handed_file *out) {
  const char *name = sl_lab_short_name(sl_labs[v->lab]);
  char some[320];
  out->kind = SL_HANDED_NOTHING;
  (void)snprintf(out->problem, sizeof out->problem, "%s.cu was not submitted", name);
  if (v->inventory.count == 0 || is_any_graded(v)) return;
  out->kind = SL_HANDED_UNCLEAR;
  const sl_inventory_entry *first = &v->inventory.all[0];
  if (v->inventory.count == 1 && first->problem[0]) {
    (void)snprintf(out->problem, sizeof out->problem,
                   "%s.cu is not among the submitted files: %.200s is %.180s", name, first->path,
                   first->problem);
    return;
  }
  name_some(&v->inventory, some, sizeof some);
  (void)snprintf(out->problem, sizeof out->problem,
                 "%s.cu is not among the submitted files, and no other file seems to be it: %s",
                 name, some);
}

/* Explains why no file is graded. */
static void say_why_not(const submission_files_view *v, const sl_match *match,
                        sl_handed_file *out) {
  const char *name = sl_lab_short_name(sl_labs[v->lab]);
  const sl_inventory *inventory = &v->inventory;
  switch (match->kind) {
  case SL_MATCH_USUAL:
  case SL_MATCH_PROPOSAL:
    out->kind = SL_HANDED_UNCLEAR;
    (void)snprintf(out->proposal, sizeof out->proposal, "%s", match->entry->path);
    (void)snprintf(
        out->problem, sizeof out->problem, "%s%s%.150s is probably the file of lab %.2s: %s",
        v->submission->inferred ? v->submission->note : "", v->submission->inferred ? ". " : "",
        match->entry->path, sl_labs[v->lab]->id, match->reason);
    return;
  case SL_MATCH_UNCLEAR:
    out->kind = SL_HANDED_UNCLEAR;
    (void)snprintf(out->problem, sizeof out->problem, "it is not clear which file is %s.cu: %.440s",
                   name, match->reason);
    return;
  case SL_MATCH_ODD:
    out->kind = SL_HANDED_REFUSED;
    (void)snprintf(out->problem, sizeof out->problem, "%.400s: submit the file itself",
                   match->reason);
    return;
  case SL_MATCH_NOTHING:
    break;
  }
  if (inventory->trouble == SL_HANDED_FILE) {
    say_missing(v, out);
    return;
  }
  out->kind = inventory->trouble;
  (void)snprintf(out->problem, sizeof out->problem, "%s", inventory->problem);
}

static sl_status take(submission_files_view *v, sl_handed_file *out) {
  const sl_match *match = &v->matches[v->lab];
  if (v->submission->problem[0]) {
    out->kind = SL_HANDED_UNCLEAR;
    (void)snprintf(out->problem, sizeof out->problem, "%s", v->submission->problem);
    return list_files(v, out);
  }
  SL_TRY(sl_inventory_make(v->submission, &v->inventory));
  find_matches(v);
  read_skeleton(v->lab, &v->skeleton);
  if (counts(v, match)) {
    SL_TRY(copy_file(match->entry, out));
  } else {
    say_why_not(v, match, out);
    for (size_t i = 0; i < v->inventory.count && !out->when; i++) {
      out->when = v->inventory.all[i].when;
    }
  }
  return list_files(v, out);
}

sl_status sl_submission_take(const sl_submission *submission, const sl_lab *lab,
                             const sl_taking *taking, sl_handed_file *out) {
  submission_files_view *v;
  sl_taking with = *taking;
  memset(out, 0, sizeof *out);
  out->kind = SL_HANDED_NOTHING;
  SL_TRY(sl_alloc(1, sizeof *v, "a submission", &v));
  v->submission = submission;
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_labs[i] == lab) v->lab = i;
  }
  with.labs |= 1U << v->lab;
  v->taking = &with;
  sl_status status = take(v, out);
  sl_source_free(&v->skeleton);
  sl_inventory_free(&v->inventory);
  sl_free(v);
  return status;
}

void sl_submission_free_files(sl_handed_file *file) {
  for (size_t i = 0; i < file->num_files; i++) sl_free(file->files[i].path);
  sl_free(file->files);
  sl_free(file->bytes);
  memset(file, 0, sizeof *file);
}

sl_status sl_submission_labs(const sl_submission *submission, unsigned *labs_out) {
  sl_inventory inventory = {.all = NULL};
  *labs_out = 0;
  if (submission->problem[0]) return SL_OK;
  sl_status status = sl_inventory_make(submission, &inventory);
  for (size_t i = 0; status == SL_OK && i < sl_num_labs && i < MOST_LABS; i++) {
    sl_match match;
    find_match(&inventory, i, false, &match);
    if (match.kind != SL_MATCH_NOTHING) *labs_out |= 1U << i;
  }
  sl_inventory_free(&inventory);
  return status;
}

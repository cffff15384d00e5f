/* author.c: keeps the judge's mistakes.txt up to date with what authors write. */
#include "author/author.h"

#include "author/inputs.h"
#include "author/join.h"
#include "author/program_key.h"
#include "author/programs.h"
#include "author/run.h"
#include "base/hash.h"
#include "base/memory.h"
#include "judge/catalogue.h"
#include "judge/module.h"
#include "judge/toolchain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Increase this number when programs are run in another way, so that no old fingerprint is kept. */
static const char method[] = "fingerprints 4";

enum { PATH_SIZE = 1024 };

typedef struct author_session {
  const sl_lab *lab;
  const sl_update_options *options;
  sl_programs programs;
  sl_small_cases cases;
  sl_catalogue old, other; /* `other`: fingerprints from another compiler, to be merged with the
                            * new ones */
  uint64_t base;           /* hash of the inputs that all programs have in common */
  uint64_t *asked;         /* for each task, a hash of what its cases ask */
  bool stale;
  FILE *file;
} author_session;

/* ---- keys ------------------------------------------------------------------------------------ */

static sl_status add_source(const sl_lab *lab, const char *name, uint64_t *key) {
  char path[PATH_SIZE];
  sl_source source;
  (void)snprintf(path, sizeof path, "%s/labs/%s/%s", SL_SOURCE_DIR, lab->id, name);
  sl_status status = sl_source_read(path, &source);
  if (status == SL_OK) status = sl_program_key_add(source.text, key);
  sl_source_free(&source);
  return status;
}

static sl_status hash_tasks(author_session *s) {
  SL_TRY(sl_alloc(s->lab->num_tasks, sizeof *s->asked, "tasks", &s->asked));
  for (size_t t = 0; t < s->lab->num_tasks; t++) {
    s->asked[t] = s->base;
    for (size_t i = 0; i < s->cases.count; i++) {
      sl_problem problem = {.num_arrays = 0};
      sl_status status = s->lab->tasks[t].pose(&s->cases.list[i], &problem);
      uint64_t hash = status == SL_OK ? sl_fingerprint_problem_hash(&problem) : 0;
      for (int a = 0; a < problem.num_arrays && status == SL_OK; a++) {
        const sl_array *array = &problem.arrays[a];
        if (!array->expected) continue;
        hash = sl_hash_bytes(hash, array->expected, array->count * sizeof *array->expected);
      }
      sl_problem_free(&problem);
      if (status != SL_OK && status != SL_ERR_SIZE) return status;
      s->asked[t] = sl_hash_bytes(s->asked[t], &hash, sizeof hash);
    }
  }
  return SL_OK;
}

static sl_status open_update(author_session *s) {
  char header[64], path[PATH_SIZE];
  SL_TRY(sl_programs_open(s->lab, &s->programs));
  SL_TRY(sl_run_make_cases(s->lab, s->options->cache_dir, &s->cases));
  s->base = sl_hash_bytes(SL_HASH_START, method, sizeof method);
  (void)snprintf(header, sizeof header, "%s.h", sl_lab_short_name(s->lab));
  SL_TRY(add_source(s->lab, header, &s->base));
  SL_TRY(add_source(s->lab, "drive.cu", &s->base));
  SL_TRY(hash_tasks(s));
  if (!sl_module_mistakes_path(s->lab, path, sizeof path)) return SL_OK;
  if (s->options->join) SL_TRY(sl_catalogue_read(s->options->join, &s->other));
  /* A damaged file is treated as missing, so all programs are run again. */
  if (sl_catalogue_read(path, &s->old) != SL_OK) sl_catalogue_free(&s->old);
  return SL_OK;
}

static void close_session(author_session *s) {
  sl_catalogue_free(&s->old);
  sl_catalogue_free(&s->other);
  sl_run_free_cases(&s->cases);
  sl_programs_close(&s->programs);
  sl_free(s->asked);
}

/* ---- one program ----------------------------------------------------------------------------- */

/* The path where a program is built; one process builds one after another. */
static void program_path(const sl_lab *lab, char *out, size_t size) {
  (void)snprintf(out, size, "%s/mistakes/%s.%ld.cu", SL_BINARY_DIR, lab->id, (long)getpid());
}

static struct sl_prints *find_prints(const sl_catalogue *catalogue, const sl_entry *entry,
                                     const sl_task *task, uint64_t key) {
  for (size_t i = 0; i < catalogue->num_rows; i++) {
    sl_catalogue_row *row = &catalogue->rows[i];
    bool same = strcmp(row->task, task->name) == 0 && strcmp(row->mistake.name, entry->name) == 0;
    if (same && row->key == key) return &row->prints;
  }
  return NULL;
}

static struct sl_prints *find_old(const author_session *s, const sl_entry *entry,
                                  const sl_task *task, uint64_t key) {
  return s->options->how == SL_UPDATE_ALL ? NULL : find_prints(&s->old, entry, task, key);
}

static void tell_progress(const author_session *s, const sl_entry *entry, const sl_task *task) {
  char name[256];
  (void)snprintf(name, sizeof name, "%s/%s", task->name, entry->name);
  if (s->options->progress) s->options->progress(name);
}

static sl_status join_other(author_session *s, const sl_entry *entry, const sl_task *task,
                            uint64_t key, struct sl_prints *prints) {
  bool changed = false;
  const struct sl_prints *other = find_prints(&s->other, entry, task, key);
  if (other) SL_TRY(sl_join_prints(prints, other, &changed));
  if (changed) tell_progress(s, entry, task);
  return SL_OK;
}

static sl_status take_new(author_session *s, const sl_entry *entry, const sl_task *task,
                          const sl_made *made, struct sl_prints *out) {
  char path[PATH_SIZE];
  program_path(s->lab, path, sizeof path);
  tell_progress(s, entry, task);
  sl_status status = sl_programs_write(path, made->text);
  if (status == SL_OK) {
    status = sl_run_take_prints(s->lab, task, path, &s->cases, entry->deadline_seconds, out);
  }
  (void)unlink(path);
  if (status == SL_OK) return SL_OK;
  return sl_fail_at(status, "%s:%d: %s/%s", s->programs.entries.path, entry->line, task->name,
                    entry->name);
}

static sl_status write_program(author_session *s, const sl_entry *entry, const sl_task *task,
                               int program) {
  sl_made made;
  struct sl_prints taken = {.count = 0};
  const sl_task *tasks = s->lab->tasks;
  const sl_program_name name = {.entry = entry, .task = task, .number = program};
  sl_status status = sl_programs_make(&s->programs, &name, &made);
  uint64_t key = s->asked[task - tasks];
  if (status == SL_OK) status = sl_program_key_add(made.text, &key);
  if (status == SL_OK) {
    struct sl_prints *prints = find_old(s, entry, task, key);
    s->stale = s->stale || !prints;
    if (!prints && s->options->how != SL_UPDATE_CHECK) {
      status = take_new(s, entry, task, &made, &taken);
      prints = &taken;
    }
    if (status == SL_OK && prints) status = join_other(s, entry, task, key, prints);
    if (status == SL_OK && prints) sl_catalogue_write_program(s->file, key, prints);
  }
  sl_change_free(&made);
  sl_free(taken.of);
  return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

static sl_status check_tasks(const author_session *s) {
  for (size_t i = 0; i < s->programs.entries.count; i++) {
    const sl_entry *entry = &s->programs.entries.list[i];
    for (int v = 0; v < entry->num_variants; v++) {
      const sl_variant *variant = &entry->variants[v];
      for (int t = 0; t < variant->num_tasks; t++) {
        const sl_task *task;
        if (sl_lab_find_task(s->lab, variant->tasks[t], &task) == SL_OK) continue;
        return sl_fail_at(SL_ERR_INPUT, "%s:%d", s->programs.entries.path, variant->line);
      }
    }
  }
  return SL_OK;
}

static sl_status write_mistakes(author_session *s) {
  (void)fprintf(s->file,
                "# The mistakes of lab %s, and what each leaves on the small cases.\n"
                "# Made from grading/mistakes/%s.txt by sparselab fingerprint; not to be edited.\n",
                s->lab->id, s->lab->id);
  SL_TRY(check_tasks(s));
  for (size_t t = 0; t < s->lab->num_tasks; t++) {
    const sl_task *task = &s->lab->tasks[t];
    for (size_t i = 0; i < s->programs.entries.count; i++) {
      const sl_entry *entry = &s->programs.entries.list[i];
      int programs = sl_entry_programs(entry, task->name);
      if (programs == 0) continue;
      char at[512];
      sl_entry_text_for(entry->at ? entry->at : "", task->name, at, sizeof at);
      sl_mistake mistake = {.name = entry->name,
                            .what = entry->what,
                            .hint = entry->hint,
                            .at = entry->at ? at : NULL};
      sl_catalogue_write_mistake(s->file, task->name, &mistake);
      for (int p = 0; p < programs; p++) SL_TRY(write_program(s, entry, task, p));
    }
  }
  (void)fputs("# end\n", s->file);
  return SL_OK;
}

/* Whether a rule recognises the mistake. A rule can distinguish mistakes with equal
 * fingerprints. */
static bool is_ruled(const sl_lab *lab, const sl_catalogue_row *row) {
  const sl_task *task;
  return sl_lab_find_task(lab, row->task, &task) == SL_OK &&
         sl_catalogue_rule(task, row->mistake.name);
}

/* Warns about two mistakes with equal fingerprints, of which the judge would name the first. */
static sl_status warn_of_twins(const author_session *s, const char *text) {
  sl_catalogue now;
  sl_status status = sl_catalogue_parse("mistakes", text, &now);
  for (size_t i = 0; i < now.num_rows && status == SL_OK; i++) {
    for (size_t k = 0; k < i; k++) {
      const sl_catalogue_row *a = &now.rows[i], *b = &now.rows[k];
      if (strcmp(a->task, b->task) != 0 || strcmp(a->mistake.name, b->mistake.name) == 0) continue;
      if (!sl_fingerprint_equal(&a->prints, &b->prints)) continue;
      if (is_ruled(s->lab, a) && is_ruled(s->lab, b)) continue;
      char warning[256];
      (void)snprintf(
          warning, sizeof warning,
          "%s: nothing distinguishes %s and %s on the small cases; the judge names the first one",
          a->task, b->mistake.name, a->mistake.name);
      s->options->warn(warning);
    }
  }
  sl_catalogue_free(&now);
  return status;
}

static bool is_same_file(const char *path, const char *text) {
  sl_source had;
  bool same = sl_source_read(path, &had) == SL_OK && strcmp(had.text, text) == 0;
  sl_source_free(&had);
  return same;
}

/* Replaces the file in one step, because another process may be reading it. */
static sl_status replace(const author_session *s, const char *text) {
  char path[PATH_SIZE], fresh[PATH_SIZE + 32];
  (void)sl_module_mistakes_path(s->lab, path, sizeof path);
  if (is_same_file(path, text)) return SL_OK;
  if (s->options->how == SL_UPDATE_CHECK) {
    return sl_fail(SL_ERR_INPUT, "%s is not current: run sparselab fingerprint %s", path,
                   s->lab->id);
  }
  (void)snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid());
  SL_TRY(sl_programs_write(fresh, text));
  if (rename(fresh, path) == 0) return SL_OK;
  sl_status status = sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, strerror(errno));
  (void)unlink(fresh);
  return status;
}

static sl_status update(author_session *s) {
  char *text = NULL;
  size_t size;
  SL_TRY(open_update(s));
  s->file = open_memstream(&text, &size);
  if (!s->file) return sl_fail(SL_ERR_MEMORY, "not enough memory for the mistakes");
  sl_status status = write_mistakes(s);
  bool failed = ferror(s->file) != 0;
  failed = fclose(s->file) != 0 || failed;
  if (status == SL_OK && failed) {
    status = sl_fail(SL_ERR_MEMORY, "not enough memory for the mistakes");
  }
  if (status == SL_OK && s->options->warn) status = warn_of_twins(s, text);
  if (status == SL_OK) status = replace(s, text);
  free(text); /* open_memstream allocated it, so sl_free does not apply */
  return status;
}

sl_status sl_author_update(const sl_lab *lab, const sl_update_options *options) {
  char path[PATH_SIZE];
  author_session s = {.lab = lab, .options = options};
  sl_programs_path(lab, path, sizeof path);
  if (access(path, F_OK) != 0) return SL_OK;
  const bool only_stale = options->how == SL_UPDATE_STALE && !options->join;
  char inputs[SL_SHA256_TEXT] = "", after[SL_SHA256_TEXT];
  if (only_stale) sl_inputs_hash(SL_SOURCE_DIR, lab->id, inputs);
  (void)mkdir(SL_BINARY_DIR "/mistakes", 0777);
  (void)snprintf(path, sizeof path, "%s/mistakes/%s.made-from", SL_BINARY_DIR, lab->id);
  if (sl_inputs_are_noted(path, inputs)) return SL_OK;
  sl_status status = update(&s);
  close_session(&s);
  /* An update that wrote mistakes.txt, or during which a file was edited, is not noted. */
  if (status == SL_OK && inputs[0]) {
    sl_inputs_hash(SL_SOURCE_DIR, lab->id, after);
    if (strcmp(after, inputs) == 0) sl_inputs_note(path, inputs);
  }
  return status;
}

/* ---- one program alone ----------------------------------------------------------------------- */

sl_status sl_author_program(const sl_lab *lab, const char *which, const char *path) {
  sl_programs programs;
  sl_program_name name;
  sl_made made = {.text = NULL};
  sl_status status = sl_programs_open(lab, &programs);
  if (status == SL_OK) status = sl_programs_find(&programs, which, &name);
  if (status == SL_OK) status = sl_programs_make(&programs, &name, &made);
  if (status == SL_OK) status = sl_programs_write(path, made.text);
  sl_change_free(&made);
  sl_programs_close(&programs);
  return status;
}

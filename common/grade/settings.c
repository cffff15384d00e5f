/* settings.c: grading.json. */
#define _GNU_SOURCE
#include "grade/settings.h"

#include "base/owner.h"
#include "grade/json.h"
#include "grade/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

void sl_settings_add(sl_settings *settings, const char *name, const char *value) {
  size_t at = settings->count;
  if (at == SL_SETTINGS_MOST) return;
  (void)snprintf(settings->all[at].name, sizeof settings->all[at].name, "%s", name);
  (void)snprintf(settings->all[at].value, sizeof settings->all[at].value, "%s", value);
  settings->count++;
}

static sl_status make_seed(sl_settings *settings) {
  if (settings->seed_given) return SL_OK;
  if (getrandom(&settings->seed, sizeof settings->seed, 0) == sizeof settings->seed) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot make a random seed: %s; give one with --seed",
                 strerror(errno));
}

/* Writes the settings, unless a file exists. The first process to write wins, because another
 * process may do the same at this moment on another machine. */
static sl_status write_once(const char *path, const sl_settings *settings) {
  char own[4096 + SL_OWNER], digits[24], owner[SL_OWNER];
  (void)snprintf(digits, sizeof digits, "%" PRIu64, settings->seed);
  sl_owner(owner);
  (void)snprintf(own, sizeof own, "%s.%s.own", path, owner);
  sl_json_start();
  json_t *top = json_object();
  sl_json_set(top, "format", json_integer(SL_RECORD_FORMAT));
  sl_json_set(top, "seed", sl_json_text(digits));
  for (size_t i = 0; i < settings->count; i++) {
    sl_json_set(top, settings->all[i].name, sl_json_text(settings->all[i].value));
  }
  SL_TRY(sl_json_write(own, top));
  int error = link(own, path) == 0 ? 0 : errno;
  /* this file system has no hard links */
  if (error && error != EEXIST) error = rename(own, path) == 0 ? 0 : errno;
  (void)unlink(own);
  if (error == 0 || error == EEXIST) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, strerror(error));
}

static sl_status refuse(const char *path, const char *name, const char *was, const char *now) {
  static const char rubric[] = "rubric ", grader[] = "grader ";
  static const char remedy[] = "Old and new marks would not be comparable. Undo the change to "
                               "continue, or grade into a new folder: -o NEW --previous OLD";
  if (strncmp(name, rubric, sizeof rubric - 1) == 0) {
    return sl_fail(SL_ERR_USAGE, "%s: the rubric of %s has changed since this grading began. %s",
                   path, name + sizeof rubric - 1, remedy);
  }
  if (strncmp(name, grader, sizeof grader - 1) == 0) {
    return sl_fail(SL_ERR_USAGE,
                   "%s: the kit (the judge, the lens or the files of this lab) has changed since "
                   "the grading of %s began. %s",
                   path, name + sizeof grader - 1, remedy);
  }
  return sl_fail(SL_ERR_USAGE,
                 "%s: this grading began with the %s \"%.40s\", but now it is \"%.40s\". %s", path,
                 name, was, now, remedy);
}

static sl_status read_seed(const char *path, const json_t *top, uint64_t *out) {
  const char *seed = json_string_value(json_object_get(top, "seed"));
  char *end = NULL;
  *out = seed ? strtoull(seed, &end, 10) : 0;
  if (seed && *seed && !*end) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s is damaged: it has no seed. Grade into another folder with -o",
                 path);
}

static sl_status compare(const char *path, json_t *top, sl_settings *settings) {
  uint64_t kept;
  SL_TRY(read_seed(path, top, &kept));
  if (settings->seed_given && settings->seed != kept) {
    return sl_fail(SL_ERR_USAGE,
                   "the grading in %s began with the seed %" PRIu64 ", not %" PRIu64
                   ": leave --seed out to continue with it, or grade into another folder with -o",
                   path, kept, settings->seed);
  }
  settings->seed = kept;
  for (size_t i = 0; i < settings->count; i++) {
    const char *name = settings->all[i].name, *value = settings->all[i].value;
    const char *was = json_string_value(json_object_get(top, name));
    if (was && strcmp(was, value) == 0) continue;
    return refuse(path, name, was ? was : "none", value);
  }
  return SL_OK;
}

static sl_status agree(const char *path, sl_settings *settings) {
  json_t *top = NULL;
  if (access(path, F_OK) != 0) {
    SL_TRY(make_seed(settings));
    SL_TRY(write_once(path, settings));
  }
  sl_status status = sl_json_read(path, &top);
  if (status != SL_OK) return sl_fail_at(status, "%s", path);
  status = compare(path, top, settings);
  json_decref(top);
  return status;
}

sl_status sl_settings_take_seed(const char *folder, sl_settings *settings) {
  char path[4096];
  json_t *top = NULL;
  if (settings->seed_given) return SL_OK;
  (void)snprintf(path, sizeof path, "%s/grading.json", folder);
  sl_status status = sl_json_read(path, &top);
  if (status != SL_OK) return sl_fail_at(status, "%s", path);
  status = read_seed(path, top, &settings->seed);
  settings->seed_given = status == SL_OK;
  json_decref(top);
  return status;
}

sl_status sl_settings_agree(const char *folder, sl_settings *settings) {
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/grading.json", folder);
  return agree(path, settings);
}

/* Compares the settings with those of a grading by an earlier version of the kit, which has all
 * labs in grading.json. */
static sl_status compare_earlier(const char *folder, const sl_settings *settings) {
  char path[4096];
  json_t *top = NULL;
  (void)snprintf(path, sizeof path, "%s/grading.json", folder);
  sl_status status = sl_json_read(path, &top);
  if (status != SL_OK) return sl_fail_at(status, "%s", path);
  for (size_t i = 0; i < settings->count && status == SL_OK; i++) {
    const char *name = settings->all[i].name, *value = settings->all[i].value;
    const char *was = json_string_value(json_object_get(top, name));
    if (was && strcmp(was, value) != 0) status = refuse(path, name, was, value);
  }
  json_decref(top);
  return status;
}

sl_status sl_settings_agree_on_lab(const char *folder, const char *lab, uint64_t seed,
                                   const char *rubric, const char *grader) {
  char path[4096], name[64];
  sl_settings settings = {.seed = seed, .seed_given = true};
  (void)snprintf(name, sizeof name, "rubric %s", lab);
  sl_settings_add(&settings, name, rubric);
  (void)snprintf(name, sizeof name, "grader %s", lab);
  sl_settings_add(&settings, name, grader);
  SL_TRY(compare_earlier(folder, &settings));
  (void)snprintf(path, sizeof path, "%s/grading-%s.json", folder, lab);
  return agree(path, &settings);
}

/** @file settings.h
 *  The settings with which a grading began: grading.json in its folder, written once. Continuing
 *  with other settings would mix marks that cannot be compared.
 */
#ifndef SL_GRADE_SETTINGS_H
#define SL_GRADE_SETTINGS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SL_SETTINGS_MOST = 16 };

typedef struct sl_settings {
  uint64_t seed;
  bool seed_given; /**< otherwise the folder's seed is used, or a new one is made */
  struct {
    char name[48], value[128];
  } all[SL_SETTINGS_MOST]; /**< "backend", "sandbox", …: everything that must not change */
  size_t count;
} sl_settings;

/** Adds a setting. */
void sl_settings_add(sl_settings *settings, const char *name, const char *value);

/** Takes the seed of a grading in another folder, unless one was given. Errors: SL_ERR_INPUT if
 *  `folder` holds no grading. */
sl_status sl_settings_take_seed(const char *folder, sl_settings *settings);

/** Writes the settings to the folder's grading.json, or compares them if it exists. Errors:
 *  SL_ERR_USAGE saying what differs and what to do; SL_ERR_INPUT for a damaged file;
 *  SL_ERR_SYSTEM. */
sl_status sl_settings_agree(const char *folder, sl_settings *settings);

/** Like sl_settings_agree for one lab, in grading-LAB.json: gradings of other labs do not affect
 *  it. `seed` is the grading's seed. Errors: those of sl_settings_agree. */
sl_status sl_settings_agree_on_lab(const char *folder, const char *lab, uint64_t seed,
                                   const char *rubric, const char *grader);

#endif

/* missing.c: replaces reading and writing if the kit is built without jansson. */
#include "grade/anonymous.h"
#include "grade/attention.h"
#include "grade/changes.h"
#include "grade/decisions.h"
#include "grade/outputs.h"
#include "grade/settings.h"

sl_status sl_record_supported(void) {
  return sl_fail(SL_ERR_MISSING,
                 "grading needs jansson, and this kit was built without it; install "
                 "libjansson-dev and build again");
}

sl_status sl_record_write(const char *path, const sl_record *record) {
  (void)path;
  (void)record;
  return sl_record_supported();
}

sl_status sl_record_read(const char *path, sl_record *out) {
  (void)path;
  *out = (sl_record){0};
  return sl_record_supported();
}

sl_status sl_outputs_write(const sl_outputs *outputs, const sl_records *records) {
  (void)outputs;
  (void)records;
  return sl_record_supported();
}

sl_status sl_attention_make(const sl_records *records, const sl_outputs *outputs,
                            sl_attention *out) {
  (void)records;
  (void)outputs;
  *out = (sl_attention){.rows = NULL};
  return sl_record_supported();
}

void sl_attention_free(sl_attention *attention) {
  (void)attention;
}

void sl_attention_put_line(FILE *file, const sl_attention *attention) {
  (void)file;
  (void)attention;
}

sl_status sl_changes_note(const char *folder, const char *previous, const sl_records *records,
                          time_t now, size_t *changed_out) {
  (void)folder;
  (void)previous;
  (void)records;
  (void)now;
  *changed_out = 0;
  return sl_record_supported();
}

sl_status sl_decisions_apply(const sl_decisions *decisions, const sl_rubric *rubrics, time_t now,
                             sl_records *records) {
  (void)decisions;
  (void)rubrics;
  (void)now;
  (void)records;
  return sl_record_supported();
}

sl_status sl_decisions_name_waiting(const sl_decisions *decisions, sl_records *records) {
  (void)decisions;
  (void)records;
  return sl_record_supported();
}

sl_status sl_anonymous_number(const sl_roster *roster, uint64_t seed, sl_records *records) {
  (void)roster;
  (void)seed;
  (void)records;
  return sl_record_supported();
}

sl_status sl_anonymous_make(const sl_roster *roster, sl_records *inout) {
  (void)roster;
  (void)inout;
  return sl_record_supported();
}

sl_status sl_strays_write(const char *folder, const sl_strays *strays) {
  (void)folder;
  (void)strays;
  return sl_record_supported();
}

sl_status sl_strays_read(const char *folder, sl_strays *out) {
  (void)folder;
  *out = (sl_strays){NULL, 0};
  return sl_record_supported();
}

void sl_settings_add(sl_settings *settings, const char *name, const char *value) {
  (void)settings;
  (void)name;
  (void)value;
}

sl_status sl_settings_take_seed(const char *folder, sl_settings *settings) {
  (void)folder;
  (void)settings;
  return sl_record_supported();
}

sl_status sl_settings_agree(const char *folder, sl_settings *settings) {
  (void)folder;
  (void)settings;
  return sl_record_supported();
}

sl_status sl_settings_agree_on_lab(const char *folder, const char *lab, uint64_t seed,
                                   const char *rubric, const char *grader) {
  (void)folder;
  (void)lab;
  (void)seed;
  (void)rubric;
  (void)grader;
  return sl_record_supported();
}

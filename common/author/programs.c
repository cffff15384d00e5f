/* programs.c: the programs that make a lab's mistakes, by their names. */
#include "author/programs.h"

#include "base/regular.h"
#include "judge/module.h"
#include "judge/toolchain.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 1024 };

void sl_programs_path(const sl_lab *lab, char *out, size_t size) {
  (void)snprintf(out, size, "%s/grading/mistakes/%s.txt", SL_SOURCE_DIR, lab->id);
}

sl_status sl_programs_open(const sl_lab *lab, sl_programs *out) {
  static char solution[PATH_SIZE], header[PATH_SIZE]; /* sl_source borrows its path */
  char path[PATH_SIZE];
  *out = (sl_programs){.lab = lab};
  sl_programs_path(lab, path, sizeof path);
  SL_TRY(sl_entries_read(path, &out->entries));
  sl_module_source(lab, true, solution, sizeof solution);
  SL_TRY(sl_source_read(solution, &out->solution));
  sl_module_contract(lab, header, sizeof header);
  SL_TRY(sl_source_read(header, &out->contract));
  out->solution.contract = out->contract.code;
  return SL_OK;
}

void sl_programs_close(sl_programs *programs) {
  sl_source_free(&programs->solution);
  sl_source_free(&programs->contract);
  sl_entries_free(&programs->entries);
}

sl_status sl_programs_find(const sl_programs *programs, const char *which, sl_program_name *out) {
  char task[64] = "", name[64] = "";
  int number = 1;
  (void)sscanf(which, "%63[^/]/%63[^/]/%d", task, name, &number);
  SL_TRY(sl_lab_find_task(programs->lab, task, &out->task));
  for (size_t i = 0; i < programs->entries.count; i++) {
    const sl_entry *entry = &programs->entries.list[i];
    int count = sl_entry_programs(entry, out->task->name);
    if (strcmp(entry->name, name) != 0 || count == 0) continue;
    if (number < 1 || number > count) break;
    out->entry = entry;
    out->number = number - 1;
    return SL_OK;
  }
  return sl_fail(SL_ERR_USAGE, "%s has no program %s", programs->entries.path, which);
}

sl_status sl_programs_make(const sl_programs *programs, const sl_program_name *name, sl_made *out) {
  return sl_change_make(&programs->entries, name->entry, name->number, programs->lab, name->task,
                        &programs->solution, out);
}

sl_status sl_programs_base(const sl_programs *programs, const sl_program_name *name, sl_made *out) {
  return sl_change_base(&programs->entries, name->entry, name->number, programs->lab, name->task,
                        &programs->solution, out);
}

sl_status sl_programs_write(const char *path, const char *text) {
  char why[96];
  FILE *file = sl_regular_fopen(path, 'w', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
  bool failed = fputs(text, file) < 0;
  failed = fclose(file) != 0 || failed;
  return failed ? sl_fail(SL_ERR_SYSTEM, "cannot write %s", path) : SL_OK;
}

/* outputs.c: the list of outputs and their files. */
#include "grade/put.h"

#include "base/memory.h"
#include "io/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BOTH = SL_OUTPUTS_ANONYMOUS | SL_OUTPUTS_NAMED };

static const struct {
  const char *name;
  sl_status (*put)(FILE *, const sl_outputs *, const sl_records *);
  unsigned parts;
} of_class[] = {{"gradebook.csv", sl_put_gradebook, SL_OUTPUTS_NAMED},
                {"attention.csv", sl_put_attention, SL_OUTPUTS_ANONYMOUS},
                {"junit.xml", sl_put_junit, SL_OUTPUTS_NAMED},
                {"report.html", sl_put_report, SL_OUTPUTS_ANONYMOUS}};

static const struct {
  const char *folder, *ending;
  sl_status (*put)(FILE *, const sl_outputs *, const sl_student *);
  unsigned parts;
} of_student[] = {{"feedback", ".md", sl_put_markdown, BOTH},
                  {"feedback", ".html", sl_put_page, BOTH},
                  {"gradescope", ".json", sl_put_gradescope, SL_OUTPUTS_NAMED},
                  {"prairielearn", ".json", sl_put_prairielearn, SL_OUTPUTS_NAMED},
                  {"autolab", ".txt", sl_put_autolab, SL_OUTPUTS_NAMED}};

enum {
  NUM_OF_CLASS = sizeof of_class / sizeof *of_class,
  NUM_OF_STUDENT = sizeof of_student / sizeof *of_student
};

sl_student sl_put_student_at(const sl_records *records, size_t at) {
  const sl_record *first = &records->all[at];
  sl_student student = {first->student, first, 0};
  while (at + student.count < records->count &&
         strcmp(first[student.count].student, first->student) == 0) {
    student.count++;
  }
  return student;
}

/* Makes a path such as "OUT/feedback/ada.md"; free it with `sl_free`. */
static sl_status make_path(const sl_outputs *outputs, const char *folder, const char *name,
                           const char *ending, char **out) {
  size_t size = strlen(outputs->folder) + strlen(folder) + strlen(name) + strlen(ending) + 3;
  SL_TRY(sl_alloc(size, 1, "a file name", out));
  (void)snprintf(*out, size, "%s/%s%s%s%s", outputs->folder, folder, folder[0] ? "/" : "", name,
                 ending);
  return SL_OK;
}

static sl_status make_folder(const sl_outputs *outputs, const char *name) {
  char *path;
  SL_TRY(make_path(outputs, "", name, "", &path));
  sl_status status = SL_OK;
  struct stat about;
  if (mkdir(path, 0777) != 0 &&
      !(errno == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode))) {
    status = sl_fail(SL_ERR_SYSTEM, "%s: this folder cannot be made: %s", path, strerror(errno));
  }
  sl_free(path);
  return status;
}

static sl_status write_of_class(const sl_outputs *outputs, const sl_records *records, int which) {
  char *path;
  sl_replacement replacement;
  SL_TRY(make_path(outputs, "", of_class[which].name, "", &path));
  sl_status status = sl_replace_start(path, false, &replacement);
  if (status == SL_OK) {
    status = of_class[which].put(replacement.file, outputs, records);
    status = sl_replace_end(&replacement, status);
  }
  sl_free(path);
  return status;
}

static sl_status write_of_student(const sl_outputs *outputs, const sl_student *student, int which) {
  char *path, name[SL_OUTPUTS_NAME];
  sl_replacement replacement;
  sl_outputs_name(student->name, name);
  SL_TRY(make_path(outputs, of_student[which].folder, name, of_student[which].ending, &path));
  sl_status status = sl_replace_start(path, false, &replacement);
  if (status == SL_OK) {
    status = of_student[which].put(replacement.file, outputs, student);
    status = sl_replace_end(&replacement, status);
  }
  sl_free(path);
  return status;
}

static bool is_wanted(const sl_outputs *outputs, unsigned parts) {
  return outputs->parts == 0 || (outputs->parts & parts);
}

sl_status sl_outputs_write(const sl_outputs *outputs, const sl_records *records) {
  for (int i = 0; i < NUM_OF_STUDENT; i++) {
    if (is_wanted(outputs, of_student[i].parts)) SL_TRY(make_folder(outputs, of_student[i].folder));
  }
  for (size_t at = 0; at < records->count;) {
    sl_student student = sl_put_student_at(records, at);
    for (int i = 0; i < NUM_OF_STUDENT; i++) {
      if (is_wanted(outputs, of_student[i].parts)) SL_TRY(write_of_student(outputs, &student, i));
    }
    at += student.count;
  }
  for (int i = 0; i < NUM_OF_CLASS; i++) {
    if (is_wanted(outputs, of_class[i].parts)) SL_TRY(write_of_class(outputs, records, i));
  }
  return SL_OK;
}

/* known_lines.c: reads and writes a text file. Its first line says which program it belongs to.
 * Each other line describes a place: offset, line, column, whether it is the user's, whether it was
 * guessed, and the file.
 */
#define _GNU_SOURCE
#include "known_lines.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 1 << 12 /* places to read; there is a limit, because the file may hold anything */ };

static bool usable;

/* Writes what identifies this build of the running program: two builds of the same name differ in
 * their times of modification. */
static bool name_program(char *out, size_t size) {
  struct stat status;
  if (stat("/proc/self/exe", &status) != 0) return false;
  (void)snprintf(out, size, "%ju %ju %jd %jd.%09ld\n", (uintmax_t)status.st_dev,
                 (uintmax_t)status.st_ino, (intmax_t)status.st_size,
                 (intmax_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  return true;
}

static bool parse(const char *text, uintptr_t *offset, lens_line *line) {
  int users, guessed, at = -1;
  memset(line, 0, sizeof *line);
  if (sscanf(text, "%" SCNxPTR " %d %d %d %d%n", offset, &line->line, &line->column, &users,
             &guessed, &at) != 5)
    return false;
  size_t length = strcspn(text + at, "\n");
  if (text[at] != ' ' || text[at + length] != '\n' || length > sizeof line->file) return false;
  line->users = users != 0;
  line->guessed = guessed != 0;
  memcpy(line->file, text + at + 1, length - 1);
  return true;
}

static size_t read_places(FILE *file, uintptr_t bias, uintptr_t *places, lens_line *lines) {
  char text[400];
  size_t count = 0;
  while (count < MOST && fgets(text, sizeof text, file)) {
    if (!parse(text, &places[count], &lines[count])) continue;
    places[count++] += bias;
  }
  return count;
}

size_t lens_known_lines_read(uintptr_t bias, uintptr_t **places_out, lens_line **lines_out) {
  char wanted[128], found[128];
  const char *path = getenv("LENS_LINES");
  size_t count = 0;
  *places_out = NULL;
  *lines_out = NULL;
  usable = path && *path && name_program(wanted, sizeof wanted);
  FILE *file = usable ? fopen(path, "re") : NULL;
  if (!file) return 0;
  if (fgets(found, sizeof found, file)) {
    usable = strcmp(found, wanted) == 0;
    *places_out = malloc(MOST * sizeof **places_out);
    *lines_out = malloc(MOST * sizeof **lines_out);
    if (usable && *places_out && *lines_out)
      count = read_places(file, bias, *places_out, *lines_out);
  }
  (void)fclose(file);
  return count;
}

void lens_known_lines_add(uintptr_t bias, const uintptr_t *places, const lens_line *lines,
                          size_t count) {
  char *text = NULL, program[128];
  size_t size = 0;
  const char *path = usable ? getenv("LENS_LINES") : NULL;
  int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  FILE *out = open_memstream(&text, &size);
  struct stat status;
  if (out && fstat(file, &status) == 0 && name_program(program, sizeof program)) {
    if (status.st_size == 0) (void)fputs(program, out);
    for (size_t i = 0; i < count; i++) {
      if (strchr(lines[i].file, '\n')) continue;
      (void)fprintf(out, "%" PRIxPTR " %d %d %d %d %s\n", places[i] - bias, lines[i].line,
                    lines[i].column, lines[i].users, lines[i].guessed, lines[i].file);
    }
  }
  /* Written in one piece, because another run may be writing. A truncated line is ignored later. */
  if (out && fclose(out) == 0) usable = write(file, text, size) == (ssize_t)size;
  free(text);
  (void)close(file);
}

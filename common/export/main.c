/* main.c: sl-leaks COPY SOLUTION…: checks whether a folder contains parts of solutions.
 *
 * It checks every file in COPY, including programs and pictures, except those in .git. What a lab
 * gives to students, in a file given.cuh beside its contract, is not secret. Exit status 1:
 * something was found, and is printed with its place in both. */
#define _GNU_SOURCE /* FTW_ACTIONRETVAL */
#include "base/memory.h"
#include "base/regular.h"
#include "export/leaks.h"

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Data for the functions that nftw calls, because it cannot pass an argument to them. */
static struct {
  char **files;             /* the files whose windows are below */
  sl_windows secret, given; /* windows of the solutions, and windows that labs give to students */
  size_t folder_length;     /* the length of COPY's path, which is not printed */
  size_t looked_at, hits;
  sl_status status;
} search;

static sl_status read_file(const char *path, char **text_out, size_t *size_out) {
  char why[160];
  size_t room = 1 << 16, size = 0;
  *text_out = NULL;
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  sl_status status = sl_alloc(room, 1, "a file", text_out);
  while (status == SL_OK) {
    size_t got = fread(*text_out + size, 1, room - size, file);
    size += got;
    if (got == 0) break;
    if (size == room) status = sl_resize(room *= 2, 1, "a file", text_out);
  }
  if (status == SL_OK && ferror(file)) status = sl_fail(SL_ERR_INPUT, "cannot read %s", path);
  (void)fclose(file);
  *size_out = size;
  return status;
}

static sl_status add_file(const char *path, sl_reading reading, int number, sl_windows *out) {
  char *text;
  size_t size = 0;
  sl_status status = read_file(path, &text, &size);
  if (status == SL_OK) status = sl_leaks_add(text, size, reading, number, out);
  sl_free(text);
  return status;
}

/* Reports a match. Its windows follow one another, so only the line of the first is reported. */
static void tell(const char *path, const sl_windows *found) {
  int last = -1;
  bool within = false;
  for (size_t i = 0; i < found->count; i++) {
    const sl_window *hit = sl_leaks_find(&search.secret, found->all[i].hash);
    if (hit && sl_leaks_find(&search.given, found->all[i].hash)) hit = NULL;
    if (hit && !within && found->all[i].line != last) {
      (void)printf("%s:%d contains the code of %s:%d\n", path + search.folder_length + 1,
                   found->all[i].line, search.files[hit->file], hit->line);
      last = found->all[i].line;
      search.hits++;
    }
    within = hit != NULL;
  }
}

static int look_at(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about;
  if (kind == FTW_D && strcmp(path + place->base, ".git") == 0) return FTW_SKIP_SUBTREE;
  if (kind != FTW_F) return FTW_CONTINUE;
  for (int reading = SL_CODE; reading <= SL_BARE && search.status == SL_OK; reading++) {
    sl_windows found = {0};
    size_t before = search.hits;
    search.status = add_file(path, (sl_reading)reading, 0, &found);
    if (search.status == SL_OK) tell(path, &found);
    sl_leaks_free(&found);
    if (search.hits > before) break;
  }
  search.looked_at++;
  return search.status == SL_OK ? FTW_CONTINUE : FTW_STOP;
}

static int take_given(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about;
  bool given = kind == FTW_F && strcmp(path + place->base, "given.cuh") == 0;
  if (given) search.status = add_file(path, SL_CODE, 0, &search.given);
  return search.status == SL_OK ? FTW_CONTINUE : FTW_STOP;
}

/* Searches only the folders of labs, because authors give students no other code. */
static sl_status find_given(const char *copy) {
  char labs[4096];
  (void)snprintf(labs, sizeof labs, "%s/labs", copy);
  (void)nftw(labs, take_given, 16, FTW_PHYS | FTW_ACTIONRETVAL); /* there may be no labs */
  sl_leaks_sort(&search.given);
  return search.status;
}

static sl_status run(int count, char **arguments) {
  search.files = arguments;
  search.folder_length = strlen(arguments[1]);
  for (int i = 2; i < count; i++) SL_TRY(add_file(arguments[i], SL_CODE, i, &search.secret));
  sl_leaks_sort(&search.secret);
  if (search.secret.count == 0)
    return sl_fail(SL_ERR_INPUT, "the solutions contain no line to search for");
  SL_TRY(find_given(arguments[1]));
  if (nftw(arguments[1], look_at, 16, FTW_PHYS | FTW_ACTIONRETVAL) < 0) {
    return sl_fail(SL_ERR_INPUT, "cannot search %s", arguments[1]);
  }
  if (search.status == SL_OK && search.looked_at == 0) {
    return sl_fail(SL_ERR_INPUT, "%s contains no file", arguments[1]);
  }
  return search.status;
}

int main(int count, char **arguments) {
  if (count < 3) {
    (void)fputs("usage: sl-leaks COPY SOLUTION…\n", stderr);
    return 2;
  }
  sl_status status = run(count, arguments);
  sl_leaks_free(&search.secret);
  sl_leaks_free(&search.given);
  if (status != SL_OK) {
    (void)fprintf(stderr, "sl-leaks: %s\n", sl_status_message());
    return 2;
  }
  return search.hits > 0;
}

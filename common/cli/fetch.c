/* fetch.c: ./lab matrix fetch: downloads a matrix of the SuiteSparse collection with curl or
 * wget. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/owner.h"
#include "base/process.h"
#include "base/sha256.h"
#include "io/io.h"
#include "load/collection.h"
#include "report/paint.h"
#include "report/report.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] = "usage: ./lab matrix fetch NAME, or GROUP/NAME, and optionally "
                            "--sha256 DIGITS; ./lab matrix list shows names";

/* What to fetch, from where, and to where. An archive is downloaded into a temporary folder of this
 * process, and gets its final name after it is complete and was read without errors. */
typedef struct fetch {
  char group[SL_COLLECTION_NAME], name[SL_COLLECTION_NAME];
  const char *sha256, *md5; /* expected checksums; NULL: unknown. If both are known, sha256 is
                             * used */
  char url[1024];
  char folder[SL_COLLECTION_PATH];
  char part_folder[SL_COLLECTION_PATH + SL_OWNER + 8];
  char part[SL_COLLECTION_PATH + SL_OWNER + SL_COLLECTION_NAME + 16];
  char path[SL_COLLECTION_PATH + SL_COLLECTION_NAME + 16];
} fetch;

const sl_option_word *sl_fetch_option(size_t index) {
  static const sl_option_word sha256 = {"--sha256", "", SL_TAKES_WORD};
  return index == 0 ? &sha256 : NULL;
}

static sl_status read_arguments(int count, char **arguments, fetch *out) {
  const char *spec = NULL;
  for (int i = 0; i < count; i++) {
    if (strcmp(arguments[i], "--sha256") == 0 && i + 1 < count) {
      out->sha256 = arguments[++i];
    } else if (arguments[i][0] == '-' || spec) {
      return sl_fail(SL_ERR_USAGE, "%s", usage);
    } else {
      spec = arguments[i];
    }
  }
  if (!spec) return sl_fail(SL_ERR_USAGE, "%s", usage);
  const sl_collected *row = sl_collection_find(spec);
  if (row && !out->sha256) out->md5 = row->md5;
  bool digits =
      !out->sha256 || (strlen(out->sha256) == SL_SHA256_TEXT - 1 &&
                       strspn(out->sha256, "0123456789abcdefABCDEF") == SL_SHA256_TEXT - 1);
  if (!digits) return sl_fail(SL_ERR_USAGE, "--sha256 takes 64 hexadecimal digits");
  return sl_collection_parse(spec, out->group, out->name);
}

/* SL_COLLECTION=URL names another server that has the same folders, such as a mirror or a test. */
static sl_status name_places(fetch *f) {
  const char *base = getenv("SL_COLLECTION");
  char owner[SL_OWNER];
  if (!base || !*base) base = "https://sparse.tamu.edu/MM";
  if (strncmp(base, "http://", 7) != 0 && strncmp(base, "https://", 8) != 0) {
    return sl_fail(SL_ERR_USAGE, "SL_COLLECTION must begin with https:// or http://, not \"%s\"",
                   base);
  }
  sl_owner(owner);
  (void)snprintf(f->url, sizeof f->url, "%s/%s/%s.tar.gz", base, f->group, f->name);
  int length = snprintf(f->folder, sizeof f->folder, "%s/%s", sl_collection_folder(), f->group);
  if (length >= (int)sizeof f->folder || strlen(base) > 800) {
    return sl_fail(SL_ERR_USAGE, "SL_MATRICES_DIR or SL_COLLECTION is too long");
  }
  (void)snprintf(f->part_folder, sizeof f->part_folder, "%s/%s.part", f->folder, owner);
  (void)snprintf(f->part, sizeof f->part, "%s/%s.tar.gz", f->part_folder, f->name);
  (void)snprintf(f->path, sizeof f->path, "%s/%s.tar.gz", f->folder, f->name);
  return SL_OK;
}

/* Makes a folder and its parents, like mkdir -p. If this fails, making the last folder reports the
 * error. */
static sl_status make_folders(const char *path) {
  char part[sizeof((fetch *)0)->part_folder];
  for (size_t i = 1; path[i]; i++) {
    if (path[i] != '/') continue;
    (void)snprintf(part, sizeof part, "%.*s", (int)i, path);
    (void)mkdir(part, 0777);
  }
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM,
                 "cannot make the folder %s: %m; SL_MATRICES_DIR=FOLDER keeps matrices elsewhere",
                 path);
}

static void remove_part(const char *folder) {
  char path[sizeof((fetch *)0)->part + NAME_MAX];
  DIR *entries = opendir(folder);
  const struct dirent *entry;
  while (entries && (entry = readdir(entries))) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.') (void)unlink(path);
  }
  if (entries) (void)closedir(entries);
  (void)rmdir(folder);
}

/* Removes partial downloads of fetches that were interrupted. */
static void remove_old_parts(const char *folder) {
  char path[SL_COLLECTION_PATH + NAME_MAX + 2];
  DIR *entries = opendir(folder);
  const struct dirent *entry;
  while (entries && (entry = readdir(entries))) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (sl_owner_has_ended(entry->d_name)) remove_part(path);
  }
  if (entries) (void)closedir(entries);
}

/* ---- the download ---------------------------------------------------------------------------- */

static bool is_here(const char *program) {
  char path[4096];
  const char *at = getenv("PATH");
  while (at && *at) {
    size_t length = strcspn(at, ":");
    (void)snprintf(path, sizeof path, "%.*s/%s", (int)length, at, program);
    if (length && access(path, X_OK) == 0) return true;
    at += length + (at[length] == ':');
  }
  return false;
}

typedef struct downloader {
  const char *words[16];
  int terminal; /* file descriptor of the terminal that shows the progress; −1: none */
} downloader;

/* Runs the downloader. Its progress display goes to the terminal, not to our standard error. */
static void become_downloader(const void *context) {
  const downloader *d = context;
  char **list;
  memcpy(&list, &(const char *const *){d->words}, sizeof list);
  if (d->terminal >= 0) (void)dup2(d->terminal, STDERR_FILENO);
  (void)execvp(list[0], list);
}

/* Explains an exit code. curl and wget number their errors differently. */
static sl_status explain_end(const fetch *f, bool curl, int code) {
  bool refused = code == (curl ? 22 : 8);
  bool disk = code == (curl ? 23 : 3);
  if (code == 0) return SL_OK;
  if (refused) {
    return sl_fail(SL_ERR_INPUT,
                   "the server does not have %s/%s, or refuses the request (%s); is this its name "
                   "in the collection?",
                   f->group, f->name, f->url);
  }
  if (disk) {
    return sl_fail(SL_ERR_SYSTEM,
                   "cannot write %s: is the disk full? SL_MATRICES_DIR=FOLDER keeps matrices "
                   "elsewhere",
                   f->path);
  }
  return sl_fail(SL_ERR_MISSING,
                 "%s could not be fetched (%s ended with %d): this machine has no network, or the "
                 "server does not answer. Fetch it on another machine and pass the file with -m",
                 f->url, curl ? "curl" : "wget", code);
}

static sl_status download(const fetch *f) {
  bool curl = is_here("curl"), terminal = isatty(STDERR_FILENO);
  if (!curl && !is_here("wget")) {
    return sl_fail(SL_ERR_MISSING,
                   "neither curl nor wget is installed: install one, or fetch %s in a browser and "
                   "pass the file with -m",
                   f->url);
  }
  downloader d = {.words = {"curl", "--fail", "--location",
                            terminal ? "--progress-bar" : "--silent", "--connect-timeout", "20",
                            "--speed-limit", "1", "--speed-time", "60", "--output", f->part, f->url,
                            NULL},
                  .terminal = terminal ? dup(STDERR_FILENO) : -1};
  if (!curl) {
    memcpy(d.words, (const char *const[]){"wget", "-T", "60", "-O", f->part, f->url, NULL},
           7 * sizeof *d.words);
  }
  enum { A_DAY = 86400 };
  char output[256];
  int code = 0;
  if (terminal) sl_paint_line(stderr, 4, "lab: fetching %s ...\n", f->url);
  sl_status status =
      sl_process_run_as(A_DAY, d.words[0], become_downloader, &d, output, sizeof output, &code);
  if (d.terminal >= 0) (void)close(d.terminal);
  return status == SL_OK ? explain_end(f, curl, code) : status;
}

/* ---- checking the download ------------------------------------------------------------------- */

/* Computes the checksum with md5sum of GNU or BusyBox; false if neither is installed. A shell
 * passes the file as standard input, because md5sum prints a backslash before the digits if the
 * file's name contains one. */
static bool find_md5(const char *path, char digits_out[33]) {
  const char *const words[] = {"sh", "-c", "md5sum <\"$1\"", "sh", path, NULL};
  char output[128];
  int code = 1;
  if (sl_process_run(words, output, sizeof output, &code) != SL_OK || code != 0) return false;
  return sscanf(output, "%32[0-9a-f]", digits_out) == 1 && strlen(digits_out) == 32;
}

enum { SUM_TEXT = 160 };

/* Compares the file with the known checksum, and reports which kind of checksum was used. */
static sl_status check_md5(const fetch *f, const char *path, char text_out[SUM_TEXT]) {
  char digits[33];
  if (!find_md5(path, digits)) {
    (void)snprintf(text_out, SUM_TEXT, "not verified: md5sum is not installed");
    return SL_OK;
  }
  (void)snprintf(text_out, SUM_TEXT, "MD5 %s, as expected", digits);
  if (strcmp(f->md5, digits) == 0) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "%s has the MD5 %s, not %s, so it is a different file; it was not kept. If the "
                 "collection has a new version, pass its checksum with --sha256 DIGITS",
                 f->url, digits, f->md5);
}

static sl_status check_sum(const fetch *f, const char *path, char text_out[SUM_TEXT]) {
  char digits[SL_SHA256_TEXT];
  sl_sha256 sum;
  if (f->md5) return check_md5(f, path, text_out);
  sl_sha256_begin(&sum);
  SL_TRY(sl_sha256_add_file(&sum, path));
  sl_sha256_end(&sum, digits);
  (void)snprintf(text_out, SUM_TEXT, "SHA-256 %s, %s", digits,
                 f->sha256 ? "as expected"
                           : "not verified: the kit knows no checksum of this archive");
  if (!f->sha256 || strcasecmp(f->sha256, digits) == 0) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "%s has the SHA-256 %s, not %s, so it is a different file; it was not kept",
                 f->url, digits, f->sha256);
}

/* Checks that the download is an archive: a server may send a login page without an error. */
static sl_status check_kind(const fetch *f) {
  unsigned char first[2] = {0};
  FILE *file = fopen(f->part, "rb");
  size_t got = file ? fread(first, 1, sizeof first, file) : 0;
  if (file) (void)fclose(file);
  if (got == sizeof first && first[0] == 0x1f && first[1] == 0x8b) return SL_OK;
  return sl_fail(
      SL_ERR_INPUT,
      "%s did not send a .tar.gz file, but perhaps a login page of your network; nothing was kept",
      f->url);
}

/* Reads the archive once. A file that is truncated, or not a matrix that we can read, is not
 * kept. */
static sl_status check_matrix(const fetch *f, char text_out[96]) {
  sl_csr a;
  sl_status status = sl_io_read(f->part, &a, NULL);
  (void)snprintf(text_out, 96, "not read yet: reading needs libarchive");
  if (status == SL_ERR_MISSING) return SL_OK;
  if (status != SL_OK) return sl_fail_at(status, "%s/%s was not kept", f->group, f->name);
  (void)snprintf(text_out, 96, "%d × %d, %d entries", a.num_rows, a.num_cols, a.nnz);
  sl_csr_free(&a);
  return SL_OK;
}

static sl_status take(const fetch *f) {
  char sum[SUM_TEXT], shape[96];
  SL_TRY(download(f));
  SL_TRY(check_kind(f));
  SL_TRY(check_sum(f, f->part, sum));
  SL_TRY(check_matrix(f, shape));
  if (rename(f->part, f->path) != 0) {
    return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %m", f->path);
  }
  sl_paint_line(stdout, 4, "%s/%s: %s\n", f->group, f->name, shape);
  sl_paint_line(stdout, 4, "  %s\n", sum);
  sl_paint_line(stdout, 4, "  kept in %s; use it with -m %s\n", sl_report_path(f->path), f->name);
  return SL_OK;
}

static sl_status fetch_it(fetch *f) {
  char sum[SUM_TEXT];
  SL_TRY(name_places(f));
  if (access(f->path, F_OK) == 0) {
    SL_TRY(check_sum(f, f->path, sum));
    sl_paint_line(stdout, 4, "%s/%s is already on this machine: %s\n", f->group, f->name,
                  sl_report_path(f->path));
    sl_paint_line(stdout, 4, "  %s\n", sum);
    return SL_OK;
  }
  SL_TRY(make_folders(f->folder));
  remove_old_parts(f->folder);
  SL_TRY(make_folders(f->part_folder));
  sl_status status = take(f);
  remove_part(f->part_folder);
  (void)rmdir(f->folder); /* succeeds only if no file was kept */
  return status;
}

int sl_fetch_matrix(int count, char **arguments) {
  fetch f = {0};
  sl_status status = read_arguments(count, arguments, &f);
  if (status == SL_OK) status = fetch_it(&f);
  return status == SL_OK ? 0 : sl_complain(status);
}

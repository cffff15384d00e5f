/* test_submission.c: which files are taken from folders and archives. The archives are made
 * here. */
#define _GNU_SOURCE
#include "base/test.h"

#include "grade/archive.h"
#include "grade/platform.h"
#include "grade/submission.h"
#include "judge/lab.h"

#include <archive.h>
#include <archive_entry.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/sparselab-submission-XXXXXX";
static const sl_lab *lab;
static sl_handed_file file;

static int set_up(void **state) {
  (void)state;
  return mkdtemp(folder) && sl_lab_find("02", &lab) == SL_OK ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about;
  (void)kind;
  (void)where;
  return remove(path);
}

static int tear_down(void **state) {
  (void)state;
  return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static char *in_folder(const char *name) {
  static char paths[4][256];
  static int next;
  char *path = paths[next++ % 4];
  (void)snprintf(path, sizeof *paths, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *name, const char *text) {
  FILE *to = fopen(in_folder(name), "w");
  assert_true(to && fputs(text, to) >= 0 && fclose(to) == 0);
}

static void make_folder(const char *name) {
  assert_int_equal(mkdir(in_folder(name), 0755), 0);
}

/* ---- archives -------------------------------------------------------------------------------- */

static struct archive *begin(const char *name, bool zip) {
  struct archive *made = archive_write_new();
  assert_non_null(made);
  if (zip) {
    assert_int_equal(archive_write_set_format_zip(made), ARCHIVE_OK);
  } else {
    assert_int_equal(archive_write_add_filter_gzip(made), ARCHIVE_OK);
    assert_int_equal(archive_write_set_format_pax_restricted(made), ARCHIVE_OK);
  }
  assert_int_equal(archive_write_open_filename(made, in_folder(name)), ARCHIVE_OK);
  return made;
}

static struct archive_entry *entry_of(const char *name, mode_t kind, size_t size) {
  struct archive_entry *entry = archive_entry_new();
  archive_entry_set_pathname(entry, name);
  archive_entry_set_filetype(entry, kind);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, (la_int64_t)size);
  return entry;
}

static void put(struct archive *to, const char *name, const char *text) {
  struct archive_entry *entry = entry_of(name, AE_IFREG, strlen(text));
  assert_int_equal(archive_write_header(to, entry), ARCHIVE_OK);
  assert_true(archive_write_data(to, text, strlen(text)) == (la_ssize_t)strlen(text));
  archive_entry_free(entry);
}

/* Adds many zeros, which compress well. */
static void put_zeros(struct archive *to, const char *name, size_t size) {
  static const char zeros[1 << 16];
  struct archive_entry *entry = entry_of(name, AE_IFREG, size);
  assert_int_equal(archive_write_header(to, entry), ARCHIVE_OK);
  for (size_t done = 0; done < size; done += sizeof zeros) {
    assert_true(archive_write_data(to, zeros, sizeof zeros) == (la_ssize_t)sizeof zeros);
  }
  archive_entry_free(entry);
}

static void put_link(struct archive *to, const char *name, const char *target, bool hard) {
  struct archive_entry *entry = entry_of(name, hard ? AE_IFREG : AE_IFLNK, 0);
  if (hard)
    archive_entry_set_hardlink(entry, target);
  else
    archive_entry_set_symlink(entry, target);
  assert_int_equal(archive_write_header(to, entry), ARCHIVE_OK);
  archive_entry_free(entry);
}

static void end(struct archive *made) {
  assert_int_equal(archive_write_close(made), ARCHIVE_OK);
  assert_int_equal(archive_write_free(made), ARCHIVE_OK);
}

static char someone[] = "someone", nothing[] = "";
static sl_part part;

static sl_submission submission_of(const char *name) {
  part = (sl_part){in_folder(name), nothing};
  return (sl_submission){.student = someone,
                         .id = nothing,
                         .parts = &part,
                         .num_parts = 1,
                         .note = nothing,
                         .problem = nothing};
}

static void take_or_propose(const char *name, bool accept) {
  const sl_submission submission = submission_of(name);
  const sl_taking taking = {.accept = accept};
  sl_submission_free_files(&file);
  assert_ok(sl_submission_take(&submission, lab, &taking, &file));
}

static void take(const char *name) {
  take_or_propose(name, false);
}

static void assert_taken(const char *path, const char *text) {
  if (file.kind != SL_HANDED_FILE) fail_msg("%s: not taken: %s", path, file.problem);
  assert_string_equal(file.path, path);
  assert_int_equal(file.size, strlen(text));
  assert_string_equal(file.bytes, text);
  sl_submission_free_files(&file);
}

static void assert_not_taken(sl_handed kind, const char *words) {
  assert_int_equal(file.kind, kind);
  assert_null(file.bytes);
  if (!strstr(file.problem, words)) fail_msg("\"%s\" does not say \"%s\"", file.problem, words);
}

static void test_archives_of_both_kinds(void **state) {
  (void)state;
  static const char *const names[] = {"a.zip", "a.tar.gz"};
  for (int i = 0; i < 2; i++) {
    struct archive *made = begin(names[i], i == 0);
    put(made, "02-ell/notes.txt", "nothing");
    put(made, "./02-ell/ell.cu", "the file");
    put(made, "01-csr-scalar/csr-scalar.cu", "another");
    end(made);
    take(names[i]);
    assert_taken("02-ell/ell.cu", "the file");
    unsigned labs;
    const sl_submission all = submission_of(names[i]);
    assert_ok(sl_submission_labs(&all, &labs));
    for (size_t k = 0; k < sl_num_labs; k++) {
      bool in_it = strncmp(sl_labs[k]->id, "01", 2) == 0 || strncmp(sl_labs[k]->id, "02", 2) == 0;
      assert_int_equal(labs >> k & 1, in_it);
    }
  }
}

static void test_the_best_place_is_taken(void **state) {
  (void)state;
  struct archive *made = begin("best.tar.gz", false);
  put(made, "ell.cu", "plain");
  put(made, "kit/labs/02-ell/ell.cu", "deep");
  put(made, "02-ell/ell.cu", "better");
  put(made, "very/deep/02-ell/ell.cu", "too deep");
  end(made);
  take("best.tar.gz");
  assert_taken("02-ell/ell.cu", "better");
  made = begin("deep.zip", true);
  put(made, "kit/labs/02-ell/ell.cu", "deep");
  end(made);
  take("deep.zip");
  assert_taken("kit/labs/02-ell/ell.cu", "deep");
}

static void test_traversal(void **state) {
  (void)state;
  static const char *const names[] = {"../ell.cu",  "02-ell/../../ell.cu", "/02-ell/ell.cu",
                                      "C:\\ell.cu", "..\\ell.cu",          "02-ell/.."};
  for (size_t i = 0; i < SL_COUNT(names); i++) {
    struct archive *made = begin("out.tar.gz", false);
    put(made, "02-ell/ell.cu", "the file");
    put(made, names[i], "evil");
    end(made);
    take("out.tar.gz");
    assert_not_taken(SL_HANDED_REFUSED, "outside of its folder");
  }
}

static void test_links(void **state) {
  (void)state;
  for (int hard = 0; hard < 2; hard++) {
    struct archive *made = begin("link.tar.gz", false);
    put_link(made, "02-ell/ell.cu", "/etc/passwd", hard);
    end(made);
    take("link.tar.gz");
    assert_not_taken(SL_HANDED_REFUSED, "a link");
  }
}

static void test_what_is_no_file(void **state) {
  (void)state;
  struct archive *made = begin("pipe.tar.gz", false);
  struct archive_entry *entry = entry_of("02-ell/ell.cu", AE_IFIFO, 0);
  assert_int_equal(archive_write_header(made, entry), ARCHIVE_OK);
  archive_entry_free(entry);
  end(made);
  take("pipe.tar.gz");
  assert_not_taken(SL_HANDED_REFUSED, "neither a file nor a folder");
}

/* The zeros are in the file itself, or in another entry before or after it. */
static void test_bombs(void **state) {
  (void)state;
  static const char *const names[] = {"02-ell/ell.cu", "aaa", "zzz"};
  for (size_t i = 0; i < SL_COUNT(names); i++) {
    struct archive *made = begin("bomb.tar.gz", false);
    if (i == 2) put(made, "02-ell/ell.cu", "the file");
    put_zeros(made, names[i], 64 << 20);
    end(made);
    take("bomb.tar.gz");
    assert_not_taken(SL_HANDED_REFUSED, "times as large");
  }
  struct archive *made = begin("bomb.zip", true);
  put_zeros(made, "02-ell/ell.cu", 64 << 20);
  end(made);
  take("bomb.zip");
  assert_not_taken(SL_HANDED_REFUSED, "larger than 1024 KiB");
}

static void test_many_entries(void **state) {
  (void)state;
  struct archive *made = begin("many.zip", true);
  for (int i = 0; i <= SL_SUBMISSION_ENTRIES; i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "%d", i);
    put(made, name, "");
  }
  end(made);
  take("many.zip");
  assert_not_taken(SL_HANDED_REFUSED, "more than 10000 entries");
}

static void test_twice(void **state) {
  (void)state;
  struct archive *made = begin("twice.tar.gz", false);
  put(made, "02-ell/ell.cu", "one");
  put(made, "02-ell/ell.cu", "other");
  end(made);
  take("twice.tar.gz");
  assert_not_taken(SL_HANDED_UNCLEAR, "several files could be the submission");
}

static void test_garbage(void **state) {
  (void)state;
  write_file("text.zip", "this is no archive, whatever its name says");
  take("text.zip");
  assert_not_taken(SL_HANDED_UNREADABLE, "the archive cannot be read");
  write_file("empty.tar.gz", "");
  take("empty.tar.gz");
  assert_not_taken(SL_HANDED_UNREADABLE, "it is empty");
}

/* An archive that is cut anywhere gives a verdict, never an error. */
static void test_cut_archives(void **state) {
  (void)state;
  char bytes[4096];
  struct archive *made = begin("whole.tar.gz", false);
  put(made, "02-ell/ell.cu", "the file");
  end(made);
  FILE *from = fopen(in_folder("whole.tar.gz"), "r");
  assert_non_null(from);
  size_t size = fread(bytes, 1, sizeof bytes, from);
  (void)fclose(from);
  assert_true(size > 50 && size < sizeof bytes);
  for (size_t cut = 1; cut < size - 10; cut += 3) {
    FILE *to = fopen(in_folder("cut.tar.gz"), "w");
    assert_true(to && fwrite(bytes, 1, cut, to) == cut && fclose(to) == 0);
    take("cut.tar.gz");
    assert_not_taken(SL_HANDED_UNREADABLE, "the archive cannot be read");
  }
}

static void test_nothing_in_it(void **state) {
  (void)state;
  struct archive *made = begin("other.zip", true);
  put(made, "__MACOSX/02-ell/._ell.cu", "what an archiver adds");
  end(made);
  take("other.zip");
  assert_not_taken(SL_HANDED_UNCLEAR, "an archive without files");
}

/* ---- other names ----------------------------------------------------------------------------- */

static const sl_handed_entry *listed(const char *path) {
  for (size_t i = 0; i < file.num_files; i++) {
    if (strcmp(file.files[i].path, path) == 0) return &file.files[i];
  }
  fail_msg("%s is not listed", path);
  return NULL;
}

/* A proposed file is not used until it is accepted. */
static void assert_proposed(const char *folder_name, const char *path, const char *reason) {
  take(folder_name);
  if (file.kind != SL_HANDED_UNCLEAR) fail_msg("%s: %d, %s", folder_name, file.kind, file.problem);
  assert_null(file.bytes);
  assert_string_equal(file.proposal, path);
  if (!strstr(file.problem, reason)) fail_msg("%s: %s", folder_name, file.problem);
  assert_int_equal(listed(path)->use, SL_FILE_LOOK);
  take_or_propose(folder_name, true);
  assert_int_equal(file.kind, SL_HANDED_FILE);
  assert_string_equal(file.path, path);
  assert_int_equal(listed(path)->use, SL_FILE_GRADED);
}

static void test_proposals(void **state) {
  (void)state;
  static const struct {
    const char *path, *text, *reason;
  } all[] = {{"ELL.cu", "", "upper and lower case"},
             {"lab2_final.cu", "", "the number of lab 02"},
             {"02.cu", "", "the number of lab 02"},
             {"my-ell-v3.cu", "", "contains \"ell\""},
             {"mona_12345_67890_ELL.cu", "", "without what Canvas adds, its name is ELL.cu"},
             {"mona_12345_67890_ell-1.cu", "", "without what Canvas adds, its name is ell-1.cu"},
             {"week3/mona_12345_67890_ell.cu", "", "without what Canvas adds, its name is ell.cu"},
             {"week3-ell.cu", "", "contains \"ell\""},
             {"solution.cu", "# include <../02-ell/ell.h>\n", "it includes \"ell.h\""},
             {"lab3.cu", "#include \"ell.h\"\n", "it includes \"ell.h\""},
             {"ell.cu.txt", "#include \"ell.h\"\n", "includes"},
             {"main.cu", "", "the only .cu file"}};
  for (size_t i = 0; i < SL_COUNT(all); i++) {
    char name[64], path[128];
    (void)snprintf(name, sizeof name, "proposal%zu", i);
    (void)snprintf(path, sizeof path, "%s/%s", name, all[i].path);
    make_folder(name);
    if (strchr(all[i].path, '/')) {
      (void)snprintf(path, sizeof path, "%s/week3", name);
      make_folder(path);
      (void)snprintf(path, sizeof path, "%s/%s", name, all[i].path);
    }
    write_file(path, all[i].text[0] ? all[i].text : "int main() {}\n");
    assert_proposed(name, all[i].path, all[i].reason);
  }
}

/* The student named the file as asked, and only a platform renamed it. */
static void test_platform_renames(void **state) {
  (void)state;
  static const char path[] = "renamed/mona_LATE_12345_67890_ell.cu";
  make_folder("renamed");
  write_file(path, "int main() {}\n");
  take("renamed");
  assert_int_equal(file.kind, SL_HANDED_FILE);
  assert_string_equal(file.path, "mona_LATE_12345_67890_ell.cu");
  write_file("renamed/mona_LATE_12345_67891_ell-1.cu", "int main() { return 1; }\n");
  take("renamed"); /* two versions: a person decides */
  assert_int_equal(file.kind, SL_HANDED_UNCLEAR);
}

/* Ambiguous files are never guessed, whether or not proposals are accepted. */
static void test_what_is_not_clear(void **state) {
  (void)state;
  static const struct {
    const char *files[2], *texts[2], *problem;
  } all[] = {
      {{"ell_a.cu", "ell_b.cu"}, {"a", "b"}, "several files could be the submission"},
      {{"a.cu", "b.cu"}, {"a", "b"}, "several files could be the submission"},
      {{"ell_new.cu", "old.cu"},
       {"a", "#include \"ell.h\"\n"},
       "several files could be the submission"},
      {{"my_jds.cu", "notes.md"}, {"#include \"ell.h\"\n", "b"}, "belong to different labs"},
      {{"csr-scalar.cu", "notes.md"}, {"a", "b"}, "no other file seems to be it"},
      {{"ell.c", "notes.md"}, {"a", "b"}, "no other file seems to be it"},
  };
  for (size_t i = 0; i < SL_COUNT(all); i++) {
    char name[64], path[128];
    (void)snprintf(name, sizeof name, "unclear%zu", i);
    make_folder(name);
    for (int k = 0; k < 2; k++) {
      (void)snprintf(path, sizeof path, "%s/%s", name, all[i].files[k]);
      write_file(path, all[i].texts[k]);
    }
    for (int accept = 0; accept < 2; accept++) {
      take_or_propose(name, accept);
      assert_not_taken(SL_HANDED_UNCLEAR, all[i].problem);
      for (int k = 0; k < 2; k++) assert_true(listed(all[i].files[k])->use >= SL_FILE_OF_OTHER_LAB);
    }
  }
}

static void test_copies(void **state) {
  (void)state;
  make_folder("copies");
  write_file("copies/ell(1).cu", "one");
  write_file("copies/ell(2).cu", "two");
  assert_proposed("copies", "ell(2).cu", "the last version of");
  write_file("copies/ell.cu", "two");
  take("copies");
  assert_taken("ell.cu", "two");
  take("copies");
  assert_non_null(strstr(listed("ell(2).cu")->what, "the same content"));
  assert_int_equal(listed("ell(1).cu")->use, SL_FILE_LOOK);
}

/* A class has many files that no student wrote. */
static void test_an_unwritten_file_beside_a_written_one(void **state) {
  (void)state;
  make_folder("beside");
  write_file("beside/ell.cu", " \n");
  write_file("beside/ell_final.cu", "work");
  assert_proposed("beside", "ell_final.cu", "contains \"ell\"");
  assert_non_null(strstr(listed("ell.cu")->what, "empty"));
}

/* A person sees an empty file in the list of files, and the student sees it in the sentence. */
static void test_an_empty_file(void **state) {
  (void)state;
  static const char *const texts[] = {"", " \t\r\n\n", "\xef\xbb\xbf\n"};
  make_folder("hollow");
  for (size_t i = 0; i < SL_COUNT(texts); i++) {
    write_file("hollow/ell.cu", texts[i]);
    take("hollow");
    assert_int_equal(file.kind, SL_HANDED_EMPTY);
    assert_non_null(strstr(file.problem, "ell.cu is empty"));
    assert_int_equal(listed("ell.cu")->use, SL_FILE_LOOK);
    assert_non_null(strstr(listed("ell.cu")->what, "it is empty"));
  }
  write_file("hollow/ell.cu", "//");
  take("hollow");
  assert_taken("ell.cu", "//");
}

static void test_names_of_platforms(void **state) {
  (void)state;
  static const struct {
    const char *name, *student, *id, *file;
    bool late;
  } all[] = {
      {"mona_12345_67890_ell.cu", "mona", "12345", "ell.cu", false},
      {"doejane_LATE_12345_67890_my_ell-1.cu", "doejane", "12345", "my_ell-1.cu", true},
      {"Jane Doe_123456_assignsubmission_file_", "Jane Doe", "123456", "", false},
      {"Jane Doe_123456_assignsubmission_file_ell.cu", "Jane Doe", "123456", "ell.cu", false},
      {"Lab_2_jdoe_attempt_2026-10-01-12-00-00_ell.cu", "jdoe", "", "ell.cu", false},
      {"1-2 - Ned Low - Oct 1, 2026 1159 AM - ell.cu", "Ned Low", "1", "ell.cu", false},
      {"submission_12", "submission_12", "", "", false}};
  static const char *const others[] = {"ann_ell.cu", "ell.cu", "ann_1_ell.cu", "submission_x", ""};
  sl_platform_name found;
  for (size_t i = 0; i < SL_COUNT(all); i++) {
    assert_true(sl_platform_parse(all[i].name, &found));
    assert_string_equal(found.student, all[i].student);
    assert_string_equal(found.id, all[i].id);
    assert_string_equal(found.file, all[i].file);
    assert_int_equal(found.late, all[i].late);
  }
  for (size_t i = 0; i < SL_COUNT(others); i++) {
    assert_false(sl_platform_parse(others[i], &found));
  }
}

static void test_names_of_archives(void **state) {
  (void)state;
  assert_int_equal(sl_archive_stem("a.zip"), 1);
  assert_int_equal(sl_archive_stem("a.TAR.GZ"), 1);
  assert_int_equal(sl_archive_stem("a.tar"), 1);
  assert_int_equal(sl_archive_stem("a.tar (12).gz"), 1);
  assert_int_equal(sl_archive_stem("a.tar-1.gz"), 1);
  assert_int_equal(sl_archive_stem("a.gz"), 0);
  assert_int_equal(sl_archive_stem(".zip"), 0);
  assert_string_equal(sl_archive_unsupported("a.RAR"), ".rar");
  assert_string_equal(sl_archive_unsupported("a.gz"), ".gz");
  assert_null(sl_archive_unsupported("a.tgz"));
  assert_null(sl_archive_unsupported("a.cu"));
}

/* ---- folders --------------------------------------------------------------------------------- */

static void test_folders(void **state) {
  (void)state;
  make_folder("alice");
  take("alice");
  assert_not_taken(SL_HANDED_NOTHING, "was not submitted");
  write_file("alice/ell.cu", "plain");
  take("alice");
  assert_taken("ell.cu", "plain");
  make_folder("alice/02-ell");
  write_file("alice/02-ell/ell.cu", "in its folder");
  take("alice");
  assert_taken("02-ell/ell.cu", "in its folder");
}

static void test_an_archive_in_a_folder(void **state) {
  (void)state;
  make_folder("dora");
  write_file("dora/notes.txt", "nothing");
  take("dora");
  assert_not_taken(SL_HANDED_UNCLEAR, "no other file seems to be it: notes.txt");
  struct archive *made = begin("dora/02-ell-submission.tar.gz", false);
  put(made, "02-ell/ell.cu", "packed");
  end(made);
  take("dora");
  assert_taken("02-ell-submission.tar.gz/02-ell/ell.cu", "packed");
  unsigned labs = 0;
  const sl_submission dora = submission_of("dora");
  assert_ok(sl_submission_labs(&dora, &labs));
  assert_true(labs);
  write_file("dora/ell.cu", "beside it");
  take("dora");
  assert_taken("ell.cu", "beside it");
  make_folder("sly");
  assert_int_equal(symlink("../dora/02-ell-submission.tar.gz", in_folder("sly/a.tar.gz")), 0);
  take("sly");
  assert_not_taken(SL_HANDED_UNCLEAR, "a link, which is not followed");
}

static void test_links_in_folders(void **state) {
  (void)state;
  make_folder("mallory");
  assert_int_equal(symlink("/etc/passwd", in_folder("mallory/ell.cu")), 0);
  take("mallory");
  assert_not_taken(SL_HANDED_REFUSED, "a link");
  assert_int_equal(symlink("../alice/02-ell", in_folder("mallory/02-ell")), 0);
  take("mallory");
  assert_not_taken(SL_HANDED_REFUSED, "a link");
  assert_int_equal(listed("02-ell")->use, SL_FILE_LOOK);
}

static void test_pipes_and_folders_in_folders(void **state) {
  (void)state;
  make_folder("piper");
  assert_int_equal(mkfifo(in_folder("piper/ell.cu"), 0644), 0);
  take("piper");
  assert_not_taken(SL_HANDED_REFUSED, "a pipe");
  make_folder("nester");
  make_folder("nester/ell.cu");
  take("nester");
  assert_not_taken(SL_HANDED_REFUSED, "a folder");
}

/* ---- the list -------------------------------------------------------------------------------- */

static void test_the_list_of_a_class(void **state) {
  (void)state;
  sl_submissions list = {.all = NULL};
  make_folder("class");
  make_folder("class/zoe");
  make_folder("class/.git");
  make_folder("class/grades");
  write_file("class/grades/grading.json", "{}");
  make_folder("class/__MACOSX");
  write_file("class/ann.tar.gz", "");
  write_file("class/bob.zip", "");
  write_file("list.csv", "\xef\xbb\xbfname,Student\r\n\"Carl, the \"\"late\"\"\",carl\nx,zoe\n\n");
  assert_ok(sl_submissions_add(&list, in_folder("class")));
  assert_ok(sl_submissions_add(&list, in_folder("alice")));
  assert_ok(sl_submissions_add_roster(&list, in_folder("list.csv")));
  assert_ok(sl_submissions_sort(&list));
  static const char *const names[] = {"alice", "ann", "bob", "carl", "zoe"};
  assert_int_equal(list.count, SL_COUNT(names));
  for (size_t i = 0; i < SL_COUNT(names); i++) {
    assert_string_equal(list.all[i].student, names[i]);
  }
  assert_int_equal(list.all[3].num_parts, 0);
  write_file("class/zoe.zip", "");
  assert_ok(sl_submissions_add(&list, in_folder("class/zoe.zip")));
  assert_ok(sl_submissions_sort(&list));
  assert_int_equal(list.count, SL_COUNT(names));
  assert_int_equal(list.all[4].num_parts, 2);
  sl_submissions_free(&list);
}

static void put_at(struct archive *to, const char *name, const char *text, time_t when) {
  struct archive_entry *entry = entry_of(name, AE_IFREG, strlen(text));
  archive_entry_set_mtime(entry, when, 0);
  assert_int_equal(archive_write_header(to, entry), ARCHIVE_OK);
  assert_true(archive_write_data(to, text, strlen(text)) == (la_ssize_t)strlen(text));
  archive_entry_free(entry);
}

/* The archive itself has the time of the download, so the times of its entries count. */
static void test_times_in_the_archive_of_a_class(void **state) {
  (void)state;
  static const time_t early = 1794700000, none = 315532800; /* 1980: a zip without times */
  struct stat about;
  sl_submissions list = {.all = NULL};
  const sl_taking taking = {.accept = false};
  struct archive *made = begin("times.tar.gz", false);
  put_at(made, "annadams_11_21_ell.cu", "int main() {}", early);
  put_at(made, "bobbrown_12_22_ell.cu", "int main() {}", early + 60);
  put_at(made, "cydclark_13_23_ell.cu", "int main() {}", none);
  end(made);
  assert_int_equal(stat(in_folder("times.tar.gz"), &about), 0);
  const time_t expected[] = {early, early + 60, about.st_mtime};
  assert_ok(sl_submissions_add(&list, in_folder("times.tar.gz")));
  assert_ok(sl_submissions_sort(&list));
  assert_int_equal(list.count, SL_COUNT(expected));
  for (size_t i = 0; i < list.count; i++) {
    sl_submission_free_files(&file);
    assert_ok(sl_submission_take(&list.all[i], lab, &taking, &file));
    assert_int_equal(file.kind, SL_HANDED_FILE);
    assert_int_equal(file.when, expected[i]);
  }
  sl_submissions_free(&list);
}

/* All submissions are in one archive, so the name of the archive would say nothing. */
static void test_a_note_names_the_submission(void **state) {
  (void)state;
  sl_submissions list = {.all = NULL};
  const sl_taking taking = {.accept = false};
  struct archive *made = begin("late.zip", true);
  put(made, "annadams_LATE_11_21_ell.cu", "int main() {}");
  put(made, "bobbrown_12_22_ell.cu", "int main() {}");
  end(made);
  assert_ok(sl_submissions_add(&list, in_folder("late.zip")));
  assert_ok(sl_submissions_sort(&list));
  assert_string_equal(list.all[0].student, "annadams");
  sl_submission_free_files(&file);
  assert_ok(sl_submission_take(&list.all[0], lab, &taking, &file));
  assert_int_equal(file.files[0].use, SL_FILE_LOOK);
  assert_string_equal(file.files[0].path, "annadams_LATE_11_21_ell.cu");
  assert_non_null(strstr(file.files[0].what, "as late"));
  sl_submissions_free(&list);
}

static void test_wrong_lists(void **state) {
  (void)state;
  sl_submissions list = {.all = NULL};
  assert_fails(sl_submissions_add(&list, in_folder("nowhere")), SL_ERR_INPUT, "cannot read");
  make_folder("nothing");
  assert_fails(sl_submissions_add(&list, in_folder("nothing")), SL_ERR_INPUT,
               "contains no submissions");
  write_file("plain.txt", "");
  assert_fails(sl_submissions_add(&list, in_folder("plain.txt")), SL_ERR_INPUT, "neither a folder");
  write_file("bad.csv", "who\nann\n");
  assert_fails(sl_submissions_add_roster(&list, in_folder("bad.csv")), SL_ERR_INPUT,
               "has no column that identifies students");
  write_file("bad.csv", "student,number\nann,1\nbob,1\n");
  assert_fails(sl_submissions_add_roster(&list, in_folder("bad.csv")), SL_ERR_INPUT,
               ":3: \"1\" is already in row 1");
  write_file("bad.csv", "student\n../ann\n");
  assert_fails(sl_submissions_add_roster(&list, in_folder("bad.csv")), SL_ERR_INPUT,
               ":2: \"../ann\" cannot be");
  write_file("bad.csv", "name,student\nann\n");
  assert_fails(sl_submissions_add_roster(&list, in_folder("bad.csv")), SL_ERR_INPUT, "no field");
  write_file("bad.csv", "student\n\"ann\n");
  assert_fails(sl_submissions_add_roster(&list, in_folder("bad.csv")), SL_ERR_INPUT, "quote");
  sl_submissions_free(&list);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_archives_of_both_kinds),
      cmocka_unit_test(test_the_best_place_is_taken),
      cmocka_unit_test(test_traversal),
      cmocka_unit_test(test_links),
      cmocka_unit_test(test_what_is_no_file),
      cmocka_unit_test(test_bombs),
      cmocka_unit_test(test_many_entries),
      cmocka_unit_test(test_twice),
      cmocka_unit_test(test_garbage),
      cmocka_unit_test(test_cut_archives),
      cmocka_unit_test(test_nothing_in_it),
      cmocka_unit_test(test_proposals),
      cmocka_unit_test(test_platform_renames),
      cmocka_unit_test(test_what_is_not_clear),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_an_unwritten_file_beside_a_written_one),
      cmocka_unit_test(test_an_empty_file),
      cmocka_unit_test(test_names_of_platforms),
      cmocka_unit_test(test_names_of_archives),
      cmocka_unit_test(test_folders),
      cmocka_unit_test(test_an_archive_in_a_folder),
      cmocka_unit_test(test_links_in_folders),
      cmocka_unit_test(test_pipes_and_folders_in_folders),
      cmocka_unit_test(test_the_list_of_a_class),
      cmocka_unit_test(test_times_in_the_archive_of_a_class),
      cmocka_unit_test(test_a_note_names_the_submission),
      cmocka_unit_test(test_wrong_lists),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

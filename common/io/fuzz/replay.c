/* replay.c: calls the fuzzer's function with the contents of files, for machines without
 * libFuzzer. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs one file, and returns 1. The bytes are in an allocation of exactly their size, so that
 * AddressSanitizer detects a read beyond the last byte. */
static int replay_file(const char *path, size_t size) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = malloc(size ? size : 1);
  if (!file || !bytes || fread(bytes, 1, size, file) != size) {
    (void)fprintf(stderr, "%s: cannot be read\n", path);
    exit(2);
  }
  (void)fclose(file);
  (void)LLVMFuzzerTestOneInput(bytes, size);
  free(bytes);
  return 1;
}

/* Runs a file, or every file in a folder, and returns the number of files. */
static int replay(const char *path) {
  struct stat about;
  if (stat(path, &about) != 0) {
    (void)fprintf(stderr, "%s: no such file or folder\n", path);
    exit(2);
  }
  if (!S_ISDIR(about.st_mode)) return replay_file(path, (size_t)about.st_size);
  int count = 0;
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
    char inside[4096];
    if (entry->d_name[0] == '.') continue;
    (void)snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
    count += replay(inside);
  }
  if (folder) (void)closedir(folder);
  return count;
}

int main(int argc, char **argv) {
  int count = 0;
  for (int i = 1; i < argc; i++) count += replay(argv[i]);
  (void)printf("%d inputs replayed\n", count);
  return count > 0 ? 0 : 2; /* without any input, the test must not pass */
}

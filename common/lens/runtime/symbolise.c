/* symbolise.c: asks llvm-symbolizer, which knows columns, or addr2line, which comes with every
 * compiler and starts ten times as fast. */
#define _GNU_SOURCE
#include "symbolise.h"

#include "alloc.h"
#include "known_lines.h"
#include "lens/lens.h"
#include "module.h"

#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- reading what the tools say ------------------------------------------------------------- */

/* Cuts ":number" off the end of `text`. */
static bool cut_number(char *text, int *number) {
  char *colon = strrchr(text, ':');
  if (!colon || colon[1] < '0' || colon[1] > '9') return false;
  char *end;
  long value = strtol(colon + 1, &end, 10);
  if (*end) return false;
  *number = (int)value;
  *colon = '\0';
  return true;
}

static bool is_users(const char *file) {
  static const char *const others[] = {"/lens/include/", "/lens/runtime/", "/lens/runtime_api/",
                                       "/usr/include/",  "/usr/lib/",      "/usr/local/include/",
                                       "/include/c++/"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (strstr(file, others[i])) return false;
  }
  return true;
}

bool lens_symbolise_parse_line(const char *text, lens_line *line) {
  char buffer[1024];
  (void)snprintf(buffer, sizeof buffer, "%s", text);
  buffer[strcspn(buffer, "\r\n")] = '\0';
  char *note = strstr(buffer, " (discriminator");
  if (note) *note = '\0';
  int last;
  int before;
  memset(line, 0, sizeof *line);
  if (!cut_number(buffer, &last)) return false;
  if (cut_number(buffer, &before)) {
    line->line = before;
    line->column = last;
  } else {
    line->line = last;
  }
  if (line->line == 0 || buffer[0] == '?') return false;
  size_t length = strlen(buffer); /* the end of a long path is more useful */
  size_t skip = length >= sizeof line->file ? length - sizeof line->file + 1 : 0;
  memcpy(line->file, buffer + skip, length - skip + 1);
  line->users = is_users(buffer);
  return true;
}

/* ---- running them --------------------------------------------------------------------------- */

typedef struct tool {
  const char *name;
  const char *arguments[4];
  const char *file_option; /* followed by the path */
} tool;

enum { NUM_TOOLS = 2 };
static const tool knows_columns = {
    "llvm-symbolizer", {"--addresses", "--inlines", "--functions=none", NULL}, "-e"};
static const tool knows_lines = {"addr2line", {"-a", "-i", NULL}, "-e"};

static bool missing_was_said;
static bool unwanted, only_lines;

void lens_set_lines(bool looked_up) {
  unwanted = !looked_up;
}

void lens_set_columns(bool looked_up) {
  only_lines = !looked_up;
}

/* Starts `it` with the open file `input` as its input; returns a pipe to read its output from, or
 * NULL. */
static FILE *start(const tool *it, const char *path, int input, pid_t *child) {
  const char *argv[8];
  int argc = 0;
  argv[argc++] = it->name;
  for (int i = 0; it->arguments[i]; i++) argv[argc++] = it->arguments[i];
  argv[argc++] = it->file_option;
  argv[argc++] = path;
  argv[argc] = NULL;
  int ends[2];
  if (pipe(ends) != 0) return NULL;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  int failed =
      posix_spawnp(child, it->name, &actions, NULL, (char *const *)(uintptr_t)argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  FILE *output = failed ? NULL : fdopen(ends[0], "r");
  if (!output) close(ends[0]);
  return output;
}

/* Adds a frame to the answer. Returns whether the frames around it can be skipped. */
static bool take_frame(const char *text, lens_line *line) {
  lens_line frame;
  if (lens_symbolise_parse_line(text, &frame)) {
    frame.guessed = line->guessed;
    if (line->line == 0 || frame.users) *line = frame;
    return frame.users;
  }
  if (line->line == 0 && !strchr("?\n", text[0])) line->guessed = true; /* line unknown */
  return false;
}

/* The answers come in the order of the requests. Each begins with the address, followed by the
 * frames, innermost first. */
static void read_answers(FILE *output, lens_line *lines, size_t count) {
  char text[1200];
  size_t answers = 0;
  bool settled = false;
  while (fgets(text, sizeof text, output)) {
    if (strncmp(text, "0x", 2) == 0) {
      answers++;
      settled = false;
    } else if (answers > 0 && answers <= count && !settled) {
      settled = take_frame(text, &lines[answers - 1]);
    }
  }
}

#define PLACE_BYTES 24 /* "0x", 16 digits, a newline, and what remains unused in each page */

/* Returns a pipe that holds as many of the places as fit, so that neither process waits for the
 * other. A file would need a writable folder, which some sandboxes do not have. Returns -1 if a
 * pipe cannot be made. */
static int put_places(const lens_module *module, const uintptr_t *places, size_t *count) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  int room = fcntl(ends[1], F_GETPIPE_SZ);
  if (room > 0 && *count > (size_t)room / PLACE_BYTES) *count = (size_t)room / PLACE_BYTES;
  for (size_t i = 0; i < *count; i++) {
    /* The byte before the return address belongs to the call. */
    (void)dprintf(ends[1], "0x%llx\n", (unsigned long long)(places[i] - 1 - module->bias));
  }
  (void)close(ends[1]);
  return ends[0];
}

/* Looks up `*count` places or fewer, and sets `*count` to the number of places looked up. */
static bool ask_for_some(const tool *it, const lens_module *module, const uintptr_t *places,
                         size_t *count, lens_line *lines) {
  int input = put_places(module, places, count);
  if (input < 0) return false;
  pid_t child = 0;
  FILE *output = start(it, module->path, input, &child);
  (void)close(input);
  if (!output) return false;
  read_answers(output, lines, *count);
  (void)fclose(output);
  int status = 0;
  (void)waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool ask(const tool *it, const lens_module *module, const uintptr_t *places, size_t count,
                lens_line *lines) {
  for (size_t done = 0, some; done < count; done += some) {
    some = count - done;
    if (!ask_for_some(it, module, places + done, &some, lines + done)) return false;
  }
  return true;
}

static void ask_for_module(const lens_module *module, const uintptr_t *places, size_t count,
                           lens_line *lines) {
  const tool *const tools[NUM_TOOLS] = {only_lines ? &knows_lines : &knows_columns,
                                        only_lines ? &knows_columns : &knows_lines};
  for (size_t i = 0; i < NUM_TOOLS; i++) {
    memset(lines, 0, count * sizeof *lines);
    if (ask(tools[i], module, places, count, lines)) return;
  }
  memset(lines, 0, count * sizeof *lines);
  if (missing_was_said) return;
  missing_was_said = true;
  (void)fprintf(stderr, "lens: neither llvm-symbolizer nor addr2line can be run, so findings have "
                        "no line; install binutils\n");
}

/* ---- code without a line -------------------------------------------------------------------- */

#define STEP  2  /* bytes; code with its own line is at least this long */
#define STEPS 64 /* how far to look: about twenty instructions */

/* clang removes the line from code that it moves, such as a load moved out of a loop. The moved
 * code is before the code that needs it, so the next line in the code is the best guess. */
static void guess_lines(const lens_module *module, const uintptr_t *places, size_t count,
                        lens_line *lines) {
  size_t guesses = 0;
  for (size_t i = 0; i < count; i++) guesses += lines[i].guessed;
  if (guesses == 0) return;
  uintptr_t *behind = lens_alloc(guesses * STEPS, sizeof *behind);
  lens_line *answers = lens_alloc(guesses * STEPS, sizeof *answers);
  size_t at = 0;
  for (size_t i = 0; behind && i < count; i++) {
    for (size_t j = 1; lines[i].guessed && j <= STEPS; j++) behind[at++] = places[i] + STEP * j;
  }
  if (behind && answers) ask_for_module(module, behind, at, answers);
  at = 0;
  for (size_t i = 0; behind && answers && i < count; i++) {
    if (!lines[i].guessed) continue;
    const lens_line *next = &answers[at];
    const lens_line *last = next + STEPS;
    at += STEPS;
    while (next < last && (next->guessed || !next->users)) next++;
    if (next == last) continue;
    lines[i] = *next;
    lines[i].guessed = true;
  }
  free(behind);
  free(answers);
}

/* ---- known places --------------------------------------------------------------------------- */

typedef struct symbolise_entry {
  uintptr_t place;
  lens_line line;
} symbolise_entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static symbolise_entry *cache; /* sorted by place */
static size_t cache_count, cache_capacity;

static int by_place(const void *a, const void *b) {
  uintptr_t one = ((const symbolise_entry *)a)->place;
  uintptr_t two = ((const symbolise_entry *)b)->place;
  return (one > two) - (one < two);
}

static const symbolise_entry *cached(uintptr_t place) {
  symbolise_entry wanted = {.place = place};
  return cache_count ? bsearch(&wanted, cache, cache_count, sizeof *cache, by_place) : NULL;
}

static void keep(const uintptr_t *places, const lens_line *lines, size_t count) {
  if (cache_count + count > cache_capacity) {
    size_t capacity = 2 * (cache_count + count);
    symbolise_entry *grown = lens_alloc_more(cache, capacity, sizeof *grown);
    if (!grown) return;
    cache = grown;
    cache_capacity = capacity;
  }
  for (size_t i = 0; i < count; i++) cache[cache_count++] = (symbolise_entry){places[i], lines[i]};
  qsort(cache, cache_count, sizeof *cache, by_place);
}

/* The module of the program itself, because the runtime is linked into it. */
static const lens_module *program(void) {
  return lens_module_find((uintptr_t)lens_symbolise);
}

bool lens_symbolise_is_of_program(uintptr_t place) {
  return place && lens_module_find(place - 1) == program();
}

static void recall(void) {
  static bool done;
  if (done) return;
  done = true;
  const lens_module *own = program();
  if (!own) return;
  uintptr_t *places;
  lens_line *lines;
  size_t count = lens_known_lines_read(own->bias, &places, &lines);
  if (count > 0) keep(places, lines, count);
  free(places);
  free(lines);
}

/* Looks up all unknown places in the module of the first one. Returns whether there were any. */
static bool learn_one_module(const uintptr_t *places, size_t count, uintptr_t *unknown,
                             lens_line *answers) {
  const lens_module *module = NULL;
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    if (!places[i] || cached(places[i])) continue;
    const lens_module *its = lens_module_find(places[i] - 1);
    if (!its) continue;
    if (!module) module = its;
    if (its != module) continue;
    bool twice = false;
    for (size_t j = 0; j < found && !twice; j++) twice = unknown[j] == places[i];
    if (!twice) unknown[found++] = places[i];
  }
  if (found == 0) return false;
  ask_for_module(module, unknown, found, answers);
  guess_lines(module, unknown, found, answers);
  keep(unknown, answers, found);
  if (module == program()) lens_known_lines_add(module->bias, unknown, answers, found);
  return true;
}

void lens_symbolise(const uintptr_t *places, size_t count, lens_line *lines) {
  if (lines) memset(lines, 0, count * sizeof *lines);
  if (count == 0 || unwanted) return;
  uintptr_t *unknown = lens_alloc(count, sizeof *unknown);
  lens_line *answers = lens_alloc(count, sizeof *answers);
  pthread_mutex_lock(&lock);
  recall();
  if (unknown && answers) {
    while (learn_one_module(places, count, unknown, answers) && cached(unknown[0])) {
    }
  }
  for (size_t i = 0; lines && i < count; i++) {
    const symbolise_entry *known = cached(places[i]);
    if (known) lines[i] = known->line;
  }
  pthread_mutex_unlock(&lock);
  free(unknown);
  free(answers);
}

/* complete.c: what may come next on a command line, for the shell's completion.
 *
 * `sparselab complete WORD... BEGUN` prints the possible completions of BEGUN, one per line, and
 * "/" if it may also be a file. common/cli/setup/completion.bash and .zsh call it each time, so
 * they always know the current commands, options, labs, tasks and matrices. */
#include "cli/cli.h"

#include "generate/generate.h"
#include "load/collection.h"

#include <stdio.h>
#include <string.h>

/* The command line so far. */
typedef struct complete_line {
  char **words; /* words[0] is the command */
  int count;    /* number of words without the last one, which is incomplete */
  const char *begun;
  const sl_command_row *command; /* the command, or the verb after it */
} complete_line;

static void offer(const complete_line *l, const char *word) {
  if (strncmp(word, l->begun, strlen(l->begun)) == 0) (void)puts(word);
}

static void offer_all(const complete_line *l, const char *const *words) {
  for (; *words; words++) offer(l, *words);
}

static const sl_command_row *find_row(const char *name, const sl_command_row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  }
  return NULL;
}

/* ---- options --------------------------------------------------------------------------------- */

static const sl_option_word *option_at(const complete_line *l, size_t index) {
  return l->command->option ? l->command->option(index) : sl_option_of(l->command->name, index);
}

/* What follows the word if it is an option; otherwise nothing does. */
static sl_takes taken_by(const complete_line *l, const char *word) {
  const sl_option_word *option;
  for (size_t i = 0; (option = option_at(l, i)); i++) {
    if (sl_option_is(option, word)) return option->takes;
  }
  return SL_TAKES_NOTHING;
}

static void offer_options(const complete_line *l) {
  const sl_option_word *option;
  for (size_t i = 0; (option = option_at(l, i)); i++) {
    offer(l, option->name);
    if (option->short_name[0]) offer(l, option->short_name);
  }
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* The argument with this number, counted from 0 without options; NULL if there are fewer. */
static const char *argument(const complete_line *l, int number) {
  for (int i = 1; i < l->count; i++) {
    if (l->words[i][0] == '-') {
      i += taken_by(l, l->words[i]) != SL_TAKES_NOTHING;
    } else if (number-- == 0) {
      return l->words[i];
    }
  }
  return NULL;
}

static void offer_labs(const complete_line *l) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    char number[3] = {sl_labs[i]->id[0], sl_labs[i]->id[1]};
    bool digits =
        l->begun[0] == '\0' || strcmp(l->begun, "0") == 0 || strcmp(l->begun, number) == 0;
    if (digits) {
      offer(l, number);
    } else {
      offer(l, sl_labs[i]->id);
      offer(l, sl_lab_short_name(sl_labs[i]));
    }
  }
}

static void offer_tasks(const complete_line *l) {
  const sl_lab *lab;
  const char *named = argument(l, 0);
  if (!named || sl_lab_find(named, &lab) != SL_OK) return;
  for (size_t t = 0; t < lab->num_tasks; t++) offer(l, lab->tasks[t].name);
}

static void offer_name(const char *name, void *context) {
  offer(context, name);
}

static void offer_matrices(complete_line *l) {
  char name[64];
  size_t count;
  const sl_family *families = sl_generate_families(&count);
  sl_load_names(offer_name, l);
  for (size_t i = 0; i < count; i++) {
    (void)snprintf(name, sizeof name, "%s:", families[i].name);
    offer(l, name);
  }
  (void)puts("/");
}

static void offer_devices(const complete_line *l) {
  static sl_device devices[SL_MAX_DEVICES]; /* large */
  size_t count;
  (void)sl_devices_list(devices, SL_MAX_DEVICES, &count);
  for (size_t i = 0; i < count; i++) offer(l, devices[i].name);
  offer(l, SL_DEVICE_NONE);
}

static void offer_verbs(const complete_line *l) {
  for (size_t i = 0; i < sl_num_matrix_verbs; i++) offer(l, sl_matrix_verbs[i].name);
}

static void offer_kind(complete_line *l, sl_takes kind) {
  static const char *const backends[] = {"gpu", "lens", NULL},
                           *const precisions[] = {"f32", "f64", NULL},
                           *const peers[] = {"cusparse", NULL},
                           *const shells[] = {"bash", "zsh", NULL};
  switch (kind) {
  case SL_TAKES_LAB:
  case SL_TAKES_LABS:
    offer_labs(l);
    break;
  case SL_TAKES_LAB_OR_FILE:
    offer_labs(l);
    (void)puts("/");
    break;
  case SL_TAKES_TASK:
    offer_tasks(l);
    break;
  case SL_TAKES_MATRIX:
    offer_matrices(l);
    break;
  case SL_TAKES_FILE:
  case SL_TAKES_FILES:
    (void)puts("/");
    break;
  case SL_TAKES_BACKEND:
    offer_all(l, backends);
    break;
  case SL_TAKES_PRECISION:
    offer_all(l, precisions);
    break;
  case SL_TAKES_PEER:
    offer_all(l, peers);
    break;
  case SL_TAKES_DEVICE:
    offer_devices(l);
    break;
  case SL_TAKES_SHELL:
    offer_all(l, shells);
    break;
  case SL_TAKES_VERB:
    offer_verbs(l);
    break;
  case SL_TAKES_COLLECTION:
    sl_collection_names(offer_name, l);
    break;
  case SL_TAKES_NOTHING:
  case SL_TAKES_WORD:
    break;
  }
}

/* The kind of the argument at `position`. The last kind of a row may stand for any number of
 * arguments. */
static sl_takes kind_at(const sl_command_row *row, int position) {
  enum { MOST = sizeof row->arguments / sizeof *row->arguments };
  sl_takes kind = SL_TAKES_NOTHING;
  for (int i = 0; i <= position; i++) {
    if (kind == SL_TAKES_FILES || kind == SL_TAKES_LABS) return kind;
    kind = i < MOST ? row->arguments[i] : SL_TAKES_NOTHING;
  }
  return kind;
}

static void offer_argument(complete_line *l) {
  int position = 0;
  while (argument(l, position)) position++;
  offer_kind(l, kind_at(l->command, position));
}

static void offer_commands(const complete_line *l) {
  for (size_t i = 0; i < sl_num_commands; i++) {
    if (!sl_commands[i].hidden) offer(l, sl_commands[i].name);
  }
}

int sl_cmd_complete(int count, char **arguments) {
  if (count < 2) return sl_complain(sl_fail(SL_ERR_USAGE, "complete is for shell completion only"));
  complete_line l = {.words = arguments + 1, .count = count - 2, .begun = arguments[count - 1]};
  if (l.count == 0) {
    offer_commands(&l);
    return 0;
  }
  l.command = find_row(l.words[0], sl_commands, sl_num_commands);
  if (l.command && l.command->arguments[0] == SL_TAKES_VERB && l.count > 1) {
    l.command = find_row(l.words[1], sl_matrix_verbs, sl_num_matrix_verbs);
    l.words++;
    l.count--;
  }
  if (!l.command) return 0;
  sl_takes behind = l.count > 1 ? taken_by(&l, l.words[l.count - 1]) : SL_TAKES_NOTHING;
  if (behind != SL_TAKES_NOTHING) {
    offer_kind(&l, behind);
  } else if (l.begun[0] == '-') {
    offer_options(&l);
  } else {
    offer_argument(&l);
  }
  return 0;
}

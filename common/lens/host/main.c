/* main.c: lens-host TRACED.s PLAIN.s NAME OUT1.s OUT2.s: combines two translations of one source
 * into one program. While a kernel runs, its threads run the traced functions. All other code runs
 * the plain functions, which are as fast as the compiler makes them.
 *
 * All variables and the addresses of all functions are those of the traced translation. If a traced
 * function is entered outside of kernels, it continues in its plain twin. The plain functions call
 * each other directly. So a kernel, which is only reached through its address, is never plain, and
 * the counts do not change. NAME is the prefix of symbols that connect the two translations, and
 * must be unique for each source.
 *
 * OUT1.s and OUT2.s must be assembled and linked into one object. The exit status is 1 if the two
 * translations cannot be combined; then the traced translation must be used alone. */
#define _GNU_SOURCE
#include "assembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct file {
  const char *path;
  char *text;
  char **lines; /* zero-terminated */
  size_t count;
} file;

static void give_up(int status, const char *path, const char *why, const char *what) {
  (void)fprintf(stderr, "lens-host: %s: %s%s\n", path, why, what);
  exit(status);
}

static file read_lines(const char *path) {
  file it = {.path = path};
  size_t size = 0, room = 0;
  FILE *stream = fopen(path, "r");
  if (!stream) give_up(3, path, "cannot be read", "");
  if (getdelim(&it.text, &size, '\0', stream) < 0) give_up(3, path, "is empty", "");
  (void)fclose(stream);
  for (char *rest = it.text; rest;) {
    if (it.count == room) {
      room = room ? 2 * room : 4096;
      it.lines = realloc(it.lines, room * sizeof *it.lines);
      if (!it.lines) give_up(3, path, "out of memory", "");
    }
    it.lines[it.count++] = strsep(&rest, "\n");
  }
  return it;
}

static host_symbols symbols;
static const char *prefix;  /* NAME */
static const char *failure; /* the unsupported symbol */

/* ---- kinds of symbols ----------------------------------------------------------------------- */

/* Whether the compiler made and numbered the symbol (`f.part.0`, `table.3`): such names may have
 * different meanings on the two sides. */
static bool is_numbered(const host_symbol *it) {
  return strchr(it->name, '.') != NULL;
}

/* Whether the symbol is a function of both translations whose traced twin may be entered from
 * anywhere. */
static bool is_twin(const host_symbol *it) {
  const host_side *traced = &it->side[HOST_TRACED], *plain = &it->side[HOST_PLAIN];
  if (!traced->defined || !plain->defined || !traced->function || !plain->function) return false;
  if (is_numbered(it)) return false;
  return traced->global || traced->address_taken || plain->address_taken;
}

/* Whether the symbol is a variable that both translations define, so that the plain one is dropped.
 * Variables that the linker merges are kept. */
static bool is_dropped(const host_symbol *it) {
  const host_side *traced = &it->side[HOST_TRACED], *plain = &it->side[HOST_PLAIN];
  return plain->defined && !plain->function && !plain->grouped && plain->section != HOST_OTHER &&
         plain->section != HOST_START && traced->defined && !is_numbered(it);
}

/* Fails if the two translations do not agree. */
static void check(const host_symbol *it) {
  const host_side *traced = &it->side[HOST_TRACED], *plain = &it->side[HOST_PLAIN];
  if (!plain->defined || lens_assembly_is_private(it->name)) return;
  if (traced->defined && traced->function != plain->function) failure = it->name;
  if (plain->function || plain->section == HOST_CODE) return;
  if (is_dropped(it) && traced->size != plain->size) failure = it->name;
  bool needed = plain->section == HOST_VARIABLES && !plain->grouped;
  if (needed && !is_dropped(it)) failure = it->name;
}

/* ---- the plain side ------------------------------------------------------------------------- */

/* Writes what a name becomes on the plain side: in a call (`called`), or if its address is used. */
static void put_name(FILE *out, const char *name, size_t length, bool called) {
  host_symbol *it =
      lens_assembly_is_private(name) ? NULL : lens_assembly_symbol(&symbols, name, length);
  if (!it || !it->side[HOST_PLAIN].defined) {
    (void)fwrite(name, 1, length, out);
    return;
  }
  const host_side *traced = &it->side[HOST_TRACED];
  bool function = it->side[HOST_PLAIN].function;
  bool own = function ? called || !traced->defined || is_numbered(it) : !is_dropped(it);
  if (own && function) {
    (void)fprintf(out, "%s.%s", prefix, it->name);
  } else if (own || traced->global) {
    (void)fputs(it->name, out);
  } else {
    if (traced->grouped) failure = it->name;
    it->exported = true;
    (void)fprintf(out, "%s_%s", prefix, it->name);
  }
}

static void put_operands(FILE *out, const char *text, bool called) {
  const char *at = text, *name;
  size_t length;
  while (lens_assembly_next_name(&at, &name, &length)) {
    (void)fwrite(text, 1, (size_t)(name - text), out);
    put_name(out, name, length, called);
    text = at;
  }
  (void)fputs(text, out);
}

/* Writes a section directive of the plain side. Code is taken out of its group: otherwise the
 * linker would keep only one of the plain and the traced function. */
static void put_section(FILE *out, const char *text, const host_section *section) {
  char *copy = strdup(text);
  char *tail = copy ? strrchr(copy, ',') : NULL; /* ,GROUP,comdat */
  char *flags = copy ? strchr(copy, '"') : NULL;
  bool groups = section->grouped &&
                (section->kind == HOST_CODE || section->kind == HOST_OTHER ||
                 lens_assembly_symbol(&symbols, section->group, strlen(section->group))->groups);
  if (groups && tail && flags) {
    *tail = '\0';
    tail = strrchr(copy, ',');
    if (tail) *tail = '\0';
    char *letter = strchr(flags, 'G');
    if (letter) memmove(letter, letter + 1, strlen(letter));
  }
  (void)fprintf(out, "%s\n", groups && copy ? copy : text);
  free(copy);
}

/* Writes a directive about a symbol of the plain side, or drops it. False if the line is something
 * else. */
static bool put_directive(FILE *out, const host_line *line) {
  static const char *const binding[] = {".globl",  ".global",    ".weak",    ".local",
                                        ".hidden", ".protected", ".internal"};
  const char *at = line->operands, *name;
  size_t length;
  bool binds = false;
  for (size_t i = 0; i < sizeof binding / sizeof *binding; i++) {
    binds |= lens_assembly_line_is(line, binding[i]);
  }
  if (lens_assembly_line_is(line, ".addrsig") || lens_assembly_line_is(line, ".addrsig_sym"))
    return true;
  bool alias = lens_assembly_line_is(line, ".set");
  bool about = binds || alias || lens_assembly_line_is(line, ".type") ||
               lens_assembly_line_is(line, ".size") || lens_assembly_line_is(line, ".comm") ||
               lens_assembly_line_is(line, ".lcomm");
  if (!about || !lens_assembly_next_name(&at, &name, &length) || lens_assembly_is_private(name))
    return false;
  const host_symbol *it = lens_assembly_symbol(&symbols, name, length);
  if (!it->side[HOST_PLAIN].defined) return false;
  if (is_dropped(it) || (binds && it->side[HOST_PLAIN].function)) return true;
  (void)fprintf(out, "\t%.*s\t", (int)line->word_length, line->word);
  put_operands(out, line->operands, true);
  (void)fputc('\n', out);
  return true;
}

/* Whether the line defines bytes in memory. */
static bool is_content(const host_line *line) {
  static const char *const words[] = {".byte",   ".value", ".short", ".hword",  ".word",  ".2byte",
                                      ".long",   ".int",   ".4byte", ".quad",   ".8byte", ".octa",
                                      ".zero",   ".skip",  ".space", ".string", ".ascii", ".asciz",
                                      ".base64", ".float", ".double"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (lens_assembly_line_is(line, words[i])) return true;
  }
  return false;
}

/* Whether the line has labels of code. Such labels inside of functions differ in the two
 * translations. */
static bool has_label_of_code(const host_line *line) {
  const char *at = line->operands, *name;
  size_t length;
  while (lens_assembly_next_name(&at, &name, &length)) {
    if (strncmp(name, ".L", 2) == 0 && name[2] >= '0' && name[2] <= '9') return true;
  }
  return false;
}

static void put_plain_line(FILE *out, const char *text, const host_line *line,
                           const host_section *section, bool *dropping) {
  if (line->label) {
    bool named = !lens_assembly_is_private(line->label);
    host_symbol *it =
        named ? lens_assembly_symbol(&symbols, line->label, line->label_length) : NULL;
    *dropping = it && is_dropped(it);
    if (*dropping) return;
    if (named) {
      put_name(out, line->label, line->label_length, true);
      (void)fprintf(out, "%s\n", line->label + line->label_length);
      return;
    }
  }
  if (line->word && line->word[0] == '.' && put_directive(out, line)) return;
  if (*dropping && is_content(line)) {
    if (has_label_of_code(line)) failure = "labels in a variable";
    return;
  }
  if (section->kind == HOST_START && is_content(line)) return; /* the traced side has it */
  if (!lens_assembly_line_has_symbols(line)) {
    (void)fprintf(out, "%s\n", text);
    return;
  }
  (void)fprintf(out, "\t%.*s\t", (int)line->word_length, line->word);
  put_operands(out, line->operands, lens_assembly_line_branches(line));
  (void)fputc('\n', out);
}

static void write_plain(FILE *out, const file *plain) {
  host_section section = {.kind = HOST_CODE};
  bool dropping = false;
  for (size_t i = 0; i < plain->count; i++) {
    host_line line = lens_assembly_line(plain->lines[i]);
    if (lens_assembly_follow_section(&section, &line)) {
      dropping = false;
      put_section(out, plain->lines[i], &section);
    } else {
      put_plain_line(out, plain->lines[i], &line, &section, &dropping);
    }
  }
  for (size_t i = 0; i < symbols.capacity; i++) {
    const host_symbol *it = symbols.slots[i];
    if (!it || !is_twin(it)) continue;
    (void)fprintf(out, "\t.globl\t%s.%s\n\t.hidden\t%s.%s\n", prefix, it->name, prefix, it->name);
  }
}

/* ---- the traced side ------------------------------------------------------------------------ */

/* Writes the code at the start of a traced function that continues in its twin outside of
 * kernels. */
static void put_fork(FILE *out, const char *name, size_t length) {
  (void)fprintf(out, "\tcmpq\t$0, %%fs:lens_lane_now@tpoff\n\tje\t%s.%.*s\n", prefix, (int)length,
                name);
}

static void write_traced(FILE *out, const file *traced) {
  host_section section = {.kind = HOST_CODE};
  for (size_t i = 0; i < traced->count; i++) {
    host_line line = lens_assembly_line(traced->lines[i]);
    (void)fprintf(out, "%s\n", traced->lines[i]);
    if (lens_assembly_follow_section(&section, &line) || !line.label ||
        lens_assembly_is_private(line.label) || section.kind != HOST_CODE) {
      continue;
    }
    if (is_twin(lens_assembly_symbol(&symbols, line.label, line.label_length))) {
      put_fork(out, line.label, line.label_length);
    }
  }
  for (size_t i = 0; i < symbols.capacity; i++) {
    const host_symbol *it = symbols.slots[i];
    if (!it || !it->exported) continue;
    (void)fprintf(out, "\t.globl\t%s_%s\n\t.hidden\t%s_%s\n\t.set\t%s_%s, %s\n", prefix, it->name,
                  prefix, it->name, prefix, it->name, it->name);
  }
  /* tells the runtime that accesses of host code are not reported */
  (void)fputs("\t.section\t.init_array,\"aw\"\n\t.align\t8\n\t.quad\tlens_host_is_plain\n", out);
}

/* ---- both ----------------------------------------------------------------------------------- */

static void write_file(const char *path, const file *from,
                       void (*write)(FILE *out, const file *from)) {
  FILE *out = fopen(path, "w");
  if (!out) give_up(3, path, "cannot be written", "");
  write(out, from);
  bool good = !ferror(out);
  if (fclose(out) != 0 || !good) give_up(3, path, "cannot be written", "");
}

int main(int count, char **arguments) {
  if (count != 6) {
    (void)fputs("usage: lens-host TRACED.s PLAIN.s NAME OUT1.s OUT2.s\n", stderr);
    return 2;
  }
  file traced = read_lines(arguments[1]), plain = read_lines(arguments[2]);
  prefix = arguments[3];
  const char *why = lens_assembly_gather(&symbols, HOST_TRACED, traced.lines, traced.count);
  if (!why) why = lens_assembly_gather(&symbols, HOST_PLAIN, plain.lines, plain.count);
  if (why) give_up(1, plain.path, why, "");
  for (size_t i = 0; i < symbols.capacity && !failure; i++) {
    if (symbols.slots[i]) check(symbols.slots[i]);
  }
  if (!failure) write_file(arguments[5], &plain, write_plain); /* finds the required exports */
  if (!failure) write_file(arguments[4], &traced, write_traced);
  if (failure) give_up(1, plain.path, "different in the two translations: ", failure);
  return 0;
}

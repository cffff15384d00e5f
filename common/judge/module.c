/* module.c: one compiler command per module; the result is cached under a key of everything it
 * depends on. */
#define _GNU_SOURCE
#include "judge/module.h"

#include "base/owner.h"
#include "base/path.h"
#include "base/process.h"
#include "base/regular.h"
#include "judge/compile.h"
#include "judge/machine.h"
#include "judge/module_key.h"
#include "judge/program_cache.h"
#include "judge/toolchain.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 40, PATH_BYTES = 512, MOST_TEXT = 8 << 20 };

/* ---- the command ----------------------------------------------------------------------------- */

typedef struct command {
  char text[MAX_ARGUMENTS][PATH_BYTES];
  const char *arguments[MAX_ARGUMENTS + 1];
  int count;
  bool cut; /* a word was too long, or there were too many */
} command;

static void add(command *c, const char *format, ...) SL_PRINTF(2, 3);

static void add(command *c, const char *format, ...) {
  c->cut = c->cut || c->count == MAX_ARGUMENTS;
  if (c->cut) return;
  va_list arguments;
  va_start(arguments, format);
  c->cut = vsnprintf(c->text[c->count], PATH_BYTES, format, arguments) >= PATH_BYTES;
  va_end(arguments);
  c->arguments[c->count] = c->text[c->count];
  c->count++;
}

/* Adds each word of an environment variable that holds compiler options for measurements. */
static void add_words(command *c, const char *words) {
  while (words && *words) {
    size_t length = strcspn(words, " ");
    if (length > 0) add(c, "%.*s", (int)length, words);
    words += length + strspn(words + length, " ");
  }
}

static void add_compiler(command *c, sl_backend_id backend) {
  if (backend == SL_LENS) {
    add(c, "%s", SL_LENSCC);
    add(c, "-Wall");
    add(c, "-Wextra");
    add(c, "-Wno-unused-parameter"); /* an unwritten task uses none of its parameters */
    return;
  }
  add(c, "%s", SL_NVCC);
  add(c, "%s", SL_NVCC_ARCH);
  add(c, "-O3");
  add(c, "-g");
  add(c, "-lineinfo");
  add(c, "-Xcompiler=-Wall,-Wno-unknown-pragmas");
  if (SL_CXX_FOLDER[0]) add(c, "-ccbin=%s", SL_CXX); /* the sandbox has another PATH */
  if (SL_CXX_LIBRARIES[0]) add(c, "-Xlinker=-rpath=%s", SL_CXX_LIBRARIES);
  add_words(c, getenv("SL_NVCC_FLAGS"));
}

typedef enum steps { WHOLE, OBJECT, LINK } steps;

/* What to build. */
typedef struct recipe {
  const sl_lab *lab;     /* NULL: a standalone program; `options` are for its compiler */
  char source[PATH_MAX]; /* full path; for LINK the object file */
  steps steps;
  sl_backend_id backend;
  sl_precision precision;
  const char *const *options;
  size_t num_options;
  const sl_sandbox *sandbox; /* NULL: the compiler has the rights of the caller */
  bool plain_host;           /* host code is compiled as for a program without the lens */
} recipe;

static void add_source(command *c, const recipe *r) {
  add(c, "-std=c++17");
  if (r->precision == SL_F64) add(c, "-DSL_REAL_IS_DOUBLE");
  add(c, "-I%s/common", SL_SOURCE_DIR);
  add(c, "-I%s/labs/%s", SL_SOURCE_DIR, r->lab->id);
  if (r->backend == SL_LENS) {
    add(c, "--whole-lens"); /* no function of the student can replace one of the lens */
    /* the lens also checks the student's host code */
    add(c, r->plain_host ? "--no-checks" : "--confine");
    add(c, "-include");
    add(c, "%s/common/worker/own_memory.h", SL_SOURCE_DIR);
    add(c, "-include");
    add(c, "%s/common/worker/checked.h", SL_SOURCE_DIR);
  }
  if (r->steps == OBJECT) add(c, "-c");
  add(c, "%s", r->source);
}

static void add_drive(command *c, const recipe *r) {
  const char *backend = sl_judge_backend_name(r->backend);
  add(c, "%s/drives/%s.%s.%s.o", SL_BINARY_DIR, r->lab->id, backend,
      sl_spmv_precision_name(r->precision));
  if (r->backend == SL_LENS) add(c, "%s/drives/last.o", SL_BINARY_DIR);
  /* link the whole archive, so that a student's function with the same name is an error */
  bool lens = r->backend == SL_LENS;
  add(c, lens ? "-Wl,--whole-archive" : "-Xlinker=--whole-archive");
  add(c, "%s/common/worker/libsl_worker_%s.a", SL_BINARY_DIR, backend);
  add(c, lens ? "-Wl,--no-whole-archive" : "-Xlinker=--no-whole-archive");
}

/* Whether the source is one of the kit's own programs for other libraries. */
static bool is_peer(const recipe *r) {
  static const char folder[] = SL_SOURCE_DIR "/common/peers/";
  return r->backend == SL_GPU && strncmp(r->source, folder, sizeof folder - 1) == 0;
}

/* cuSPARSE may be in a folder that only the toolkit searches: beside the folder of nvcc. */
static void add_cusparse(command *c) {
  char real[PATH_MAX];
  char *slash = realpath(SL_NVCC, real) ? strrchr(real, '/') : NULL;
  if (slash) add(c, "-Xlinker=-rpath=%.*s/../lib64", (int)(slash - real), real);
  add(c, "-lcusparse");
}

static sl_status compose(command *c, const recipe *r, const char *program) {
  add_compiler(c, r->backend);
  for (size_t i = 0; i < r->num_options; i++) add(c, "%s", r->options[i]);
  bool links_worker = r->lab && r->steps != OBJECT;
  /* the student's variables are between first.o and last.o */
  if (links_worker && r->backend == SL_LENS) {
    add(c, "%s/drives/first.o", SL_BINARY_DIR);
  }
  if (r->lab && r->steps != LINK) {
    add_source(c, r);
  } else {
    add(c, "%s", r->source);
  }
  if (links_worker) add_drive(c, r);
  if (links_worker && r->backend == SL_LENS)
    add(c, "-Wl,-z,relro,-z,now"); /* no table of functions can be written */
  if (is_peer(r)) add_cusparse(c);
  add(c, "-o");
  add(c, "%s", program);
  if (!c->cut) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "the command that compiles %s is too long: at most %d words of %d bytes are "
                 "allowed; use a shorter path",
                 r->source, MAX_ARGUMENTS, PATH_BYTES - 1);
}

/* ---- building -------------------------------------------------------------------------------- */

static sl_status make_folders(const char *path) {
  char part[PATH_BYTES];
  for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    (void)snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
    if (mkdir(part, 0777) != 0 && errno != EEXIST) {
      return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %s", part, strerror(errno));
    }
  }
  return SL_OK;
}

/* Runs the compiler, in a sandbox if requested. In either case the result is at `fresh`. */
static sl_status run_compiler(const recipe *r, command *build, const char *fresh, char *log,
                              size_t size, int *exit_code_out) {
  if (!r->sandbox) return sl_process_run(build->arguments, log, size, exit_code_out);
  char headers[PATH_MAX];
  if (r->lab) sl_module_contract(r->lab, headers, sizeof headers);
  const sl_compile_job job = {.sandbox = r->sandbox,
                              .arguments = build->arguments,
                              .source = r->source,
                              .header = r->lab ? headers : NULL,
                              .made = fresh};
  return sl_compile_confined(&job, log, size, exit_code_out);
}

static sl_status not_judged(const char *reason) {
  return sl_fail(
      SL_ERR_SYSTEM,
      "nothing was judged, because the compiler cannot run on this machine: %s. Check the free "
      "space (df), the limits of this shell (ulimit -a), TMPDIR, and that %s is writable",
      reason, SL_BINARY_DIR);
}

/* Compiles control.cu: if the compiler fails even with this, it is not the student's fault. */
static sl_status try_control(const recipe *r, const char *fresh) {
  char log[4096], line[256];
  command build = {.count = 0};
  int exit_code;
  add_compiler(&build, r->backend);
  add(&build, "-std=c++17");
  add(&build, "%s/common/judge/control.cu", SL_SOURCE_DIR);
  add(&build, "-o");
  add(&build, "%s", fresh);
  SL_TRY(run_compiler(r, &build, fresh, log, sizeof log, &exit_code));
  (void)unlink(fresh);
  if (exit_code == 0) return SL_OK;
  sl_machine_last_line(log, line, sizeof line);
  return not_judged(line[0] ? line : "it fails without a message");
}

/* In a sandbox we set the limits, which are the same for every source. A source that reaches a
 * limit which the control program does not reach needs too much. */
static sl_status find_fault_confined(const recipe *r, const char *fresh, int exit_code,
                                     sl_module *out) {
  char line[256];
  SL_TRY(try_control(r, fresh));
  bool met_limit = exit_code > 128 || exit_code == SL_PROCESS_LATE ||
                   sl_machine_is_to_blame(out->log, line, sizeof line);
  size_t used = strlen(out->log);
  if (met_limit) {
    (void)snprintf(out->log + used, sizeof out->log - used,
                   "\nThis source needs more time, memory or space to compile than allowed.\n");
  }
  return SL_OK;
}

/* Decides why compiling failed. SL_OK: because of the source. */
static sl_status find_fault(const recipe *r, const char *fresh, int exit_code, sl_module *out) {
  char line[256];
  if (r->sandbox) return find_fault_confined(r, fresh, exit_code, out);
  if (exit_code > 128) {
    (void)snprintf(line, sizeof line, "it was ended by signal %d", exit_code - 128);
    return not_judged(line);
  }
  if (sl_machine_is_to_blame(out->log, line, sizeof line)) return not_judged(line);
  SL_TRY(try_control(r, fresh));
  size_t used = strlen(out->log);
  if (exit_code == SL_PROCESS_LATE) {
    (void)snprintf(out->log + used, sizeof out->log - used,
                   "The compiler did not finish within %d seconds of computing, and was stopped.\n",
                   SL_PROCESS_SECONDS);
  }
  return SL_OK;
}

/* Checks that the file can be created and written, because a compiler's message for this is less
 * clear. */
static sl_status check_target(const char *fresh) {
  static const char some[4096] = "";
  const char *kind;
  int file = sl_regular_open(fresh, 'w', &kind);
  int error = errno;
  bool written = file >= 0 && write(file, some, sizeof some) == (ssize_t)sizeof some;
  if (file >= 0 && !written) error = errno;
  if (file >= 0) (void)close(file);
  (void)unlink(fresh);
  if (written) return SL_OK;
  char reason[sizeof(((sl_module *)0)->program) + 128];
  (void)snprintf(reason, sizeof reason, "cannot write %s: %s", fresh, strerror(error));
  return not_judged(reason);
}

/* Whether the gate may ask for the object file, which is then kept beside the program. */
static bool keeps_object(const recipe *r) {
  return r->lab && r->steps == WHOLE && r->backend == SL_LENS && r->precision == SL_F32 &&
         !r->plain_host && !r->sandbox;
}

/* Runs the recipe's command, and finds the reason if it fails. */
static sl_status make(const recipe *r, const char *fresh, sl_module *out) {
  command build = {.count = 0};
  int exit_code;
  SL_TRY(compose(&build, r, fresh));
  if (keeps_object(r)) {
    add(&build, "--object");
    add(&build, "%s.o", fresh);
  }
  SL_TRY(check_target(fresh));
  SL_TRY(run_compiler(r, &build, fresh, out->log, sizeof out->log, &exit_code));
  out->compiled = exit_code == 0;
  if (out->compiled) return SL_OK;
  (void)unlink(fresh);
  return find_fault(r, fresh, exit_code, out);
}

/* Moves a program that was just built into the cache, after its object. */
static sl_status keep(const recipe *r, const char *fresh, sl_module *out) {
  char fresh_object[PATH_MAX], object[PATH_MAX];
  if (keeps_object(r)) {
    (void)snprintf(fresh_object, sizeof fresh_object, "%s.o", fresh);
    (void)snprintf(object, sizeof object, "%s.o", out->program);
    (void)sl_program_cache_add(fresh_object, object, ""); /* without it the gate compiles again */
  }
  return sl_program_cache_add(fresh, out->program, out->log);
}

static sl_status compile(const recipe *r, sl_module *out) {
  char fresh[sizeof out->program + SL_OWNER]; /* its name begins with a dot (see sl_trim_folder) */
  char owner[SL_OWNER];
  const char *name = sl_base_name(out->program);
  sl_owner(owner);
  (void)snprintf(fresh, sizeof fresh, "%.*s.%s.%s", (int)(name - out->program), out->program, name,
                 owner);
  SL_TRY(make_folders(out->program));
  SL_TRY(make(r, fresh, out));
  return out->compiled ? keep(r, fresh, out) : SL_OK;
}

/* Checks that the file is text without zero bytes. */
static sl_status check_text(const char *path) {
  char why[96], block[4096];
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  bool text = true;
  size_t left = MOST_TEXT; /* a larger text is refused later; the file may also grow for ever */
  for (size_t got; text && left && (got = fread(block, 1, sizeof block, file)) > 0;) {
    text = !memchr(block, 0, got);
    left -= got < left ? got : left;
  }
  (void)fclose(file);
  if (text) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "%s is not a text file in UTF-8: it has bytes that never occur in UTF-8; if an "
                 "editor saved it as UTF-16, save it as UTF-8",
                 path);
}

/* Accepts only source files, which can be read: no objects, no libraries. */
static sl_status check_name(const char *source) {
  size_t length = strlen(source);
  if (length > 3 && strcmp(source + length - 3, ".cu") == 0) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s: only files whose names end in .cu are judged", source);
}

static sl_status find_source(recipe *r, const char *source) {
  if (!realpath(source, r->source) || access(r->source, R_OK) != 0) {
    return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", source, strerror(errno));
  }
  /* nvcc does not accept a quotation mark in a folder's name. For such a checkout, `lab` uses a
   * link to the files. */
  if (r->backend == SL_GPU && strchr(r->source, '"')) {
    if (source[0] != '/' || strchr(source, '"') || strlen(source) >= sizeof r->source) {
      return sl_fail(SL_ERR_INPUT,
                     "%s: nvcc cannot take a quotation mark in the name of a folder; rename the "
                     "folder, or use --backend lens",
                     r->source);
    }
    (void)strcpy(r->source, source);
  }
  if (r->lab) SL_TRY(check_name(r->source));
  return check_text(r->source);
}

/* Sets the path of the program in the cache. */
static sl_status find_place(const recipe *r, const char *kind, sl_module *out) {
  command key = {.count = 0};
  SL_TRY(compose(&key, r, ""));
  SL_TRY(sl_module_key_check_includes(key.arguments, r->source));
  (void)snprintf(out->program, sizeof out->program, "%s/modules/%s.%016llx", SL_BINARY_DIR, kind,
                 (unsigned long long)sl_module_key(key.arguments, r->source, r->backend));
  return SL_OK;
}

/* Builds the program under the name `kind`, unless it exists already. */
static sl_status build(const recipe *r, const char *kind, sl_module *out) {
  SL_TRY(find_place(r, kind, out));
  out->compiled = sl_program_cache_is_good(out->program);
  if (!out->compiled) return compile(r, out);
  sl_program_cache_words(out->program, out->log, sizeof out->log);
  return SL_OK;
}

sl_status sl_module_build(const sl_lab *lab, const char *source, sl_backend_id backend,
                          sl_precision precision, sl_module *out) {
  return sl_module_build_confined(lab, source, backend, precision, NULL, out);
}

sl_status sl_module_build_plain(const sl_lab *lab, const char *source, sl_precision precision,
                                const sl_sandbox *sandbox, sl_module *out) {
  memset(out, 0, sizeof *out);
  if (strcmp(SL_PLAIN_HOST, "yes") != 0) return SL_OK;
  recipe r = {.lab = lab,
              .backend = SL_LENS,
              .precision = precision,
              .sandbox = sandbox,
              .plain_host = true};
  SL_TRY(find_source(&r, source));
  char kind[128];
  (void)snprintf(kind, sizeof kind, "%s%s.plain.%s", sandbox ? "confined." : "", lab->id,
                 sl_spmv_precision_name(precision));
  return build(&r, kind, out);
}

static sl_status check_backend(sl_backend_id backend) {
  if (backend != SL_GPU || sizeof SL_NVCC > 1) return SL_OK;
  return sl_fail(SL_ERR_MISSING, "the kit was built without CUDA: install the CUDA Toolkit "
                                 "(nvcc 12 or newer) and run ./lab doctor, or use --backend lens");
}

static void name_kind(const recipe *r, char *kind_out, size_t size) {
  (void)snprintf(kind_out, size, "%s%s.%s.%s", r->sandbox ? "confined." : "", r->lab->id,
                 sl_judge_backend_name(r->backend), sl_spmv_precision_name(r->precision));
}

sl_status sl_module_build_confined(const sl_lab *lab, const char *source, sl_backend_id backend,
                                   sl_precision precision, const sl_sandbox *sandbox,
                                   sl_module *out) {
  memset(out, 0, sizeof *out);
  recipe r = {.lab = lab, .backend = backend, .precision = precision, .sandbox = sandbox};
  SL_TRY(find_source(&r, source));
  SL_TRY(check_backend(backend));
  char kind[128];
  name_kind(&r, kind, sizeof kind);
  return build(&r, kind, out);
}

bool sl_module_kept_object(const sl_lab *lab, const char *source, char *path_out, size_t size) {
  static sl_module module; /* large, because it holds the compiler's output */
  recipe r = {.lab = lab, .backend = SL_LENS, .precision = SL_F32};
  char kind[128];
  name_kind(&r, kind, sizeof kind);
  if (find_source(&r, source) != SL_OK || find_place(&r, kind, &module) != SL_OK) return false;
  (void)snprintf(path_out, size, "%s.o", module.program);
  return sl_program_cache_is_unchanged(path_out);
}

sl_status sl_module_build_checked(const sl_lab *lab, const char *source, sl_backend_id backend,
                                  sl_precision precision, const char *folder,
                                  const sl_sandbox *sandbox, sl_module_check *check, void *context,
                                  bool *allowed_out, sl_module *out) {
  char object[PATH_BYTES], said[sizeof out->log];
  memset(out, 0, sizeof *out);
  *allowed_out = true;
  recipe r = {
      .lab = lab, .backend = backend, .precision = precision, .steps = OBJECT, .sandbox = sandbox};
  char name[64];
  (void)snprintf(name, sizeof name, "%s.%s", sl_judge_backend_name(backend),
                 sl_spmv_precision_name(precision));
  SL_TRY(check_backend(backend));
  SL_TRY(find_source(&r, source));
  command words = {.count = 0};
  SL_TRY(compose(&words, &r, ""));
  SL_TRY(sl_module_key_check_includes(words.arguments, r.source));
  (void)snprintf(object, sizeof object, "%s/made.%s.o", folder, name);
  (void)snprintf(out->program, sizeof out->program, "%s/worker.%s", folder, name);
  SL_TRY(make(&r, object, out));
  if (!out->compiled) return SL_OK;
  SL_TRY(check(object, context, allowed_out));
  if (!*allowed_out) return SL_OK;
  (void)snprintf(said, sizeof said, "%s", out->log); /* warnings */
  r.steps = LINK;
  (void)snprintf(r.source, sizeof r.source, "%s", object);
  SL_TRY(make(&r, out->program, out));
  if (out->compiled) (void)snprintf(out->log, sizeof out->log, "%s", said);
  return SL_OK;
}

sl_status sl_module_build_of_kit(const char *source, sl_backend_id backend, sl_module *out) {
  static const char *const options[] = {"-std=c++17"};
  char kind[128];
  memset(out, 0, sizeof *out);
  recipe r = {.backend = backend, .options = options, .num_options = 1};
  SL_TRY(check_backend(backend));
  SL_TRY(find_source(&r, source));
  const char *name = sl_base_name(r.source);
  (void)snprintf(kind, sizeof kind, "%.*s.%s", (int)strcspn(name, "."), name,
                 sl_judge_backend_name(backend));
  return build(&r, kind, out);
}

sl_status sl_module_build_control(sl_backend_id backend, sl_module *out) {
  SL_TRY(sl_module_build_of_kit(SL_SOURCE_DIR "/common/judge/control.cu", backend, out));
  return out->compiled ? SL_OK : not_judged("it cannot compile common/judge/control.cu");
}

sl_status sl_module_compile(const sl_lab *lab, const char *source, const char *folder,
                            sl_precision precision, bool checked, const sl_sandbox *sandbox,
                            const char *program, char *log, size_t log_size, bool *compiled_out) {
  char headers[PATH_MAX + 2]; /* if it is too long, the command reports it */
  (void)snprintf(headers, sizeof headers, "-I%s", folder);
  /* Optimises for compile time, because the compiler takes longer than the program. */
  const char *const options[] = {"--quick", headers, "--no-checks"};
  recipe r = {.lab = lab,
              .backend = SL_LENS,
              .precision = precision,
              .options = options,
              .num_options = sizeof options / sizeof *options - (checked ? 1 : 0),
              .sandbox = sandbox};
  (void)snprintf(r.source, sizeof r.source, "%s", source);
  command build = {.count = 0};
  int exit_code;
  SL_TRY(compose(&build, &r, program));
  SL_TRY(run_compiler(&r, &build, program, log, log_size, &exit_code));
  *compiled_out = exit_code == 0;
  return SL_OK;
}

sl_status sl_module_build_program(const char *source, const char *const *options,
                                  size_t num_options, sl_module *out) {
  memset(out, 0, sizeof *out);
  if (num_options > SL_MAX_PROGRAM_OPTIONS) {
    return sl_fail(SL_ERR_USAGE, "at most %d options for the compiler", SL_MAX_PROGRAM_OPTIONS);
  }
  recipe r = {.backend = SL_LENS, .options = options, .num_options = num_options};
  SL_TRY(find_source(&r, source));
  char kind[128];
  (void)snprintf(kind, sizeof kind, "program.%.100s", sl_base_name(r.source));
  return build(&r, kind, out);
}

void sl_module_source(const sl_lab *lab, bool solution, char *path_out, size_t size) {
  (void)snprintf(path_out, size, "%s/%s/%s/%s.cu", SL_SOURCE_DIR, solution ? "solutions" : "labs",
                 lab->id, sl_lab_short_name(lab));
}

bool sl_module_mistakes_path(const sl_lab *lab, char *path_out, size_t size) {
  (void)snprintf(path_out, size, "%s/labs/%s/mistakes.txt", SL_SOURCE_DIR, lab->id);
  return access(path_out, F_OK) == 0;
}

void sl_module_contract(const sl_lab *lab, char *path_out, size_t size) {
  (void)snprintf(path_out, size, "%s/labs/%s/%s.h", SL_SOURCE_DIR, lab->id, sl_lab_short_name(lab));
}

/* backend_lens.c: the worker on the lens, which reports what the lens has observed. */
#define _GNU_SOURCE
#include "internal.h"

#include "lens/abi.h"
#include "lens/lens.h"
#define SL_OWN_MEMORY_KEEPS_NAMES
#include "worker/own_memory.h"
#include "worker/variables.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Lets all workers share the source lines that one of them has looked up. Called before the
 * student's code can open files. */
static void share_lines(void) {
  static bool done;
  char path[32];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", SL_LINES_FD);
  if (!done && fcntl(SL_LINES_FD, F_GETFD) >= 0) (void)setenv("LENS_LINES", path, 1);
  done = true;
}

static uint64_t num_elements(const sl_wire_question *question) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < question->num_arrays; i++) count += question->arrays[i].count;
  return count;
}

/* The number of steps after which a candidate's kernel is considered endless. A kernel in which one
 * thread does all the work needs about twenty steps per entry, and an entry has at least two
 * elements. */
static uint64_t steps_of_candidate(const sl_wire_question *question) {
  const uint64_t least = 1 << 13, of_element = 32;
  uint64_t steps = of_element * num_elements(question);
  return steps > least ? steps : least;
}

/* The number of steps after which a block is considered endless. On a small case, an endless loop
 * must be reported soon, together with everything observed before it. Comparing each of 2000 rows
 * with every other row stays far below this limit. */
static uint64_t steps_of_block(const sl_wire_question *question) {
  const uint64_t base = 1 << 22, of_element = 1 << 13;
  return base + of_element * num_elements(question);
}

/* Makes the lens quick for a candidate repair, of which only the verdict matters. */
static void hurry(const sl_wire_question *question) {
  lens_set_lines(false);
  lens_set_host_threads(1); /* a repair search runs on each core */
  lens_set_step_budget(steps_of_candidate(question));
}

/* Prepares the lens for a job. A seed in the environment takes precedence over the job's. A number
 * of threads in the environment does not take precedence if the job requests one thread, because
 * findings must not depend on the machine. */
static void begin(const sl_job *job) {
  lens_report_at_exit(false); /* only the judge receives the report */
  lens_reset();
  share_lines();
  lens_set_columns(job->question->columns);
  /* As the handouts say, either all threads of a block must reach a barrier, or none. */
  lens_set_strict_barriers(true);
  if (!getenv("LENS_SEED")) lens_set_seed(job->question->seed);
  lens_set_host_threads(job->question->one_thread ? 1 : 0);
  sl_own_memory_cleared = job->question->own_cleared;
  lens_set_multiprocessors((int)job->question->multiprocessors);
  lens_set_block_step_budget(steps_of_block(job->question));
  if (!lens_use_device(job->question->predicts ? &job->question->device : NULL)) {
    sl_say_broken("there is not enough memory to predict times");
  }
  if (job->question->hurried) hurry(job->question);
  sl_say("device\tlens");
}

static void describe_array(const sl_buffer *buffer) {
  lens_keep(buffer->allocation);
  lens_name_array(buffer->data, buffer->wire->name);
  lens_mark_given(buffer->data, buffer->bytes);
  if (sl_wire_is_poisoned(buffer->wire->role)) {
    lens_mark_uninitialised(buffer->data, buffer->bytes);
  }
}

/* ---- where the student's host code may store ------------------------------------------------- */

static void allow_between(const sl_variable_mark *first, const sl_variable_mark *last) {
  const char *start = (const char *)(first + 1), *end = (const char *)last;
  if (end < start) sl_say_broken("the linker has not kept the order of the files");
  lens_allow_stores(start, (size_t)(end - start));
}

/* Allows stores to the members of a C++ stream that inline functions change: precision, width,
 * flags and fill character. The numbers come after two pointers to virtual tables, that of the
 * stream and that of its base. */
static void allow_stream(const char *symbol) {
  enum { IN_FRONT = 2 * sizeof(void *), NUMBERS = 2 * sizeof(long) + sizeof(int), FILL = 232 };
  const char *stream = dlsym(RTLD_DEFAULT, symbol);
  if (!stream) return;
  lens_allow_stores(stream + IN_FRONT, NUMBERS);
  lens_allow_stores(stream + FILL, 2 * sizeof(char));
}

/* Allows stores to the host arrays of the job. Their guard pages are allowed too, because a fault
 * there gives a better message. */
static void allow_arrays(const sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    const sl_buffer *buffer = &job->buffers[i];
    if (buffer->mapped) lens_allow_stores(buffer->allocation, buffer->mapped);
  }
}

static bool allow_own_memory(void) {
  sl_own_ranges own = sl_own_memory_open();
  if (!own.guarded) return false;
  lens_allow_stores(own.guarded, own.guarded_bytes);
  lens_allow_stores(own.unguarded, own.unguarded_bytes);
  return true;
}

/* The lower end of the stack, whose upper end is `high`. Linux guarantees that the addresses
 * between them are unused. */
static const char *stack_low(const char *high) {
  const rlim_t most = 128 << 20, page = 1 << 16;
  struct rlimit limit;
  rlim_t bytes = getrlimit(RLIMIT_STACK, &limit) == 0 ? limit.rlim_cur : most;
  if (bytes > most) bytes = most;
  return high - (bytes > page ? bytes - page : bytes);
}

static void breached(void) {
  sl_ending_send_report();
  sl_say("done");
  _exit(0);
}

/* Allows stores to the memory of the student's program, as far as it exists without a job. */
static bool allow_program(void) {
  lens_forget_stores();
  allow_between(&sl_first_data, &sl_last_data);
  allow_between(&sl_first_bss, &sl_last_bss);
  allow_between(&sl_first_tdata, &sl_last_tdata);
  allow_between(&sl_first_tbss, &sl_last_tbss);
  lens_allow_stores(&errno, sizeof errno);
  allow_stream("_ZSt4cout");
  allow_stream("_ZSt4cerr");
  allow_stream("_ZSt4clog");
  return allow_own_memory();
}

/* Bytes copied to the host [0] and to the device [1], before the student's last call and during
 * it. */
static unsigned long long copied_before[2], copied_now[2];

static void leave(void) {
  lens_unlimit_stores();
  for (int i = 0; i < 2; i++) copied_now[i] = lens_bytes_copied(i) - copied_before[i];
}

static void enter(const sl_job *job, const void *stack) {
  for (int i = 0; i < 2; i++) copied_before[i] = lens_bytes_copied(i);
  if (!allow_program()) {
    sl_say_broken("there is no address space left for the memory of the student's code");
  }
  allow_arrays(job);
  lens_limit_stores(stack_low(stack), stack, breached);
}

/* Called if code of the student's file that runs before main makes a forbidden store. There is no
 * job yet, so the first job reports it. */
static void breached_early(void) {
  sl_main_answer_first(breached);
}

/* Frees a pointer that the kit has not allocated. A pointer into the program's own memory aborts
 * the program, as in the C library. Memory of other libraries is not freed. */
static void free_other(void *data) {
  if (lens_stores_hold(data)) abort();
  lens_note_host_free(data);
}

/* Runs before the constructors of the student's variables, because they may allocate memory. */
__attribute__((constructor(101))) static void give_memory(void) {
  lens_set_host_memory(sl_own_memory_take_unguarded, sl_own_memory_free);
  sl_own_free_other = free_other;
  lens_host_is_plain();
  if (!allow_program()) return;
  const void *stack = __builtin_dwarf_cfa();
  lens_limit_stores(stack_low(stack), stack, breached_early);
}

/* ---- what the lens has observed -------------------------------------------------------------- */

static char writer_of(const char *word) {
  static const char writers[] = {[LENS_WRITER_NOBODY] = SL_WRITER_NOBODY,
                                 [LENS_WRITER_GIVEN] = SL_WRITER_GIVEN,
                                 [LENS_WRITER_HOST] = SL_WRITER_HOST,
                                 [LENS_WRITER_LAUNCH] = SL_WRITER_LAUNCH};
  return writers[lens_last_writer(word)];
}

/* Records for each element what last wrote it. If an element has several words, a word that no
 * launch has written takes precedence. */
static void note_writers(const sl_buffer *buffer, char *writers) {
  size_t count = (size_t)buffer->wire->count, bytes = count ? buffer->bytes / count : 0;
  for (size_t i = 0; i < count; i++) {
    const char *element = buffer->data + i * bytes;
    char first = writer_of(element), last = writer_of(element + bytes - sizeof(int32_t));
    writers[i] = last == SL_WRITER_LAUNCH ? first : last;
  }
}

/* A kernel that wrote elements of an array, and their number. The last element of an array of
 * counts represents all kernels that have no element of their own. */
typedef struct kernel_count {
  const char *name;
  unsigned long long count;
} kernel_count;

static void count_kernel(const char *name, kernel_count *counts) {
  int i = 0;
  while (i < SL_WIRE_MAX_KERNELS - 1 && counts[i].name && strcmp(counts[i].name, name) != 0) i++;
  counts[i].name = i < SL_WIRE_MAX_KERNELS - 1 ? name : "";
  counts[i].count++;
}

static void say_kernels(const sl_buffer *buffer) {
  kernel_count counts[SL_WIRE_MAX_KERNELS] = {{NULL, 0}};
  size_t count = (size_t)buffer->wire->count, bytes = count ? buffer->bytes / count : 0;
  for (size_t i = 0; i < count; i++) {
    const char *kernel = lens_last_kernel(buffer->data + i * bytes);
    if (kernel) count_kernel(kernel, counts);
  }
  for (int i = 0; i < SL_WIRE_MAX_KERNELS; i++) {
    if (!counts[i].count) continue;
    sl_say("written\t%s\t%s\t%llu", buffer->wire->name, sl_say_field(counts[i].name),
           counts[i].count);
  }
}

static void account(const sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    const sl_buffer *buffer = &job->buffers[i];
    const sl_wire_array *wire = buffer->wire;
    lens_host_write write = {.line = 0};
    if (wire->place != SL_DEVICE) continue;
    if (wire->writers_offset) note_writers(buffer, job->answer + wire->writers_offset);
    (void)lens_find_host_write(buffer->data, &write);
    bool read = lens_was_read(buffer->data, buffer->bytes);
    sl_say("memory\t%s\t%d\t%s\t%d", wire->name, read, sl_say_field(write.file), write.line);
    if (wire->writers_offset) say_kernels(buffer);
  }
  sl_say("copied\t%llu\t%llu", copied_now[true], copied_now[false]);
}

/* Sends a line of the lens, except an unread launch error. The functions of a lab cannot report a
 * failed launch, so the worker reads this error. */
static void say_line(const char *text, void *context) {
  (void)context;
  char unread[32];
  int length = snprintf(unread, sizeof unread, "finding\t%d\t", (int)LENS_UNREAD_ERROR);
  if (strncmp(text, unread, (size_t)length) == 0) return;
  sl_say("%s", text);
}

/* Sends the findings. Leaks are omitted if there are other findings, because the program may have
 * been stopped before cudaFree. */
static void report(void) {
  if (lens_num_findings() == 0) lens_find_leaks();
  lens_write_lines(say_line, NULL);
}

static unsigned refuse(unsigned nth) {
  unsigned refused = lens_refused_allocations();
  lens_refuse_allocations(nth);
  return refused;
}

const sl_backend sl_this_backend = {.name = "lens",
                                    .begin = begin,
                                    .describe_array = describe_array,
                                    .account = account,
                                    .report = report,
                                    .enter = enter,
                                    .leave = leave,
                                    .touched = lens_host_touched,
                                    .refuse = refuse,
                                    .shortage = lens_shortage};

/* host_code.c: finds calls through addresses that the host took.
 *
 * The host may also pass on a correct address, which comes from a kernel or from the first value of
 * a `__device__` variable. So an address that ever came from device memory, and was not put there
 * by the host, is never reported. */
#include "host_code.h"

#include "confine.h"
#include "describe.h"
#include "error.h"
#include "kernel.h"
#include "memory.h"
#include "module.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

enum {
  MOST_FUNCTIONS = 64,
  MOST_GIVEN = 256,
  LARGEST_TABLE = 4096, /* bytes */
  SHARED_BYTES = 4096,  /* bytes of memory shared by both sides that are searched */
  LARGEST_OFFSET = 1 << 24,
  FORK_BYTES = 16 /* bytes that lens/host inserts before a function; the unwind tables do not
                     describe them */
};

typedef struct function {
  uintptr_t address, body;
  uintptr_t entry; /* atomic: the place of its first basic block; 0 until a thread enters it */
} function;

lens_host_code_seen lens_host_code;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static function functions[MOST_FUNCTIONS]; /* functions that the host passed to the device */
static unsigned num_functions;             /* atomic */
static uintptr_t given[MOST_GIVEN];        /* pointers that came from the device */
static unsigned num_given; /* atomic; MOST_GIVEN: any pointer may have come from the device */

/* ---- what an address is --------------------------------------------------------------------- */

static const lens_module *program(void) {
  static const lens_module *found;
  if (!found) found = lens_module_find((uintptr_t)&lens_host_code);
  return found;
}

static bool in_program(uintptr_t value) {
  const lens_module *own = program();
  return own && value - own->start < own->end - own->start;
}

/* The start of the function that contains `place`, according to the program's unwind tables. */
static uintptr_t function_around(uintptr_t place) {
  return (uintptr_t)_Unwind_FindEnclosingFunction((void *)place);
}

/* The start of the body of the function whose address is `value`; 0 if `value` is not the address
 * of a function. */
static uintptr_t body_of(uintptr_t value) {
  if (!in_program(value)) return 0;
  uintptr_t body = function_around(value + 1);
  if (body) return body == value ? body : 0;
  body = function_around(value + FORK_BYTES + 1);
  return body - value <= FORK_BYTES ? body : 0;
}

static bool is_function(uintptr_t value) {
  return body_of(value) != 0;
}

/* Whether `value` can be an object's pointer to a table of virtual functions. Before such a table
 * are the offset to the complete object and a pointer to its type. */
static bool is_table(uintptr_t value) {
  uintptr_t start, end;
  if (!in_program(value) || value % sizeof value) return false;
  if (!lens_module_constants(value, &start, &end) || value - start < 2 * sizeof value) return false;
  const intptr_t *table = (const intptr_t *)value;
  return end - value >= sizeof *table && table[-2] <= 0 && table[-2] > -LARGEST_OFFSET &&
         (table[-1] == 0 || in_program((uintptr_t)table[-1])) && is_function((uintptr_t)table[0]);
}

static bool is_given(uintptr_t value) {
  unsigned count = __atomic_load_n(&num_given, __ATOMIC_ACQUIRE);
  bool found = count == MOST_GIVEN;
  for (unsigned i = 0; i < count; i++) found |= given[i] == value;
  return found;
}

static void give(uintptr_t value) {
  if (is_given(value) || !(is_function(value) || is_table(value))) return;
  pthread_mutex_lock(&lock);
  if (num_given < MOST_GIVEN) {
    given[num_given] = value;
    __atomic_store_n(&num_given, num_given + 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
}

static bool is_known(uintptr_t value) {
  bool found = false;
  for (unsigned i = 0; i < num_functions; i++) found |= functions[i].address == value;
  return found;
}

/* Records an address of a function, or of a table of virtual functions, that the host passes to the
 * device. Kernels are not recorded, because launches call them. */
static void suspect(uintptr_t value) {
  if (is_given(value)) return;
  if (!is_function(value)) {
    if (is_table(value)) __atomic_store_n(&lens_host_code.tables, true, __ATOMIC_RELAXED);
    return;
  }
  pthread_mutex_lock(&lock);
  bool fresh = num_functions < MOST_FUNCTIONS && !is_known(value) &&
               !lens_kernel_find((const void *)value, NULL);
  if (fresh) {
    functions[num_functions].address = value;
    functions[num_functions].body = body_of(value);
    __atomic_store_n(&num_functions, num_functions + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&lens_host_code.functions, true, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
}

/* ---- where it comes from -------------------------------------------------------------------- */

static uintptr_t word_at(const void *address) {
  uintptr_t word;
  memcpy(&word, address, sizeof word);
  return word;
}

/* Calls `visit` with the address of each word in these bytes that points into the program. */
static void each_word(const void *from, size_t bytes, void (*visit)(uintptr_t address)) {
  const lens_module *own = program();
  if (!own) return;
  uintptr_t start = own->start, size = own->end - own->start;
  for (size_t at = 0; at + sizeof start <= bytes; at += sizeof start) {
    const char *address = (const char *)from + at;
    if (word_at(address) - start < size) visit((uintptr_t)address);
  }
}

/* Whether the host wrote the word at this address of the arena. */
static bool is_of_host(uintptr_t address) {
  uintptr_t first;
  if (lens_memory_first_word(address, &first) && first == word_at(lens_memory_content(address)))
    return false;
  return lens_last_writer((const void *)address) == LENS_WRITER_HOST;
}

static void look_in(uintptr_t address) {
  suspect(word_at((const void *)address));
}

static void look_out(uintptr_t address) {
  uintptr_t device = lens_memory_device_address((const void *)address);
  if (device && !is_of_host(device)) give(word_at((const void *)address));
}

static void look_at_both(uintptr_t address) {
  uintptr_t device = lens_memory_device_address((const void *)address);
  if (device && is_of_host(device))
    look_in(address);
  else
    look_out(address);
}

void lens_host_code_stored(const void *object, uintptr_t table) {
  if (lens_memory_in_arena(object)) suspect(table);
}

void lens_host_code_copied_in(const void *from, size_t bytes) {
  each_word(from, bytes, look_in);
}

void lens_host_code_copied_out(const void *from, size_t bytes) {
  each_word(from, bytes, look_out);
}

void lens_host_code_freed(const lens_allocation *allocation) {
  if (!allocation->managed) return;
  size_t bytes = allocation->bytes < SHARED_BYTES ? allocation->bytes : SHARED_BYTES;
  each_word((const void *)allocation->start, bytes, look_at_both);
}

void lens_host_code_begin(const lens_launch *launch) {
  for (int n = 0; n < launch->num_arguments; n++) {
    size_t bytes = lens_describe_argument_bytes(launch, n);
    each_word(launch->arguments[n], bytes, look_in);
  }
  lens_memory_each_live(lens_host_code_freed);
}

static bool is_argument(const lens_launch *launch, uintptr_t value) {
  for (int n = 0; n < launch->num_arguments; n++) {
    size_t words = lens_describe_argument_bytes(launch, n) / sizeof value;
    for (size_t i = 0; i < words; i++) {
      if (lens_describe_argument_word(launch, n, i * sizeof value) == value) return true;
    }
  }
  return false;
}

/* ---- in a kernel ---------------------------------------------------------------------------- */

/* The address from which the thread last loaded a pointer to [value − range, value] in device
 * memory, as far back as its trace goes; 0 if there is none. */
static uintptr_t loaded_from(const lens_lane *lane, uintptr_t value, uintptr_t range) {
  const lens_record *begin = lens_lane_trace(lane->block, lane->thread % LENS_WARP);
  for (const lens_record *it = lane->out; it-- > begin;) {
    bool load = lens_kind_of(it->what) == LENS_RECORD_LOAD &&
                lens_syntax_space_of(it->what) == LENS_GLOBAL &&
                lens_bytes_of(it->what) == sizeof value;
    if (!load) continue;
    uintptr_t address = lens_address_of(it->what);
    if (value - word_at(lens_memory_content(address)) <= range) return address;
  }
  return lane->constant_pointer &&
                 value - word_at(lens_memory_content(lane->constant_pointer)) <= range
             ? lane->constant_pointer
             : 0;
}

static void fault(lens_lane *lane, uintptr_t place, uintptr_t from, const char *what) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_HOST_POINTER, place);
  if (from) lens_describe_array(lane->block, LENS_GLOBAL, from, sizeof from, &sighting);
  sighting.index = sighting.length = -1; /* the elements need not be pointers */
  (void)snprintf(sighting.detail, sizeof sighting.detail, "%s", what);
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_ILLEGAL_ADDRESS);
  lens_lane_kill(lane);
}

typedef struct host_code_search {
  uintptr_t body, caller; /* the return address; 0 until it is found */
  bool inside;
} host_code_search;

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *frame, void *context) {
  host_code_search *it = context;
  uintptr_t place = (uintptr_t)_Unwind_GetIP(frame);
  if (it->inside) {
    it->caller = place;
    return _URC_NORMAL_STOP;
  }
  it->inside = function_around(place) == it->body;
  return _URC_NO_REASON;
}

/* Whether the call that returns to `caller` is direct, so that it used no pointer. A direct call of
 * lens_confine_call does not count, because a confined program uses it to call through pointers. */
static bool is_direct_call(uintptr_t caller) {
#if defined(__x86_64__)
  int32_t distance;
  memcpy(&distance, (const void *)(caller - sizeof distance), sizeof distance);
  uintptr_t target = caller + (uintptr_t)(intptr_t)distance;
  return *(const unsigned char *)(caller - 5) == 0xe8 && in_program(target) &&
         target != (uintptr_t)lens_confine_call;
#else
  uint32_t instruction;
  memcpy(&instruction, (const void *)(caller - 4), sizeof instruction);
  return instruction >> 26 == 0x25; /* bl */
#endif
}

static void check_call(lens_lane *lane, uintptr_t called, uintptr_t body) {
  if (is_given(called)) return;
  host_code_search it = {.body = body};
  (void)_Unwind_Backtrace(look_at_frame, &it);
  if (!it.caller || is_direct_call(it.caller)) return;
  uintptr_t from = loaded_from(lane, called, 0);
  if (from ? !is_of_host(from) : !is_argument(lane->block->work->launch, called)) return;
  fault(lane, it.caller, from,
        "calls a __device__ function by its address on the host; on a GPU it has another address. "
        "Take the address in a kernel, or copy it with cudaMemcpyFromSymbol from a __device__ "
        "variable that holds it");
}

void lens_host_code_entered(lens_lane *lane, uintptr_t place) {
  unsigned count = __atomic_load_n(&num_functions, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < count; i++) {
    function *it = &functions[i];
    uintptr_t entry = __atomic_load_n(&it->entry, __ATOMIC_RELAXED);
    if (entry ? entry != place : place - it->address > LARGEST_TABLE) continue;
    if (!entry && function_around(place) != it->body) continue;
    __atomic_store_n(&it->entry, place, __ATOMIC_RELAXED);
    check_call(lane, it->address, it->body);
    return;
  }
}

void lens_host_code_read(lens_lane *lane, const lens_access *access) {
  bool pointer = access->bytes == sizeof(uintptr_t) && access->address % sizeof(uintptr_t) == 0;
  if (!pointer || !is_function(word_at((const void *)access->address))) return;
  uintptr_t from = loaded_from(lane, access->address, LARGEST_TABLE);
  uintptr_t table = from ? word_at(lens_memory_content(from)) : 0;
  if (!from || !is_table(table) || is_given(table) || !is_of_host(from)) return;
  fault(lane, access->place, from,
        "calls a virtual function of an object that was created on the host, so the object points "
        "to the host's table of functions; a GPU has its own table. Create the object in a kernel, "
        "with new or placement new");
}

/* copy.c: cudaMalloc, cudaFree, cudaMemcpy and cudaMemset. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "describe.h"
#include "error.h"
#include "host_code.h"
#include "lens/abi.h"
#include "log.h"
#include "memory.h"
#include "partial.h"
#include "predict.h"
#include "protect.h"
#include "stores.h"
#include "timeline.h"
#include "unset.h"
#include "writers.h"

enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, BY_ADDRESS };

/* Writes the name that messages use for the argument of a cudaMalloc: m->values for "(void
 * **)&m->values". */
static const char *bare_name(const char *expression, char *out, size_t size) {
  if (!expression) return "";
  const char *start = strrchr(expression, '&');
  start = start ? start + 1 : expression;
  while (*start == '(' || *start == ' ' || *start == '*') start++;
  (void)snprintf(out, size, "%s", start);
  size_t length = strlen(out);
  while (length && (out[length - 1] == ')' || out[length - 1] == ' ')) out[--length] = '\0';
  return out;
}

/* Records a pointer of the wrong side that was passed to a copy or to cudaMemset. */
static void note(lens_finding_kind kind, uintptr_t address, const char *detail) {
  lens_sighting sighting = lens_sighting_of(kind);
  if (kind == LENS_HOST_POINTER || kind == LENS_DEVICE_POINTER) sighting.reason = LENS_OF_COPY;
  (void)snprintf(sighting.detail, sizeof sighting.detail, "%s", detail);
  const lens_variable *variable = lens_memory_of_host_side((const void *)address);
  if (variable) {
    (void)snprintf(sighting.array, sizeof sighting.array, "%s", variable->symbol->name);
  } else if (lens_memory_device_address((const void *)address)) {
    lens_describe_allocation(lens_memory_device_address((const void *)address), 1, &sighting);
    sighting.index = sighting.length = -1; /* these would count bytes, not elements of the array */
  }
  lens_log_sighting(&sighting);
}

static int refuse(lens_finding_kind kind, uintptr_t address, const char *detail) {
  note(kind, address, detail);
  int error = lens_error_raise(LENS_ERROR_INVALID_VALUE);
  lens_error_explained(true);
  return error;
}

/* ---- cudaMalloc ------------------------------------------------------------------------------ */

static struct { unsigned nth, asked, refused; } refusing; /* atomic */

void lens_refuse_allocations(unsigned nth) {
  __atomic_store_n(&refusing.asked, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&refusing.refused, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&refusing.nth, nth, __ATOMIC_SEQ_CST);
}

unsigned lens_refused_allocations(void) {
  return __atomic_load_n(&refusing.refused, __ATOMIC_SEQ_CST);
}

static bool is_refused(void) {
  unsigned nth = __atomic_load_n(&refusing.nth, __ATOMIC_SEQ_CST);
  if (!nth || __atomic_add_fetch(&refusing.asked, 1, __ATOMIC_SEQ_CST) < nth) return false;
  (void)__atomic_add_fetch(&refusing.refused, 1, __ATOMIC_SEQ_CST);
  return true;
}

static int allocate(void **out, size_t bytes, const char *expression, bool managed) {
  if (lens_error_sticky()) return lens_error_raise(lens_error_sticky());
  if (!out) return lens_error_raise(LENS_ERROR_INVALID_VALUE);
  if (lens_memory_in_arena(out) && !lens_memory_is_shared(out)) {
    return refuse(LENS_DEVICE_POINTER, (uintptr_t)out,
                  "cudaMalloc would store the address of the new array here, but this is device "
                  "memory; store it in a host variable, and copy that with cudaMemcpy");
  }
  (void)lens_may_store(out, sizeof *out);
  *out = NULL;
  if (bytes == 0) return 0;
  if (is_refused()) return lens_error_raise(LENS_ERROR_MEMORY_ALLOCATION);
  char name[64];
  lens_memory_lock_to_change();
  lens_allocation *made = lens_memory_new(bytes, bare_name(expression, name, sizeof name));
  if (made) {
    *out = (void *)made->start;
    made->made_by = lens_log_frames();
    if (managed) lens_memory_share(made);
  }
  lens_memory_unlock_changed();
  return made ? 0 : lens_error_raise(LENS_ERROR_MEMORY_ALLOCATION);
}

int lens_malloc(void **out, size_t bytes, const char *expression) {
  return allocate(out, bytes, expression, false);
}

int lens_malloc_managed(void **out, size_t bytes, const char *expression) {
  return allocate(out, bytes, expression, true);
}

/* Checks that no open job uses the memory that is freed. The free is a job of a stream
 * (cudaFreeAsync) or comes after all other jobs (cudaFree). */
static void check_nobody_uses(const void *pointer) {
  lens_memory_lock();
  const lens_allocation *allocation = lens_memory_find((uintptr_t)pointer);
  size_t bytes = allocation && !allocation->freed ? allocation->bytes : 0;
  lens_memory_unlock();
  if (bytes) lens_overlap_check(pointer, bytes, true);
}

int lens_free(void *pointer) {
  if (lens_error_sticky()) return lens_error_raise(lens_error_sticky());
  if (!pointer) return 0;
  uintptr_t address = (uintptr_t)pointer;
  if (address - lens_device.base >= lens_device.bytes) {
    return refuse(LENS_BAD_FREE, address,
                  "cudaFree of an address that cudaMalloc did not return; free host memory with "
                  "free or cudaFreeHost");
  }
  check_nobody_uses(pointer);
  lens_memory_lock_to_change();
  lens_allocation *allocation = lens_memory_find(address);
  bool good = allocation && allocation->start == address && !allocation->freed &&
              !allocation->pinned && !allocation->variable;
  bool twice = allocation && allocation->freed;
  bool lent = good && allocation->kept && lens_stores.on;
  if (good && !lent) {
    lens_host_code_freed(allocation);
    lens_memory_retire(allocation);
  }
  lens_memory_unlock_changed();
  if (lent) {
    return refuse(
        LENS_BAD_FREE, address,
        "cudaFree of an array that this code received from its caller; the caller still needs it");
  }
  if (good) return 0;
  return twice ? refuse(LENS_BAD_FREE, address,
                        "cudaFree of memory that was freed before; free each array once")
               : refuse(LENS_BAD_FREE, address,
                        "cudaFree of an address that does not begin an array; pass exactly the "
                        "pointer that cudaMalloc returned");
}

void lens_note_host_free(const void *pointer) {
  uintptr_t address = (uintptr_t)pointer;
  if (address - lens_device.base >= lens_device.bytes) return;
  note(LENS_BAD_FREE, address, "free of memory that cudaMalloc allocated; use cudaFree");
}

/* Checks a range of device memory before the host copies to or from it. */
static int check_device(uintptr_t device, size_t bytes, bool writes) {
  lens_memory_lock();
  const lens_allocation *allocation = lens_memory_find(device);
  bool freed = allocation && allocation->freed;
  bool inside = allocation && device - allocation->start <= allocation->bytes &&
                bytes <= allocation->bytes - (device - allocation->start);
  bool before = allocation && device < allocation->start;
  lens_memory_unlock();
  if (freed) {
    return refuse(LENS_USE_AFTER_FREE, device, "a copy of memory that was freed");
  }
  if (inside) return 0;
  char detail[128];
  (void)snprintf(detail, sizeof detail, "a copy of %zu bytes %s", bytes,
                 before ? "begins before the array" : "goes beyond the end of the array");
  return refuse(writes ? LENS_OUT_OF_BOUNDS_WRITE : LENS_OUT_OF_BOUNDS_READ, device, detail);
}

/* Whether a device address is stored at `host`, as in a variable that cudaMalloc has set. `host`
 * may be any address: write() fails if it is not mapped. */
static bool holds_device_address(const void *host) {
  int ends[2];
  uintptr_t word = 0;
  if (pipe(ends) != 0) return false;
  bool known = write(ends[1], host, sizeof word) == sizeof word &&
               read(ends[0], &word, sizeof word) == sizeof word;
  (void)close(ends[0]);
  (void)close(ends[1]);
  return known && lens_memory_in_arena((const void *)word);
}

static int refuse_host(const void *pointer, const char *detail) {
  char more[256];
  lens_memory_lock();
  const lens_variable *variable = lens_memory_of_host_side(pointer);
  lens_memory_unlock();
  (void)snprintf(more, sizeof more, "%s%s", detail,
                 variable ? ": in host code this name means the host's own copy" LENS_USE_SYMBOL
                 : holds_device_address(pointer)
                     ? ", at which the address of a device array is stored: if that array is "
                       "meant, leave out the &"
                     : "");
  return refuse(LENS_HOST_POINTER, (uintptr_t)pointer, more);
}

/* Checks whether a side of the copy is the name of a variable. With cudaMemcpyDefault such a copy
 * succeeds, but does not change the device. */
static void check_names(const void *to, const void *from) {
  lens_memory_lock();
  bool target = lens_memory_of_host_side(to);
  bool source = lens_memory_of_host_side(from);
  lens_memory_unlock();
  if (target || source) {
    note(LENS_HOST_POINTER, (uintptr_t)(target ? to : from),
         "in host code this name means the host's own copy, so the variable on the device is not "
         "copied" LENS_USE_SYMBOL);
  }
}

/* Checks one side of a copy against what the direction says it should be. */
static int check_side(const void *pointer, size_t bytes, bool should_be_device, bool writes) {
  uintptr_t device = lens_memory_device_address(pointer);
  if (should_be_device && !device) {
    return refuse_host(pointer,
                       writes ? "the copy's direction says the target is on the device, but it is "
                                "a host address"
                              : "the copy's direction says the source is on the device, but it is "
                                "a host address");
  }
  if (!should_be_device && device && !lens_memory_is_shared(pointer)) {
    return refuse(LENS_DEVICE_POINTER, (uintptr_t)pointer,
                  writes ? "the copy's direction says the target is on the host, but it is a "
                           "device address"
                         : "the copy's direction says the source is on the host, but it is a "
                           "device address");
  }
  return device ? check_device(device, bytes, writes) : 0;
}

/* ---- what nothing has written --------------------------------------------------------------- */

/* The rows of a copy of two or three dimensions, of which some may be left unwritten. */
static _Thread_local struct {
  unsigned depth;
  bool written;
  uintptr_t first; /* address of the first row that is not written; 0: none */
  size_t bytes;
  uintptr_t start, last; /* addresses of the first row and the last one so far */
  size_t count, pitch, width;
  bool uneven; /* rows are of several widths, or not at equal distances */
} rows;

static bool any_is_written(uintptr_t address, size_t bytes) {
  size_t offset = address - lens_device.base, end = offset + bytes;
  for (size_t cell = offset / 4; cell < (end + 3) / 4; cell++) {
    uint32_t state = lens_device.granules[cell * 4 / LENS_GRANULE].state;
    if ((state & LENS_GRANULE_WHOLE) || lens_shadow_peek(&lens_device.cells[cell].writer))
      return true;
  }
  return false;
}

/* Whether the array belongs to a worker, which fetches and checks the arrays that it made and
 * poisoned itself. */
static bool is_kept(uintptr_t address) {
  lens_memory_lock();
  const lens_allocation *allocation = lens_memory_find(address);
  bool kept = allocation && allocation->kept;
  lens_memory_unlock();
  return kept;
}

static void tell_unwritten(uintptr_t address, size_t bytes) {
  char detail[160];
  if (is_kept(address)) return;
  (void)snprintf(detail, sizeof detail,
                 "copies %zu bytes to the host that nothing has written: no kernel, no copy and no "
                 "cudaMemset; memory from cudaMalloc holds arbitrary values",
                 bytes);
  note(LENS_UNINITIALISED_READ, address, detail);
}

static void note_row(uintptr_t device, size_t bytes) {
  size_t distance = device - rows.last;
  if (rows.count == 0) {
    rows.start = device;
    rows.width = bytes;
  } else if (rows.count == 1) {
    rows.pitch = distance;
  }
  rows.uneven |= bytes != rows.width || (rows.count > 1 && distance != rows.pitch);
  rows.last = device;
  rows.count++;
}

/* Checks whether a copy to the host reads only memory that nothing has written. If an array is
 * written in part, the program may know that the rest is unused. If a launch has failed, that
 * failure is the reason. */
static void check_written(uintptr_t device, size_t bytes) {
  char detail[256];
  if (rows.depth > 0) note_row(device, bytes);
  if (any_is_written(device, bytes)) {
    rows.written = true;
    bool counted = rows.depth == 0 && !lens_error_is_pending() &&
                   lens_partial_counted_elements(device, bytes, detail, sizeof detail);
    if (counted) note(LENS_UNINITIALISED_READ, device, detail);
  } else if (rows.depth == 0) {
    if (!lens_error_is_pending()) tell_unwritten(device, bytes);
  } else {
    if (!rows.first) rows.first = device;
    rows.bytes += bytes;
  }
}

void lens_rows_begin(void) {
  if (rows.depth++ > 0) return;
  rows.written = rows.uneven = false;
  rows.first = 0;
  rows.bytes = rows.count = 0;
}

/* Whether the written bytes are exactly those that the rows would occupy without padding. */
static bool are_packed(void) {
  uintptr_t end = rows.last + rows.width, packed = rows.start + rows.count * rows.width;
  if (rows.count < 2 || rows.uneven || rows.pitch <= rows.width || rows.width % 4 != 0)
    return false;
  for (uintptr_t at = rows.start; at < end; at += 4) {
    if (any_is_written(at, 4) != (at < packed)) return false;
  }
  return true;
}

static void tell_packed(void) {
  char detail[256];
  size_t bytes = rows.count * rows.width;
  (void)snprintf(detail, sizeof detail,
                 "copies rows that nothing has written: only the first %zu bytes of the array were "
                 "written, as if its %zu rows of %zu bytes had no padding between them; each row "
                 "begins %zu bytes (the pitch) after the previous one",
                 bytes, rows.count, rows.width, rows.pitch);
  note(LENS_UNINITIALISED_READ, rows.start, detail);
}

void lens_rows_end(void) {
  if (--rows.depth > 0 || lens_error_is_pending()) return;
  if (!rows.written && rows.first)
    tell_unwritten(rows.first, rows.bytes);
  else if (rows.written && !is_kept(rows.start) && are_packed())
    tell_packed();
}

/* Copies. If `from` is NULL, sets to `value`, which is otherwise like a copy within the device. The
 * calls around it, in this order, record what the host does to memory.
 *
 * What has finished when the call returns follows CUDA's documentation ("API synchronization
 * behavior"): the call waits for copies to the host and from pinned memory, but not for copies
 * within the device, nor for cudaMemset. For copies from pageable memory, it waits only until the
 * memory has been read. */
static int transfer(const char *name, void *to, const void *from, int value, size_t bytes,
                    bool to_device, bool from_device) {
  uintptr_t target = lens_memory_device_address(to), source = lens_memory_device_address(from);
  if (to_device && !from_device) lens_unset_from_host(from, bytes);
  bool shared = lens_memory_is_shared(to) || lens_memory_is_shared(from);
  bool pageable = from && target && !source && !shared;
  bool own = lens_timeline_copy_begin(pageable ? lens_pageable_copy : name);
  lens_overlap_check(from, bytes, false);
  lens_overlap_check(to, bytes, true);
  lens_protect_begin_copy((uintptr_t)to, (uintptr_t)from, bytes);
  if (from && source) lens_host_code_copied_out(from, bytes);
  if (from && target && !source) lens_host_code_copied_in(from, bytes);
  (void)(from ? memmove(to, from, bytes) : memset(to, value, bytes));
  lens_protect_end_copy((uintptr_t)to, (uintptr_t)from, bytes);
  if (to_device && from_device && from)
    lens_writers_copy(target, source, bytes);
  else if (to_device)
    lens_writers_by_host(target, bytes);
  if (to_device && rows.depth == 0) lens_partial_set(name, target, bytes);
  lens_overlap_note(from, bytes, false);
  lens_overlap_note(to, bytes, true);
  bool waits = own ? (!to_device || !from_device || shared) && !pageable
                   : !target; /* the host's own memory is written at once */
  lens_timeline_copy_end(own, waits);
  return 0;
}

static unsigned long long copied[2]; /* from the device to the host, and back */

unsigned long long lens_bytes_copied(bool to_host) {
  return copied[to_host];
}

void lens_memory_note_copied(bool to_host, size_t bytes) {
  copied[to_host] += bytes;
}

int lens_memcpy(void *to, const void *from, size_t bytes, int kind) {
  if (lens_error_sticky()) return lens_error_raise(lens_error_sticky());
  if (bytes == 0) return 0;
  if (kind < HOST_TO_HOST || kind > BY_ADDRESS) {
    return lens_error_raise(LENS_ERROR_INVALID_MEMCPY_DIRECTION);
  }
  if (!to || !from) return lens_error_raise(LENS_ERROR_INVALID_VALUE);
  bool by_address = kind == BY_ADDRESS;
  if (by_address) check_names(to, from);
  bool to_device = by_address ? lens_memory_device_address(to) != 0
                              : kind == HOST_TO_DEVICE || kind == DEVICE_TO_DEVICE;
  bool from_device = by_address ? lens_memory_device_address(from) != 0
                                : kind == DEVICE_TO_HOST || kind == DEVICE_TO_DEVICE;
  int error = check_side(to, bytes, to_device, true);
  if (!error) error = check_side(from, bytes, from_device, false);
  if (error) return error;
  if (!to_device) (void)lens_may_store(to, bytes);
  if (!to_device && from_device) check_written(lens_memory_device_address(from), bytes);
  if (to_device != from_device) lens_memory_note_copied(from_device, bytes);
  return transfer("cudaMemcpy", to, from, 0, bytes, to_device, from_device);
}

int lens_memset(void *to, int value, size_t bytes) {
  if (lens_error_sticky()) return lens_error_raise(lens_error_sticky());
  if (bytes == 0) return 0;
  uintptr_t device = lens_memory_device_address(to);
  int error = device ? check_device(device, bytes, true)
                     : refuse_host(to, "cudaMemset sets device memory (memset is for the host), "
                                       "but this is a host address");
  if (!error) error = transfer("cudaMemset", to, NULL, value, bytes, true, true);
  if (!error) lens_predict_memset(device, bytes);
  return error;
}

void lens_name_array(const void *device_pointer, const char *name) {
  uintptr_t device = lens_memory_device_address(device_pointer);
  if (!device || !name) return;
  lens_memory_lock();
  lens_allocation *allocation = lens_memory_find(device);
  if (allocation) (void)snprintf(allocation->name, sizeof allocation->name, "%s", name);
  lens_memory_unlock();
}

void lens_set_type(const void *device_pointer, const lens_type *type) {
  uintptr_t device = lens_memory_device_address(device_pointer);
  if (!device || !type) return;
  lens_memory_lock();
  lens_allocation *allocation = lens_memory_find(device);
  if (allocation) allocation->type = type;
  lens_memory_unlock();
}

void lens_mark_uninitialised(const void *device_pointer, size_t bytes) {
  uintptr_t device = lens_memory_device_address(device_pointer);
  if (device) lens_memory_mark_unwritten(device, bytes);
}

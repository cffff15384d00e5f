/* arrays.c: places the arrays of a job so that accesses outside of them are detected.
 *
 * On the host, an array ends at an inaccessible page, and inputs are read-only: the first wrong
 * access is a fault, which shows its line. On a GPU, an array has a redzone of known words on both
 * sides, which the judge checks after the launch. The lens itself detects accesses outside of
 * device allocations. */
#include "internal.h"

#include <cuda_runtime_api.h>

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void poison(void *start, size_t bytes) {
  uint32_t word = SL_WIRE_POISON;
  for (size_t i = 0; i < bytes; i += sizeof word) {
    memcpy((char *)start + i, &word, sizeof word);
  }
}

/* Writes the words that the judge expects before and after an array to `before` and `behind`,
 * unless these are NULL. */
static void fill_redzones(const sl_wire_array *wire, char *before, char *behind) {
  for (size_t i = 0; i < SL_WIRE_REDZONE / sizeof(uint32_t); i++) {
    uint32_t front = sl_wire_before(wire->type, wire->role);
    uint32_t back = sl_wire_behind(wire->type, wire->role, wire->last, i);
    if (before) memcpy(before + i * sizeof front, &front, sizeof front);
    if (behind) memcpy(behind + i * sizeof back, &back, sizeof back);
  }
}

static void check_cuda(cudaError_t error, const char *what) {
  if (error != cudaSuccess) sl_say_broken("%s: %s", what, cudaGetErrorString(error));
}

/* Copies from or to an array on the device. If the array existed earlier and no longer does, the
 * student's code has freed it. */
static void copy(const sl_buffer *buffer, void *to, const void *from, size_t bytes,
                 enum cudaMemcpyKind kind) {
  cudaError_t error = cudaMemcpy(to, from, bytes, kind);
  if (error == cudaErrorInvalidValue && buffer->filled) sl_say_lost(buffer->wire->name);
  check_cuda(error, buffer->wire->name);
}

/* Maps the memory of a host array: [guard page][redzone … elements][guard page]. */
static void make_on_host(sl_buffer *buffer) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  buffer->redzone = SL_WIRE_REDZONE;
  size_t inner = (buffer->bytes + buffer->redzone + page - 1) / page * page;
  buffer->mapped = inner + 2 * page;
  char *start =
      mmap(NULL, buffer->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED || mprotect(start + page, inner, PROT_READ | PROT_WRITE) != 0) {
    sl_say_broken("no memory for host array %s (%zu bytes)", buffer->wire->name, buffer->bytes);
  }
  buffer->allocation = start;
  buffer->data = start + page + inner - buffer->bytes;
}

static void make_on_device(sl_buffer *buffer) {
  buffer->redzone = sl_this_backend.redzone;
  void *start = NULL;
  size_t bytes = buffer->bytes + 2 * buffer->redzone;
  /* At least 4 bytes, because cudaMalloc(0) returns no address. */
  check_cuda(cudaMalloc(&start, bytes ? bytes : 4), buffer->wire->name);
  buffer->allocation = start;
  buffer->data = buffer->allocation + buffer->redzone;
}

static const char *contents(const sl_job *job, const sl_buffer *buffer) {
  return (const char *)job->question + buffer->wire->question_offset;
}

static void fill_on_host(const sl_job *job, sl_buffer *buffer) {
  fill_redzones(buffer->wire, buffer->data - buffer->redzone, NULL);
  if (sl_wire_is_poisoned(buffer->wire->role)) {
    poison(buffer->data, buffer->bytes);
  } else {
    memcpy(buffer->data, contents(job, buffer), buffer->bytes);
  }
}

/* Fills an answer on the device with poison. A small piece is copied from the host, and then
 * doubled by copies on the device. This happens before each of many launches, and is much cheaper
 * than copying everything from the host. */
static void poison_on_device(sl_buffer *buffer) {
  static char piece[1 << 16];
  size_t done = buffer->bytes < sizeof piece ? buffer->bytes : sizeof piece;
  poison(piece, done);
  copy(buffer, buffer->data, piece, done, cudaMemcpyHostToDevice);
  while (done < buffer->bytes) {
    size_t next = buffer->bytes - done < done ? buffer->bytes - done : done;
    copy(buffer, buffer->data + done, buffer->data, next, cudaMemcpyDeviceToDevice);
    done += next;
  }
}

static void fill_on_device(const sl_job *job, sl_buffer *buffer) {
  static char before[SL_WIRE_REDZONE], behind[SL_WIRE_REDZONE];
  if (buffer->redzone) {
    fill_redzones(buffer->wire, before, behind);
    copy(buffer, buffer->allocation, before, sizeof before, cudaMemcpyHostToDevice);
    copy(buffer, buffer->data + buffer->bytes, behind, sizeof behind, cudaMemcpyHostToDevice);
  }
  if (buffer->bytes && sl_wire_is_poisoned(buffer->wire->role)) {
    poison_on_device(buffer);
  } else if (buffer->saved) {
    copy(buffer, buffer->data, buffer->saved, buffer->bytes, cudaMemcpyDeviceToDevice);
  } else if (buffer->bytes) {
    copy(buffer, buffer->data, contents(job, buffer), buffer->bytes, cudaMemcpyHostToDevice);
  }
  buffer->filled = true;
  if (sl_this_backend.describe_array) sl_this_backend.describe_array(buffer);
}

static void fill(const sl_job *job, sl_buffer *buffer) {
  if (buffer->wire->place == SL_HOST) {
    fill_on_host(job, buffer);
  } else {
    fill_on_device(job, buffer);
  }
}

/* The index of the array that is allocated as number `i`. Each layout has another order: it begins
 * with another array, and odd layouts go backward. */
static uint32_t turn_of(const sl_wire_question *question, uint32_t i) {
  uint32_t turned = (i + question->layout / 2) % question->num_arrays;
  return question->layout % 2 ? question->num_arrays - 1 - turned : turned;
}

/* Waits until all copies have ended. A copy from pageable memory may return before the data arrive.
 * The default stream waits for it, but the student's code may launch in another stream. */
static void wait_for_copies(void) {
  (void)cudaDeviceSynchronize();
}

void sl_arrays_make(sl_job *job) {
  for (uint32_t turn = 0; turn < job->question->num_arrays; turn++) {
    uint32_t i = turn_of(job->question, turn);
    sl_buffer *buffer = &job->buffers[i];
    buffer->wire = &job->question->arrays[i];
    size_t element = buffer->wire->type == SL_INT ? sizeof(int32_t) : job->question->real_bytes;
    buffer->bytes = (size_t)buffer->wire->count * element;
    if (buffer->wire->place == SL_HOST) {
      make_on_host(buffer);
    } else {
      make_on_device(buffer);
    }
    fill(job, buffer);
    if (buffer->mapped && buffer->wire->role == SL_IN) {
      size_t page = (size_t)sysconf(_SC_PAGESIZE);
      (void)mprotect(buffer->allocation + page, buffer->mapped - 2 * page, PROT_READ);
    }
  }
  wait_for_copies();
}

void sl_arrays_save(sl_job *job) {
  sl_arrays_restore(job);
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    sl_buffer *buffer = &job->buffers[i];
    if (buffer->mapped || buffer->bytes == 0 || buffer->wire->role != SL_INOUT) continue;
    void *saved = NULL;
    if (cudaMalloc(&saved, buffer->bytes) != cudaSuccess) {
      /* Without a saved copy, the array is copied from the host each time. */
      (void)cudaGetLastError();
      continue;
    }
    copy(buffer, saved, buffer->data, buffer->bytes, cudaMemcpyDeviceToDevice);
    buffer->saved = saved;
  }
}

void sl_arrays_restore(sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    if (job->buffers[i].wire->role != SL_IN) fill(job, &job->buffers[i]);
  }
  wait_for_copies();
}

void sl_arrays_collect(sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    sl_buffer *buffer = &job->buffers[i];
    char *to = job->answer + buffer->wire->answer_offset;
    fill_redzones(buffer->wire, to - SL_WIRE_REDZONE, to + buffer->bytes);
    if (buffer->mapped) {
      /* An inaccessible page follows the array, so only the redzone before the array can be
       * damaged. */
      memcpy(to - buffer->redzone, buffer->data - buffer->redzone, buffer->redzone + buffer->bytes);
      continue;
    }
    size_t bytes = buffer->bytes + 2 * buffer->redzone;
    if (bytes == 0) continue;
    copy(buffer, to - buffer->redzone, buffer->allocation, bytes, cudaMemcpyDeviceToHost);
  }
}

void sl_arrays_free(sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    sl_buffer *buffer = &job->buffers[i];
    if (buffer->mapped) {
      (void)munmap(buffer->allocation, buffer->mapped);
    } else {
      (void)cudaFree(buffer->allocation);
      (void)cudaFree(buffer->saved);
    }
    memset(buffer, 0, sizeof *buffer);
  }
}

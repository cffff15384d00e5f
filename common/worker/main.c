/* main.c: the worker's main loop: receives a job, runs the student's code on it, and sends the
 * results. */
#include "internal.h"

#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

unsigned sl_candidate;

static sl_buffer *find(sl_job *job, const char *name, uint32_t type) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    const sl_wire_array *wire = &job->question->arrays[i];
    if (strcmp(wire->name, name) == 0 && wire->type == type) return &job->buffers[i];
  }
  sl_say_broken("drive.cu asks for array %s, which task %s does not have", name,
                job->question->task);
}

int *sl_job_ints(sl_job *job, const char *name) {
  return (int *)(void *)find(job, name, SL_INT)->data;
}

real *sl_job_reals(sl_job *job, const char *name) {
  return (real *)(void *)find(job, name, SL_REAL)->data;
}

static const void *find_one(sl_job *job, const char *name, uint32_t type) {
  const sl_buffer *buffer = find(job, name, type);
  if (buffer->wire->place != SL_HOST || buffer->wire->count != 1) {
    sl_say_broken("array %s is not one element on the host", name);
  }
  return buffer->data;
}

int sl_job_int(sl_job *job, const char *name) {
  return *(const int *)find_one(job, name, SL_INT);
}

const real *sl_job_one_real(sl_job *job, const char *name) {
  return (const real *)find_one(job, name, SL_REAL);
}

int sl_job_refuse_allocations(sl_job *job, unsigned nth) {
  (void)job;
  if (!sl_this_backend.refuse) return 0;
  (void)sl_this_backend.refuse(nth);
  return 1;
}

unsigned sl_job_refused_allocations(sl_job *job) {
  (void)job;
  return sl_this_backend.refuse ? sl_this_backend.refuse(0) : 0;
}

static const sl_drive *find_drive(const char *task) {
  for (const sl_drive *drive = sl_drives; drive->task; drive++) {
    if (strcmp(drive->task, task) == 0) return drive;
  }
  sl_say_broken("drive.cu has no task %s", task);
}

static void run_once(sl_job *job) {
  if (job->drive->prepare) {
    sl_say("stage\tprepare");
    double start_us = sl_clock_us();
    sl_call(job, job->drive->prepare);
    sl_say("time\tprepare_us\t%.6g", sl_clock_us() - start_us);
  }
  sl_say("stage\tlaunch");
  sl_call(job, job->drive->launch);
  (void)fflush(NULL);
  sl_ending_if_cuda_failed("launch");
}

/* Frees what the task has prepared. An error is reported now, because otherwise the next job would
 * report it. */
static void finish(sl_job *job) {
  if (!job->drive->finish) return;
  sl_call(job, job->drive->finish);
  sl_ending_if_cuda_failed("launch");
}

static void run_job(sl_job *job) {
  const sl_wire_question *question = job->question;
  if (question->magic != SL_WIRE_MAGIC || question->num_arrays > SL_WIRE_MAX_ARRAYS) {
    sl_say_broken("malformed question");
  }
  if (question->real_bytes != sl_drive_real_bytes) {
    sl_say_broken("module built for %zu-byte reals, case has %u", sl_drive_real_bytes,
                  question->real_bytes);
  }
  sl_candidate = question->candidate;
  job->drive = find_drive(question->task);
  if (sl_this_backend.begin) sl_this_backend.begin(job);
  sl_arrays_make(job);
  sl_fault_watch(job);
  bool timed = question->cold_samples && sl_this_backend.keeps_time;
  bool repeated = timed || question->host_samples;
  run_once(job);
  if (question->batch) {
    sl_say("stage\ttime");
    sl_batch_run(job);
  }
  if (!repeated) finish(job);
  sl_say("stage\tcollect");
  sl_arrays_collect(job);
  if (sl_this_backend.account) sl_this_backend.account(job);
  sl_say("collected");
  sl_ending_send_report();
  if (question->host_samples) {
    sl_say("stage\ttime");
    sl_timing_host(job);
  }
  if (timed) {
    sl_say("stage\ttime");
    sl_timing_launches(job);
    sl_arrays_collect(job); /* the judge checks the answer of these launches, too */
  }
  if (repeated) finish(job);
  sl_fault_watch(NULL);
  sl_arrays_free(job);
  sl_say("done");
}

/* Receives a byte, the nonce, and two descriptors. Returns false at the end of the connection. */
static bool receive(int descriptors[2]) {
  char byte;
  struct iovec parts[] = {{&byte, 1}, {sl_secret(), SL_WIRE_NONCE_BYTES}};
  union {
    char bytes[CMSG_SPACE(2 * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct msghdr message = {.msg_iov = parts,
                           .msg_iovlen = 2,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t got;
  do {
    got = recvmsg(SL_WIRE_FD, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got != 1 + SL_WIRE_NONCE_BYTES) return false;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_len != CMSG_LEN(2 * sizeof(int))) sl_say_broken("no descriptors");
  memcpy(descriptors, CMSG_DATA(header), 2 * sizeof(int));
  return true;
}

/* Populates all pages of a mapping at once, which is much faster than one page at a time. If the
 * system does not support this, each page is populated when it is accessed. */
static void populate(void *start, size_t size, int protection) {
#ifdef MADV_POPULATE_WRITE
  bool written = protection & PROT_WRITE;
  (void)madvise(start, size, written ? MADV_POPULATE_WRITE : MADV_POPULATE_READ);
#else
  (void)start;
  (void)size;
  (void)protection;
#endif
}

static void *map(int descriptor, int protection, int flags, size_t *size_out) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) sl_say_broken("cannot see the size of a job's file");
  *size_out = (size_t)status.st_size;
  void *start = mmap(NULL, *size_out, protection, flags, descriptor, 0);
  if (start == MAP_FAILED) sl_say_broken("cannot map a job's file (%zu bytes)", *size_out);
  (void)close(descriptor);
  populate(start, *size_out, protection);
  return start;
}

void sl_main_answer_first(void (*answer)(void)) {
  int descriptors[2];
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  sl_secret_make();
  if (!receive(descriptors)) _exit(0);
  sl_say("device\t%s", sl_this_backend.name);
  sl_say("stage\tlaunch");
  answer();
}

int main(void) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);             /* ends the worker when the judge dies */
  if (sl_this_backend.leave) sl_this_backend.leave(); /* the program's initializers have run */
  sl_secret_make();
  sl_fault_install();
  int descriptors[2];
  while (receive(descriptors)) {
    sl_job job = {0};
    size_t question_size, answer_size;
    void *question = map(descriptors[0], PROT_READ, MAP_PRIVATE, &question_size);
    job.question = question;
    job.answer = map(descriptors[1], PROT_READ | PROT_WRITE, MAP_SHARED, &answer_size);
    run_job(&job);
    (void)munmap(question, question_size);
    (void)munmap(job.answer, answer_size);
  }
  return 0;
}

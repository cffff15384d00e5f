/* error.c: the last error, the sticky error, and CUDA's names of errors. */
#include "error.h"

#include <stdio.h>
#include <string.h>

#include "describe.h"
#include "lens/abi.h"
#include "log.h"

static int last_error;   /* of the calls since the program last read the last error */
static int broken_error; /* the error of a kernel after which every call fails, because the context
                            is lost; or 0 */
static bool is_unread;   /* the program has not read the error of the launch in `unread` */
static lens_sighting unread;
static bool is_explained; /* a finding has reported the last error */
static bool has_failed;   /* some call or launch has failed */

/* The calls that failed and whose results were not read. */
enum { MOST_CALLS = 64 };
static lens_sighting calls[MOST_CALLS];
static unsigned num_calls;

typedef struct error_text {
  int error;
  const char *name;
  const char *text;
} error_text;

static const error_text texts[] = {
#define LENS_ERROR(name, value, text) {value, #name, text},
#include "lens/include/lens_shim/error_list.h"
#undef LENS_ERROR
};

static const error_text *find(int error) {
  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (texts[i].error == error) return &texts[i];
  }
  return NULL;
}

const char *lens_error_name(int error) {
  const error_text *text = find(error);
  return text ? text->name : "unrecognized error code";
}

const char *lens_error_string(int error) {
  const error_text *text = find(error);
  return text ? text->text : "unrecognized error code";
}

/* Whether CUDA's documentation says that the process must be restarted after this error. */
static int breaks_the_context(int error) {
  static const int those[] = {LENS_ERROR_ILLEGAL_ADDRESS, LENS_ERROR_LAUNCH_TIMEOUT,
                              LENS_ERROR_ASSERT, LENS_ERROR_MISALIGNED_ADDRESS,
                              LENS_ERROR_LAUNCH_FAILURE};
  for (size_t i = 0; i < sizeof those / sizeof *those; i++) {
    if (error == those[i]) return 1;
  }
  return 0;
}

/* Returns `error` to the program, which is assumed to check the result of the call. */
static int returned(int error) {
  if (error) is_unread = false;
  if (error) num_calls = 0;
  return error;
}

void lens_error_read(void) {
  num_calls = 0;
}

void lens_error_explained(int yes) {
  is_explained = yes;
}

void lens_error_unread(int error, const char *call, const char *file, int line) {
  bool explained = is_explained;
  is_explained = false;
  if (explained || error == broken_error || num_calls == MOST_CALLS) return;
  if (error == LENS_ERROR_NOT_SUPPORTED) return; /* a GPU supports the call */
  for (unsigned i = 0; i < num_calls; i++) {
    if (calls[i].line == line && strcmp(calls[i].file, file) == 0) return;
  }
  lens_sighting *it = &calls[num_calls++];
  *it = lens_sighting_of(LENS_UNREAD_ERROR);
  it->file = lens_intern(file);
  it->line = line;
  (void)snprintf(it->detail, sizeof it->detail,
                 "%s failed with %s, and the program did not check it: compare the return value of "
                 "each call with cudaSuccess",
                 call, lens_error_name(error));
}

int lens_error_raise(int error) {
  if (error == 0) return 0;
  last_error = error;
  has_failed = true;
  is_explained = false;
  if (breaks_the_context(error) && !broken_error) broken_error = error;
  return error == broken_error ? returned(error) : error;
}

int lens_error_of_launch(int error, const char *kernel, const char *file, int line) {
  bool news = error && error != broken_error;
  lens_error_raise(error);
  if (!news) return error;
  unread = lens_sighting_of(LENS_UNREAD_ERROR);
  unread.kernel = kernel;
  unread.file = file ? lens_intern(file) : NULL;
  unread.line = line;
  (void)snprintf(unread.detail, sizeof unread.detail,
                 "the launch failed with %s, and the program did not check it: call "
                 "cudaGetLastError after each launch%s",
                 lens_error_name(error),
                 breaks_the_context(error) ? ", and check the return value of cudaDeviceSynchronize"
                                           : "");
  if (!unread.file) {
    lens_frames frames = lens_log_frames();
    unread.place = lens_log_users_place(&frames);
  }
  is_unread = true;
  return error;
}

void lens_error_check_unread(void) {
  if (!is_unread) return;
  is_unread = false;
  lens_log_sighting(&unread);
}

void lens_error_check_calls(void) {
  for (unsigned i = 0; i < num_calls; i++) lens_log_sighting(&calls[i]);
  num_calls = 0;
}

bool lens_error_is_pending(void) {
  return last_error != 0;
}

bool lens_error_was_raised(void) {
  return has_failed;
}

int lens_error_sticky(void) {
  return broken_error;
}

int lens_peek_last_error(void) {
  return returned(broken_error ? broken_error : last_error);
}

int lens_get_last_error(void) {
  int error = lens_peek_last_error();
  last_error = 0;
  return error;
}

int lens_device_synchronize(void) {
  return returned(broken_error); /* a launch has finished when it returns */
}

void lens_error_reset(void) {
  last_error = 0;
  broken_error = 0;
  is_unread = false;
  num_calls = 0;
}

/** @file status.h
 *  How functions of the kit fail: a status to act on, and one sentence for the person.
 *
 *  A function that can fail returns `sl_status`. It sets the sentence with `sl_fail`, which says
 *  what was wrong, where, and what to do about it. Callers pass the status on unchanged, or wrap
 *  the sentence with `sl_fail_at`. Only `main` prints it and exits.
 */
#ifndef SL_BASE_STATUS_H
#define SL_BASE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sl_status {
  SL_OK = 0,
  SL_ERR_USAGE,   /**< the command line is wrong */
  SL_ERR_INPUT,   /**< a file or an argument is malformed, unreadable or inconsistent */
  SL_ERR_SIZE,    /**< a size beyond what the kit holds (int) or what was allowed */
  SL_ERR_MEMORY,  /**< an allocation failed */
  SL_ERR_MISSING, /**< something is not installed or not built on this machine */
  SL_ERR_SYSTEM,  /**< the operating system or the GPU runtime refused */
  SL_ERR_INTERNAL /**< a defect of the kit itself */
} sl_status;

#if defined(__GNUC__)
#define SL_PRINTF(format_index, first_argument)                                                    \
  __attribute__((format(printf, format_index, first_argument)))
#else
#define SL_PRINTF(format_index, first_argument)
#endif

/** Sets this thread's message (at most 1023 bytes are kept) and returns `status`. */
sl_status sl_fail(sl_status status, const char *format, ...) SL_PRINTF(2, 3);

/** Puts "context: " in front of this thread's message and returns `status`. For callers that know
 *  the file or case in which a deeper function failed. */
sl_status sl_fail_at(sl_status status, const char *format, ...) SL_PRINTF(2, 3);

/** Refuses a line of a file that people wrote: sets this thread's message to "path:line: …" and
 *  returns SL_ERR_INPUT. Arguments may contain the present message. */
sl_status sl_fail_in_line(const char *path, int line, const char *format, ...) SL_PRINTF(3, 4);

/** The message of this thread's latest `sl_fail`; "" when there was none. Never NULL. */
const char *sl_status_message(void);

/** The exit status that belongs to a status: 0 ok, 2 usage or input, 3 missing or system. */
int sl_status_exit(sl_status status);

/** Returns from the calling function when `call` fails. Use it only if nothing must be freed. */
#define SL_TRY(call)                                                                               \
  do {                                                                                             \
    sl_status sl_try_status_ = (call);                                                             \
    if (sl_try_status_ != SL_OK) return sl_try_status_;                                            \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif

/** @file status.h
 *  How functions of the kit report failure: a status for the program, and a message for the user.
 *
 *  A function that can fail returns `sl_status`. It sets the message with `sl_fail`, which says
 *  what is wrong, where, and how to fix it. Callers return the status unchanged, or add context to
 *  the message with `sl_fail_at`. Only `main` prints the message and exits.
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
  SL_ERR_SIZE,    /**< a size is larger than an int can hold, or than is allowed */
  SL_ERR_MEMORY,  /**< an allocation failed */
  SL_ERR_MISSING, /**< something is not installed, or was not built, on this machine */
  SL_ERR_SYSTEM,  /**< the operating system or the GPU runtime reported an error */
  SL_ERR_INTERNAL /**< a defect of the kit */
} sl_status;

#if defined(__GNUC__)
#define SL_PRINTF(format_index, first_argument)                                                    \
  __attribute__((format(printf, format_index, first_argument)))
#else
#define SL_PRINTF(format_index, first_argument)
#endif

/** Sets this thread's message, of which at most 1023 bytes are kept, and returns `status`. */
sl_status sl_fail(sl_status status, const char *format, ...) SL_PRINTF(2, 3);

/** Puts "context: " in front of this thread's message and returns `status`. For callers that know
 *  the file or case in which a deeper function failed. */
sl_status sl_fail_at(sl_status status, const char *format, ...) SL_PRINTF(2, 3);

/** Reports an error in a line of a text file: sets this thread's message to "path:line: …", and
 *  returns SL_ERR_INPUT. The arguments may contain the current message. */
sl_status sl_fail_in_line(const char *path, int line, const char *format, ...) SL_PRINTF(3, 4);

/** The message of this thread's latest failure; "" if there was none. Never NULL. */
const char *sl_status_message(void);

/** The exit status of the program for a status: 0 for SL_OK, 2 for usage or input, 3 for missing or
 *  system. */
int sl_status_exit(sl_status status);

/** Returns from the calling function if `call` fails. Use it only if nothing must be freed. */
#define SL_TRY(call)                                                                               \
  do {                                                                                             \
    sl_status sl_try_status_ = (call);                                                             \
    if (sl_try_status_ != SL_OK) return sl_try_status_;                                            \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif

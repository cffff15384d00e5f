/** @file sandbox.h
 *  One launcher for programs that are not trusted: the compiler of a student's file, and the worker
 *  that runs it. bubblewrap confines a command, or Landlock if bubblewrap cannot start, and in
 *  either case a seccomp filter, limits and, if this process may write to them, control groups.
 *
 *  Called as root, it gives root up first: no student code runs as root.
 */
#ifndef SL_SANDBOX_SANDBOX_H
#define SL_SANDBOX_SANDBOX_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum sl_sandbox_means {
  SL_SANDBOX_NONE,
  SL_SANDBOX_BWRAP,    /**< bubblewrap: namespaces for users, processes, files, network, IPC */
  SL_SANDBOX_LANDLOCK, /**< another user, Landlock and the filter; needs root to change the user */
} sl_sandbox_means;

/** What this machine supports, from sl_sandbox_probe. */
typedef struct sl_sandbox {
  sl_sandbox_means means;
  uid_t uid; /**< as root, the id to use; 0: each command gets an id of its own, far from those of
              * people */
  bool as_root;
  size_t most_memory_bytes; /**< of each command, if less than its policy's; 0: no limit */
  char bwrap[256];          /**< the program */
  bool disables_userns;     /**< its bubblewrap has --disable-userns */
  char memory_group[256], pids_group[256]; /**< folders to make control groups in; "": none */
  bool unified;                            /**< they are of cgroup v2 */
  char why_not[512]; /**< why a better means is not used; "" with bubblewrap */
} sl_sandbox;

/** What a command may do. Paths are seen inside under the names that they have outside. */
typedef struct sl_sandbox_policy {
  const char *const *visible;     /**< files and folders to read, besides the system's; ends with
                                   * NULL */
  const char *writable;           /**< the one folder to write to, which the command's user gets;
                                   * NULL: none */
  const char *const *environment; /**< NAME, VALUE, …, NULL; besides PATH, HOME, TMPDIR and
                                   * LC_ALL */
  int descriptors;      /**< 0 to this − 1 stay open; at least 3. Everything else is closed */
  unsigned cpu_seconds; /**< of each process; 0: no limit, here and below */
  unsigned wall_seconds;
  unsigned processes; /**< threads too */
  unsigned open_files;
  size_t memory_bytes;  /**< of all processes, by a control group; without one the keeper checks
                             them fifty times per second, and a quick program can take more in
                             between */
  size_t address_bytes; /**< address space of each process (RLIMIT_AS). Not for workers of the
                             lens: they reserve 1.4 TB and use 46 MB (labs 01 and 05) */
  size_t file_bytes;    /**< of each file */
  size_t folder_bytes;  /**< size of /tmp and of /dev/shm; only with bubblewrap */
  size_t output_bytes;  /**< bytes on both outputs together; they then go through a pipe */
  bool gpu;             /**< the command can open the devices of NVIDIA's driver and read /sys */
} sl_sandbox_policy;

/** Why a confined command ended. */
typedef enum sl_confined_reason {
  SL_CONFINED_BY_ITSELF, /**< it ended by itself or by a signal, perhaps of a limit: see `status` */
  SL_CONFINED_WALL,
  SL_CONFINED_OUTPUT,
  SL_CONFINED_MEMORY,  /**< a process was ended because all together used too much memory */
  SL_CONFINED_STOPPED, /**< stopped by the caller */
} sl_confined_reason;

typedef struct sl_confined_ending {
  bool started; /**< false: the sandbox itself failed, and no code of the student has run */
  sl_confined_reason reason;
  int status; /**< of waitpid */
  double processor_seconds;
} sl_confined_ending;

/** A command about to be run, or running, in a sandbox. */
typedef struct sl_confined {
  char **arguments;           /**< the confined command */
  char **environment;         /**< empty for bubblewrap, which gets it among the arguments */
  char *text;                 /**< the text that the pointers point into */
  const char *folder;         /**< the folder in which the command begins */
  int control, inner_control; /**< descriptors to the keeper and of the keeper's end; -1: none */
  int control_number;         /**< the descriptor's number inside */
  uid_t uid;                  /**< user that it runs as; 0: the caller */
  bool own_uid;               /**< no one else has it */
  int descriptors;
  char memory_group[320], pids_group[320];
  bool unified;
} sl_confined;

/** Tries which means there are. `uid` as in the struct. With `least`, means that come before it are
 *  not tried (for tests, and for graders that have chosen one). SL_OK also if there is none:
 *  `out->means` says so, and `out->why_not` why. */
sl_status sl_sandbox_probe(uid_t uid, sl_sandbox_means least, sl_sandbox *out);

/** SL_OK if there is a means; else SL_ERR_MISSING, with the reason and a remedy. */
sl_status sl_sandbox_require(const sl_sandbox *sandbox);

/** One sentence for the record: the means, the user, and what is not enforced. */
void sl_sandbox_describe(const sl_sandbox *sandbox, char *text, size_t size);

/** Turns `command` (ended by NULL; the first is a path) into the confined command: makes its
 *  control groups, and gives the writable folder to its user. End it with sl_sandbox_end. Errors:
 *  SL_ERR_MISSING if there is no means, SL_ERR_MEMORY, SL_ERR_SYSTEM. */
sl_status sl_sandbox_make(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                          const char *const command[], sl_confined *out);

/** In a new process, which may be one of vfork, and whose descriptors 0 to policy.descriptors − 1
 *  are in place: becomes the confined command. Does not return; reports a failure on standard
 *  error. */
void sl_sandbox_become(const sl_confined *confined);

/** In the parent, after the fork. */
void sl_sandbox_started(sl_confined *confined);

/** Sends the command SIGUSR1. */
void sl_sandbox_interrupt(const sl_confined *confined);

/** Ends the command and all that it has left, waits for `pid`, which became it (0: none did), and
 *  removes the control groups. With `kill_it` at once; else the command has `grace_ms` to end by
 *  itself. `ending` may be NULL. */
void sl_sandbox_end(sl_confined *confined, pid_t pid, bool kill_it, int grace_ms,
                    sl_confined_ending *ending);

/** For use if `started` is false: fails with what the launcher and the keeper have printed,
 * SL_ERR_SYSTEM, with a remedy. */
sl_status sl_sandbox_failed(const char *output);

/** Runs a command to its end and collects its output, like sl_process_run_for. Errors: also
 *  SL_ERR_SYSTEM if the sandbox itself fails. The wall-clock limit is that of the policy, or 300
 *  seconds. */
sl_status sl_sandbox_run(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                         const char *const command[], char *output, size_t size,
                         sl_confined_ending *ending);

#endif

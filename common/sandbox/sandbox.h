/** @file sandbox.h
 *  Runs programs that are not trusted: the compiler of a student's file, and the worker that runs
 *  the result. bubblewrap confines a command, or Landlock if bubblewrap cannot start. In either
 *  case there are also a seccomp filter, limits, and control groups if this process may make them.
 *
 *  If the caller is root, the command runs as another user: no student code runs as root.
 */
#ifndef SL_SANDBOX_SANDBOX_H
#define SL_SANDBOX_SANDBOX_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum sl_sandbox_means {
  SL_SANDBOX_NONE,
  SL_SANDBOX_BWRAP,    /**< bubblewrap: namespaces for users, processes, files, network and IPC */
  SL_SANDBOX_LANDLOCK, /**< another user, Landlock and the filter; only root can change the user */
} sl_sandbox_means;

/** The means of this machine, from sl_sandbox_probe. */
typedef struct sl_sandbox {
  sl_sandbox_means means;
  uid_t uid; /**< the user id for commands if the caller is root; 0: each command gets an id of
              *  its own, which no person has */
  bool as_root;
  size_t most_memory_bytes; /**< limit per command, if lower than its policy's; 0: no limit */
  char bwrap[256];          /**< path of the program */
  bool disables_userns;     /**< whether bubblewrap has the option --disable-userns */
  char memory_group[256], pids_group[256]; /**< folders in which control groups can be made; "":
                                            *  none */
  bool unified;                            /**< whether the folders belong to cgroup v2 */
  char why_not[512];                       /**< why better means are not used; "" with bubblewrap */
} sl_sandbox;

/** What a command may do. Paths are the same inside and outside of the sandbox. */
typedef struct sl_sandbox_policy {
  const char *const *visible;     /**< files and folders to read, in addition to the system's;
                                   *  ends with NULL */
  const char *writable;           /**< the only folder to write to, which then belongs to the
                                   *  command's user; NULL: none */
  const char *const *environment; /**< NAME, VALUE, …, NULL, in addition to PATH, HOME, TMPDIR
                                   *  and LC_ALL */
  int descriptors;      /**< descriptors below this number stay open, all others are closed; at
                         *  least 3 */
  unsigned cpu_seconds; /**< processor time of each process; 0: no limit, as in the members below */
  unsigned wall_seconds;
  unsigned processes; /**< processes and threads */
  unsigned open_files;
  size_t memory_bytes;  /**< memory of all processes. A control group limits it. Without one, the
                         *  keeper checks it fifty times per second, and a program can exceed
                         *  the limit in between */
  size_t address_bytes; /**< address space of each process (RLIMIT_AS). Not for workers of the
                         *  lens, which reserve 1.4 TB and use 46 MB (labs 01 and 05) */
  size_t file_bytes;    /**< size of each file */
  size_t folder_bytes;  /**< sizes of /tmp and of /dev/shm; only with bubblewrap */
  size_t output_bytes;  /**< both outputs together; if limited, they go through a pipe */
  bool gpu;             /**< whether the command can open the devices of NVIDIA's driver and read
                         *  /sys */
} sl_sandbox_policy;

/** Why a confined command ended. */
typedef enum sl_confined_reason {
  SL_CONFINED_BY_ITSELF, /**< it exited or was killed by a signal, possibly because of a limit:
                          *  see `status` */
  SL_CONFINED_WALL,
  SL_CONFINED_OUTPUT,
  SL_CONFINED_MEMORY,  /**< a process was killed because all together used too much memory */
  SL_CONFINED_STOPPED, /**< the caller has stopped it */
} sl_confined_reason;

typedef struct sl_confined_ending {
  bool started; /**< false: the sandbox could not be set up, and no code of the student has run */
  sl_confined_reason reason;
  int status; /**< status from waitpid */
  double processor_seconds;
} sl_confined_ending;

/** A command in a sandbox, before or while it runs. */
typedef struct sl_confined {
  char **arguments;           /**< arguments of the confined command */
  char **environment;         /**< empty with bubblewrap, which gets the variables as arguments */
  char *text;                 /**< the memory of all strings */
  const char *folder;         /**< the command's initial working directory */
  int control, inner_control; /**< connection to the keeper, and the keeper's end of it; -1: none */
  int control_number;         /**< number of the keeper's descriptor inside the sandbox */
  uid_t uid;                  /**< user of the command; 0: the caller's */
  bool own_uid;               /**< whether no other process has this user id */
  int descriptors;
  char memory_group[320], pids_group[320];
  bool unified;
} sl_confined;

/** Finds out which means work on this machine. `uid` is sl_sandbox.uid. Means that come before
 *  `least` are not tried (for tests, and for graders that have chosen one). Also returns SL_OK if
 *  no means works; then `out->means` is SL_SANDBOX_NONE, and `out->why_not` is the reason. */
sl_status sl_sandbox_probe(uid_t uid, sl_sandbox_means least, sl_sandbox *out);

/** Checks that there is a means. Errors: SL_ERR_MISSING, with the reason and a remedy in the
 *  message. */
sl_status sl_sandbox_require(const sl_sandbox *sandbox);

/** Describes the sandbox in one sentence for the record: the means, the user, and what is not
 *  enforced. */
void sl_sandbox_describe(const sl_sandbox *sandbox, char *text, size_t size);

/** Makes a confined command from `command`, which ends with NULL and begins with a path. Also makes
 *  its control groups, and gives the writable folder to its user. The caller must call
 *  sl_sandbox_end in the end. Errors: SL_ERR_MISSING if there is no means, SL_ERR_MEMORY,
 *  SL_ERR_SYSTEM. */
sl_status sl_sandbox_make(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                          const char *const command[], sl_confined *out);

/** Becomes the confined command. Called in a new process, possibly from vfork, in which descriptors
 *  0 to policy.descriptors − 1 are those of the command. Does not return; a failure is reported on
 *  standard error. */
void sl_sandbox_become(const sl_confined *confined);

/** Must be called in the parent, after the fork. */
void sl_sandbox_started(sl_confined *confined);

/** Makes the keeper send SIGUSR1 to the command. */
void sl_sandbox_interrupt(const sl_confined *confined);

/** Ends the command with all processes that it has left, and removes its control groups. `pid`
 *  is the process that has called sl_sandbox_become; 0 if there is none. If `kill_it`, the
 *  command is killed at once; otherwise it has `grace_ms` milliseconds to end by itself.
 *  `ending` may be NULL. */
void sl_sandbox_end(sl_confined *confined, pid_t pid, bool kill_it, int grace_ms,
                    sl_confined_ending *ending);

/** Reports that the sandbox could not be set up (`started` is false): fails with SL_ERR_SYSTEM, and
 *  a message with `output`, which the launcher and the keeper have printed, and a remedy. */
sl_status sl_sandbox_failed(const char *output);

/** Runs a command, waits for its end, and collects its output like sl_process_run_for. The limit on
 *  wall-clock time is that of the policy, or 300 seconds. Errors: those of sl_process_run_for and
 *  sl_sandbox_make, and SL_ERR_SYSTEM if the sandbox cannot be set up. */
sl_status sl_sandbox_run(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                         const char *const command[], char *output, size_t size,
                         sl_confined_ending *ending);

#endif

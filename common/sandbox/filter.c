/* filter.c: a seccomp filter for x86-64 and aarch64.
 *
 * A denied system call fails with EPERM and does not kill the program. Libraries of honest programs
 * try some of these calls and continue without them: a socket to the name service, a key ring, a
 * performance counter. Killing such a program would look like a crash, and would not be safer,
 * because the call is not made in either case. Only a program that uses the system calls of another
 * architecture is killed. No honest program does, and the numbers would mean different calls.
 *
 * The list contains denied calls, not allowed ones, because the calls of honest programs, compilers
 * and C libraries change between versions. Namespaces without capabilities are a second barrier. */
#define _GNU_SOURCE
#include "sandbox/filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_PROCESSOR AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_PROCESSOR

/* Numbers of system calls that the headers of this machine may lack. They are the same on all
 * architectures. */
enum {
  NR_PIDFD_SEND_SIGNAL = 424,
  NR_IO_URING_SETUP = 425,
  NR_IO_URING_ENTER = 426,
  NR_IO_URING_REGISTER = 427,
  NR_OPEN_TREE = 428,
  NR_MOVE_MOUNT = 429,
  NR_FSOPEN = 430,
  NR_FSCONFIG = 431,
  NR_FSMOUNT = 432,
  NR_FSPICK = 433,
  NR_PIDFD_OPEN = 434,
  NR_CLONE3 = 435,
  NR_PIDFD_GETFD = 438,
  NR_PROCESS_MADVISE = 440,
  NR_MOUNT_SETATTR = 442,
  NR_QUOTACTL_FD = 443,
  NR_PROCESS_MRELEASE = 448,
  NR_OPEN_TREE_ATTR = 467,
  X32_BIT = 0x40000000,
};

static const unsigned denied[] = {
    /* access to other processes */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    NR_PIDFD_OPEN,
    NR_PIDFD_GETFD,
    NR_PIDFD_SEND_SIGNAL,
    NR_PROCESS_MADVISE,
    NR_PROCESS_MRELEASE,
    /* mounts and namespaces */
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    NR_OPEN_TREE,
    NR_OPEN_TREE_ATTR,
    NR_MOVE_MOUNT,
    NR_FSOPEN,
    NR_FSCONFIG,
    NR_FSMOUNT,
    NR_FSPICK,
    NR_MOUNT_SETATTR,
    SYS_unshare,
    SYS_setns,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    /* new sockets, and io_uring, which could create sockets without this filter */
    SYS_socketpair,
    SYS_connect,
    SYS_accept,
    SYS_accept4,
    NR_IO_URING_SETUP,
    NR_IO_URING_ENTER,
    NR_IO_URING_REGISTER,
    /* large parts of the kernel that no lab needs */
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_bpf,
    SYS_userfaultfd,
    SYS_perf_event_open,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    NR_QUOTACTL_FD,
    SYS_syslog,
    SYS_fanotify_init,
    /* memory that belongs to no process, and objects that outlive a process if there is no IPC
     * namespace */
    SYS_memfd_create,
    SYS_mq_open,
    SYS_msgget,
    SYS_semget,
    SYS_shmget,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_lookup_dcookie
    SYS_lookup_dcookie,
#endif
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
#endif
};
enum { NUM_DENIED = sizeof denied / sizeof *denied, MAX_STEPS = 2 * NUM_DENIED + 64 };

/* The offset of the lower half of an argument. Arguments have 64 bits, of which the kernel reads
 * only the lower 32 for the calls checked here. Both architectures are little-endian. */
#define LOW_HALF(argument) ((unsigned)offsetof(struct seccomp_data, args[argument]))

typedef struct filter_program {
  struct sock_filter steps[MAX_STEPS];
  unsigned short count;
} filter_program;

static void add(filter_program *p, unsigned code, unsigned k, unsigned char yes, unsigned char no) {
  p->steps[p->count++] = (struct sock_filter){(unsigned short)code, yes, no, k};
}

static void load(filter_program *p, unsigned offset) {
  add(p, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

static void end(filter_program *p, unsigned verdict) {
  add(p, BPF_RET | BPF_K, verdict, 0, 0);
}

static const unsigned refuse = SECCOMP_RET_ERRNO | EPERM;

static void deny(filter_program *p, unsigned number, unsigned verdict) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
  end(p, verdict);
}

/* Denies system call `number` if any bit of `mask` is set in its argument. */
static void deny_bits(filter_program *p, unsigned number, int argument, unsigned mask) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
  load(p, LOW_HALF(argument));
  add(p, BPF_JMP | BPF_JSET | BPF_K, mask, 0, 1);
  end(p, refuse);
  end(p, SECCOMP_RET_ALLOW);
}

/* Denies system call `number` if its argument equals `value` (if `equal`), or if it does not
 * (otherwise). */
static void deny_value(filter_program *p, unsigned number, int argument, unsigned value,
                       bool equal) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
  load(p, LOW_HALF(argument));
  add(p, BPF_JMP | BPF_JEQ | BPF_K, value, equal ? 0 : 1, equal ? 1 : 0);
  end(p, refuse);
  end(p, SECCOMP_RET_ALLOW);
}

static void compose(filter_program *p, bool signals_self_only, bool gpu) {
  load(p, offsetof(struct seccomp_data, arch));
  add(p, BPF_JMP | BPF_JEQ | BPF_K, THIS_PROCESSOR, 1, 0);
  end(p, SECCOMP_RET_KILL_PROCESS);
  load(p, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  add(p, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
  end(p, SECCOMP_RET_KILL_PROCESS);
#endif
  for (int i = 0; i < NUM_DENIED; i++) deny(p, denied[i], refuse);
  if (gpu) {
    deny_value(p, SYS_socket, 0, AF_UNIX, false);
  } else {
    deny(p, SYS_socket, refuse);
    deny(p, SYS_bind, refuse);
    deny(p, SYS_listen, refuse);
  }
  /* The flags of clone3 are in memory, which a filter cannot read. If clone3 is missing, the C
   * library uses clone. */
  deny(p, NR_CLONE3, SECCOMP_RET_ERRNO | ENOSYS);
  if (signals_self_only) {
    unsigned self = (unsigned)getpid();
    deny(p, SYS_tkill, refuse);
    deny(p, SYS_rt_sigqueueinfo, refuse);
    deny_value(p, SYS_kill, 0, self, false);
    deny_value(p, SYS_tgkill, 0, self, false);
    deny_value(p, SYS_rt_tgsigqueueinfo, 0, self, false);
  }
  deny_bits(p, SYS_clone, 0,
            CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                CLONE_NEWUTS | CLONE_NEWCGROUP);
  deny_value(p, SYS_ioctl, 1, TIOCSTI, true); /* would type into the caller's terminal */
  end(p, SECCOMP_RET_ALLOW);
}

bool sl_filter_put_on(bool signals_self_only, bool gpu) {
  filter_program p = {.count = 0};
  compose(&p, signals_self_only, gpu);
  struct sock_fprog whole = {p.count, p.steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0;
}

#else

bool sl_filter_put_on(bool signals_self_only, bool gpu) {
  (void)signals_self_only;
  (void)gpu;
  errno = ENOSYS; /* there is no filter for this processor */
  return false;
}

#endif

/* hostile.c: tries one action that a confined program must not be able to do, and reports the
 * result:
 *
 *   sandbox_hostile WHAT [ARGUMENT]
 *
 * It prints "done" if the action succeeded, and "refused: …" if it was denied. Without a sandbox
 * the program is harmless: it uses at most 50 processes, 200 MB and the loopback interface. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void tell(int done) {
  if (done) {
    (void)printf("done\n");
  } else {
    (void)printf("refused: %s\n", strerror(errno));
  }
}

static void try_read(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  tell(file >= 0 && read(file, &byte, 1) == 1);
}

static void try_write(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT, 0666);
  tell(file >= 0 && write(file, "x", 1) == 1);
}

static void try_list(const char *path) {
  tell(chdir(path) == 0 && open(".", O_RDONLY | O_DIRECTORY) >= 0);
}

static void try_internet(const char *port, int type) {
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int talk = socket(AF_INET, type, 0);
  tell(talk >= 0 && connect(talk, (struct sockaddr *)&there, sizeof there) == 0 &&
       send(talk, "x", 1, MSG_NOSIGNAL) == 1);
}

static void try_tcp(const char *port) {
  try_internet(port, SOCK_STREAM);
}

static void try_udp(const char *port) {
  try_internet(port, SOCK_DGRAM);
}

static void try_abstract(const char *name) {
  struct sockaddr_un there = {.sun_family = AF_UNIX};
  (void)snprintf(there.sun_path + 1, sizeof there.sun_path - 1, "%s", name);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
  int talk = socket(AF_UNIX, SOCK_STREAM, 0);
  tell(talk >= 0 && connect(talk, (struct sockaddr *)&there, length) == 0);
}

static void try_ring(const char *unused) {
  (void)unused;
  char parameters[256] = "";
  tell(syscall(425 /* io_uring_setup */, 4, parameters) >= 0);
}

static void try_trace(const char *pid) {
  tell(ptrace(PTRACE_ATTACH, atoi(pid), NULL, NULL) == 0);
}

static void try_peek(const char *pid) {
  char byte;
  struct iovec mine = {&byte, 1}, theirs = {(void *)environ, 1};
  tell(process_vm_readv(atoi(pid), &mine, 1, &theirs, 1, 0) == 1);
}

static void try_memory_of(const char *pid) {
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%s/mem", pid);
  tell(open(path, O_RDWR) >= 0);
}

static void try_kill(const char *pid) {
  tell(kill(atoi(pid), SIGKILL) == 0);
}

/* Process 1 of a namespace ignores SIGKILL from inside. If the parent has survived, this process
 * reports it. */
static void try_kill_parent(const char *unused) {
  (void)unused;
  int sent = kill(getppid(), SIGKILL);
  (void)usleep(100000);
  (void)printf(sent == 0 && getppid() != 1 ? "done\n" : "refused: it lives\n");
}

static void try_forks(const char *unused) {
  (void)unused;
  int made = 0;
  for (; made < 50; made++) {
    pid_t pid = fork();
    if (pid < 0) break;
    if (pid == 0) {
      (void)pause();
      _exit(0);
    }
  }
  (void)printf("%d processes\n", made);
}

static void try_memory(const char *unused) {
  (void)unused;
  size_t bytes = (size_t)200 << 20;
  char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t i = 0; memory != MAP_FAILED && i < bytes; i += 4096) {
    memory[i] = 1;
    if (i % (4 << 20) == 0) (void)usleep(1000);
  }
  tell(memory != MAP_FAILED);
}

static void try_reserve(const char *unused) {
  (void)unused;
  size_t bytes = (size_t)1 << 40; /* a worker of the lens reserves as much */
  tell(mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
            0) != MAP_FAILED);
}

static void try_fill(const char *path) {
  static char block[1 << 16];
  size_t written = 0;
  (void)signal(SIGXFSZ, SIG_IGN);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  for (ssize_t put; file >= 0 && written < (64 << 20); written += (size_t)put) {
    put = write(file, block, sizeof block);
    if (put <= 0) break;
  }
  (void)printf("%zu KiB\n", written >> 10);
}

static void try_daemon(const char *seconds) {
  if (fork() == 0) {
    (void)setsid();
    if (fork() == 0) {
      (void)signal(SIGTERM, SIG_IGN);
      (void)signal(SIGHUP, SIG_IGN);
      (void)sleep((unsigned)atoi(seconds));
    }
    _exit(0);
  }
  (void)usleep(50000);
  (void)printf("started\n");
}

static void try_environment(const char *unused) {
  (void)unused;
  for (char **variable = environ; *variable; variable++) (void)printf("%s\n", *variable);
}

static void try_descriptors(const char *unused) {
  (void)unused;
  for (int i = 0; i < 1024; i++) {
    if (fcntl(i, F_GETFD) >= 0) (void)printf("%d ", i);
  }
  (void)printf("\n");
}

static void try_root(const char *unused) {
  (void)unused;
  tell(setuid(0) == 0 || seteuid(0) == 0 || getuid() == 0 || setgid(0) == 0);
}

static void try_namespace(const char *unused) {
  (void)unused;
  tell(unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0);
}

static void try_mount(const char *unused) {
  (void)unused;
  tell(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0);
}

static void try_shared(const char *unused) {
  (void)unused;
  tell(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0666) >= 0);
}

static void try_output(const char *unused) {
  (void)unused;
  for (int i = 0; i < 1000000; i++) (void)printf("much ado about nothing\n");
}

static void try_sleep(const char *seconds) {
  (void)sleep((unsigned)atoi(seconds));
  tell(1);
}

static void try_spin(const char *unused) {
  (void)unused;
  for (volatile unsigned long i = 0;; i++) continue;
}

static void try_crash(const char *unused) {
  (void)unused;
  (void)raise(SIGSEGV);
}

static void note(int number) {
  (void)number;
  static const char words[] = "interrupted\n";
  if (write(1, words, sizeof words - 1) > 0) _exit(3);
}

/* Sends the bytes from descriptor 3 back, and waits for SIGUSR1. */
static void try_talk(const char *unused) {
  (void)unused;
  char bytes[64];
  (void)signal(SIGUSR1, note);
  ssize_t got = read(3, bytes, sizeof bytes);
  if (got > 0 && write(3, bytes, (size_t)got) == got) (void)pause();
}

static const struct {
  const char *name;
  void (*attempt)(const char *argument);
} attempts[] = {
    {"read", try_read},
    {"write", try_write},
    {"list", try_list},
    {"tcp", try_tcp},
    {"udp", try_udp},
    {"abstract", try_abstract},
    {"ring", try_ring},
    {"trace", try_trace},
    {"peek", try_peek},
    {"memory-of", try_memory_of},
    {"kill", try_kill},
    {"kill-parent", try_kill_parent},
    {"forks", try_forks},
    {"memory", try_memory},
    {"reserve", try_reserve},
    {"fill", try_fill},
    {"daemon", try_daemon},
    {"environment", try_environment},
    {"descriptors", try_descriptors},
    {"root", try_root},
    {"namespace", try_namespace},
    {"mount", try_mount},
    {"shared", try_shared},
    {"output", try_output},
    {"sleep", try_sleep},
    {"spin", try_spin},
    {"crash", try_crash},
    {"talk", try_talk},
};

int main(int count, char **arguments) {
  for (size_t i = 0; count > 1 && i < sizeof attempts / sizeof *attempts; i++) {
    if (strcmp(arguments[1], attempts[i].name) != 0) continue;
    attempts[i].attempt(count > 2 ? arguments[2] : "");
    return 0;
  }
  return 2;
}

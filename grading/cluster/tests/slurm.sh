# shellcheck shell=sh
# slurm.sh: runs a complete Slurm on one machine, for a test: munge, the controller, and nodes that
# share the machine, each with one fake GPU. All its files are below the folder `slurm`, it listens
# only on this machine, and slurm_end ends it. Sourced by slurm_test.sh; `here` is its folder.

# Prints what slurm_start needs but this machine does not have.
slurm_missing() {
  for tool in munged slurmctld slurmd sbatch squeue scontrol sinfo setsid; do
    command -v "$tool" >/dev/null 2>&1 || printf '%s ' "$tool"
  done
}

port_is_taken() {
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk -v port="$(printf '%04X' "$1")" \
    '{ n = split($2, address, ":"); if (address[n] == port) taken = 1 } END { exit !taken }'
}

# find_ports N: prints the first of N consecutive free ports. The search starts at a port that
# depends on this process.
find_ports() {
  first=$((20000 + $$ * 16 % 10000))
  next=$first
  while [ "$next" -lt $((first + $1)) ]; do
    if port_is_taken "$next"; then first=$((next + 1)); fi
    next=$((next + 1))
  done
  echo "$first"
}

# The fake GPUs must be device files, but nothing opens them: without control groups Slurm only
# assigns their numbers. cred_expire is the number of seconds that a requeued task waits, and
# SlurmdTimeout how long a node may be silent; both are as short as Slurm allows.
slurm_configure() { # slurm_configure NODES
  port=$(find_ports $(($1 + 1)))
  host=$(hostname)
  user=$(id -un)
  cat >"$slurm/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$slurm/munge/socket,cred_expire=5
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool-%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd-%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
SlurmdTimeout=8
ReturnToService=2
GresTypes=gpu
JobRequeue=0
NodeName=n[1-$1] NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1))-$((port + $1)) CPUs=2 RealMemory=8000 Gres=gpu:1
PartitionName=class Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  echo "NodeName=n[1-$1] Name=gpu File=/dev/zero" >"$slurm/gres.conf"
  echo '# no control groups' >"$slurm/cgroup.conf"
  export SLURM_CONF="$slurm/slurm.conf"
}

slurm_start() { # slurm_start NODES
  mkdir -p "$slurm/munge" "$slurm/state"
  # Runs in its own session, because ending a test may end its whole process group.
  setsid sh -c 'slurm=$1 && . "$2/slurm.sh" && slurm_watch "$3"' sh "$slurm" "$here" $$ \
    >/dev/null 2>&1 </dev/null &
  chmod 755 "$slurm/munge"
  slurm_configure "$1"
  (umask 077 && head -c 128 /dev/urandom >"$slurm/munge/key")
  munged --socket="$slurm/munge/socket" --key-file="$slurm/munge/key" \
    --pid-file="$slurm/munge/pid" --seed-file="$slurm/munge/seed" \
    --log-file="$slurm/munge/log" || return
  slurmctld || return
  for node in $(seq "$1"); do
    mkdir -p "$slurm/spool-n$node"
    slurmd -N "n$node" 2>>"$slurm/slurmd.said" || return
  done
  tries=3000
  until [ "$(sinfo --noheader --Node --states=idle 2>/dev/null | wc -l)" -eq "$1" ]; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || return
    sleep 0.2
  done
}

# slurm_signal SIGNAL [NODE]: sends the signal to all processes of this Slurm, or to those of a
# node, and prints them. The function finds the processes by their open files and by their
# environment. Daemons overwrite the beginning of their environment.
slurm_signal() {
  for process in /proc/[0-9]*; do
    marks=$(tr '\0' '\n' <"$process/environ" && ls -l "$process/fd")
    case $marks in
      *"$slurm/"*) ;;
      *) continue ;;
    esac
    case ${2-}:$marks in
      :* | *"$slurm/slurmd-${2-}.log"* | *"
SLURMD_NODENAME=${2-}
"*) kill -s "$1" "${process#/proc/}" && echo "${process#/proc/}" ;;
    esac
  done 2>/dev/null # ignores errors for processes of other users, or that have ended
}

# slurm_lose NODE: simulates the fault of a node: it and its tasks disappear without a message. All
# processes are stopped first, because a process that sees another one end would report this to the
# controller. The youngest are killed first, because the system wakes stopped processes whose
# parents have ended.
slurm_lose() {
  slurm_signal STOP "$1" | sort -rn | while read -r process; do
    kill -s KILL "$process" && echo "$process"
  done
}

# slurm_watch SHELL: removes everything after that process has ended for any reason.
slurm_watch() {
  while kill -0 "$1"; do sleep 1; done
  slurm_end
  rm -rf "$slurm"
}

slurm_end() {
  tries=3000
  while [ -n "$(slurm_signal KILL)" ] && [ "$tries" -gt 0 ]; do
    tries=$((tries - 1))
    sleep 0.1
  done
}

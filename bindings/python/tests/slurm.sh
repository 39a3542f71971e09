#!/bin/sh
# slurm.sh FOLDER COMMAND...: runs a command with a Slurm of its own, of this one node, whose files are in FOLDER. Needs
# root and Debian's slurmctld, slurmd, slurm-client and munge. Exit code 77 where it cannot be started.
set -eu
folder=$1
shift
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || { echo "no $program (scripts/install-packages.sh cluster)"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "only root can start Slurm"; exit 77; }

ports=$(python3 -c 'import socket
sockets = [socket.socket() for _ in range(2)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))')
mkdir -p "$folder/state" "$folder/spool"
chmod 755 "$folder"
node=$(hostname)
cpus=$(nproc)
memory=$(awk '$1 == "MemTotal:" { print int($2 / 1024) }' /proc/meminfo)
cat >"$folder/slurm.conf" <<END
ClusterName=superflip
SlurmctldHost=$node(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=$memory State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
export SLURM_CONF="$folder/slurm.conf"

dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$folder/munge.key"
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
  --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munged.seed" \
  >"$folder/munged.out" 2>&1 &
munge=$!
slurmctld -D >"$folder/slurmctld.out" 2>&1 &
controller=$!
daemon=
# Jobs end first; slurmd waits for them.
finish() {
  scancel --user=root 2>/dev/null || true
  left=50
  while [ $left -gt 0 ] && [ -n "$(squeue -h 2>/dev/null)" ]; do
    left=$((left - 1))
    sleep 0.2
  done
  kill $daemon $controller $munge 2>/dev/null || true
  sleep 1
  kill -9 $daemon $controller $munge 2>/dev/null || true
  wait
}
trap finish EXIT
slurmd -D >"$folder/slurmd.out" 2>&1 &
daemon=$!

tries=0
until [ "$(sinfo -h -o %t 2>/dev/null)" = idle ]; do
  tries=$((tries + 1))
  if [ $tries -gt 60 ] || ! kill -0 $munge $controller $daemon 2>/dev/null; then
    echo "Slurm does not start here:"
    tail -n 3 "$folder"/*.out "$folder"/*.log 2>/dev/null
    exit 77
  fi
  sleep 0.5
done
code=0
"$@" || code=$?
exit $code

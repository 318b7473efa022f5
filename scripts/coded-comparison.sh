#!/usr/bin/env bash
# The comparison of coded groups with scattered ones and with those whose leader sends bodies, in two runs: all nodes on
# one disk as it is, and each node with a slow disk of its own (root, Linux with control groups of version 1; left out
# elsewhere). Throughput, latencies and ratios for 100, 50 and 5 % writes of 1.3 KB to 2 MB; docs/performance.md tells how
# to read them. Some 9 minutes on 2 processors, 3 GiB of heap, up to 10 GiB of disk below --dir while a cluster runs.
set -u

home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
rounds=2
seconds=2
disk=15
data=

usage() {
    echo "usage: scripts/coded-comparison.sh [--rounds N] [--seconds S] [--disk MB] [--dir DIR]" >&2
    exit 2
}

while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case "$1" in
        --rounds) rounds=$2 ;;
        --seconds) seconds=$2 ;;
        --disk) disk=$2 ;;
        --dir) data=$2 ;;
        *) usage ;;
    esac
    shift 2
done

export FLEET_JAVA_OPTS="${FLEET_JAVA_OPTS:--Xmx3g}"
failed=0

measure() {
    "$home/fleet" bench coded --only speed ${data:+--dir "$data"} "$@" || failed=1
}

echo "## All nodes on one disk"
measure --values 1300,65536,666000,2000000 --rounds "$rounds" --seconds "$seconds"

if [ "$(id -u)" = 0 ] && grep -q 'cgroup .*blkio' /proc/mounts 2>/dev/null; then
    echo "## Each node may write $disk MB a second"
    measure --values 1300,65536,666000 --rounds 1 --seconds 4 --disk "$disk"
    # A write of 2 MB takes seconds there.
    measure --values 2000000 --rounds 1 --seconds 12 --disk "$disk"
else
    echo "Left out: a disk for each node needs root and the controller blkio of control groups version 1."
fi
exit $failed

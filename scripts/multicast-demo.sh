#!/usr/bin/env bash
# Shows what multicast saves: three nodes of 'fleet kv' in a private network namespace, once over multicast and once
# over multi-destination-cast, and the bytes that cross their network for each command.
#
# The nodes speak over the loopback interface of their namespace; the client has a namespace and a link of its own, so
# that the interface's counters hold what the nodes say to each other and nothing else. Needs root, iproute2, Java and a
# finished build ('./fleet version' makes one). Ends and removes everything that it started.
set -u

home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
script="$home/scripts/$(basename -- "$0")"
group=224.0.1.17:40456
nodes_address=10.77.0.1
client_address=10.77.0.2
members=127.0.0.1:9001,127.0.0.1:9002,127.0.0.1:9003
first_resp_port=7001
first_http_port=8001
start_seconds=60
idle_seconds=3

commands=1000
sizes="64 1024 8192"
pipeline=1
work=
pids=()
nodes_space="fleet-nodes-$$"
client_space="fleet-client-$$"

say() {
    echo "multicast-demo: $*" >&2
}

fail() {
    say "$*"
    exit 1
}

skip() {
    say "skipped: $*"
    exit 0
}

usage() {
    cat <<EOF
Usage: scripts/multicast-demo.sh [--commands N] [--sizes "BYTES ..."] [--pipeline N]
  --commands N        SETs of each size (default: $commands)
  --sizes "BYTES ..." lengths of the values (default: "$sizes")
  --pipeline N        SETs sent before the answers are awaited; they travel as one entry (default: $pipeline)
EOF
}

number() {
    [[ $2 =~ ^[1-9][0-9]{0,6}$ ]] || fail "$1 is '$2', but must be from 1 to 9999999"
}

# Runs in the client's namespace: sends SETs to one node and awaits each answer.
load() {
    local host=$1 port=$2 count=$3 size=$4 batch=$5 value request line sent=0 i
    value=$(printf "%${size}s" '' | tr ' ' v)
    printf -v request '*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$%d\r\n%s\r\n' "$size" "$value"
    exec 3<>"/dev/tcp/$host/$port" || exit 1
    while [ "$sent" -lt "$count" ]; do
        for ((i = 0; i < batch && sent + i < count; i++)); do
            printf '%s' "$request" >&3
        done
        for (( ; i > 0; i--, sent++)); do
            IFS= read -r -t 20 -u 3 line || { echo "no answer to SET $sent within 20 s" >&2; exit 1; }
            [ "$line" = $'+OK\r' ] || { echo "SET $sent was answered by: $line" >&2; exit 1; }
        done
    done
}

# Runs in the client's namespace: the body of an HTTP answer; fails unless its status is 200.
get() {
    local line
    exec 3<>"/dev/tcp/$1/$2" || exit 1
    printf 'GET %s HTTP/1.0\r\nConnection: close\r\n\r\n' "$3" >&3
    IFS= read -r -t 5 -u 3 line || exit 1
    [[ $line == *' 200 '* ]] || exit 1
    cat <&3
}

in_nodes() {
    ip netns exec "$nodes_space" "$@"
}

in_client() {
    ip netns exec "$client_space" "$script" "$@"
}

stop_nodes() {
    local pid
    for pid in ${pids[@]+"${pids[@]}"}; do
        kill "$pid" 2>/dev/null
    done
    for pid in ${pids[@]+"${pids[@]}"}; do
        wait "$pid" 2>/dev/null
    done
    pids=()
}

clean_up() {
    stop_nodes
    ip netns delete "$client_space" 2>/dev/null
    ip netns delete "$nodes_space" 2>/dev/null
    [ -n "$work" ] && rm -rf "$work"
}

make_network() {
    ip netns add "$nodes_space" 2>/dev/null || skip "network namespaces cannot be made here"
    ip netns add "$client_space" 2>/dev/null || skip "network namespaces cannot be made here"
    { ip -n "$nodes_space" link set lo up && ip -n "$nodes_space" link set lo multicast on &&
        ip -n "$nodes_space" route add 224.0.0.0/4 dev lo; } 2>/dev/null ||
        skip "the loopback interface of a namespace cannot be made to carry multicast here"
    { ip -n "$nodes_space" link add nodes type veth peer name client netns "$client_space" &&
        ip -n "$nodes_space" address add "$nodes_address/30" dev nodes &&
        ip -n "$client_space" address add "$client_address/30" dev client &&
        ip -n "$nodes_space" link set nodes up && ip -n "$client_space" link set client up; } 2>/dev/null ||
        skip "a link between two namespaces cannot be made here (veth)"
}

start_nodes() {
    local transport=$1 id options=()
    [ "$transport" = multicast ] && options=(--multicast-group "$group" --multicast-interface 127.0.0.1)
    for id in 0 1 2; do
        # Not through a function: the process to end later must be the node, not a shell around it.
        ip netns exec "$nodes_space" "$home/fleet" kv --cluster 1 --id "$id" --members "$members" --transport "$transport" \
            ${options[@]+"${options[@]}"} --host "$nodes_address" --port $((first_resp_port + id)) \
            --http-port $((first_http_port + id)) --dir "$work/$transport-$id" >"$work/$transport-$id.log" 2>&1 &
        pids+=($!)
    done
    for id in 0 1 2; do
        await_ready "$transport" "$id"
    done
}

await_ready() {
    local transport=$1 id=$2 end=$((SECONDS + start_seconds))
    until in_client get "$nodes_address" $((first_http_port + id)) /ready >/dev/null 2>&1; do
        kill -0 "${pids[$id]}" 2>/dev/null || { cat "$work/$transport-$id.log" >&2; fail "node $id has ended"; }
        [ "$SECONDS" -lt "$end" ] || { cat "$work/$transport-$id.log" >&2; fail "no leader in $start_seconds s"; }
        sleep 0.2
    done
}

# Bytes and packets that the nodes' interface has sent, and packets to multicast addresses.
wire() {
    in_nodes awk '
        /^ *lo:/ { sub(/.*lo:/, ""); bytes = $9; packets = $10 }
        /^IpExt:/ && !column { for (i = 1; i <= NF; i++) if ($i == "OutMcastPkts") column = i; next }
        /^IpExt:/ { multicast = $column }
        END { printf "%.0f %.0f %.0f\n", bytes, packets, multicast }' /proc/net/dev /proc/net/netstat
}

# Bodies that all nodes have broadcast, and entries that node 0 has applied.
entries() {
    local id
    for id in 0 1 2; do
        in_client get "$nodes_address" $((first_http_port + id)) /metrics || fail "no metrics of node $id"
    done | awk '
        /^fleet_node_broadcast_bodies_total/ { bodies += $NF }
        /^fleet_group_applied_entries_total.*node="0"/ { applied = $NF }
        END { printf "%.0f %.0f\n", bodies, applied }'
}

measure() {
    local transport=$1 size=$2 before after bodies_before bodies_after
    read -r -a bodies_before <<<"$(entries)"
    read -r -a before <<<"$(wire)"
    in_client load "$nodes_address" "$first_resp_port" "$commands" "$size" "$pipeline" || fail "the load failed"
    read -r -a after <<<"$(wire)"
    read -r -a bodies_after <<<"$(entries)"
    awk -v t="$transport" -v size="$size" -v n="$commands" -v bytes=$((after[0] - before[0])) \
        -v packets=$((after[1] - before[1])) -v multicast=$((after[2] - before[2])) \
        -v bodies=$((bodies_after[0] - bodies_before[0])) 'BEGIN {
            printf "%-10s %7d %9d %8d %14.1f %15.1f %13.0f %10.2f\n",
                t, size, n, bodies, packets / n, multicast / n, bytes / n, bytes / n / size }'
}

measure_idle() {
    local before after
    read -r -a before <<<"$(wire)"
    sleep "$idle_seconds"
    read -r -a after <<<"$(wire)"
    awk -v t="$1" -v s="$idle_seconds" -v bytes=$((after[0] - before[0])) -v packets=$((after[1] - before[1])) \
        'BEGIN { printf "%-10s idle: %.0f bytes/s, %.0f packets/s (heartbeats of Aeron and the leader)\n",
            t, bytes / s, packets / s }'
}

run() {
    local size
    printf '%-10s %7s %9s %8s %14s %15s %13s %10s\n' transport value SETs bodies packets/SET multicasts/SET \
        bytes/SET per-value
    for transport in mdc multicast; do
        start_nodes "$transport"
        in_client load "$nodes_address" "$first_resp_port" 200 64 1 || fail "the warm-up failed"
        measure_idle "$transport" >>"$work/idle"
        for size in $sizes; do
            measure "$transport" "$size"
        done
        stop_nodes
    done
    cat "$work/idle"
}

case "${1:-}" in
    load | get)
        "$@"
        exit
        ;;
esac
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage; exit 0 ;;
        --commands | --sizes | --pipeline)
            [ $# -gt 1 ] || fail "$1 needs a value"
            for each in $2; do
                number "$1" "$each"
            done
            case $1 in
                --commands) commands=$2 ;;
                --sizes) sizes=$2 ;;
                --pipeline) pipeline=$2 ;;
            esac
            shift 2
            ;;
        *) usage >&2; exit 2 ;;
    esac
done

[ "$(uname -s)" = Linux ] || skip "needs Linux"
command -v ip >/dev/null 2>&1 || skip "needs the ip command of iproute2"
[ "$(id -u)" = 0 ] || skip "needs root, to make network namespaces"
[ -e "$home/fleet-cli/target/.fleet-built" ] || skip "there is no build: run ./fleet version first"

trap clean_up EXIT
trap 'exit 130' HUP INT TERM
work=$(mktemp -d) || fail "cannot make a temporary directory"
make_network
run

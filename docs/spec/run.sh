#!/usr/bin/env bash
# Runs TLC over every configuration beside this script: a "good" one must be explored to its end without an error, a
# "bad" one must violate an invariant. Prints a table; exits 0 when every row is as it should be.
#
#   TLA2TOOLS=/path/to/tla2tools.jar docs/spec/run.sh [--quick] [NAME...]
#
# --quick leaves out the configurations that a line "\* long" marks. NAME: part of a configuration's name.
# TLC_HEAP (default 4g), TLC_WORKERS (default 1) and TLC_SECONDS (limit of one run, default 3600) may be set.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

quick=0
names=()
for arg in "$@"; do
    case $arg in
        --quick) quick=1 ;;
        -h | --help) usage; exit 0 ;;
        -*) echo "run.sh: unknown option $arg" >&2; usage >&2; exit 2 ;;
        *) names+=("$arg") ;;
    esac
done
if [ -z "${TLA2TOOLS:-}" ] || [ ! -f "$TLA2TOOLS" ]; then
    echo "run.sh: TLA2TOOLS must name the file tla2tools.jar, which holds TLC; it is: '${TLA2TOOLS:-}'" >&2
    exit 2
fi
command -v java > /dev/null || { echo "run.sh: java is not on the path" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
selected() {
    [ ${#names[@]} -eq 0 ] && return 0
    local name
    for name in "${names[@]}"; do [[ $1 == *"$name"* ]] && return 0; done
    return 1
}

wrong=0
rows=0
printf '%-42s %-34s %12s %6s %8s  %s\n' configuration result states depth seconds verdict
for config in "$here"/*.cfg; do
    name=$(basename "$config" .cfg)
    selected "$name" || continue
    [ $quick -eq 1 ] && grep -q '^\\\* long' "$config" && continue
    log=$work/$name.log
    start=$SECONDS
    (cd "$here" && timeout "${TLC_SECONDS:-3600}" java "-Xmx${TLC_HEAP:-4g}" -XX:+UseParallelGC "-Djava.io.tmpdir=$work" -cp "$TLA2TOOLS" \
        tlc2.TLC -deadlock -workers "${TLC_WORKERS:-1}" -metadir "$work/$name" -config "$name.cfg" \
        "${name%%-*}.tla") > "$log" 2>&1
    violated=$(sed -n 's/^Error: Invariant \([A-Za-z]*\) is violated.*/\1/p' "$log" | head -1)
    states=$(sed -n 's/^.* generated, \([0-9,]*\) distinct states found.*/\1/p' "$log" | tail -1)
    depth=$(sed -n 's/^The depth of the complete state graph search is \([0-9]*\).*/\1/p' "$log")
    if [ -n "$violated" ]; then
        result="violates $violated"
        depth=$(grep -c '^State [0-9]*: ' "$log")
    elif grep -q 'No error has been found' "$log"; then
        result="no error"
    else
        result="not finished"
    fi
    verdict=ok
    case $name-$result in
        *-good-*-"no error" | *-bad-*-violates*) ;;
        *) verdict=WRONG; wrong=$((wrong + 1)); grep -m 3 -i 'error' "$log" | sed 's/^/    /' ;;
    esac
    rows=$((rows + 1))
    printf '%-42s %-34s %12s %6s %8d  %s\n' "$name" "$result" "${states:--}" "${depth:--}" $((SECONDS - start)) $verdict
    rm -rf "${work:?}/$name"
done
[ $rows -gt 0 ] || { echo "run.sh: no configuration is named so: ${names[*]:-}" >&2; exit 2; }
echo "$((rows - wrong)) of $rows as they should be"
[ $wrong -eq 0 ]

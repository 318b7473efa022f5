#!/usr/bin/env bash
# What changed in the public API since the last tag, or since a commit: builds both, compares the jars with japicmp, and
# prints what is new, gone or different, class by class. Ends with 1 where a program that was written or compiled against
# the older one may not work with this one: '!' is not binary compatible, '*' not source compatible. Before a release each
# of these is in CHANGELOG.md. Some two minutes on two processors.
set -euo pipefail

home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
modules=(fleet-storage fleet-core fleet-ec fleet-reads fleet-testkit)

fail() {
    echo "api-check: $*" >&2
    exit 2
}

[ $# -le 1 ] || fail "usage: scripts/api-check.sh [COMMIT]"
cd "$home"
mvn=./mvnw
! command -v mvn >/dev/null || mvn=mvn
since=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
if [ -z "$since" ]; then
    echo "api-check: no release has a tag yet, so there is nothing to keep to; name a commit to compare with one"
    exit 0
fi
commit=$(git rev-parse --verify --quiet "$since^{commit}") || fail "'$since' is no commit"

mkdir -p target
work=$(mktemp -d "$home/target/api-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/old"
git archive "$commit" | tar -x -C "$work/tree"

quick=(-B -q -Dmaven.test.skip=true -Dcheckstyle.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true)
present=()
for module in "${modules[@]}"; do
    [ ! -d "$work/tree/$module" ] || present+=("$module")
done
echo "api-check: building $since"
(cd "$work/tree" && "$mvn" "${quick[@]}" -pl "$(IFS=,; echo "${present[*]}")" -am package </dev/null)
for module in "${present[@]}"; do
    for jar in "$work/tree/$module/target/$module"-*.jar; do
        case $jar in
            *-sources.jar | *-javadoc.jar | *-tests.jar) ;;
            *) cp "$jar" "$work/old/$module.jar" ;;
        esac
    done
done

echo "api-check: building this"
rm -rf fleet-*/target/japicmp
"$mvn" "${quick[@]}" -Papi "-Dfleet.api.old=$work/old" -pl "$(IFS=,; echo "${modules[*]}")" -am package japicmp:cmp </dev/null
for report in fleet-*/target/japicmp/*.diff; do
    grep -vE '^(WARNING|Semantic versioning)' "$report"
done
if grep -qE '^[[:space:]]*(\*\*\*|---|\+\+\+|===)[!*]' fleet-*/target/japicmp/*.diff; then
    echo "api-check: not compatible with $since (see ! and * above)" >&2
    exit 1
fi
echo "api-check: compatible with $since"

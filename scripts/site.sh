#!/usr/bin/env bash
# Builds the site into target/site: the documents, and beside them, at api/, the javadoc of the packages that docs/api.md
# lists. Needs Python 3 with mkdocs-material (pip install mkdocs-material), a JDK, and a build of Fleet (mvn package).
#   MKDOCS=/path/to/mkdocs scripts/site.sh
set -eu
cd "$(dirname -- "$0")/.."

jars=$(find fleet-*/target/lib -name '*.jar' 2>/dev/null | tr '\n' ':')
[ -n "$jars" ] || { echo "site: build Fleet first: mvn -DskipTests package" >&2; exit 1; }
sources=
for module in fleet-storage fleet-core fleet-ec fleet-reads fleet-testkit; do
    sources="$sources:$module/src/main/java:$module/target/generated-sources/sbe"
done
packages=$(sed -n 's/^| `\(io\.fleet[a-z.]*\)` .*/\1/p' docs/api.md)

"${MKDOCS:-mkdocs}" build --strict --quiet
javadoc -quiet -Xdoclint:all,-missing -notimestamp -Werror --release 17 -d target/site/api -windowtitle 'Fleet' \
    -doctitle 'Fleet: the public API' -sourcepath "${sources#:}" -classpath "$jars" $packages
echo "target/site/index.html"

#!/usr/bin/env bash
# Makes the pages in docs/generated anew, from sources, tests, mutants and meters. Run it after changes of these, and
# look at the differences before you commit them.
set -eu
cd "$(dirname -- "$0")/.."
exec mvn -q test -pl fleet-verify -am -Dtest='HazardTableTest,CatalogueTest,RulesTableTest,MetricsTableTest' \
    -Dsurefire.failIfNoSpecifiedTests=false -Dcheckstyle.skip \
    -Dfleet.hazards.write=true -Dfleet.mutants.write=true -Dfleet.rules.write=true \
    -Dfleet.metrics.write=true

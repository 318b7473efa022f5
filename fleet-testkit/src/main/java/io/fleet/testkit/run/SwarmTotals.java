package io.fleet.testkit.run;

import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.run.plan.Feature;
import java.util.ArrayList;
import java.util.List;

/** What many runs come to. One thread at a time. */
final class SwarmTotals {
    private static final int KINDS = FaultKind.values().length;

    /** How often each fault began. */
    final FaultCounters faults = new FaultCounters();
    /** What became of disk faults. */
    final DamageCounters damage = new DamageCounters();
    /** Runs that failed. */
    final List<SeedResult> failures = new ArrayList<>();
    long seeds;
    long events;
    long commands;
    long acknowledged;
    long unknown;
    long notApplied;
    long elections;
    long snapshotsWritten;
    long snapshotsRestored;
    long snapshotsInstalled;
    long virtualNs;
    long fewestCommands = Long.MAX_VALUE;
    private final long[] seedsWith = new long[Feature.values().length];
    private final long[] seedsUnder = new long[KINDS];
    private final long[][] pairs = new long[Feature.values().length][KINDS];

    void add(final SeedResult result) {
        seeds++;
        events += result.events();
        commands += result.commands();
        acknowledged += result.acknowledged();
        unknown += result.unknown();
        notApplied += result.notApplied();
        elections += result.elections();
        snapshotsWritten += result.snapshotsWritten();
        snapshotsRestored += result.snapshotsRestored();
        snapshotsInstalled += result.snapshotsInstalled();
        virtualNs += result.virtualNs();
        fewestCommands = Math.min(fewestCommands, result.commands());
        faults.add(result.faults());
        damage.add(result.damage());
        if (!result.passed()) {
            failures.add(result);
        }
        for (final Feature feature : result.features()) {
            seedsWith[feature.ordinal()]++;
        }
        for (final FaultKind kind : FaultKind.values()) {
            if (result.effects().count(kind) > 0) {
                seedsUnder[kind.ordinal()]++;
                result.features().forEach(feature -> pairs[feature.ordinal()][kind.ordinal()]++);
            }
        }
    }

    /** How many runs had a feature. */
    long seedsWith(final Feature feature) {
        return seedsWith[feature.ordinal()];
    }

    /** In how many runs a kind of fault befell something. */
    long seedsUnder(final FaultKind kind) {
        return seedsUnder[kind.ordinal()];
    }

    /** In how many runs with a feature a kind of fault befell something. */
    long seedsWithBoth(final Feature feature, final FaultKind kind) {
        return pairs[feature.ordinal()][kind.ordinal()];
    }
}

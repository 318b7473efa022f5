package io.fleet.testkit.run;

import io.fleet.storage.coverage.CoverageMark;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.run.plan.Feature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What many runs reached, in Markdown: how fast they were, which faults befell something, how often each feature met
 * each fault, and how often rare branches were taken. A kind of fault counts in a run when it befell something there.
 */
final class SwarmReport {
    private static final long ENOUGH = 100;
    private static final long ENOUGH_IN = 100_000;
    private static final int LOWEST = 20;

    private final SwarmTotals totals;
    private final double seconds;
    private final double cpuSeconds;
    private final StringBuilder text = new StringBuilder();

    /**
     * Prepares a report.
     *
     * @param totals     what the runs came to.
     * @param seconds    how long they took.
     * @param cpuSeconds how much of the threads' time they took, all together.
     */
    SwarmReport(final SwarmTotals totals, final double seconds, final double cpuSeconds) {
        this.totals = totals;
        this.seconds = seconds;
        this.cpuSeconds = cpuSeconds;
    }

    private record Pair(Feature feature, FaultKind kind, long seeds) {
    }

    /** The report. */
    String write() {
        text.setLength(0);
        line("# Simulated runs");
        line("");
        sums();
        pairs();
        faults();
        matrix();
        marks();
        return text.toString();
    }

    /** Pairs that can occur, the rarest first; kinds that no run drew are left out. */
    private List<Pair> rarest() {
        final List<Pair> all = new ArrayList<>();
        for (final Feature feature : Feature.drawn()) {
            for (final FaultKind kind : FaultKind.values()) {
                if (totals.faults.count(kind) > 0 && feature.admits(kind)) {
                    all.add(new Pair(feature, kind, totals.seedsWithBoth(feature, kind)));
                }
            }
        }
        all.sort(Comparator.comparingLong(Pair::seeds));
        return all;
    }

    private void sums() {
        line("| what | number |");
        line("|---|---|");
        row("seeds", totals.seeds);
        row("of them failed", totals.failures.size());
        line(String.format(Locale.ROOT, "| seconds | %.1f |", seconds));
        line(String.format(Locale.ROOT, "| seeds/s | %.1f |", totals.seeds / seconds));
        line(String.format(Locale.ROOT, "| events/s | %,.0f |", totals.events / seconds));
        line(String.format(Locale.ROOT, "| seeds for each second of a core | %.1f |", totals.seeds / cpuSeconds));
        row("events", totals.events);
        row("virtual seconds", totals.virtualNs / 1_000_000_000L);
        row("commands", totals.commands);
        row("acknowledged", totals.acknowledged);
        row("of unknown outcome", totals.unknown);
        row("not applied", totals.notApplied);
        row("leaders elected", totals.elections);
        row("snapshots written", totals.snapshotsWritten);
        row("starts from a snapshot", totals.snapshotsRestored);
        row("snapshots of other nodes installed", totals.snapshotsInstalled);
        row("faults", totals.faults.total());
        line("");
        if (!totals.failures.isEmpty()) {
            line("Seeds that failed: " + totals.failures.stream().map(SeedResult::seed).sorted().toList());
            line("");
        }
    }

    private void pairs() {
        final List<Pair> pairs = rarest();
        final long needed = totals.seeds * ENOUGH / ENOUGH_IN;
        final long below = pairs.stream().filter(pair -> pair.seeds < needed).count();
        line("## Pairs of a feature and a fault");
        line("");
        line(String.format(Locale.ROOT, "%s: of %,d pairs that can occur, %,d were met in fewer than %,d seeds (%d in "
            + "%,d). The rarest:", below == 0 ? "OK" : "FAILED", pairs.size(), below, needed, ENOUGH, ENOUGH_IN));
        line("");
        line("| feature | fault | seeds |");
        line("|---|---|---|");
        pairs.stream().limit(LOWEST).forEach(pair -> line("| " + pair.feature + " | " + pair.kind + " | " + pair.seeds
            + " |"));
        line("");
        impossible();
    }

    /** What is not asked for, and why: kinds that mean nothing with so few nodes. */
    private void impossible() {
        line("Pairs that cannot occur, because the fault needs more nodes:");
        line("");
        for (final Feature feature : Feature.values()) {
            final List<FaultKind> kinds = new ArrayList<>(List.of(FaultKind.values()));
            kinds.removeIf(kind -> feature.admits(kind) || kind == FaultKind.MEMBER_CHANGE);
            if (!kinds.isEmpty()) {
                line("- " + feature + " with " + kinds.stream().map(kind -> kind + " (" + kind.leastNodes() + ")")
                    .collect(Collectors.joining(", ")));
            }
        }
        line("");
    }

    private void faults() {
        line("## Faults");
        line("");
        line("A fault without effect found nothing to befall: no packet on its links, a node that was down or paused, "
            + "no leader, no such operation of the disk.");
        line("");
        line("| fault | times begun | seeds in which it had an effect |");
        line("|---|---|---|");
        for (final FaultKind kind : FaultKind.values()) {
            line(String.format(Locale.ROOT, "| %s | %,d | %,d |", kind, totals.faults.count(kind),
                totals.seedsUnder(kind)));
        }
        line("");
        line(totals.damage.table());
    }

    private void matrix() {
        line("## Seeds by feature and fault");
        line("");
        final List<FaultKind> kinds = new ArrayList<>(List.of(FaultKind.values()));
        kinds.removeIf(kind -> totals.faults.count(kind) == 0);
        final StringBuilder head = new StringBuilder("| feature | seeds |");
        kinds.forEach(kind -> head.append(' ').append(kind).append(" |"));
        line(head.toString());
        line("|---|---|" + "---|".repeat(kinds.size()));
        for (final Feature feature : Feature.values()) {
            final StringBuilder row = new StringBuilder("| " + feature + " | " + totals.seedsWith(feature) + " |");
            kinds.forEach(kind -> row.append(' ').append(feature.admits(kind)
                ? Long.toString(totals.seedsWithBoth(feature, kind)) : "-").append(" |"));
            line(row.toString());
        }
        line("");
    }

    private void marks() {
        final List<CoverageMark> marks = new ArrayList<>(CoverageMark.all());
        final List<CoverageMark> others = new ArrayList<>(marks);
        marks.removeIf(mark -> UnreachableMarks.reasons().containsKey(mark.name()));
        others.removeAll(marks);
        line("## Rare branches");
        line("");
        line(marks.stream().filter(mark -> mark.hits() == 0).count() + " of " + marks.size()
            + " that runs can reach were never taken.");
        line("");
        line("| mark | times |");
        line("|---|---|");
        marks.stream().sorted(Comparator.comparingLong(CoverageMark::hits).thenComparing(CoverageMark::name))
            .forEach(mark -> line(String.format(Locale.ROOT, "| %s | %,d |", mark.name(), mark.hits())));
        line("");
        line("No run can reach these:");
        line("");
        line("| mark | times | why |");
        line("|---|---|---|");
        others.forEach(mark -> line(String.format(Locale.ROOT, "| %s | %,d | %s |", mark.name(), mark.hits(),
            UnreachableMarks.reasons().get(mark.name()))));
    }

    private void row(final String what, final long number) {
        line(String.format(Locale.ROOT, "| %s | %,d |", what, number));
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }
}

package io.fleet.bench.groups;

import io.fleet.bench.harness.TextTable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells what came, as it comes, and in tables at the end. */
final class GroupsReport {
    private static final double MS = 1e6;
    private static final int COLUMNS = 10;
    private static final double MIB = 1 << 20;

    private final PrintWriter out;
    private final List<List<String>> rests = new ArrayList<>();
    private final List<List<String>> loads = new ArrayList<>();
    private final List<String> rest = new ArrayList<>();
    private final HostedGroups.Shape shape;
    private final String conditions;
    private double base;
    private long failed;

    GroupsReport(final PrintWriter out, final HostedGroups.Shape shape, final int inFlight, final int bytes,
                 final Duration length, final Duration before) {
        this.out = out;
        this.shape = shape;
        conditions = String.format(Locale.ROOT, "Machines in this process: %d, over UDP on loopback, each with all"
            + " groups; dutyThreads %d, all other settings are the defaults; fsync before every answer. Under load"
            + " %d commands of %d bytes in flight in all busy groups together, by clients in the nodes, %.1f s after"
            + " %.1f s in which all groups are busy. Java %s, %d processors.", shape.machines(),
            shape.dutyThreads(), inFlight, bytes, length.toNanos() / 1e9, before.toNanos() / 1e9,
            System.getProperty("java.version"), Runtime.getRuntime().availableProcessors());
    }

    void started(final int groups, final long tookNs) {
        rest.clear();
        rest.add(Integer.toString(groups));
        rest.add(TextTable.number("%,.0f", tookNs / MS));
        tell("%d groups: %d nodes started in %,.0f ms", groups, shape.machines(), tookNs / MS);
    }

    void led(final int groups, final long tookNs) {
        rest.add(TextTable.number("%,.0f", tookNs / MS));
        tell("%d groups: all have answered after %,.0f ms more", groups, tookNs / MS);
    }

    void settled(final Cost cost) {
        note(cost);
    }

    void busy(final int groups, final int busy, final Cost cost) {
        note(cost);
        final double rate = cost.answered() / cost.seconds();
        base = base == 0 ? rate : base;
        loads.add(List.of(Integer.toString(groups), Integer.toString(busy), TextTable.number("%,.0f", rate),
            TextTable.number("x %.2f", rate / base),
            TextTable.number("%.2f", cost.cpu() / cost.answered() * 100_000),
            TextTable.number("%.4f", (double) cost.syncs() / shape.machines() / cost.answered()),
            TextTable.number("%.3f", (double) cost.packets() / shape.machines() / cost.answered()),
            Long.toString(cost.failed())));
        tell("%d groups, %d busy: %,.0f op/s", groups, busy, rate);
    }

    void resting(final int groups, final Cost cost) {
        System.gc();
        final Runtime runtime = Runtime.getRuntime();
        rest.add(TextTable.number("%.2f", cost.cpu() / cost.seconds() / shape.machines() * 100));
        rest.add(TextTable.number("%.1f", cost.syncs() / cost.seconds() / shape.machines()));
        rest.add(TextTable.number("%,.0f", cost.packets() / cost.seconds() / shape.machines()));
        rest.add(TextTable.number("%,.0f",
            (runtime.totalMemory() - runtime.freeMemory()) / MIB / shape.machines()));
        rest.add(TextTable.number("%.1f", (double) cost.threads() / shape.machines()));
        tell("%d groups at rest: %.2f %% of a processor a machine", groups,
            cost.cpu() / cost.seconds() / shape.machines() * 100);
    }

    void failedOver(final int groups, final FailOver failOver) {
        rest.add(Integer.toString(failOver.led()));
        rest.add(TextTable.number("%,.0f", failOver.tookNs() / MS));
        tell("%d groups: all have leaders %,.0f ms after the machine that led %d of them went", groups,
            failOver.tookNs() / MS, failOver.led());
    }

    /** All has been measured with so many groups. */
    void ended() {
        while (rest.size() < COLUMNS) {
            rest.add("-");
        }
        rests.add(List.copyOf(rest));
    }

    private void note(final Cost cost) {
        failed += cost.failed();
        if (cost.failure() != null) {
            tell("a command failed: %s", cost.failure());
        }
    }

    long failed() {
        return failed;
    }

    void print() {
        out.println();
        TextTable.lines(List.of("groups", "start, ms", "until all answer, ms", "at rest: % of a processor, machine",
            "syncs/s, machine", "packets/s, machine", "heap MiB, machine", "threads, machine",
            "led by the machine that goes", "until all are led, ms"), rests).forEach(out::println);
        out.println();
        TextTable.lines(List.of("groups", "busy", "op/s", "of the first row", "CPU s/100k", "syncs/op, machine",
            "packets/op, machine", "failed"), loads).forEach(out::println);
        out.println();
        out.println(conditions);
        out.println("CPU and share of a processor: threads of nodes only, without the JVM's compiler and collector."
            + " Heap: after a collection, with what the clients have.");
        out.flush();
    }

    private void tell(final String format, final Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}

package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The ordered log over a scattered one: entries, references, a skip, roll-overs, trims, stops and starts. */
public final class OrderedWorkload extends StorageWorkload {
    private static final OrderedLogConfig CONFIG = new OrderedLogConfig(16 << 10, 8 << 10, 1, 0);
    private static final int GROUPS = 2;

    private final List<Map<Long, TestEntry>> appended = new ArrayList<>();
    private final long[] durable = new long[GROUPS];
    private final long[] trimmed = new long[GROUPS];
    private final Map<Long, Long> positions = new HashMap<>();
    private Logs logs;

    public OrderedWorkload() {
        super("ordered", 1);
        IntStream.range(0, GROUPS).forEach(group -> appended.add(new HashMap<>()));
    }

    /** Both logs of one process; the ordered one is opened first, as a node does it. */
    private static final class Logs {
        private final OrderedLog ordered;
        private final ScatteredLog scattered;

        Logs(final CrashMachine machine) {
            final List<Disk> disks = machine.mount();
            ordered = OrderedLog.open(CONFIG, ScatteredWorkload.IDENTITY, disks.get(0),
                (position, expected, target) -> scattered().readBody(position, expected, target));
            scattered = ScatteredLog.open(ScatteredWorkload.CONFIG, ScatteredWorkload.IDENTITY, disks,
                (group, lsn, ballot, storageGroup, meta, position) -> {});
        }

        private ScatteredLog scattered() {
            return scattered;
        }

        void close() {
            scattered.close();
            ordered.close();
        }
    }

    @Override
    public void run(final CrashMachine machine) {
        logs = new Logs(machine);
        entry(0, 1, 400);
        flush();
        reference(0, 2, 2_000);
        entry(1, 1, 0);
        flush();
        entry(1, 2, 5_000);
        flush();
        reference(0, 3, 100);
        reference(0, 4, 600);
        flush();
        entry(0, 5, 3_000);
        flush();
        trim(1, 1);
        logs.close();
        logs = new Logs(machine);
        entry(0, 6, 3_500);
        flush();
        skip(1, 9);
        entry(1, 10, 2_000);
        flush();
        trim(5, 9);
        entry(0, 7, 3_000);
        flush();
        entry(1, 11, 100);
        logs.close();
        logs = new Logs(machine);
        trim(6, 10);
        entry(0, 8, 7_000);
        flush();
        flush();
    }

    @Override
    public void recover(final CrashMachine machine, final Runnable recovered) {
        final Logs first = new Logs(machine);
        check(first);
        first.close();
        final Logs second = new Logs(machine);
        check(second);
        final long[] ends = new long[GROUPS];
        for (int group = 0; group < GROUPS; group++) {
            final long lsn = second.ordered.appended(group) + 1;
            final TestEntry value = afterwards(lsn);
            require(second.ordered.append(group, lsn, value.meta(), value.body(), 0), "no room for lsn " + lsn);
            ends[group] = lsn;
        }
        settle(second);
        recovered.run();
        final Logs third = new Logs(machine);
        for (int group = 0; group < GROUPS; group++) {
            require(third.ordered.durable(group) == ends[group], "group " + group + " ends at "
                + third.ordered.durable(group) + ", not at " + ends[group]);
            final TestEntry value = afterwards(ends[group]);
            third.ordered.read(group, ends[group], ends[group], 1 << 20, (lsn, meta, body, offset, length) -> require(
                value.isIn(body, offset, length), "what was added after the crash is another value"));
        }
    }

    private static TestEntry afterwards(final long lsn) {
        return TestEntry.of(lsn + 500, 900);
    }

    private void check(final Logs found) {
        for (int group = 0; group < GROUPS; group++) {
            final OrderedLog log = found.ordered;
            final long end = log.durable(group);
            require(end >= durable[group], "group " + group + " was durable up to " + durable[group]
                + " and ends at " + end);
            require(log.first(group) <= trimmed[group] + 1 || log.first(group) <= durable[group] + 1
                && isSkipped(group, trimmed[group] + 1), "group " + group + " begins at " + log.first(group)
                    + ", but was trimmed only up to " + trimmed[group]);
            long next = log.first(group);
            final long last = durable[group];
            final Map<Long, TestEntry> values = appended.get(group);
            while (next <= end) {
                final int count = log.read(group, next, end, 1 << 20, (lsn, meta, body, offset, length) -> {
                    final TestEntry value = values.get(lsn);
                    require(value != null && value.meta().sameValue(meta) && value.isIn(body, offset, length)
                        || lsn > last && afterwards(lsn).isIn(body, offset, length),
                        "LSN " + lsn + " was never recorded, or as another value");
                });
                require(count > 0, "group " + group + " cannot be read at " + next + ", though durable up to " + end);
                next += count;
            }
        }
    }

    private boolean isSkipped(final int group, final long lsn) {
        return !appended.get(group).containsKey(lsn);
    }

    private void entry(final int group, final long lsn, final int length) {
        final TestEntry value = value(group, lsn, length);
        require(logs.ordered.append(group, lsn, value.meta(), value.body(), 0), "no room for lsn " + lsn);
    }

    private void reference(final int group, final long lsn, final int length) {
        final TestEntry value = value(group, lsn, length);
        require(logs.scattered.append(group, lsn, 1, 0, value.meta(), value.body(), 0), "no room for lsn " + lsn);
        flush();
        require(logs.ordered.appendReference(group, lsn, value.meta(), positions.get(group * 100L + lsn)),
            "no room for lsn " + lsn);
    }

    private void skip(final int group, final long lsn) {
        changes++;
        require(logs.ordered.skipTo(group, lsn), "no room for a skip");
        trimmed[group] = lsn;
    }

    private TestEntry value(final int group, final long lsn, final int length) {
        final TestEntry value = TestEntry.of(group * 100L + lsn, length);
        appended.get(group).put(lsn, value);
        changes++;
        return value;
    }

    private void trim(final long first, final long second) {
        trimmed[0] = Math.max(trimmed[0], first);
        trimmed[1] = Math.max(trimmed[1], second);
        changes++;
        logs.ordered.trim(group -> trimmed[(int) group]);
        flush();
    }

    private void flush() {
        settle(logs);
        for (int group = 0; group < GROUPS; group++) {
            if (logs.ordered.durable(group) > durable[group]) {
                durable[group] = logs.ordered.durable(group);
                changes++;
            }
        }
    }

    private void settle(final Logs of) {
        for (int i = 0; i < 3; i++) {
            of.ordered.poll(i);
            of.scattered.poll((group, lsn, ballot, position) -> positions.put(group * 100L + lsn, position));
            of.ordered.flushers().forEach(StorageWorkload::cycle);
            of.scattered.flushers().forEach(StorageWorkload::cycle);
        }
        of.ordered.flush();
    }
}

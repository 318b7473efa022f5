package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import io.fleet.verify.crashpoint.machine.CrashMachine;

/** The snapshot store alone: small snapshots and one of several parts, one given up, two groups, starts. */
public final class SnapshotWorkload extends StorageWorkload {
    private static final int GROUPS = 2;
    private static final int LONGEST = 70_000;
    private static final long AFTERWARDS = 50;

    private final long[] begun = new long[GROUPS];
    private final long[] committed = new long[GROUPS];
    private SnapshotStore store;

    public SnapshotWorkload() {
        super("snapshots", 1);
    }

    @Override
    public void run(final CrashMachine machine) {
        store = open(machine.mount().get(0));
        write(0, 1);
        write(1, 1);
        write(0, 2);
        begun[0] = 3;
        changes++;
        final SnapshotOutput given = begin(store, 0, 3);
        given.abort();
        write(0, 4);
        store = open(machine.mount().get(0));
        write(1, 2);
    }

    @Override
    public void recover(final CrashMachine machine, final Runnable recovered) {
        final Disk disk = machine.mount().get(0);
        final SnapshotStore found = open(disk);
        for (int group = 0; group < GROUPS; group++) {
            final long lsn = newest(found, group);
            require(lsn == AFTERWARDS || lsn >= committed[group] && lsn <= begun[group],
                "the newest snapshot of group " + group + " is of LSN " + lsn + ", not of " + committed[group] + " to "
                    + begun[group]);
            begin(found, group, AFTERWARDS).commit();
            require(newest(found, group) == AFTERWARDS, "the snapshot written after the crash is not the newest");
        }
        recovered.run();
        final SnapshotStore again = open(machine.mount().get(0));
        for (int group = 0; group < GROUPS; group++) {
            require(newest(again, group) == AFTERWARDS, "the snapshot written after the crash is lost");
        }
        final long others = machine.mount().get(0).list().stream().filter(file -> !file.contains("0032.")).count();
        require(others == 0, others + " files of older snapshots are left for ever");
    }

    private void write(final int group, final long lsn) {
        begun[group] = lsn;
        changes++;
        begin(store, group, lsn).commit();
        committed[group] = lsn;
        changes++;
    }

    private static SnapshotOutput begin(final SnapshotStore store, final int group, final long lsn) {
        final SnapshotOutput output = store.begin(group, lsn);
        final TestEntry content = content(group, lsn);
        output.write(content.body(), 0, content.meta().length);
        return output;
    }

    /** Of LSN 2 one that needs a second part. */
    private static TestEntry content(final int group, final long lsn) {
        return TestEntry.of(group * 100L + lsn, lsn == 2 ? LONGEST : 1_500);
    }

    /** The LSN of the newest snapshot, all of it read and compared; 0 when there is none. */
    private static long newest(final SnapshotStore store, final int group) {
        try (SnapshotInput input = store.newest(group)) {
            if (input == null) {
                return 0;
            }
            require(input.damaged().isEmpty(), "damaged: " + input.damaged());
            final byte[] bytes = new byte[LONGEST];
            final int length = Math.max(0, input.read(bytes, 0, LONGEST));
            require(content(group, input.lsn()).isIn(new org.agrona.concurrent.UnsafeBuffer(bytes), 0, length)
                && input.remaining() == 0, "the snapshot of group " + group + " at LSN " + input.lsn()
                    + " holds something else");
            return input.lsn();
        }
    }

    private static SnapshotStore open(final Disk disk) {
        return SnapshotStore.open(ScatteredWorkload.IDENTITY, disk);
    }
}

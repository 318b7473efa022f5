package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.SnapshotId;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotIntake;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Snapshots of other nodes in the snapshot store: one that comes in pieces, over a suspension and a start, one that is
 * given up for another, and one that is overtaken by a snapshot of the node's own.
 */
public final class IntakeWorkload extends StorageWorkload {
    private static final int GROUP = 1;
    /** Two chunks, in two parts. */
    private static final int LENGTH = 70_000;
    private static final int PIECE = 30_000;
    private static final long AFTERWARDS = 50;

    private final SnapshotId[] ids = new SnapshotId[(int) AFTERWARDS + 1];
    private long begun;
    private long committed;

    public IntakeWorkload() {
        super("intake", 1);
        final SnapshotStore source = open(new CrashMachine("source", 1).mount().get(0));
        for (final int lsn : new int[] {2, 5, 6, 9, (int) AFTERWARDS}) {
            write(source, lsn);
            ids[lsn] = source.newestId(GROUP);
        }
    }

    @Override
    public void run(final CrashMachine machine) {
        SnapshotStore store = open(machine.mount().get(0));
        begins(1);
        write(store, 1);
        commits(1);
        receive(store, 2, PIECE).suspend();
        store = open(machine.mount().get(0));
        receive(store, 5, PIECE).suspend();
        begins(5);
        finish(receive(store, 5, LENGTH), 5);
        commits(5);
        receive(store, 6, LENGTH).suspend();
        store = open(machine.mount().get(0));
        begins(6);
        finish(receive(store, 6, LENGTH), 6);
        commits(6);
        receive(store, 9, PIECE).discard();
        receive(store, 9, LENGTH).suspend();
        begins(10);
        write(store, 10);
        commits(10);
        open(machine.mount().get(0));
    }

    @Override
    public void recover(final CrashMachine machine, final Runnable recovered) {
        final SnapshotStore found = open(machine.mount().get(0));
        final long lsn = newest(found);
        require(lsn == AFTERWARDS || lsn >= committed && lsn <= begun,
            "the newest snapshot is of LSN " + lsn + ", not of " + committed + " to " + begun);
        if (lsn < AFTERWARDS) {
            finish(receive(found, (int) AFTERWARDS, LENGTH), AFTERWARDS);
        } else {
            write(found, AFTERWARDS);
        }
        require(newest(found) == AFTERWARDS, "the snapshot received after the crash is not the newest");
        recovered.run();
        final Disk disk = machine.mount().get(0);
        require(newest(open(disk)) == AFTERWARDS, "the snapshot received after the crash is lost");
        final long others = disk.list().stream().filter(file -> !file.contains("0032.")).count();
        require(others == 0, others + " files of older snapshots, or of receptions, are left for ever");
        require(disk.list().stream().noneMatch(file -> file.contains("incoming")), "a reception is never over");
    }

    private void begins(final long lsn) {
        begun = lsn;
        changes++;
    }

    private void commits(final long lsn) {
        committed = lsn;
        changes++;
    }

    /** Receives up to some length, behind what is here of it. */
    private SnapshotIntake receive(final SnapshotStore store, final int lsn, final int upTo) {
        final SnapshotIntake intake = store.receive(GROUP, ids[lsn]);
        final UnsafeBuffer body = content(lsn).body();
        while (intake.received() < upTo) {
            final int at = (int) intake.received();
            intake.write(body, at, Math.min(PIECE, upTo - at));
        }
        return intake;
    }

    private static void finish(final SnapshotIntake intake, final long lsn) {
        intake.finish(input -> requireContent(input, lsn));
    }

    private static void write(final SnapshotStore store, final long lsn) {
        final SnapshotOutput output = store.begin(GROUP, lsn);
        output.write(content(lsn).body(), 0, LENGTH);
        output.commit();
    }

    private static TestEntry content(final long lsn) {
        return TestEntry.of(100 + lsn, LENGTH);
    }

    /** The LSN of the newest snapshot, all of it read and compared; 0 when there is none. */
    private static long newest(final SnapshotStore store) {
        try (SnapshotInput input = store.newest(GROUP)) {
            if (input == null) {
                return 0;
            }
            require(input.damaged().isEmpty(), "damaged: " + input.damaged());
            requireContent(input, input.lsn());
            return input.lsn();
        }
    }

    private static void requireContent(final SnapshotInput input, final long lsn) {
        final byte[] bytes = new byte[LENGTH];
        final int length = Math.max(0, input.read(bytes, 0, LENGTH));
        require(content(lsn).isIn(new UnsafeBuffer(bytes), 0, length) && length == LENGTH && input.remaining() == 0,
            "the snapshot at LSN " + input.lsn() + " holds something else");
    }

    private static SnapshotStore open(final Disk disk) {
        return SnapshotStore.open(ScatteredWorkload.IDENTITY, disk);
    }
}

package io.fleet.testkit.checker.machine;

import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.Payloads;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import org.agrona.DirectBuffer;

/**
 * What a machine with payload handles may ask of its group, and one thing more: its state may be compared at any
 * time, where the group takes handles only while it has a snapshot written.
 */
final class ComparingContext implements MachineContext, Payloads {
    private final MachineContext group;

    ComparingContext(final MachineContext group) {
        this.group = group;
    }

    @Override
    public long timeMillis() {
        return group.timeMillis();
    }

    @Override
    public long lsn() {
        return group.lsn();
    }

    @Override
    public void schedule(final long timerId, final long deadlineMillis) {
        group.schedule(timerId, deadlineMillis);
    }

    @Override
    public boolean cancel(final long timerId) {
        return group.cancel(timerId);
    }

    @Override
    public boolean isScheduled(final long timerId) {
        return group.isScheduled(timerId);
    }

    @Override
    public Payloads payloads() {
        return this;
    }

    @Override
    public Payload place(final Payload payload) {
        return group.payloads().place(payload);
    }

    @Override
    public void forget(final Payload placed) {
        group.payloads().forget(placed);
    }

    @Override
    public DirectBuffer bytes(final Payload payload) {
        return group.payloads().bytes(payload);
    }

    /** Two handles of the same bytes of the same command have one hash code. */
    @Override
    public void write(final Payload placed, final SnapshotWriter out) {
        if (out instanceof HashingSnapshotWriter || out instanceof MemorySnapshot) {
            out.writeLong(placed.hashCode());
        } else {
            group.payloads().write(placed, out);
        }
    }

    @Override
    public Payload read(final SnapshotReader in) {
        return group.payloads().read(in);
    }
}

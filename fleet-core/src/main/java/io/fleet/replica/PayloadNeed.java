package io.fleet.replica;

import io.fleet.consensus.ValueGatherer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Bytes of a payload that a command needs before it is executed: here, or gathered. */
final class PayloadNeed implements ValueGatherer.Sink {
    private final PayloadHandle handle;
    /** The entry that it is of; null where all bytes are here. */
    private final PayloadTable.Name name;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private byte[] gathered;
    private int received;
    private long ticket;
    private boolean isHere;
    private boolean hasEnded;
    /** Whether it is for a query beside the log, which may be executed on a newer state. */
    private boolean isBeside;
    private boolean isGone;
    private long newerLsn;

    PayloadNeed(final PayloadHandle handle, final PayloadTable.Name name) {
        this.handle = handle;
        this.name = name;
    }

    PayloadHandle handle() {
        return handle;
    }

    /** Shows the bytes, once they are here. */
    UnsafeBuffer view() {
        return view;
    }

    boolean isHere() {
        return isHere;
    }

    /** The bytes are at hand. */
    void isThere() {
        isHere = true;
    }

    /** A newer state may do without it. */
    void beside() {
        isBeside = true;
    }

    /** Whether it did not come. */
    boolean isGone() {
        return isGone;
    }

    /** From which LSN on the state does without it; 0 where that is not known. */
    long newerLsn() {
        return newerLsn;
    }

    @Override
    public void onBytes(final int from, final DirectBuffer bytes, final int first, final int count) {
        final int begin = Math.max(from, handle.start());
        final int end = Math.min(from + count, handle.start() + handle.length());
        if (begin < end) {
            bytes.getBytes(first + begin - from, gathered, begin - handle.start(), end - begin);
            received += end - begin;
        }
    }

    @Override
    public void onEnd() {
        ticket = 0;
        hasEnded = true;
        isHere = received == handle.length();
        isGone = !isHere;
        view.wrap(gathered);
    }

    @Override
    public void onGone() {
        ticket = 0;
        hasEnded = true;
        isGone = true;
    }

    @Override
    public boolean onGone(final long newer) {
        if (!isBeside || newer < handle.lsn) {
            return false;
        }
        newerLsn = newer;
        onGone();
        return true;
    }

    /** Sees to it that the bytes come. */
    boolean isHere(final ValueGatherer values) {
        if (!isHere && ticket == 0) {
            gathered = gathered == null ? new byte[handle.length()] : gathered;
            received = 0;
            hasEnded = false;
            isGone = false;
            final long begun = values.gather(name.batcherId(), name.sequence(), name.digest(), this);
            ticket = hasEnded ? 0 : begun;
        }
        return isHere;
    }

    void cancel(final ValueGatherer values) {
        if (ticket != 0) {
            values.cancel(ticket);
            ticket = 0;
        }
    }
}

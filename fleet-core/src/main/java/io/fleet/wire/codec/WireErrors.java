package io.fleet.wire.codec;

import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many received packets were dropped, by cause. Counted by decoding threads, readable from any thread. */
public final class WireErrors {
    private static final int CAUSES = Cause.values().length;

    private final AtomicLongArray counts = new AtomicLongArray(CAUSES);

    /** Why a packet was dropped. */
    public enum Cause {
        /** It ends before what it says it holds. */
        TRUNCATED(CoverageMark.named("wire.truncated")),
        /** Its checksum is wrong: it is not what was sent. */
        CORRUPTED(CoverageMark.named("wire.corrupted")),
        /** A length, a count or a value is out of its range, or bytes are left over. */
        MALFORMED(CoverageMark.named("wire.malformed")),
        /** Its schema is none of ours: other software sends to our address. */
        FOREIGN_SCHEMA(CoverageMark.named("wire.foreign-schema")),
        /** Its schema has another major version. */
        UNKNOWN_VERSION(CoverageMark.named("wire.unknown-version")),
        /** Its schema and version are known, and its message is not. */
        UNKNOWN_TEMPLATE(CoverageMark.named("wire.unknown-template")),
        /** It is of another cluster that sends to our address. */
        FOREIGN_CLUSTER(CoverageMark.named("wire.foreign-cluster")),
        /** Its sender has no business to send it, or its receiver none to get it. */
        MISPLACED(CoverageMark.named("wire.misplaced")),
        /**
         * It is of a cluster with the same number that was set up apart from this one, or of a node that does not know
         * yet which one it belongs to.
         */
        FOREIGN_BIRTH(CoverageMark.named("wire.foreign-birth"));

        private final CoverageMark mark;

        Cause(final CoverageMark mark) {
            this.mark = mark;
        }
    }

    /** Creates counters at 0. */
    public WireErrors() {
    }

    /**
     * The count of one cause.
     *
     * @param cause which.
     * @return packets dropped since creation.
     */
    public long count(final Cause cause) {
        return counts.get(cause.ordinal());
    }

    /**
     * The count of all causes.
     *
     * @return packets dropped since creation.
     */
    public long total() {
        long sum = 0;
        for (int i = 0; i < CAUSES; i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    public void increment(final Cause cause) {
        cause.mark.hit();
        counts.getAndIncrement(cause.ordinal());
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("dropped packets:");
        for (final Cause cause : Cause.values()) {
            text.append(' ').append(cause).append('=').append(count(cause));
        }
        return text.toString();
    }
}

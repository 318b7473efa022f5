package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.examples.kv.KvBatch;

/** Hands the batches of a connection to the group's client: through the log, or past it. The event loop's. */
final class BatchOutlet {
    /** What Fleet takes in one read beside the log. */
    private static final int MAX_READ_BYTES = 64 * 1024 - 40;

    /** Where batches of all connections wait for room: each line for room of its own. */
    static final class Lines {
        private final OfferQueue forLog = new OfferQueue();
        private final OfferQueue forLong = new OfferQueue();
        private final OfferQueue forReads = new OfferQueue();
    }

    private final FleetClient client;
    private final Lines lines;

    BatchOutlet(final FleetClient client, final Lines lines) {
        this.client = client;
        this.lines = lines;
    }

    /**
     * A batch without writes goes past the log where the connection says so, unless it is too long for that.
     *
     * @return false when there is no room: nothing was taken.
     */
    boolean offer(final KvBatch batch, final ReadConsistency reads, final ReplyHandler handler) {
        return batch.readOnly() && isShort(batch)
            ? client.offerRead(reads, batch.header(), 0, batch.headerLength(), batch.payload(), 0,
                batch.payloadLength(), 0, handler)
            : client.offer(batch.readOnly(), batch.header(), 0, batch.headerLength(), batch.payload(), 0,
                batch.payloadLength(), 0, handler);
    }

    /** Those who wait for the same room as a batch: long ones do not keep short ones waiting. */
    OfferQueue line(final KvBatch batch, final ReadConsistency reads) {
        if (!isShort(batch)) {
            return lines.forLong;
        }
        return batch.readOnly() && reads.level() != ReadConsistency.Level.LINEARIZABLE_LOG ? lines.forReads
            : lines.forLog;
    }

    private static boolean isShort(final KvBatch batch) {
        return batch.headerLength() + batch.payloadLength() <= MAX_READ_BYTES;
    }
}

package io.fleet.scattered.leader;

import io.fleet.config.Dissemination;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Order;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * Which parts of the voters a leader lets batchers send bodies to alone ({@link Order#openParts}): those of which
 * enough can be named, and that have not much more under way than the one with the least.
 */
final class OpenParts {
    /** Tells what the members of a part that would be named have not acknowledged. */
    interface Load {
        /** In bytes; {@link #CANNOT} where too few can be named. */
        long underWay(int part, long nowNs);
    }

    static final long CANNOT = Long.MAX_VALUE;

    private static final CoverageMark CLOSED = CoverageMark.named("open-parts.part-is-not-open");
    /**
     * A part may have so much more under way than another and be open, too; or as much more as that one has, or two of
     * the long entries of late.
     */
    private static final long MORE_BYTES = 1 << 18;
    private static final int LONG_SHARE = 64;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final GroupContext context;
    private final long[] underWay = new long[Configuration.SLOTS];
    private boolean isUsed;
    private long open;
    private boolean isFresh;
    private long lookedNs;
    /** The length of the longest entry of late. */
    private long longBytes;

    OpenParts(final GroupContext context) {
        this.context = context;
    }

    /** A ballot begins, at which no part is open yet; {@code isUseful} where some members may be left out. */
    void begin(final boolean isUseful) {
        isUsed = isUseful && context.quorum().parts() > 1
            && context.config().dissemination() == Dissemination.BATCHER;
        open = isUsed ? Order.PARTS_TOLD : 0;
        isFresh = false;
        longBytes = 0;
    }

    /** An entry of so many bytes was ordered. */
    void onEntry(final int bytes) {
        longBytes = Math.max(bytes, longBytes - longBytes / LONG_SHARE);
    }

    /**
     * What is told now. At least a millisecond lies between two looks.
     *
     * @param isEveryoneNamed whether all are to persist what is ordered now.
     */
    long tell(final boolean isEveryoneNamed, final Load load, final long nowNs) {
        if (!isUsed) {
            return 0;
        }
        if (isEveryoneNamed) {
            open = Order.PARTS_TOLD;
            isFresh = false;
        } else if (!isFresh || nowNs - lookedNs >= LOOK_NS) {
            isFresh = true;
            lookedNs = nowNs;
            open = Order.PARTS_TOLD | look(load, nowNs);
        }
        return open;
    }

    /** What was told last. */
    long last() {
        return open;
    }

    private long look(final Load load, final long nowNs) {
        final int parts = context.quorum().parts();
        long least = CANNOT;
        for (int i = 0; i < parts; i++) {
            underWay[i] = load.underWay(i, nowNs);
            least = Math.min(least, underWay[i]);
        }
        final long more = Math.max(Math.max(MORE_BYTES, least), 2 * longBytes);
        long found = 0;
        for (int i = 0; i < parts; i++) {
            if (underWay[i] != CANNOT && underWay[i] - least <= more) {
                found |= 1L << i;
            } else {
                CLOSED.hit();
            }
        }
        return found;
    }
}

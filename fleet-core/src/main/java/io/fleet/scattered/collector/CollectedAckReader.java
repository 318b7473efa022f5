package io.fleet.scattered.collector;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Takes what a collector tells apart, as if each member had sent its acknowledgement itself. One of a member that is
 * listened to in another life is not taken (S15), nor of one that has asked to be repaired and not been heard since,
 * nor of this node, nor from a member that the leader has not asked.
 */
final class CollectedAckReader {
    private static final CoverageMark TAKEN = CoverageMark.named("collected-acks.taken");
    private static final CoverageMark UNASKED = CoverageMark.named("collected-acks.by-one-that-was-not-asked");
    private static final CoverageMark OTHER_LIFE = CoverageMark.named("collected-acks.of-a-life-not-listened-to");
    private static final CoverageMark STRANGER = CoverageMark.named("collected-acks.of-no-member");
    private static final CoverageMark LOST = CoverageMark.named("collected-acks.of-one-that-asks-to-be-repaired");

    private final GroupContext context;
    private final NamedCollector named;
    private Ack ack;
    /** Members that have asked to be repaired: what others tell of them is of a time before. */
    private long lost;
    private boolean reading;

    CollectedAckReader(final GroupContext context, final NamedCollector named) {
        this.context = context;
        this.named = named;
    }

    /** A member has lost what it held, and asks to be repaired. */
    void onRejoin(final int member) {
        lost |= member < 0 ? 0 : 1L << member;
    }

    /** A member acknowledges something itself. */
    void onHeard(final int member) {
        lost &= ~(1L << member);
    }

    /** Other members may have the slots of former ones. */
    void onConfiguration() {
        lost = 0;
    }

    /** Hands each acknowledgement to whoever takes such messages of its sender; false where none is taken. */
    boolean read(final int sender, final CollectedAcks message, final long nowNs) {
        if (!named.isNamed(sender, message.ballot)) {
            UNASKED.hit();
            return false;
        }
        ack = ack == null ? new Ack() : ack;
        int firstRange = 0;
        for (int i = 0; i < message.count; i++) {
            final int node = message.node[i];
            if (isTaken(node, message.life[i])) {
                TAKEN.hit();
                message.read(i, firstRange, ack);
                reading = true;
                context.routes().dispatch(node, ack, nowNs);
                reading = false;
            }
            firstRange += message.ranges[i];
        }
        return true;
    }

    /** Whether what is taken now was told by a collector. */
    boolean isReading() {
        return reading;
    }

    private boolean isTaken(final int node, final long life) {
        final int member = context.indexOf(node);
        if (node == context.self()) {
            return false;
        }
        if (member < 0) {
            STRANGER.hit();
            return false;
        }
        if (context.lives().lifeOf(node) != life) {
            OTHER_LIFE.hit();
            return false;
        }
        if ((lost >>> member & 1) != 0) {
            LOST.hit();
            return false;
        }
        return true;
    }
}

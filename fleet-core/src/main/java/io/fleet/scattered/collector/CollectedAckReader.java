package io.fleet.scattered.collector;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Takes what a collector tells apart, as if each member had sent its acknowledgement itself. One of a member that is
 * listened to in another life is not taken (S15), nor one of this node.
 */
public final class CollectedAckReader {
    private static final CoverageMark TAKEN = CoverageMark.named("collected-acks.taken");
    private static final CoverageMark OTHER_LIFE = CoverageMark.named("collected-acks.of-a-life-not-listened-to");
    private static final CoverageMark STRANGER = CoverageMark.named("collected-acks.of-no-member");

    private final GroupContext context;
    private final Ack ack = new Ack();

    public CollectedAckReader(final GroupContext context) {
        this.context = context;
    }

    /** Hands each acknowledgement to whoever takes such messages of its sender. */
    public void read(final CollectedAcks message, final long nowNs) {
        int firstRange = 0;
        for (int i = 0; i < message.count; i++) {
            final int node = message.node[i];
            if (isTaken(node, message.life[i])) {
                TAKEN.hit();
                message.read(i, firstRange, ack);
                context.routes().dispatch(node, ack, nowNs);
            }
            firstRange += message.ranges[i];
        }
    }

    private boolean isTaken(final int node, final long life) {
        if (node == context.self()) {
            return false;
        }
        if (context.indexOf(node) < 0) {
            STRANGER.hit();
            return false;
        }
        if (context.lives().lifeOf(node) != life) {
            OTHER_LIFE.hit();
            return false;
        }
        return true;
    }
}

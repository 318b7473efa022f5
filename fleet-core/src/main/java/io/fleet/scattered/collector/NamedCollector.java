package io.fleet.scattered.collector;

import io.fleet.consensus.message.replication.Ack;

/**
 * Whom the leader of the highest ballot has asked to be a collector, as it has said itself: what that member tells of
 * others, and passes on, is taken, and of nobody else. Of the one before it still, since that is on its way.
 */
final class NamedCollector {
    private long ballot;
    private int node = Ack.NOBODY;
    private int former = Ack.NOBODY;

    /** A leader names a member, or nobody. */
    void onOrder(final long ofBallot, final int named) {
        if (ofBallot < ballot) {
            return;
        }
        if (ofBallot > ballot) {
            ballot = ofBallot;
            former = Ack.NOBODY;
            node = named;
        } else if (named != node) {
            former = node == Ack.NOBODY ? former : node;
            node = named;
        }
    }

    /** Whether a node was asked at a ballot. */
    boolean isNamed(final int who, final long atBallot) {
        return who != Ack.NOBODY && atBallot == ballot && (who == node || who == former);
    }
}

package io.fleet.scattered.acceptor;

import io.fleet.consensus.ReplicaProgress;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Whether a witness leaves bodies to others, whom the leader has asked to persist them: it executes nothing. One that
 * does not count may have lost what it had, and keeps all (S15).
 */
final class LeftBodies {
    private static final CoverageMark NEEDED = CoverageMark
        .named("storage-node.witness-needs-what-it-has-left-to-others");

    private final ReplicaProgress progress;
    private final VoteGuard voting;
    /** Whether it counted in the last duty cycle. */
    private boolean counted;

    LeftBodies(final ReplicaProgress progress, final VoteGuard voting) {
        this.progress = progress;
        this.voting = voting;
    }

    /** Whether the body of an order is left to others. */
    boolean isLeft(final AcceptorSlot slot) {
        return slot.spared && counted && progress.isWitness();
    }

    /** Looks, once in a duty cycle, whether it counts; returns whether it does no more, and needs what it has left. */
    boolean areNeeded() {
        if (!progress.isWitness()) {
            return false;
        }
        final boolean didCount = counted;
        counted = voting.counts();
        if (didCount && !counted) {
            NEEDED.hit();
            return true;
        }
        return false;
    }
}

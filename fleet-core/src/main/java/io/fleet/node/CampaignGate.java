package io.fleet.node;

import io.fleet.storage.coverage.CoverageMark;

/**
 * How many groups of a node may ask for votes at once. Where a node of a thousand groups starts, or another one goes,
 * all of them want to; the messages would be so many that none is answered within an election timeout, and nobody is
 * elected. So some go first, and the others come as those are done. One that is not done soon does not hold up others:
 * perhaps there is nobody who could answer it. The node's thread.
 */
final class CampaignGate {
    /** So many groups at once. A node with no more groups puts nobody off. */
    static final int MOST = 32;
    private static final CoverageMark PUT_OFF = CoverageMark.named("campaign-gate.put-off");
    private static final CoverageMark PASSED = CoverageMark.named("campaign-gate.passed-one-that-takes-long");

    private final Object[] holders = new Object[MOST];
    private final long[] untilNs = new long[MOST];

    /** Made by the node. */
    CampaignGate() {
    }

    /**
     * Whether a group may begin now; {@link #leave} when it is done.
     *
     * @param group      which.
     * @param patienceNs for how long it may hold up others.
     */
    boolean enter(final Object group, final long patienceNs, final long nowNs) {
        leave(group);
        for (int i = 0; i < MOST; i++) {
            if (holders[i] == null || nowNs - untilNs[i] >= 0) {
                if (holders[i] != null) {
                    PASSED.hit();
                }
                holders[i] = group;
                untilNs[i] = nowNs + patienceNs;
                return true;
            }
        }
        PUT_OFF.hit();
        return false;
    }

    /** A group asks nobody any more. */
    void leave(final Object group) {
        for (int i = 0; i < MOST; i++) {
            if (holders[i] == group) {
                holders[i] = null;
            }
        }
    }
}

package io.fleet.node;

import io.fleet.storage.coverage.CoverageMark;

/**
 * How many groups of a node may ask for votes at once. Where a node of a thousand groups starts, or another one goes,
 * all of them want to; the messages would be so many that none is answered within an election timeout, and nobody is
 * elected. So some go first, and the others come as those are done. One that is not done soon does not hold up others:
 * perhaps there is nobody who could answer it. A group that a leader asks to take over does not come here.
 *
 * <p>Where more want to than may, those come first that have failed less often: a group does not begin while one was
 * put off a moment ago that has failed fewer times. So groups that cannot win, however many they are, keep none for
 * good from trying that can: each time they try they have failed once more, and then come behind it. Groups that have
 * failed as often as each other come as they ask. The moment is twice the asker's patience, and whoever is put off asks
 * again in little more than its own: a group with a much longer election timeout comes before one that has failed more
 * often by chance only, and does not hold it up.
 *
 * <p>The node's thread.
 */
final class CampaignGate {
    /** So many groups at once. A node with no more groups puts nobody off. */
    static final int MOST = 32;
    private static final CoverageMark PUT_OFF = CoverageMark.named("campaign-gate.put-off");
    private static final CoverageMark PASSED = CoverageMark.named("campaign-gate.passed-one-that-takes-long");
    private static final CoverageMark FAILED_LESS = CoverageMark.named("campaign-gate.others-failed-less-often");

    private final Object[] holders = new Object[MOST];
    private final long[] sinceNs = new long[MOST];
    private final long[] patienceNs = new long[MOST];
    /** How often one has failed at the least of those that were put off lately, and when it was put off last. */
    private int leastFailures = Integer.MAX_VALUE;
    private long leastNs;

    /** Made by the node. */
    CampaignGate() {
    }

    /**
     * Whether a group may begin now; {@link #leave} when it is done.
     *
     * @param group    which.
     * @param failures how often it has tried in vain since there was a leader.
     * @param patience for how long it may hold up others, and they it, in nanoseconds: the shorter of both counts.
     * @param nowNs    the time.
     */
    boolean enter(final Object group, final int failures, final long patience, final long nowNs) {
        leave(group);
        if (failures > leastFailures && nowNs - leastNs < 2 * patience) {
            FAILED_LESS.hit();
            return false;
        }
        for (int i = 0; i < MOST; i++) {
            if (holders[i] == null || nowNs - sinceNs[i] >= Math.min(patienceNs[i], patience)) {
                if (holders[i] != null) {
                    PASSED.hit();
                }
                holders[i] = group;
                sinceNs[i] = nowNs;
                patienceNs[i] = patience;
                return true;
            }
        }
        PUT_OFF.hit();
        leastFailures = failures;
        leastNs = nowNs;
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

package io.fleet.client.command;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.common.Ballot;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whom a batcher sends to. Where a group has a leader, the one with the highest ballot that was heard of. Where nobody
 * leads, a member that is its proxy: each has a ballot of its own, which tells its lives apart and says nothing of
 * others; the batcher stays with one as long as that answers, and then goes to the next that it has heard of.
 */
final class Destination {
    private static final CoverageMark SILENT = CoverageMark.named("destination.another-proxy-than-the-silent-one");
    private static final int NOBODY = -1;

    private final boolean hasLeader;
    private final RetransmissionTimeout patience;
    private final TreeMap<Integer, Long> proxies = new TreeMap<>();
    private long ballot;
    private int node = NOBODY;
    private boolean isWaiting;
    private long sinceNs;

    Destination(final GroupConfig config, final RetransmissionTimeout patience) {
        hasLeader = config.mode() == Mode.SCATTERED;
        this.patience = patience;
    }

    /** Whether somebody leads, and says who answers. */
    boolean hasLeader() {
        return hasLeader;
    }

    /** The ballot that entries name; 0 where nobody is known. */
    long ballot() {
        return ballot;
    }

    int node() {
        return node;
    }

    /** Why nothing goes there, for people. */
    String whyNot() {
        if (ballot == 0) {
            return hasLeader ? "no leader is known" : "no member is known that takes entries";
        }
        return "node " + node + ", " + (hasLeader ? "leader of" : "which takes entries at") + " ballot " + ballot
            + ", cannot be reached or opens no session"
            + (hasLeader ? "" : ", as where too few members are up and vote");
    }

    /** Whoever had that ballot, for people. */
    String named(final long someBallot) {
        return (hasLeader ? "the leader of ballot " : "the proxy on node " + Ballot.node(someBallot) + " at ballot ")
            + someBallot;
    }

    /** A member leads, or is a proxy, at a ballot. Returns whether the batcher sends there from now on, and did not. */
    boolean hear(final long newBallot, final int newNode) {
        if (newBallot < 1 || newNode < 0 || newBallot == ballot || hasLeader && newBallot < ballot) {
            return false;
        }
        if (!hasLeader) {
            proxies.put(newNode, newBallot);
            if (node != NOBODY && node != newNode) {
                return false;
            }
        }
        become(newNode, newBallot);
        return true;
    }

    /** It has answered, or takes more of an entry that waited for room on the way. */
    void answered(final long nowNs) {
        sinceNs = nowNs;
    }

    /** Nothing is in flight. */
    void rest() {
        isWaiting = false;
    }

    /**
     * Something is in flight, which may take so much longer than other commands. Returns whether a proxy has not
     * answered for long, and another one takes its place.
     */
    boolean givesWay(final long nowNs, final long longerNs) {
        if (!isWaiting) {
            isWaiting = true;
            sinceNs = nowNs;
        }
        if (proxies.size() < 2 || nowNs - sinceNs < patience.silenceNanos() + longerNs) {
            return false;
        }
        SILENT.hit();
        final Map.Entry<Integer, Long> higher = proxies.higherEntry(node);
        final Map.Entry<Integer, Long> next = higher == null ? proxies.firstEntry() : higher;
        become(next.getKey(), next.getValue());
        sinceNs = nowNs;
        return true;
    }

    private void become(final int newNode, final long newBallot) {
        node = newNode;
        ballot = newBallot;
    }
}

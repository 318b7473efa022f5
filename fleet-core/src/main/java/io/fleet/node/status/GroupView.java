package io.fleet.node.status;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.ProgressReport;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What a node has heard of the members of a group, for people who look after it. Written by the node's thread, without
 * allocating as long as the members stay the same; read by any. A member is named by its slot in the
 * {@link #configuration()}.
 */
public final class GroupView {
    private static final int NOBODY = -1;

    private final int self;
    private final int[] nodes = new int[Configuration.SLOTS];
    private final AtomicLongArray applied = new AtomicLongArray(Configuration.SLOTS);
    private final AtomicLongArray heardNs = new AtomicLongArray(Configuration.SLOTS);
    private volatile Configuration configuration = Configuration.UNKNOWN;
    private volatile MembershipState belonging = MembershipState.NOT_YET;
    private volatile boolean leaderHeard;
    private volatile boolean inStep;

    public GroupView(final int self) {
        this.self = self;
        Arrays.fill(nodes, NOBODY);
    }

    /** The configuration that the node acts on; the newest that it has heard of where that says it is removed. */
    public void members(final Configuration next, final boolean removed) {
        final int[] before = nodes.clone();
        Arrays.fill(nodes, NOBODY);
        for (final GroupMember member : next.members()) {
            nodes[member.slot()] = member.node();
        }
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] != before[i]) {
                heardNs.set(i, 0);
            }
        }
        configuration = next;
        belonging = MembershipState.of(next, self, removed);
    }

    /** A message of a member may tell how far it is. */
    public void onMessage(final int node, final Message message, final long nowNs) {
        if (message instanceof ProgressReport report) {
            onProgress(node, report.applied(), nowNs);
        }
    }

    private void onProgress(final int node, final long lsn, final long nowNs) {
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] == node) {
                applied.lazySet(i, lsn);
                heardNs.lazySet(i, nowNs == 0 ? 1 : nowNs);
                return;
            }
        }
    }

    public void leaderHeard(final boolean isHeard, final boolean isInStep) {
        if (leaderHeard != isHeard) {
            leaderHeard = isHeard;
        }
        if (inStep != isInStep) {
            inStep = isInStep;
        }
    }

    /**
     * Who belongs to the group, as far as this node acts on it; the newest that it has heard of where it is removed.
     *
     * @return the configuration; without members where the node has joined no group yet.
     */
    public Configuration configuration() {
        return configuration;
    }

    /**
     * Whether this node belongs to the group.
     *
     * @return how.
     */
    public MembershipState belonging() {
        return belonging;
    }

    /** Whether this node leads, or has heard a leader within its election timeout, as of the last millisecond or so. */
    public boolean isLeaderHeard() {
        return leaderHeard;
    }

    /**
     * Whether that leader acts on the same configuration as this node, as far as it knows the newest.
     *
     * @return whether; of no meaning where none was heard.
     */
    public boolean isInStep() {
        return inStep;
    }

    /**
     * How far a member has applied, as it said last; in some modes, up to where it could apply.
     *
     * @param slot of the member.
     * @return the LSN; of no meaning when nothing was heard.
     */
    public long applied(final int slot) {
        return applied.get(slot);
    }

    /**
     * How long ago a member told that.
     *
     * @param slot  of the member.
     * @param nowNs the clock of the node's duty cycles.
     * @return nanoseconds; -1 when it has told nothing since this node started, or since it became a member.
     */
    public long silentNs(final int slot, final long nowNs) {
        final long heard = heardNs.get(slot);
        return heard == 0 ? -1 : Math.max(0, nowNs - heard);
    }
}

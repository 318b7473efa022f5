package io.fleet.node;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.store.LogKind;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.node.store.NodeStore;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.LongHashSet;

/**
 * Lets go of what snapshots cover (FL-05, FL-20), twice a second, for all groups of a node:
 * <ul>
 * <li>Of the ordered log what this node's own snapshot covers, and where there are witnesses those of a write quorum
 * (G11), less a margin for replicas that lag, and what the
 * group's mode has use for beside that: it begins its next start at the snapshot. A node never trims above what its
 * ordered log holds durably, and the newest record of each group stays, so what it has chosen and recorded, its floor,
 * outlives every trim (S4).</li>
 * <li>Of the scattered log what the ordered log here no longer refers to, and the snapshots of a write quorum cover: a
 * reference is not a body, and what is gone from here must be on as many disks as the group may lose (F9). Not
 * before the promises that the records carry are durable without them (S1).</li>
 * </ul>
 */
final class LogTrimmer {
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(500);
    /** With fewer files of a log it is not worth a snapshot. */
    private static final int FILES = 8;

    private final TrimPolicy policy;
    private final int margin;
    private final NodeStore storage;
    private final Map<Long, GroupHost> groups = new TreeMap<>();
    private final IntervalTimer time = new IntervalTimer(INTERVAL_NS);
    /** Groups that keep more of others than they hold themselves. */
    private final LongHashSet holdingUp = new LongHashSet();
    private long nowNs;

    LogTrimmer(final SnapshotConfig config, final NodeStore storage, final GroupHost[] hosts) {
        policy = config.trim();
        margin = config.marginEntries();
        this.storage = storage;
        for (final GroupHost host : hosts) {
            groups.put((long) host.groupId(), host);
        }
    }

    int doWork(final long now) {
        if (policy == TrimPolicy.OFF || !time.isDue(now)) {
            return 0;
        }
        nowNs = now;
        groups.values().forEach(this::stateWhereItRests);
        haveThemCovered();
        storage.ordered().trim(this::orderedUpTo);
        storage.scattered().trim(this::scatteredUpTo);
        if (storage.votes() != null) {
            storage.votes().trim(this::votesUpTo);
        }
        groups.values().forEach(group -> group.trimmed(storage.ordered().first(group.groupId()) - 1,
            scatteredUpTo(group.groupId())));
        return 0;
    }

    /** A group that is not hosted keeps what it has. */
    private long orderedUpTo(final long groupId) {
        final GroupHost group = groups.get(groupId);
        return group == null ? 0 : Math.max(0,
            group.forgettableOrdered(covered(group) - (holdingUp.contains(groupId) ? 0 : margin)));
    }

    private long scatteredUpTo(final long groupId) {
        final GroupHost group = groups.get(groupId);
        return group == null ? 0 : group.forgettable(LogKind.ENTRIES, unneeded(group));
    }

    private long votesUpTo(final long groupId) {
        final GroupHost group = groups.get(groupId);
        return group == null ? 0 : group.forgettable(LogKind.VOTES, unneeded(group));
    }

    private long unneeded(final GroupHost group) {
        final long unreferred = storage.ordered().first(group.groupId()) - 1;
        return Math.min(unreferred, policy == TrimPolicy.ALL ? covered(group)
            : group.cover().ofQuorum(nowNs));
    }

    private long covered(final GroupHost group) {
        return policy == TrimPolicy.ALL ? group.cover().ofAll() : group.cover().ofOrdered(nowNs);
    }

    /**
     * A group with little load keeps what all others wrote since its last snapshot; the next may be due in years, by
     * entries and bytes of its own. So it writes one for their sake, and keeps no margin for replicas that lag.
     */
    private void haveThemCovered() {
        holdingUp.clear();
        storage.ordered().heldUpBy(FILES, holdingUp::add);
        storage.scattered().heldUpBy(this::scatteredUpTo, FILES, holdingUp::add);
        for (final GroupHost group : groups.values()) {
            if (holdingUp.contains(group.groupId())
                && group.cover().own() < storage.ordered().durable(group.groupId()) && !isLimitedByOthers(group)) {
                group.wantSnapshot();
            }
        }
    }

    /** Whether it is what others hold that keeps it, so that one more snapshot here would be of no use. */
    private boolean isLimitedByOthers(final GroupHost group) {
        return policy != TrimPolicy.ALL && group.cover().ofOrdered(nowNs) < group.cover().own();
    }

    /** A group without load would keep the file of its last entry, and every file of other groups behind that. */
    private void stateWhereItRests(final GroupHost group) {
        final int groupId = group.groupId();
        if (!storage.ordered().isHoldingUp(groupId)) {
            return;
        }
        final long end = storage.ordered().durable(groupId);
        if (group.cover().own() < end) {
            group.wantSnapshot();
        } else if (covered(group) >= end && group.cover().ofQuorum(nowNs) >= end) {
            storage.ordered().restate(groupId);
        }
    }
}

package io.fleet.ec.node.snapshot;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.SnapshotPermit;
import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;

/**
 * A replica's turn at writing a snapshot where nobody leads and gives turns: it tells all others that it wants one,
 * listens for a while, and has it when nobody is heard to have one and nobody who wants one has an older snapshot, or
 * as old a one and a lower position. Who is not heard for a lease is not waited for, so a turn outlives no member.
 *
 * <p>Where messages are lost two may write at once. That costs answers their time and nothing else, since a replica
 * that writes goes on taking part in the order: only what it is the proxy of waits.
 */
final class OldestFirstPermits implements SnapshotPermit {
    private static final CoverageMark WRITES = CoverageMark.named("oldest-first.another-writes");
    private static final CoverageMark OLDER = CoverageMark.named("oldest-first.another-has-an-older-snapshot");
    private static final CoverageMark SILENT = CoverageMark.named("oldest-first.holder-is-not-heard-any-more");
    private static final int RENEWALS = 8;
    private static final int LISTENING = 4;
    private static final int NONE = -1;

    private final MemberTable members;
    private final Outbound outbound;
    private final long leaseNs;
    private final SnapshotTurn message = new SnapshotTurn();
    private final int[] phases;
    private final long[] snapshots;
    private final long[] heardNs;
    private int phase = NONE;
    private long own;
    private long nowNs;
    private long askedNs;
    private long sentNs;
    private boolean isNews;

    /**
     * Nobody is heard yet.
     *
     * @param leaseNs for how long the last word of a member counts.
     */
    OldestFirstPermits(final MemberTable members, final Outbound outbound, final long leaseNs) {
        this.members = members;
        this.outbound = outbound;
        this.leaseNs = leaseNs;
        phases = new int[members.size()];
        Arrays.fill(phases, NONE);
        snapshots = new long[phases.length];
        heardNs = new long[phases.length];
    }

    /** Up to where the newest snapshot of this node covers the log. */
    void onOwn(final long lsn) {
        own = lsn;
    }

    @Override
    public void ask() {
        become(SnapshotTurn.WANTED);
        askedNs = nowNs;
    }

    @Override
    public boolean hasCome(final long applied) {
        return phase == SnapshotTurn.WANTED && nowNs - askedNs >= leaseNs / LISTENING && !mustWait();
    }

    @Override
    public void take() {
        become(SnapshotTurn.TAKEN);
    }

    @Override
    public void letOthers() {
        become(SnapshotTurn.HELD_UP);
    }

    @Override
    public void end() {
        become(SnapshotTurn.ENDED);
    }

    void onTurn(final int member, final SnapshotTurn heard, final long atNs) {
        phases[member] = heard.phase;
        snapshots[member] = heard.ballot;
        heardNs[member] = atNs;
    }

    int doWork(final long newNowNs) {
        nowNs = newNowNs;
        if (phase == NONE || !isNews && nowNs - sentNs < leaseNs / RENEWALS) {
            return 0;
        }
        message.ballot = own;
        message.phase = phase;
        isNews = false;
        sentNs = nowNs;
        outbound.sendToOthers(message);
        if (phase == SnapshotTurn.ENDED) {
            phase = NONE;
        }
        return 1;
    }

    private void become(final int next) {
        phase = next;
        isNews = true;
    }

    private boolean mustWait() {
        for (int member = 0; member < phases.length; member++) {
            final boolean isHeard = nowNs - heardNs[member] < leaseNs;
            if (phases[member] == SnapshotTurn.TAKEN) {
                if (isHeard) {
                    WRITES.hit();
                    return true;
                }
                SILENT.hit();
                phases[member] = NONE;
            } else if (phases[member] == SnapshotTurn.WANTED && isHeard && isBefore(member)) {
                OLDER.hit();
                return true;
            }
        }
        return false;
    }

    private boolean isBefore(final int member) {
        return snapshots[member] < own || snapshots[member] == own && member < members.self();
    }
}

package io.fleet.node;

import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.message.StateDigest;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.GroupMember;
import io.fleet.replica.ExecutionDigest;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;

/**
 * Compares what the replicas of a group made of the same LSNs. Each tells the digest of a window once it has applied
 * it; who has another one answers with that. A replica that a majority of voters contradicts with one voice has
 * diverged, and ends its node; the others say which it was. Where there is no such majority nobody can tell who is
 * wrong: all say so and go on. Pure.
 */
final class DivergenceWatch {
    private static final Mark CONTRADICTED = Mark.named("divergence-watch.contradicted");
    /** What others said of so many windows, before this node came there itself. */
    private static final int WINDOWS = 64;
    private static final long FAR = WINDOWS * (long) ExecutionDigest.WINDOW;
    private static final int NOBODY = -1;

    private final int groupId;
    private final Outbound outbound;
    private final NodeEvents events;
    private final GroupCounters counters;
    private final StateDigest message = new StateDigest();
    private final long[] lsns = new long[WINDOWS];
    private final long[][] heard = new long[WINDOWS][Configuration.SLOTS];
    private long told;

    DivergenceWatch(final int groupId, final Outbound outbound, final NodeEvents events,
                    final GroupCounters counters) {
        this.groupId = groupId;
        this.outbound = outbound;
        this.events = events;
        this.counters = counters;
    }

    /** What the replica did before there was anybody to tell: only the last of it is told. */
    int doWork(final ExecutionDigest own, final Configuration members) {
        if (own.last() == told) {
            return 0;
        }
        for (long lsn = next(own); lsn <= own.last(); lsn += ExecutionDigest.WINDOW) {
            final long digest = own.of(lsn);
            if (digest != ExecutionDigest.NONE) {
                message.lsn = lsn;
                message.digest = digest;
                outbound.broadcast(message);
                judge(lsn, digest, members);
            }
        }
        told = own.last();
        return 1;
    }

    /** Of a replica whose state was replaced, or that has replayed a log, only the last window is told. */
    private long next(final ExecutionDigest own) {
        final long behind = own.last() - told;
        final boolean isLate = told == 0 || behind > FAR;
        return isLate ? own.last() : told + ExecutionDigest.WINDOW;
    }

    void onDigest(final int sender, final StateDigest said, final ExecutionDigest own, final long applied,
                  final Configuration members) {
        final GroupMember member = members.member(sender);
        if (member == null || sender == outbound.self() || said.lsn % ExecutionDigest.WINDOW != 0
            || said.digest == ExecutionDigest.NONE || said.lsn > applied + FAR) {
            return;
        }
        final int place = (int) (said.lsn / ExecutionDigest.WINDOW % WINDOWS);
        if (lsns[place] > said.lsn) {
            return;
        }
        if (lsns[place] < said.lsn) {
            lsns[place] = said.lsn;
            Arrays.fill(heard[place], ExecutionDigest.NONE);
        }
        if (heard[place][member.slot()] == said.digest) {
            return;
        }
        heard[place][member.slot()] = said.digest;
        final long digest = own.of(said.lsn);
        if (digest != ExecutionDigest.NONE && digest != said.digest) {
            message.lsn = said.lsn;
            message.digest = digest;
            outbound.send(sender, message);
            judge(said.lsn, digest, members);
        }
    }

    private void judge(final long lsn, final long digest, final Configuration members) {
        final int place = (int) (lsn / ExecutionDigest.WINDOW % WINDOWS);
        if (lsns[place] != lsn) {
            return;
        }
        int another = NOBODY;
        int most = 0;
        for (final GroupMember member : members.members()) {
            final long said = heard[place][member.slot()];
            if (said == ExecutionDigest.NONE || said == digest) {
                continue;
            }
            another = member.node();
            most = Math.max(most, voters(place, said, members));
        }
        if (another == NOBODY) {
            return;
        }
        CONTRADICTED.hit();
        counters.divergentWindows.increment();
        if (most > Long.bitCount(members.voters()) / 2) {
            throw new DivergedException(groupId, lsn - ExecutionDigest.WINDOW + 1, lsn);
        }
        events.onDiverged(groupId, lsn - ExecutionDigest.WINDOW + 1, lsn, another);
    }

    private int voters(final int place, final long digest, final Configuration members) {
        int count = 0;
        for (final GroupMember member : members.members()) {
            count += member.voter() && heard[place][member.slot()] == digest ? 1 : 0;
        }
        return count;
    }
}

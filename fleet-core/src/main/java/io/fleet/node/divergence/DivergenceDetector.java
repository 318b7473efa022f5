package io.fleet.node.divergence;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.replication.StateDigest;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;

/**
 * Compares what the replicas of a group made of the same LSNs. Each tells the digest of a window once it has applied
 * it, and what its machine says of its state; who has another one answers with that. What the machine did is compared
 * between those whose digests are made alike, and its state between those whose machines say something of it: in a
 * rolling upgrade only some do. A replica that a majority of voters contradicts with one voice has diverged, and ends
 * its node; the others say which it was. Where there is no such majority nobody can tell who is wrong: all say so and
 * go on. Pure.
 */
public final class DivergenceDetector {
    private static final CoverageMark CONTRADICTED = CoverageMark.named("divergence-watch.contradicted");
    private static final CoverageMark LATE = CoverageMark.named("divergence-watch.judged-late");
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
    private final long[][] states = new long[WINDOWS][Configuration.SLOTS];
    private long told;
    /** From where on what others said was not compared, since the replica could not be asked; 0 for nothing. */
    private long unjudged;

    public DivergenceDetector(final int groupId, final Outbound outbound, final NodeEvents events,
                              final GroupCounters counters) {
        this.groupId = groupId;
        this.outbound = outbound;
        this.events = events;
        this.counters = counters;
    }

    /** What the replica did before there was anybody to tell: only the last of it is told. */
    public int doWork(final ExecutionDigest own, final Configuration members) {
        if (unjudged != 0) {
            LATE.hit();
            final long from = Math.max(unjudged, own.last() - FAR + ExecutionDigest.WINDOW);
            unjudged = 0;
            for (long lsn = from; lsn <= Math.min(told, own.last()); lsn += ExecutionDigest.WINDOW) {
                judge(lsn, own, members);
            }
        }
        if (own.last() == told) {
            return 0;
        }
        for (long lsn = next(own); lsn <= own.last(); lsn += ExecutionDigest.WINDOW) {
            final long digest = own.of(lsn);
            if (digest != ExecutionDigest.NONE) {
                say(lsn, own);
                outbound.broadcast(message);
                judge(lsn, own, members);
            }
        }
        told = own.last();
        return 1;
    }

    private void say(final long lsn, final ExecutionDigest own) {
        message.lsn = lsn;
        message.version = ExecutionDigest.VERSION;
        message.digest = own.of(lsn);
        message.state = own.stateOf(lsn);
    }

    /** Of a replica whose state was replaced, or that has replayed a log, only the last window is told. */
    private long next(final ExecutionDigest own) {
        final long behind = own.last() - told;
        final boolean isLate = told == 0 || behind > FAR;
        return isLate ? own.last() : told + ExecutionDigest.WINDOW;
    }

    /**
     * Another replica tells a digest.
     *
     * @param own null while this replica cannot be asked: it is compared when it can.
     */
    public void onDigest(final int sender, final StateDigest said, final ExecutionDigest own, final long applied,
                         final Configuration members) {
        final GroupMember member = members.member(sender);
        if (member == null || sender == outbound.self() || said.lsn % ExecutionDigest.WINDOW != 0
            || said.lsn > applied + FAR) {
            return;
        }
        final long digest = said.version == ExecutionDigest.VERSION ? said.digest : ExecutionDigest.NONE;
        final int place = (int) (said.lsn / ExecutionDigest.WINDOW % WINDOWS);
        if (lsns[place] > said.lsn) {
            return;
        }
        if (lsns[place] < said.lsn) {
            lsns[place] = said.lsn;
            Arrays.fill(heard[place], ExecutionDigest.NONE);
            Arrays.fill(states[place], ExecutionDigest.NONE);
        }
        if (heard[place][member.slot()] == digest && states[place][member.slot()] == said.state) {
            return;
        }
        heard[place][member.slot()] = digest;
        states[place][member.slot()] = said.state;
        if (own == null) {
            unjudged = unjudged == 0 ? said.lsn : Math.min(unjudged, said.lsn);
        } else if (differs(digest, own.of(said.lsn)) || differs(said.state, own.stateOf(said.lsn))) {
            say(said.lsn, own);
            outbound.send(sender, message);
            judge(said.lsn, own, members);
        }
    }

    /** Two that both say something, and not the same. */
    private static boolean differs(final long one, final long other) {
        return one != ExecutionDigest.NONE && other != ExecutionDigest.NONE && one != other;
    }

    private void judge(final long lsn, final ExecutionDigest own, final Configuration members) {
        final int place = (int) (lsn / ExecutionDigest.WINDOW % WINDOWS);
        if (lsns[place] != lsn) {
            return;
        }
        int another = NOBODY;
        int most = 0;
        for (final GroupMember member : members.members()) {
            final long did = heard[place][member.slot()];
            final long state = states[place][member.slot()];
            if (differs(did, own.of(lsn))) {
                another = member.node();
                most = Math.max(most, voters(heard[place], did, members));
            }
            if (differs(state, own.stateOf(lsn))) {
                another = member.node();
                most = Math.max(most, voters(states[place], state, members));
            }
        }
        if (another == NOBODY) {
            return;
        }
        CONTRADICTED.hit();
        counters.divergentWindows.increment();
        if (most > members.fullMembers().size() / 2) {
            throw new DivergedException(groupId, lsn - ExecutionDigest.WINDOW + 1, lsn);
        }
        events.onDiverged(groupId, lsn - ExecutionDigest.WINDOW + 1, lsn, another);
    }

    private int voters(final long[] said, final long digest, final Configuration members) {
        int count = 0;
        for (final GroupMember member : members.members()) {
            count += member.voter() && said[member.slot()] == digest ? 1 : 0;
        }
        return count;
    }
}

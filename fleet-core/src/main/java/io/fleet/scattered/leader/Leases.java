package io.fleet.scattered.leader;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.lease.LeaderLease;
import io.fleet.consensus.lease.LeaseCounters;
import io.fleet.consensus.lease.LeaseGrants;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.storage.coverage.CoverageMark;
import java.util.List;

/**
 * Leases of one group on one node: asks for them while this node leads, grants them as a voter, and says how far a read
 * under the lease must have come (L5). A lease belongs to one ballot of one configuration: none counts once this node
 * has ordered another configuration, or knows of one (S14), since quorums of two need not meet. When a voter comes to
 * be counted in another life, nothing counts that was granted before: the later one knows of no grant (S15). What was
 * lent on such grants counts until it is over: the later life helps to elect nobody for a lease after its start, and
 * after it came to be counted (L3).
 */
public final class Leases {
    private static final CoverageMark FORMER = CoverageMark.named("leases.grant-of-a-former-life");
    private static final CoverageMark OTHER_LIVES = CoverageMark.named("leases.dropped-for-another-life-of-a-voter");

    private final GroupContext context;
    private final LeaseConfig config;
    private final LeaseCounters counters;
    private final LeaseGrants grants;
    private final LeaderLease lease;
    private final VoteGuard voting;
    private final Acceptor storage;
    private final Leader leader;
    private final ReplicaLeases replicas;
    private int lives;

    public Leases(final GroupContext context, final LeaseCounters counters, final LeaseGrants grants,
                  final VoteGuard voting,
                  final Acceptor storage, final Leader leader, final ReplicaLeases replicas) {
        this.context = context;
        this.counters = counters;
        this.grants = grants;
        this.voting = voting;
        this.storage = storage;
        this.leader = leader;
        this.replicas = replicas;
        config = context.config().leases();
        lease = new LeaderLease(config, context.outbound(), counters);
    }

    /** Whether nothing is asked for and told all the while: replicas that hold leases do so. */
    public boolean areAtRest() {
        return !config.atReplicas();
    }

    boolean areOn() {
        return config.isOn();
    }

    public List<ModeCounter> counters() {
        return config.isOn() ? counters.list() : List.of();
    }

    public void onRequest(final int sender, final LeaseRequest request, final long nowNs) {
        grants.onRequest(sender, request, nowNs);
    }

    public void onGrant(final int member, final LeaseGrant grant) {
        if (leader.counts(member)) {
            lease.onGrant(member, grant);
        } else {
            FORMER.hit();
        }
    }

    public int doWork(final long nowNs) {
        int work = grants.doWork(voting.counts(), storage.promised(), context.membership().version(), nowNs);
        if (config.isOn() && mayHold()) {
            if (lives != leader.lives()) {
                OTHER_LIVES.hit();
                lives = leader.lives();
                lease.drop(nowNs);
            }
            work += lease.doWork(leader.ballot(), leader.version(), nowNs);
        }
        final boolean isHeld = mark(nowNs) != ReadMarks.SILENT;
        lease.tell(isHeld);
        if (config.atReplicas()) {
            work += replicas.doWork(isHeld, isHeld ? lease.endNs(context.quorum(), nowNs) : nowNs, nowNs);
        }
        return work;
    }

    /** Tells the others what was released in this duty cycle, where no ORDER has; after the leader has worked (L7). */
    public int tellReleased() {
        return config.atReplicas() ? replicas.tell() : 0;
    }

    /**
     * Up to where a read of this node must have applied that need ask nobody: as {@link #mark}, or under the lease that
     * its replica holds (L9).
     */
    long ownMark(final long nowNs) {
        final long mark = replicas.mark(nowNs);
        return mark == ReadMarks.SILENT ? mark(nowNs) : mark;
    }

    /**
     * Lends replicas nothing for a while, since somebody else is to lead before this node's lease is over, or the
     * members are to change.
     *
     * @return whether nothing is lent any more (L10).
     */
    public boolean recall(final long nowNs) {
        return !config.atReplicas() || replicas.recall(nowNs);
    }

    /**
     * The highest LSN that this node has ordered, if it leads and holds a lease. Repliers answer commands before the
     * leader knows that they are chosen, so what it knows to be chosen would not do. A new leader need not wait for an
     * entry of its own: all that was chosen at lower ballots was found, and ordered again when it opened (S5).
     */
    public long mark(final long nowNs) {
        return mayHold() && lives == leader.lives() && lease.isHeld(leader.ballot(), context.quorum(), nowNs)
            ? leader.highest() : ReadMarks.SILENT;
    }

    private boolean mayHold() {
        return leader.isSettled() && !leader.isSuperseded() && storage.promised() == leader.ballot();
    }

    /** The monotonic clock may have stood still: what was granted until now may have run out (L2). */
    public void onStoodStill(final long nowNs) {
        if (config.isOn()) {
            lease.drop(nowNs);
            replicas.onStoodStill(nowNs);
        }
    }

    /** Somebody else is about to be asked to lead (L4). */
    public void giveUp() {
        if (config.isOn()) {
            lease.giveUp();
        }
    }

    /** This node is about to stop. */
    public void leave() {
        replicas.leave();
    }

    /** Nobody else was elected. */
    public void resume() {
        lease.resume();
        replicas.resume();
    }
}

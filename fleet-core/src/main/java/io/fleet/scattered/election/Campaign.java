package io.fleet.scattered.election;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.context.BallotLives;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * One candidate's collection of promises at one ballot (S3, F3 to F5). The node makes its own promise durable before
 * it asks anyone (S16), so its ballot was never used before and never will be again. Finds the base and, for each LSN
 * above it, the value with the highest ballot.
 *
 * <p>Once a read quorum has promised, the same members are asked whether their promises still stand, and a read quorum
 * of those that say so elects (S15): at the moment when the second question began all of them held the promise at
 * once. Without it, a promise of a node that has lost it since, and was repaired at a lower ballot, would count. Such a
 * node may promise the same ballot again, when it is asked a second time, so all that a member says must be of one life
 * as a voter.
 *
 * <p>Each voter is counted in one life of its node, from the first question on. Where another one comes to be listened
 * to, this ballot is given up: somebody may have promised it who does not know of that.
 */
public final class Campaign {
    private static final CoverageMark OTHER_LIFE = CoverageMark.named("campaign.voter-lost-its-state");
    private static final CoverageMark HIGHER_BALLOT_FOUND = CoverageMark
        .named("campaign.value-of-a-higher-ballot-found");
    private static final CoverageMark BASE_RAISED = CoverageMark.named("campaign.base-raised-by-a-promise");
    private static final CoverageMark BASE_CAUGHT_UP = CoverageMark.named("campaign.base-raised-by-the-own-replica");
    private static final CoverageMark NEXT_PAGE = CoverageMark.named("campaign.next-page-asked-for");
    private static final CoverageMark OVERTAKEN = CoverageMark.named("campaign.configuration-that-was-never-chosen");
    private static final CoverageMark SETTLED_WITHOUT = CoverageMark
        .named("campaign.configuration-below-a-settled-ballot");
    private static final CoverageMark STOPPED = CoverageMark.named("campaign.stops-at-a-configuration");

    private static final CoverageMark OTHER_NODE_LIFE = CoverageMark.named("campaign.voter-is-in-another-life");

    private final GroupContext context;
    private final Acceptor storage;
    private final BallotLives lives;
    private final Prepare prepare = new Prepare();
    private final Confirm confirm = new Confirm();
    private final Long2ObjectHashMap<AcceptedEntry> found = new Long2ObjectHashMap<>();
    private final long[] nextLsn;
    private final long[] voterIds;
    private long ballot;
    private long version;
    private long done;
    private long confirmed;
    private boolean confirming;
    private long base;
    private long firstLsn;
    private long highest;
    private long settled;
    private int learner;
    private boolean asked;
    private long nextAskNs;

    public Campaign(final GroupContext context, final Acceptor storage) {
        this.context = context;
        this.storage = storage;
        lives = new BallotLives(context);
        nextLsn = new long[Configuration.SLOTS];
        voterIds = new long[nextLsn.length];
    }

    /** Starts with a ballot above everything known. {@code chosen} is what this replica knows chosen. */
    public void start(final long newBallot, final long chosen) {
        ballot = newBallot;
        version = context.membership().version();
        lives.begin();
        base = chosen;
        highest = chosen;
        settled = Ballot.NONE;
        learner = 0;
        firstLsn = chosen + 1;
        done = 0;
        confirmed = 0;
        confirming = false;
        asked = false;
        found.clear();
        java.util.Arrays.fill(nextLsn, chosen + 1);
        storage.promise(newBallot);
    }

    void stop() {
        ballot = 0;
        found.clear();
    }

    public long ballot() {
        return ballot;
    }

    public long base() {
        return base;
    }

    /**
     * This replica has caught up since the campaign began, perhaps by a snapshot: what it knows to be chosen is not
     * proposed again, as little as what a watermark covers (S4).
     */
    void raiseBase(final long chosen) {
        if (chosen > base) {
            BASE_CAUGHT_UP.hit();
            base = chosen;
        }
    }

    /** The highest LSN at which a value was found, or the base. */
    public long highest() {
        return Math.max(base, highest);
    }

    /** The least number of a life in which one of those that promised counts the learner; 0 for none (S15). */
    public int learner() {
        return learner;
    }

    /** The values above the base, each with the highest ballot that was seen for its LSN. */
    public Long2ObjectHashMap<AcceptedEntry> found() {
        return found;
    }

    /**
     * Nothing is proposed above a configuration: what comes above it belongs to the next one (S14). A configuration
     * that was found below a value of a higher ballot was never chosen, and never can be: the leader of that ballot had
     * not found it chosen, or it would not have ordered anything above. Nor was one that was ordered below a ballot
     * that was settled ({@code SettledBallot}). A no-op takes its place.
     */
    public void stopAtConfiguration() {
        for (long lsn = base + 1; lsn <= highest(); lsn++) {
            final AcceptedEntry entry = found.get(lsn);
            if (entry == null || !entry.meta.isConfiguration()) {
                continue;
            }
            if (isOvertaken(entry)) {
                OVERTAKEN.hit();
                found.remove(lsn);
            } else {
                STOPPED.hit();
                for (long above = lsn + 1; above <= highest; above++) {
                    found.remove(above);
                }
                highest = lsn;
            }
        }
    }

    private boolean isOvertaken(final AcceptedEntry configuration) {
        if (configuration.ballot < settled) {
            SETTLED_WITHOUT.hit();
            return true;
        }
        for (long lsn = configuration.lsn + 1; lsn <= highest(); lsn++) {
            final AcceptedEntry entry = found.get(lsn);
            if (entry != null && entry.ballot > configuration.ballot) {
                return true;
            }
        }
        return false;
    }

    public int doWork(final long nowNs) {
        if (!asked) {
            if (!storage.isPromiseDurable(ballot)) {
                return 0;
            }
            asked = true;
            nextAskNs = nowNs;
        }
        if (nowNs - nextAskNs < 0) {
            return 0;
        }
        nextAskNs = nowNs + context.resendNs();
        for (int i = 0; i < context.slots(); i++) {
            if (confirming) {
                askToConfirm(i);
            } else if (context.membership().isVoter(i) && (done & 1L << i) == 0) {
                ask(i);
            }
        }
        return 1;
    }

    public void onPromise(final int member, final Promise promise) {
        if (promise.ballot != ballot || !asked || confirming || promise.fromLsn != nextLsn[member]
            || (done & 1L << member) != 0 || !lives.isCounted(member) || promise.settled >= ballot) {
            return;
        }
        if (promise.fromLsn != firstLsn && promise.voterId != voterIds[member]) {
            OTHER_LIFE.hit();
            return;
        }
        voterIds[member] = promise.voterId;
        settled = Math.max(settled, promise.settled);
        learner = Math.max(learner, promise.learner);
        if (promise.chosen > base) {
            BASE_RAISED.hit();
            base = promise.chosen;
        }
        for (int i = 0; i < promise.count; i++) {
            final AcceptedEntry entry = promise.entries[i];
            highest = Math.max(highest, entry.lsn);
            final AcceptedEntry best = found.get(entry.lsn);
            if (best == null) {
                found.put(entry.lsn, new AcceptedEntry().set(entry));
            } else if (entry.ballot > best.ballot) {
                HIGHER_BALLOT_FOUND.hit();
                best.set(entry);
            }
        }
        if (promise.nextLsn > nextLsn[member]) {
            NEXT_PAGE.hit();
            nextLsn[member] = promise.nextLsn;
            ask(member);
        } else {
            done |= 1L << member;
            confirm();
        }
    }

    /** A member that had promised says that it has lost nothing since. */
    public void onConfirmation(final int member, final Confirmation confirmation) {
        if (!confirming || confirmation.ballot != ballot || !lives.isCounted(member)) {
            return;
        }
        if (confirmation.voterId == voterIds[member]) {
            confirmed |= done & 1L << member;
        } else {
            OTHER_LIFE.hit();
        }
    }

    /** Whether a voter is not in the life any more in which this ballot counts it. */
    public boolean isOutdated() {
        final boolean isOutdated = !lives.areCurrent();
        if (isOutdated) {
            OTHER_NODE_LIFE.hit();
        }
        return isOutdated;
    }

    public boolean isComplete() {
        return confirming && context.quorum().isReadQuorum(confirmed);
    }

    private void confirm() {
        if (context.quorum().isReadQuorum(done)) {
            confirming = true;
            for (int i = 0; i < context.slots(); i++) {
                askToConfirm(i);
            }
        }
    }

    private void askToConfirm(final int member) {
        if ((done & ~confirmed & 1L << member) != 0) {
            confirm.ballot = ballot;
            context.outbound().send(context.members()[member], confirm);
        }
    }

    private void ask(final int member) {
        prepare.ballot = ballot;
        prepare.configuration = version;
        prepare.fromLsn = nextLsn[member];
        lives.fill(prepare);
        context.outbound().send(context.members()[member], prepare);
    }
}

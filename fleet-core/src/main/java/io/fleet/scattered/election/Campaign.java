package io.fleet.scattered.election;

import io.fleet.consensus.common.AnsweredLives;
import io.fleet.consensus.common.DoublingInterval;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.context.BallotLives;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.storage.coverage.CoverageMark;

/**
 * One candidate's collection of promises at one ballot (S3, F3 to F5). The node makes its own promise durable before
 * it asks anyone (S16), so its ballot was never used before and never will be again. What they tell goes to the
 * {@link ReproposalRule}.
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
    private static final CoverageMark NEXT_PAGE = CoverageMark.named("campaign.next-page-asked-for");

    private static final CoverageMark OTHER_NODE_LIFE = CoverageMark.named("campaign.voter-is-in-another-life");

    private final GroupContext context;
    private final Acceptor storage;
    private final BallotLives lives;
    private final Prepare prepare = new Prepare();
    private final Confirm confirm = new Confirm();
    private final ReproposalRule values = new ReproposalRule();
    private final long[] nextLsn;
    private final long[] voterIds;
    private long ballot;
    private long version;
    private long done;
    private long confirmed;
    private boolean confirming;
    private long firstLsn;
    /** By slot, the least number of a life in which one of those that promised counts who does not vote. */
    private final int[] numbers = new int[Configuration.SLOTS];
    private boolean asked;
    private final DoublingInterval askTime;

    public Campaign(final GroupContext context, final Acceptor storage) {
        this.context = context;
        this.storage = storage;
        lives = new BallotLives(context);
        askTime = new DoublingInterval(context.resendNs(), context.electionTimeoutNs() / 4);
        nextLsn = new long[Configuration.SLOTS];
        voterIds = new long[nextLsn.length];
    }

    /** Starts with a ballot above everything known. {@code chosen} is what this replica knows chosen. */
    public void start(final long newBallot, final long chosen) {
        ballot = newBallot;
        version = context.membership().version();
        lives.begin();
        values.begin(chosen);
        java.util.Arrays.fill(numbers, 0);
        firstLsn = chosen + 1;
        done = 0;
        confirmed = 0;
        confirming = false;
        asked = false;
        java.util.Arrays.fill(nextLsn, chosen + 1);
        storage.promise(newBallot);
    }

    void stop() {
        ballot = 0;
        values.clear();
    }

    public long ballot() {
        return ballot;
    }

    /** What was found, and what of it is proposed again. */
    public ReproposalRule values() {
        return values;
    }

    /** A number far above what is known here is of somebody who lies: lives are counted one by one. */
    private boolean isBelieved(final int slot, final int number) {
        final int node = context.members()[slot];
        return node != Membership.NOBODY && number - context.leastNumber(node) <= AnsweredLives.MAX_JUMP;
    }

    /** By slot, the least number of a life in which one of those that promised counts who does not vote (S15). */
    public int[] numbers() {
        return numbers;
    }

    public int doWork(final long nowNs) {
        if (!asked) {
            if (!storage.isPromiseDurable(ballot)) {
                return 0;
            }
            asked = true;
            askTime.begin();
        }
        if (!askTime.isDue(nowNs)) {
            return 0;
        }
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
        for (int slot = 0; slot < promise.slots; slot++) {
            if (promise.numbers[slot] - numbers[slot] > 0 && isBelieved(slot, promise.numbers[slot])) {
                numbers[slot] = promise.numbers[slot];
            }
        }
        values.add(promise, (context.membership().roles().counting() >>> member & 1) != 0);
        if (promise.nextLsn > nextLsn[member]) {
            NEXT_PAGE.hit();
            nextLsn[member] = promise.nextLsn;
            ask(member);
            askTime.asked();
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
        return confirming && context.quorum().isElectionQuorum(confirmed);
    }

    private void confirm() {
        if (context.quorum().isElectionQuorum(done)) {
            confirming = true;
            for (int i = 0; i < context.slots(); i++) {
                askToConfirm(i);
            }
            askTime.asked();
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

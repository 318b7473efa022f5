package io.fleet.scattered.context;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.storage.Life;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Whether the leader of a ballot counts this node in the life in which it is (S15). A voter acknowledges nothing that
 * was ordered when its leader may have listened to a later life of it: who hears both would count two voters for one.
 * It knows from the candidate's question, or asks.
 */
public final class CountedLife {
    private static final CoverageMark UNKNOWN = CoverageMark.named("counted-life.asks-the-leader");
    private static final CoverageMark LISTED = CoverageMark.named("counted-life.the-leader-has-answered");

    private final GroupContext context;
    private final VoterLife question = new VoterLife();
    private long ballot;
    private int number;
    private int lives;
    private long orderedBallot;
    private int orderedLives;
    private boolean wasAsked;
    private long askedNs;

    public CountedLife(final GroupContext context) {
        this.context = context;
    }

    /** Promises a candidate's ballot, at which that counts this node in a life with its own number. */
    public void onPromise(final Prepare prepare) {
        note(prepare.ballot, 0);
    }

    /** A leader of this node's promise orders something. */
    public void onOrder(final long newBallot, final int newLives) {
        if (newBallot != orderedBallot) {
            orderedBallot = newBallot;
            orderedLives = newLives;
            wasAsked = false;
        } else if (newLives > orderedLives) {
            orderedLives = newLives;
            wasAsked = false;
        }
    }

    /** A leader says in which life it counts this node; whether that is news. */
    public boolean onAnswer(final int sender, final VoterLife answer) {
        if (Ballot.node(answer.ballot) != sender || answer.ballot != orderedBallot
            || Life.number(answer.life) != own()) {
            return false;
        }
        LISTED.hit();
        note(answer.ballot, answer.lives);
        return true;
    }

    private void note(final long ofBallot, final int upTo) {
        lives = ofBallot == ballot && number == own() ? Math.max(lives, upTo) : upTo;
        ballot = ofBallot;
        number = own();
    }

    /**
     * Whether all that was ordered at a ballot may be acknowledged; where not, the leader is asked. Where lives are not
     * told apart none has a number.
     */
    public boolean isCounted(final long nowNs) {
        if (own() == 0 || Ballot.node(orderedBallot) == context.self()
            || ballot == orderedBallot && lives >= orderedLives && number == own()) {
            return true;
        }
        if (!wasAsked || nowNs - askedNs >= context.resendNs()) {
            UNKNOWN.hit();
            question.ballot = orderedBallot;
            question.life = context.lives().life();
            wasAsked = context.outbound().send(Ballot.node(orderedBallot), question);
            askedNs = nowNs;
        }
        return false;
    }

    private int own() {
        return Life.number(context.lives().life());
    }
}

package io.fleet.scattered.context;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.election.Prepare;

/**
 * In which life one ballot of this node counts each voter (S15). A candidate counts one life of each from its first
 * question to its election, since whoever promises compares them with what it knows. A leader may come to count a later
 * one, which has been repaired by it; then what it orders says so.
 */
public final class BallotLives {
    private final GroupContext context;
    private final int[] numbers = new int[Configuration.SLOTS];
    private int version;

    public BallotLives(final GroupContext context) {
        this.context = context;
    }

    /** A ballot begins: it counts the lives that this node listens to, and none where it knows of a later one. */
    public void begin() {
        version = 0;
        for (int slot = 0; slot < context.slots(); slot++) {
            numbers[slot] = least(slot);
        }
    }

    /** Whether a voter is listened to in the life that is counted. */
    public boolean isCounted(final int slot) {
        return isCurrent(slot) && context.heardNumber(context.members()[slot]) == numbers[slot];
    }

    /** Whether no voter is known to be in a later life than the one that is counted. */
    public boolean areCurrent() {
        for (int slot = 0; slot < context.slots(); slot++) {
            if (!isCurrent(slot)) {
                return false;
            }
        }
        return true;
    }

    /** Counts the lives that are listened to now. */
    public void renew() {
        if (!areCurrent()) {
            final int next = version + 1;
            begin();
            version = next;
        }
    }

    /** How often the lives that are counted have changed. */
    public int version() {
        return version;
    }

    public void fill(final Prepare prepare) {
        prepare.count = context.slots();
        System.arraycopy(numbers, 0, prepare.numbers, 0, prepare.count);
    }

    private boolean isCurrent(final int slot) {
        return numbers[slot] == least(slot);
    }

    private int least(final int slot) {
        return context.membership().isVoter(slot) ? context.leastNumber(context.members()[slot]) : 0;
    }
}

package io.fleet.protocol.scattered;

import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.message.Prepare;
import io.fleet.storage.Life;

/**
 * In which life one ballot of this node counts each voter (S15). A candidate counts one life of each from its first
 * question to its election, since whoever promises compares them with what it knows. A leader may come to count a later
 * one, which has been repaired by it; then what it orders says so.
 */
final class BallotLives {
    private final GroupContext context;
    private final int[] numbers = new int[Configuration.SLOTS];
    private int version;

    BallotLives(final GroupContext context) {
        this.context = context;
    }

    /** A ballot begins: it counts the lives that this node listens to. */
    void begin() {
        version = 0;
        for (int slot = 0; slot < context.slots(); slot++) {
            numbers[slot] = known(slot);
        }
    }

    /** Whether a voter is listened to in the life that is counted. */
    boolean isCounted(final int slot) {
        return numbers[slot] == known(slot);
    }

    /** Whether all are. */
    boolean areCurrent() {
        for (int slot = 0; slot < context.slots(); slot++) {
            if (context.membership().isVoter(slot) && !isCounted(slot)) {
                return false;
            }
        }
        return true;
    }

    /** Counts the lives that are listened to now. */
    void renew() {
        if (!areCurrent()) {
            final int next = version + 1;
            begin();
            version = next;
        }
    }

    /** How often the lives that are counted have changed. */
    int version() {
        return version;
    }

    void fill(final Prepare prepare) {
        prepare.count = context.slots();
        System.arraycopy(numbers, 0, prepare.numbers, 0, prepare.count);
    }

    private int known(final int slot) {
        return context.membership().isVoter(slot) ? number(context, context.members()[slot]) : 0;
    }

    /** In which life this node knows another one, or is itself; 0 where it knows of none that counts. */
    static int number(final GroupContext context, final int node) {
        return Life.number(node == context.self() ? context.standing().life() : context.standing().lifeOf(node));
    }
}

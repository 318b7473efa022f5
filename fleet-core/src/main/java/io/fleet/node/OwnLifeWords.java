package io.fleet.node;

import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.GroupMember;
import io.fleet.storage.mark.Mark;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * What voters say of this node: that they listen to it, or to another life of it (S15).
 * The last word of each counts.
 */
final class OwnLifeWords {
    private static final Mark SETTLED = Mark.named("lives.votes-again-after-a-word-of-a-copy");

    private final int self;
    private final Supplier<List<Configuration>> groups;
    /** Who has said that this process is former. */
    private final BitSet voices = new BitSet();
    /** Who has said that it listens to another process with the number of this one, and not taken it back. */
    private final BitSet doubts = new BitSet();
    /** Who has said that it listens to this process since it was doubted. */
    private final BitSet affirmed = new BitSet();

    OwnLifeWords(final int self, final Supplier<List<Configuration>> groups) {
        this.self = self;
        this.groups = groups;
    }

    /** This node is in another life: what was said of the one before says nothing of it. */
    void forget() {
        forgetVoices();
        doubts.clear();
        affirmed.clear();
    }

    void forgetVoices() {
        voices.clear();
    }

    void former(final int voter) {
        voices.set(voter);
    }

    void doubt(final int voter) {
        doubts.set(voter);
    }

    boolean isDoubted() {
        return !doubts.isEmpty();
    }

    void affirm(final int voter) {
        voices.clear(voter);
        affirmed.set(voter);
        if (!doubts.isEmpty()) {
            doubts.clear(voter);
            if (isAffirmed()) {
                doubts.clear();
            }
            if (doubts.isEmpty()) {
                SETTLED.hit();
            }
        }
    }

    /** In some group so many voters listen to another life that it may have been repaired by them. */
    boolean isEnough() {
        return isAny(voices, false, (voters, others, saying) -> saying >= voters - voters / 2);
    }

    /**
     * In some group in which it votes, or is to vote, so few voters are left that none may listen to another life for
     * this one to be repaired.
     */
    boolean isTooManyToVote() {
        return isAny(voices, true, (voters, others, saying) -> saying > others - (voters - voters / 2));
    }

    /** In each group in which it votes so many voters listen to this process that no copy of it has as many. */
    boolean isAffirmed() {
        return !isAny(affirmed, false, (voters, others, saying) -> saying < voters - voters / 2);
    }

    private interface Share {
        /** {@code others}: of the voters all but this node. */
        boolean is(int voters, int others, int saying);
    }

    private boolean isAny(final BitSet set, final boolean whereItLearns, final Share share) {
        for (final Configuration group : groups.get()) {
            int voters = 0;
            int others = 0;
            int saying = 0;
            for (final GroupMember member : group.members()) {
                final boolean isOther = member.voter() && member.node() != self;
                voters += member.voter() ? 1 : 0;
                others += isOther ? 1 : 0;
                saying += isOther && set.get(member.node()) ? 1 : 0;
            }
            final GroupMember own = group.member(self);
            final boolean counts = own != null && (own.voter() || whereItLearns);
            if (counts && others > 0 && share.is(voters, others, saying)) {
                return true;
            }
        }
        return false;
    }
}

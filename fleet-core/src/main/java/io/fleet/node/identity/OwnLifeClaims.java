package io.fleet.node.identity;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.storage.coverage.CoverageMark;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * What voters say of this node: that they listen to it, or to another life of it (S15).
 * The last word of each counts.
 */
final class OwnLifeClaims {
    private static final CoverageMark SETTLED = CoverageMark.named("lives.votes-again-after-a-word-of-a-copy");

    private final int self;
    private final Supplier<List<Configuration>> groups;
    /** Who has said that this process is former. */
    private final BitSet voices = new BitSet();
    /** Who has said that it listens to another process with the number of this one, and not taken it back. */
    private final BitSet doubts = new BitSet();
    /** Who has said that it listens to this process since it was doubted. */
    private final BitSet affirmed = new BitSet();

    OwnLifeClaims(final int self, final Supplier<List<Configuration>> groups) {
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
        return isAny(voices, false, (others, needed, saying) -> saying >= needed);
    }

    /**
     * In some group in which it votes, or is to vote, so few voters are left that none may listen to another life for
     * this one to be repaired.
     */
    boolean isTooManyToVote() {
        return isAny(voices, true, (others, needed, saying) -> saying > others - needed);
    }

    /** In each group in which it votes so many voters listen to this process that no copy of it has as many. */
    boolean isAffirmed() {
        return !isAny(affirmed, false, (others, needed, saying) -> saying < needed);
    }

    private interface Share {
        /** {@code others}: of the voters all but this node; {@code needed}: of them to repair it. */
        boolean is(int others, int needed, int saying);
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
            final int needed = counts && own.voter() ? voters - voters / 2 : voters / 2 + 1;
            if (counts && others > 0 && share.is(others, needed, saying)) {
                return true;
            }
        }
        return false;
    }
}

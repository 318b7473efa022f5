package io.fleet.node.identity;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.quorum.QuorumSystem;
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
        return isAny(voices, false, Voters::areRepairers);
    }

    /**
     * In some group in which it votes, or is to vote, so few voters are left that none may listen to another life for
     * this one to be repaired.
     */
    boolean isTooManyToVote() {
        return isAny(voices, true, (voters, saying) -> !voters.areRepairers(voters.others & ~saying));
    }

    /** In each group in which it votes so many voters listen to this process that no copy of it has as many. */
    boolean isAffirmed() {
        return !isAny(affirmed, false, (voters, saying) -> !voters.areRepairers(saying));
    }

    private interface Share {
        boolean is(Voters voters, long saying);
    }

    /** Those that vote in a group, as sets of slots: all, this node if it does, and all but this node. */
    private record Voters(QuorumSystem quorum, long all, long own, long others) {
        boolean areRepairers(final long set) {
            return quorum.mayRepair(set, own, all);
        }
    }

    private boolean isAny(final BitSet set, final boolean whereItLearns, final Share share) {
        for (final Configuration group : groups.get()) {
            long saying = 0;
            for (final GroupMember member : group.members()) {
                saying |= set.get(member.node()) && member.node() != self ? 1L << member.slot() : 0;
            }
            final GroupMember own = group.member(self);
            final long slot = own == null ? 0 : 1L << own.slot();
            final Voters voters = new Voters(group.quorumSystem(), group.voters(), group.voters() & slot,
                group.voters() & ~slot);
            if (own != null && (own.voter() || whereItLearns) && voters.others != 0
                && share.is(voters, saying & voters.others)) {
                return true;
            }
        }
        return false;
    }
}

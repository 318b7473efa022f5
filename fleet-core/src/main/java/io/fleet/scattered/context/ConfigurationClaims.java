package io.fleet.scattered.context;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * What members have said, when they were asked, of configurations newer than the one that this node acts on: the last
 * word of each (S14). With n that vote, so many say the same as are one more than a quorum can do without, so one of
 * them at least is right: (n - 1) / 2 + 1. Bounded by the number of slots.
 */
final class ConfigurationClaims {
    private final Int2ObjectHashMap<Word> words = new Int2ObjectHashMap<>();

    /** The last word of a member; false when it has none, since others vote and it does not. */
    boolean add(final int node, final Configuration configuration, final boolean inForce, final Configuration base,
                final int self) {
        if (!isVoter(base, node) && hasOtherVoters(base, self)) {
            return false;
        }
        words.put(node, new Word(configuration, inForce));
        return true;
    }

    /** A member knows of nothing newer any more. */
    void forget(final int node) {
        words.remove(node);
    }

    /** Another configuration is acted on: only what is newer, and was said by its voters, is still of use. */
    void retain(final Configuration current) {
        words.entrySet().removeIf(entry -> entry.getValue().configuration.version() <= current.version()
            || !isVoter(current, entry.getKey()));
    }

    /** All that was said. */
    List<Configuration> all() {
        final List<Configuration> all = new ArrayList<>();
        words.values().forEach(word -> all.add(word.configuration));
        return all;
    }

    /**
     * Whether enough say a configuration.
     *
     * @param inForce only those count that say that a leader was elected in it.
     */
    boolean isSaid(final Configuration configuration, final boolean inForce, final Configuration base,
                   final int self) {
        int count = 0;
        for (final Map.Entry<Integer, Word> each : words.entrySet()) {
            final Word word = each.getValue();
            final GroupMember member = base.member(each.getKey());
            final boolean isApart = member != null && member.voter() && (base.counting() >>> member.slot() & 1) == 0;
            count += !isApart && word.configuration.equals(configuration) && (word.inForce || !inForce) ? 1 : 0;
        }
        return count >= enough(base, self);
    }

    /** How many must say the same; one where no other one votes. */
    private static int enough(final Configuration base, final int self) {
        return hasOtherVoters(base, self) ? base.quorumSystem().fewestRepairers() : 1;
    }

    private static boolean hasOtherVoters(final Configuration base, final int self) {
        return Long.bitCount(base.voters()) > (isVoter(base, self) ? 1 : 0);
    }

    private static boolean isVoter(final Configuration configuration, final int node) {
        final GroupMember member = configuration.member(node);
        return member != null && member.voter();
    }

    private record Word(Configuration configuration, boolean inForce) {
    }
}

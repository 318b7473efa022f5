package io.fleet.node.identity;

import io.fleet.consensus.membership.Configuration;
import io.fleet.storage.Life;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * What each voter has said last of lives of others that are later than those that are known here (S15). What one says
 * alone is believed by nobody: so many must say it that one of them at least is right.
 */
final class Hearsay {
    /** By node, by sender. */
    private final Map<Integer, Map<Integer, Long>> words = new HashMap<>();

    boolean isEmpty() {
        return words.isEmpty();
    }

    void put(final int sender, final int node, final long life) {
        words.computeIfAbsent(node, of -> new HashMap<>()).put(sender, life);
    }

    /** The last word of a voter counts; whether it had said another one. */
    boolean takeBack(final int sender, final int node) {
        final Map<Integer, Long> of = words.get(node);
        if (of == null || of.remove(sender) == null) {
            return false;
        }
        if (of.isEmpty()) {
            words.remove(node);
        }
        return true;
    }

    void forget(final int node) {
        words.remove(node);
    }

    /** The highest life that is said of a node by those of whom something holds, as a number; 0 where there is none. */
    int highest(final int node, final IntPredicate isSaidBy) {
        int highest = 0;
        for (final Map.Entry<Integer, Long> word : words.getOrDefault(node, Map.of()).entrySet()) {
            if (isSaidBy.test(word.getKey()) && !Life.isNumberOnly(word.getValue())) {
                highest = Math.max(highest, Life.number(word.getValue()));
            }
        }
        return highest;
    }

    /**
     * The latest life of a node that so many voters of a group name alike that one of them is right; {@link Life#NONE}
     * where there is none. A word that names a number only names no life.
     */
    long saidAlike(final Configuration group, final int node) {
        final long[] lives = said(group, node);
        final int enough = enough(group);
        for (int last = lives.length - 1; last >= enough - 1; last--) {
            if (lives[last] == lives[last - enough + 1] && !Life.isNumberOnly(lives[last])) {
                return lives[last];
            }
        }
        return Life.NONE;
    }

    /** The number that so many voters of a group say has been reached. */
    int saidNumber(final Configuration group, final int node) {
        final long[] lives = said(group, node);
        final int enough = enough(group);
        return lives.length < enough ? 0 : Life.number(lives[lives.length - enough]);
    }

    private static int enough(final Configuration group) {
        return group.quorumSystem().fewestRepairers();
    }

    /** In which lives other voters know a node, ascending. */
    private long[] said(final Configuration group, final int node) {
        final Map<Integer, Long> of = words.getOrDefault(node, Map.of());
        final long counting = group.counting();
        final long[] lives = group.members().stream().filter(member -> (counting >>> member.slot() & 1) != 0 && member
            .node() != node)
            .mapToLong(member -> of.getOrDefault(member.node(), Life.NONE)).toArray();
        Arrays.sort(lives);
        return lives;
    }
}

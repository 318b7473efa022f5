package io.fleet.node.identity;

import io.fleet.storage.BirthId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Of which cluster nodes tell this one that are not in its list, unasked. They may be members that came later, of its
 * own cluster, whose others have left; these go on to tell it, one election timeout after the other. They may be of
 * another cluster, or it may have been one packet that anybody has sent. So the word of one that does not repeat it is
 * forgotten, and believed is what two go on to say, or what one says for a long time, and only where nobody says
 * anything else.
 *
 * <p>Not thread-safe.
 */
final class UnlistedClaims {
    /** The most nodes whose words are kept: as many as can be members. */
    static final int MAX_NODES = 64;
    /** One alone must go on for so many times as long as its word is kept. */
    static final int LONG = 4;

    private final Map<Integer, Word> words = new LinkedHashMap<>();
    private final long keptNs;

    /** {@code keptNs}: who does not repeat its word for longer is not heard any more. */
    UnlistedClaims(final long keptNs) {
        this.keptNs = keptNs;
    }

    /** A node tells that its cluster, of this birth, has this node as a member. */
    void hear(final int node, final long birth, final long nowNs) {
        forget(nowNs);
        final Word word = words.get(node);
        if (word != null && word.birth == birth) {
            word.heardNs = nowNs;
        } else if (word != null || words.size() < MAX_NODES) {
            words.put(node, new Word(birth, nowNs));
        }
    }

    /** Forgets the words of those who have not repeated them. */
    void forget(final long nowNs) {
        if (!words.isEmpty()) {
            words.values().removeIf(word -> nowNs - word.heardNs > keptNs);
        }
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    /** Whether what a node says now is believed: two have gone on to say so, or it has for long, and nobody differs. */
    boolean isEnough(final int node, final long nowNs) {
        final Word word = words.get(node);
        if (word == null || words.values().stream().anyMatch(other -> other.birth != word.birth)) {
            return false;
        }
        final long repeated = words.values().stream().filter(each -> each.heardNs - each.firstNs >= keptNs / 2).count();
        return repeated > 1 || nowNs - word.firstNs >= LONG * keptNs;
    }

    /** For people: who told of which cluster first. */
    @Override
    public String toString() {
        return words.entrySet().stream().findFirst().map(each -> "node " + each.getKey()
            + ", which is not in its list, belongs to one of birth id " + BirthId.format(each.getValue().birth))
            .orElse("nobody tells of a cluster");
    }

    /** What one node says. */
    private static final class Word {
        private final long birth;
        private final long firstNs;
        private long heardNs;

        Word(final long birth, final long nowNs) {
            this.birth = birth;
            firstNs = nowNs;
            heardNs = nowNs;
        }
    }
}

package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What each node has promised of its part of an entry, and for which slot: who acknowledges a part says up to where
 * decisions do not touch the promise, and keeps the part for the first slot behind that which holds the entry (rules
 * C10, E5, R6; {@code docs/spec/coded.md}, "Parts that nobody needs"). An entry that is decided again far behind needs
 * the parts of those who promised theirs for that time, and not those that others kept since the first.
 */
final class PromiseWitness {
    /** No slot, yet, holds the entry for which a part was promised. */
    static final long OPEN = Long.MAX_VALUE;
    private final int enough;
    private final int window;
    private final List<Map<String, Long>> told = new ArrayList<>();
    private final Map<String, TreeSet<Long>> slots = new HashMap<>();

    PromiseWitness(final CodedPlan plan) {
        enough = plan.quorums().enough();
        window = plan.window();
        for (int i = 0; i < plan.nodes(); i++) {
            told.add(new HashMap<>());
        }
    }

    /** A node that loses its parts has a new life, and nobody counts on what it said before. */
    void onLoss(final int node) {
        told.get(node).clear();
    }

    /** A node acknowledges the whole of its part. */
    void onAcknowledged(final int node, final EntryId id, final long reliedOn) {
        told.get(node).merge(id.toString(), reliedOn, Math::max);
    }

    /**
     * A proxy announces an entry for a slot and those above it; its own part counts where it is needed for that. Who
     * takes the announcement knows what the slots of a window below that hold, so only what was decided before is
     * another time that the entry was written.
     */
    void onReady(final int node, final EntryId id, final long slot) {
        final long before = Math.max(0, slot - window);
        int others = 0;
        for (int other = 0; other < told.size(); other++) {
            final Long upTo = told.get(other).get(id.toString());
            others += other != node && upTo != null && firstAbove(id.toString(), upTo) > before ? 1 : 0;
        }
        if (others < enough) {
            onAcknowledged(node, id, before);
        }
    }

    void onDecided(final long slot, final String id) {
        slots.computeIfAbsent(id, key -> new TreeSet<>()).add(slot);
    }

    /**
     * For which slot a node has to keep its part.
     *
     * @param applied up to which slot it knows what holds the entry.
     * @return the slot; {@link #OPEN} when it is still to come, 0 when nothing is known of the part.
     */
    long keptFor(final int node, final EntryId id, final long applied) {
        final Long known = slots.getOrDefault(id.toString(), new TreeSet<>()).floor(applied);
        final Long upTo = told.get(node).get(id.toString());
        return Math.max(known == null ? 0 : known, upTo == null ? 0 : firstAbove(id.toString(), upTo));
    }

    private long firstAbove(final String id, final long slot) {
        final Long first = slots.getOrDefault(id, new TreeSet<>()).higher(slot);
        return first == null ? OPEN : first;
    }
}

package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Step;
import io.fleet.ec.dissemination.format.PieceTag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What is durable on each node, as its logs say it and not as the node believes: nothing else may be told to others
 * (rules C2, C6, R4, R6). It is kept over restarts, as disks are.
 */
final class DurableWitness {
    private final int enough;
    private final Consumer<String> report;
    private final List<Set<String>> steps = new ArrayList<>();
    private final List<Map<String, BitSet>> parts = new ArrayList<>();
    private final Map<String, Integer> pieces = new HashMap<>();
    /** What each node held before it lost parts; empty while it lacks none. */
    private final List<Set<String>> before = new ArrayList<>();
    /** How often each node had lost its votes when it first spoke in a slot. */
    private final List<Map<Long, Integer>> spoken = new ArrayList<>();
    private final Set<String> announced = new HashSet<>();
    /** What some node has let go of. */
    private final Set<String> released = new HashSet<>();
    private final int[] lostVotes;

    DurableWitness(final CodedPlan plan, final Consumer<String> report) {
        this.enough = plan.quorums().enough();
        this.report = report;
        for (int i = 0; i < plan.nodes(); i++) {
            steps.add(new HashSet<>());
            parts.add(new HashMap<>());
            before.add(new HashSet<>());
            spoken.add(new HashMap<>());
        }
        lostVotes = new int[plan.nodes()];
    }

    /** A node, which is down, loses all its steps, or some of its parts: those that are left are told at its start. */
    void onLoss(final int node, final boolean votes, final boolean lostParts) {
        if (votes) {
            lostVotes[node]++;
            steps.get(node).clear();
        }
        if (lostParts) {
            parts.get(node).keySet().stream().filter(id -> isWhole(node, id)).forEach(before.get(node)::add);
            parts.get(node).clear();
        }
    }

    /** A node says that it holds again what it had lost (S15): nothing that was announced and is needed is missing. */
    void onWhole(final int node, final Predicate<String> isNeeded) {
        for (final String id : before.get(node)) {
            if (announced.contains(id) && !released.contains(id) && isNeeded.test(id)
                && !isWhole(node, id)) {
                report.accept("node " + node + " counts again and has lost its part of " + id);
            }
        }
        before.get(node).clear();
    }

    void onStep(final int node, final long slot, final long step) {
        steps.get(node).add(slot + " " + step);
    }

    void onPiece(final int node, final EntryId id, final long tag) {
        if (tag == PieceTag.NOTE) {
            return;
        }
        pieces.put(id.toString(), PieceTag.pieces(tag));
        parts.get(node).computeIfAbsent(id.toString(), key -> new BitSet()).set(PieceTag.piece(tag));
    }

    /** A node lets go of its part. */
    void onLetGo(final int node, final EntryId id) {
        parts.get(node).remove(id.toString());
        released.add(id.toString());
    }

    /** A node says that nobody needs parts of an entry who takes its snapshot: it has lost its own, or let go of it. */
    void onGoneTold(final EntryId id) {
        released.add(id.toString());
    }

    /** How many nodes hold their part of an entry. */
    int holders(final String id) {
        int holders = 0;
        for (int node = 0; node < parts.size(); node++) {
            holders += isWhole(node, id) ? 1 : 0;
        }
        return holders;
    }

    void onStepSent(final int node, final long slot, final long step) {
        if (!steps.get(node).contains(slot + " " + step)) {
            report.accept("node " + node + " sends " + Step.toString(step) + " of slot " + slot
                + " before it is durable");
        }
        final Integer first = spoken.get(node).putIfAbsent(slot, lostVotes[node]);
        if (first != null && first != lostVotes[node]) {
            report.accept("node " + node + " speaks in slot " + slot + ", in which it may have said something else"
                + " before it lost its votes");
        }
    }

    void onPartAcknowledged(final int node, final EntryId id, final int count) {
        if (count > 0 && durable(node, id) < count) {
            report.accept("node " + node + " acknowledges " + count + " pieces of its part of " + id
                + " when " + durable(node, id) + " are durable");
        }
    }

    /** What is announced for the first time by the word of those who hold it now needs nothing that was lost before. */
    void onReady(final int node, final EntryId id) {
        if (announced.add(id.toString()) && holders(id.toString()) >= enough) {
            before.forEach(lost -> lost.remove(id.toString()));
        }
        int holders = 0;
        for (int other = 0; other < parts.size(); other++) {
            holders += isWhole(other, id.toString()) || before.get(other).contains(id.toString()) ? 1 : 0;
        }
        if (holders < enough && !released.contains(id.toString())) {
            report.accept("node " + node + " announces " + id + ", of which " + holders + " nodes hold their part");
        }
    }

    /** How many pieces are durable without gaps. */
    private int durable(final int node, final EntryId id) {
        final BitSet found = parts.get(node).get(id.toString());
        return found == null ? 0 : found.nextClearBit(0);
    }

    boolean isWhole(final int node, final String id) {
        final BitSet held = parts.get(node).get(id);
        return held != null && held.cardinality() == pieces.get(id);
    }
}

package io.fleet.testkit.coded;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.format.SegmentCodec;
import io.fleet.ec.dissemination.format.SegmentLanes;
import io.fleet.ec.dissemination.store.SegmentStore;
import io.fleet.ec.group.CodedGroup;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * What must hold of a coded group, whatever happens: each slot has one outcome on all nodes and in all their lives;
 * slots are applied in turn; what was acknowledged had been learned durably by f + 1 nodes (Q1), and ends up applied
 * everywhere; any k parts of an entry give back its value.
 */
final class CodedWitness {
    private final CodedPlan plan;
    private final DurableWitness durable;
    private final PromiseWitness promises;
    private final Map<Long, String> outcomes = new HashMap<>();
    private final Map<String, CodedEntry> entries = new HashMap<>();
    private final Map<String, Long> firstSlots = new HashMap<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final long[] applied;
    private final long[] settled;
    private final long[] counted;
    private final Map<String, EntryId> ids = new HashMap<>();
    private long read;
    private String problem;
    private long forfeited;
    private long twice;
    private long losses;
    private long installed;
    private long letGo;
    private long gone;
    private final Map<String, Long> lastSlots = new HashMap<>();
    private final long[] snapshots;
    private final long[] taken;
    private final SegmentCodec codec;
    private final ExpandableArrayBuffer part = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer all = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer lanes = new ExpandableArrayBuffer();

    CodedWitness(final CodedPlan plan) {
        this.plan = plan;
        durable = new DurableWitness(plan, this::report);
        promises = new PromiseWitness(plan);
        applied = new long[plan.nodes()];
        settled = new long[plan.nodes()];
        snapshots = new long[plan.nodes()];
        taken = new long[plan.nodes()];
        counted = new long[CodedCount.values().length];
        codec = new SegmentLanes(CodecKind.TABLE.create(plan.dataSegments(), plan.paritySegments()));
    }

    DurableWitness durable() {
        return durable;
    }

    PromiseWitness promises() {
        return promises;
    }

    void report(final String what) {
        problem = problem == null ? what : problem;
    }

    String problem() {
        return problem;
    }

    long forfeited() {
        return forfeited;
    }

    long twice() {
        return twice;
    }

    long slots() {
        return outcomes.size();
    }

    int acknowledged() {
        return acknowledged.size();
    }

    long counted(final CodedCount what) {
        return counted[what.ordinal()];
    }

    boolean isAcknowledged(final CodedEntry entry) {
        return acknowledged.contains(key(entry.batcherId(), entry.sequence()));
    }

    void onLoss(final int node, final boolean votes, final boolean parts) {
        losses++;
        durable.onLoss(node, votes, parts);
        if (parts) {
            promises.onLoss(node);
        }
    }

    /** How often a node lost something. */
    long losses() {
        return losses;
    }

    /** A node starts from a durable snapshot, which it may not have told of in the life in which it wrote it. */
    void onStart(final int node, final long upTo) {
        applied[node] = upTo;
        snapshots[node] = Math.max(snapshots[node], upTo);
    }

    /** A node goes on behind the snapshot of another. */
    void onInstall(final int node, final long upTo, final long nowApplied) {
        installed++;
        if (upTo != nowApplied) {
            report("node " + node + " installs a snapshot of slot " + upTo + ", and says " + nowApplied);
        }
        applied[node] = nowApplied;
        taken[node] = Math.max(taken[node], upTo);
    }

    /** A node has a durable snapshot; one that has lost its own counts among the f faults until it says so anew. */
    void onSnapshot(final int node, final long upTo) {
        snapshots[node] = upTo;
    }

    /** A node lets go of decisions, or says that it has; what it skipped by the snapshot of another it never had. */
    void onCovered(final int node, final long slot) {
        if (slot <= taken[node]) {
            return;
        }
        int holders = 0;
        for (final long upTo : snapshots) {
            holders += upTo >= slot ? 1 : 0;
        }
        if (holders < plan.quorums().decisive()) {
            report("node " + node + " has let go of slot " + slot + ", which " + holders + " snapshots cover");
        }
    }

    /** A node lets go of its part: no slot that holds the entry, nor one for which it was promised, may need it. */
    void onLetGo(final int node, final EntryId id) {
        letGo++;
        final long slot = promises.keptFor(node, id, applied[node]);
        int holders = 0;
        for (final long upTo : snapshots) {
            holders += slot > 0 && slot != PromiseWitness.OPEN && upTo >= slot + plan.window() ? 1 : 0;
        }
        if (holders < plan.quorums().decisive()) {
            report("node " + node + " lets go of " + id + (slot == PromiseWitness.OPEN ? ", which no slot holds for"
                + " which it was promised" : " of slot " + slot + ", which " + holders + " snapshots cover"));
        }
        durable.onLetGo(node, id);
    }

    long letGo() {
        return letGo;
    }

    /** Whether a slot up to some one holds an entry. */
    boolean isDecidedBy(final EntryId id, final long upTo) {
        return firstSlots.getOrDefault(id.toString(), Long.MAX_VALUE) <= upTo;
    }

    /** Whether a snapshot stands for an entry, and no slot that is still to be applied can hold it again. */
    boolean isOver(final String id, final long snapshot, final long appliedUpTo) {
        final Long last = lastSlots.get(id);
        return last != null && last <= snapshot && last + plan.window() <= appliedUpTo;
    }

    /** What was to be read was let go of. */
    void onGone() {
        gone++;
    }

    long gone() {
        return gone;
    }

    /** How often a node went on behind another one's snapshot. */
    long installed() {
        return installed;
    }

    /** A value was gathered, and is the one that was written. */
    void onRead() {
        read++;
    }

    long read() {
        return read;
    }

    /** The entry of an id; null when nobody wrote it. */
    CodedEntry entry(final EntryId id) {
        return entries.get(id.toString());
    }

    /** The id of an entry as it was submitted. */
    EntryId idOf(final CodedEntry entry) {
        return ids.get(key(entry.batcherId(), entry.sequence()));
    }

    void onDeath(final int node, final long durable, final CodedGroup group) {
        onLearned(node, durable);
        count(group);
    }

    void onLearned(final int node, final long durable) {
        settled[node] = Math.max(settled[node], durable);
    }

    void onSubmit(final CodedEntry entry, final EntryId id) {
        entries.put(id.toString(), entry);
        ids.put(key(entry.batcherId(), entry.sequence()), id);
    }

    void onCycle(final int node, final CodedGroup group) {
        onLearned(node, group.settled());
        if (group.counters().contradictions.get() > 0) {
            report("node " + node + " saw a contradiction");
        }
        if (group.counters().malformed.get() > 0) {
            report("node " + node + " got a malformed message");
        }
    }

    void onApply(final int node, final long slot, final EntryId id, final DirectBuffer header, final int offset,
                 final int length) {
        if (slot != ++applied[node]) {
            report("node " + node + " applies slot " + slot + " behind " + (applied[node] - 1));
        }
        final String outcome = id.toString();
        final String before = outcomes.putIfAbsent(slot, outcome);
        if (before != null && !before.equals(outcome)) {
            report("slot " + slot + " is " + before + " and, on node " + node + ", " + outcome);
        }
        if (id.isNull()) {
            forfeited += before == null ? 1 : 0;
            return;
        }
        final CodedEntry entry = entries.get(outcome);
        if (entry == null) {
            report("slot " + slot + " holds " + outcome + ", which nobody wrote");
        } else if (length != entry.headerLength() || !entry.hasHeader(header, offset)) {
            report("node " + node + " has another header of " + outcome);
        }
        if (before == null && durable.holders(outcome) < plan.dataSegments()) {
            report("slot " + slot + " holds " + outcome + ", of which " + durable.holders(outcome)
                + " parts are left");
        }
        lastSlots.merge(outcome, slot, Math::max);
        promises.onDecided(slot, outcome);
        final Long first = firstSlots.putIfAbsent(outcome, slot);
        twice += before == null && first != null && first != slot ? 1 : 0;
    }

    void onAcknowledged(final int node, final long slot, final EntryId id) {
        acknowledged.add(key(id.batcherId, id.sequence));
        final long held = Math.max(slot, firstSlots.getOrDefault(id.toString(), 0L));
        int learned = 0;
        for (final long upTo : settled) {
            learned += upTo >= held ? 1 : 0;
        }
        if (learned < plan.quorums().decisive()) {
            report("node " + node + " acknowledges slot " + held + ", which " + learned + " nodes have learned");
        }
    }

    /** At the end, with all nodes up and at rest. */
    void onEnd(final CodedNode[] nodes) {
        final Set<String> found = new HashSet<>();
        outcomes.values().forEach(outcome -> {
            final CodedEntry entry = entries.get(outcome);
            if (entry != null) {
                found.add(key(entry.batcherId(), entry.sequence()));
                if (nodes[0].isReferenced(ids.get(key(entry.batcherId(), entry.sequence())))) {
                    decode(nodes, outcome, entry);
                }
            }
        });
        acknowledged.stream().filter(key -> !found.contains(key)).forEach(key -> report("acknowledged entry " + key
            + " is in no slot"));
        for (final CodedNode node : nodes) {
            count(node.group());
        }
    }

    private void decode(final CodedNode[] nodes, final String outcome, final CodedEntry entry) {
        final EntryId id = new EntryId();
        for (final CodedNode node : nodes) {
            node.group().idOf(entry.batcherId(), entry.sequence(), entry.header(), entry.headerLength(), entry.value(),
                entry.valueLength(), id);
            if (!id.toString().equals(outcome)) {
                report("the bytes of " + outcome + " have the id " + id);
                return;
            }
        }
        final int stripe = plan.dataSegments() * plan.longValues().shardLength();
        if (entry.valueLength() <= stripe) {
            decode(nodes, id, 0, 0, entry);
        }
        for (int piece = 1; entry.valueLength() > stripe && (piece - 1) * stripe < entry.valueLength(); piece++) {
            decode(nodes, id, piece, (piece - 1) * stripe, entry);
        }
    }

    private void decode(final CodedNode[] nodes, final EntryId id, final int piece, final int from,
                        final CodedEntry entry) {
        final int most = piece == 0 ? entry.valueLength() : plan.dataSegments() * plan.longValues().shardLength();
        final int bytes = Math.min(most, entry.valueLength() - from);
        final int laneLength = codec.laneLength(bytes);
        for (final CodedNode node : nodes) {
            final int length = node.group().readPart(id, piece, part);
            if (length < 0 || length - SegmentStore.segmentOffset(part) != laneLength) {
                report("node " + node.index + " does not hold piece " + piece + " of its part of " + id);
                return;
            }
            all.putBytes(node.index * laneLength, part, length - laneLength, laneLength);
        }
        for (long present = 0; present < 1L << nodes.length; present++) {
            if (Long.bitCount(present) == plan.dataSegments()) {
                check(laneLength, present, id, from, bytes, entry);
            }
        }
    }

    private void check(final int laneLength, final long present, final EntryId id, final int from, final int bytes,
                       final CodedEntry entry) {
        lanes.checkLimit(codec.segments() * laneLength);
        for (int lane = 0; lane < codec.segments(); lane++) {
            if ((present & 1L << lane) != 0) {
                lanes.putBytes(lane * laneLength, all, lane * laneLength, laneLength);
            }
        }
        codec.reconstruct(lanes, laneLength, present);
        if (!entry.hasValue(from, lanes, 0, bytes)) {
            report("parts " + Long.toBinaryString(present) + " of " + id + " give another value");
        }
    }

    private void count(final CodedGroup group) {
        for (final CodedCount what : CodedCount.values()) {
            counted[what.ordinal()] += what.of(group.counters());
        }
    }

    private static String key(final long batcherId, final long sequence) {
        return batcherId + ":" + sequence;
    }
}

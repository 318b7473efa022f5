package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.message.Decisions;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Knows every step that the members of a coded group have sent, and so how each slot was decided before any of them
 * does: what is sent is durable, and counts for whoever hears of it. Reports
 * <ul>
 * <li>a slot with two outcomes: by PROPOSALs, by VOTEs of any two phases, or as a member tells it (C3, C5);</li>
 * <li>a member that says two things of one kind about a slot and phase, in whichever of its lives (C6, R4, R5);</li>
 * <li>a member that speaks in a slot in which it had spoken before it lost its votes (S15, R5);</li>
 * <li>a candidate that is not the one that others know of a slot (C4, R1);</li>
 * <li>an acknowledgement of what fewer than f + 1 members have durably learned (C8, Q1).</li>
 * </ul>
 */
public final class SlotChecker {
    private static final Name NOTHING = new Name(0, 0, 0);

    private final Quorums quorums;
    private final Violations violations;
    private final Map<Long, Slot> slots = new HashMap<>();
    /** The last slot that is known to hold an entry. */
    private final Map<Name, Long> entries = new HashMap<>();
    /** How often each member began to vote with nothing of what it had said before. */
    private final int[] begun;
    private final long[] learned;
    private final ClaimListener claims;
    private long acknowledged;

    /** Hears of what members say of themselves. */
    @FunctionalInterface
    public interface ClaimListener {
        /**
         * A member says that it has durably learned everything up to a slot.
         *
         * @param member the member.
         * @param upTo   the slot.
         */
        void onClaim(int member, long upTo);
    }

    /** An id; {@link #NOTHING} for none. */
    private record Name(long batcherId, long sequence, long digest) {
        static Name of(final EntryId name) {
            return new Name(name.batcherId, name.sequence, name.digest);
        }

        @Override
        public String toString() {
            return equals(NOTHING) ? "nothing" : Long.toHexString(batcherId) + ":" + sequence + "#"
                + Long.toHexString(digest);
        }
    }

    /** What was said of one slot: a step and its value, for each member. */
    private static final class Slot {
        private final Name[] proposals;
        /** How often each member had begun when it first spoke; 0 while it has not. */
        private final int[] spoken;
        private final Map<Long, Integer> said = new HashMap<>();
        private Name candidate;
        private Name outcome;

        Slot(final int nodes) {
            proposals = new Name[nodes];
            spoken = new int[nodes];
        }
    }

    /**
     * Creates a witness of one group, whose members have the numbers from 0 on.
     *
     * @param quorums    of the group.
     * @param violations where it reports.
     * @param claims     told of what members say that they have learned.
     */
    public SlotChecker(final Quorums quorums, final Violations violations, final ClaimListener claims) {
        this.claims = claims;
        this.quorums = quorums;
        this.violations = violations;
        learned = new long[quorums.nodes()];
        begun = new int[quorums.nodes()];
    }

    /**
     * A member has sent a message.
     *
     * @param sender  the member; others are ignored.
     * @param message what; not kept.
     */
    public void onMessage(final int sender, final Message message) {
        if (sender < 0 || sender >= quorums.nodes()) {
            return;
        }
        if (message instanceof Steps steps) {
            for (int i = 0; i < steps.count; i++) {
                onStep(sender, steps.steps[i]);
            }
        } else if (message instanceof Decisions decisions) {
            for (int i = 0; i < decisions.count; i++) {
                decide(decisions.decisions[i].slot, Name.of(decisions.decisions[i].name), "as node " + sender
                    + " tells");
            }
        } else if (message instanceof Learned said) {
            claims.onClaim(sender, said.upTo);
            onLearned(sender, said.upTo);
        }
    }

    /**
     * A member has durably learned everything up to a slot, as it says itself, or as its disk says.
     *
     * @param node the member.
     * @param upTo the slot.
     */
    public void onLearned(final int node, final long upTo) {
        learned[node] = Math.max(learned[node], upTo);
    }

    /**
     * A member begins to vote, and has nothing of what it may have said before.
     *
     * @param node the member.
     */
    public void onBegun(final int node) {
        begun[node]++;
    }

    /**
     * The last slot that is known to hold an entry.
     *
     * @param name of the entry.
     * @return the slot; 0 for none.
     */
    public long slotOf(final EntryId name) {
        return entries.getOrDefault(Name.of(name), 0L);
    }

    /**
     * Whether f + 1 members are known to have learned a slot.
     *
     * @param slot the slot.
     */
    public boolean isLearned(final long slot) {
        int holders = 0;
        for (final long upTo : learned) {
            holders += upTo >= slot ? 1 : 0;
        }
        return holders >= quorums.decisive();
    }

    /**
     * A client was answered.
     *
     * @param slot of the entry that held its command.
     */
    public void onAcknowledged(final long slot) {
        acknowledged++;
        if (!isLearned(slot)) {
            violations.report("slot " + slot + " is acknowledged, and fewer than " + quorums.decisive()
                + " members have learned it: " + Arrays.toString(learned));
        }
        final Slot open = slots.get(slot);
        if (open != null && NOTHING.equals(open.outcome)) {
            violations.report("slot " + slot + " is acknowledged, and holds nothing");
        }
    }

    /**
     * How a slot was decided on a disk.
     *
     * @param slot the slot.
     * @param name what it holds; all 0 for nothing.
     * @param node whose disk.
     */
    public void onRecorded(final long slot, final EntryId name, final int node) {
        decide(slot, Name.of(name), "on the disk of node " + node);
    }

    /**
     * How a slot was decided, as far as anybody has said.
     *
     * @param slot the slot.
     * @param into takes what it holds; all 0 for nothing.
     * @return false when nobody knows.
     */
    public boolean outcome(final long slot, final EntryId into) {
        final Slot open = slots.get(slot);
        if (open == null || open.outcome == null) {
            return false;
        }
        into.set(open.outcome.batcherId, open.outcome.sequence, open.outcome.digest);
        return true;
    }

    /** How many answers were looked at. */
    public long acknowledgedCount() {
        return acknowledged;
    }

    /** How many slots are known to be decided. */
    public long decidedCount() {
        return slots.values().stream().filter(slot -> slot.outcome != null).count();
    }

    private void onStep(final int sender, final StepLine line) {
        final Slot slot = slots.computeIfAbsent(line.slot, key -> new Slot(quorums.nodes()));
        final Name name = Name.of(line.name);
        final int first = slot.spoken[sender];
        slot.spoken[sender] = begun[sender];
        if (first > 0 && first != begun[sender]) {
            violations.report("node " + sender + " speaks in slot " + line.slot + ", in which it may have said"
                + " something else before it lost its votes");
        }
        if (line.kind == SlotVote.PROPOSAL) {
            propose(sender, line.slot, slot, name);
            return;
        }
        final Integer before = slot.said.putIfAbsent(key(line.kind, line.phase, sender), line.value);
        if (before != null && before != line.value) {
            violations.report("node " + sender + " says " + SlotVote.toString(SlotVote.of(line.kind, line.phase,
                line.value))
                + " of slot " + line.slot + ", and has said "
                + SlotVote.toString(SlotVote.of(line.kind, line.phase, before)));
        }
        if (!name.equals(NOTHING)) {
            know(sender, line.slot, slot, name);
        }
        if (line.kind == SlotVote.VOTE && line.value != SlotVote.UNSURE) {
            count(line, slot);
        }
    }

    private void propose(final int sender, final long number, final Slot slot, final Name name) {
        if (slot.proposals[sender] != null && !slot.proposals[sender].equals(name)) {
            violations.report("node " + sender + " proposes " + name + " for slot " + number + ", and has proposed "
                + slot.proposals[sender]);
        }
        slot.proposals[sender] = name;
        int missing = 0;
        int best = 0;
        Name most = NOTHING;
        for (final Name each : slot.proposals) {
            final int same = each == null || each.equals(NOTHING) ? 0 : same(slot, each);
            missing += each == null ? 1 : 0;
            most = same > best ? each : most;
            best = Math.max(best, same);
        }
        if (best >= quorums.fast()) {
            decide(number, most, "by PROPOSALs");
        } else if (best + missing < quorums.majority()) {
            decide(number, NOTHING, "by PROPOSALs");
        }
    }

    private static int same(final Slot slot, final Name name) {
        int same = 0;
        for (final Name each : slot.proposals) {
            same += name.equals(each) ? 1 : 0;
        }
        return same;
    }

    private void know(final int sender, final long number, final Slot slot, final Name name) {
        if (slot.candidate != null && !slot.candidate.equals(name)) {
            violations.report("node " + sender + " knows " + name + " as the candidate of slot " + number
                + ", and others know " + slot.candidate);
        }
        slot.candidate = name;
    }

    private void count(final StepLine line, final Slot slot) {
        int equal = 0;
        for (int node = 0; node < quorums.nodes(); node++) {
            final Integer vote = slot.said.get(key(SlotVote.VOTE, line.phase, node));
            equal += vote != null && vote == line.value ? 1 : 0;
        }
        if (equal >= quorums.decisive()) {
            decide(line.slot, line.value == SlotVote.ONE ? Name.of(line.name) : NOTHING, "by VOTEs of phase "
                + line.phase);
        }
    }

    private void decide(final long number, final Name name, final String how) {
        final Slot slot = slots.computeIfAbsent(number, key -> new Slot(quorums.nodes()));
        if (slot.outcome != null && !slot.outcome.equals(name)) {
            violations.report("slot " + number + " holds " + slot.outcome + " and, " + how + ", " + name);
        }
        slot.outcome = name;
        if (!name.equals(NOTHING)) {
            entries.merge(name, number, Math::max);
        }
    }

    private static long key(final int kind, final int phase, final int node) {
        return (long) phase << Integer.SIZE | (long) kind << Short.SIZE | node;
    }
}

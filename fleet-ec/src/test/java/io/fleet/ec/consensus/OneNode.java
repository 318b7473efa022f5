package io.fleet.ec.consensus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Node 0 alone: what it forces, sends and decides is kept; the others are the test's. */
public final class OneNode {
    public static final long GRACE_NS = 100;
    public static final long RESEND_NS = 1_000;
    public static final int WINDOW = 4;

    public final SlotConsensus consensus;
    public final List<String> sent = new ArrayList<>();
    public final Map<Long, EntryId> decided = new HashMap<>();
    public final Map<Long, EntryId> history = new HashMap<>();
    public final Deque<long[]> forced = new ArrayDeque<>();
    public boolean hasRoom = true;
    public boolean isDurableAtOnce = true;
    public long nowNs;

    public OneNode(final Quorums quorums) {
        consensus = new SlotConsensus(new SlotConsensusConfig(1, 0, quorums, WINDOW, GRACE_NS, 100 * RESEND_NS,
            RESEND_NS),
            this::append,
            this::read, new Outbound(), new SlotConsensusListener() {
                @Override
                public void onDecided(final long slot, final EntryId id) {
                    decided.put(slot, new EntryId().set(id));
                }

                @Override
                public void onProposed(final long slot, final EntryId id) {
                    sent.add("proposed " + id);
                }
            });
    }

    public static EntryId id(final long name) {
        return new EntryId(name, 1, 1);
    }

    public static EntryId none() {
        return new EntryId();
    }

    public void proposal(final int sender, final long slot, final EntryId id) {
        consensus.onVote(sender, slot, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id, false, nowNs);
    }

    /** The same of several, one after the other. */
    public void proposals(final int first, final int last, final long slot, final EntryId id) {
        for (int sender = first; sender <= last; sender++) {
            proposal(sender, slot, id);
        }
    }

    public void state(final int sender, final int phase, final int value, final EntryId id) {
        consensus.onVote(sender, 1, SlotVote.of(SlotVote.STATE, phase, value), id, false, nowNs);
    }

    public void vote(final int sender, final int phase, final int value, final EntryId id) {
        consensus.onVote(sender, 1, SlotVote.of(SlotVote.VOTE, phase, value), id, false, nowNs);
    }

    public void durable() {
        final long[] vote = forced.removeFirst();
        consensus.onDurable(vote[0], vote[1], nowNs);
        while (isDurableAtOnce && !forced.isEmpty()) {
            durable();
        }
    }

    public void propose(final long slot, final EntryId id) {
        consensus.propose(slot, id);
        if (isDurableAtOnce) {
            durable();
        }
    }

    /** Makes durable what the last message led to. */
    public void settleSteps() {
        if (!forced.isEmpty()) {
            durable();
        }
    }

    private boolean append(final long slot, final long vote, final EntryId id) {
        if (hasRoom) {
            forced.add(new long[] {slot, vote});
        }
        return hasRoom;
    }

    private boolean read(final long slot, final EntryId into) {
        if (!history.containsKey(slot)) {
            return false;
        }
        into.set(history.get(slot));
        return true;
    }

    private final class Outbound implements SlotConsensusOutbound {
        @Override
        public void vote(final int to, final long slot, final long vote, final EntryId id, final boolean isAgain) {
            sent.add(to + " " + slot + " " + SlotVote.toString(vote) + " " + id.batcherId + (isAgain ? " again" : ""));
        }

        @Override
        public void decided(final int to, final long slot, final EntryId id) {
            sent.add(to + " " + slot + " DECIDED " + id.batcherId);
        }

        @Override
        public void covered(final int to, final long slot) {
            sent.add(to + " " + slot + " COVERED");
        }
    }
}

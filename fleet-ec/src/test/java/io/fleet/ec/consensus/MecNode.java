package io.fleet.ec.consensus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One node of a {@link MecWorld}: its order, and what of it is durable. */
final class MecNode implements VoteLog, SlotConsensusOutbound, SlotConsensusListener, DecisionHistory {
    final int index;
    SlotConsensus consensus;
    private final MecWorld world;
    private final List<Forced> staged = new ArrayList<>();
    private final List<Forced> durable = new ArrayList<>();
    private final List<Forced> ever = new ArrayList<>();
    /** Decisions of this life, and those of them that are durable, without gaps. */
    private final Map<Long, EntryId> decided = new HashMap<>();
    private final List<EntryId> history = new ArrayList<>();
    private final long first;

    private record Forced(long slot, long vote, EntryId id) {
    }

    MecNode(final MecWorld world, final int index) {
        this.world = world;
        this.index = index;
        first = world.first;
    }

    void start(final SlotConsensusConfig config) {
        consensus = new SlotConsensus(config, this, this, this, this);
        consensus.settle(settled());
        durable.stream().filter(forced -> forced.slot > settled())
            .forEach(forced -> consensus.recover(forced.slot, forced.vote, forced.id));
    }

    void crash(final SplittableRandom random) {
        staged.removeIf(forced -> random.nextBoolean());
        durable.addAll(staged);
        ever.addAll(staged);
        staged.clear();
        decided.clear();
        durable.removeIf(forced -> !world.policy.keeps(SlotVote.kind(forced.vote)));
    }

    /** Some of what is staged becomes durable, in any order, and so do some decisions. */
    void flush(final SplittableRandom random, final long nowNs) {
        final int count = random.nextInt(staged.size() + 1);
        for (int i = 0; i < count; i++) {
            makeDurable(random.nextInt(staged.size()), nowNs);
        }
        if (random.nextBoolean()) {
            settle();
        }
    }

    void flushAll(final long nowNs) {
        while (!staged.isEmpty()) {
            makeDurable(0, nowNs);
        }
        settle();
    }

    boolean hasProposed(final long slot, final EntryId id) {
        return ever.stream().anyMatch(forced -> forced.slot == slot && SlotVote.kind(forced.vote) == SlotVote.PROPOSAL
            && forced.id.same(id));
    }

    @Override
    public boolean append(final long slot, final long vote, final EntryId id) {
        if (world.random.nextInt(10) == 0) {
            return false;
        }
        staged.add(new Forced(slot, vote, new EntryId().set(id)));
        return true;
    }

    @Override
    public void vote(final int to, final long slot, final long vote, final EntryId id, final boolean isAgain) {
        final EntryId copy = new EntryId().set(id);
        world.send(index, to, false, (node, nowNs) -> node.consensus.onVote(index, slot, vote, copy, isAgain, nowNs));
    }

    @Override
    public void decided(final int to, final long slot, final EntryId id) {
        final EntryId copy = new EntryId().set(id);
        world.send(index, to, true, (node, nowNs) -> node.consensus.onDecided(index, slot, copy, nowNs));
    }

    @Override
    public void covered(final int to, final long slot) {
        world.report("node " + index + " has no decision of slot " + slot);
    }

    @Override
    public void onDecided(final long slot, final EntryId id) {
        decided.put(slot, new EntryId().set(id));
        world.onDecided(index, slot, id);
    }

    @Override
    public void onProposed(final long slot, final EntryId id) {
        if (id.isNull()) {
            world.report("null is announced as a proposal of slot " + slot);
        }
    }

    @Override
    public boolean read(final long slot, final EntryId into) {
        if (slot > settled()) {
            return false;
        }
        into.set(history.get((int) (slot - first) - 1));
        return true;
    }

    private void makeDurable(final int position, final long nowNs) {
        final Forced forced = staged.remove(position);
        durable.add(forced);
        ever.add(forced);
        consensus.onDurable(forced.slot, forced.vote, nowNs);
    }

    private void settle() {
        while (decided.containsKey(settled() + 1)) {
            history.add(decided.get(settled() + 1));
        }
        consensus.settle(settled());
    }

    private long settled() {
        return first + history.size();
    }
}

package io.fleet.consensus.audience;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.quorum.QuorumSystem;
import io.fleet.storage.coverage.CoverageMark;

/**
 * To which part of the voters the batchers of one process send the next body: one part after the other, of those that
 * the leader named last (FLEET 3.3, Compartmentalized MultiPaxos 3.2). That part gets it, all members that execute, and
 * those that learn; witnesses of other parts do not. To all where there are no parts, where every member executes, and
 * where the leader of the entry's ballot has not said yet which parts it would take.
 *
 * <p>Nothing rests on it. The leader may let another part persist an entry, which then asks for the body; members may
 * have changed; and what had no answer is sent to all. Single-threaded; allocates when members change only.
 */
public final class BodyAudience {
    private static final CoverageMark PART = CoverageMark.named("body-audience.part-chosen");

    private int[][] nodes = {};
    private int[] executing = {};
    private long ballot;
    private long open;
    private int last;

    /**
     * Knows of no members.
     *
     * @param seed any; who begins where should differ from one process to the other.
     */
    public BodyAudience(final long seed) {
        last = (int) Math.floorMod(seed, (long) Configuration.SLOTS);
    }

    /**
     * Who belongs to the group.
     *
     * @param configuration the newest that is known.
     */
    public void members(final Configuration configuration) {
        final QuorumSystem quorums = configuration.quorumSystem();
        final int parts = configuration.witnesses() == 0 || quorums.parts() < 2 ? 0 : quorums.parts();
        final int[][] next = new int[parts][];
        for (int i = 0; i < parts; i++) {
            final long part = quorums.part(i);
            next[i] = configuration.members().stream()
                .filter(member -> !member.isWitness() || !member.voter() || (part >>> member.slot() & 1) != 0)
                .mapToInt(GroupMember::node).toArray();
        }
        nodes = next;
        executing = configuration.members().stream().filter(member -> !member.isWitness()).mapToInt(GroupMember::node)
            .toArray();
    }

    /**
     * The leader that this node follows says which parts are open.
     *
     * @param order its word.
     */
    public void hear(final Order order) {
        ballot = order.ballot;
        open = order.openParts;
    }

    /**
     * A node says which parts are open, or nothing; what it had heard of an older leader means nothing.
     *
     * @param answers its answers to commands.
     */
    public void hear(final ReplyBatch answers) {
        if (answers.ballot > ballot || answers.ballot == ballot && answers.openParts != 0) {
            ballot = answers.ballot;
            open = answers.openParts;
        }
    }

    /**
     * Writes into answers to commands which parts are open, where the leader of their ballot has said so.
     *
     * @param answers to a client.
     */
    public void tell(final ReplyBatch answers) {
        answers.openParts = answers.ballot == ballot && !answers.reads ? open : 0;
    }

    /**
     * The part for the body of a new entry.
     *
     * @param entryBallot the ballot that the entry is meant for.
     * @return see {@link EntryBody#part}.
     */
    public int next(final long entryBallot) {
        if (nodes.length == 0 || entryBallot != ballot || (open & Order.PARTS_TOLD) == 0) {
            return EntryBody.EVERYONE;
        }
        for (int i = 1; i <= nodes.length; i++) {
            final int part = (last + i) % nodes.length;
            if ((open >>> part & 1) != 0) {
                PART.hit();
                last = part;
                return part;
            }
        }
        return EntryBody.EVERYONE;
    }

    /**
     * Who executes.
     *
     * @return the nodes, not to be changed.
     */
    public int[] executing() {
        return executing;
    }

    /**
     * Who gets a body of that part.
     *
     * @param part see {@link EntryBody#part}.
     * @return the nodes, not to be changed; null for all.
     */
    public int[] nodes(final int part) {
        return part < 0 || part >= nodes.length ? null : nodes[part];
    }
}

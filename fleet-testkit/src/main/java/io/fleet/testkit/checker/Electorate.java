package io.fleet.testkit.checker;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Who votes in each configuration of a group, as the nodes that act on them tell (S14): all that act on one version
 * must act on the same members. Sets are of node ids.
 */
public final class Electorate {
    private final long founders;
    private final Configuration first;
    private final Violations violations;
    private final TreeMap<Long, Configuration> known = new TreeMap<>();
    /** Who acts on the newest that anybody acts on, one bit each. */
    private long acting;

    /**
     * Creates one of a group whose first members are the nodes from 0 on.
     *
     * @param founders   how many they are.
     * @param violations takes what is wrong.
     */
    public Electorate(final int founders, final Violations violations) {
        this(founders, 0, QuorumLayout.majority(), violations);
    }

    /**
     * Creates one of a group whose first members are the nodes from 0 on.
     *
     * @param founders   how many they are.
     * @param witnesses  which of them execute nothing, one bit for each.
     * @param quorums    how they count.
     * @param violations takes what is wrong.
     */
    public Electorate(final int founders, final long witnesses, final QuorumLayout quorums,
                      final Violations violations) {
        this.founders = founders == Long.SIZE ? -1 : (1L << founders) - 1;
        final int[] nodes = IntStream.range(0, Math.min(founders, Configuration.SLOTS)).toArray();
        first = Configuration.first(nodes, IntStream.of(nodes).filter(node -> (witnesses >>> node & 1) != 0).toArray(),
            0, 0, List.of()).countedBy(quorums);
        this.violations = violations;
    }

    /**
     * A node acts on a configuration.
     *
     * @param node          which node.
     * @param configuration what it has recorded.
     */
    public void onConfiguration(final int node, final Configuration configuration) {
        acting = configuration.version() > newest().version() ? 0 : acting;
        final Configuration before = known.putIfAbsent(configuration.version(), configuration);
        if (before != null && !before.equals(configuration)) {
            violations.report("configuration " + configuration.version() + " is two: " + before + " and, on node "
                + node + ", " + configuration);
        }
        acting |= configuration.version() == newest().version() ? 1L << node : 0;
        final Configuration lower = before == null ? known.lowerEntry(configuration.version()) == null ? null
            : known.lowerEntry(configuration.version()).getValue() : null;
        if (lower != null && lower.number() >= configuration.number()) {
            violations.report("configuration " + configuration + " does not follow " + lower);
        }
    }

    /**
     * Whether a set of nodes may elect: it has a read and a write quorum in it.
     *
     * @param version the version of the configuration.
     * @param nodes   the set.
     * @return whether; false where nobody acts on that version.
     */
    public boolean isElectionQuorum(final long version, final long nodes) {
        final Configuration there = at(version);
        return there != null && there.quorumSystem().isElectionQuorum(slots(there, nodes));
    }

    /**
     * Whether a set of nodes has a read quorum in it: what it promises binds every write quorum.
     *
     * @param version the version of the configuration.
     * @param nodes   the set.
     * @return whether; false where nobody acts on that version.
     */
    public boolean isReadQuorum(final long version, final long nodes) {
        final Configuration there = at(version);
        return there != null && there.quorumSystem().isReadQuorum(slots(there, nodes));
    }

    /**
     * Whether a set of nodes has a write quorum in it: enough to choose.
     *
     * @param version the version of the configuration.
     * @param nodes   the set.
     * @return whether; false where nobody acts on that version.
     */
    public boolean isWriteQuorum(final long version, final long nodes) {
        final Configuration there = at(version);
        return there != null && there.quorumSystem().isWriteQuorum(slots(there, nodes));
    }

    /** Whether the founders' snapshots are enough copies of what is trimmed behind them. */
    public boolean isCopiedAtFirst(final long nodes) {
        return first.isCopied(slots(first, nodes));
    }

    /** How the voters count in the newest configuration that anybody acts on. */
    public Configuration newest() {
        return known.isEmpty() ? first : known.lastEntry().getValue();
    }

    /** The newest in which enough act to elect, or the one before the newest that anybody acts on. */
    private Configuration inForce() {
        final Map.Entry<Long, Configuration> older = known.isEmpty() ? null : known.lowerEntry(known.lastKey());
        return newest().quorumSystem().isElectionQuorum(slots(newest(), acting)) || known.isEmpty() ? newest()
            : older == null ? first : older.getValue();
    }

    /**
     * Whether, in the configuration that is in force, each read quorum has one of some nodes in it, or as many of them
     * execute as are enough copies.
     */
    public boolean isSafeWith(final long nodes) {
        final Configuration there = inForce();
        final long holders = slots(there, nodes);
        return there.isCopied(holders) || !there.quorumSystem().isReadQuorum(there.voters() & ~holders);
    }

    private Configuration at(final long version) {
        final Configuration configuration = known.get(version);
        return configuration == null && version == 0 ? first : configuration;
    }

    private static long slots(final Configuration configuration, final long nodes) {
        long slots = 0;
        for (final GroupMember member : configuration.members()) {
            slots |= (nodes >>> member.node() & 1) != 0 ? 1L << member.slot() : 0;
        }
        return slots;
    }

    /**
     * Those that vote.
     *
     * @param version the version of the configuration.
     * @return the set; empty where nobody acts on that version.
     */
    public long voters(final long version) {
        final Configuration configuration = known.get(version);
        return configuration == null ? version == 0 ? founders : 0 : voters(configuration);
    }

    /**
     * Whether a node is the only member at some LSN. It tells nobody what it orders there.
     *
     * @param node the node.
     * @param lsn  the LSN.
     */
    public boolean isAlone(final int node, final long lsn) {
        final Map.Entry<Long, Configuration> there = known.lowerEntry(lsn);
        return there == null ? founders == 1L << node : isAlone(node, there.getValue());
    }

    /**
     * Whether the group has one member only at some LSN: what is chosen there nobody hears.
     *
     * @param lsn the LSN.
     */
    public boolean isOne(final long lsn) {
        final Map.Entry<Long, Configuration> there = known.lowerEntry(lsn);
        return there == null ? Long.bitCount(founders) == 1 : there.getValue().members().size() == 1;
    }

    /**
     * Whether a node was the only member at any time.
     *
     * @param node the node.
     */
    public boolean wasAlone(final int node) {
        return founders == 1L << node || known.values().stream().anyMatch(each -> isAlone(node, each));
    }

    private static boolean isAlone(final int node, final Configuration configuration) {
        return configuration.members().size() == 1 && configuration.members().get(0).node() == node;
    }

    /** Those that vote in the newest configuration that anybody acts on. */
    public long newestVoters() {
        return known.isEmpty() ? founders : voters(known.lastEntry().getValue());
    }

    /** All members of the newest configuration that anybody acts on. */
    public long newestMembers() {
        if (known.isEmpty()) {
            return founders;
        }
        long members = 0;
        for (final GroupMember member : known.lastEntry().getValue().members()) {
            members |= 1L << member.node();
        }
        return members;
    }

    /** How many configurations somebody has acted on, besides the first. */
    public int changes() {
        return known.size();
    }

    private static long voters(final Configuration configuration) {
        long voters = 0;
        for (final GroupMember member : configuration.members()) {
            voters |= member.voter() ? 1L << member.node() : 0;
        }
        return voters;
    }
}

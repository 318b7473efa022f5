package io.fleet.testkit.checker;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who votes in each configuration of a group, as the nodes that act on them tell (S14): all that act on one version
 * must act on the same members. Sets are of node ids.
 */
public final class Electorate {
    private final long founders;
    private final Violations violations;
    private final TreeMap<Long, Configuration> known = new TreeMap<>();

    /**
     * Creates one of a group whose first members are the nodes from 0 on.
     *
     * @param founders   how many they are.
     * @param violations takes what is wrong.
     */
    public Electorate(final int founders, final Violations violations) {
        this.founders = founders == Long.SIZE ? -1 : (1L << founders) - 1;
        this.violations = violations;
    }

    /**
     * A node acts on a configuration.
     *
     * @param node          which node.
     * @param configuration what it has recorded.
     */
    public void onConfiguration(final int node, final Configuration configuration) {
        final Configuration before = known.putIfAbsent(configuration.version(), configuration);
        if (before != null && !before.equals(configuration)) {
            violations.report("configuration " + configuration.version() + " is two: " + before + " and, on node "
                + node + ", " + configuration);
        }
        final Configuration lower = before == null ? known.lowerEntry(configuration.version()) == null ? null
            : known.lowerEntry(configuration.version()).getValue() : null;
        if (lower != null && lower.number() >= configuration.number()) {
            violations.report("configuration " + configuration + " does not follow " + lower);
        }
    }

    /**
     * Whether a set of nodes is a majority of those that vote.
     *
     * @param version the version of the configuration.
     * @param nodes   the set.
     * @return whether; false where nobody acts on that version.
     */
    public boolean isMajority(final long version, final long nodes) {
        final long voters = voters(version);
        return Long.bitCount(nodes & voters) * 2 > Long.bitCount(voters);
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

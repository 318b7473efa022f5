package io.fleet.examples.kv.server;

import io.fleet.config.Learning;
import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.error.ConfigException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The options of a command that say how a node comes to its group, checked together. */
final class MembershipOptions {
    @Option(names = "--join",
        description = "joins a group that exists: this node waits for 'fleet admin add' or 'replace'; --members are "
            + "itself and any of the others; say so at every start")
    private boolean joins;
    @Option(names = "--alone",
        description = "founds a group of this one node, where --members names no other; leave it out as soon as other "
            + "nodes have been added")
    private boolean alone;
    @Option(names = "--witnesses", paramLabel = "ID,...", split = ",",
        description = "which of --members are witnesses: they persist and vote, and have no keys; fewer than half, or "
            + "with --quorums as many as the others are enough copies for; the same list on every node; with --join "
            + "this node itself, where it is added with --role storage")
    private Set<Integer> witnesses = Set.of();

    @Option(names = "--learning", paramLabel = "WHO", defaultValue = "adaptive",
        description = "who hears that an entry is durable: everyone; the leader; adaptive: the leader and whoever "
            + "answers, everyone under load; collector: a member that the leader names, which tells all; aggregator: "
            + "that one also passes the leader's orders on; for five voters and more (default: ${DEFAULT-VALUE})")
    private String learning;
    @Option(names = "--quorums", paramLabel = "LAYOUT",
        description = "of those that found a group: how its voters count, the same on every node; majority: a majority "
            + "of all writes and elects (default); groups:1,2,3/4,5,6: a majority of any one of these storage groups "
            + "writes, and one of each elects; grid:1,2/3,4: a whole column of these rows writes, and a whole row and "
            + "a whole column elect; 'fleet admin quorums' changes it later")
    private String quorums;

    boolean joins() {
        return joins;
    }

    Learning learning(final OptionChecks checks) {
        return checks.oneOf("--learning", learning, Learning.class);
    }

    boolean alone() {
        return alone;
    }

    /** What is asked for, on one of the nodes. */
    KvMembership checked(final List<String> members, final int node, final boolean isCoded,
                         final OptionChecks checks) {
        if (joins && members.size() < 2) {
            throw checks.wrong("--join is given, but --members names no other node");
        }
        if (alone && !isCoded && (joins || members.size() != 1)) {
            throw checks.wrong("--alone is given, but " + (joins ? "so is --join" : "--members names " + members.size()
                + " nodes: it is for a group that one node founds"));
        }
        if (isCoded && !witnesses.isEmpty()) {
            throw checks.wrong("--witnesses is given, but a group of --mode coded has none");
        }
        for (final int witness : witnesses) {
            requireWitness(witness, members.size(), node, checks);
        }
        final QuorumLayout layout = layout(members.size(), isCoded, checks);
        if (!joins && layout.isMajority() && witnesses.size() * 2 >= Math.max(members.size(), 1)) {
            throw checks.wrong("--witnesses names " + witnesses.size() + " of " + members.size()
                + " members, but must name fewer than half: the others have the keys");
        }
        if (!layout.isMajority() && !first(members.size(), layout).hasEnoughReplicas()) {
            throw checks.wrong("--witnesses names " + witnesses.size() + " of " + members.size()
                + " members, but with --quorums " + quorums + " the others, which have the keys, must be enough to"
                + " write by themselves, or more than may be lost of a group");
        }
        return new KvMembership(members, joins, alone, Set.copyOf(witnesses), layout, null);
    }

    /** How the founders count, who must be told of here. */
    private QuorumLayout layout(final int members, final boolean isCoded, final OptionChecks checks) {
        if (quorums == null) {
            return QuorumLayout.majority();
        }
        if (isCoded) {
            throw checks.wrong("--quorums is given, but the members of a group of --mode coded count by --k and --m");
        }
        if (members == 0) {
            throw checks.wrong("--quorums is " + quorums + ", but replicas of one process are a majority of their own:"
                + " name --members");
        }
        if (joins) {
            throw checks.wrong("--quorums is given with --join, but says how those count that found a group: a node"
                + " that joins hears it from them");
        }
        final QuorumLayout layout;
        try {
            layout = QuorumLayout.parse(quorums);
        } catch (final ConfigException e) {
            throw checks.wrong("--quorums: " + e.getMessage());
        }
        layout.parts().forEach(part -> part.forEach(
            node -> checks.range("node of --quorums " + quorums, node, 0, members - 1)));
        return layout;
    }

    private Configuration first(final int members, final QuorumLayout layout) {
        return Configuration.first(IntStream.range(0, members).toArray(),
            witnesses.stream().mapToInt(Integer::intValue).sorted().toArray(), 0, 0, List.of()).countedBy(layout);
    }

    private void requireWitness(final int witness, final int members, final int node, final OptionChecks checks) {
        if (members == 0) {
            throw checks.wrong("--witnesses is " + witnesses + ", but all replicas of one process have the keys:"
                + " name --members");
        }
        checks.range("--witnesses", witness, 0, members - 1);
        if (joins && witness != node) {
            throw checks.wrong("--witnesses names node " + witness + ", but with --join it says of this node, "
                + node + ", alone that it is one");
        }
    }
}

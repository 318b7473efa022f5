package io.fleet.examples.kv.server;

import java.util.List;
import java.util.Set;
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
        description = "which of --members are witnesses: they persist and vote, and have no keys; fewer than half, the "
            + "same list on every node; with --join this node itself, where it is added with --role storage")
    private Set<Integer> witnesses = Set.of();

    boolean joins() {
        return joins;
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
        if (!joins && witnesses.size() * 2 >= Math.max(members.size(), 1)) {
            throw checks.wrong("--witnesses names " + witnesses.size() + " of " + members.size()
                + " members, but must name fewer than half: the others have the keys");
        }
        return new KvMembership(members, joins, alone, Set.copyOf(witnesses), null);
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

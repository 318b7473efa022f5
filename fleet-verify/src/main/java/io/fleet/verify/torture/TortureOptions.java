package io.fleet.verify.torture;

import io.fleet.config.ErasureCode;
import io.fleet.config.Learning;
import io.fleet.config.QuorumLayout;
import io.fleet.verify.torture.fault.Fault;
import io.fleet.verify.torture.fault.FaultGroup;
import io.fleet.verify.torture.fault.FaultPlans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a run is asked for, checked.
 *
 * @param regime    where its faults come from.
 * @param length    how long clients work.
 * @param nodes     how many there are.
 * @param clients   how many work at once, at least one for each node.
 * @param directory new or empty; takes data and logs of the processes, and is kept. Null for a temporary one, which is
 *                  kept when the run fails only.
 * @param maxGap    how long no client at all may be without an answer; judged with {@link Regime#ROUND} only.
 * @param seed      of what is drawn.
 * @param groups    of which faults are drawn.
 * @param code      of the group, whose members are then the nodes; null for the default mode.
 * @param witnesses how many of the nodes, the last ones, have no keys; as many as the others are enough copies for, and
 *                  none of a coded group.
 * @param observers how many of the nodes, the last ones, do not vote until they take the place of one that is lost;
 *                  with these there are no witnesses.
 * @param quorums   how the voters count: the group is founded with the first, and changes to the next in turn, round
 *                  and round; empty for a majority that nobody changes.
 * @param learning  who hears acknowledgements; null for the default.
 * @param store     where nodes keep keys and values.
 */
public record TortureOptions(Regime regime, Duration length, int nodes, int clients, Path directory, Duration maxGap,
                             long seed, Set<FaultGroup> groups, ErasureCode code, int witnesses,
                             int observers, List<QuorumLayout> quorums, Learning learning,
                             NodeStore store) {
    private static final int CHAOS_NODES = 3;
    /** Of drawn runs: clients read at all levels. */
    private static final int LEASE_MILLIS = 400;

    /**
     * Of a run with fixed faults on three nodes.
     *
     * @param length    how long clients work.
     * @param clients   how many work at once.
     * @param directory as above.
     * @param powerCut  whether all processes are killed at once, rather than one after another.
     * @param maxGap    as above.
     * @return the options.
     */
    public static TortureOptions chaos(final Duration length, final int clients, final Path directory,
                                       final boolean powerCut, final Duration maxGap) {
        return new TortureOptions(powerCut ? Regime.POWER_CUT : Regime.ROUND, length, CHAOS_NODES, clients, directory,
            maxGap, 0, Set.of(), null, 0, 0, List.of(), null, NodeStore.DEFAULT);
    }

    /**
     * Of a run with drawn faults.
     *
     * @param length    how long clients work.
     * @param nodes     how many there are.
     * @param clients   how many work at once.
     * @param directory as above.
     * @param seed      of what is drawn.
     * @param groups    of which faults are drawn.
     * @return the options.
     */
    public static TortureOptions torture(final Duration length, final int nodes, final int clients,
                                         final Path directory, final long seed, final Set<FaultGroup> groups) {
        return new TortureOptions(Regime.DRAWN, length, nodes, clients, directory, length, seed, Set.copyOf(groups),
            null, 0, 0, List.of(), null, NodeStore.DEFAULT);
    }

    /**
     * The same run on a coded group, with a node for each segment, and long values among the others.
     *
     * @param with how values are cut; m is at least 2, so that one node may fail.
     * @return the options.
     */
    public TortureOptions coded(final ErasureCode with) {
        return new TortureOptions(regime, length, with.members(), clients, directory, maxGap, seed, groups, with, 0, 0,
            List.of(), null, store);
    }

    /**
     * The same run where some nodes only persist and vote.
     *
     * @param count how many, the last ones; fewer than half.
     * @return the options.
     */
    public TortureOptions witnesses(final int count) {
        return new TortureOptions(regime, length, nodes, clients, directory, maxGap, seed, groups, code, count, 0,
            quorums, learning, store);
    }

    /**
     * The same run with more nodes, which do not vote. At the end of it two voters are lost for good, one after the
     * other, and an observer takes the place of each, while there are any.
     *
     * @param count how many.
     * @return the options.
     */
    public TortureOptions observers(final int count) {
        return new TortureOptions(regime, length, nodes + count, clients, directory, maxGap, seed, groups, code,
            witnesses, count, quorums, learning, store);
    }

    /**
     * The same run where voters count in other ways. Each must bear the loss of one node.
     *
     * @param layouts the first is what the group is founded with; where there are several, the run changes from one to
     *                the next, and fails where it never can.
     * @return the options.
     */
    public TortureOptions quorums(final List<QuorumLayout> layouts) {
        return new TortureOptions(regime, length, nodes, clients, directory, maxGap, seed, groups, code, witnesses,
            observers, List.copyOf(layouts), learning, store);
    }

    /**
     * The same run where acknowledgements go elsewhere than by default.
     *
     * @param who of {@code --learning}; null for the default.
     * @return the options.
     */
    public TortureOptions learning(final Learning who) {
        return new TortureOptions(regime, length, nodes, clients, directory, maxGap, seed, groups, code, witnesses,
            observers, quorums, who, store);
    }

    /**
     * The same run where nodes keep keys and values elsewhere.
     *
     * @param kept of all nodes.
     * @return the options.
     */
    public TortureOptions store(final NodeStore kept) {
        return new TortureOptions(regime, length, nodes, clients, directory, maxGap, seed, groups, code, witnesses,
            observers, quorums, learning, kept);
    }

    /** Whether how voters count is changed while clients work. */
    boolean changesQuorums() {
        return quorums.size() > 1;
    }

    /** A layout as options and addresses name it. */
    static String named(final QuorumLayout layout) {
        return layout.toString().replace(' ', ':');
    }

    /** How many nodes found the group: the first ones. */
    int founders() {
        return nodes - observers;
    }

    /** Whether a node leads. */
    boolean isLed() {
        return code == null;
    }

    /** What a node's process is told of the group. */
    List<String> nodeOptions() {
        final List<String> told = new ArrayList<>();
        if (code != null) {
            told.addAll(List.of("--mode", "coded", "--k", Integer.toString(code.k()), "--m",
                Integer.toString(code.m())));
        } else if (isDrawn()) {
            told.addAll(List.of("--leases", Integer.toString(LEASE_MILLIS)));
        }
        if (witnesses > 0) {
            told.addAll(List.of("--witnesses", IntStream.range(nodes - witnesses, nodes)
                .mapToObj(Integer::toString).collect(Collectors.joining(","))));
        }
        if (learning != null) {
            told.addAll(List.of("--learning", learning.name().toLowerCase(Locale.ROOT)));
        }
        if (!quorums.isEmpty()) {
            told.addAll(List.of("--quorums", named(quorums.get(0))));
        }
        told.addAll(store.nodeOptions());
        return told;
    }

    boolean isDrawn() {
        return regime == Regime.DRAWN;
    }

    List<Fault> plan() {
        return switch (regime) {
            case ROUND -> FaultPlans.round(length);
            case POWER_CUT -> FaultPlans.powerCut(length);
            case DRAWN -> FaultPlans.drawn(length, seed, groups, isLed());
        };
    }

    /** The command, as reports begin. */
    String title() {
        return (isDrawn() ? "fleet torture" : "fleet chaos") + (code == null ? "" : " of " + code)
            + (witnesses == 0 ? "" : " with " + witnesses + (witnesses == 1 ? " witness" : " witnesses"))
            + (observers == 0 ? "" : " with " + observers + (observers == 1 ? " observer" : " observers"))
            + (learning == null ? "" : " learning " + learning)
            + (quorums.isEmpty() ? "" : " with quorums "
                + quorums.stream().map(QuorumLayout::toString).collect(Collectors.joining("; ")))
            + store.title();
    }
}

package io.fleet.testkit.run.plan;

import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.sim.Accident;
import io.fleet.testkit.sim.RandomStreams;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * All that decides a run: the same plan with the same code gives the same run. A plan is drawn from a seed; a changed
 * copy of it is a run that the seed would not have drawn.
 *
 * @param seed      what chance in the run is drawn from: times on the way, lost packets, what clients ask for.
 * @param config    the cluster.
 * @param faults    what goes wrong, when, and who lives on at the end.
 * @param workload  what clients do.
 * @param accidents all that befalls single packets; null where it is drawn with the probabilities that faults set.
 */
public record RunPlan(long seed, SeedConfig config, FaultPlan faults, Workload workload, List<Accident> accidents) {
    /**
     * Checks the values.
     *
     * @param seed      see above.
     * @param config    see above.
     * @param faults    see above.
     * @param workload  see above.
     * @param accidents see above; copied.
     */
    public RunPlan {
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(faults, "faults");
        Objects.requireNonNull(workload, "workload");
        accidents = accidents == null ? null : List.copyOf(accidents);
    }

    /**
     * Draws a plan.
     *
     * @param seed the seed that decides everything.
     * @return the plan; the same for the same seed.
     */
    public static RunPlan draw(final long seed) {
        final RandomStreams streams = new RandomStreams(seed);
        final RunPlan plan = LeaseScenes.in(LeasedRuns.in(drawn(seed, streams), streams.stream("leases", 0)),
            streams.stream("lease-scenes", 0));
        final RunPlan grouped = Swarm.groups(Swarm.readThreads(plan.withWorkload(plan.workload().withMachine(
            Swarm.staleReads(streams.stream("stale", 0)), false)), streams.stream("read-threads", 0)),
            streams.stream("groups", 0));
        final RunPlan disturbed = Suspensions.in(ClientCuts.in(grouped, streams.stream("client-cuts", 0)),
            streams.stream("suspensions", 0));
        final RunPlan counted = Swarm.quorums(Swarm.witnesses(Swarm.slowMachines(Swarm.ownSettings(LateDamage.in(
            disturbed, streams.stream("late-damage", 0)), streams.stream("own-settings", 0)),
            streams.stream("slow-machines", 0)), streams.stream("witnesses", 0)), streams.stream("quorums", 0));
        return Swarm.keptSessions(Swarm.speculation(counted, streams.stream("speculation", 0)),
            streams.stream("kept-sessions", 0));
    }

    /** What seeds had before there were leases, and stale reads in groups that somebody leads. */
    private static RunPlan drawn(final long seed, final RandomStreams streams) {
        final SeedConfig config = Swarm.cluster(streams.stream("config", 0));
        final Workload workload = Swarm.workload(streams.stream("workload", 0));
        final FaultPlan faults = Swarm.faults(config.nodes(), workload.spanNs(), streams.stream("faults", 0));
        final RunPlan plan = new RunPlan(seed, config.withSnapshots(Swarm.snapshots(config.snapshots(), faults,
            streams.stream("snapshots", 0))), faults,
            workload.withQuorumPercent(Swarm.quorumReads(streams.stream("reads", 0))), null);
        return ChangingMembers.in(plan, streams.stream("members", 0));
    }

    /**
     * Draws a plan with features, of which all but one are found by drawing: groups are coded where that is asked for,
     * so that whatever else a seed draws stays as it is.
     *
     * @param seed the seed that decides everything.
     * @param with what is asked for.
     * @return the plan; the same for the same seed and the same answer to whether it is coded.
     */
    public static RunPlan draw(final long seed, final Set<Feature> with) {
        if (!with.contains(Feature.CODED)) {
            return draw(seed);
        }
        final RandomStreams streams = new RandomStreams(seed);
        final RunPlan plan = drawn(seed, streams);
        final RunPlan coded = CodedRuns.served(CodedRuns.in(plan, streams.stream("coded", 0),
            streams.stream("reach", 0)), streams.stream("served", 0));
        return Swarm.ownSettings(Swarm.readThreads(coded, streams.stream("read-threads", 0)),
            streams.stream("own-settings", 0));
    }

    /**
     * The same with other chance.
     *
     * @param newSeed what chance is drawn from.
     * @return a changed copy.
     */
    public RunPlan withSeed(final long newSeed) {
        return new RunPlan(newSeed, config, faults, workload, accidents);
    }

    /**
     * The same with another cluster.
     *
     * @param newConfig the cluster.
     * @return a changed copy.
     */
    public RunPlan withConfig(final SeedConfig newConfig) {
        return new RunPlan(seed, newConfig, faults, workload, accidents);
    }

    /**
     * The same with other faults.
     *
     * @param newFaults the faults.
     * @return a changed copy.
     */
    public RunPlan withFaults(final FaultPlan newFaults) {
        return new RunPlan(seed, config, newFaults, workload, accidents);
    }

    /**
     * The same with other work.
     *
     * @param newWorkload what clients do.
     * @return a changed copy.
     */
    public RunPlan withWorkload(final Workload newWorkload) {
        return new RunPlan(seed, config, faults, newWorkload, accidents);
    }

    /**
     * The same with given accidents.
     *
     * @param newAccidents all that befalls single packets.
     * @return a changed copy.
     */
    public RunPlan withAccidents(final List<Accident> newAccidents) {
        return new RunPlan(seed, config, faults, workload, newAccidents);
    }
}

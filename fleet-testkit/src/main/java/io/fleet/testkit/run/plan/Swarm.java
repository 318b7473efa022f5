package io.fleet.testkit.run.plan;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.config.Persistence;
import io.fleet.config.QuorumLayout;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.FaultPlanConfig;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Draws runs that differ: which features are on, which faults there are, how strong and how long, each apart from the
 * others. A run with little of everything goes deep where one with much would only ever be disturbed. Pure functions.
 */
final class Swarm {
    private static final long MS = 1_000_000L;
    private static final long WARM_UP_NS = 200 * MS;
    private static final long SHORTEST_NS = 1_500 * MS;
    private static final long LONGEST_NS = 5_500 * MS;
    private static final long VERY_LONG_NS = 70_000 * MS;
    private static final int FEWEST_COMMANDS = 250;
    private static final int MORE_COMMANDS = 1_250;
    /** Of runs that may lose more disks than the cluster can bear. */
    private static final int BEYOND_PERCENT = 30;
    /** The same of very long runs, of which there are few. */
    private static final int BEYOND_PERCENT_OF_LONG = 60;
    /** Of runs whose ordered log is far behind what is applied. */
    private static final int LAZY_PERCENT = 12;
    /** Of runs, as far as records are written in any order, in which a quorum is asked to write each entry. */
    private static final int QUORUM_COPIES_PERCENT = 40;
    /** Of runs in which no node writes within its own duty cycle. */
    private static final int GROUPED_PERCENT = 40;
    private static final long LEAST_LAZY_NS = 200 * MS;
    /** How many election timeouts an ordered log may be behind; replicas have 20 to reach the same durable LSN. */
    private static final long MOST_LAZY_TIMEOUTS = 8;
    /** What makes leaders follow each other quickly, each with some of what the one before had ordered. */
    private static final Set<FaultKind> STORM = Set.of(FaultKind.LEADER_ISOLATION, FaultKind.PARTIAL_BROADCAST,
        FaultKind.SLOW_DISK, FaultKind.KILL);
    private static final int FEW_SESSIONS = 16;
    private static final int LONG_REPLY_BYTES = 1_200_000;
    private static final int STORMS = 12;
    private static final int STARTS = 16;
    /** What makes starts special: snapshots and damage to them, empty disks, crashes in the middle of a start. */
    private static final Set<FaultKind> OF_STARTS = EnumSet.of(FaultKind.STOP, FaultKind.CRASH_AT_DISK_OPERATION,
        FaultKind.WIPE, FaultKind.ROT_SECTOR, FaultKind.TRUNCATED_FILE);
    /** Of runs in which leadership is handed over, or nodes leave before they stop. */
    private static final int HAND_OVER_PERCENT = 35;
    private static final int MOST_HAND_OVERS = 8;
    /** Of runs whose machines use timers, and of a hundred commands, how many do so at most. */
    private static final int TIMERS_PERCENT = 40;
    private static final int MOST_TIMERS = 40;
    /** Of runs in which queries ask quorums. */
    private static final int QUORUM_READS_PERCENT = 40;
    /** Of runs with reads beside the log, those with threads for long reads. */
    private static final int READ_THREADS_PERCENT = 40;
    private static final int MOST_READ_THREADS = 4;
    /** Of runs in which queries may be answered by a stale state. */
    private static final int STALE_READS_PERCENT = 30;
    /** Of runs whose nodes host several groups. */
    private static final int SEVERAL_GROUPS_PERCENT = 10;
    /** Of runs in which each process has settings of its own. */
    private static final int OWN_SETTINGS_PERCENT = 10;
    private static final int SPECULATION_PERCENT = 30;
    private static final int SHIPPED_EFFECTS_PERCENT = 50;
    private static final int KEPT_SESSIONS_PERCENT = 25;
    private static final int KEPT_PERCENT = 50;
    private static final int MOST_PREPARE_THREADS = 4;
    private static final int SLOW_MACHINES_PERCENT = 20;
    private static final int WITNESSES_PERCENT = 8;
    private static final int WITNESS_SPARE_ONE_IN = 3;
    private static final int STAGING = 256 << 10;

    private Swarm() {
    }

    static SeedConfig cluster(final SplittableRandom random) {
        final GroupConfig usual = pace(bounds(policies(GroupConfig.scattered(), random), random), random);
        final boolean lazy = isOn(LAZY_PERCENT, random);
        final GroupConfig config = lazy ? lazy(usual, random) : usual;
        final int fileLength = isOn(30, random) ? STAGING + (8 << 10) : STAGING + (64 << 10 << random.nextInt(4));
        final SeedConfig cluster = new SeedConfig(nodes(random), 0,
            isOn(40, random) ? 2 + random.nextInt(2) : 1, config,
            new ScatteredLogConfig(fileLength, STAGING),
            new OrderedLogConfig(STAGING + (8 << 10 << random.nextInt(5)), STAGING,
                lazy ? STAGING : 1 + random.nextInt(20_000),
                lazy ? lazyNs(config, random) : isOn(20, random) ? random.nextLong(MS) : random.nextLong(40 * MS)),
            SnapshotConfig.atStop(isOn(50, random) ? 1 + random.nextInt(50) : 0), Flushing.plain(), 0, 1, false, 0);
        final GroupConfig batched = isOn(15, random) ? config.withMaxBatchCommands(1 + random.nextInt(8)) : config;
        final SeedConfig flushed = cluster.withConfig(copies(batched, random)).withFlushing(flushing(random));
        return flushed.withConfig(flushed.config().withLearning(learning(random))
            .withQueueMillis(isOn(20, random) ? 0 : random.nextInt(12)));
    }

    /**
     * Snapshots of running nodes, and trimming. Nothing is trimmed where more nodes than the group can bear lose all
     * they have; where disks are damaged, or fewer nodes lose theirs, only what all have covered is trimmed, so that
     * one that loses it leaves a quorum of them. From chance of its own, so that all else of a seed is as it was.
     */
    static SnapshotConfig snapshots(final SnapshotConfig atStop, final FaultPlan faults,
                                    final SplittableRandom random) {
        if (atStop.atStopEntries() == 0 || !isOn(70, random)) {
            return atStop;
        }
        final SnapshotConfig running = atStop.withRunning(isOn(70, random) ? 5 + random.nextInt(150) : 0,
            isOn(30, random) ? 500 + random.nextInt(20_000) : 0, isOn(30, random) ? 50 + random.nextInt(600) : 0);
        final boolean trims = isOn(70, random)
            && faults.faults().stream().noneMatch(fault -> fault.kind() == FaultKind.WIPE_MANY);
        final boolean loses = faults.faults().stream().anyMatch(fault -> fault.kind().isOfDisk());
        final TrimPolicy policy = loses || isOn(50, random) ? TrimPolicy.ALL : TrimPolicy.QUORUM;
        return running.withTrim(trims ? policy : TrimPolicy.OFF, 1 + random.nextInt(40));
    }

    /** Drawn last, so that all else of a seed is as it was before there was a choice. */
    private static Flushing flushing(final SplittableRandom random) {
        final int percent = random.nextInt(100);
        final Flushing.Writers writers = percent < GROUPED_PERCENT ? Flushing.Writers.GROUPED
            : percent < GROUPED_PERCENT + 20 ? Flushing.Writers.ADAPTIVE
            : percent < GROUPED_PERCENT + 30 ? Flushing.Writers.INLINE : Flushing.Writers.MIXED;
        return new Flushing(writers, isOn(60, random), false, 0, false);
    }

    /** Drawn last, so that all else of a seed is as it was before there was a choice. */
    private static Learning learning(final SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> Learning.EVERYONE;
            case 1 -> Learning.LEADER;
            case 2 -> isOn(50, random) ? Learning.COLLECTOR : Learning.AGGREGATOR;
            default -> Learning.ADAPTIVE;
        };
    }

    /** Drawn late, so that all else of a seed is as it was before there was a choice. */
    private static GroupConfig copies(final GroupConfig config, final SplittableRandom random) {
        final boolean quorum = isOn(QUORUM_COPIES_PERCENT, random) && config.persistence() == Persistence.SCATTERED;
        final long hedge = isOn(50, random) ? 0 : 1 + random.nextInt(30);
        return config.withCopies(quorum ? WriteQuorum.QUORUM : WriteQuorum.ALL).withHedgeMillis(hedge);
    }

    /** What is learnt waits for the ordered log: where that is behind, there is room for it, or nothing moves. */
    private static GroupConfig lazy(final GroupConfig config, final SplittableRandom random) {
        return config.withWindowEntries(512 << random.nextInt(2))
            .withPendingEntries(Math.max(256, config.pendingEntries()));
    }

    static Workload workload(final SplittableRandom random) {
        final int kinds = random.nextInt(10);
        final int some = switch (random.nextInt(10)) {
            case 0 -> 1;
            case 1 -> 8 + random.nextInt(9);
            default -> 2 + random.nextInt(5);
        };
        final int embedded = kinds < 2 ? some : kinds < 4 ? 0 : some / 2;
        final int concurrency = switch (random.nextInt(10)) {
            case 0, 1 -> 1;
            case 2 -> 16 + random.nextInt(48);
            default -> 2 + random.nextInt(8);
        };
        final int bigPercent = isOn(20, random) ? 1 + random.nextInt(10) : 0;
        final double much = random.nextDouble();
        final int commands = FEWEST_COMMANDS + (int) (MORE_COMMANDS * much * much * much);
        return new Workload(some, embedded, commands, span(random), null, concurrency, bigPercent)
            .withTimerPercent(isOn(TIMERS_PERCENT, random) ? 1 + random.nextInt(MOST_TIMERS) : 0);
    }

    /** How many in a hundred queries ask a quorum; from chance of its own, so that all else of a seed is as it was. */
    static int quorumReads(final SplittableRandom random) {
        return isOn(QUORUM_READS_PERCENT, random) ? 10 + random.nextInt(91) : 0;
    }

    /** How many in a hundred of the other queries may be stale; from chance of its own. */
    static int staleReads(final SplittableRandom random) {
        return isOn(STALE_READS_PERCENT, random) ? 10 + random.nextInt(91) : 0;
    }

    /**
     * Threads for long reads, where any read goes beside the log to a machine that has views; from chance of its own.
     */
    static RunPlan readThreads(final RunPlan plan, final SplittableRandom random) {
        final Workload work = plan.workload();
        final boolean on = isOn(READ_THREADS_PERCENT, random);
        final int threads = 1 + random.nextInt(MOST_READ_THREADS);
        return on && !work.handles() && (work.quorumPercent() > 0 || work.stalePercent() > 0)
            ? plan.withConfig(plan.config().withReadThreads(threads)) : plan;
    }

    /**
     * Witnesses: fewer than half of the founders, the last ones, and some of those that may come; from chance of its
     * own, so that all else of a plan is as it was.
     */
    static RunPlan witnesses(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        final int most = (config.founders() - 1) / 2;
        if (!isOn(WITNESSES_PERCENT, random) || most + config.spares() == 0) {
            return plan;
        }
        long witnesses = 0;
        final int founding = most == 0 ? 0 : 1 + random.nextInt(most);
        for (int node = config.founders() - founding; node < config.founders(); node++) {
            witnesses |= 1L << node;
        }
        for (int node = config.founders(); node < config.nodes(); node++) {
            witnesses |= random.nextInt(WITNESS_SPARE_ONE_IN) == 0 ? 1L << node : 0;
        }
        return plan.withConfig(config.withGroups(1).withWitnesses(witnesses));
    }

    /** Other quorums than a majority; from chance of its own, so that all else of a plan is as it was. */
    static RunPlan quorums(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        final int founders = config.founders();
        if (!QuorumRuns.isOn(config.spares() > 0, random) || founders < 2) {
            return plan;
        }
        final QuorumLayout quorums = QuorumRuns.layout(IntStream.range(0, founders).boxed().toList(), random);
        final long witnesses = QuorumRuns.witnesses(founders, config.witnesses(), quorums, random);
        final int survivors = QuorumRuns.survivors(founders, witnesses, quorums, plan.faults().survivors(), random);
        return plan.withConfig(config.withGroups(1).withWitnesses(witnesses).withConfig(config.config()
            .withQuorums(quorums))).withFaults(FaultPlan.of(plan.faults().faults(), survivors, plan.faults().fate()));
    }

    /** Machines that are slow at times; from chance of its own, so that all else of a plan is as it was. */
    static RunPlan slowMachines(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        return !isOn(SLOW_MACHINES_PERCENT, random) ? plan
            : plan.withConfig(config.withFlushing(config.flushing().withMachinesElsewhere(true)));
    }

    /** Machines that speculate; from chance of its own, so that all else of a plan is as it was. */
    static RunPlan speculation(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        return !isOn(SPECULATION_PERCENT, random) || plan.workload().handles() ? plan
            : plan.withConfig(config.withFlushing(config.flushing()
                .withPrepareThreads(1 + random.nextInt(MOST_PREPARE_THREADS))
                .withShippedEffects(isOn(SHIPPED_EFFECTS_PERCENT, random))));
    }

    /** Clients that keep sessions; from chance of its own, so that all else of a plan is as it was. */
    static RunPlan keptSessions(final RunPlan plan, final SplittableRandom random) {
        return isOn(KEPT_SESSIONS_PERCENT, random) ? plan.withWorkload(plan.workload().withKeptPercent(KEPT_PERCENT))
            : plan;
    }

    /** Other groups on the same nodes; from chance of its own, so that all else of a plan is as it was. */
    static RunPlan groups(final RunPlan plan, final SplittableRandom random) {
        final boolean on = isOn(SEVERAL_GROUPS_PERCENT, random);
        final int groups = 2 + random.nextInt(SeedConfig.MAX_GROUPS - 1);
        return on && plan.config().spares() == 0 ? plan.withConfig(plan.config().withGroups(groups)) : plan;
    }

    /** Processes with settings of their own; from chance of its own, so that all else of a plan is as it was. */
    static RunPlan ownSettings(final RunPlan plan, final SplittableRandom random) {
        return isOn(OWN_SETTINGS_PERCENT, random) ? plan.withConfig(plan.config().withOwnSettings(true)) : plan;
    }

    static FaultPlan faults(final int nodes, final long spanNs, final SplittableRandom random) {
        final Set<FaultKind> kinds = FaultKind.usual();
        if (isOn(spanNs > LONGEST_NS ? BEYOND_PERCENT_OF_LONG : BEYOND_PERCENT, random)) {
            kinds.add(FaultKind.WIPE_MANY);
        }
        kinds.removeIf(kind -> kind.leastNodes() > nodes);
        kinds.removeAll(FaultKind.ofLeadership());
        final int style = random.nextInt(100);
        if (style < 4) {
            kinds.clear();
        } else if (style < STORMS) {
            kinds.retainAll(STORM);
        } else if (style < STARTS) {
            kinds.retainAll(OF_STARTS);
        } else if (style < 34) {
            keepFew(kinds, 1 + random.nextInt(3), random);
        } else {
            final int percent = style < 74 ? 33 : 75;
            kinds.removeIf(kind -> !isOn(percent, random));
        }
        final double rate = 1 + 5 * random.nextDouble();
        final int count = kinds.isEmpty() ? 0 : Math.max(1, (int) (Math.min(spanNs, LONGEST_NS) / 1e9 * rate));
        final long untilNs = Math.max(spanNs, 2 * WARM_UP_NS);
        final FaultPlan plan = FaultPlan.draw(new FaultPlanConfig(nodes, count, Math.min(count, kinds.size()),
            WARM_UP_NS, untilNs, kinds), random);
        return nodes > 1 && isOn(HAND_OVER_PERCENT, random) ? plan.with(handOvers(nodes, untilNs, random)) : plan;
    }

    /** Drawn last, so that all else of a seed is as it was before leadership could be handed over. */
    private static List<Fault> handOvers(final int nodes, final long untilNs, final SplittableRandom random) {
        return FaultPlan.draw(new FaultPlanConfig(nodes, 1 + random.nextInt(MOST_HAND_OVERS), 1, WARM_UP_NS, untilNs,
            FaultKind.ofLeadership()), random).faults();
    }

    private static int nodes(final SplittableRandom random) {
        final int percent = random.nextInt(100);
        return percent < 4 ? 1 : percent < 9 ? 2 : percent < 64 ? 3 : percent < 75 ? 4 : percent < 95 ? 5 : 7;
    }

    private static long span(final SplittableRandom random) {
        final boolean veryLong = random.nextInt(40) == 0;
        final double part = random.nextDouble();
        return veryLong ? LONGEST_NS + 4_000 * MS + (long) ((VERY_LONG_NS - LONGEST_NS) * part * part)
            : (long) (SHORTEST_NS * Math.pow((double) LONGEST_NS / SHORTEST_NS, part));
    }

    private static long lazyNs(final GroupConfig config, final SplittableRandom random) {
        return LEAST_LAZY_NS + random.nextLong(config.electionTimeoutMillis() * MS * MOST_LAZY_TIMEOUTS);
    }

    private static GroupConfig policies(final GroupConfig config, final SplittableRandom random) {
        final int replier = random.nextInt(5);
        return config
            .withPersistence(isOn(20, random) ? Persistence.ORDERED : Persistence.SCATTERED)
            .withDissemination(isOn(20, random) ? Dissemination.LEADER : Dissemination.BATCHER)
            .withReplierPolicy(replier == 0 ? ReplierPolicy.RANDOM : replier == 1 ? ReplierPolicy.LEADER
                : ReplierPolicy.JBSQ);
    }

    private static GroupConfig bounds(final GroupConfig config, final SplittableRandom random) {
        final int window = random.nextInt(10);
        return longAnswers(config
            .withReplierQueueBound(isOn(25, random) ? 1 + random.nextInt(4) : 5 + random.nextInt(60))
            .withWindowEntries(window < 3 ? 16 << random.nextInt(2) : window == 3 ? 1024 : 64 << random.nextInt(3))
            .withPendingEntries(isOn(20, random) ? 16 + random.nextInt(17) : 64 << random.nextInt(4))
            .withPendingBytes(isOn(20, random) ? 1 << 20 : 16 << 20)
            .withMaxBatchBytes(isOn(25, random) ? 1024 : 2048 << random.nextInt(5))
            .withMaxCommandBytes(160_000)
            .withMaxReplyBytes(64_000)
            .withClientWindow(isOn(20, random) ? 1 << random.nextInt(4) : 16 << random.nextInt(4))
            .withMaxSessions(isOn(10, random) ? 4 + random.nextInt(13) : 64)
            .withSessionTimeoutMillis(isOn(25, random) ? 1_000 + random.nextInt(1_501)
                : 5_000 + random.nextInt(20_000)));
    }

    /** Where few sessions may be open, answers are up to a MiB long, and few bytes of them are kept. */
    private static GroupConfig longAnswers(final GroupConfig config) {
        return config.maxSessions() > FEW_SESSIONS ? config
            : config.withMaxReplyBytes(LONG_REPLY_BYTES).withSessionBytes(4 << 10 << config.maxSessions() % 12);
    }

    private static GroupConfig pace(final GroupConfig config, final SplittableRandom random) {
        final int election = random.nextInt(10);
        final int electionMillis = election < 3 ? 80 + random.nextInt(71)
            : election == 3 ? 600 + random.nextInt(400) : 160 + random.nextInt(240);
        return config
            .withElectionTimeoutMillis(electionMillis)
            .withHeartbeatMillis(5L + random.nextInt(Math.min(40, electionMillis / 4)))
            .withResendMillis(10L + random.nextInt(40))
            .withRetryMillis(50L + random.nextInt(200))
            .withRequestTimeoutMillis(patience(random));
    }

    private static long patience(final SplittableRandom random) {
        final int kind = random.nextInt(20);
        return kind < 5 ? 250 + random.nextInt(251) : kind < 7 ? 5_000 + random.nextInt(3_000)
            : 600 + random.nextInt(4_000);
    }

    private static void keepFew(final Set<FaultKind> kinds, final int count, final SplittableRandom random) {
        while (kinds.size() > count) {
            kinds.remove(kinds.stream().skip(random.nextInt(kinds.size())).findFirst().orElseThrow());
        }
    }

    private static boolean isOn(final int percent, final SplittableRandom random) {
        return random.nextInt(100) < percent;
    }
}

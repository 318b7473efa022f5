package io.fleet.testkit.run.plan;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.config.Mode;
import io.fleet.config.Persistence;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.node.config.TrimPolicy;
import io.fleet.testkit.fault.FaultKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What may be special about a run, apart from its faults. A plan has a feature or has it not, however it came about:
 * also one that was made smaller.
 */
public enum Feature {
    /** Nobody to agree with. */
    ONE_NODE(plan -> plan.config().nodes() == 1),
    /** No node may be missing. */
    TWO_NODES(plan -> plan.config().nodes() == 2),
    /** The usual number. */
    THREE_NODES(plan -> plan.config().nodes() == 3),
    /** A majority is more than half and one may be missing. */
    FOUR_NODES(plan -> plan.config().nodes() == 4),
    /** Two nodes may be missing. */
    FIVE_NODES(plan -> plan.config().nodes() == 5),
    /** Three nodes may be missing. */
    SEVEN_NODES(plan -> plan.config().nodes() == 7),
    /** Records are written in the order of LSNs. */
    ORDERED_PERSISTENCE(plan -> group(plan).persistence() == Persistence.ORDERED),
    /** Each entry is written by a quorum, not by all. */
    QUORUM_COPIES(plan -> group(plan).copies() == WriteQuorum.QUORUM),
    /** Bodies travel through the leader. */
    LEADER_DISSEMINATION(plan -> group(plan).dissemination() == Dissemination.LEADER),
    /** Any replica answers. */
    RANDOM_REPLIER(plan -> group(plan).replierPolicy() == ReplierPolicy.RANDOM),
    /** The leader answers. */
    LEADER_REPLIES(plan -> group(plan).replierPolicy() == ReplierPolicy.LEADER),
    /** Everyone hears acknowledgements. */
    EVERYONE_LEARNS(plan -> group(plan).learning() == Learning.EVERYONE),
    /** The leader alone hears acknowledgements, but for a few. */
    LEADER_LEARNS(plan -> group(plan).learning() == Learning.LEADER),
    /** A member tells acknowledgements to all. */
    COLLECTORS(plan -> group(plan).learning() == Learning.COLLECTOR),
    /** A member tells acknowledgements to all, and passes on what the leader orders. */
    AGGREGATORS(plan -> group(plan).learning() == Learning.AGGREGATOR),
    /** Few answers may be outstanding at a replica. */
    SHORT_REPLIER_QUEUES(plan -> group(plan).replierQueueBound() <= 4),
    /** Few LSNs may be in the making. */
    TINY_WINDOW(plan -> group(plan).windowEntries() <= 32),
    /** Many LSNs may be in the making. */
    LARGE_WINDOW(plan -> group(plan).windowEntries() >= 1024),
    /** Few bodies may wait to be ordered. */
    FEW_PENDING_ENTRIES(plan -> group(plan).pendingEntries() <= 32),
    /** Few bytes of bodies may wait to be ordered. */
    FEW_PENDING_BYTES(plan -> group(plan).pendingBytes() <= 1 << 20),
    /** Entries hold few commands. */
    SMALL_BATCHES(plan -> group(plan).maxBatchBytes() <= 1024),
    /** Entries hold few commands, however short they are. */
    FEW_COMMANDS_TO_AN_ENTRY(plan -> group(plan).maxBatchCommands() > 0),
    /** Few commands of a client may be in flight, and few answers are kept for each. */
    SMALL_CLIENT_WINDOW(plan -> group(plan).clientWindow() <= 8),
    /** Few sessions may exist. */
    FEW_SESSIONS(plan -> group(plan).maxSessions() <= 16),
    /** Answers are long, and few bytes of them are kept. */
    FEW_SESSION_BYTES(plan -> group(plan).sessionBytes() < 64 << 20),
    /** Sessions expire while their clients live. */
    SHORT_SESSIONS(plan -> group(plan).sessionTimeoutMillis() <= 2_500),
    /** Callers hear soon that an outcome is unknown. */
    SHORT_REQUESTS(plan -> group(plan).requestTimeoutMillis() <= 500),
    /** Callers wait for longer than runs have faults, so nothing but an answer ends what they asked for. */
    LONG_REQUESTS(plan -> group(plan).requestTimeoutMillis() >= 5_000),
    /** Leaders are given up soon. */
    HASTY_ELECTIONS(plan -> group(plan).electionTimeoutMillis() <= 150),
    /** Leaders are given up late. */
    PATIENT_ELECTIONS(plan -> group(plan).electionTimeoutMillis() >= 600),
    /** Nodes write to several disks. */
    SEVERAL_DISKS(plan -> plan.config().disks() > 1),
    /** Log files are full soon. */
    TINY_LOG_FILES(plan -> plan.config().scatteredLog().fileLength() < 300 << 10),
    /** Nodes write snapshots when they are stopped, and start from them. */
    SNAPSHOTS(plan -> plan.config().snapshotEntries() > 0),
    /** Nodes write snapshots while they run. */
    RUNNING_SNAPSHOTS(plan -> plan.config().snapshots().entries() > 0 || plan.config().snapshots().bytes() > 0
        || plan.config().snapshots().intervalMillis() > 0),
    /** Logs are trimmed behind snapshots. */
    TRIMMING(plan -> plan.config().snapshots().trim() != TrimPolicy.OFF),
    /** Nodes write and sync in duty cycles that have nothing else to do. */
    ADAPTIVE_FLUSHES(plan -> plan.config().flushing().writers() == Flushing.Writers.ADAPTIVE),
    /** Nodes write and sync in their duty cycle. */
    INLINE_FLUSHES(plan -> plan.config().flushing().writers() == Flushing.Writers.INLINE),
    /** Each node has its own policy of who writes. */
    MIXED_FLUSHES(plan -> plan.config().flushing().writers() == Flushing.Writers.MIXED),
    /** Log files are made by a duty of its own, some time after they are wanted. */
    FILES_MADE_ELSEWHERE(plan -> plan.config().flushing().filesElsewhere()),
    /** What is applied is recorded at once. */
    EAGER_ORDERED_LOG(plan -> plan.config().orderedLog().flushIntervalNs() <= 1_000_000),
    /** What is applied is recorded long after, so nodes that start again have much to agree on. */
    LAZY_ORDERED_LOG(plan -> plan.config().orderedLog().flushIntervalNs() >= 200_000_000),
    /** Clients live in nodes, and die with them. */
    EMBEDDED_CLIENTS(plan -> plan.workload().embedded() > 0),
    /** Clients are processes of their own. */
    REMOTE_CLIENTS(plan -> plan.workload().embedded() < plan.workload().clients()),
    /** There is only one client. */
    ONE_CLIENT(plan -> plan.workload().clients() == 1),
    /** There are many clients. */
    MANY_CLIENTS(plan -> plan.workload().clients() >= 8),
    /** A client waits for each answer before it asks again. */
    ONE_AT_A_TIME(plan -> plan.workload().concurrency() == 1),
    /** Clients have many operations in flight. */
    MANY_AT_A_TIME(plan -> plan.workload().concurrency() >= 16),
    /** Machines set timers, which fire between commands. */
    TIMERS(plan -> plan.workload().timerPercent() > 0),
    /** Queries ask a quorum, and do not go through the log. */
    QUORUM_READS(plan -> plan.workload().quorumPercent() > 0),
    /** Some commands are long, and travel in several chunks. */
    BIG_BODIES(plan -> plan.workload().bigPercent() > 0),
    /** Many commands. */
    MANY_COMMANDS(plan -> plan.workload().commands() >= 1_000),
    /** Much time, so that pauses can be long and copies very late. */
    LONG_SPAN(plan -> plan.workload().spanNs() > 10_000_000_000L),
    /** Nodes are added, removed and replaced. */
    MEMBERSHIP(plan -> plan.config().spares() > 0),
    /** Some members persist and vote, and execute nothing. */
    WITNESSES(plan -> plan.config().witnesses() != 0),
    /** The voters count in storage groups, or in a grid. */
    QUORUMS(plan -> !group(plan).quorums().isMajority()),
    /** The leader answers queries under a lease, and clocks drift no more than it allows. */
    LEASES(plan -> group(plan).leases().isOn()),
    /** Every replica answers queries under a lease of its own. */
    LEASES_AT_REPLICAS(plan -> group(plan).leases().atReplicas()),
    /** Queries may be answered by a state that is stale. */
    STALE_READS(plan -> plan.workload().stalePercent() > 0),
    /** Some reads beside the log are executed on views, by threads of their own. */
    LONG_READS(plan -> plan.config().readThreads() > 0),
    /** The nodes host other groups beside the one that faults are about. */
    SEVERAL_GROUPS(plan -> plan.config().groups() > 1),
    /** Nodes have settings that differ, and others at each start. */
    OWN_SETTINGS(plan -> plan.config().ownSettings()),
    /** State machines are slow at times, and nodes go on without them meanwhile. */
    SLOW_MACHINES(plan -> plan.config().flushing().machinesElsewhere()),
    /** State machines speculate, and nodes have threads that prepare commands. */
    SPECULATION(plan -> plan.config().flushing().prepareThreads() > 0),
    /** State machines that speculate ship effects from who leads to the others. */
    SHIPPED_EFFECTS(plan -> plan.config().flushing().prepareThreads() > 0 && plan.config().flushing().shipsEffects()),
    /** Some clients keep their sessions alive while they are idle. */
    KEPT_SESSIONS(plan -> plan.workload().keptPercent() > 0),
    /** The machine uses payload handles; only in coded groups. */
    HANDLES(plan -> plan.workload().handles()),
    /** Nobody leads, and each node stores a segment of each value; only where it is asked for. */
    CODED(plan -> group(plan).mode() == Mode.CODED);

    private final Predicate<RunPlan> isOn;

    Feature(final Predicate<RunPlan> isOn) {
        this.isOn = isOn;
    }

    /**
     * The feature of a name, such as {@code membership} or {@code quorum-copies}.
     *
     * @param name the name, in lower or upper case, with hyphens or underscores.
     * @return the feature.
     * @throws IllegalArgumentException when there is none; the message names all.
     */
    public static Feature named(final String name) {
        final String wanted = name.toUpperCase(Locale.ROOT).replace('-', '_');
        for (final Feature feature : values()) {
            if (feature.name().equals(wanted)) {
                return feature;
            }
        }
        throw new IllegalArgumentException("there is no feature " + name + ", but one of "
            + Arrays.stream(values()).map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-')).toList());
    }

    /**
     * Those that seeds have by themselves.
     *
     * @return a new set.
     */
    public static Set<Feature> drawn() {
        return EnumSet.complementOf(EnumSet.of(CODED, HANDLES));
    }

    /**
     * What is special about a run.
     *
     * @param plan the run.
     * @return a new set.
     */
    public static Set<Feature> of(final RunPlan plan) {
        final Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (final Feature feature : values()) {
            if (feature.isOn.test(plan)) {
                features.add(feature);
            }
        }
        return features;
    }

    /**
     * Whether a run with this feature may meet a fault.
     *
     * @param kind the fault.
     * @return false when the feature means too few nodes for it.
     */
    public boolean admits(final FaultKind kind) {
        if (kind == FaultKind.MEMBER_CHANGE) {
            return this == MEMBERSHIP;
        }
        if (kind == FaultKind.CLIENTS_CUT_OFF) {
            return this != CODED && this != HANDLES;
        }
        return switch (this) {
            case ONE_NODE -> kind.leastNodes() <= 1;
            case TWO_NODES -> kind.leastNodes() <= 2;
            case THREE_NODES -> kind.leastNodes() <= 3;
            case TRIMMING -> kind != FaultKind.WIPE_MANY;
            case MEMBERSHIP -> !kind.isOfDisk() && !kind.isDamaging();
            case CODED -> CodedRuns.isBorne(kind);
            default -> true;
        };
    }

    private static GroupConfig group(final RunPlan plan) {
        return plan.config().config();
    }
}

package io.fleet.testkit.fault;

import io.fleet.testkit.sim.SimScheduler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * All faults of one run, drawn before it begins, and who lives on at its end. Each plan uses only some of the kinds it
 * may choose from, so that a run with few kinds goes deep where one with all would only ever be disturbed.
 */
public final class FaultPlan {
    private static final double MAX_LOSS = 0.3;
    private static final double MAX_DELAY_NS = 30_000_000;
    private static final long LONGEST_PART = 5;
    private static final int STOP_OPERATIONS = 20;

    private final List<Fault> faults;
    private final int survivors;

    private FaultPlan(final List<Fault> faults, final int survivors) {
        this.faults = Collections.unmodifiableList(faults);
        this.survivors = survivors;
    }

    /**
     * A plan of given faults.
     *
     * @param faults    the faults, in any order.
     * @param survivors who lives on when they are over, one bit for each node.
     * @return the plan.
     */
    public static FaultPlan of(final List<Fault> faults, final int survivors) {
        final List<Fault> sorted = new ArrayList<>(faults);
        sorted.sort(Comparator.comparingLong(Fault::atNs));
        return new FaultPlan(sorted, survivors);
    }

    /**
     * Draws a plan.
     *
     * @param config what from.
     * @param random what chance is drawn from; the same stream gives the same plan.
     * @return the plan.
     */
    public static FaultPlan draw(final FaultPlanConfig config, final SplittableRandom random) {
        final List<FaultKind> kinds = new ArrayList<>(config.kinds());
        shuffle(kinds, random);
        final int spare = kinds.size() - config.minKinds();
        final int drawn = config.minKinds() + (spare > 0 ? random.nextInt(spare + 1) : 0);
        final int used = Math.max(Math.min(1, kinds.size()), drawn);
        final int count = config.minFaults() + (config.minFaults() > 0 ? random.nextInt(config.minFaults() + 1) : 0);
        final List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            faults.add(draw(kinds.get(i < used ? i : random.nextInt(used)), config, random));
        }
        return of(faults, majority(config.nodes(), random));
    }

    /**
     * The faults.
     *
     * @return in the order in which they begin.
     */
    public List<Fault> faults() {
        return faults;
    }

    /**
     * Who lives on when the faults are over: the smallest set that must be able to make progress.
     *
     * @return a set of nodes, one bit for each; a majority.
     */
    public int survivors() {
        return survivors;
    }

    /**
     * Whether a node lives on at the end.
     *
     * @param node which.
     * @return whether.
     */
    public boolean survives(final int node) {
        return (survivors >>> node & 1) != 0;
    }

    /**
     * Schedules beginning and end of every fault.
     *
     * @param scheduler the virtual time.
     * @param handler   brings them about.
     */
    public void schedule(final SimScheduler scheduler, final FaultHandler handler) {
        for (final Fault fault : faults) {
            scheduler.at(fault.atNs(), beginNs -> {
                handler.begin(fault, beginNs);
                scheduler.at(fault.endNs(), endNs -> handler.end(fault, endNs));
            });
        }
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof FaultPlan that && survivors == that.survivors && faults.equals(that.faults);
    }

    @Override
    public int hashCode() {
        return faults.hashCode() * 31 + survivors;
    }

    private static Fault draw(final FaultKind kind, final FaultPlanConfig config, final SplittableRandom random) {
        final long span = config.untilNs() - config.fromNs();
        final long atNs = config.fromNs() + random.nextLong(span);
        final double part = random.nextDouble();
        final long longestNs = Math.min(span / LONGEST_PART, config.untilNs() - atNs);
        final long durationNs = kind == FaultKind.CLOCK_JUMP ? 0 : Math.max(1, (long) (longestNs * part * part));
        final int node = random.nextInt(config.nodes());
        return switch (kind) {
            case LOSS, DUPLICATION, REORDERING ->
                new Fault(kind, atNs, durationNs, Fault.NONE, Fault.NONE, random.nextDouble() * MAX_LOSS);
            case DELAY ->
                new Fault(kind, atNs, durationNs, node, Fault.NONE, 1000 + random.nextDouble() * MAX_DELAY_NS);
            case BACK_PRESSURE -> new Fault(kind, atNs, durationNs, node, Fault.NONE, random.nextDouble());
            case ONE_WAY_PARTITION -> {
                final int other = (node + 1 + random.nextInt(config.nodes() - 1)) % config.nodes();
                yield new Fault(kind, atNs, durationNs, node, other, 0);
            }
            case SPLIT -> new Fault(kind, atNs, durationNs, Fault.NONE, side(config.nodes(), Fault.NONE, random), 0);
            case BRIDGE -> new Fault(kind, atNs, durationNs, node, side(config.nodes(), node, random), 0);
            case POWER_LOSS_ALL -> new Fault(kind, atNs, durationNs, Fault.NONE, Fault.NONE, 0);
            case CRASH_AT_DISK_OPERATION ->
                new Fault(kind, atNs, durationNs, node, Fault.NONE, 1 + random.nextInt(1 + random.nextInt(40)));
            case STOP -> new Fault(kind, atNs, durationNs, node, Fault.NONE,
                random.nextInt(3) == 0 ? 1 + random.nextInt(STOP_OPERATIONS) : 0);
            case SLOW_DISK -> new Fault(kind, atNs, durationNs, node, Fault.NONE, 2 + random.nextInt(100));
            case CLOCK_DRIFT -> new Fault(kind, atNs, durationNs, node, Fault.NONE, rate(random));
            case CLOCK_JUMP -> new Fault(kind, atNs, 0, node, Fault.NONE, jumpMillis(random));
            case WIPE_MANY -> new Fault(kind, atNs, durationNs, Fault.NONE, majority(config.nodes(), random), 0);
            case ROT_BIT, ROT_SECTOR, ROT_FILE, MISDIRECTED_WRITE, LOST_WRITE, READ_ERROR, WRITE_ERROR, NO_SPACE,
                MISSING_FILE, TRUNCATED_FILE, FOREIGN_FILE, DUPLICATED_FILE, ONE_SLOW_DISK, DEAD_DISK, WIPE_DISK, WIPE ->
                new Fault(kind, atNs, durationNs, node, Fault.NONE, 1 + random.nextInt(Integer.MAX_VALUE - 1));
            case ISOLATION, KILL, POWER_LOSS, PAUSE, SYNC_FAILURE, DISK_FULL ->
                new Fault(kind, atNs, durationNs, node, Fault.NONE, 0);
        };
    }

    private static double rate(final SplittableRandom random) {
        final double deviation = random.nextInt(4) == 0 ? 1.0 : 0.05;
        final double factor = 1 + random.nextDouble() * deviation;
        return random.nextBoolean() ? factor : 1 / factor;
    }

    private static double jumpMillis(final SplittableRandom random) {
        final double size = 1 + random.nextInt(random.nextInt(4) == 0 ? 3_600_000 : 1000);
        return random.nextBoolean() ? size : -size;
    }

    /** A proper, non-empty subset of all nodes but one. */
    private static int side(final int nodes, final int without, final SplittableRandom random) {
        final int all = (1 << nodes) - 1 & (without == Fault.NONE ? -1 : ~(1 << without));
        int side = 0;
        while (side == 0 || side == all) {
            side = random.nextInt() & all;
        }
        return side;
    }

    private static int majority(final int nodes, final SplittableRandom random) {
        int chosen = 0;
        while (Integer.bitCount(chosen) < nodes / 2 + 1) {
            chosen |= 1 << random.nextInt(nodes);
        }
        return chosen;
    }

    private static void shuffle(final List<FaultKind> kinds, final SplittableRandom random) {
        for (int i = kinds.size() - 1; i > 0; i--) {
            Collections.swap(kinds, i, random.nextInt(i + 1));
        }
    }
}

package io.fleet.testkit.fault;

import io.fleet.testkit.sim.NodeClock;
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
    private static final long MS = 1_000_000;
    private static final double MAX_LOSS = 0.5;
    private static final double MAX_DAMAGE = 0.2;
    private static final double MAX_DEAFNESS = 0.9;
    private static final long SHORTEST_PAUSE_NS = 10 * MS;
    private static final long LONGEST_PAUSE_NS = 60_000 * MS;
    private static final long LONGEST_PART = 5;
    private static final int STOP_OPERATIONS = 20;
    private static final int MIDDLE_PRIORITY = 100;
    private static final long LONGEST_JUMP_MS = 10 * 365 * 86_400_000L;

    private final List<Fault> faults;
    private final int survivors;
    private final Fate fate;

    private FaultPlan(final List<Fault> faults, final int survivors, final Fate fate) {
        this.faults = Collections.unmodifiableList(faults);
        this.survivors = survivors;
        this.fate = fate;
    }

    /**
     * A plan of given faults.
     *
     * @param faults    the faults, in any order.
     * @param survivors who lives on when they are over, one bit for each node.
     * @param fate      what becomes of the others.
     * @return the plan.
     */
    public static FaultPlan of(final List<Fault> faults, final int survivors, final Fate fate) {
        final List<Fault> sorted = new ArrayList<>(faults);
        sorted.sort(Comparator.comparingLong(Fault::atNs));
        return new FaultPlan(sorted, survivors, fate);
    }

    /**
     * The same, and the others are dead.
     *
     * @param faults    the faults, in any order.
     * @param survivors who lives on when they are over, one bit for each node.
     * @return the plan.
     */
    public static FaultPlan of(final List<Fault> faults, final int survivors) {
        return of(faults, survivors, Fate.DEAD);
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
        return of(faults, majority(config.nodes(), random), Fate.values()[random.nextInt(Fate.values().length)]);
    }

    /**
     * The same and more.
     *
     * @param more further faults.
     * @return a changed copy.
     */
    public FaultPlan with(final List<Fault> more) {
        final List<Fault> all = new ArrayList<>(faults);
        all.addAll(more);
        return of(all, survivors, fate);
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
     * What becomes of the others when the faults are over.
     *
     * @return their fate.
     */
    public Fate fate() {
        return fate;
    }

    /**
     * Whether a node lives on at the end.
     *
     * @param node which.
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
        return other instanceof FaultPlan that && survivors == that.survivors && fate == that.fate
            && faults.equals(that.faults);
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
        final long durationNs = switch (kind) {
            case CLOCK_JUMP, HAND_OVER, MEMBER_CHANGE -> 0;
            case READ_ERROR, WRITE_ERROR, NO_SPACE, DISK_FULL ->
                Math.max(1, (long) (Math.min(span / 2, config.untilNs() - atNs) * part));
            case PAUSE, SUSPEND ->
                Math.min(config.untilNs() - atNs, between(SHORTEST_PAUSE_NS, LONGEST_PAUSE_NS, part));
            default -> Math.max(1, (long) (longestNs * part * part));
        };
        final int node = random.nextInt(config.nodes());
        final Fault plain = new Fault(kind, atNs, durationNs, node, Fault.NONE, strength(kind, random));
        return switch (kind) {
            case LOSS, DUPLICATION, REORDERING, PARTIAL_BROADCAST, CORRUPTION, TRUNCATION, LATE_COPIES,
                LEADER_ISOLATION, POWER_LOSS_ALL, RING, FOREIGN_PACKETS, FAULTY_CLIENT ->
                between(plain, Fault.NONE, Fault.NONE);
            case ONE_WAY_PARTITION ->
                between(plain, node, (node + 1 + random.nextInt(config.nodes() - 1)) % config.nodes());
            case SPLIT -> between(plain, Fault.NONE, side(config.nodes(), Fault.NONE, random));
            case BRIDGE -> between(plain, node, side(config.nodes(), node, random));
            case HAND_OVER -> between(plain, node, random.nextInt(config.nodes() + 1) - 1);
            case PRIORITY -> new Fault(kind, atNs, config.untilNs() - atNs, node, Fault.NONE, plain.strength());
            case WIPE_MANY -> between(plain, Fault.NONE, majority(config.nodes(), random));
            default -> plain;
        };
    }

    private static Fault between(final Fault plain, final int target, final int other) {
        return new Fault(plain.kind(), plain.atNs(), plain.durationNs(), target, other, plain.strength());
    }

    private static double strength(final FaultKind kind, final SplittableRandom random) {
        return switch (kind) {
            case LOSS, DUPLICATION, REORDERING -> random.nextDouble() * MAX_LOSS;
            case CORRUPTION, TRUNCATION -> random.nextDouble() * MAX_DAMAGE;
            case PARTIAL_BROADCAST -> random.nextDouble() * MAX_DEAFNESS;
            case LATE_COPIES -> between(100 * MS, 20_000 * MS, random.nextDouble());
            case FOREIGN_PACKETS, FAULTY_CLIENT -> between(2 * MS, 50 * MS, random.nextDouble());
            case DELAY -> between(MS / 100, 300 * MS, random.nextDouble());
            case FLAPPING -> between(MS / 10, 200 * MS, random.nextDouble());
            case SLOW_NODE -> between(MS / 10, 200 * MS, random.nextDouble());
            case BACK_PRESSURE -> Math.min(1, random.nextDouble() * 4 / 3);
            case CRASH_AT_DISK_OPERATION -> 1 + random.nextInt(1 + random.nextInt(40));
            case PRIORITY -> random.nextInt(3) * MIDDLE_PRIORITY;
            case MEMBER_CHANGE -> random.nextInt(Integer.MAX_VALUE);
            case STOP, LEAVE -> random.nextInt(3) == 0 ? 1 + random.nextInt(STOP_OPERATIONS) : 0;
            case SLOW_DISK -> 2 + random.nextInt(100);
            case CLOCK_DRIFT -> rate(random);
            case CLOCK_JUMP -> jumpMillis(random);
            default -> kind.isOfDisk() && kind != FaultKind.WIPE_MANY ? 1 + random.nextInt(Integer.MAX_VALUE - 1) : 0;
        };
    }

    /** Between two bounds, each order of magnitude as likely as any other. */
    private static long between(final long least, final long most, final double part) {
        return (long) (least * Math.pow((double) most / least, part));
    }

    private static double rate(final SplittableRandom random) {
        final double deviation = switch (random.nextInt(10)) {
            case 0 -> NodeClock.MAX_RATE - 1;
            case 1, 2 -> 1;
            default -> 0.05;
        };
        final double factor = 1 + random.nextDouble() * deviation;
        return random.nextBoolean() ? factor : 1 / factor;
    }

    private static double jumpMillis(final SplittableRandom random) {
        final double size = between(1, LONGEST_JUMP_MS, random.nextDouble());
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

package io.fleet.testkit.disk;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultHandler;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.sim.MediumFaults;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Brings disk faults about and takes them back, as far as the {@link DamageOracle} lets them happen. Faults of other
 * kinds are ignored.
 */
public final class DiskFaults implements FaultHandler {
    private static final int MAX_OPERATIONS = 4;
    private static final int MAX_SPACE = 128 * 1024;

    private final List<? extends DiskHost> hosts;
    private final DamageOracle oracle;
    private final DamageCounters counters;
    /** Faults in force, and how many operations of the target had failed when they began. */
    private final Map<Fault, Long> inForce = new HashMap<>();
    /** Restarts of a node when it was damaged last. */
    private final long[] damagedAt;
    /** Whether a node's disk was damaged outright since it counted last. */
    private final boolean[] struck;
    /** Confirmed writes that a node had lost with its power when it counted last. */
    private final long[] lossesBefore;
    /** Who has counted in quorums: until then a node can be of no help to one that is damaged. */
    private final boolean[] hasCounted;
    private final DiskRollbacks setBacks;

    /**
     * Creates the handler.
     *
     * @param hosts    the machines, by node.
     * @param oracle   what may be damaged.
     * @param counters told what became of each fault.
     */
    public DiskFaults(final List<? extends DiskHost> hosts, final DamageOracle oracle, final DamageCounters counters) {
        this.hosts = hosts;
        this.oracle = oracle;
        this.counters = counters;
        damagedAt = new long[hosts.size()];
        struck = new boolean[hosts.size()];
        lossesBefore = new long[hosts.size()];
        hasCounted = new boolean[hosts.size()];
        setBacks = new DiskRollbacks(hosts);
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        seeWhoCounts();
        if (!fault.kind().isOfDisk()) {
            return;
        }
        review();
        if (fault.kind() == FaultKind.WIPE_MANY) {
            wipeMany(fault);
        } else if (fault.kind() == FaultKind.SET_BACK) {
            setBacks.makeImage(fault);
        } else if (fault.kind().isDamaging() && !mayDamage(fault.target())) {
            counters.increment(fault.kind(), DamageEffect.HELD_BACK);
        } else {
            inForce.put(fault, hits(fault.target()));
            begin(fault, new SplittableRandom((long) fault.strength()));
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        if (fault.kind() == FaultKind.SET_BACK) {
            setBack(fault);
            return;
        }
        final Long hitsBefore = inForce.remove(fault);
        if (hitsBefore == null) {
            return;
        }
        if (fault.kind() == FaultKind.WIPE_MANY) {
            hosts.forEach(DiskHost::start);
        } else {
            end(fault, new SplittableRandom((long) fault.strength()));
            judge(fault, hits(fault.target()) > hitsBefore);
        }
        review();
    }

    private void seeWhoCounts() {
        for (int node = 0; node < hasCounted.length; node++) {
            hasCounted[node] |= hosts.get(node).isVoter();
        }
    }

    /**
     * Whether a node counts in quorums, or did so at some time.
     *
     * @param node which.
     */
    public boolean hasCounted(final int node) {
        seeWhoCounts();
        return hasCounted[node];
    }

    /**
     * While a cluster forms, members that have never voted are as those that have lost everything: nobody can tell them
     * apart. So they are among those that may be missing.
     */
    private boolean mayDamage(final int node) {
        int missing = 0;
        for (int i = 0; i < hosts.size(); i++) {
            missing += i == node || oracle.isDamaged(i) || !hasCounted[i] ? 1 : 0;
        }
        return oracle.mayDamage(node) && (oracle.isDamaged(node) || missing <= oracle.bearable());
    }

    private void judge(final Fault fault, final boolean hit) {
        switch (fault.kind()) {
            case READ_ERROR, WRITE_ERROR, NO_SPACE -> counters.increment(fault.kind(),
                hit ? DamageEffect.FAILED_OPERATIONS : DamageEffect.NOTHING_THERE);
            case ONE_SLOW_DISK -> counters.increment(fault.kind(), DamageEffect.FAILED_OPERATIONS);
            case MISDIRECTED_WRITE, LOST_WRITE -> {
                if (!hit) {
                    oracle.withdrawn(fault.target(), fault.kind());
                }
            }
            default -> { }
        }
    }

    private long losses(final int node) {
        return hosts.get(node).media().stream().mapToLong(medium -> medium.faults().losses()).sum();
    }

    private long hits(final int node) {
        return hosts.get(node).media().stream().mapToLong(medium -> medium.faults().hits()).sum();
    }

    private void setBack(final Fault fault) {
        seeWhoCounts();
        review();
        if (!mayDamage(fault.target()) || oracle.isDamaged(fault.target()) || !setBacks.isKnown(fault)) {
            setBacks.forget(fault);
            counters.increment(fault.kind(), DamageEffect.HELD_BACK);
            return;
        }
        final DiskHost host = hosts.get(fault.target());
        setBacks.restore(fault);
        damaged(fault, true);
        host.start();
    }

    /**
     * Whether a node runs in directories that were set back, and does not know it yet. Nobody may listen to it.
     *
     * @param node which.
     * @return false once it is in another life.
     */
    public boolean isSetBack(final int node) {
        return setBacks.isSetBack(node);
    }

    /**
     * Whether something that a node said in a life was said in directories that were set back.
     *
     * @param node which.
     * @param life the life ({@link io.fleet.storage.Life}).
     * @return false for what was said before, and may still be on its way.
     */
    public boolean isSetBack(final int node, final long life) {
        return setBacks.isOfImage(node, life);
    }

    /** Ends every fault that is in force, and restarts each damaged node so that it looks at what it has. */
    public void heal() {
        inForce.clear();
        for (int node = 0; node < hosts.size(); node++) {
            final DiskHost host = hosts.get(node);
            final boolean dead = host.media().stream().anyMatch(medium -> medium.faults().isDead());
            host.media().forEach(medium -> {
                if (medium.faults().isDead()) {
                    medium.faults().wipe();
                }
                medium.faults().end();
                medium.capacity(Long.MAX_VALUE);
            });
            if (dead || oracle.isDamaged(node)) {
                host.losePower();
                host.start();
            }
        }
    }

    /** Whether no node is damaged any more. */
    public boolean isRepaired() {
        review();
        return oracle.damagedNodes() == 0;
    }

    /**
     * Whether a node does not have any more what it had confirmed, for sure.
     *
     * @param node which.
     */
    public boolean hasLost(final int node) {
        return oracle.isDamaged(node) && (struck[node] || losses(node) > lossesBefore[node]);
    }

    /** Looks which nodes have been repaired. */
    public void review() {
        for (int node = 0; node < hosts.size(); node++) {
            final DiskHost host = hosts.get(node);
            if (oracle.isDamaged(node) && host.restarts() > damagedAt[node] && host.isVoter()
                && !isUnderDamage(node) && !setBacks.isSetBack(node)) {
                oracle.repaired(node);
                struck[node] = false;
                lossesBefore[node] = losses(node);
            }
        }
    }

    /**
     * Whether what a node writes now may be damaged, or what it has written was since its start: a fault is in force
     * that may do so, a write was confirmed that is not durable, or its disk was damaged below it.
     *
     * @param node which.
     */
    public boolean isUnderDamage(final int node) {
        return oracle.isDamaged(node) && hosts.get(node).restarts() <= damagedAt[node]
            || hosts.get(node).media().stream().anyMatch(medium -> medium.faults().hasLostWrites())
            || inForce.keySet().stream().anyMatch(fault -> fault.target() == node && fault.kind().isDamaging());
    }

    private void begin(final Fault fault, final SplittableRandom random) {
        final DiskHost host = hosts.get(fault.target());
        final SimMedium medium = host.media().get(random.nextInt(host.media().size()));
        final MediumFaults faults = medium.faults();
        final int operations = 1 + random.nextInt(MAX_OPERATIONS);
        switch (fault.kind()) {
            case ROT_BIT, ROT_SECTOR, ROT_FILE, BAD_SECTOR -> {
                if (random.nextBoolean()) {
                    host.losePower();
                }
                damaged(fault, new BitRot(medium, random).strike(fault.kind()));
            }
            case MISSING_FILE, TRUNCATED_FILE, FOREIGN_FILE, DUPLICATED_FILE -> {
                host.losePower();
                damaged(fault, new FileDamage(medium, foreign(fault.target(), random), random).strike(fault.kind()));
            }
            case MISDIRECTED_WRITE -> {
                faults.misdirectWrites(operations);
                damaged(fault, true);
            }
            case LOST_WRITE -> {
                faults.lieInSyncs(operations, random.nextBoolean() ? 1 : random.nextDouble());
                damaged(fault, true);
            }
            case READ_ERROR -> {
                faults.failReads(operations);
                if (random.nextBoolean()) {
                    host.losePower();
                    host.start();
                }
            }
            case WRITE_ERROR -> faults.failWrites(1, random.nextBoolean());
            case NO_SPACE -> {
                medium.capacity(medium.usedBytes() + random.nextInt(MAX_SPACE));
                faults.prefixStays(true);
            }
            case ONE_SLOW_DISK -> faults.slowness(2 + random.nextInt(100));
            case DEAD_DISK -> {
                faults.dead(true);
                damaged(fault, true);
            }
            case WIPE_DISK -> {
                host.losePower();
                faults.wipe();
                damaged(fault, true);
            }
            default -> wipe(fault.target(), fault.kind());
        }
    }

    private void end(final Fault fault, final SplittableRandom random) {
        final DiskHost host = hosts.get(fault.target());
        final SimMedium medium = host.media().get(random.nextInt(host.media().size()));
        final MediumFaults faults = medium.faults();
        switch (fault.kind()) {
            case MISDIRECTED_WRITE -> faults.misdirectWrites(0);
            case LOST_WRITE -> faults.lieInSyncs(0, 1);
            case READ_ERROR -> faults.failReads(0);
            case WRITE_ERROR -> faults.failWrites(0, false);
            case NO_SPACE -> {
                medium.capacity(Long.MAX_VALUE);
                faults.prefixStays(false);
            }
            case ONE_SLOW_DISK -> faults.slowness(1);
            case DEAD_DISK -> {
                if (faults.isDead()) {
                    host.losePower();
                    faults.dead(false);
                    faults.wipe();
                }
            }
            default -> { }
        }
        if (fault.kind().isDamaging() && fault.strength() % 2 == 0) {
            host.losePower();
        }
        host.start();
    }

    private void wipeMany(final Fault fault) {
        int knowing = 0;
        for (int node = 0; node < hosts.size(); node++) {
            knowing |= hosts.get(node).knows() ? 1 << node : 0;
        }
        if (!oracle.mayDamageMany(fault.other(), knowing)) {
            counters.increment(fault.kind(), DamageEffect.HELD_BACK);
            return;
        }
        inForce.put(fault, 0L);
        for (int node = 0; node < hosts.size(); node++) {
            if ((fault.other() >>> node & 1) != 0) {
                wipe(node, fault.kind());
            }
        }
    }

    private void wipe(final int node, final FaultKind kind) {
        final DiskHost host = hosts.get(node);
        host.losePower();
        host.media().forEach(medium -> medium.faults().wipe());
        oracle.damaged(node, kind);
        damagedAt[node] = host.restarts();
        struck[node] = true;
    }

    private void damaged(final Fault fault, final boolean done) {
        if (done) {
            oracle.damaged(fault.target(), fault.kind());
            damagedAt[fault.target()] = hosts.get(fault.target()).restarts();
            struck[fault.target()] |= fault.kind() != FaultKind.MISDIRECTED_WRITE
                && fault.kind() != FaultKind.LOST_WRITE;
        } else {
            counters.increment(fault.kind(), DamageEffect.NOTHING_THERE);
        }
    }

    /** A disk of another node. */
    private SimMedium foreign(final int node, final SplittableRandom random) {
        final List<SimMedium> others = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            if (i != node) {
                others.addAll(hosts.get(i).media());
            }
        }
        return others.isEmpty() ? hosts.get(node).media().get(0) : others.get(random.nextInt(others.size()));
    }
}

package io.fleet.testkit.fault;

import java.util.EnumSet;
import java.util.Set;

/**
 * The faults. Unless said otherwise a fault has a target node, lasts for a while, and may overlap with any others. What
 * {@link Fault#strength()} means is said here.
 */
public enum FaultKind {
    /** Every link loses packets. Strength: the probability. */
    LOSS,
    /** Every link repeats packets. Strength: the probability. */
    DUPLICATION,
    /** Every link lets packets pass others. Strength: the probability. */
    REORDERING,
    /** All links from and to the target are slow. Strength: the longest extra delay in nanoseconds. */
    DELAY,
    /** The target cannot hand over packets now and then. Strength: the probability. */
    BACK_PRESSURE,
    /** Nobody hears the target and it hears nobody. */
    ISOLATION,
    /** The target does not reach one other node, which reaches the target. */
    ONE_WAY_PARTITION,
    /** Two sides do not reach each other. No target; {@link Fault#other()} has one bit for each node of one side. */
    SPLIT,
    /**
     * Two sides reach each other only through the target, which both hear. {@link Fault#other()} as for {@link #SPLIT}.
     */
    BRIDGE,
    /**
     * As {@link #ISOLATION}, of whoever leads when it begins; without effect when nobody does. Three of four go over to
     * whoever leads after that, one after the other, whom some nodes do not hear then. No target.
     */
    LEADER_ISOLATION,
    /** Each node reaches and hears only its two neighbours, by number, and clients. No target. */
    RING,
    /** All links from and to the target fail and come back all the time. Strength: how many nanoseconds each lasts. */
    FLAPPING,
    /**
     * What is sent to all nodes reaches any subset of them, drawn for each packet. Strength: the probability that one
     * of them does not hear it. No target.
     */
    PARTIAL_BROADCAST,
    /** Every link turns over up to four bits of a packet. Strength: the probability. */
    CORRUPTION,
    /** Every link cuts packets short. Strength: the probability. */
    TRUNCATION,
    /**
     * Every link delivers packets once more much later, long after what they say has been dealt with. Strength: the
     * longest time in nanoseconds.
     */
    LATE_COPIES,
    /** The target's process is killed, and started again at the end. What it wrote without sync stays readable. */
    KILL,
    /**
     * The target is stopped in good order and its machine switched off, and started again at the end. Strength: at
     * which disk operation of the stop, from 1, the power fails; 0 for never. Without effect while it is paused.
     */
    STOP,
    /** The target's machine loses power, and any subset of its unsynced sectors, and is started again at the end. */
    POWER_LOSS,
    /** As {@link #POWER_LOSS}, in the middle of a coming disk operation. Strength: which one, from 1. */
    CRASH_AT_DISK_OPERATION,
    /**
     * Every machine loses power at once; each is started again after a while of its own, the last at the end. No
     * target.
     */
    POWER_LOSS_ALL,
    /** The target does nothing, and then goes on as if nothing had been. */
    PAUSE,
    /**
     * The target does nothing, as with {@link #PAUSE}, and its monotonic clock stands still, as that of a suspended
     * virtual machine does; its wall clock goes on. Only in runs that it is asked for.
     */
    SUSPEND,
    /** The target's duty cycles are far apart. Strength: how many nanoseconds at most. */
    SLOW_NODE,
    /** The target's disks are slow. Strength: by which factor. */
    SLOW_DISK,
    /** The target's next sync fails, after which it must stop; it is started again at the end. */
    SYNC_FAILURE,
    /** The target's disks take no new file. */
    DISK_FULL,
    /** The target's clocks run fast or slow. Strength: local time per true time. */
    CLOCK_DRIFT,
    /**
     * The target's wall clock jumps; its monotonic clock does not. Strength: by how many milliseconds. Lasts no time.
     */
    CLOCK_JUMP,
    /**
     * The target is asked to have leadership handed over to {@link Fault#other()}, or to any node. Lasts no time.
     */
    HAND_OVER,
    /**
     * The target leaves, for a third of the time at most, is stopped in good order then, and its machine switched off;
     * started again at the end. Strength as for {@link #STOP}. Without effect while it is paused.
     */
    LEAVE,
    /** The target's priority as a leader is another one. Strength: which, from 0. */
    PRIORITY,
    /**
     * The target asks for a change of the group's members: one is added, removed, or replaced. Strength: which, and
     * who, by what the group looks like at that time.
     */
    MEMBER_CHANGE,
    /**
     * Others send to the cluster's addresses, with sound checksums: another cluster, other software, another version,
     * messages that nobody knows, values out of their range. No target. Strength: how many nanoseconds lie between two
     * packets at most.
     */
    FOREIGN_PACKETS,
    /**
     * A client that keeps to no rule: it sends what others send with another body, uses sessions of others beyond their
     * window, numbers its entries as it likes, sends what cannot be read, says hello and is silent. It cannot guess
     * what is in a command. No target. Strength: how many nanoseconds lie between two packets at most.
     */
    FAULTY_CLIENT,
    /**
     * A bit of a file of the target changes on the device. Here and below, unless said otherwise, strength is a number
     * from which the place and the manner are drawn: which disk, which file, whether the power is off meanwhile, and
     * whether the target is restarted at the end.
     */
    ROT_BIT,
    /** A sector of a file of the target turns into noise or zeros. */
    ROT_SECTOR,
    /** A file of the target turns into noise or zeros from a place on; in half of the cases all of it. */
    ROT_FILE,
    /** The device puts one of the target's next writes into a wrong place and confirms it. */
    MISDIRECTED_WRITE,
    /** The device loses sectors of the target's next syncs and confirms them. */
    LOST_WRITE,
    /** Reads of one disk of the target fail now and then. */
    READ_ERROR,
    /** The target's next write fails after any prefix of it. */
    WRITE_ERROR,
    /** A disk of the target is full at some byte, and a file that could not be created may leave a prefix. */
    NO_SPACE,
    /** The target's machine is off; a file is gone when it is on again. */
    MISSING_FILE,
    /** As before, and a file is cut. */
    TRUNCATED_FILE,
    /** As before, and a file is that of another node. */
    FOREIGN_FILE,
    /** As before, and a file is there again under another number. */
    DUPLICATED_FILE,
    /** One of the target's disks is slow. */
    ONE_SLOW_DISK,
    /** One of the target's disks answers nothing any more, and is replaced by an empty one at the end. */
    DEAD_DISK,
    /** The target's machine is off; one of its disks is empty when it is on again. */
    WIPE_DISK,
    /** As before, and all of its disks are empty. */
    WIPE,
    /**
     * A sector of a file of the target cannot be read any more, until it is written over or the file is gone. Only in
     * runs that it is asked for.
     */
    BAD_SECTOR,
    /**
     * The target's machine is switched off for a moment, in which an image of its disks is made. At the end they are
     * set back to it, if the target has started since and all others know that start. Only in runs that it is asked
     * for.
     */
    SET_BACK,
    /**
     * More nodes lose what is on their disks than the cluster can bear: all nodes in the bit set
     * {@link Fault#other()}. At least one node that knows of the past stays as it is. From then on nothing may be
     * wrong, but nothing needs to go on. No target.
     */
    WIPE_MANY,
    /**
     * The target and clients of other processes do not reach each other, while all else goes on. {@link Fault#other()}:
     * {@link NetworkFaults#TO_CLIENTS} and {@link NetworkFaults#FROM_CLIENTS} say which way, and
     * {@link NetworkFaults#REFUSED} that the target's transport takes nothing for them.
     */
    CLIENTS_CUT_OFF;

    /** Kinds that leave a node without something that it had confirmed. */
    private static final Set<FaultKind> DAMAGING = EnumSet.of(ROT_BIT, ROT_SECTOR, ROT_FILE, MISDIRECTED_WRITE,
        LOST_WRITE, MISSING_FILE, TRUNCATED_FILE, FOREIGN_FILE, DUPLICATED_FILE, DEAD_DISK, WIPE_DISK, WIPE, BAD_SECTOR,
        SET_BACK, WIPE_MANY);
    private static final Set<FaultKind> OF_LEADERSHIP = EnumSet.of(HAND_OVER, LEAVE, PRIORITY);
    private static final Set<FaultKind> OF_DISK = EnumSet.range(ROT_BIT, WIPE_MANY);

    /**
     * What runs draw from when nothing else is said: all kinds but {@link #WIPE_MANY}, after which a run cannot show
     * any more that the cluster comes back, and those that runs draw by themselves.
     *
     * @return a new set.
     */
    public static Set<FaultKind> usual() {
        final Set<FaultKind> usual = EnumSet.allOf(FaultKind.class);
        usual.remove(WIPE_MANY);
        usual.remove(MEMBER_CHANGE);
        usual.remove(CLIENTS_CUT_OFF);
        usual.remove(SUSPEND);
        usual.remove(BAD_SECTOR);
        usual.remove(SET_BACK);
        return usual;
    }

    /**
     * Kinds that are no faults, but what an operator does: after them alone no command has failed.
     *
     * @return a new set.
     */
    public static Set<FaultKind> ofLeadership() {
        return EnumSet.copyOf(OF_LEADERSHIP);
    }

    /** Whether the fault is one of disks that {@link io.fleet.testkit.disk.DiskFaults} brings about. */
    public boolean isOfDisk() {
        return OF_DISK.contains(this);
    }

    /**
     * Whether the target may not have any more what it had confirmed to be durable. No more nodes at once than the
     * cluster can bear are damaged, but by {@link #WIPE_MANY}.
     */
    public boolean isDamaging() {
        return DAMAGING.contains(this);
    }

    /** How many nodes there must be for the fault to mean anything; fewer than three cannot bear any damage. */
    public int leastNodes() {
        return switch (this) {
            case BRIDGE -> 3;
            case RING -> 4;
            case LOSS, DUPLICATION, REORDERING, DELAY, ISOLATION, ONE_WAY_PARTITION, SPLIT, LEADER_ISOLATION, FLAPPING,
                PARTIAL_BROADCAST, HAND_OVER, LEAVE, PRIORITY -> 2;
            default -> isDamaging() ? 3 : 1;
        };
    }

    /** Whether the fault is one of the network alone, which {@link NetworkFaults} brings about. */
    public boolean isOfNetwork() {
        return ordinal() <= LATE_COPIES.ordinal() || this == CLIENTS_CUT_OFF;
    }
}

package io.fleet.testkit.fault;

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
    CLOCK_JUMP;

    /**
     * Whether the fault is one of the network alone, which {@link NetworkFaults} brings about.
     *
     * @return whether.
     */
    public boolean isOfNetwork() {
        return ordinal() <= BRIDGE.ordinal();
    }
}

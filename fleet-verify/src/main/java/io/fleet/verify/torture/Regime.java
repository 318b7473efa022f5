package io.fleet.verify.torture;

/** How a run comes to its faults. */
public enum Regime {
    /** A fixed round: one node after the other is killed or paused. */
    ROUND,
    /** All nodes are killed at once, twice. */
    POWER_CUT,
    /** Drawn from a seed. */
    DRAWN
}

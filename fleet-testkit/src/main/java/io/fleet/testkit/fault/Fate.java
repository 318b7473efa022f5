package io.fleet.testkit.fault;

/** What becomes, for ever, of the nodes that do not live on when the faults of a run are over. */
public enum Fate {
    /** They have no power. */
    DEAD,
    /** They run, and neither hear nor reach anybody. */
    CUT_OFF,
    /** They take part, with duty cycles far apart and slow disks. */
    SLOW
}

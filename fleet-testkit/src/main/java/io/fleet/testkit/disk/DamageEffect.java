package io.fleet.testkit.disk;

/** What became of one disk fault. */
public enum DamageEffect {
    /** Brought about, and the node refused or gave up what it found when it started. */
    FOUND_AT_START,
    /** Brought about, and the running node stopped on it. */
    FOUND_RUNNING,
    /** Brought about, and the node came back without noticing: what was hit was unused, overwritten or never read. */
    UNNOTICED,
    /** Operations failed or lasted; nothing was lost. */
    FAILED_OPERATIONS,
    /** Not brought about: as many nodes were damaged as the cluster can bear. */
    HELD_BACK,
    /** Not brought about: there was nothing to damage, or no operation to fail. */
    NOTHING_THERE
}

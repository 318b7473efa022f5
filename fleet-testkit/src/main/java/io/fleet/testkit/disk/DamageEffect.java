package io.fleet.testkit.disk;

/** What became of one disk fault. */
public enum DamageEffect {
    /** Brought about, and the node refused or gave up what it found when it started. */
    FOUND_AT_START,
    /** Brought about, and the running node stopped on it. */
    FOUND_RUNNING,
    /**
     * Brought about in a way that no node can tell from an unfinished write, and the node came back on its own word
     * after a stop that was not in good order, since too few others could repair it in time. What holds then is not
     * defined; the run ends there.
     */
    TRUSTED,
    /** Brought about, and the node came back without noticing: what was hit was unused, overwritten or never read. */
    UNNOTICED,
    /** Operations failed or lasted; nothing was lost. */
    FAILED_OPERATIONS,
    /** Not brought about: as many nodes were damaged as the cluster can bear. */
    HELD_BACK,
    /** Not brought about: there was nothing to damage, or no operation to fail. */
    NOTHING_THERE
}

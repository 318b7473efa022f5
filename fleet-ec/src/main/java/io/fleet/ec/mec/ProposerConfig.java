package io.fleet.ec.mec;

/**
 * When this node proposes what.
 *
 * @param maxCandidates how many announced ids are kept at a time, in [1, 1,048,576].
 * @param activeNs      for how long a member that announced something counts among those that share the slots.
 * @param holeNs        how long a slot that nobody has a use for may lie below one in use before it is forfeited.
 * @param relayNs       after how long without a slot an id is taken over from the member that looked after it.
 * @param resendNs      after how long this node announces its ids again.
 */
public record ProposerConfig(int maxCandidates, long activeNs, long holeNs, long relayNs, long resendNs) {
    private static final int MAX_CANDIDATES = 1 << 20;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the value and its range.
     */
    public ProposerConfig {
        if (maxCandidates < 1 || maxCandidates > MAX_CANDIDATES) {
            throw new IllegalArgumentException("maxCandidates " + maxCandidates + " is not in [1, " + MAX_CANDIDATES
                + "]");
        }
        if (activeNs < 0 || holeNs < 0 || relayNs < 0 || resendNs < 1) {
            throw new IllegalArgumentException("activeNs " + activeNs + ", holeNs " + holeNs + " or relayNs " + relayNs
                + " is below 0, or resendNs " + resendNs + " below 1");
        }
    }
}

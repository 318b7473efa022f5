package io.fleet.ec.consensus.proposal;

/**
 * When this node proposes what.
 *
 * @param maxCandidates how many announced ids are kept at a time, in [1, 1,048,576].
 * @param inFlight      how many slots above the settled ones this node gives to ids, at least 1; well below the window
 *                      of the order, so that nodes which settle later still take part.
 * @param activeNs      for how long a member that announced something counts as one that announces.
 * @param lookNs        for how long an id that is meant for a slot waits for a rival, where several members announce;
 *                      somewhat more than a message takes.
 * @param holeNs        how long a slot that nobody has a use for may lie below one in use before it is forfeited.
 * @param relayNs       after how long without a slot an id is taken over from the member that looked after it.
 * @param resendNs      after how long this node announces its ids again.
 */
public record ProposerConfig(int maxCandidates, int inFlight, long activeNs, long lookNs,
                             long holeNs, long relayNs, long resendNs) {
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
        if (inFlight < 1) {
            throw new IllegalArgumentException("inFlight " + inFlight + " is below 1");
        }
        if (activeNs < 0 || lookNs < 0 || holeNs < 0 || relayNs < 0 || resendNs < 1) {
            throw new IllegalArgumentException("activeNs " + activeNs + ", lookNs " + lookNs + ", holeNs " + holeNs
                + " or relayNs " + relayNs + " is below 0, or resendNs " + resendNs + " below 1");
        }
    }
}

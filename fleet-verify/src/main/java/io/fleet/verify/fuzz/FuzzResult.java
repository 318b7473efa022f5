package io.fleet.verify.fuzz;

/**
 * What fuzzing one target came to.
 *
 * @param target        its name.
 * @param inputs        how many were tried.
 * @param taken         how many of them were taken.
 * @param outcomes      in how many different ways inputs were taken or refused.
 * @param mostAllocated the most bytes that one measured call allocated.
 * @param tally         what else the target counted, in words; empty for nothing.
 */
public record FuzzResult(String target, long inputs, long taken, int outcomes, long mostAllocated, String tally) {
    @Override
    public String toString() {
        return target + ": " + inputs + " inputs, " + taken + " taken, " + (inputs - taken) + " refused, " + outcomes
            + " different outcomes, at most " + mostAllocated + " bytes allocated"
            + (tally.isEmpty() ? "" : ", " + tally);
    }
}

package io.fleet.testkit.sim;

/**
 * The machine under a simulated disk stopped in the middle of a disk operation. An {@link Error}, so that it passes
 * through code that handles storage failures and ends where the simulator catches it; every later operation on the same
 * mount throws it again.
 */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the crash.
     *
     * @param message which disk, at which operation.
     */
    public SimulatedCrash(final String message) {
        super(message, null, false, false);
    }
}

package io.fleet.storage.fault;

/** The process ended at a disk operation. */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    public SimulatedCrash(final String operation) {
        super(operation);
    }
}

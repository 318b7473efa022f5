package io.fleet.machine;

/**
 * A state machine threw an {@link Error} while the log was applied, so its node ends: what an Error leaves of the
 * machine's state, and whether it is thrown at all, hangs on the node (its stack, its heap, its class path, its
 * assertions), and another replica may have gone on. The cause is what was thrown. A node that starts again applies the
 * command again: {@code docs/operations.md} says what to do where that ends it each time.
 */
public final class MachineFailedError extends Error {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message where it happened, with names and values.
     * @param cause   what the machine threw.
     */
    public MachineFailedError(final String message, final Error cause) {
        super(message, cause);
    }

    /**
     * Whether a node ends by an error of something that changes no state: a query, or the writing of a snapshot. Only
     * where the virtual machine itself is broken; what ran out of stack or heap there has left no trace.
     *
     * @param error what was thrown.
     * @return whether.
     */
    public static boolean endsTheNode(final Error error) {
        return error instanceof VirtualMachineError && !(error instanceof StackOverflowError)
            && !(error instanceof OutOfMemoryError);
    }
}

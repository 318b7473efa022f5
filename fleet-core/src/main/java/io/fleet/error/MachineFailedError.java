package io.fleet.error;

/**
 * A state machine threw an {@link Error} while the log was applied, so its node ends: what an Error leaves of the
 * machine's state, and whether it is thrown at all, hangs on the node (its stack, its heap, its class path, its
 * assertions), and another replica may have gone on. The cause is what was thrown. A node that starts again applies the
 * command again: {@code docs/runbook.md} says what to do where that ends it each time.
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
     * Whether a node ends by an error of a query that its own thread executes. Also where the heap is full: the query
     * shares buffers with the application of the log, and may have left them half changed.
     *
     * @param error what was thrown.
     * @return true for what breaks the virtual machine, and for a full heap.
     */
    public static boolean endsTheNodeOnItsThread(final Error error) {
        return endsTheNode(error) || error instanceof OutOfMemoryError;
    }

    /**
     * Whether a node ends by an error of something that changes no state and shares nothing with what does: the query
     * of a view on another thread, or the writing of a snapshot. Only where the virtual machine itself is broken.
     *
     * @param error what was thrown.
     * @return false for a stack or a heap that was full, and for all that is no error of the virtual machine.
     */
    public static boolean endsTheNode(final Error error) {
        return error instanceof VirtualMachineError && !(error instanceof StackOverflowError)
            && !(error instanceof OutOfMemoryError);
    }
}

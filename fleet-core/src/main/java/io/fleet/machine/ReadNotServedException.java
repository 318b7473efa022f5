package io.fleet.machine;

/**
 * <b>Not applied</b>, nor executed: the nodes do not serve reads of this level: fleet-reads is missing on their class
 * path, or it needs leases and the group has none. The message says which. Ask at another level; the same again does
 * not help.
 */
public class ReadNotServedException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is missing.
     */
    public ReadNotServedException(final String message) {
        super(message);
    }
}

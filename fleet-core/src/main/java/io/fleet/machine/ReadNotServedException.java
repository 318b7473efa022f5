package io.fleet.machine;

/**
 * <b>Not executed.</b> The nodes do not serve reads of this level: it is not built, or {@code io.fleet:fleet-reads} is
 * missing on their class path. The message says which. Ask at another level; the same again does not help.
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

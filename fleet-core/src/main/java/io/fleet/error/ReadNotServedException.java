package io.fleet.error;

/**
 * <b>Not applied</b>, nor executed: no member serves reads of this level. fleet-reads is missing on the class path of
 * this client or on theirs, or it needs leases and they have none. The message says which; of members it is what the
 * last of them said. Ask at another level; the same again does not help. Where some members serve it, others are not
 * asked for a while, and reads do not fail.
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

package io.fleet.storage;

/** A group was set up in the directory with other settings than it is opened with. Nothing has been written. */
public class SettingsChangedException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message where, and for each setting its name, the value stored and the value given.
     */
    public SettingsChangedException(final String message) {
        super(message);
    }
}

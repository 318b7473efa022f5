package io.fleet.storage;

/**
 * The disk could not read what it was asked for, such as a sector that went bad. Whether that is damage is not said by
 * it alone: the way to the disk may fail for a moment. A start decides that ({@link DamagedStorageException}).
 */
public class ReadFailedException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which file of which disk, where in it, and why.
     * @param cause   the underlying failure; null for none.
     */
    public ReadFailedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}

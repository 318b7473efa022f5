package io.fleet.storage;

/**
 * The directory or file belongs to another cluster, node or directory number, or was written by an unknown format
 * version.
 */
public class ForeignStorageException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what, where and why.
     */
    public ForeignStorageException(final String message) {
        super(message);
    }
}

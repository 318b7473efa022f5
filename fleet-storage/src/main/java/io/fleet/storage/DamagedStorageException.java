package io.fleet.storage;

/**
 * Bytes that were once durable are not what was written: a checksum or structure error outside the unsynced tail, or a
 * missing file. The node must neither vote nor serve on it (rule S15).
 */
public class DamagedStorageException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what, where and why.
     */
    public DamagedStorageException(final String message) {
        super(message);
    }
}

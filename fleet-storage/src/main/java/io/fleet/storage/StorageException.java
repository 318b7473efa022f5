package io.fleet.storage;

/** Durable storage cannot be used as it is. The message names the directory, the file and the cause. */
public class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what, where and why.
     */
    public StorageException(final String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what, where and why.
     * @param cause   the underlying failure.
     */
    public StorageException(final String message, final Throwable cause) {
        super(message, cause);
    }
}

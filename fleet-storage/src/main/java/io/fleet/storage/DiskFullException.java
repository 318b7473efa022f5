package io.fleet.storage;

/**
 * There is no space left on the device; nothing that was durable is lost. The node stops accepting and goes on when
 * there is space.
 */
public class DiskFullException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what, where and why.
     */
    public DiskFullException(final String message) {
        super(message);
    }
}

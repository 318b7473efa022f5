package io.fleet.examples.versions;

/** The version that was asked for is older than the oldest that is kept. */
public final class VersionTrimmedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param asked  the version.
     * @param oldest the oldest version that can be read.
     */
    public VersionTrimmedException(final long asked, final long oldest) {
        super("version " + asked + " was trimmed; the oldest that can be read is " + oldest);
    }
}

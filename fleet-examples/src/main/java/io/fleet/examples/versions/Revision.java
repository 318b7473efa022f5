package io.fleet.examples.versions;

/** A value that was put. A draft until its put is published; then it has the number of the version that it made. */
final class Revision {
    /** Above every watermark. */
    static final long DRAFT = Long.MAX_VALUE;

    private final byte[] value;
    /** By the thread that applies the log. */
    private long number = DRAFT;

    Revision(final byte[] value) {
        this.value = value;
    }

    byte[] value() {
        return value;
    }

    long number() {
        return number;
    }

    void publish(final long newNumber) {
        number = newNumber;
    }
}

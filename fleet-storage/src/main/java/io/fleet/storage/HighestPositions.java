package io.fleet.storage;

/** The highest position in each directory among many positions. Not thread-safe. */
public final class HighestPositions {
    private final long[] highest = new long[LogPosition.MAX_DIRECTORY + 1];

    /** Creates it with none. */
    public HighestPositions() {
    }

    /**
     * Takes one into account.
     *
     * @param position of a record; 0 stands for none.
     * @return the same position.
     */
    public long note(final long position) {
        final int directory = LogPosition.directory(position);
        highest[directory] = Math.max(highest[directory], position & ~0L >>> Byte.SIZE);
        return position;
    }

    /**
     * The highest one of a directory.
     *
     * @param directory its index.
     * @return the position; 0 when there is none.
     */
    public long in(final int directory) {
        final long inDirectory = highest[directory];
        return inDirectory == 0 ? 0
            : LogPosition.of(directory, LogPosition.fileNumber(inDirectory), LogPosition.offset(inDirectory));
    }
}

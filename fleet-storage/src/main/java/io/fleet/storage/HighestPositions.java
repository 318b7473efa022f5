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
        if (position != 0 && (highest[directory] == 0 || LogPosition.isBehind(position, highest[directory]))) {
            highest[directory] = position;
        }
        return position;
    }

    /**
     * The highest one of a directory.
     *
     * @param directory its index.
     * @return the position; 0 when there is none.
     */
    public long in(final int directory) {
        return highest[directory];
    }
}

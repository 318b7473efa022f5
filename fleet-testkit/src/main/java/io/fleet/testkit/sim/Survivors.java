package io.fleet.testkit.sim;

/**
 * Chooses what a crash leaves of work that was not durable yet. {@link SimMedium} asks in a fixed order: files by
 * name, writes of a file in the order in which they were made, sectors of a write by position.
 */
public interface Survivors {
    /**
     * Whether one sector of an unsynced write stays when the power is cut, or when a sync fails.
     *
     * @param sector which one.
     * @return whether it is durable from now on.
     */
    boolean keeps(UnsyncedSector sector);

    /**
     * Whether a rename, delete, write or sync takes effect although the crash came before it returned. A write that
     * does is unsynced like any other.
     *
     * @param operation in which the crash came.
     * @param file      the name of the file; of a rename the old one.
     * @return whether it took effect, as a whole.
     */
    boolean takesEffect(DiskOperation operation, String file);

    /**
     * How much of a file exists when the crash came in its creation.
     *
     * @param file   its name.
     * @param length the length it should have had, in bytes.
     * @return the length it has, 0 to {@code length}; -1 for no file.
     */
    long createdLength(String file, long length);

    /**
     * The same choice for everything: all or nothing.
     *
     * @param kept whether everything stays.
     * @return the choice.
     */
    static Survivors all(final boolean kept) {
        return new Survivors() {
            @Override
            public boolean keeps(final UnsyncedSector sector) {
                return kept;
            }

            @Override
            public boolean takesEffect(final DiskOperation operation, final String file) {
                return kept;
            }

            @Override
            public long createdLength(final String file, final long length) {
                return kept ? length : -1;
            }
        };
    }
}

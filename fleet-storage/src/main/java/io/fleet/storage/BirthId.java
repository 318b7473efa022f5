package io.fleet.storage;

/**
 * What tells clusters apart that have the same number: 64 bits, drawn by chance when a cluster is set up, in every
 * packet, and never changed.
 */
public final class BirthId {
    /** Not known yet. */
    public static final long NONE = 0;

    private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

    private BirthId() {
    }

    /**
     * The birth id of clusters that were set up before there were any: it follows from their number, so that all their
     * nodes find the same one without asking each other.
     *
     * @param clusterId the cluster's number.
     * @return not {@link #NONE}.
     */
    public static long ofNumber(final long clusterId) {
        long mixed = (clusterId ^ 0x466C_6565_7442_6972L) * ODD;
        mixed = (mixed ^ mixed >>> 32) * ODD;
        return drawn(mixed ^ mixed >>> 29);
    }

    /**
     * A birth id out of random bits.
     *
     * @param random 64 random bits.
     * @return not {@link #NONE}.
     */
    public static long drawn(final long random) {
        return random == NONE ? ODD : random;
    }

    /**
     * A birth id of one of the duty threads of a node, which differ from those of its others.
     *
     * @param random 64 random bits.
     * @param index  which of them.
     * @param count  how many there are.
     * @return not {@link #NONE}.
     */
    public static long drawn(final long random, final int index, final int count) {
        if (count == 1) {
            return drawn(random);
        }
        final long bits = random >>> Byte.SIZE; // so that what is added does not overflow
        final long id = bits - bits % count + index;
        return id == NONE ? count : id;
    }

    /**
     * Whether a birth id may be one of a duty thread.
     *
     * @param id    the birth id.
     * @param index which thread.
     * @param count how many there are.
     * @return false where it is of another thread of its node; always true of one that is alone.
     */
    public static boolean isOf(final long id, final int index, final int count) {
        return count == 1 || Long.remainderUnsigned(id, count) == index;
    }

    /**
     * For people.
     *
     * @param id the birth id.
     * @return such as {@code 00c0ffee12345678}.
     */
    public static String format(final long id) {
        return String.format("%016x", id);
    }
}

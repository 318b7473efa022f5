package io.fleet.ec.dissemination.format;

/**
 * Which piece of a node's part this is, and of how many, as one number that is kept with the piece in its log: 0 for a
 * part in one piece. A long value's part has a head, piece 0, and one piece for each stripe behind it.
 */
public final class PieceTag {
    /** A part in one piece. */
    public static final long WHOLE = 0;
    /** No piece, but a note about parts, see {@code docs/spec/coded.md}. */
    public static final long NOTE = -1;
    private static final int HALF = 32;

    private PieceTag() {
    }

    /**
     * Makes a tag.
     *
     * @param piece  which, from 0.
     * @param pieces of how many, at least 1.
     * @return the tag.
     */
    public static long of(final int piece, final int pieces) {
        return (long) (pieces - 1) << HALF | piece;
    }

    /**
     * Which piece.
     *
     * @param tag of the piece.
     * @return its index, from 0; what a log gave may be out of range.
     */
    public static int piece(final long tag) {
        return (int) tag;
    }

    /**
     * Of how many.
     *
     * @param tag of the piece.
     * @return how many; what a log gave may be out of range.
     */
    public static int pieces(final long tag) {
        return (int) (tag >>> HALF) + 1;
    }
}

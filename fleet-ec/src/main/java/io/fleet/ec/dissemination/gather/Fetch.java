package io.fleet.ec.dissemination.gather;

/** Who was asked for one piece, and who has answered. */
public final class Fetch {
    /** When nodes were asked for the first time: an answer may be to any of several questions. */
    public final long[] sentNs;
    int piece;
    /** Who was asked and may still answer, who has given its piece, and who was asked in advance, as bits. */
    public long asked;
    long present;
    long spare;
    /** Who was asked at least once. */
    long tried;
    /** How often all were asked anew. */
    int rounds;
    /** When nodes were asked last, other than in advance. */
    long askedNs;
    boolean isHedged;

    public Fetch(final int nodes) {
        sentNs = new long[nodes];
    }

    public void start(final int newPiece) {
        piece = newPiece;
        clear();
    }

    void clear() {
        asked = 0;
        present = 0;
        spare = 0;
        tried = 0;
        rounds = 0;
        isHedged = false;
    }

    boolean has(final int node) {
        return (present & 1L << node) != 0;
    }

    int given() {
        return Long.bitCount(present);
    }
}

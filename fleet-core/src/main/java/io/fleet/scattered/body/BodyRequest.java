package io.fleet.scattered.body;

/** How a body is asked for ({@link BodyFetcher}): how often, of whom, when it is again, and what has come since. */
final class BodyRequest {
    private static final int LONGEST_SHIFT = 3;

    private boolean wanted;
    private boolean recorded;
    private boolean left;
    private int attempts;
    private int rests;
    private long nextNs;
    private long askedNs;
    private int askedOf;
    private int askedFor;

    /** Begins anew. */
    void begin(final long firstNs) {
        wanted = true;
        attempts = 0;
        rests = 0;
        nextNs = firstNs;
    }

    /** Others hold the body of a recorded entry, so that it does not come by itself: it is asked for at once. */
    void beginRecorded(final long nowNs) {
        begin(nowNs);
        recorded = true;
    }

    void end() {
        wanted = false;
        recorded = false;
        left = false;
        attempts = 0;
    }

    /** Whether it is left to others, who persist it: what comes of it is let go of. */
    boolean isLeft() {
        return left;
    }

    void left(final boolean isLeft) {
        left = isLeft;
    }

    /** It is here, or another one is needed. */
    void stop() {
        wanted = false;
    }

    /** Something has come of a body that is not ordered: whoever sends it goes on. */
    void startOver() {
        attempts = 0;
    }

    boolean isWanted() {
        return wanted;
    }

    boolean isRecorded() {
        return recorded;
    }

    int attempts() {
        return attempts;
    }

    /** Of whom it was asked last. */
    int askedOf() {
        return askedOf;
    }

    boolean isInTurn(final long nowNs) {
        return nowNs - nextNs >= 0;
    }

    /**
     * Whether a part has come of what was asked for last, and then nothing for a while.
     *
     * @param missing    how many bytes are missing.
     * @param newChunkNs when the last of those that had been came.
     * @param whileNs    the while, the first time: each time it is twice as long.
     */
    boolean isCutShort(final int missing, final long newChunkNs, final long whileNs, final long nowNs) {
        return attempts > 0 && missing < askedFor
            && nowNs - newChunkNs >= whileNs << Math.min(rests, LONGEST_SHIFT);
    }

    /** Whether it was asked for once, less than a while ago. */
    boolean isFirst(final long whileNs, final long nowNs) {
        return attempts == 1 && nowNs - askedNs < whileNs;
    }

    /** It is asked for, in its turn. */
    void asked(final int node, final int missing, final long pauseNs, final int shift, final long nowNs) {
        note(node, missing, nowNs);
        nextNs = nowNs + (pauseNs << Math.min(shift, LONGEST_SHIFT));
        attempts++;
    }

    /** The rest of it is asked for, between its turns. */
    void askedForRest(final int node, final int missing, final long nowNs) {
        note(node, missing, nowNs);
        rests++;
    }

    private void note(final int node, final int missing, final long nowNs) {
        askedNs = nowNs;
        askedOf = node;
        askedFor = missing;
    }
}

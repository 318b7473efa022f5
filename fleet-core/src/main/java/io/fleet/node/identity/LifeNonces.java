package io.fleet.node.identity;

import java.util.SplittableRandom;

/**
 * What questions about lives carry, and their answers repeat, but for the lowest bit, which is set in questions only:
 * another number for each question, that follows from a secret of this process, so that nothing has to be kept of what
 * was asked. Nobody who was not asked can know it, but by hearing what is sent to others.
 */
final class LifeNonces {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private final long secret;
    private final long otherSecret;

    LifeNonces(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed ^ FACTOR);
        secret = random.nextLong();
        otherSecret = random.nextLong();
    }

    static boolean isQuestion(final long nonce) {
        return (nonce & 1) != 0;
    }

    static long answerTo(final long nonce) {
        return nonce & ~1L;
    }

    static long questionOf(final long nonce) {
        return nonce | 1;
    }

    /** Of the question whether a node is in a life. */
    long ofLife(final int node, final long life) {
        long mixed = (life + node * FACTOR ^ secret) * FACTOR;
        mixed = (mixed ^ mixed >>> 29 ^ otherSecret) * FACTOR;
        return mixed ^ mixed >>> 32 | 1;
    }

    /** Of the question in which life a voter listens to a node. */
    long ofWord(final int voter, final int node) {
        return ofLife(voter, -1L - node);
    }
}

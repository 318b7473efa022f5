package io.fleet.consensus.common;

import java.util.SplittableRandom;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * What shows that a message is an answer, and that it comes from whom this node asked: a random number for each node
 * that was asked, drawn anew in each life, which its answers repeat. Who has heard no question cannot know it. Used by
 * one thread; bounded by the number of node ids.
 */
public final class RequestNonces {
    /** No question has this number: what is said without having been asked for carries it. */
    public static final long UNASKED = 0;

    private final SplittableRandom random;
    private final Int2ObjectHashMap<Long> nonces = new Int2ObjectHashMap<>();

    /**
     * Has asked nobody.
     *
     * @param randomSeed nobody else can know it.
     */
    public RequestNonces(final long randomSeed) {
        random = new SplittableRandom(randomSeed ^ 0x7C15_9E37_79B9_7F4AL);
    }

    /**
     * The number that a question to a node carries.
     *
     * @param node which.
     * @return 1 or more; the same for all questions to that node.
     */
    public long to(final int node) {
        final Long known = nonces.get(node);
        if (known != null) {
            return known;
        }
        final long nonce = Math.max(1, random.nextLong() >>> 1);
        nonces.put(node, (Long) nonce);
        return nonce;
    }

    /**
     * Whether a message answers a question of this node's.
     *
     * @param node  who sent it.
     * @param nonce the number that it repeats.
     * @return whether that node was asked, and knows the question.
     */
    public boolean isAnswer(final int node, final long nonce) {
        final Long asked = nonces.get(node);
        return asked != null && asked == nonce;
    }
}

package io.fleet.testkit.sim;

import java.util.SplittableRandom;

/**
 * One seed, many independent streams: each concern draws from its own, named by a word and a number, so that a change
 * in how much one of them draws does not shift the others. The same name gives the same stream, whatever was asked for
 * before.
 */
public final class RandomStreams {
    private final long seed;

    /**
     * Creates the streams of one seed.
     *
     * @param seed any number.
     */
    public RandomStreams(final long seed) {
        this.seed = seed;
    }

    /** The seed. */
    public long seed() {
        return seed;
    }

    /**
     * A stream from its beginning.
     *
     * @param concern what draws from it.
     * @param index   which one of that concern, such as a node id.
     * @return a new stream.
     */
    public SplittableRandom stream(final String concern, final long index) {
        final long named = SimHash.mix(SimHash.mix(SimHash.START, seed), concern.hashCode());
        return new SplittableRandom(SimHash.mix(named, index));
    }
}

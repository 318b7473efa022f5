package io.fleet.testkit.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;

/**
 * Tries changed inputs on one target. Which inputs, is determined by the seed alone. An input with an outcome that was
 * not seen before is kept, and changes start from it too.
 */
public final class Fuzzer {
    /** What outcomes of inputs that were taken begin with. */
    public static final String TAKEN = "taken";

    private static final int MAX_KEPT = 512;
    private static final int EXTRA_LENGTH = 4 * 1024;
    private static final int WARM_UP_ROUNDS = 20;

    private final FuzzTarget target;
    private final SplittableRandom random;
    private final AllocationMeter meter = new AllocationMeter();
    private final List<byte[]> corpus = new ArrayList<>();
    private final Set<String> outcomes = new HashSet<>();
    private volatile byte[] present = {};
    private volatile long run;
    private long taken;

    /**
     * Creates a fuzzer.
     *
     * @param target which decoder.
     * @param seed   determines the inputs.
     */
    public Fuzzer(final FuzzTarget target, final long seed) {
        this.target = target;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Tries the target's own inputs, which must be taken, and then changed ones.
     *
     * @param goesOn asked with the number of inputs so far before each further one.
     * @return the counts.
     * @throws FuzzFailure at the first input that is not treated as declared.
     */
    public FuzzResult run(final LongPredicate goesOn) {
        int longest = 0;
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (final byte[] seed : target.seeds()) {
                longest = Math.max(longest, seed.length);
                if (!attempt(seed).startsWith(TAKEN)) {
                    throw new FuzzFailure(target.name(), 0, seed, "a valid input was refused: " + attempt(seed), null);
                }
            }
        }
        target.seeds().forEach(seed -> corpus.add(seed.clone()));
        meter.judge();
        taken = 0;
        final Mutator mutator = new Mutator(random, target.words(), longest + EXTRA_LENGTH);
        for (run = 1; goesOn.test(run - 1); run++) {
            final byte[] input = mutator.mutate(any(), any());
            if (random.nextInt(8) != 0) {
                target.seal(input);
            }
            final String outcome = attempt(input);
            taken += outcome.startsWith(TAKEN) ? 1 : 0;
            if (outcomes.add(outcome.replaceAll("-?[0-9]+", "#")) && corpus.size() < MAX_KEPT) {
                corpus.add(input);
            }
        }
        return new FuzzResult(target.name(), run - 1, taken, outcomes.size(), meter.most());
    }

    /**
     * The input that is being tried, for whoever watches from another thread.
     *
     * @return not to be changed.
     */
    public byte[] present() {
        return present;
    }

    /**
     * The number of the input that is being tried.
     *
     * @return from 1.
     */
    public long presentNumber() {
        return run;
    }

    private byte[] any() {
        return corpus.get(random.nextInt(corpus.size()));
    }

    private String attempt(final byte[] input) {
        present = input;
        try {
            return target.run(input, meter);
        } catch (final Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
            throw new FuzzFailure(target.name(), run, input, e.toString(), e);
        }
    }
}

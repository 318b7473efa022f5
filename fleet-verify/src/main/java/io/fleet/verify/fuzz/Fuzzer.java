package io.fleet.verify.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;

/**
 * Tries changed inputs on one target. Which inputs, is determined by the seed alone. An input with an outcome that was
 * not seen before is kept, and changes start from it too.
 */
public final class Fuzzer {
    /** What outcomes of inputs that were taken begin with. */
    public static final String TAKEN = "taken";

    /** Of inputs that were taken, and as many that were refused. */
    private static final int MAX_KEPT = 512;
    private static final Pattern DETAIL = Pattern.compile("'[^']*'|\\b[0-9a-f]{8,}\\b|-?[0-9]+");
    private static final int EXTRA_LENGTH = 4 * 1024;
    private static final int WARM_UP_ROUNDS = 20;
    private static final int ATTEMPTS = 3;

    private final FuzzTarget target;
    private final SplittableRandom random;
    private final AllocationMeter meter = new AllocationMeter();
    private final List<byte[]> accepted = new ArrayList<>();
    private final List<byte[]> refused = new ArrayList<>();
    private final Set<String> outcomes = new HashSet<>();
    private volatile byte[] present = {};
    private volatile long run;
    /** How many inputs were begun, those of the target as well. */
    private volatile long begun;

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
        final int longest = warmUp();
        long taken = 0;
        final Mutator mutator = new Mutator(random, target.words(), longest + EXTRA_LENGTH);
        for (run = 1; goesOn.test(run - 1); run++) {
            final byte[] input = mutator.mutate(any(), any());
            if (random.nextInt(8) != 0) {
                target.seal(input);
            }
            final String outcome = attempt(input);
            final boolean isTaken = outcome.startsWith(TAKEN);
            taken += isTaken ? 1 : 0;
            final List<byte[]> corpus = isTaken ? accepted : refused;
            if (outcomes.add(DETAIL.matcher(outcome).replaceAll("#")) && corpus.size() < MAX_KEPT) {
                corpus.add(input);
            }
        }
        return new FuzzResult(target.name(), run - 1, taken, outcomes.size(), meter.most(), target.tally());
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

    /**
     * Tries one input, after the target's own ones.
     *
     * @param input any.
     * @return what became of it.
     * @throws FuzzFailure when it is not treated as declared.
     */
    public String tryOne(final byte[] input) {
        warmUp();
        run = 1;
        return attempt(input);
    }

    /** Takes the target's own inputs, so that classes are loaded; answers the length of the longest. */
    private int warmUp() {
        int longest = 0;
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (final byte[] seed : target.seeds()) {
                longest = Math.max(longest, seed.length);
                final String outcome = attempt(seed);
                if (!outcome.startsWith(TAKEN)) {
                    throw new FuzzFailure(target.name(), 0, seed, "a valid input was refused: " + outcome, null);
                }
            }
        }
        target.seeds().forEach(seed -> accepted.add(seed.clone()));
        meter.judge();
        return longest;
    }

    /** Rather one that was taken: few changes lead from it to something new. */
    private byte[] any() {
        final List<byte[]> corpus = refused.isEmpty() || random.nextInt(4) != 0 ? accepted : refused;
        return corpus.get(random.nextInt(corpus.size()));
    }

    /** Changes with each input. */
    long begun() {
        return begun;
    }

    /** Tries one input; memory beyond the bound counts when it is taken every time. */
    private String attempt(final byte[] input) {
        present = input;
        begun = begun + 1;
        for (int left = ATTEMPTS - 1;; left--) {
            try {
                return target.run(input, meter);
            } catch (final AllocationMeter.Exceeded e) {
                if (left == 0) {
                    throw new FuzzFailure(target.name(), run, input, e.toString(), e);
                }
            } catch (final Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
                throw new FuzzFailure(target.name(), run, input, e.toString(), e);
            }
        }
    }
}

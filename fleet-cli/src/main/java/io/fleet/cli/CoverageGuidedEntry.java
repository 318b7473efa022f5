package io.fleet.cli;

import io.fleet.verify.fuzz.AllocationMeter;
import io.fleet.verify.fuzz.FuzzTarget;
import java.io.IOException;

/**
 * What Jazzer calls, in a process that {@link CoverageGuided} starts. Memory is not judged here: instrumented code may
 * take more.
 */
public final class CoverageGuidedEntry {
    private static final FuzzTarget TARGET = CoverageGuided.chosen();
    private static final AllocationMeter METER = new AllocationMeter();

    static {
        TARGET.seeds();
    }

    private CoverageGuidedEntry() {
    }

    /**
     * Tries one input, with its checksums made right.
     *
     * @param given any bytes; not changed.
     * @throws IOException when an input that fails cannot be kept.
     */
    public static void fuzzerTestOneInput(final byte[] given) throws IOException {
        final byte[] input = given.clone();
        TARGET.seal(input);
        try {
            TARGET.run(input, METER);
        } catch (final RuntimeException | AssertionError | StackOverflowError e) {
            throw new AssertionError("target " + TARGET.name() + ", the input again: "
                + CoverageGuided.keep(TARGET, input), e);
        }
    }
}

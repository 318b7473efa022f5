package io.fleet.verify.mutants;

import java.nio.file.Path;

/**
 * What {@code fleet mutants} is asked for.
 *
 * @param only    the name of the one mutant to try; null for all.
 * @param seeds   how many seeds a mutant has to survive.
 * @param threads how many seeds run at once, over all mutants.
 * @param report  takes the result as a Markdown table; null for none.
 */
public record MutantOptions(String only, long seeds, int threads, Path report) {
    /** How many seeds a mutant is given to be killed in. */
    public static final long DEFAULT_SEEDS = 20_000;
}

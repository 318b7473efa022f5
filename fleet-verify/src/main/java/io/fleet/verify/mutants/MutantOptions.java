package io.fleet.verify.mutants;

import java.nio.file.Path;
import java.util.List;

/**
 * What {@code fleet mutants} is asked for.
 *
 * @param only    the names of those to try; none for all.
 * @param seeds   how many seeds a mutant has to survive.
 * @param threads how many seeds run at once, over all mutants.
 * @param report  takes the result as a Markdown table; null for none.
 */
public record MutantOptions(List<String> only, long seeds, int threads, Path report) {
    /** How many seeds a mutant is given to be killed in. */
    public static final long DEFAULT_SEEDS = 20_000;
}

package io.fleet.verify.mutants;

import io.fleet.error.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The catalogue of mutants, and what became of them. */
public final class Mutants {
    /** Every mutant was killed. */
    public static final int ALL_KILLED = 0;
    /** A mutant survived: a test is missing. */
    public static final int SURVIVOR = 1;
    /** A mutant does not apply, compile or run. */
    public static final int BROKEN = 2;

    private Mutants() {
    }

    /**
     * Prints the catalogue.
     *
     * @param out where to.
     * @throws IOException when it cannot be read.
     */
    public static void list(final PrintWriter out) throws IOException {
        final List<Mutant> mutants = Checkout.find().catalogue();
        for (final Mutant mutant : mutants) {
            out.printf("%s (%s)%n    %s%n    unsafe: %s%n    noticed by: %s%n", mutant.name(), mutant.rule(),
                mutant.removes(), mutant.unsafe(), mutant.expect());
        }
        out.println(mutants.size() + " mutants");
        out.flush();
    }

    /**
     * Tries mutants and prints what becomes of each.
     *
     * @param options which, and for how long.
     * @param out     where to.
     * @return {@link #ALL_KILLED}, {@link #SURVIVOR} or {@link #BROKEN}.
     * @throws IOException          when files cannot be read or written.
     * @throws InterruptedException when the calling thread is interrupted.
     */
    public static int run(final MutantOptions options, final PrintWriter out)
        throws IOException, InterruptedException {
        final Checkout checkout = Checkout.find();
        return run(checkout, chosen(checkout.catalogue(), options.only()), options, out);
    }

    static int run(final Checkout checkout, final List<Mutant> mutants, final MutantOptions options,
                   final PrintWriter out) throws IOException, InterruptedException {
        final int width = mutants.stream().mapToInt(mutant -> mutant.name().length()).max().orElse(0);
        final long startNs = System.nanoTime();
        final Map<Mutant, Verdict> verdicts = new MutantRuns(checkout, options.seeds(), options.threads())
            .run(mutants, (mutant, verdict) -> {
                out.printf("%-8s  %-" + width + "s  %6s  %s%n", name(verdict), mutant.name(), verdict.cost(),
                    verdict.kind() == Verdict.Kind.KILLED ? verdict.invariant() : verdict.reason());
                out.flush();
            });
        final long killed = count(verdicts, Verdict.Kind.KILLED);
        final long broken = count(verdicts, Verdict.Kind.BROKEN) + mutants.size() - verdicts.size();
        final String sum = String.format(Locale.ROOT, "%d of %d mutants killed within %,d seeds each", killed,
            mutants.size(), options.seeds());
        out.printf("%s, %d survived, %d broken; %.0f s%n", sum, count(verdicts, Verdict.Kind.SURVIVED), broken,
            (System.nanoTime() - startNs) / 1e9);
        out.flush();
        if (options.report() != null) {
            Files.write(options.report(), table(mutants, verdicts, sum));
        }
        return broken > 0 ? BROKEN : killed < mutants.size() ? SURVIVOR : ALL_KILLED;
    }

    /** The result as Markdown. */
    static List<String> table(final List<Mutant> mutants, final Map<Mutant, Verdict> verdicts, final String sum) {
        final List<String> lines = new ArrayList<>();
        lines.add(sum + ".");
        lines.add("");
        lines.add("| mutant | rule | removes | seeds to kill | killed by |");
        lines.add("|---|---|---|---|---|");
        for (final Mutant mutant : mutants) {
            final Verdict verdict = verdicts.getOrDefault(mutant, Verdict.broken("was not tried"));
            final boolean isKilled = verdict.kind() == Verdict.Kind.KILLED;
            lines.add("| `" + mutant.name() + "` | " + mutant.rule() + " | " + cell(mutant.removes()) + " | "
                + (isKilled ? verdict.cost() : name(verdict)) + " | "
                + cell(isKilled ? verdict.invariant() : verdict.reason()) + " |");
        }
        return lines;
    }

    private static List<Mutant> chosen(final List<Mutant> all, final List<String> only) {
        final List<String> names = all.stream().map(Mutant::name).toList();
        for (final String name : only) {
            if (!names.contains(name)) {
                throw new ConfigException("--only is '" + name + "', but must be one of " + names);
            }
        }
        return only.isEmpty() ? all : all.stream().filter(mutant -> only.contains(mutant.name())).toList();
    }

    private static long count(final Map<Mutant, Verdict> verdicts, final Verdict.Kind kind) {
        return verdicts.values().stream().filter(verdict -> verdict.kind() == kind).count();
    }

    private static String name(final Verdict verdict) {
        return verdict.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String cell(final String text) {
        return text.replace("|", "\\|");
    }
}

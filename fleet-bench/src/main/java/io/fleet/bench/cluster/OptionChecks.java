package io.fleet.bench.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Takes words of options apart; what is wrong is told with the option, the value and what is allowed. */
final class OptionChecks {
    private static final double NANOS = 1e9;

    private final CommandSpec spec;

    OptionChecks(final CommandSpec spec) {
        this.spec = spec;
    }

    /** Whole numbers between commas; each once. */
    List<Integer> integers(final String option, final String text, final int min, final int max) {
        final List<Integer> numbers = new ArrayList<>();
        for (final String word : words(text)) {
            try {
                final int number = Integer.parseInt(word);
                range(option, number, min, max);
                numbers.add(number);
            } catch (final NumberFormatException e) {
                throw wrong(option + " is '" + word + "', but must be numbers from " + min + " to " + max);
            }
        }
        return numbers;
    }

    /** Words between commas, in small letters; each once. */
    static List<String> words(final String text) {
        final LinkedHashSet<String> words = new LinkedHashSet<>();
        for (final String word : text.split(",", -1)) {
            words.add(word.strip().toLowerCase(Locale.ROOT));
        }
        return new ArrayList<>(words);
    }

    void range(final String option, final double value, final double min, final double max) {
        if (!(value >= min && value <= max)) {
            throw wrong(option + " is " + text(value) + ", but must be from " + text(min) + " to " + text(max));
        }
    }

    private static String text(final double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    static Duration duration(final double inSeconds) {
        return Duration.ofNanos((long) (inSeconds * NANOS));
    }

    ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

package io.fleet.bench.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Takes words of options apart; what is wrong is told with the option, the value and what is allowed. */
public final class OptionChecks {
    private static final double NANOS = 1e9;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kmg]?)");

    private final CommandSpec spec;

    /**
     * Creates checks.
     *
     * @param spec of the command whose options they are.
     */
    public OptionChecks(final CommandSpec spec) {
        this.spec = spec;
    }

    /**
     * Whole numbers between commas.
     *
     * @param option its name.
     * @param text   its value.
     * @param min    the least that is allowed.
     * @param max    the most that is allowed.
     * @return each once.
     */
    public List<Integer> integers(final String option, final String text, final int min, final int max) {
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

    /**
     * Words between commas.
     *
     * @param text with them.
     * @return each once, in small letters.
     */
    public static List<String> words(final String text) {
        final LinkedHashSet<String> words = new LinkedHashSet<>();
        for (final String word : text.split(",", -1)) {
            words.add(word.strip().toLowerCase(Locale.ROOT));
        }
        return new ArrayList<>(words);
    }

    /**
     * Checks a number.
     *
     * @param option its name.
     * @param value  its value.
     * @param min    the least that is allowed.
     * @param max    the most that is allowed.
     */
    public void range(final String option, final double value, final double min, final double max) {
        if (!(value >= min && value <= max)) {
            throw wrong(option + " is " + text(value) + ", but must be from " + text(min) + " to " + text(max));
        }
    }

    /**
     * A number of bytes, such as 64m or 1g.
     *
     * @param option its name.
     * @param text   its value: a whole number, with k, m or g for so many KiB, MiB or GiB.
     * @param min    the least that is allowed.
     * @param max    the most that is allowed.
     * @return bytes.
     */
    public long bytes(final String option, final String text, final long min, final long max) {
        final Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        final double bytes = size.matches() ? Double.parseDouble(size.group(1)) * switch (size.group(2)) {
            case "k" -> 1 << 10;
            case "m" -> 1 << 20;
            case "g" -> 1 << 30;
            default -> 1;
        } : -1;
        if (!(bytes >= min && bytes <= max)) {
            throw wrong(option + " is '" + text + "', but must be from " + min + " to " + max
                + " bytes, such as 64m or 1g");
        }
        return (long) bytes;
    }

    private static String text(final double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    /**
     * A time from an option.
     *
     * @param inSeconds as it was given.
     * @return the same.
     */
    public static Duration duration(final double inSeconds) {
        return Duration.ofNanos((long) (inSeconds * NANOS));
    }

    /**
     * What is thrown for a wrong option.
     *
     * @param message with the option, its value and what is allowed.
     * @return to be thrown.
     */
    public ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

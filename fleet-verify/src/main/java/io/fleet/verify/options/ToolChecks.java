package io.fleet.verify.options;

import io.fleet.examples.kv.server.OptionChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of options that a server has not: lists, sizes, times, and files that a command writes. */
public final class ToolChecks extends OptionChecks {
    private static final double NANOS = 1e9;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kmg]?)");

    public <N extends Number> N least(final String option, final N value, final long min) {
        if (value != null && value.longValue() < min) {
            throw wrong(option + " is " + value + ", but must be at least " + min);
        }
        return value;
    }

    /** One of two or three numbers. */
    public int oneOf(final String option, final int value, final Integer... allowed) {
        if (!Arrays.asList(allowed).contains(value)) {
            throw wrong(option + " is " + value + ", but must be " + Arrays.stream(allowed).map(String::valueOf)
                .collect(Collectors.joining(", ")).replaceFirst(", (?=[^,]*$)", " or "));
        }
        return value;
    }

    /** Whole numbers between commas, each once. */
    public List<Integer> integers(final String option, final String text, final int min, final int max) {
        final List<Integer> numbers = new ArrayList<>();
        for (final String word : words(text)) {
            try {
                numbers.add(range(option, Integer.valueOf(word), min, max));
            } catch (final NumberFormatException e) {
                throw wrong(option + " is '" + word + "', but must be numbers from " + min + " to " + max);
            }
        }
        return numbers;
    }

    /** Words between commas, each once, in small letters. */
    public static List<String> words(final String text) {
        return Arrays.stream(text.split(",", -1)).map(word -> word.strip().toLowerCase(Locale.ROOT)).distinct()
            .toList();
    }

    /** The same where only some words are allowed. */
    public List<String> words(final String option, final String text, final List<String> allowed) {
        final List<String> words = words(text);
        for (final String word : words) {
            if (!allowed.contains(word)) {
                throw wrong(option + " is '" + word + "', but must be all or some of " + String.join(", ", allowed));
            }
        }
        return words;
    }

    /** Bytes: a whole number, with k, m or g for so many KiB, MiB or GiB. */
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

    /** Seconds of an option in a range. */
    public Duration seconds(final String option, final double value, final double min, final double max) {
        return Duration.ofNanos((long) (range(option, value, min, max) * NANOS));
    }

    /** Flags of the JVM in one word with spaces. */
    public static List<String> flags(final String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }

    /** Of a directory that need not be there yet. */
    public void directory(final String option, final Path value) {
        if (value != null && Files.exists(value) && !Files.isDirectory(value)) {
            throw wrong(option + " is " + value + ", but must be a directory");
        }
    }

    /** Of {@code --dir} where nothing may be there yet. */
    public void newOrEmpty(final Path value) throws IOException {
        directory("--dir", value);
        if (value != null && Files.exists(value)) {
            try (Stream<Path> content = Files.list(value)) {
                if (content.findAny().isPresent()) {
                    throw wrong("--dir is " + value + ", but must be new or empty");
                }
            }
        }
    }

    /** Of a file that is written. */
    public void file(final String option, final Path value) {
        if (value != null && Files.isDirectory(value)) {
            throw wrong(option + " is " + value + ", which is a directory, but must be a file");
        }
    }
}

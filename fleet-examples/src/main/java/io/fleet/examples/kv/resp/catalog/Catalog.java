package io.fleet.examples.kv.resp.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What Redis says of commands beside their names and keys; and its texts of help. Read from files that were made of
 * Redis' own answers.
 *
 * @param flags      such as {@code readonly}.
 * @param categories of access lists, without the sign before them.
 * @param tips       for clients.
 * @param keyFlags   what the command does with its keys.
 */
public record Catalog(List<String> flags, List<String> categories, List<String> tips, List<String> keyFlags) {
    private static final Catalog NOTHING = new Catalog(List.of(), List.of(), List.of(), List.of());
    private static final Map<String, Catalog> BY_NAME = new LinkedHashMap<>();

    static {
        for (final String line : lines("commands.txt")) {
            if (!line.startsWith("#")) {
                final String[] fields = line.split("\\|", -1);
                BY_NAME.put(fields[0], new Catalog(list(fields[1]), list(fields[2]), list(fields[3]), list(fields[4])));
            }
        }
    }

    /**
     * What is said of a command.
     *
     * @param lowerName in lower case.
     * @return of one that Redis does not have, nothing.
     */
    public static Catalog of(final String lowerName) {
        return BY_NAME.getOrDefault(lowerName, NOTHING);
    }

    /**
     * What a command answers to HELP.
     *
     * @param lowerName command or config.
     * @return line by line.
     */
    public static List<String> help(final String lowerName) {
        return lines(lowerName + "-help.txt");
    }

    private static List<String> list(final String field) {
        return field.isEmpty() ? List.of() : List.of(field.split(","));
    }

    private static List<String> lines(final String file) {
        try (InputStream in = Catalog.class.getResourceAsStream(file)) {
            return Arrays.asList(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n"));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

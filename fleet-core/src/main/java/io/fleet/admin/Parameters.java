package io.fleet.admin;

import io.fleet.error.ConfigException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands behind the question mark of a request. */
final class Parameters {
    private static final int MOST = 999_999_999;

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Reads {@code name=value&name=value}; null is none. */
    Parameters(final @Nullable String raw) {
        if (raw != null && !raw.isEmpty()) {
            for (final String pair : raw.split("&")) {
                final int equals = pair.indexOf('=');
                values.put(equals < 0 ? pair : pair.substring(0, equals), equals < 0 ? "" : decoded(pair.substring(
                    equals + 1)));
            }
        }
    }

    /** Colons, commas and slashes come as they are, or as clients encode them. */
    private static String decoded(final String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (final IllegalArgumentException e) {
            throw new ConfigException("'" + value + "' is no value of a parameter: " + e.getMessage());
        }
    }

    /** What a path says in the place of a parameter. */
    void put(final String name, final String value) {
        values.put(name, value);
    }

    boolean has(final String name) {
        return values.containsKey(name);
    }

    /** A number from {@code least}; {@code otherwise} where it is not given. */
    int number(final String name, final int least, final int otherwise) {
        return number(name, least, MOST, otherwise);
    }

    /** A number from {@code least} to {@code most}; {@code otherwise} where it is not given. */
    int number(final String name, final int least, final int most, final int otherwise) {
        final String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        final int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
        if (number < least || number > most) {
            throw new ConfigException(name + " is '" + value + "', but must be a number from " + least + " to " + most);
        }
        return number;
    }

    /** A number from 0 to {@code most}, which must be given. */
    int required(final String name, final int most) {
        text(name);
        return number(name, 0, most, 0);
    }

    /** What must be given. */
    String text(final String name) {
        final String value = values.get(name);
        if (value == null) {
            throw new ConfigException(name + " is missing");
        }
        return value;
    }

    /** One of the names of an enum, in lower case; {@code otherwise} where it is not given. */
    <E extends Enum<E>> E choice(final String name, final Class<E> of, final E otherwise) {
        final String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        final List<String> names = new ArrayList<>();
        for (final E each : of.getEnumConstants()) {
            names.add(each.name().toLowerCase(Locale.ROOT));
            if (names.get(names.size() - 1).equals(value)) {
                return each;
            }
        }
        throw new ConfigException(name + " is '" + value + "', but must be one of " + String.join(", ", names));
    }

    /** Whether an answer is for people ({@code format=text}) or for programs ({@code json}, also without it). */
    boolean asText() {
        final String format = values.getOrDefault("format", "json");
        if (!format.equals("json") && !format.equals("text")) {
            throw new ConfigException("format is '" + format + "', but must be json or text");
        }
        return format.equals("text");
    }

    /** Refuses what nobody reads: a misspelt name would otherwise mean its default. */
    void requireOnly(final Set<String> names) {
        for (final String name : values.keySet()) {
            if (!names.contains(name)) {
                throw new ConfigException("'" + name + "' is no parameter of this: there is "
                    + String.join(", ", names.stream().sorted().toList()));
            }
        }
    }
}

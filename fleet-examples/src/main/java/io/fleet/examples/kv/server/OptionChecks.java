package io.fleet.examples.kv.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What a command, of which this is a mixin, demands of its options. Each refusal names the option, the value and what
 * is allowed; an option that is not given is null, and is not refused.
 */
@Command
public class OptionChecks {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    public final <N extends Number> N range(final String option, final N value, final double min, final double max) {
        if (value != null && !(value.doubleValue() >= min && value.doubleValue() <= max)) {
            throw wrong(option + " is " + text(value) + ", but must be from " + text(min) + " to " + text(max));
        }
        return value;
    }

    private static String text(final Number value) {
        return value instanceof Double number && number == Math.rint(number)
            ? String.format(Locale.ROOT, "%.0f", number) : value.toString();
    }

    /** A word, in whatever case; small letters come back. */
    public final String oneOf(final String option, final String value, final String... allowed) {
        final List<String> words = Arrays.asList(allowed);
        if (value == null || words.contains(value.toLowerCase(Locale.ROOT))) {
            return value == null ? null : value.toLowerCase(Locale.ROOT);
        }
        final int last = allowed.length - 1;
        throw wrong(option + " is '" + value + "', but must be " + String.join(", ", words.subList(0, last)) + " or "
            + allowed[last]);
    }

    /** The constant of an enum that has this name, in whatever case. */
    public final <E extends Enum<E>> E oneOf(final String option, final String value, final Class<E> type) {
        final String[] names = Arrays.stream(type.getEnumConstants()).map(each -> each.name().toLowerCase(Locale.ROOT))
            .toArray(String[]::new);
        return value == null ? null : Enum.valueOf(type, oneOf(option, value, names).toUpperCase(Locale.ROOT));
    }

    public final ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

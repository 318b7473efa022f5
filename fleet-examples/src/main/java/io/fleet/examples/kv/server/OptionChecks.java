package io.fleet.examples.kv.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What commands demand of their options; each refusal names the option, the value and what is allowed. */
public final class OptionChecks {
    private OptionChecks() {
    }

    public static void range(final CommandSpec spec, final String option, final long value, final long min,
                             final long max) {
        if (value < min || value > max) {
            throw wrong(spec, option + " is " + value + ", but must be from " + min + " to " + max);
        }
    }

    /** Of {@code --dir}; null is allowed. */
    public static void newOrEmpty(final CommandSpec spec, final Path directory) throws IOException {
        if (directory == null || !Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw wrong(spec, "--dir is " + directory + ", but must be a directory");
        }
        try (Stream<Path> content = Files.list(directory)) {
            if (content.findAny().isPresent()) {
                throw wrong(spec, "--dir is " + directory + ", but must be new or empty");
            }
        }
    }

    public static ParameterException wrong(final CommandSpec spec, final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

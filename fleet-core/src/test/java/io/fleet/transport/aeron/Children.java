package io.fleet.transport.aeron;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that a test starts, and ends. */
public final class Children {
    public static final String ADD_OPENS = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    private static final int BOUND_SECONDS = 60;

    private Children() {
    }

    /** The command line of a JVM with this test's class path. */
    public static List<String> java(final List<String> flags, final Class<?> main, final List<String> arguments) {
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return command;
    }

    public static Process start(final List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Waits for the end of a process; what it printed, and its exit code in the last line. */
    public static String run(final List<String> command) throws IOException, InterruptedException {
        final Process process = start(command);
        try {
            final StringBuilder output = new StringBuilder();
            try (BufferedReader reader = reader(process)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    output.append(line).append('\n');
                }
            }
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("not ended within " + BOUND_SECONDS + " s: " + command + "\n" + output);
            }
            return output.append("exit ").append(process.exitValue()).toString();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Whether a command can be run and succeeds. */
    public static boolean succeeds(final String... command) throws InterruptedException {
        try {
            return run(List.of(command)).endsWith("exit 0");
        } catch (final IOException e) {
            return false;
        }
    }

    public static BufferedReader reader(final Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }
}

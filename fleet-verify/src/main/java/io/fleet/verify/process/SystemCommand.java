package io.fleet.verify.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * What a command of the system did.
 *
 * @param exitCode its exit code.
 * @param output   what it said.
 */
public record SystemCommand(int exitCode, String output) {
    private static final long LIMIT_SECONDS = 20;

    /** Runs one that says little. */
    public static SystemCommand run(final String... words) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", words) + " does not end within " + LIMIT_SECONDS + " s");
        }
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return new SystemCommand(process.exitValue(), said);
    }

    public boolean succeeded() {
        return exitCode == 0;
    }
}

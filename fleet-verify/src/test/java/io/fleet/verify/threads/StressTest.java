package io.fleet.verify.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the stress tests in processes of their own: interpreted, where each step takes long; in long runs with the flags
 * of production; and with a compiler that puts loads and stores into any order that the memory model allows.
 */
@Tag("slow")
class StressTest {
    private static final long MINUTES = Long.getLong("fleet.threads.minutes", 0);
    private static final String FLAGS =
        System.getProperty("fleet.threads.jvmFlags", "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED");
    private static final List<String> ANY_ORDER = List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+StressLCM",
        "-XX:+StressGCM", "-XX:+StressIGVN", "-XX:+StressCCP");
    private static final int SHORT_MILLIS = 200;
    private static final int LONG_MILLIS = 2_000;

    @Tag("full")
    @Test
    @Timeout(value = 7, unit = TimeUnit.DAYS)
    void shouldSeeNothingForbidden() throws IOException, InterruptedException {
        if (MINUTES == 0) {
            run(List.of("-Xint"), SHORT_MILLIS);
            run(anyOrder(1), SHORT_MILLIS);
            return;
        }
        final long untilNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        while (System.nanoTime() < untilNs) {
            run(List.of("-Xint"), LONG_MILLIS);
            run(List.of(), LONG_MILLIS);
            run(anyOrder(ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE)), LONG_MILLIS);
        }
    }

    private static List<String> anyOrder(final int seed) {
        final List<String> flags = new ArrayList<>(ANY_ORDER);
        flags.add("-XX:StressSeed=" + seed);
        return flags;
    }

    private static void run(final List<String> flags, final int millis) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(FLAGS.split(" ")));
        command.addAll(flags);
        command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path"), StressMain.class.getName(),
            Integer.toString(millis)));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), () -> "with " + flags + ":\n" + said);
        } finally {
            process.destroyForcibly();
        }
    }
}

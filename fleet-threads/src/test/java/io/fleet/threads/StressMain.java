package io.fleet.threads;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.TestGrading;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the stress tests in this process, one after the other: {@code MILLIS-PER-TEST [PATTERN]}. The launcher of jcstress
 * examines the machine for longer than a build can wait, and starts a process for each test; this one leaves
 * both out. Exit code 1 when a test saw what is forbidden, 2 when none matches the pattern.
 */
public final class StressMain {
    private static final int STRIDE = 128;
    private static final int STRIDES = 16;
    private static final int FOOTPRINT_MB = 64;
    /** States that hold a ring buffer of a megabyte: as few as keep two threads busy. */
    private static final Map<String, Integer> FEW = Map.of(
        "io.fleet.batch.ClientCloseStress", 16, "io.fleet.batch.WakeUpStress", 64,
        "io.fleet.storage.log.FileFlusherStress", 256, "io.fleet.storage.meta.MetaFlusherStress", 64);

    private StressMain() {
    }

    /**
     * Runs the tests and ends the process.
     *
     * @param args see above.
     * @throws ReflectiveOperationException when a test has no runner.
     * @throws IOException never.
     */
    public static void main(final String[] args) throws ReflectiveOperationException, IOException {
        final int millis = Integer.parseInt(args[0]);
        final String pattern = args.length > 1 ? args[1] : "";
        boolean passed = true;
        int tests = 0;
        for (final String name : new TreeSet<>(tests())) {
            if (name.contains(pattern)) {
                passed &= run(TestList.getInfo(name), millis);
                tests++;
            }
        }
        System.exit(tests == 0 ? 2 : passed ? 0 : 1);
    }

    private static Collection<String> tests() {
        return TestList.tests();
    }

    private static boolean run(final TestInfo test, final int millis) throws ReflectiveOperationException, IOException {
        final Runner<?> runner = (Runner<?>) Class.forName(test.generatedRunner())
            .getConstructor(ForkedTestConfig.class).newInstance(config(test, millis));
        final long begunNs = System.nanoTime();
        final TestResult result = runner.run();
        final long tookMillis = (System.nanoTime() - begunNs) / 1_000_000;
        boolean passed = result.status() == Status.NORMAL;
        final StringBuilder seen = new StringBuilder();
        for (final String state : new TreeSet<>(result.getStateKeys())) {
            final boolean allowed = test.cases().stream()
                .anyMatch(each -> each.matches(state) && TestGrading.passed(each.expect(), result.getCount(state)));
            passed &= allowed;
            seen.append(allowed ? "  [" : "  FORBIDDEN [").append(state).append("] ").append(result.getCount(state));
        }
        System.out.println((passed ? "passed " : "FAILED ") + test.name() + ", " + tookMillis + " ms"
            + (result.status() == Status.NORMAL ? "" : ", " + result.status()) + seen);
        result.getMessages().forEach(System.out::println);
        return passed;
    }

    /** As the launcher hands it to the processes that it starts. */
    private static ForkedTestConfig config(final TestInfo test, final int millis) throws IOException {
        final int states = FEW.getOrDefault(test.name(), STRIDE * STRIDES);
        final int stride = Math.min(STRIDE, states / 4);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(SpinLoopStyle.THREAD_SPIN_WAIT.ordinal());
            out.writeInt(millis);
            out.writeInt(1);
            out.writeUTF(test.generatedRunner());
            out.writeInt(FOOTPRINT_MB);
            out.writeInt(stride);
            out.writeInt(states / stride);
            out.writeBoolean(false);
        }
        return new ForkedTestConfig(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}

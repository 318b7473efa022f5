package io.fleet.verify.threads;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
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
 * Runs the stress tests in this process, one after the other: {@code MILLIS-PER-TEST [PATTERN]}. The launcher of
 * jcstress examines the machine for longer than a build can wait, and starts a process for each test; this one leaves
 * both out. Exit code 1 when a test saw what is forbidden, 2 when none matches the pattern.
 */
public final class StressMain {
    private static final int STRIDE = 256;
    private static final int STRIDES = 40;
    /** jcstress first runs all states some dozens of times to learn their size: too long for a short run. */
    private static final int SHORT_STRIDES = 4;
    private static final int SHORT_MILLIS = 1_000;
    /** The one has threads meet more often on an idle machine, the other on a busy one. */
    private static final List<SpinLoopStyle> STYLES =
        List.of(SpinLoopStyle.THREAD_SPIN_WAIT, SpinLoopStyle.THREAD_YIELD);
    private static final int FOOTPRINT_MB = 64;
    /** States that hold a ring buffer of a megabyte, and other large buffers: as few as keep two threads busy. */
    private static final Map<String, Integer> FEW = Map.of(
        "io.fleet.verify.threads.ClientCloseStress", 128, "io.fleet.verify.threads.WakeUpStress", 128,
        "io.fleet.verify.threads.FileFlusherStress", 1024, "io.fleet.verify.threads.MetaFlusherStress", 256);

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
        boolean passed = true;
        for (final SpinLoopStyle style : STYLES) {
            final Runner<?> runner = (Runner<?>) Class.forName(test.generatedRunner())
                .getConstructor(ForkedTestConfig.class).newInstance(config(test, style, millis / STYLES.size()));
            passed &= judge(test, runner.run());
        }
        return passed;
    }

    private static boolean judge(final TestInfo test, final TestResult result) {
        boolean passed = result.status() == Status.NORMAL;
        final StringBuilder seen = new StringBuilder();
        for (final String state : new TreeSet<>(result.getStateKeys())) {
            final boolean allowed = test.cases().stream()
                .anyMatch(each -> each.matches(state) && TestGrading.passed(each.expect(), result.getCount(state)));
            passed &= allowed;
            seen.append(allowed ? ", [" : ", FORBIDDEN [").append(state).append("] ").append(result.getCount(state));
        }
        System.out.println((passed ? "passed " : "FAILED ") + test.name()
            + (result.status() == Status.NORMAL ? "" : ", " + result.status()) + seen);
        result.getMessages().forEach(System.out::println);
        return passed;
    }

    /** As the launcher hands it to the processes that it starts. */
    private static ForkedTestConfig config(final TestInfo test, final SpinLoopStyle style, final int millis)
        throws IOException {
        final int states = Math.min(STRIDE * (millis < SHORT_MILLIS ? SHORT_STRIDES : STRIDES),
            FEW.getOrDefault(test.name(), Integer.MAX_VALUE));
        final int stride = Math.min(STRIDE, states / 4);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(style.ordinal());
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

package io.fleet.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The benchmarks of the hot path allocate nothing, whatever their parameters; and they run at all. No time is
 * measured. Where the compiler would take an object away, it may not be trusted to: the code runs interpreted first.
 */
class HotPathsTest {
    private static final int WARM_UP = 300;
    private static final int CALLS = 1_000;
    /** The measuring itself, and what happens once in a while. */
    private static final long NOISE_BYTES = 4_096;
    /** An object for every fourth call would be found. */
    private static final long MOST_FOR_A_CALL = 4;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void shouldMarkWhatHappensForEachCommandOrEntry() {
        final Set<String> marked = new TreeSet<>();
        for (final String name : benchmarks()) {
            if (HotPaths.of(name) != null) {
                final String type = name.substring(0, name.lastIndexOf('.'));
                marked.add(type.substring(type.lastIndexOf('.') + 1));
            }
        }
        assertEquals(Set.of("BatcherBenchmark", "DigestBenchmark", "LearnerBenchmark", "LogAppendBenchmark",
            "LogRecordBenchmark", "ReplierBenchmark", "SendBenchmark", "SessionBenchmark",
            "WireBenchmark"), marked);
    }

    @TestFactory
    List<DynamicTest> shouldAllocateNothing() throws Exception {
        final List<DynamicTest> tests = new ArrayList<>();
        for (final String name : benchmarks()) {
            if (HotPaths.of(name) == null) {
                continue;
            }
            final Class<?> type = Class.forName(name.substring(0, name.lastIndexOf('.')));
            final String method = name.substring(name.lastIndexOf('.') + 1);
            for (final Map<Field, String> parameters : choices(type)) {
                tests.add(DynamicTest.dynamicTest(type.getSimpleName() + "." + method + " " + parameters.values(),
                    () -> check(type, method, parameters)));
            }
        }
        return tests;
    }

    @Test
    void shouldFindWhatAllocates() throws Exception {
        final Allocating allocating = new Allocating();
        assertTrue(allocated(handle(allocating, Allocating.class.getMethod("allocate"))) > bound(),
            "an object for each call is not found");
    }

    private void check(final Class<?> type, final String method, final Map<Field, String> parameters)
        throws Exception {
        final Object benchmark = type.getConstructor().newInstance();
        for (final Map.Entry<Field, String> each : parameters.entrySet()) {
            each.getKey().set(benchmark, value(each.getKey().getType(), each.getValue()));
        }
        for (final Method each : type.getMethods()) {
            if (each.isAnnotationPresent(Setup.class)) {
                each.invoke(benchmark);
            }
        }
        final long bytes = allocated(handle(benchmark, type.getMethod(method)));
        assertTrue(bytes <= bound(), bytes + " bytes for " + CALLS + " calls");
    }

    private static long bound() {
        return NOISE_BYTES + MOST_FOR_A_CALL * CALLS;
    }

    /** The least of three tries: what else happens on the thread, such as growth of a table, happens once. */
    private long allocated(final MethodHandle call) throws Exception {
        final long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        run(call, WARM_UP);
        for (int i = 0; i < 3; i++) {
            final long before = threads.getThreadAllocatedBytes(id);
            run(call, CALLS);
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        return least;
    }

    private static void run(final MethodHandle call, final int times) throws Exception {
        try {
            for (int i = 0; i < times; i++) {
                call.invokeExact();
            }
        } catch (final Throwable failure) {
            throw new IllegalStateException("the benchmark fails", failure);
        }
    }

    /** A call that takes and gives nothing, so that nothing is boxed. */
    private static MethodHandle handle(final Object target, final Method method) throws IllegalAccessException {
        final MethodHandle bound = MethodHandles.lookup().unreflect(method).bindTo(target);
        return bound.asType(bound.type().changeReturnType(void.class));
    }

    private static List<String> benchmarks() {
        final List<String> names = new ArrayList<>();
        for (final BenchmarkListEntry each : BenchmarkList.defaultList().getAll(
            OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT), List.of())) {
            names.add(each.getUsername());
        }
        return names;
    }

    /** All combinations of parameters. */
    private static List<Map<Field, String>> choices(final Class<?> type) {
        List<Map<Field, String>> choices = List.of(Map.of());
        for (final Field field : type.getFields()) {
            if (!field.isAnnotationPresent(Param.class)) {
                continue;
            }
            final List<Map<Field, String>> longer = new ArrayList<>();
            for (final Map<Field, String> choice : choices) {
                for (final String value : field.getAnnotation(Param.class).value()) {
                    final Map<Field, String> next = new LinkedHashMap<>(choice);
                    next.put(field, value);
                    longer.add(next);
                }
            }
            choices = longer;
        }
        return choices;
    }

    private static Object value(final Class<?> type, final String text) {
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        if (type == boolean.class) {
            return Boolean.valueOf(text);
        }
        if (type.isEnum()) {
            for (final Object each : type.getEnumConstants()) {
                if (each.toString().equals(text)) {
                    return each;
                }
            }
        }
        return text;
    }

    /** What must be found. */
    public static final class Allocating {
        private byte[] kept;

        /** Makes an object. */
        public void allocate() {
            kept = new byte[1];
        }

        @Override
        public String toString() {
            return "last was " + kept.length;
        }
    }
}

package io.fleet.bench.micro;

import java.lang.reflect.Method;

/** Which benchmarks are marked as {@link HotPath}. */
final class HotPaths {
    private HotPaths() {
    }

    /** Whether a benchmark is; named by class and method. */
    static boolean isHot(final String benchmark) {
        return method(benchmark).isAnnotationPresent(HotPath.class);
    }

    /** The method of a benchmark. */
    static Method method(final String benchmark) {
        final int dot = benchmark.lastIndexOf('.');
        try {
            for (final Method method : Class.forName(benchmark.substring(0, dot)).getMethods()) {
                if (method.getName().equals(benchmark.substring(dot + 1))) {
                    return method;
                }
            }
        } catch (final ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class of benchmark " + benchmark, e);
        }
        throw new IllegalArgumentException("there is no method of benchmark " + benchmark);
    }
}

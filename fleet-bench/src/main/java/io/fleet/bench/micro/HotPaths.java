package io.fleet.bench.micro;

import java.lang.reflect.Method;

/** Finds the marks of benchmarks. */
final class HotPaths {
    private HotPaths() {
    }

    /** The mark of a benchmark, named by class and method; null where it has none. */
    static HotPath of(final String benchmark) {
        return method(benchmark).getAnnotation(HotPath.class);
    }

    private static Method method(final String benchmark) {
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

package io.fleet.ec.codec;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/**
 * Runs the loops of the vector API until the JIT compiler has made machine code of them. Before, each operation on a
 * vector is a call and an object: the first payload of 1 MiB would hold up its thread for seconds.
 */
final class VectorWarmUp {
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(5);
    /** The compiler has threads of its own, which wait for processors on a busy machine. */
    private static final long LONGEST_BUSY_NS = 4 * LONGEST_NS;
    /** Four passes over a strip: some 2 us when compiled, more than 500 us before. */
    private static final long FAST_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int FAST_ROUNDS = 16;
    private static final int INPUTS = 2;
    private static final byte[] COEFFICIENTS = {2, 3, 4, 5};

    private VectorWarmUp() {
    }

    /**
     * Runs all loops. Other programs may take the processor away at any time, so slow rounds say nothing.
     *
     * @return whether they have become fast.
     */
    static boolean run(final Product.Factory factory) {
        final Product product = factory.create(INPUTS);
        final byte[][] in = new byte[INPUTS][MatrixCodec.STRIP];
        final byte[][] out = new byte[INPUTS][MatrixCodec.STRIP];
        final int[] at = new int[INPUTS];
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        final boolean isTimed = threads.isCurrentThreadCpuTimeSupported();
        final long beginCpu = isTimed ? threads.getCurrentThreadCpuTime() : 0;
        final long begin = System.nanoTime();
        int fast = 0;
        for (long last = begin; fast < FAST_ROUNDS && last - begin < LONGEST_BUSY_NS
            && (isTimed ? threads.getCurrentThreadCpuTime() - beginCpu : last - begin) < LONGEST_NS;) {
            product.matrix(COEFFICIENTS, 1);
            product.multiply(in, at, out, at, MatrixCodec.STRIP);
            product.matrix(COEFFICIENTS, 2);
            product.multiply(in, at, out, at, MatrixCodec.STRIP);
            final long now = System.nanoTime();
            fast += now - last < FAST_NS ? 1 : 0;
            last = now;
        }
        return fast == FAST_ROUNDS;
    }
}

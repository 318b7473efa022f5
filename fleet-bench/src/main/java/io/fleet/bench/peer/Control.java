package io.fleet.bench.peer;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The standard streams of a started process, as its line to the harness. What libraries print goes to standard error
 * instead. The end of the input means that the harness is gone, and ends the process.
 */
final class Control {
    private static final int FAILED = 1;
    private static final long STOP_NS = TimeUnit.SECONDS.toNanos(15);

    private final BufferedReader in;
    private final PrintStream out;
    private final BlockingQueue<ControlLine> lines = new LinkedBlockingQueue<>();
    private final OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Control(final BufferedReader in, final PrintStream out) {
        this.in = in;
        this.out = out;
        final Thread reader = new Thread(this::read, "bench-control");
        reader.setDaemon(true);
        reader.start();
    }

    /** Takes the streams over. */
    static Control take() {
        final PrintStream out = System.out;
        System.setOut(System.err);
        return new Control(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), out);
    }

    /** Tells the harness; any thread. */
    synchronized void say(final String word, final String rest) {
        out.println(new ControlLine(word, rest.replace('\n', ' ').replace('\r', ' ')));
        out.flush();
    }

    /** The next line; one that says stop when the harness is gone. */
    ControlLine next() throws InterruptedException {
        return lines.take();
    }

    /** Takes the next line if it is here and begins with a word; never waits. */
    boolean takes(final String word) {
        final ControlLine first = lines.peek();
        return first != null && first.word().equals(word) && lines.remove(first);
    }

    /** Reads also while the process is busy: told to stop, or left alone, it has little time to end. */
    private void read() {
        String line;
        do {
            try {
                line = in.readLine();
            } catch (final IOException e) {
                line = null;
            }
            final ControlLine next = line == null ? new ControlLine(ControlLine.STOP, "") : ControlLine.parse(line);
            if (next.word().equals(ControlLine.STOP)) {
                endLater();
                line = null;
            }
            lines.add(next);
        } while (line != null);
    }

    private static void endLater() {
        final Thread last = new Thread(Control::endLate, "bench-end");
        last.setDaemon(true);
        last.start();
    }

    private static void endLate() {
        final long deadlineNs = System.nanoTime() + STOP_NS;
        while (System.nanoTime() - deadlineNs < 0) {
            LockSupport.parkNanos(deadlineNs - System.nanoTime());
        }
        System.err.println("not ended in time, so it is ended now");
        Runtime.getRuntime().halt(FAILED);
    }

    /** Nanoseconds of processor time of this process, all threads. */
    long cpuNs() {
        return system.getProcessCpuTime();
    }

    /** Ends the process, whatever threads it has; what is to run at its end, such as a profiler, has little time. */
    static void end(final Throwable failure) {
        if (failure != null) {
            failure.printStackTrace();
        }
        endLater();
        System.exit(failure == null ? 0 : FAILED);
    }
}

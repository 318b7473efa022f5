package io.fleet.bench;

import com.sun.management.ThreadMXBean;
import io.fleet.FleetCluster;
import io.fleet.bench.harness.CountingMachine;
import io.fleet.client.FleetClient;
import io.fleet.client.ReplyHandler;
import io.fleet.error.FleetException;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What the hot path allocates: Java heap bytes for each command, by thread, of three nodes with real disks in this
 * process and a client that uses the form of {@link FleetClient#offer} that allocates nothing. A program of its own:
 *
 * <pre>java --add-opens java.base/jdk.internal.misc=ALL-UNNAMED -cp fleet-bench-VERSION.jar
 *     io.fleet.bench.AllocationBenchmark [COMMANDS [IN_FLIGHT [PAYLOAD_BYTES]]]</pre>
 *
 * <p>The data goes to a temporary directory below {@code java.io.tmpdir}, and is deleted at the end. A command's share
 * depends on how many commands travel in one entry, so the bytes for each entry are told too. The rate is for
 * orientation: three nodes and the client share the machine.
 */
public final class AllocationBenchmark {
    private static final int DEFAULT_COMMANDS = 1_000_000;
    private static final int DEFAULT_IN_FLIGHT = 1_024;
    private static final int DEFAULT_PAYLOAD = 64;
    private static final int MAX_COMMANDS = 100_000_000;
    private static final int MAX_IN_FLIGHT = 4_096;
    private static final int MAX_PAYLOAD = 1 << 20;
    private static final int MIN_WARM_UP = 300_000;
    private static final long IDLE_NS = 20_000;
    private static final long SETTLE_BOUND_NS = TimeUnit.SECONDS.toNanos(30);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final int commands;
    private final int inFlight;
    private final UnsafeBuffer payload;
    private final Outcomes outcomes = new Outcomes();
    private long offered;

    private AllocationBenchmark(final int commands, final int inFlight, final int payloadLength) {
        this.commands = commands;
        this.inFlight = inFlight;
        payload = new UnsafeBuffer(new byte[payloadLength]);
        payload.putLong(0, 1, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Measures and prints.
     *
     * @param arguments how many commands (1,000,000), how many in flight (1,024), how long each payload is (64).
     */
    public static void main(final String[] arguments) {
        new AllocationBenchmark(
            argument(arguments, 0, "COMMANDS", DEFAULT_COMMANDS, 1_000, MAX_COMMANDS),
            argument(arguments, 1, "IN_FLIGHT", DEFAULT_IN_FLIGHT, 1, MAX_IN_FLIGHT),
            argument(arguments, 2, "PAYLOAD_BYTES", DEFAULT_PAYLOAD, Long.BYTES, MAX_PAYLOAD)).run();
    }

    private static int argument(final String[] arguments, final int index, final String name, final int otherwise,
                                final int min, final int max) {
        if (index >= arguments.length) {
            return otherwise;
        }
        final int value = Integer.parseInt(arguments[index]);
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                name + " is " + value + ", but must be from " + min + " to " + max);
        }
        return value;
    }

    private void run() {
        try (FleetCluster cluster = FleetCluster.builder().machine(CountingMachine::new).launch()) {
            final FleetClient client = cluster.client();
            drive(client, Math.max(MIN_WARM_UP, commands / 2));
            settle(cluster);
            final long entriesBefore = entries(cluster);
            final Map<Long, Long> before = allocated();
            final long startNs = System.nanoTime();
            drive(client, commands);
            final long tookNs = System.nanoTime() - startNs;
            settle(cluster);
            final Map<Long, Long> after = allocated();
            print(before, after, entries(cluster) - entriesBefore, tookNs);
        }
    }

    /** Sends commands, never more than allowed in flight, and returns when each has its outcome. */
    private void drive(final FleetClient client, final int count) {
        final long end = offered + count;
        while (offered < end) {
            if (offered - outcomes.count() < inFlight
                && client.offer(false, payload, 0, 0, payload, 0, payload.capacity(), offered, outcomes)) {
                offered++;
            } else {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
        while (outcomes.count() < offered) {
            LockSupport.parkNanos(IDLE_NS);
        }
        if (outcomes.failure != null) {
            throw new IllegalStateException("a command failed", outcomes.failure);
        }
    }

    /** Waits until every node has applied what was ordered, so that no node's work is missed. */
    private static void settle(final FleetCluster cluster) {
        final long deadlineNs = System.nanoTime() + SETTLE_BOUND_NS;
        final long commands = cluster.node(0).core().group(0).counters().commands.get();
        for (int i = 1; i < cluster.size(); i++) {
            while (cluster.node(i).core().group(0).counters().commands.get() < commands) {
                if (System.nanoTime() - deadlineNs > 0) {
                    throw new IllegalStateException("node " + i + " has not applied all commands in time");
                }
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    private static long entries(final FleetCluster cluster) {
        return cluster.node(0).core().group(0).counters().entriesApplied.get();
    }

    private Map<Long, Long> allocated() {
        final Map<Long, Long> bytes = new TreeMap<>();
        for (final long id : threads.getAllThreadIds()) {
            bytes.put(id, threads.getThreadAllocatedBytes(id));
        }
        return bytes;
    }

    private void print(final Map<Long, Long> before, final Map<Long, Long> after, final long entries,
                       final long tookNs) {
        final Map<String, Long> byName = new TreeMap<>();
        for (final Map.Entry<Long, Long> each : after.entrySet()) {
            final var info = threads.getThreadInfo(each.getKey());
            final String name = info == null ? "ended" : each.getKey() == Thread.currentThread().getId()
                ? "client's thread" : info.getThreadName();
            byName.merge(name, each.getValue() - before.getOrDefault(each.getKey(), 0L), Long::sum);
        }
        say("%,d commands of %d bytes in %,d entries, up to %,d in flight: %,.0f per second", commands,
            payload.capacity(), entries, inFlight, commands * 1e9 / tookNs);
        say("%-45s %14s %12s %12s", "thread", "bytes", "per command", "per entry");
        long sum = 0;
        for (final Map.Entry<String, Long> each : byName.entrySet()) {
            if (each.getValue() > 0) {
                line(each.getKey(), each.getValue(), entries);
                sum += each.getValue();
            }
        }
        line("sum", sum, entries);
    }

    private void line(final String name, final long bytes, final long entries) {
        say("%-45s %,14d %12.3f %12.1f", name, bytes, (double) bytes / commands, (double) bytes / entries);
    }

    private static void say(final String format, final Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    /** Counts outcomes on the client's thread, for the thread that offers. */
    private static final class Outcomes implements ReplyHandler {
        private volatile long count;
        private volatile FleetException failure;

        long count() {
            return count;
        }

        @Override
        public void onReply(final long correlationId, final DirectBuffer buffer, final int offset,
                            final int length) {
            next();
        }

        @Override
        public void onFailure(final long correlationId, final FleetException cause) {
            failure = cause;
            next();
        }

        /** Only the client's thread writes. */
        private void next() {
            final long now = count;
            count = now + 1;
        }
    }
}

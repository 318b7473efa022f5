package io.fleet.bench.cluster;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.verify.process.SystemCommand;
import java.io.IOException;
import java.util.List;

/**
 * A network namespace whose loopback interface carries multicast; nothing leaves it. Needs root and iproute2. It goes
 * when it is closed, or when this process is told to end; what runs in it then goes on.
 */
final class MulticastSpace implements AutoCloseable {
    private final String name;
    private final Thread ender = new Thread(this::delete, "bench-space-end");

    private MulticastSpace(final String name) {
        this.name = name;
        Runtime.getRuntime().addShutdownHook(ender);
    }

    /**
     * Makes one.
     *
     * @throws BenchmarkFailure when this machine or this user cannot have one; nothing is left then.
     */
    static MulticastSpace make() throws BenchmarkFailure, InterruptedException {
        final String name = "fleet-bench-" + ProcessHandle.current().pid();
        if (!succeeds("ip", "netns", "add", name)) {
            throw new BenchmarkFailure("a network namespace cannot be made here: needs root and iproute2");
        }
        final MulticastSpace space = new MulticastSpace(name);
        if (succeeds("ip", "-n", name, "link", "set", "lo", "up")
            && succeeds("ip", "-n", name, "link", "set", "lo", "multicast", "on")
            && succeeds("ip", "-n", name, "route", "add", "224.0.0.0/4", "dev", "lo")) {
            return space;
        }
        space.close();
        throw new BenchmarkFailure("the loopback interface of a network namespace cannot be made to carry multicast "
            + "here");
    }

    /** Words before the command of a process that is to run in it. */
    List<String> launcher() {
        return List.of("ip", "netns", "exec", name);
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(ender);
        } catch (final IllegalStateException e) {
            // The process is ending, and the namespace is gone already.
        }
    }

    private void delete() {
        try {
            succeeds("ip", "netns", "delete", name);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean succeeds(final String... words) throws InterruptedException {
        try {
            return SystemCommand.run(words).succeeded();
        } catch (final IOException e) {
            return false;
        }
    }
}

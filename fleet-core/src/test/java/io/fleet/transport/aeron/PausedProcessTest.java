package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleet.fixture.process.Children;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import io.fleet.transport.aeron.config.Endpoint;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A node whose process stands still while the others go on, and that is there again when it goes on. */
class PausedProcessTest {
    private static final int TERM = 1 << 20;

    private static AeronConfig.Builder config() {
        return AeronConfig.builder().kind(Kind.MDC).broadcastTermLength(TERM).unicastTermLength(TERM);
    }

    @Test
    void shouldRejoinAfterItsProcessWasPaused() throws IOException, InterruptedException {
        assumeTrue(Children.succeeds("kill", "-0", Long.toString(ProcessHandle.current().pid())),
            "there is no kill command");
        try (Network network = new Network(3)) {
            final Peer zero = network.node(network.launch(config()), 0);
            final Peer one = network.node(network.launch(config()), 1);
            final Process child = Children.start(Children.java(List.of(Children.ADD_OPENS), Echo.class,
                network.members.stream().map(member -> Integer.toString(member.port())).toList()));
            try {
                awaitEcho(network, zero, 2);
                awaitEcho(network, zero, Transport.ALL_NODES);
                signal("-STOP", child);
                network.awaitFlow(zero, one, 6L * TERM, 16 * 1024);
                signal("-CONT", child);
                awaitEcho(network, zero, Transport.ALL_NODES);
                awaitEcho(network, zero, 2);
            } finally {
                child.destroyForcibly();
                child.waitFor();
            }
        }
    }

    /** Until the child has received and answered something that was sent after this call. */
    private static void awaitEcho(final Network network, final Peer from, final int destination) {
        final long before = from.lastSent();
        network.await("echo", () -> from.send(destination, 200), () -> from.highestFrom(2) > before);
    }

    private static void signal(final String signal, final Process process) throws InterruptedException {
        assumeTrue(Children.succeeds("kill", signal, Long.toString(process.pid())), "cannot signal a child process");
    }

    /** Node 2: tells node 0 the number of each packet that node 0 sent. */
    static final class Echo {
        private static final long IDLE_NS = 50_000;

        private Echo() {
        }

        public static void main(final String[] ports) {
            final List<Endpoint> members = List.of(
                new Endpoint(0, "127.0.0.1", Integer.parseInt(ports[0])),
                new Endpoint(1, "127.0.0.1", Integer.parseInt(ports[1])),
                new Endpoint(2, "127.0.0.1", Integer.parseInt(ports[2])));
            try (AeronTransports transports = AeronTransports.launch(config().build())) {
                final Peer peer = new Peer(2, transports.node(2, members));
                long echoed = 0;
                while (true) {
                    if (peer.work() == 0) {
                        LockSupport.parkNanos(IDLE_NS);
                    }
                    if (peer.highestFrom(0) > echoed && peer.sendNumbered(0, peer.highestFrom(0), 200)) {
                        echoed = peer.highestFrom(0);
                    }
                }
            }
        }
    }
}

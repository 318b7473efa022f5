package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.ThreadingMode;
import io.fleet.error.ConfigException;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import org.junit.jupiter.api.Test;

/** Where the thread that polls an endpoint drives the driver too. What is the same otherwise is tested elsewhere. */
class InvokerTest {
    private static AeronConfig.Builder config() {
        return AeronConfig.builder().kind(Kind.MDC).threadingMode(ThreadingMode.INVOKER)
            .broadcastTermLength(1 << 20).unicastTermLength(1 << 20);
    }

    @Test
    void shouldRefuseASecondEndpoint() {
        try (Network network = new Network(2)) {
            final AeronTransports transports = network.launch(config());
            final Transport node = transports.node(0, network.members);
            refused("nodeId is 1, but with threadingMode INVOKER each endpoint needs AeronTransports of its own",
                () -> transports.node(1, network.members));
            refused("responseHost is 127.0.0.1, but with threadingMode INVOKER",
                () -> transports.client("127.0.0.1", network.members));
            node.close();
            transports.client("127.0.0.1", network.members).close();
            transports.node(1, network.members);
        }
    }

    @Test
    void shouldOpenAnEndpointAfterOneThatCouldNotBeOpened() {
        try (Network network = new Network(2)) {
            final AeronTransports taken = network.launch(config());
            taken.node(0, network.members);
            final AeronTransports transports = network.launch(config().errorHandler(error -> {}));
            refused("endpoint of node 0 is 127.0.0.1:", () -> transports.node(0, network.members));
            transports.node(1, network.members);
        }
    }

    @Test
    void shouldRefuseWhatItCannotDrive() {
        refused("threadingMode is INVOKER, but must be another with IPC", () -> config().kind(Kind.IPC).build());
        refused("threadingMode is INVOKER, but must be another with the driver of another process",
            () -> config().driverDirectory("elsewhere").build());
    }

    @Test
    void shouldFailLoudlyWhenTheClientHasClosed() {
        try (Network network = new Network(1)) {
            final AeronTransports transports = AeronTransports.launch(config().build());
            final Transport node = transports.node(0, network.members);
            transports.close();
            assertThrows(IllegalStateException.class, () -> node.doWork(0));
        }
    }

    @Test
    void shouldSendWhatWasOfferedBeforeItIsClosed() {
        try (Network network = new Network(2)) {
            final Peer sender = network.node(network.launch(config()), 0);
            final Peer receiver = network.node(network.launch(config()), 1);
            network.awaitFresh("before", sender, 1, receiver);
            final long last = sender.lastSent() + 1;
            network.await("the last packet is taken", () -> sender.send(1, 200) >= last);
            network.close(sender);
            network.await("what was offered last", () -> receiver.highestFrom(sender.id) >= last);
        }
    }

    @Test
    void shouldSendWhatIsFlushedWithoutAnotherPoll() {
        try (Network network = new Network(2)) {
            final Peer sender = network.node(network.launch(config()), 0);
            final Peer receiver = network.node(network.launch(config()), 1);
            network.awaitFresh("before", sender, 1, receiver);
            network.await("all is sent", () -> sender.work() == 0);
            network.stick(sender);
            assertEquals(0, sender.transport.flush(), "nothing was offered");
            final long last = sender.send(1, 200);
            assertTrue(last > 0 && sender.transport.flush() > 0);
            assertEquals(0, sender.transport.flush());
            network.await("it goes out", () -> receiver.highestFrom(sender.id) == last);
        }
    }

    private static void refused(final String expected, final Runnable action) {
        final String message = assertThrows(ConfigException.class, action::run).getMessage();
        assertTrue(message.contains(expected), message);
    }
}

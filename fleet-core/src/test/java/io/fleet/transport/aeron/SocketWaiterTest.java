package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.transport.HandOffs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SocketWaiterTest {
    private static final long NOW = -5;
    private static final long FOR_EVER_NS = TimeUnit.MINUTES.toNanos(10);

    @Test
    void shouldNotWaitWhenItIsWokenBeforeThat() {
        try (SocketWaiter waiter = new SocketWaiter()) {
            waiter.begin();
            waiter.wakeUp();
            waiter.await(FOR_EVER_NS);
            waiter.end();
            assertTrue(waiter.isWokenByArrivals());
        }
    }

    @Test
    void shouldLoseNoWakeUp() throws Exception {
        try (SocketWaiter waiter = new SocketWaiter()) {
            HandOffs.run(waiter, 10_000);
        }
    }

    @Test
    void shouldTellAtWhichSocketSomethingIs() throws Exception {
        try (SocketWaiter waiter = new SocketWaiter();
             DatagramChannel idle = bound(0);
             DatagramChannel receiver = bound(0);
             DatagramChannel sender = bound(0)) {
            final SocketWaiter.Arrivals atIdle = waiter.add(idle);
            final SocketWaiter.Arrivals atReceiver = waiter.add(receiver);
            assertTrue(atIdle.mayBe() && atReceiver.mayBe(), "before the first wait each is asked");
            sender.send(ByteBuffer.wrap(new byte[] {1}), receiver.getLocalAddress());
            waiter.begin();
            waiter.await(FOR_EVER_NS);
            waiter.end();
            assertFalse(atIdle.mayBe(), "it had nothing");
            assertTrue(atReceiver.mayBe());
            atReceiver.were(false);
            assertFalse(atReceiver.mayBe(), "it is empty");
            waiter.goOn(NOW);
            waiter.goOn(NOW + SocketWaiter.LOOK_NS - 1);
            assertFalse(atIdle.mayBe(), "a moment ago it had nothing");
            waiter.goOn(NOW + SocketWaiter.LOOK_NS);
            assertTrue(atIdle.mayBe() && atReceiver.mayBe(), "something may have come since");
            waiter.goOn(NOW + SocketWaiter.LOOK_NS + 1);
            assertTrue(atIdle.mayBe(), "it has not been asked yet");
            atIdle.were(false);
            atReceiver.were(true);
            assertFalse(atIdle.mayBe());
            assertTrue(atReceiver.mayBe(), "it is asked until it is empty");
            waiter.lookAtAll();
            assertTrue(atIdle.mayBe());
            waiter.begin();
            waiter.await(FOR_EVER_NS);
            waiter.end();
            assertFalse(atIdle.mayBe());
            assertTrue(atReceiver.mayBe(), "what was left there ends each wait");
        }
    }

    @Test
    void shouldEndAWaitWhenAPacketArrives() throws Exception {
        try (SocketWaiter waiter = new SocketWaiter();
             DatagramChannel idle = bound(0);
             DatagramChannel receiver = bound(0);
             DatagramChannel sender = bound(0)) {
            waiter.add(idle);
            waiter.add(receiver);
            for (int i = 0; i < 3; i++) {
                sender.send(ByteBuffer.wrap(new byte[] {(byte) i}), receiver.getLocalAddress());
                waiter.begin();
                waiter.await(FOR_EVER_NS);
                waiter.end();
                final ByteBuffer packet = ByteBuffer.allocate(10);
                assertNotNull(receiver.receive(packet));
                assertEquals(i, packet.get(0));
                assertNull(receiver.receive(packet), "the waiter takes nothing, and adds nothing");
            }
        }
    }

    @Test
    void shouldEndAWaitWhenAPacketArrivesLater() throws Exception {
        try (SocketWaiter waiter = new SocketWaiter();
             DatagramChannel receiver = bound(0);
             DatagramChannel sender = bound(0)) {
            waiter.add(receiver);
            final SocketAddress to = receiver.getLocalAddress();
            final Thread main = Thread.currentThread();
            final Thread thread = new Thread(() -> {
                while (!isInSelect(main)) {
                    Thread.yield();
                }
                send(sender, to);
            });
            thread.start();
            waiter.begin();
            waiter.await(FOR_EVER_NS);
            waiter.end();
            assertNotNull(receiver.receive(ByteBuffer.allocate(10)));
            thread.join();
        }
    }

    @Test
    void shouldGiveThePortOfAClosedSocketBack() throws Exception {
        try (SocketWaiter waiter = new SocketWaiter()) {
            for (int i = 0; i < 3; i++) {
                final DatagramChannel first = bound(0);
                final int port = ((InetSocketAddress) first.getLocalAddress()).getPort();
                waiter.add(first);
                waiter.forgetClosed();
                first.close();
                waiter.forgetClosed();
                bound(port).close();
            }
        }
    }

    @Test
    void shouldIgnoreSocketsThatAreNotThere() throws Exception {
        final SocketWaiter waiter = new SocketWaiter();
        waiter.add(null);
        final DatagramChannel closed = bound(0);
        closed.close();
        waiter.add(closed);
        waiter.close();
        waiter.forgetClosed();
    }

    private static boolean isInSelect(final Thread thread) {
        for (final StackTraceElement element : thread.getStackTrace()) {
            if (element.getMethodName().equals("select")) {
                return true;
            }
        }
        return false;
    }

    private static void send(final DatagramChannel sender, final SocketAddress to) {
        try {
            sender.send(ByteBuffer.wrap(new byte[] {1}), to);
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DatagramChannel bound(final int port) throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        return channel.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
    }
}

package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.testkit.local.MachineHarness;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What many connections hold together, without sockets or threads; time passes when the test says so. */
@Tag("slow")
class ClientMemoryTest {
    private static final long BOUND = 32L << 20;
    private static final int MEBIBYTE = 1 << 20;

    private final MachineHarness machine = new MachineHarness(new KvMachine());
    private final List<Peer> peers = new ArrayList<>();
    private long now;
    private final ServerState server = server(new RespLimits(BOUND, 300));

    private ServerState server(final RespLimits limits) {
        return new ServerState(() -> new ReplicaInfo(1, "leader", 1, 1, 0, 0, 0, 0, 0, "VOTER"), KvBounds.NONE, false,
            ReadConsistency.LINEARIZABLE_LOG, KvLimits.STANDARD, limits, () -> now);
    }

    private Peer peer(final boolean reads) {
        final Peer peer = new Peer(reads);
        peers.add(peer);
        return peer;
    }

    @AfterEach
    void close() {
        peers.forEach(peer -> peer.channel.finishAndReleaseAll());
        assertEquals(0, server.memory().used(), "all is given back");
        assertEquals(0, server.admission().commands());
        assertEquals(0, server.admission().bytes());
    }

    private void pass(final long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
        server.tick();
        runAll();
    }

    private void runAll() {
        for (int i = 0; i < 3; i++) {
            peers.forEach(Peer::run);
        }
    }

    private void assertBounded() {
        final long most = BOUND + BOUND / 2 + peers.size() * ClientMemory.SMALL_BYTES;
        assertTrue(server.memory().used() <= most, server.memory().used() + " of " + most);
    }

    private static String command(final String... words) {
        return RawClient.command(words);
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldStayInItsBoundWhileAnswersAreNotRead() {
        final Peer other = peer(true);
        other.send(command("SET", "large", "v".repeat(MEBIBYTE)));
        assertEquals("+OK\r\n", other.answers());
        for (int i = 0; i < 51; i++) {
            final Peer slow = peer(false);
            for (int j = 0; j < 20; j++) {
                slow.send(command("GET", "large"));
                assertBounded();
            }
            pass(100);
            assertBounded();
            other.send(command("SET", "k", "v"));
            assertEquals("+OK\r\n", other.answers(), "others are served");
        }
        assertTrue(server.memory().evicted() > 10, server.memory().evicted() + " were closed");
        assertTrue(other.channel.isOpen());
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldStayInItsBoundWhilePartsOfRequestsWait() {
        final Peer other = peer(true);
        for (int i = 0; i < 60; i++) {
            peer(true).send("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$8000000\r\n" + "v".repeat(MEBIBYTE));
            assertBounded();
            other.send(command("SET", "k", "v"));
            assertEquals("+OK\r\n", other.answers());
        }
        assertTrue(server.memory().evicted() > 20);
        assertTrue(other.channel.isOpen());
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldCountWhatTransactionsHoldRatherThanTheirBytes() {
        final Peer queueing = peer(true);
        queueing.send("MULTI\r\n");
        final long before = server.memory().used();
        queueing.send("GET a\r\n".repeat(10_000));
        final long held = server.memory().used() - before;
        assertTrue(held > 10_000L * 200, held + " bytes for 10,000 commands");
        queueing.send("DISCARD\r\n");
        assertTrue(server.memory().used() < before + 1_000, server.memory().used() + " after the end");
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldLetLargeAnswersWaitForRoomAndThenGo() {
        peer(true).send(command("SET", "large", "v".repeat(6 * MEBIBYTE)));
        final List<Peer> readers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            final Peer reader = peer(true);
            reader.held = true;
            readers.add(reader);
            reader.send(command("GET", "large"));
            reader.answerHeld();
            assertBounded();
        }
        final long underWay = readers.stream().filter(reader -> reader.handler != null).count();
        assertTrue(underWay >= 1 && underWay <= 2, underWay + " at once");
        for (int i = 0; i < 20; i++) {
            readers.forEach(Peer::answerHeld);
            runAll();
            assertBounded();
        }
        for (final Peer reader : readers) {
            assertEquals(6 * MEBIBYTE + 12, reader.answers().length());
        }
    }

    /** A peer whose large answer is on its way, or waits to be: the group knows how large it is. */
    private Peer asksFor(final String key) {
        final Peer reader = peer(true);
        reader.held = true;
        reader.send(command("GET", key));
        reader.answerHeld();
        return reader;
    }

    @Test
    void shouldHaveFewLargeAnswersOnTheirWayAtATime() {
        peer(true).send(command("SET", "large", "v".repeat(3 * MEBIBYTE / 4)));
        final Peer first = asksFor("large");
        assertNotNull(first.handler);
        final long used = server.memory().used();
        assertTrue(used < ClientMemory.MAX_LARGE_BYTES && 4 * used < BOUND, used + " bytes");
        final Peer second = asksFor("large");
        assertNull(second.handler, "there is memory for it, but others would wait for both");
        final Peer other = peer(true);
        other.send(command("SET", "k", "v"));
        assertEquals("+OK\r\n", other.answers(), "small ones do not wait");
        first.answerHeld();
        runAll();
        assertEquals(3 * MEBIBYTE / 4 + 11, first.answers().length());
        assertNotNull(second.handler, "woken");
        second.answerHeld();
        assertEquals(3 * MEBIBYTE / 4 + 11, second.answers().length());
    }

    @Test
    void shouldHaveAsManyLargeAnswersOnTheirWayAsFit() {
        peer(true).send(command("SET", "large", "v".repeat(240 * 1024)));
        final List<Peer> readers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            readers.add(asksFor("large"));
        }
        assertEquals(5, readers.stream().filter(reader -> reader.handler != null).count());
        assertTrue(server.memory().used() <= ClientMemory.MAX_LARGE_BYTES + 8 * ClientMemory.SMALL_BYTES);
        readers.get(0).channel.close();
        readers.get(0).answerHeld();
        readers.get(7).channel.close();
        runAll();
        assertNotNull(readers.get(5).handler, "who is gone makes room");
        assertNull(readers.get(6).handler);
        for (int i = 0; i < 8; i++) {
            readers.forEach(Peer::answerHeld);
            runAll();
        }
        for (final Peer reader : readers.subList(1, 7)) {
            assertEquals(240 * 1024 + 11, reader.answers().length());
        }
    }

    @Test
    void shouldLetALargeAnswerPassAloneHoweverLargeItIs() {
        peer(true).send(command("SET", "huge", "v".repeat(7 * MEBIBYTE)));
        final Peer reader = asksFor("huge");
        assertNotNull(reader.handler);
        assertTrue(server.memory().used() > ClientMemory.MAX_LARGE_BYTES);
        reader.answerHeld();
        assertEquals(7 * MEBIBYTE + 12, reader.answers().length());
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldSayThatThereIsNoMemoryForAnAnswer() {
        peer(true).send(command("SET", "large", "v".repeat(6 * MEBIBYTE)));
        final Peer first = peer(true);
        first.held = true;
        first.send(command("GET", "large"));
        first.answerHeld();
        final Peer second = peer(true);
        second.send(command("GET", "large"));
        assertEquals("", second.answers());
        now += TimeUnit.SECONDS.toNanos(6);
        second.channel.advanceTimeBy(6, TimeUnit.SECONDS);
        second.run();
        assertEquals("-TRYAGAIN not applied: there was no memory for the answers for 5 s\r\n", second.answers());
        first.answerHeld();
        runAll();
        assertEquals(6 * MEBIBYTE + 12, first.answers().length());
        second.send(command("GET", "large"));
        assertEquals(6 * MEBIBYTE + 12, second.answers().length());
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldCloseWhatIsStuck() {
        final Peer part = peer(true);
        part.send("*2\r\n$3\r\nGET\r\n$10\r\nabc");
        final Peer line = peer(true);
        line.send("GET abc");
        final Peer slow = peer(false);
        slow.send(command("PING"));
        final Peer idle = peer(true);
        idle.send(command("PING"));
        pass(59_000);
        assertTrue(part.channel.isOpen() && line.channel.isOpen() && slow.channel.isOpen());
        pass(2_000);
        assertFalse(part.channel.isOpen());
        assertFalse(line.channel.isOpen());
        assertFalse(slow.channel.isOpen());
        assertTrue(idle.channel.isOpen());
        pass(238_000);
        assertTrue(idle.channel.isOpen());
        pass(2_000);
        assertFalse(idle.channel.isOpen(), "no request for 300 s");
        assertEquals(4, server.timedOut.sum());
    }

    @Test
    @Tag("hazard-X-H2")
    void shouldLetOneWalkThroughAfterTheOther() {
        final Peer first = peer(true);
        first.held = true;
        first.send(command("KEYS", "*"));
        final Peer second = peer(true);
        second.send(command("KEYS", "*"));
        final Peer other = peer(true);
        other.send(command("SET", "k", "v"));
        assertEquals("+OK\r\n", other.answers());
        assertEquals("", second.answers(), "one is under way");
        first.answerHeld();
        runAll();
        assertEquals("*1\r\n$1\r\nk\r\n", second.answers());
        first.send(command("KEYS", "*"));
        final Peer third = peer(true);
        third.send(command("KEYS", "*"));
        first.channel.close();
        first.answerHeld();
        runAll();
        assertEquals("*1\r\n$1\r\nk\r\n", third.answers(), "who is gone is not waited for");
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldLetOthersGoFirstAfterAWalkThatTookLong() {
        final Peer first = peer(true);
        first.channel.freezeTime();
        first.held = true;
        first.send(command("KEYS", "*"));
        final Peer second = peer(true);
        second.held = true;
        second.send(command("KEYS", "*"));
        now += TimeUnit.MILLISECONDS.toNanos(30);
        first.answerHeld();
        assertEquals("*0\r\n", first.answers());
        first.channel.advanceTimeBy(29, TimeUnit.MILLISECONDS);
        runAll();
        assertNull(second.handler, "others had no time yet");
        final Peer other = peer(true);
        other.send(command("SET", "k", "v"));
        assertEquals("+OK\r\n", other.answers());
        final Peer third = peer(true);
        third.send(command("KEYS", "*"));
        first.channel.advanceTimeBy(2, TimeUnit.MILLISECONDS);
        runAll();
        assertNotNull(second.handler, "as long as the first one took has passed");
        assertEquals("", third.answers());
        now += Turnstile.SHORT_NANOS;
        second.answerHeld();
        runAll();
        assertEquals("*1\r\n$1\r\nk\r\n", second.answers());
        assertEquals("*1\r\n$1\r\nk\r\n", third.answers(), "what took little is followed at once");
    }

    /** A connection, the client that it sends to, and the peer, which may not read. */
    private final class Peer extends OfferingClient {
        private final EmbeddedChannel channel = new EmbeddedChannel();
        private boolean held;
        private ReplyHandler handler;
        private byte[] payload;
        private boolean query;

        Peer(final boolean reads) {
            if (!reads) {
                channel.pipeline().addLast(new ChannelOutboundHandlerAdapter() {
                    private final List<ChannelPromise> promises = new ArrayList<>();
                    private final List<Object> written = new ArrayList<>();

                    @Override
                    public void write(final ChannelHandlerContext ctx, final Object message,
                                      final ChannelPromise promise) {
                        written.add(message);
                        promises.add(promise);
                    }

                    @Override
                    public void close(final ChannelHandlerContext ctx, final ChannelPromise promise) {
                        written.forEach(each -> ((ByteBuf) each).release());
                        written.clear();
                        promises.forEach(each -> each.setFailure(new java.nio.channels.ClosedChannelException()));
                        promises.clear();
                        ctx.close(promise);
                    }
                });
            }
            final Connection connection = new Connection(server, this);
            RespServer.addDecoders(channel.pipeline(), KvLimits.STANDARD, connection::hold).addLast(connection);
            channel.pipeline().fireChannelActive();
        }

        void send(final String text) {
            if (channel.isOpen()) {
                channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
                run();
            }
        }

        void run() {
            channel.runPendingTasks();
        }

        String answers() {
            run();
            final StringBuilder text = new StringBuilder();
            for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
                text.append(out.toString(StandardCharsets.ISO_8859_1));
                out.release();
            }
            return text.toString();
        }

        void answerHeld() {
            if (handler != null) {
                final ReplyHandler to = handler;
                handler = null;
                final byte[] reply = machine.run(query, new byte[0], payload);
                to.onReply(0, new UnsafeBuffer(reply), 0, reply.length);
                run();
            }
        }

        @Override
        public boolean offer(final boolean readOnly, final DirectBuffer header, final int headerOffset,
                             final int headerLength, final DirectBuffer bytes, final int payloadOffset,
                             final int payloadLength, final long correlationId, final ReplyHandler replyHandler) {
            payload = new byte[payloadLength];
            bytes.getBytes(payloadOffset, payload);
            query = readOnly;
            if (held) {
                handler = replyHandler;
            } else {
                final byte[] reply = machine.run(readOnly, new byte[0], payload);
                replyHandler.onReply(0, new UnsafeBuffer(reply), 0, reply.length);
            }
            return true;
        }

        @Override
        public void close() {
            channel.close();
        }
    }
}

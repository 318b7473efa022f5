package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.transport.Packet;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.reach.HeardBy;
import io.fleet.transport.aeron.reach.ReachPacket;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MulticastBroadcastTest {
    private static final Packet PACKET = Packet.of(new UnsafeBuffer(new byte[64]), 0, 64);

    private final FakeWay multicast = new FakeWay();
    private final FakeWay[] ways = {new FakeWay(), new FakeWay(), new FakeWay()};
    private final Endpoint[] peers = new Endpoint[ways.length];
    private final MulticastBroadcast broadcast = new MulticastBroadcast(multicast,
        new HeardBy("239.255.7.1:40456", (level, text) -> {}), ReachPacket.CLIENT, "aeron:udp?endpoint=10.0.0.9:7");
    private long nowNs = Long.MAX_VALUE - 5;

    @BeforeEach
    void connect() {
        for (int i = 0; i < ways.length; i++) {
            peers[i] = new Endpoint(i, "10.0.0." + (i + 1), 9001);
            broadcast.add(peers[i], ways[i]);
        }
        multicast.sessionId = 7;
        passes(0);
    }

    @Test
    void shouldSendToEachByItselfUntilItSaysThatItHears() {
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(0, 1, 1, 1);
        answers(0, true);
        answers(1, true);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 0, 0, 1);
        answers(2, true);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 0, 0, 0);
        answers(1, false);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 0, 1, 0);
    }

    @Test
    void shouldAskAllOfThemByTheirOwnWays() {
        assertEquals(1, ways[1].marked.size());
        passes(HeardBy.ASK_NS);
        assertEquals(2, ways[1].marked.size());
        final long ask = ways[1].marked.get(0);
        assertEquals(ReachPacket.Kind.ASK, ReachPacket.kind(ask));
        assertEquals(ReachPacket.CLIENT, ReachPacket.node(ask));
        assertEquals(7, ReachPacket.session(ask));
        assertEquals("aeron:udp?endpoint=10.0.0.9:7", ways[1].said);
        ways[1].isFull = true;
        passes(HeardBy.ASK_NS);
        ways[1].isFull = false;
        passes(1);
        assertEquals(3, ways[1].marked.size(), "what was not taken is asked in the next cycle");
    }

    @Test
    void shouldNotListenToAnswersOfAnotherSession() {
        broadcast.onAnswer(0, 8, true);
        broadcast.offer(null, PACKET);
        assertSent(0, 1, 1, 1);
        allHear();
        multicast.sessionId = 8;
        passes(1);
        broadcast.offer(null, PACKET);
        assertSent(0, 1, 1, 1);
        broadcast.onAnswer(0, 7, true);
        broadcast.offer(null, PACKET);
        assertSent(0, 1, 1, 1);
        broadcast.onAnswer(0, 8, true);
        broadcast.offer(null, PACKET);
        assertSent(1, 0, 1, 1);
    }

    @Test
    void shouldSendNothingToAnybodyWhileTheMulticastHasNoRoom() {
        allHear();
        answers(2, false);
        multicast.isFull = true;
        assertFalse(broadcast.offer(null, PACKET));
        assertFalse(broadcast.offer(ways[2], PACKET));
        assertSent(0, 0, 0, 0);
        multicast.isFull = false;
        assertTrue(broadcast.offer(ways[2], PACKET));
        assertSent(1, 0, 0, 1);
    }

    @Test
    void shouldSendCopiesToAllWhereTheMulticastTakesNothingForASecond() {
        allHear();
        multicast.isFull = true;
        assertFalse(broadcast.offer(null, PACKET));
        passes(HeardBy.VALID_NS);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(0, 1, 1, 1);
        ways[1].isFull = true;
        assertFalse(broadcast.offer(ways[1], PACKET), "whoever is needed has a way of its own now");
        assertSent(0, 0, 0, 0);
        ways[1].isFull = false;
        multicast.isFull = false;
        allHear();
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 1, 1, 1);
        passes(HeardBy.ASK_NS);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 0, 0, 0);
    }

    @Test
    void shouldForgetThatTheMulticastTookNothingWhereItHasRoom() {
        allHear();
        multicast.isFull = true;
        assertFalse(broadcast.offer(null, PACKET));
        multicast.isFull = false;
        passes(HeardBy.ASK_NS);
        multicast.isFull = true;
        passes(HeardBy.VALID_NS);
        allHear();
        assertFalse(broadcast.offer(null, PACKET), "it takes nothing for a moment only");
        assertSent(0, 0, 0, 0);
    }

    @Test
    void shouldSendCopiesToAllWhereNobodyReceives() {
        allHear();
        multicast.isConnected = false;
        multicast.isFull = true;
        passes(HeardBy.ASK_NS);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(0, 1, 1, 1);
        multicast.isConnected = true;
        multicast.isFull = false;
        passes(HeardBy.ASK_NS);
        allHear();
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 0, 0, 0);
    }

    @Test
    void shouldSendNothingToAnybodyWhileOneThatIsNeededAndDeafTakesNothing() {
        allHear();
        answers(0, false);
        ways[0].isFull = true;
        assertFalse(broadcast.offer(ways[0], PACKET));
        assertSent(0, 0, 0, 0);
        assertTrue(broadcast.offer(ways[1], PACKET), "one that hears is needed");
        assertSent(1, 0, 0, 0);
        ways[0].isFull = false;
        assertTrue(broadcast.offer(ways[0], PACKET));
        assertSent(1, 1, 0, 0);
    }

    @Test
    void shouldNotWaitForTheWayToWhoMayHear() {
        allHear();
        ways[0].isDead = true;
        for (int i = 0; i < 5; i++) {
            passes(HeardBy.ASK_NS);
            answers(1, true);
            answers(2, true);
        }
        ways[0].isDead = false;
        ways[0].isFull = true;
        assertTrue(broadcast.offer(ways[0], PACKET));
        assertSent(1, 0, 0, 0);
    }

    @Test
    void shouldForgetWhoIsNotSentToAnyMore() {
        allHear();
        answers(1, false);
        broadcast.remove(peers[1], ways[1]);
        passes(HeardBy.ASK_NS);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 0, 0, 0);
        broadcast.add(new Endpoint(1, "10.0.0.2", 9001), ways[1]);
        assertTrue(broadcast.offer(null, PACKET));
        assertSent(1, 0, 1, 0);
    }

    private void allHear() {
        for (int i = 0; i < ways.length; i++) {
            answers(i, true);
        }
    }

    private void answers(final int node, final boolean hears) {
        broadcast.onAnswer(node, multicast.sessionId, hears);
    }

    private void passes(final long timeNs) {
        nowNs += timeNs;
        broadcast.doWork(nowNs);
    }

    private void assertSent(final int byMulticast, final int... byWays) {
        final List<Integer> expected = new ArrayList<>(List.of(byMulticast));
        final List<Integer> sent = new ArrayList<>(List.of(multicast.take()));
        for (int i = 0; i < ways.length; i++) {
            expected.add(byWays[i]);
            sent.add(ways[i].take());
        }
        assertEquals(expected, sent);
    }
}

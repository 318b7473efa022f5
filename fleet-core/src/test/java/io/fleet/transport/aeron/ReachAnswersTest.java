package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.transport.aeron.reach.ReachPacket;
import io.fleet.transport.aeron.reach.ReachPacket.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReachAnswersTest {
    private static final int SELF = 3;
    private static final int SESSION = 77;
    private static final String CHANNEL = "aeron:udp?endpoint=10.0.0.9:7";

    private final FakeWay toNode = new FakeWay();
    private final FakeWay toClient = new FakeWay();
    private final List<String> heard = new ArrayList<>();
    private final ReachAnswers answers = new ReachAnswers(SELF, new FakeEars());
    private long nowNs = Long.MIN_VALUE;

    @BeforeEach
    void begin() {
        nextWindow();
    }

    @Test
    void shouldAnswerANodeByTheWayToIt() {
        gets(ReachPacket.encode(Kind.ASK, 1, SESSION), "");
        nextWindow();
        gets(ReachPacket.encode(Kind.ASK, 1, SESSION + 1), "");
        assertEquals(List.of(ReachPacket.encode(Kind.HEARS, SELF, SESSION), ReachPacket.encode(Kind.DEAF, SELF,
            SESSION + 1)), toNode.marked);
    }

    @Test
    void shouldAnswerAClientByTheWayBackThatItNames() {
        gets(ReachPacket.encode(Kind.ASK, ReachPacket.CLIENT, SESSION), CHANNEL);
        gets(ReachPacket.encode(Kind.ASK, ReachPacket.CLIENT, SESSION), CHANNEL + "8");
        gets(ReachPacket.encode(Kind.ASK, ReachPacket.CLIENT, SESSION), "");
        assertEquals(List.of(ReachPacket.encode(Kind.HEARS, SELF, SESSION)), toClient.marked);
    }

    @Test
    void shouldHandOnAnswers() {
        gets(ReachPacket.encode(Kind.HEARS, 1, SESSION), "");
        gets(ReachPacket.encode(Kind.DEAF, 2, SESSION), "");
        assertEquals(List.of("1 77 true", "2 77 false"), heard);
    }

    @Test
    void shouldPayNoAttentionToWhatItDoesNotKnow() {
        gets(-1, "");
        gets(1, "");
        gets(ReachPacket.encode(Kind.ASK, 1, SESSION) | 0xFFL << 48, "");
        gets(ReachPacket.encode(Kind.ASK, 60_000, SESSION), "");
        gets(ReachPacket.encode(Kind.ASK, ReachPacket.CLIENT, SESSION), CHANNEL + "x".repeat(128));
        assertEquals(List.of(), toNode.marked);
        assertEquals(List.of(), toClient.marked);
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldAnswerSoOftenAndNoMoreWhoeverAsks() {
        for (int i = 0; i < 2 * ReachAnswers.MAX_CLIENTS_AT_ONCE; i++) {
            gets(ReachPacket.encode(Kind.ASK, 1, SESSION), "");
            gets(ReachPacket.encode(Kind.ASK, ReachPacket.CLIENT, SESSION), CHANNEL);
        }
        assertEquals(1, toNode.marked.size());
        assertEquals(ReachAnswers.MAX_CLIENTS_AT_ONCE, toClient.marked.size());
        nextWindow();
        gets(ReachPacket.encode(Kind.ASK, 1, SESSION), "");
        gets(ReachPacket.encode(Kind.ASK, ReachPacket.CLIENT, SESSION), CHANNEL);
        assertEquals(2, toNode.marked.size());
        assertEquals(ReachAnswers.MAX_CLIENTS_AT_ONCE + 1, toClient.marked.size());
    }

    @Test
    void shouldAnswerAgainWhereAnAnswerWasNotTaken() {
        toNode.isFull = true;
        gets(ReachPacket.encode(Kind.ASK, 1, SESSION), "");
        toNode.isFull = false;
        gets(ReachPacket.encode(Kind.ASK, 1, SESSION), "");
        assertEquals(1, toNode.marked.size());
    }

    private void nextWindow() {
        nowNs += ReachAnswers.WINDOW_NS;
        answers.onTime(nowNs);
    }

    private void gets(final long reserved, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        answers.onMarked(reserved, new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private final class FakeEars implements ReachAnswers.Ears {
        @Override
        public boolean hearsNode(final int node, final int session) {
            return node == 1 && session == SESSION;
        }

        @Override
        public boolean hearsClient(final int session) {
            return session == SESSION;
        }

        @Override
        public Way toNode(final int node) {
            return node == 1 ? toNode : null;
        }

        @Override
        public Way toClient(final String channel) {
            return channel.equals(CHANNEL) ? toClient : null;
        }

        @Override
        public void onAnswer(final int node, final int session, final boolean hears) {
            heard.add(node + " " + session + " " + hears);
        }
    }
}

package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.flow.Credit;
import io.fleet.error.FleetException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** A client that sends more than a group takes, beside one that sends one command at a time (HovercRaft 6.3). */
class FloodTest extends LanGroup {
    private static final int ORDER = 2;
    private static final int REPLY_BATCH = 13;
    /** Each command is an entry. */
    private static final GroupConfig EACH = GroupConfig.scattered().withMaxCommandBytes(1 << 10)
        .withMaxBatchBytes(1 << 10).withMaxBatchCommands(1).withRequestTimeoutMillis(20_000).withQueueMillis(6);
    /** What each node takes in a millisecond. */
    private static final int PACKETS = 60;
    private static final int FLOOD_MILLIS = 15_000;

    private final Set<Long> values = new HashSet<>();
    private int answered;
    private int unknown;
    private long ids;

    FloodTest() {
        super(EACH);
    }

    /** Commands of one client, as many at once as it likes, and how long they took. */
    private final class Load implements ReplyHandler {
        private final Lan.Client from;
        private final List<Long> took = new ArrayList<>();
        private final Map<Long, Long> since = new HashMap<>();
        private int bytes;
        private int refused;

        Load(final Lan.Client from) {
            this.from = from;
        }

        /** It sends so many, or as many as are taken. */
        void send(final int count) {
            for (int i = 0; i < count; i++) {
                final long id = ++ids;
                since.put(id, lan.nowNs());
                if (!from.offer(bytes, id, this)) {
                    since.remove(id);
                    refused++;
                }
            }
        }

        int inFlight() {
            return since.size();
        }

        @Override
        public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
            took.add((lan.nowNs() - since.remove(id)) / Lan.MS);
            answered++;
            assertTrue(values.add(buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN)), "a command is applied once");
        }

        @Override
        public void onFailure(final long id, final FleetException failure) {
            since.remove(id);
            unknown++;
        }

        long p99() {
            final List<Long> sorted = took.stream().sorted().toList();
            return sorted.get(sorted.size() * 99 / 100);
        }
    }

    private Load load() {
        return new Load(lan.client(7, 0, lan.config(), book));
    }

    /** One sends one command at a time; another one keeps so many in flight, or adds so many in each millisecond. */
    private void run(final int millis, final Load polite, final Load other, final int inFlight, final int perMilli) {
        for (int i = 0; i < millis; i++) {
            polite.send(polite.inFlight() == 0 ? 1 : 0);
            other.send(Math.max(inFlight - other.inFlight(), perMilli));
            lan.run(1);
        }
    }

    /** How much longer answers to the polite one take in a flood, its begin included, and what is answered of that. */
    private record Outcome(double slowdown, int answered) {
    }

    private Outcome flood(final GroupConfig config) {
        lan = new Lan(config);
        nodes.clear();
        values.clear();
        answered = 0;
        found(3);
        lan.pace(PACKETS);
        final Lan.Client quiet = lan.client(7, 0, config, book);
        final Lan.Client busy = lan.client(7, 0, config, book);
        final Load warm = new Load(busy);
        run(2_000, new Load(quiet), warm, 20, 0);
        final Load polite = new Load(quiet);
        final Load moderate = new Load(busy);
        run(2_000, polite, moderate, 20, 0);
        assertEquals(0, moderate.refused + warm.refused, "nothing is refused without a flood");
        final Load beside = new Load(quiet);
        final Load flood = new Load(busy);
        run(FLOOD_MILLIS, beside, flood, 0, 180);
        final int inTime = flood.took.size();
        assertEquals(0, polite.refused + beside.refused);
        assertTrue(flood.refused > flood.took.size(), "more is refused than answered: " + flood.refused);
        assertTrue(lan.runUntil(30_000, () -> warm.inFlight() + moderate.inFlight()
            + flood.inFlight() + beside.inFlight() == 0));
        assertEquals(0, unknown);
        assertEquals(answered, values.size());
        assertTrue(values.stream().allMatch(value -> value <= answered), "nothing else was applied");
        return new Outcome((double) beside.p99() / polite.p99(), inTime);
    }

    @Test
    void shouldRefuseAFloodAndAnswerOthersInTime() {
        final Outcome bounded = flood(EACH);
        final Outcome unbounded = flood(EACH.withQueueMillis(0));
        assertTrue(bounded.slowdown <= 2, "p99 is " + bounded.slowdown + " times as long");
        assertTrue(unbounded.slowdown > 2, "the flood is one: " + unbounded.slowdown);
        assertTrue(bounded.answered >= 0.9 * unbounded.answered, bounded + " is much less than " + unbounded);
    }

    @Test
    void shouldAnswerShortCommandsBesideLongOnes() {
        final GroupConfig config = EACH.withMaxCommandBytes(250_000).withQueueMillis(100);
        lan = new Lan(config);
        found(3);
        lan.pace(500);
        final Load polite = load();
        final Load large = load();
        large.bytes = 240_000;
        run(3_000, polite, large, 8, 0);
        assertEquals(0, polite.refused + large.refused);
        assertTrue(large.took.size() > 100, "long ones are answered: " + large.took.size());
        assertTrue(polite.took.size() > 30, "short ones too: " + polite.took.size());
        assertTrue(polite.p99() <= 150, polite.p99() + " ms");
        assertTrue(large.from.credit() >= Credit.LEAST, "" + large.from.credit());
    }

    @Test
    void shouldGiveAllOfItsWindowToAClientAgainWhateverWasLost() {
        found(3);
        lan.pace(PACKETS);
        final Load polite = load();
        final Load flood = load();
        final SplittableRandom random = new SplittableRandom(3);
        run(3_000, polite, flood, 0, 100);
        final int bounded = flood.from.credit();
        assertTrue(bounded < Credit.START, "it is held back: " + bounded);
        lan.cut((from, to, packet) -> isA(packet, ORDER) && random.nextInt(3) == 0);
        lan.cutClients(packet -> isA(packet, REPLY_BATCH) && random.nextInt(3) == 0);
        run(3_000, polite, flood, 0, 100);
        heal();
        lan.cutClients(packet -> false);
        final Lan.Process former = leader();
        former.kill();
        nodes.remove(former);
        run(5_000, polite, flood, 0, 100);
        assertTrue(flood.from.credit() < Credit.START, "by the next leader too: " + flood.from.credit());
        assertTrue(lan.runUntil(30_000, () -> flood.inFlight() == 0));
        lan.pace(Integer.MAX_VALUE);
        run(4_000, polite, flood, 100, 0);
        assertTrue(flood.from.credit() >= Credit.START, "all is as before: " + flood.from.credit());
        assertTrue(polite.from.credit() >= Credit.START, "" + polite.from.credit());
    }

    @Test
    void shouldGiveAWindowToAClientThatTakesThePlaceOfOneThatIsGone() {
        found(3);
        lan.pace(PACKETS);
        final Load polite = load();
        for (int i = 0; i < 5; i++) {
            final Load flood = load();
            run(700, polite, flood, 0, 100);
            flood.from.kill();
        }
        final Load last = load();
        assertEquals(Credit.UNBOUNDED, last.from.credit(), "it was told nothing");
        run(3_000, polite, last, 100, 0);
        assertTrue(last.from.credit() >= Credit.START, "" + last.from.credit());
        assertEquals(0, last.refused);
    }

    @Test
    void shouldHoldNobodyBackInACodedGroup() {
        lan = new Lan(coded(3, 2));
        found(5);
        final Load one = load();
        run(500, load(), one, 100, 0);
        assertEquals(Credit.UNBOUNDED, one.from.credit());
    }
}

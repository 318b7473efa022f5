package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.fixture.mark.Expects;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whom a batcher asks the group to let answer an entry (S10). */
class BatcherRepliersTest extends BatcherFixture {
    private static final int NOBODY = OrderEntry.NO_REPLIER;

    @Test
    void shouldLeaveItToTheLeaderWhoAnswersWhatIsSentForTheFirstTime() {
        batcher.onHeard(2, now);
        open();
        send(1, "a");
        assertEquals(List.of(NOBODY, NOBODY, NOBODY), repliers(0));
    }

    @Test
    @Tag("hazard-U-cut-clients")
    @Expects("batcher.node-that-is-heard-asked-to-answer")
    void shouldAskANodeThatItHearsToAnswerWhatItSendsAgain() {
        open();
        batcher.onHeard(1, now);
        batcher.onHeard(2, now);
        offer(1, "a");
        final int before = wire.bodies.size();
        run(500);
        assertEquals(List.of(NOBODY, 2, 1), repliers(before), "not again the one that has not answered");
        send(2, "b");
        assertEquals(NOBODY, wire.last().replier);
        batcher.onHeard(2, now);
        run(300);
        final Body last = wire.bodies.stream().filter(body -> body.replier != NOBODY).reduce((a, b) -> b).orElseThrow();
        assertEquals(2, last.replier);
    }

    @Test
    void shouldLeaveItToTheLeaderWhereItHearsNobody() {
        open();
        offer(1, "a");
        final int before = wire.bodies.size();
        run(1_900);
        assertTrue(wire.bodies.size() - before > 3);
        assertTrue(repliers(before).stream().allMatch(node -> node == NOBODY));
    }

    @Test
    void shouldSayItInEachChunkOfALongEntry() {
        open();
        batcher.onHeard(2, now);
        offer(1, "x".repeat(300_000));
        run(200);
        assertEquals(5, wire.chunksOf(wire.last().sequence), "which all say the same");
        assertEquals(2, wire.last().replier);
    }

    @Test
    void shouldAskANodeThatItHearsToAnswerThatASessionIsOpen() {
        batcher.onLeader(3, 1, now);
        batcher.onHeard(1, now);
        batcher.onHeard(2, now);
        offer(1, "a");
        run(500);
        assertEquals(List.of(NOBODY, 2, 1), repliers(0));
        assertEquals(CommandFrame.OPEN_SESSION, wire.last().frames().get(0).kind);
        reply(ReplyFrame.SESSION_OPENED, SESSION, wire.last().frames().get(0).sequence, "");
        run(1);
        assertEquals(NOBODY, wire.last().replier, "the command itself is sent for the first time");
    }

    @Test
    void shouldAskTheNextLeaderToo() {
        open();
        batcher.onHeard(2, now);
        send(1, "a");
        batcher.onLeader(9, 0, now);
        run(1);
        assertEquals(9, wire.last().ballot);
        assertEquals(2, wire.last().replier);
    }

    @Test
    void shouldNotHoldItAgainstANodeThatTheLeaderRefusedAnEntry() {
        open();
        batcher.onHeard(1, now);
        batcher.onHeard(2, now);
        offer(1, "a");
        run(130);
        assertEquals(2, wire.last().replier);
        reject(wire.last(), RejectEntry.OVERLOADED);
        final int before = wire.bodies.size();
        run(60);
        assertTrue(wire.bodies.size() > before);
        assertEquals(2, wire.bodies.get(before).replier);
    }

    @Test
    void shouldAskForNobodyWhereProxiesAnswer() {
        batcher = new Batcher(GroupConfig.coded(3, 2).withClientWindow(8).withMaxBatchBytes(1024).withRetryMillis(100)
            .withRequestTimeoutMillis(2000), BATCHER, 1, wire);
        batcher.onLeader(3, 1, now);
        batcher.onHeard(1, now);
        offer(1, "a");
        run(500);
        assertTrue(wire.bodies.size() > 2);
        assertTrue(repliers(0).stream().allMatch(node -> node == NOBODY));
    }

    private List<Integer> repliers(final int from) {
        return wire.bodies.subList(from, wire.bodies.size()).stream().map(body -> body.replier).toList();
    }
}

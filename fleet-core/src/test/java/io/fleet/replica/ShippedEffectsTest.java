package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.replication.Effects;
import io.fleet.error.MachineFailedError;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.mark.Expects;
import io.fleet.machine.ShippedEffects;
import io.fleet.replica.digest.ExecutionDigest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two replicas: one leads and executes, and the other inserts what it is sent. */
class ShippedEffectsTest {
    private static final long PATIENCE_NS = 50_000_000;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withSessionTimeoutMillis(10_000).withMaxReplyBytes(1000);

    private final OrderedEntries log = new OrderedEntries();
    private final ShippingReplica leader = new ShippingReplica(CONFIG, log, true);
    private final ShippingReplica other = new ShippingReplica(CONFIG, log, false);
    private long sequence;

    /** Session 1 is there, since LSN 1, and effects of LSN 2 have come in time. */
    @BeforeEach
    void openSession() {
        leader.cycle();
        other.cycle();
        log.add(new Body().open(5), 100);
        write("z+z");
        choose();
        leader.takeCalls();
        other.takeCalls();
    }

    /** One more entry with writes of session 1. */
    private void write(final String... texts) {
        final Body body = new Body();
        for (final String text : texts) {
            sequence++;
            body.write(1, sequence, text);
        }
        log.add(body, 100);
    }

    /** All that is ordered is chosen, and applied by the leader, then by the other. */
    private void choose() {
        log.chosen = log.ordered();
        leader.cycle();
        other.hear(leader.takeSent());
        other.cycle();
        other.assertSame(leader);
    }

    @Test
    @Expects("shipped-drafts.inserted")
    void shouldInsertWhatTheLeaderHasDone() { // V8
        write("a+x", "b+y");
        write("a+z", "a@50");
        choose();
        assertEquals("insert a+x, publish a+x, insert b+y, publish b+y, insert a+z, publish a+z, insert a@50,"
            + " publish a@50", other.takeCalls());
        assertEquals(5, leader.counted("shipped"));
        assertEquals(5, other.counted("inserted"));
        assertEquals(0, other.counted("in.turn"));
        assertEquals(0, leader.counted("inserted"));
    }

    @Test
    void shouldShipNothingBeforeItIsChosen() { // V8, FLEET 14
        write("a+x");
        leader.cycle();
        leader.pool.runAll();
        leader.cycle();
        assertEquals("prepare a+x", leader.takeCalls());
        assertEquals(List.of(), leader.takeSent());
        choose();
        assertEquals("write a+x, publish a+x", leader.takeCalls());
        assertEquals("insert a+x, publish a+x", other.takeCalls());
    }

    @Test
    void shouldPrepareNothingEarlyWhereEffectsComeInTime() {
        write("a+x");
        other.cycle();
        assertEquals(List.of(), other.pool.waiting);
        choose();
        write("b+y");
        leader.cycle();
        assertEquals(1, leader.pool.waiting.size());
    }

    @Test
    void shouldPublishWhatItHasPreparedBeforeEffectsCame() {
        final ShippingReplica third = new ShippingReplica(CONFIG, log, false);
        third.cycle();
        write("a+x");
        log.chosen = 2;
        third.cycle();
        third.pool.runAll();
        third.cycle();
        assertEquals("prepare z+z, publish z+z, prepare a+x", third.takeCalls());
        log.chosen = 3;
        leader.cycle();
        third.hear(leader.takeSent());
        third.cycle();
        assertEquals("publish a+x", third.takeCalls());
        third.assertSame(leader);
    }

    @Test
    @Expects("shipped-drafts.not-shipped")
    void shouldExecuteWhatIsNotShipped() {
        leader.machine.shipsNothing = true;
        write("a+x");
        choose();
        assertEquals("prepare a+x, publish a+x", other.takeCalls());
        leader.machine.shipsNothing = false;
        leader.machine.failsToWrite = true;
        write("a+y");
        write("a+z");
        choose();
        assertEquals("prepare a+y, publish a+y, prepare a+z, publish a+z", other.takeCalls());
        assertEquals(List.of("writeEffect not written"), leader.failures.told);
    }

    @Test
    void shouldShipWhatFitsAndNoMore() {
        leader.machine.more = ShippedEffects.MAX_BYTES - "a+x|0|axx".length();
        other.machine.more = leader.machine.more;
        write("a+x");
        choose();
        assertEquals("insert a+x, publish a+x", other.takeCalls().replace("axx", ""));
        leader.machine.more++;
        write("b+x");
        choose();
        assertEquals("prepare b+x, publish b+x", other.takeCalls());
        assertEquals(List.of(), leader.failures.told, "too long for the buffer");
    }

    @Test
    @Expects("shipped-drafts.unreadable")
    void shouldExecuteWhatCannotBeRead() {
        other.machine.cannotRead = true;
        write("a+x");
        write("a+y");
        choose();
        assertEquals("insert a+x, prepare a+x, publish a+x, insert a+y, prepare a+y, publish a+y", other.takeCalls());
        assertEquals(List.of("insertEffect not read"), other.failures.told);
        assertEquals(2, other.counted("in.turn"));
    }

    @Test
    @Expects("shipped-drafts.upon-another-state")
    void shouldInsertNothingUponAnotherState() { // V8
        write("a+x");
        log.chosen = log.ordered();
        leader.cycle();
        final List<Effects> sent = leader.takeSent();
        sent.forEach(each -> each.digest++);
        other.hear(sent);
        other.cycle();
        assertEquals("prepare a+x, publish a+x", other.takeCalls());
        other.assertSame(leader);
        write("a+y");
        other.cycle();
        assertEquals(1, other.pool.waiting.size(), "it expects nothing until the digest begins anew");
    }

    @Test
    void shouldInsertNothingOfAnotherValue() { // V8
        write("a+x");
        log.chosen = log.ordered();
        leader.cycle();
        final List<Effects> sent = leader.takeSent();
        sent.forEach(each -> each.sequence++);
        other.hear(sent);
        other.cycle();
        assertEquals("prepare a+x, publish a+x", other.takeCalls());
        sent.forEach(each -> each.sequence--);
    }

    /** All that is ordered is chosen, and applied in as many cycles as that takes. */
    private void chooseAll(final ShippingReplica follower) {
        log.chosen = log.ordered();
        while (follower.replica.applied() < log.chosen) {
            leader.cycle();
            follower.hear(leader.takeSent());
            follower.pool.runAll();
            follower.cycle();
        }
    }

    @Test
    void shouldNeverInsertAgainOnceTheTwoHaveDiffered() { // V8
        shouldInsertNothingUponAnotherState();
        while (log.ordered() < 2 * ExecutionDigest.WINDOW) {
            write("c+c");
        }
        chooseAll(other);
        other.takeCalls();
        write("a+x");
        choose();
        assertEquals("prepare a+x, publish a+x", other.takeCalls());
        other.assertSame(leader);
    }

    @Test
    void shouldSeeADifferenceOfTheWindowBefore() { // V8
        while (log.ordered() < ExecutionDigest.WINDOW - 1) {
            write("c+c");
        }
        chooseAll(other);
        write("a+x");
        other.machine.filler = new byte[1];
        log.chosen = log.ordered();
        leader.cycle();
        other.cycle();
        other.machine.filler = new byte[0];
        leader.takeSent();
        other.takeCalls();
        write("a+y");
        log.chosen = log.ordered();
        leader.cycle();
        other.hear(leader.takeSent());
        other.cycle();
        assertEquals("prepare a+y, publish a+y", other.takeCalls());
    }

    @Test
    void shouldHaveAllExecuteOneEntryInSixtyFour() { // so that a leader that is wrong is found out
        while (log.ordered() < 63) {
            write("c+c");
        }
        chooseAll(other);
        other.takeCalls();
        write("a+x");
        log.chosen = 64;
        other.cycle();
        assertEquals("prepare a+x, publish a+x", other.takeCalls(), "and nobody waits");
        leader.cycle();
        assertEquals(List.of(), leader.takeSent());
        write("a+y");
        choose();
        assertEquals("insert a+y, publish a+y", other.takeCalls());
    }

    @Test
    void shouldShipNothingUntilADigestIsWhole() {
        final MemorySnapshot snapshot = new MemorySnapshot();
        leader.replica.writeSnapshot(snapshot);
        final ShippingReplica restored = new ShippingReplica(CONFIG, log, true);
        restored.replica.readSnapshot(snapshot.reader());
        restored.cycle();
        write("a+x");
        log.chosen = log.ordered();
        restored.cycle();
        assertEquals(List.of(), restored.takeSent());
        assertEquals(3, restored.replica.applied());
    }

    @Test
    @Expects("shipped-drafts.withdrawn")
    void shouldWithdrawWhatCouldNotBePublished() { // V8
        leader.machine.failsToPublish = true;
        other.machine.failsToPublish = true;
        write("a+x", "a+y");
        choose();
        assertEquals("prepare a+x, publish a+x, prepare a+y, publish a+y", other.takeCalls());
        assertEquals(1, leader.counted("shipped"), "of before");
    }

    @Test
    void shouldNotShipWhatFailsOrAnswersTooMuch() { // V8
        leader.machine.filler = new byte[1001];
        other.machine.filler = leader.machine.filler;
        write("a!", "a+x");
        choose();
        assertEquals("prepare a!, prepare a+x, publish a+x", other.takeCalls());
    }

    @Test
    void shouldShipNothingOfARepeatedCommand() { // V8, S9
        write("a+x");
        choose();
        other.takeCalls();
        log.add(new Body().write(1, sequence, "a+x").write(1, sequence + 1, "a+y"), 100);
        choose();
        assertEquals("insert a+y, publish a+y", other.takeCalls());
    }

    @Test
    void shouldWaitForEffectsAsLongAsALeaderIsPatientlyAwaited() {
        write("a+x");
        other.nowNs = 5;
        other.cycle();
        log.chosen = log.ordered();
        other.cycle();
        other.cycle();
        assertTrue(other.exchange.isWaiting());
        other.nowNs += PATIENCE_NS - 1;
        other.cycle();
        other.cycle();
        assertEquals(2, other.replica.applied());
        other.nowNs++;
        other.cycle();
        other.cycle();
        assertEquals(3, other.replica.applied());
        assertFalse(other.exchange.isWaiting());
        assertEquals("prepare a+x, publish a+x", other.takeCalls());
        write("a+y");
        log.chosen = log.ordered();
        other.cycle();
        assertEquals(4, other.replica.applied(), "nothing is expected any more");
    }

    @Test
    void shouldNotWaitForEffectsOfWhatHasNone() {
        log.addNoOp(200);
        log.chosen = log.ordered();
        other.cycle();
        assertEquals(3, other.replica.applied());
    }

    @Test
    void shouldKeepWhatComesWhileAnotherThreadApplies() {
        write("a+x");
        write("a+y");
        log.chosen = 3;
        leader.cycle();
        other.hear(leader.takeSent());
        other.replica.begin(log, ShippingReplica.BALLOT);
        final UserCode piece = other.replica.next();
        piece.leave();
        log.chosen = 4;
        leader.cycle();
        other.hear(leader.takeSent());
        piece.run();
        piece.giveBack(1);
        other.cycle().cycle();
        assertEquals("insert a+x, publish a+x, insert a+y, publish a+y", other.takeCalls());
        other.assertSame(leader);
    }

    @Test
    void shouldExecuteWhereInsertingThrowsAnError() {
        other.machine.error = new StackOverflowError();
        write("a+x");
        write("a+y");
        choose();
        assertEquals("insert a+x, prepare a+x, publish a+x, insert a+y, prepare a+y, publish a+y", other.takeCalls());
        assertEquals(List.of("insertEffect false"), other.failures.told);
    }

    @Test
    void shouldEndTheNodeWhereThereIsNoMemory() {
        write("a+x");
        log.chosen = log.ordered();
        leader.cycle();
        other.hear(leader.takeSent());
        other.machine.error = new OutOfMemoryError("as asked");
        assertThrows(OutOfMemoryError.class, other::cycle);
        leader.machine.error = new AssertionError("as asked");
        write("a+y");
        log.chosen = log.ordered();
        assertThrows(MachineFailedError.class, leader::cycle);
        assertEquals(List.of("insertEffect true"), other.failures.told);
        assertEquals(List.of("writeEffect true"), leader.failures.told);
    }

    /** It cannot compare what it has not gone through whole. */
    @Test
    @Expects("shipped-drafts.upon-what-cannot-be-compared")
    void shouldGoOnBehindASnapshotOfAnother() { // V5, V8
        write("a+x");
        choose();
        final ShippingReplica restored = new ShippingReplica(CONFIG, log, false);
        final ShippingReplica late = new ShippingReplica(CONFIG, log, false);
        log.chosen = 0;
        late.cycle();
        restored.replica.readSnapshot(MemorySnapshot.reader(MemorySnapshot.of(leader.replica::writeSnapshot)));
        assertTrue(late.replica.become(restored.replica));
        write("b+x");
        log.chosen = log.ordered();
        leader.cycle();
        late.hear(leader.takeSent());
        late.cycle();
        assertEquals("prepare b+x, publish b+x", restored.takeCalls());
        while (log.ordered() < 2 * ExecutionDigest.WINDOW + 1) {
            write("c+c");
        }
        chooseAll(late);
        restored.takeCalls();
        write("a+y");
        chooseAll(late);
        assertEquals("insert a+y, publish a+y", restored.takeCalls());
        assertArrayEquals(MemorySnapshot.of(leader.replica::writeSnapshot),
            MemorySnapshot.of(late.replica::writeSnapshot));
    }
}

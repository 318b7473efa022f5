package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which log time a leader may propose, with clocks that are wrong (S11). Node 1 leads; sessions end after a minute. */
class LogClockTest {
    private static final long TRUE_TIME = 1_700_000_000_000L;
    private static final long YEAR = 365L * 86_400_000;
    private static final long MOST = 10_000;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;

    private final World world = new World();
    private final LogClock clock = world.context.newLogClock();

    @Test
    void shouldShowWhatItsWallClockShows() {
        hear(TRUE_TIME - 3, TRUE_TIME + 5);
        assertEquals(TRUE_TIME, propose(TRUE_TIME));
        world.advance(250);
        assertEquals(TRUE_TIME + 250, propose(TRUE_TIME + 250));
        assertEquals(0, world.counters.wrongClocks.get());
    }

    @Test
    @Tag("hazard-S-E2")
    @Expects("log-clock.held-back-by-the-clocks-of-others")
    void shouldNotGoFarAheadOfTheMembersClocks() { // S11: it would end all sessions
        hear(TRUE_TIME, TRUE_TIME + 40);
        assertEquals(TRUE_TIME + 40 + MOST, propose(TRUE_TIME + YEAR));
        world.advance(1_000);
        assertEquals(TRUE_TIME + 1_040 + MOST, propose(TRUE_TIME + YEAR + 1_000), "it goes on with theirs");
        assertEquals(1, world.counters.wrongClocks.get(), "told once a minute");
        assertEquals(1, world.told.size());
        assertTrue(world.told.get(0).contains("which leads, is " + (YEAR - 40) + " ms ahead"), world.told.get(0));
        world.advance(60_000);
        propose(TRUE_TIME + YEAR + 61_000);
        assertEquals(2, world.counters.wrongClocks.get());
    }

    @Test
    @Tag("hazard-S-E2")
    void shouldSeeARiseThoughAHeartbeatOfAQuietLeaderWasLost() { // S11: they are two election timeouts apart
        final long timeout = TimeUnit.NANOSECONDS.toMillis(world.context.electionTimeoutNs());
        clock.see(TRUE_TIME, world.now);
        world.advance(4 * timeout + timeout / 2);
        clock.see(TRUE_TIME + 1, world.now);
        assertEquals(0, clock.risenMillisAgo(world.now));
        world.advance(5 * timeout + 1);
        clock.see(TRUE_TIME + 2, world.now);
        assertEquals(5 * timeout + 1, clock.risenMillisAgo(world.now), "it was away");
    }

    @Test
    @Tag("hazard-S-E2")
    void shouldNotBeLedAstrayByOneOfThree() { // S11
        hear(TRUE_TIME + YEAR, TRUE_TIME);
        assertEquals(TRUE_TIME, propose(TRUE_TIME));
        hear(TRUE_TIME - YEAR, TRUE_TIME);
        assertEquals(TRUE_TIME, propose(TRUE_TIME));
        assertEquals(0, world.counters.wrongClocks.get());
    }

    @Test
    @Tag("hazard-S-E2")
    @Expects("log-clock.goes-on-slowly-above-all-clocks")
    void shouldGoOnSlowlyWhereAnEarlierLeaderSetATimeFarAhead() { // S11: timers fire, sessions end
        hear(TRUE_TIME, TRUE_TIME);
        clock.raise(TRUE_TIME + YEAR, world.now);
        long before = TRUE_TIME + YEAR;
        for (int i = 1; i <= 100; i++) {
            world.advance(7);
            final long time = propose(TRUE_TIME + 7 * i);
            assertTrue(time >= before, "never back");
            before = time;
        }
        assertTrue(before >= TRUE_TIME + YEAR + 300 && before <= TRUE_TIME + YEAR + 350, before + " after 700 ms");
        assertEquals(1, world.counters.wrongClocks.get());
    }

    @Test
    @Tag("hazard-S-E2")
    void shouldGoOnWhereMostClocksAreFarBehind() { // S11
        assertEquals(TRUE_TIME, propose(TRUE_TIME), "it has heard of nobody");
        hear(TRUE_TIME - YEAR, TRUE_TIME - YEAR);
        for (int i = 1; i <= 1_000; i++) {
            world.advance(2);
            propose(TRUE_TIME + 2 * i);
        }
        assertEquals(TRUE_TIME + 1_000, clock.last(), "at half its pace");
    }

    @Test
    @Tag("hazard-U-lag")
    @Expects("log-clock.catches-up")
    void shouldCatchUpWithoutAJump() { // S11: it would end all sessions
        clock.hear(1, TRUE_TIME - 600_000, world.now);
        propose(TRUE_TIME);
        clock.raise(TRUE_TIME, world.now);
        long passed = 0;
        for (; passed < 150_000; passed += 100) {
            world.advance(100);
            propose(TRUE_TIME + passed + 100);
        }
        assertEquals(TRUE_TIME + 75_000, clock.last(), "at half its pace, by the lower of two clocks");
        clock.hear(2, TRUE_TIME + passed, world.now);
        long before = clock.last();
        for (; clock.last() < TRUE_TIME + passed; passed += 100) {
            assertTrue(passed < 300_000, "it does catch up");
            world.advance(100);
            final long time = propose(TRUE_TIME + passed + 100);
            assertTrue(time - before <= 1_200, time - before + " ms at once after 100 ms");
            assertTrue(time - TRUE_TIME - 75_000 <= 2 * (passed + 100 - 150_000) + 1_000, "twice its pace");
            before = time;
        }
        assertTrue(passed >= 220_000, passed + " ms");
    }

    @Test
    @Tag("hazard-U-lag")
    void shouldCatchUpWithoutAJumpAfterAnotherLeader() { // S11
        clock.see(TRUE_TIME - 75_000, world.now);
        clock.see(TRUE_TIME - 74_900, world.now);
        world.advance(500);
        clock.begin(world.now);
        clock.raise(TRUE_TIME - 75_000, world.now);
        hear(TRUE_TIME, TRUE_TIME);
        assertEquals(TRUE_TIME - 74_000, propose(TRUE_TIME));
        world.advance(500);
        assertEquals(TRUE_TIME - 73_000, propose(TRUE_TIME + 500));
    }

    @Test
    @Tag("hazard-S-E2")
    void shouldNotJumpWhereOneWrongClockHasLedForHours() { // S11: it would end all sessions
        final long start = world.now;
        long time = TRUE_TIME;
        for (long passed = 0; passed < 3 * HOUR; passed += 200) {
            world.advance(200);
            time += 100;
            clock.see(time, world.now);
            hear(TRUE_TIME + passed - 2 * HOUR, TRUE_TIME + passed);
        }
        final long now = TRUE_TIME + (world.now - start) / World.MS;
        clock.raise(time, world.now);
        clock.begin(world.now);
        assertTrue(now - time > HOUR, "log time is far behind");
        world.advance(500);
        assertEquals(time + 1_000, propose(now + 500), "twice the time that has passed");
    }

    @Test
    @Tag("hazard-S-E2")
    void shouldNotJumpWhereTheWrongClockOfTheLeaderIsPutRight() { // S11
        hear(TRUE_TIME, TRUE_TIME);
        clock.raise(TRUE_TIME, world.now);
        long passed = 0;
        for (; passed < 3 * HOUR; passed += MINUTE) {
            hear(TRUE_TIME + passed, TRUE_TIME + passed);
            clock.hear(0, TRUE_TIME + passed - 2 * HOUR, world.now);
            propose(TRUE_TIME + passed - 2 * HOUR);
            world.advance(MINUTE);
        }
        final long before = clock.last();
        assertTrue(TRUE_TIME + passed - before > HOUR, "log time is far behind");
        clock.hear(0, TRUE_TIME + passed, world.now);
        final long time = propose(TRUE_TIME + passed);
        assertTrue(time - before <= 2 * MINUTE + 1_000, time - before + " ms at once");
    }

    @Test
    void shouldJumpWhereNobodyUsedTheGroup() { // S11
        hear(TRUE_TIME, TRUE_TIME);
        clock.raise(TRUE_TIME - 3_000_000, world.now);
        assertEquals(TRUE_TIME, propose(TRUE_TIME), "the first entry since this node started");
        world.advance(1_000_000);
        hear(TRUE_TIME + 1_000_000, TRUE_TIME + 1_000_000);
        assertEquals(TRUE_TIME + 1_000_000, propose(TRUE_TIME + 1_000_000), "nothing was proposed");
    }

    @Test
    @Tag("hazard-S-E2")
    void shouldNotJumpAfterAStartWhereOthersSawLogTimeRise() { // S11
        hear(TRUE_TIME, TRUE_TIME);
        clock.raise(TRUE_TIME - 2 * HOUR, world.now);
        clock.hearOfRise(700, world.now);
        clock.hearOfRise(LogClock.UNKNOWN, world.now);
        clock.hearOfRise(10 * HOUR, world.now);
        assertEquals(TRUE_TIME - 2 * HOUR + 1_400, propose(TRUE_TIME), "twice the time since the last of them saw it");
    }

    /** Seed 2100: counted from nothing, log time would have taken decades to catch up, and no timer fired. */
    @Test
    void shouldGoByTheClocksWhereItKnowsNoLogTime() { // S11
        hear(TRUE_TIME, TRUE_TIME);
        clock.hearOfRise(700, world.now);
        assertEquals(TRUE_TIME, propose(TRUE_TIME));
    }

    @Test
    @Tag("hazard-S-E2")
    void shouldNotJumpWhereOthersSawLogTimeRiseLater() { // S11
        hear(TRUE_TIME, TRUE_TIME);
        clock.see(TRUE_TIME - 4 * HOUR, world.now);
        clock.see(TRUE_TIME - 3 * HOUR, world.now);
        world.advance(2 * HOUR);
        hear(TRUE_TIME, TRUE_TIME);
        clock.raise(TRUE_TIME - 2 * HOUR, world.now);
        assertEquals(2 * HOUR, clock.risenMillisAgo(world.now));
        clock.hearOfRise(50, world.now);
        assertEquals(50, clock.risenMillisAgo(world.now), "it tells others, too");
        assertEquals(TRUE_TIME - 2 * HOUR + 100, propose(TRUE_TIME), "twice the time since then");
    }

    @Test
    void shouldNotKnowWhenLogTimeRoseBeforeItSawThat() { // S11
        assertEquals(LogClock.UNKNOWN, clock.risenMillisAgo(world.now));
        clock.hearOfRise(LogClock.UNKNOWN, world.now);
        assertEquals(LogClock.UNKNOWN, clock.risenMillisAgo(world.now));
        clock.see(TRUE_TIME, world.now);
        clock.see(TRUE_TIME + 1, world.now);
        world.advance(30);
        assertEquals(30, clock.risenMillisAgo(world.now));
        clock.hearOfRise(1L << 50, world.now);
        assertEquals(30, clock.risenMillisAgo(world.now));
    }

    /** Nobody has used the group since Friday; on Monday all nodes start again one by one. */
    @Test
    @Tag("hazard-S-E2")
    void shouldNotTakeTheTimeOfAnIdleLeaderForARiseAfterAStart() { // S11: log time would be wrong for days
        clock.see(TRUE_TIME - 60 * HOUR, world.now);
        assertEquals(LogClock.UNKNOWN, clock.risenMillisAgo(world.now), "it may have come there long ago");
        world.advance(700);
        clock.see(TRUE_TIME - 60 * HOUR, world.now);
        assertEquals(LogClock.UNKNOWN, clock.risenMillisAgo(world.now));
        clock.raise(TRUE_TIME - 60 * HOUR, world.now);
        hear(TRUE_TIME, TRUE_TIME);
        assertEquals(TRUE_TIME, propose(TRUE_TIME), "the first command");
    }

    @Test
    void shouldSeeTheFirstRiseOfALogThatIsNew() { // S11
        clock.see(0, world.now);
        clock.see(TRUE_TIME, world.now);
        world.advance(30);
        assertEquals(30, clock.risenMillisAgo(world.now));
    }

    /** All have started; the first leader, which nobody has sent a command, hands over to this node. */
    @Test
    @Tag("hazard-S-E2")
    void shouldNotTellOfARiseAfterTheHeartbeatsOfAnIdleLeader() { // S11
        final ScatteredProtocol node = new ScatteredProtocol(world.context);
        order(node, TRUE_TIME);
        order(node, TRUE_TIME);
        assertEquals(LogClock.UNKNOWN, toldByConfirmation(node));
        order(node, TRUE_TIME + 1);
        world.advance(30);
        assertEquals(30, toldByConfirmation(node));
    }

    /** The group went on while the node was cut off, until nobody used it any more. */
    @Test
    @Tag("hazard-S-E2")
    void shouldNotTellOfARiseThatItMissedWhileItWasCutOff() { // S11
        final ScatteredProtocol node = new ScatteredProtocol(world.context);
        order(node, TRUE_TIME);
        order(node, TRUE_TIME + 1);
        final long start = world.now;
        world.advance(48 * HOUR);
        order(node, TRUE_TIME + HOUR);
        assertEquals((world.now - start) / World.MS, toldByConfirmation(node));
        world.advance(50);
        order(node, TRUE_TIME + HOUR + 1);
        assertEquals(0, toldByConfirmation(node));
    }

    @Test
    @Expects("log-clock.most-machines-stood-still")
    void shouldJumpWhereAllMachinesStoodStill() { // S11: nobody used the group
        propose(TRUE_TIME);
        hear(TRUE_TIME, TRUE_TIME);
        clock.hear(0, TRUE_TIME, world.now);
        world.advance(100);
        clock.hear(0, TRUE_TIME + YEAR + 100, world.now);
        assertEquals(TRUE_TIME + 200, propose(TRUE_TIME + YEAR + 100), "the others have not told of it");
        world.advance(10_000);
        clock.hear(2, TRUE_TIME + YEAR + 10_100, world.now);
        assertEquals(TRUE_TIME + YEAR + 10_100, propose(TRUE_TIME + YEAR + 10_100));
    }

    /** Clocks that are put right one after the other, by hand. */
    @Test
    @Tag("hazard-S-E2")
    void shouldNotJumpWhereClocksLeapOneByOne() { // S11
        propose(TRUE_TIME);
        hear(TRUE_TIME, TRUE_TIME);
        clock.hear(0, TRUE_TIME, world.now);
        clock.hear(0, TRUE_TIME + YEAR, world.now);
        world.advance(MINUTE + 1);
        clock.hear(2, TRUE_TIME + YEAR, world.now);
        final long time = propose(TRUE_TIME + YEAR);
        assertTrue(time <= TRUE_TIME + 2 * MINUTE + 1_000, time - TRUE_TIME + " ms");
    }

    /** Messages that were stuck for hours come before those of now. */
    @Test
    @Tag("hazard-S-E2")
    void shouldNotTakeMessagesThatAreLateForMachinesThatStoodStill() { // S11
        propose(TRUE_TIME);
        hear(TRUE_TIME, TRUE_TIME);
        final long start = world.now;
        for (int i = 1; i <= 180; i++) {
            world.advance(MINUTE);
            propose(TRUE_TIME + i * MINUTE - 2 * HOUR);
        }
        final long before = clock.last();
        final long now = TRUE_TIME + (world.now - start) / World.MS;
        hear(TRUE_TIME + MINUTE, TRUE_TIME + MINUTE);
        hear(now, now);
        clock.hear(0, now, world.now);
        final long time = propose(now);
        assertTrue(time - before <= 2 * MINUTE + 1_000, time - before + " ms at once");
    }

    @Test
    void shouldGoByItselfInAGroupOfOne() {
        final World alone = World.alone(1, io.fleet.storage.VoterState.VOTER);
        final LogClock own = alone.context.newLogClock();
        assertEquals(TRUE_TIME, own.time(alone.now, TRUE_TIME));
        own.propose(TRUE_TIME, alone.now);
        assertEquals(TRUE_TIME + 100_000, own.time(alone.now, TRUE_TIME + 100_000));
        assertEquals(TRUE_TIME + YEAR, own.time(alone.now, TRUE_TIME + YEAR));
    }

    @Test
    void shouldForgetTheClockOfAFormerMember() { // S14
        hear(TRUE_TIME - YEAR, TRUE_TIME - YEAR);
        world.context.membership().adopt(world.context.membership().current().without(3).at(4));
        world.context.membership().adopt(world.context.membership().current().without(2).at(5));
        assertEquals(TRUE_TIME, propose(TRUE_TIME));
    }

    private void order(final ScatteredProtocol node, final long timestamp) {
        final Order order = Entries.order(1 << 16 | 2, 0, 0);
        order.timestamp = timestamp;
        world.take(2, order);
    }

    private long toldByConfirmation(final ScatteredProtocol node) {
        final Prepare prepare = new Prepare();
        prepare.ballot = 2 << 16 | 2;
        world.take(2, prepare);
        world.flush();
        node.doWork(world.now, 0);
        final Confirm confirm = new Confirm();
        confirm.ballot = prepare.ballot;
        world.take(2, confirm);
        return world.out.last(Confirmation.class).risenMillisAgo;
    }

    private void hear(final long second, final long third) {
        clock.hear(1, second, world.now);
        clock.hear(2, third, world.now);
    }

    private long propose(final long epochMillis) {
        clock.propose(clock.time(world.now, epochMillis), world.now);
        return clock.last();
    }
}

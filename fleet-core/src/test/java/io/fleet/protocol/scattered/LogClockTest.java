package io.fleet.protocol.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.mark.Expects;
import io.fleet.protocol.LogClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which log time a leader may propose, with clocks that are wrong (S11). Node 1 leads; sessions end after a minute. */
class LogClockTest {
    private static final long TRUE_TIME = 1_700_000_000_000L;
    private static final long YEAR = 365L * 86_400_000;
    private static final long MOST = 10_000;

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
    void shouldJumpWhereNobodyUsedTheGroup() { // S11
        hear(TRUE_TIME, TRUE_TIME);
        clock.raise(TRUE_TIME - 3_000_000, world.now);
        assertEquals(TRUE_TIME, propose(TRUE_TIME), "the first entry since this node started");
        world.advance(1_000_000);
        hear(TRUE_TIME + 1_000_000, TRUE_TIME + 1_000_000);
        assertEquals(TRUE_TIME + 1_000_000, propose(TRUE_TIME + 1_000_000), "nothing was proposed");
        hear(TRUE_TIME + YEAR, TRUE_TIME + YEAR);
        assertEquals(TRUE_TIME + YEAR, propose(TRUE_TIME + YEAR), "all nodes were suspended");
    }

    @Test
    void shouldGoByItselfInAGroupOfOne() {
        final World alone = World.alone(1, io.fleet.storage.Standing.VOTER);
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

    private void hear(final long second, final long third) {
        clock.hear(1, second, world.now);
        clock.hear(2, third, world.now);
    }

    private long propose(final long epochMillis) {
        clock.propose(clock.time(world.now, epochMillis), world.now);
        return clock.last();
    }
}

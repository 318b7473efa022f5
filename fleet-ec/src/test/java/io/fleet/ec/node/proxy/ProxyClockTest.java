package io.fleet.ec.node.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.common.LogClock;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which log time the first of five proxies may propose, with wrong clocks (S11). Sessions end after a minute. */
@Tag("hazard-E-D7")
class ProxyClockTest {
    private static final long TRUE_TIME = 1_700_000_000_000L;
    private static final long YEAR = 365L * 86_400_000;
    private static final long MOST = 10_000;
    private static final long MS = 1_000_000;

    private final List<String> told = new ArrayList<>();
    private long appliedLsn;
    private long appliedTime;
    private long now = 1;
    private final ProxyClock clock = new ProxyClock(new Five(), 60_000, (ReplicaProgress) Proxy.newProxyInstance(
        ReplicaProgress.class.getClassLoader(), new Class<?>[] {ReplicaProgress.class},
        (proxy, method, arguments) -> progress(method.getName())));

    private long progress(final String asked) {
        return switch (asked) {
            case "applied" -> appliedLsn;
            case "logTime" -> appliedTime;
            default -> throw new AssertionError(asked);
        };
    }

    @Test
    void shouldNotGoFarAheadOfTheMembersClocks() { // S11: it would end all sessions
        hear(TRUE_TIME);
        assertEquals(TRUE_TIME + MOST, propose(TRUE_TIME + YEAR));
        now += 500 * MS;
        assertEquals(TRUE_TIME + 500 + MOST, propose(TRUE_TIME + YEAR + 500), "it goes on with theirs");
        assertEquals(1, told.size(), "told once a minute");
        assertTrue(told.get(0).contains("is " + YEAR + " ms ahead"), told.get(0));
    }

    /** After a start it knows its own clock alone, which may be the one that is wrong. */
    @Test
    @Tag("hazard-E-L2")
    void shouldProposeNothingBeforeItKnowsTheClocksOfMost() { // S11
        assertFalse(clock.isCompared());
        clock.hear(1, TRUE_TIME, now);
        assertFalse(clock.isCompared(), "two of five");
        clock.hear(2, 0, now);
        assertFalse(clock.isCompared(), "that one does not know");
        clock.hear(2, TRUE_TIME, now);
        assertTrue(clock.isCompared());
        assertEquals(TRUE_TIME + MOST, propose(TRUE_TIME + YEAR), "one wrong clock is not believed from then on");
    }

    @Test
    void shouldProposeWhatItsClockShowsWhereItIsRight() {
        assertEquals(TRUE_TIME, propose(TRUE_TIME), "it has heard of nobody");
        hear(TRUE_TIME - 3);
        now += 250 * MS;
        assertEquals(TRUE_TIME + 250, propose(TRUE_TIME + 250));
        assertEquals(List.of(), told);
    }

    @Test
    void shouldNeverFallAndGoOnSlowlyWhereLogTimeIsFarAhead() { // S11: timers fire, sessions end
        hear(TRUE_TIME);
        apply(TRUE_TIME + YEAR);
        assertEquals(TRUE_TIME + YEAR, propose(TRUE_TIME));
        now += 1_000 * MS;
        assertEquals(TRUE_TIME + YEAR + 500, propose(TRUE_TIME + 1_000));
    }

    /** The proxy that was used had a slow clock; a jump would end the sessions of those who use it. */
    @Test
    void shouldCatchUpWithoutAJumpBehindAProxyWithASlowClock() { // S11
        hear(TRUE_TIME);
        propose(TRUE_TIME);
        apply(TRUE_TIME - 600_000);
        now += 1_000 * MS;
        assertEquals(TRUE_TIME - 600_000 + 2_000, propose(TRUE_TIME + 1_000), "at twice its pace");
    }

    /** What is read back, or learned late, says nothing of the present. */
    @Test
    void shouldComeToThePresentAtOnceWhereItHasSeenNobodyPropose() { // S11
        hear(TRUE_TIME);
        appliedTime = TRUE_TIME - 600_000;
        appliedLsn = 7;
        assertEquals(TRUE_TIME, clock.time(7, now, TRUE_TIME), "what it has applied at its start");
        appliedTime = TRUE_TIME - 500_000;
        appliedLsn = 8;
        now += MS;
        assertEquals(TRUE_TIME + 1, clock.time(9, now, TRUE_TIME + 1), "it was away");
    }

    private void hear(final long millis) {
        for (int member = 1; member < 5; member++) {
            clock.hear(member, millis, now);
        }
    }

    private void apply(final long time) {
        appliedLsn++;
        appliedTime = time;
        clock.time(appliedLsn, now, time);
    }

    private long propose(final long epochMillis) {
        return clock.time(appliedLsn, now, epochMillis);
    }

    private final class Five implements LogClock.Members {
        @Override
        public int self() {
            return 0;
        }

        @Override
        public int slots() {
            return 5;
        }

        @Override
        public int node(final int slot) {
            return slot;
        }

        @Override
        public boolean isVoter(final int slot) {
            return true;
        }

        @Override
        public void tell(final String what) {
            told.add(what);
        }
    }
}

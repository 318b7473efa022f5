package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class GroupTurnsTest {
    private static final long MS = 1_000_000;
    private static final long TICK_NS = 1 << 20;
    private static final long HEARTBEAT_NS = 50 * MS;
    private static final long TIMEOUT_NS = 500 * MS;

    private final GroupTurns turns = new GroupTurns(2);
    private final GroupTurn first = turns.add(0, HEARTBEAT_NS, TIMEOUT_NS);
    private GroupTurn second = turns.add(1, HEARTBEAT_NS, TIMEOUT_NS);

    @Test
    @Expects("group-turn.rests")
    void shouldHaveATurnInTimeWhileItRests() {
        cycle(0, first);
        final List<Long> had = new ArrayList<>();
        for (long now = MS / 10; now < 200 * MS; now += MS / 10) {
            if (cycle(now, first).contains(0)) {
                had.add(now);
            }
        }
        long before = 0;
        for (final long now : had) {
            assertTrue(now - before <= GroupTurns.LONGEST_NS + MS / 10, had::toString);
            assertTrue(now - before >= 19 * MS, had::toString);
            before = now;
        }
        assertTrue(had.size() >= 7, had::toString);
    }

    @Test
    @Expects("group-turn.silent-node-wakes-all")
    void shouldRestLongerWhileItsLeaderIsQuietAndNoNodeIsSilent() {
        begin(0);
        assertEquals(0, turns.pulseNs());
        first.quiet(TIMEOUT_NS + 100 * MS, 60 * MS);
        second.quiet(0, 0);
        run(none -> {}, index -> turn(index).pause(true));
        assertEquals(60 * MS, turns.pulseNs());
        assertEquals(List.of(1), cycle(25 * MS, first, second));
        assertEquals(List.of(1), cycle(490 * MS, first, second));
        assertEquals(List.of(0, 1), cycle(520 * MS, first, second), "an election timeout");
        turns.onSilence(true);
        assertEquals(List.of(0, 1), cycle(521 * MS, first, second));
        turns.onSilence(true);
        assertEquals(List.of(), cycle(522 * MS, first, second), "once");
        assertEquals(2, cycle(550 * MS, first, second).size(), "and as often as any other");
        turns.onSilence(false);
        assertEquals(2, cycle(580 * MS, first, second).size());
        assertEquals(List.of(1), cycle(610 * MS, first, second));
    }

    @Test
    void shouldAskForThePulseThatTheHastiestQuietGroupWants() {
        begin(0);
        first.quiet(TIMEOUT_NS, 60 * MS);
        second.quiet(TIMEOUT_NS, 30 * MS);
        assertEquals(30 * MS, turns.pulseNs());
        begin(3_100 * MS);
        first.quiet(TIMEOUT_NS, 60 * MS);
        second.quiet(0, 0);
        assertEquals(30 * MS, turns.pulseNs(), "a moment ago");
        begin(6_200 * MS);
        assertEquals(60 * MS, turns.pulseNs());
        begin(20_000 * MS);
        assertEquals(0, turns.pulseNs());
    }

    @Test
    void shouldHaveATurnWhenALeaderThatIsQuietHasToSaySomething() {
        begin(0);
        first.quiet(200 * MS, 60 * MS);
        second.quiet(-1, 60 * MS);
        run(none -> {}, index -> turn(index).pause(true));
        assertEquals(List.of(), cycle(10 * MS, first, second));
        assertEquals(List.of(1), cycle(26 * MS, first, second), "it is late already");
        assertEquals(List.of(1), cycle(199 * MS, first, second), "not before");
        assertEquals(List.of(0), cycle(205 * MS, first, second));
    }

    @Test
    void shouldHaveATurnTwiceInTheTimeOfAHeartbeatThatIsShort() {
        second = turns.add(1, 10 * MS, TIMEOUT_NS);
        cycle(0, first, second);
        assertEquals(List.of(), cycle(2 * MS, first, second));
        assertEquals(List.of(1), cycle(5 * MS, first, second));
    }

    @Test
    @Expects("group-turn.woken")
    void shouldHaveATurnInTheCycleInWhichItIsWoken() {
        cycle(0, first);
        begin(MS);
        first.wake();
        first.wake();
        assertEquals(List.of(1, 0), run(first));
        assertEquals(List.of(1), cycle(2 * MS, first), "once");
    }

    @Test
    void shouldComeTogetherWithOthersThatRest() {
        cycle(3 * MS / 2, first);
        cycle(3 * MS, second);
        final List<List<Integer>> had = new ArrayList<>();
        for (long now = 4 * MS; now < 30 * MS; now += MS / 10) {
            final List<Integer> some = cycle(now, first, second);
            if (!some.isEmpty()) {
                had.add(some);
            }
        }
        assertEquals(List.of(List.of(0, 1)), had);
    }

    @Test
    @Expects("group-turn.dozes")
    void shouldLookLessAndLessOftenWhileItWaits() {
        final List<Long> had = new ArrayList<>();
        for (long tick = 0; tick <= 40; tick++) {
            begin(tick * TICK_NS);
            final List<Integer> some = run(none -> {}, this::doze);
            if (!some.isEmpty()) {
                assertEquals(List.of(0, 1), some);
                had.add(tick);
            }
        }
        assertEquals(List.of(0L, 1L, 2L, 4L, 8L, 16L, 24L, 32L, 40L), had);
        begin(41 * TICK_NS);
        first.wake();
        run(none -> {}, this::doze);
        begin(42 * TICK_NS);
        assertEquals(List.of(0), run(none -> {}, this::doze), "from the beginning, when something has come for it");
    }

    @Test
    void shouldNotWaitForSomethingForLongerThanItWouldRest() {
        second = turns.add(1, 5 * MS, TIMEOUT_NS);
        final GroupTurns quick = new GroupTurns(2);
        final GroupTurn each = quick.add(0, 1 * MS, TIMEOUT_NS);
        quick.add(1, HEARTBEAT_NS, TIMEOUT_NS);
        final List<Long> had = new ArrayList<>();
        final List<Long> hadEach = new ArrayList<>();
        for (long tick = 0; tick <= 8; tick++) {
            begin(tick * TICK_NS);
            if (run(none -> {}, this::doze).contains(1)) {
                had.add(tick);
            }
            quick.begin(tick * TICK_NS);
            for (int place = 0; place < quick.count(); place++) {
                if (quick.take(place) == 0) {
                    hadEach.add(tick);
                    each.pause(false);
                }
            }
            quick.end();
        }
        assertEquals(List.of(0L, 1L, 2L, 4L, 6L, 8L), had, "half of its heartbeat is two ticks and a bit");
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), hadEach, "and one tick at least");
    }

    @Test
    void shouldHaveATurnWhenSomethingOfItIsDurableWhileItWaitsAndNotAtRest() {
        begin(0);
        run(none -> {}, index -> {
            if (index == 0) {
                first.pause(true);
            } else {
                doze(index);
            }
        });
        assertEquals(List.of(), cycle(1));
        first.durable();
        assertEquals(List.of(), cycle(2));
        second.durable();
        assertEquals(List.of(1), cycle(3));
    }

    @Test
    @Expects("group-turn.signalled")
    void shouldHaveATurnWhenAnotherThreadHasSignalled() throws InterruptedException {
        cycle(0, first, second);
        final Thread other = new Thread(() -> {
            second.signal();
            second.signal();
        });
        other.start();
        other.join();
        assertEquals(List.of(1), cycle(MS, first, second));
        assertEquals(List.of(), cycle(2 * MS, first, second));
        second.signal();
        assertEquals(List.of(1), cycle(3 * MS, first, second));
    }

    @Test
    void shouldHaveATurnAfterEachSignalHoweverManyThreadsSignal() throws InterruptedException {
        final int each = 20_000;
        final List<Thread> threads = new ArrayList<>();
        final long[] said = new long[2];
        for (int i = 0; i < said.length; i++) {
            final int own = i;
            threads.add(new Thread(() -> {
                for (int j = 0; j < each; j++) {
                    synchronized (said) {
                        said[own]++;
                    }
                    first.signal();
                }
            }));
        }
        threads.forEach(Thread::start);
        long seen = 0;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            seen = Math.max(seen, look(said, seen));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertEquals(2L * each, look(said, seen));
    }

    /** What is said first is a store that others see later, as that of a queue is. */
    @Test
    void shouldSeeWhatWasSaidBeforeASignalThatTookNoTurnOfItsOwn() throws InterruptedException {
        final int rounds = 100_000;
        final AtomicLong said = new AtomicLong();
        final AtomicLong seen = new AtomicLong();
        final AtomicLong cycles = new AtomicLong();
        final AtomicInteger missed = new AtomicInteger();
        final Thread other = new Thread(() -> {
            for (int i = 1; i <= rounds; i++) {
                first.signal();
                said.lazySet(i);
                first.signal();
                final long enough = cycles.get() + 3;
                while (cycles.get() < enough) {
                    Thread.yield();
                }
                missed.addAndGet(seen.get() == i ? 0 : 1);
            }
        });
        other.start();
        while (other.isAlive()) {
            begin(0);
            run(index -> {
                if (index == 0) {
                    seen.set(said.get());
                }
            }, index -> turn(index).pause(true));
            cycles.incrementAndGet();
        }
        other.join();
        assertEquals(0, missed.get());
    }

    /** A cycle in which the first group, if it has its turn, sees what was said before the signals. */
    private long look(final long[] said, final long seen) {
        final long[] now = {seen};
        begin(0);
        run(index -> {
            if (index == 0) {
                synchronized (said) {
                    now[0] = said[0] + said[1];
                }
            }
        }, index -> turn(index).pause(true));
        return now[0];
    }

    @Test
    void shouldHaveATurnInEachCycleWhereItIsTheOnlyGroupOrSomethingIsUnderWay() {
        final GroupTurns alone = new GroupTurns(1);
        final GroupTurn only = alone.add(0, HEARTBEAT_NS, TIMEOUT_NS);
        only.signal();
        for (long now = 0; now < 10 * MS; now += MS) {
            alone.begin(now);
            assertEquals(1, alone.count());
            assertEquals(0, alone.take(0));
            only.pause(now > 5 * MS);
            assertFalse(only.isWaiting());
            alone.end();
        }
        assertEquals(List.of(0, 1), cycle(0));
        assertEquals(List.of(0, 1), cycle(MS));
    }

    @Test
    void shouldHaveItsTurnInTheSameCycleWhenItIsWokenWhileOthersBegin() {
        cycle(0, first);
        begin(MS);
        assertEquals(List.of(1, 0), run(index -> {
            if (index == 1) {
                first.wake();
            }
        }, index -> turn(index).goOn()));
        assertEquals(List.of(1, 0), cycle(2 * MS), "each once");
    }

    @Test
    void shouldHaveAnotherTurnBeforeItWaitsWhenSomethingCameWhileItHadItsTurn() {
        begin(0);
        run(index -> first.wake(), index -> turn(index).pause(true));
        assertEquals(List.of(0), cycle(1, first, second), "it came before the end of the turn");
        begin(2);
        first.wake();
        run(none -> {}, index -> {
            first.wake();
            turn(index).pause(false);
        });
        assertEquals(List.of(0), cycle(3, first, second), "it came in the last part");
        assertEquals(List.of(), cycle(4, first, second), "once");
    }

    @Test
    void shouldHaveAnotherTurnWhenItIsWokenAfterItsTurnInTheSameCycle() {
        begin(0);
        run(none -> {}, index -> {
            turn(index).pause(true);
            if (index == 1) {
                first.wake();
                first.wake();
            }
        });
        assertEquals(List.of(0), cycle(1, first, second));
        first.wake();
        assertEquals(List.of(0), cycle(2, first, second), "also between two cycles");
    }

    @Test
    void shouldHaveAnotherTurnBeforeItWaitsWhenTheFirstPartDidSomething() {
        begin(0);
        run(index -> turn(index).began(1 - index), index -> turn(index).pause(true));
        begin(1);
        assertEquals(List.of(0), run(index -> turn(index).began(0), index -> turn(index).pause(true)));
        assertEquals(List.of(), cycle(2));
    }

    @Test
    void shouldSayWhereAGroupHasItsTurn() {
        begin(0);
        assertEquals(0, turns.find(1), "nobody has a turn yet");
        assertEquals(0, turns.take(0));
        assertEquals(1, turns.take(1));
        assertEquals(1, turns.find(1));
        assertEquals(1, turns.index(turns.find(1)));
    }

    @Test
    void shouldGiveEachGroupItsTurnsHoweverTimeGoes() {
        final SplittableRandom random = new SplittableRandom(7);
        final int groups = 50;
        final GroupTurns many = new GroupTurns(groups);
        final GroupTurn[] each = new GroupTurn[groups];
        final long[] dueNs = new long[groups];
        for (int i = 0; i < groups; i++) {
            each[i] = many.add(i, HEARTBEAT_NS, TIMEOUT_NS);
        }
        long now = -3 * MS;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(20) == 0 ? random.nextLong(300 * MS) : random.nextLong(MS);
            many.begin(now);
            each[random.nextInt(groups)].wake();
            final boolean[] has = new boolean[groups];
            for (int place = 0; place < many.count(); place++) {
                final int index = many.take(place);
                assertFalse(has[index], "twice");
                has[index] = true;
                each[index].began(0);
                if (random.nextInt(groups) == 0) {
                    wake(each, dueNs, random.nextInt(groups), now);
                }
            }
            for (int group = 0; group < groups; group++) {
                assertTrue(has[group] || now < dueNs[group], "late");
            }
            for (int place = 0; place < many.taken(); place++) {
                end(random.nextInt(3), each[many.index(place)], dueNs, now);
                if (random.nextInt(groups) == 0) {
                    wake(each, dueNs, random.nextInt(groups), now);
                }
            }
            many.end();
            if (random.nextInt(10) == 0) {
                wake(each, dueNs, random.nextInt(groups), now);
            }
        }
    }

    private static void wake(final GroupTurn[] each, final long[] dueNs, final int group, final long now) {
        each[group].wake();
        dueNs[group] = now;
    }

    private static void end(final int how, final GroupTurn turn, final long[] dueNs, final long now) {
        switch (how) {
            case 0 -> {
                turn.goOn();
                dueNs[turn.index] = now;
            }
            case 1 -> {
                turn.pause(true);
                dueNs[turn.index] = turn.isWaiting() ? now + GroupTurns.LONGEST_NS : now;
            }
            default -> {
                turn.pause(false);
                dueNs[turn.index] = turn.isWaiting() ? now + GroupTurns.LONGEST_DOZE * TICK_NS : now;
            }
        }
    }

    private GroupTurn turn(final int index) {
        return index == 0 ? first : second;
    }

    private void doze(final int index) {
        turn(index).pause(false);
    }

    private void begin(final long now) {
        turns.begin(now);
        assertEquals(now, turns.nowNs());
        assertEquals(now, first.nowNs());
        assertEquals(now, turns.lastNs());
    }

    /** A cycle after which some rest; who had a turn. */
    private List<Integer> cycle(final long now, final GroupTurn... resting) {
        begin(now);
        return run(resting);
    }

    private List<Integer> run(final GroupTurn... resting) {
        return run(none -> {}, index -> {
            turn(index).goOn();
            for (final GroupTurn turn : resting) {
                if (turn.index == index) {
                    turn.pause(true);
                }
            }
        });
    }

    /** The first part of each turn, and then the last of each; who had one. */
    private List<Integer> run(final IntConsumer begins, final IntConsumer ends) {
        final List<Integer> had = new ArrayList<>();
        for (int place = 0; place < turns.count(); place++) {
            final int index = turns.take(place);
            had.add(index);
            begins.accept(index);
        }
        assertEquals(had.size(), turns.taken());
        for (int place = 0; place < turns.taken(); place++) {
            ends.accept(turns.index(place));
        }
        turns.end();
        return had;
    }
}

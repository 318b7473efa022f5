package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.fixture.log.NumberedLog;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.replica.effects.EffectExchange;
import io.fleet.replica.speculation.SpeculationMeans;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A replica that prepares what is ordered beside one that never does: leaders come and go, threads take what they like,
 * commands are in the middle of being prepared when anything else happens. What is chosen in the end they must have
 * answered alike, and their states must be the same (V1 to V7).
 */
class SpeculationModelTest {
    private static final int RUNS = 400;
    private static final int STEPS = 250;
    private static final int SELF = 2;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withSessionTimeoutMillis(1000).withClientWindow(16);

    private final OrderedEntries log = new OrderedEntries();
    private final ManualPool pool = new ManualPool();
    private final DraftMachine drafting = new DraftMachine();
    private final DraftMachine plain = new DraftMachine();
    private final RecordingOutbound early = new RecordingOutbound(SELF);
    private final RecordingOutbound inTurn = new RecordingOutbound(SELF);
    private final Replica speculating = new Replica(CONFIG, drafting, new NumberedLog(), early, new GroupCounters());
    private final Replica other = new Replica(CONFIG, plain, new NumberedLog(), inTurn, new GroupCounters());
    private SplittableRandom random;
    private long time = 1000;
    private int depth;

    /** What a run did, over all runs. */
    private record Seen(long published, long revoked) {
        Seen plus(final Seen more) {
            return new Seen(published + more.published, revoked + more.revoked);
        }
    }

    @Test
    void shouldComeToTheSameAsAReplicaThatPreparesNothingEarly() { // V1 to V7
        Seen all = new Seen(0, 0);
        for (int seed = 0; seed < RUNS; seed++) {
            final SpeculationModelTest run = new SpeculationModelTest();
            try {
                all = all.plus(run.run(new SplittableRandom(seed)));
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " after " + run.drafting.calls.size() + " calls: " + e, e);
            }
        }
        assertTrue(all.published > 10L * RUNS && all.revoked > RUNS, "it did something: " + all);
    }

    private Seen run(final SplittableRandom newRandom) {
        random = newRandom;
        speculating.speculate(new SpeculationMeans(pool, () -> {}, new EffectExchange()));
        log.add(new Body().open(1).open(2).open(3), time).chosen = 1;
        cycle();
        drafting.whilePreparing = this::meanwhile;
        for (int step = 0; step < STEPS; step++) {
            step();
            look();
        }
        drafting.whilePreparing = () -> {};
        speculating.resume();
        log.chosen = log.ordered();
        for (int i = 0; i < 4; i++) {
            pool.runAll();
            cycle();
        }
        look();
        assertEquals(log.ordered(), speculating.applied(), "nothing is stuck");
        return new Seen(count("published"), count("revoked"));
    }

    private long count(final String name) {
        return speculating.counters().stream().filter(counter -> counter.name().endsWith(name)).findFirst()
            .orElseThrow().counter().get();
    }

    private void cycle() {
        speculating.doWork(log, 0);
        other.doWork(log, 0);
    }

    /** In the middle of a command, which another thread prepares. */
    private void meanwhile() {
        if (depth > 0 || !pool.isAtWork) {
            return;
        }
        depth++;
        for (int i = random.nextInt(4); i > 0; i--) {
            if (random.nextBoolean()) {
                speculating.doWork(log, 0);
            } else {
                order();
            }
        }
        depth--;
    }

    private void step() {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> order();
            case 3, 4 -> {
                if (!pool.waiting.isEmpty()) {
                    pool.run(random.nextInt(pool.waiting.size()));
                }
            }
            case 5 -> log.chosen = Math.min(log.ordered(), log.chosen + random.nextInt(4));
            case 6 -> cutSome();
            case 7 -> pauseOrResume();
            default -> cycle();
        }
    }

    private void pauseOrResume() {
        if (!speculating.isPaused()) {
            if (random.nextInt(4) == 0) {
                speculating.pause();
            }
        } else {
            if (speculating.isBetweenEntries()) {
                MemorySnapshot.of(speculating::writeSnapshot);
            }
            speculating.resume();
        }
    }

    /** Another leader: of what is not chosen some is ordered again, and the rest is not. */
    private void cutSome() {
        if (log.ordered() == log.chosen || random.nextInt(3) > 0) {
            return;
        }
        final long from = log.chosen + 1 + random.nextInt((int) (log.ordered() - log.chosen));
        final OrderedEntries before = new OrderedEntries();
        for (long lsn = from; lsn <= log.ordered(); lsn++) {
            before.addAgain(log.body(lsn), log.meta(lsn));
        }
        log.cutFrom(from);
        for (long lsn = 1; lsn <= before.ordered(); lsn++) {
            switch (random.nextInt(4)) {
                case 0 -> log.addNoOp(random.nextBoolean() ? 0 : time);
                case 1 -> order();
                default -> log.addAgain(before.body(lsn), before.meta(lsn));
            }
        }
    }

    private void order() {
        time += random.nextInt(60) == 0 ? random.nextInt(1200) : random.nextInt(3);
        final Body body = new Body();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            switch (random.nextInt(24)) {
                case 0 -> body.open(random.nextInt(100));
                case 1 -> body.close(1 + random.nextInt(6));
                case 2, 3 -> body.read(1 + random.nextInt(4), 1, "");
                default -> write(body);
            }
        }
        log.add(body, time);
    }

    private void write(final Body body) {
        final long sequence = 1 + random.nextInt(8) + (log.ordered() >> 2);
        body.write(1 + random.nextInt(4), sequence, Math.max(1, sequence - random.nextInt(20)), command());
    }

    private String command() {
        final char key = (char) ('a' + random.nextInt(3));
        return switch (random.nextInt(12)) {
            case 0 -> key + "!";
            case 1 -> key + "@" + random.nextInt(20);
            case 2 -> "*+" + random.nextInt(10);
            case 3, 4 -> "ab+" + random.nextInt(10);
            default -> key + "+" + random.nextInt(10);
        };
    }

    /** One of them may have come further; where both are at the same LSN, all is the same. */
    private void look() {
        if (speculating.applied() == other.applied() && speculating.isBetweenEntries()) {
            assertEquals(plain.published, drafting.published, "at LSN " + other.applied());
            assertEquals(Answers.of(inTurn), Answers.of(early), "at LSN " + other.applied());
            if (drafting.drafts.isEmpty()) {
                assertTrue(Arrays.equals(MemorySnapshot.of(other::writeSnapshot),
                    MemorySnapshot.of(speculating::writeSnapshot)), "at LSN " + other.applied());
            }
        }
    }
}

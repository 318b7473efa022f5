package io.fleet.testkit.history;

import static io.fleet.testkit.history.RegisterInput.add;
import static io.fleet.testkit.history.RegisterInput.compareAndSet;
import static io.fleet.testkit.history.RegisterInput.read;
import static io.fleet.testkit.history.RegisterInput.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {
    private static final long KEY = 7;
    private static final long OTHER = 8;

    private final LinearizabilityChecker<Long, RegisterInput, Long> checker =
        new LinearizabilityChecker<>(new RegisterModel());
    private final History<RegisterInput, Long> history = new History<>();

    @Test
    void shouldAcceptEmptyHistory() {
        assertAccepted();
    }

    @Test
    void shouldAcceptSequentialHistory() {
        call(set(KEY, 5), 0);
        call(add(KEY, 2), 7);
        call(compareAndSet(KEY, 7, 9), 7);
        call(compareAndSet(KEY, 7, 11), 9);
        call(read(KEY), 9);
        assertAccepted();
    }

    @Test
    void shouldTakeTheOrderOfEffectsAsAProofWhereTheSearchGivesUp() {
        final int lost = history.invoke(1, add(KEY, 5), 0);
        final int late = history.invoke(2, add(KEY, 3), 0);
        history.unknown(lost, 0);
        call(read(KEY), 3);
        call(read(KEY), 8);
        call(set(OTHER, 1), 0);
        history.ok(late, 3L, 0);
        final List<Operation<RegisterInput, Long>> order = new ArrayList<>();
        order.add(history.operations().get(late));
        order.add(history.operations().get(lost));
        order.add(history.operations().get(4));
        final LinearizabilityChecker<Long, RegisterInput, Long> hasty =
            new LinearizabilityChecker<>(new RegisterModel(), 1);
        assertEquals(Verdict.Kind.UNDECIDED, hasty.check(history).kind());
        assertEquals(Verdict.Kind.LINEARIZABLE, hasty.check(history, order).kind());
        assertEquals(Verdict.Kind.LINEARIZABLE, checker.check(history).kind());
    }

    @Test
    void shouldNotBelieveAnOrderThatExplainsNothing() {
        final LinearizabilityChecker<Long, RegisterInput, Long> hasty =
            new LinearizabilityChecker<>(new RegisterModel(), 1);
        call(set(KEY, 5), 0);
        call(set(KEY, 6), 5);
        call(read(KEY), 6);
        final List<Operation<RegisterInput, Long>> all = history.operations();
        assertEquals(Verdict.Kind.LINEARIZABLE, hasty.check(history, all.subList(0, 2)).kind());
        assertEquals(Verdict.Kind.UNDECIDED, hasty.check(history, List.of(all.get(1), all.get(0))).kind());
        assertEquals(Verdict.Kind.UNDECIDED, hasty.check(history, all.subList(0, 1)).kind());
    }

    @Test
    void shouldNotBelieveAnOrderThatNamesAnOperationTwiceOrOneOfAnotherHistory() {
        final LinearizabilityChecker<Long, RegisterInput, Long> hasty =
            new LinearizabilityChecker<>(new RegisterModel(), 1);
        history.unknown(history.invoke(1, add(KEY, 5), 0), 0);
        call(read(KEY), 10);
        call(read(KEY), 10);
        final Operation<RegisterInput, Long> lost = history.operations().get(0);
        assertTrue(hasty.check(history, List.of(lost, lost)).kind() != Verdict.Kind.LINEARIZABLE);
        final History<RegisterInput, Long> other = new History<>();
        other.unknown(other.invoke(1, add(KEY, 5), 0), 0);
        assertTrue(hasty.check(history, List.of(lost, other.operations().get(0))).kind() != Verdict.Kind.LINEARIZABLE);
    }

    @Test
    void shouldNotBelieveAnOrderAgainstRealTime() {
        final LinearizabilityChecker<Long, RegisterInput, Long> hasty =
            new LinearizabilityChecker<>(new RegisterModel(), 1);
        call(set(KEY, 5), 0);
        call(read(KEY), 0);
        call(set(KEY, 6), 5);
        assertEquals(Verdict.Kind.UNDECIDED,
            hasty.check(history, List.of(history.operations().get(0), history.operations().get(2))).kind());
        final History<RegisterInput, Long> refused = new History<>();
        refused.notApplied(refused.invoke(1, set(KEY, 5), 0), 1);
        refused.ok(refused.invoke(1, read(KEY), 2), 5L, 3);
        refused.ok(refused.invoke(1, read(KEY), 2), 5L, 3);
        assertTrue(hasty.check(refused, refused.operations().subList(0, 1)).kind() != Verdict.Kind.LINEARIZABLE);
    }

    @Test
    void shouldRejectStaleRead() {
        call(set(KEY, 5), 0);
        call(read(KEY), 0);
        final String explanation = assertRejected();
        assertTrue(explanation.contains("READ") && explanation.contains("state 5"), explanation);
    }

    @Test
    void shouldRejectReadOfValueNeverWritten() {
        call(set(KEY, 5), 0);
        call(read(KEY), 6);
        assertRejected();
    }

    @Test
    void shouldAcceptEitherValueWhileWriteIsConcurrent() {
        final int write = history.invoke(1, set(KEY, 5), 0);
        call(read(KEY), 0);
        call(read(KEY), 5);
        history.ok(write, 0L, 9);
        assertAccepted();
    }

    @Test
    void shouldRejectNewValueFollowedByOldWhileWriteIsConcurrent() {
        final int write = history.invoke(1, set(KEY, 5), 0);
        call(read(KEY), 5);
        call(read(KEY), 0);
        history.ok(write, 0L, 9);
        assertRejected();
    }

    @Test
    void shouldRejectLostUpdate() {
        final int first = history.invoke(1, add(KEY, 1), 0);
        final int second = history.invoke(2, add(KEY, 1), 1);
        history.ok(first, 1L, 2);
        history.ok(second, 1L, 3);
        assertRejected();
    }

    @Test
    void shouldRejectWriteExecutedTwice() {
        call(add(KEY, 1), 1);
        call(read(KEY), 2);
        assertRejected();
    }

    @Test
    void shouldLetUnknownWriteTakeEffectLater() {
        final int write = history.invoke(1, set(KEY, 5), 0);
        history.unknown(write, 1);
        call(read(KEY), 0);
        call(set(KEY, 6), 0);
        call(read(KEY), 6);
        call(read(KEY), 5);
        assertAccepted();
    }

    @Test
    void shouldLetUnknownWriteNeverTakeEffect() {
        history.unknown(history.invoke(1, set(KEY, 5), 0), 1);
        call(read(KEY), 0);
        call(read(KEY), 0);
        assertAccepted();
    }

    @Test
    void shouldRejectUnknownWriteThatTakesEffectTwice() {
        history.unknown(history.invoke(1, set(KEY, 5), 0), 1);
        call(read(KEY), 5);
        call(set(KEY, 6), 5);
        call(read(KEY), 5);
        assertRejected();
    }

    @Test
    void shouldRejectEffectBeforeInvocationOfUnknownWrite() {
        call(read(KEY), 5);
        history.unknown(history.invoke(1, set(KEY, 5), 2), 3);
        assertRejected();
    }

    @Test
    void shouldTreatOpenOperationAsUnknown() {
        history.invoke(1, set(KEY, 5), 0);
        call(read(KEY), 5);
        assertAccepted();
        assertEquals(1, history.open());
    }

    @Test
    void shouldRejectEffectOfOperationNotApplied() {
        history.notApplied(history.invoke(1, set(KEY, 5), 0), 1);
        call(read(KEY), 5);
        final String explanation = assertRejected();
        assertTrue(explanation.contains("if this had taken effect after all:\n  client 1 "), explanation);
    }

    @Test
    void shouldCheckKeysApart() {
        final int write = history.invoke(1, set(1, 5), 0);
        call(read(2), 0);
        call(read(1), 5);
        call(read(2), 0);
        history.ok(write, 0L, 9);
        assertAccepted();
        call(read(2), 5);
        final String explanation = assertRejected();
        assertTrue(explanation.startsWith("partition 2:"), explanation);
    }

    @Test
    void shouldNameFirstAnswerThatCannotBeExplained() {
        for (int i = 1; i <= 50; i++) {
            call(add(KEY, 1), i);
        }
        call(read(KEY), 49);
        for (int i = 51; i <= 99; i++) {
            call(add(KEY, 1), i);
        }
        final String explanation = assertRejected();
        final String culprit = explanation.lines().skip(1).findFirst().orElseThrow();
        assertTrue(culprit.contains("READ") && culprit.endsWith("-> 49"), explanation);
    }

    @Test
    void shouldGiveUpAtItsBound() {
        for (int i = 0; i < 20; i++) {
            history.unknown(history.invoke(i, add(KEY, 1L << i), i), i);
        }
        call(read(KEY), -1);
        final Verdict verdict = new LinearizabilityChecker<>(new RegisterModel(), 1000).check(history);
        assertEquals(Verdict.Kind.UNDECIDED, verdict.kind());
    }

    @Test
    void shouldRefuseSecondOutcome() {
        final int operation = history.invoke(1, read(KEY), 0);
        history.ok(operation, 0L, 1);
        assertThrows(IllegalStateException.class, () -> history.unknown(operation, 2));
    }

    @Test
    void shouldAgreeWithExhaustiveSearchOnSmallHistories() {
        int accepted = 0;
        final int rounds = 30_000;
        for (int seed = 0; seed < rounds; seed++) {
            final History<RegisterInput, Long> small = arbitrary(new Random(seed), 1 + seed % 7);
            final boolean expected = new NaiveChecker(small.operations()).isLinearizable();
            assertEquals(expected, checker.check(small).isLinearizable(), () -> small.operations().toString());
            accepted += expected ? 1 : 0;
        }
        assertTrue(accepted > rounds / 10 && accepted < rounds * 9 / 10, "accepted " + accepted);
    }

    @Test
    void shouldAcceptHistoriesOfAtomicRegisters() {
        for (int seed = 0; seed < 300; seed++) {
            final History<RegisterInput, Long> real = new HistoryGenerator(seed, 5, 3, 0.05).generate(200);
            final Verdict verdict = checker.check(real);
            assertEquals(Verdict.Kind.LINEARIZABLE, verdict.kind(), "seed " + seed + ": " + verdict.explanation());
        }
    }

    @Test
    void shouldRejectHistoriesWithOneWrongAnswer() {
        for (int seed = 0; seed < 300; seed++) {
            final History<RegisterInput, Long> real = new HistoryGenerator(seed, 5, 3, 0.05).generate(100);
            final History<RegisterInput, Long> wrong = withWrongAnswer(real, new Random(seed));
            assertEquals(Verdict.Kind.NOT_LINEARIZABLE, checker.check(wrong).kind(), "seed " + seed);
        }
    }

    @Test
    void shouldDecideThousandOperationsOnOneKeyQuickly() {
        assertTimeout(Duration.ofSeconds(20), () -> {
            for (int seed = 0; seed < 20; seed++) {
                final History<RegisterInput, Long> real = new HistoryGenerator(seed, 10, 1, 0.005).generate(1000);
                assertEquals(Verdict.Kind.LINEARIZABLE, checker.check(real).kind(), "seed " + seed);
                final History<RegisterInput, Long> wrong = withWrongAnswer(real, new Random(seed));
                assertEquals(Verdict.Kind.NOT_LINEARIZABLE, checker.check(wrong).kind(), "seed " + seed);
            }
        });
    }

    @Test
    void shouldDecideThousandOperationsWithManyUnknownOutcomesQuickly() {
        assertTimeout(Duration.ofSeconds(20), () -> {
            for (int seed = 0; seed < 20; seed++) {
                final History<RegisterInput, Long> real = new HistoryGenerator(seed, 10, 10, 0.1).generate(1000);
                final Verdict verdict = checker.check(real);
                assertEquals(Verdict.Kind.LINEARIZABLE, verdict.kind(), "seed " + seed + verdict.explanation());
            }
        });
    }

    @Test
    void shouldRejectStaleReadsOfThousandOperations() {
        int rejected = 0;
        for (int seed = 0; seed < 20; seed++) {
            final HistoryGenerator generator = new HistoryGenerator(seed, 10, 5, 0.01).stale(0.05);
            final History<RegisterInput, Long> stale = generator.generate(1000);
            rejected += checker.check(stale).kind() == Verdict.Kind.NOT_LINEARIZABLE ? 1 : 0;
        }
        assertEquals(20, rejected);
    }

    /** The same events, with one answer changed to what no register ever held. */
    private static History<RegisterInput, Long> withWrongAnswer(final History<RegisterInput, Long> original,
                                                                final Random random) {
        final List<Integer> answered = new ArrayList<>();
        for (int i = 0; i < original.operations().size(); i++) {
            if (original.operations().get(i).outcome() == Outcome.OK) {
                answered.add(i);
            }
        }
        final int wrong = answered.get(random.nextInt(answered.size()));
        return copy(original, wrong);
    }

    private static History<RegisterInput, Long> copy(final History<RegisterInput, Long> original, final int wrong) {
        final List<Operation<RegisterInput, Long>> operations = original.operations();
        final List<long[]> events = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            events.add(new long[] {operations.get(i).invokedAt(), i, 0});
            if (operations.get(i).returnedAt() != Long.MAX_VALUE) {
                events.add(new long[] {operations.get(i).returnedAt(), i, 1});
            }
        }
        events.sort((a, b) -> Long.compare(a[0], b[0]));
        final History<RegisterInput, Long> copy = new History<>();
        final int[] ids = new int[operations.size()];
        for (final long[] event : events) {
            final int index = (int) event[1];
            final Operation<RegisterInput, Long> operation = operations.get(index);
            if (event[2] == 0) {
                ids[index] = copy.invoke(operation.client(), operation.input(), event[0]);
            } else if (operation.outcome() == Outcome.OK) {
                copy.ok(ids[index], operation.output() + (index == wrong ? 1_000_000 : 0), event[0]);
            } else if (operation.outcome() == Outcome.UNKNOWN) {
                copy.unknown(ids[index], event[0]);
            } else {
                copy.notApplied(ids[index], event[0]);
            }
        }
        return copy;
    }

    /** A history of few values whose answers are made up, though not from nothing. */
    private static History<RegisterInput, Long> arbitrary(final Random random, final int operations) {
        final History<RegisterInput, Long> small = new History<>();
        final List<Integer> open = new ArrayList<>();
        int invoked = 0;
        while (invoked < operations || !open.isEmpty()) {
            if (invoked < operations && (open.isEmpty() || random.nextBoolean())) {
                final RegisterInput input = switch (random.nextInt(4)) {
                    case 0 -> read(KEY);
                    case 1 -> set(KEY, 1 + random.nextInt(2));
                    case 2 -> add(KEY, 1);
                    default -> compareAndSet(KEY, random.nextInt(2), 2);
                };
                open.add(small.invoke(invoked++, input, invoked));
            } else {
                final int operation = open.remove(random.nextInt(open.size()));
                switch (random.nextInt(8)) {
                    case 0 -> small.unknown(operation, invoked);
                    case 1 -> small.notApplied(operation, invoked);
                    default -> small.ok(operation, (long) random.nextInt(3), invoked);
                }
            }
        }
        return small;
    }

    private void call(final RegisterInput input, final long output) {
        final int operation = history.invoke(0, input, 0);
        history.ok(operation, output, 0);
    }

    private void assertAccepted() {
        final Verdict verdict = checker.check(history);
        assertEquals(Verdict.Kind.LINEARIZABLE, verdict.kind(), verdict.explanation());
    }

    private String assertRejected() {
        final Verdict verdict = checker.check(history);
        assertEquals(Verdict.Kind.NOT_LINEARIZABLE, verdict.kind());
        return verdict.explanation();
    }
}

package io.fleet.testkit.history;

import static io.fleet.testkit.history.ListAppendInput.append;
import static io.fleet.testkit.history.ListAppendInput.of;
import static io.fleet.testkit.history.ListAppendInput.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ListAppendCheckerTest {
    private final History<ListAppendInput, List<List<Long>>> history = new History<>();
    private long now;

    @Test
    void shouldAcceptAnEmptyHistory() {
        assertTrue(ListAppendChecker.check(history).isLinearizable());
    }

    @Test
    void shouldAcceptAppendsThatAreReadInTheirOrder() {
        done(of(append(1, 10)), List.of());
        done(of(append(1, 11), append(2, 20)), List.of());
        done(of(read(1), read(2), append(2, 21), read(2)), List.of(List.of(10L, 11L), List.of(20L), List.of(20L, 21L)));

        assertTrue(ListAppendChecker.check(history).isLinearizable());
    }

    @Test
    void shouldRejectAReadThatMissesAnAnsweredAppend() {
        done(of(append(1, 10)), List.of());
        done(of(read(1)), List.of(List.of()));
        done(of(read(1)), List.of(List.of(10L)));

        rejected("a cycle of operations");
    }

    @Test
    void shouldRejectAnAnsweredAppendThatNobodyEverSees() {
        done(of(append(1, 10)), List.of());
        done(of(read(1)), List.of(List.of()));

        rejected("reads list 1 before the append of");
    }

    @Test
    void shouldRejectTwoOrdersOfOneList() {
        final int first = history.invoke(1, of(append(1, 10)), now++);
        final int second = history.invoke(2, of(append(1, 11)), now++);
        history.ok(first, List.of(), now++);
        history.ok(second, List.of(), now++);
        done(of(read(1)), List.of(List.of(10L, 11L)));
        done(of(read(1)), List.of(List.of(11L, 10L)));

        rejected("which no order of appends explains");
    }

    @Test
    void shouldRejectAnOperationThatIsSeenInPartsOnly() {
        final int writer = history.invoke(1, of(append(1, 10), append(2, 20)), now++);
        final int reader = history.invoke(2, of(read(1), read(2)), now++);
        history.ok(writer, List.of(), now++);
        history.ok(reader, List.of(List.of(10L), List.of()), now++);
        done(of(read(2)), List.of(List.of(20L)));

        rejected("a cycle of operations");
    }

    @Test
    void shouldRejectWriteSkewBetweenLists() {
        final int left = history.invoke(1, of(read(1), append(2, 20)), now++);
        final int right = history.invoke(2, of(read(2), append(1, 10)), now++);
        history.ok(left, List.of(List.of()), now++);
        history.ok(right, List.of(List.of()), now++);
        done(of(read(1), read(2)), List.of(List.of(10L), List.of(20L)));

        rejected("a cycle of operations");
    }

    @Test
    void shouldRejectWhatNobodyAppended() {
        done(of(read(1)), List.of(List.of(7L)));

        rejected("was never appended");
    }

    @Test
    void shouldRejectAnElementThatIsThereTwice() {
        done(of(append(1, 10)), List.of());
        done(of(read(1)), List.of(List.of(10L, 10L)));

        rejected("is there twice");
    }

    @Test
    void shouldRejectTheEffectOfWhatWasNotApplied() {
        history.notApplied(history.invoke(1, of(append(1, 10)), now++), now++);
        done(of(read(1)), List.of(List.of(10L)));

        rejected("its client was told");
    }

    @Test
    void shouldRejectAnOperationThatDoesNotSeeItsOwnAppends() {
        done(of(append(1, 10), read(1)), List.of(List.of()));

        rejected("does not see its own appends");
    }

    @Test
    void shouldRejectAListThatChangesDuringAnOperation() {
        final int writer = history.invoke(1, of(append(1, 10)), now++);
        final int reader = history.invoke(2, of(read(1), read(1)), now++);
        history.ok(writer, List.of(), now++);
        history.ok(reader, List.of(List.of(), List.of(10L)), now++);

        rejected("change under it");
    }

    @Test
    void shouldLetAnUnknownAppendTakeEffectLaterOrNever() {
        history.unknown(history.invoke(1, of(append(1, 10)), now++), now++);
        history.unknown(history.invoke(1, of(append(1, 11)), now++), now++);
        done(of(read(1)), List.of(List.of()));
        done(of(read(1)), List.of(List.of(10L)));

        assertTrue(ListAppendChecker.check(history).isLinearizable());
    }

    @Test
    void shouldRefuseElementsThatCannotBeToldApart() {
        done(of(append(1, 10)), List.of());
        done(of(append(1, 10)), List.of());

        assertThrows(IllegalArgumentException.class, () -> ListAppendChecker.check(history));
    }

    @Test
    void shouldAgreeWithTheExactSearchOnSmallHistories() {
        int rejected = 0;
        for (int seed = 0; seed < 1_500; seed++) {
            final var small = new ListAppendGenerator(seed, 3, 2, 0.2, seed % 3 == 0 ? 0 : 0.15).generate(8);
            final Verdict exact = new LinearizabilityChecker<>(new ListAppendModel()).check(small);
            final Verdict verdict = ListAppendChecker.check(small);
            assertEquals(exact.kind(), verdict.kind(), "seed " + seed + "\n" + verdict.explanation() + "\n"
                + exact.explanation());
            rejected += verdict.isLinearizable() ? 0 : 1;
        }
        assertTrue(rejected > 150 && rejected < 1_200, "rejected " + rejected);
    }

    @Test
    void shouldDecideLargeHistories() {
        final var good = new ListAppendGenerator(1, 16, 200, 0.02, 0).generate(20_000);
        final var bad = new ListAppendGenerator(1, 16, 200, 0.02, 0.001).generate(20_000);

        assertTrue(ListAppendChecker.check(good).isLinearizable());
        assertEquals(Verdict.Kind.NOT_LINEARIZABLE, ListAppendChecker.check(bad).kind());
    }

    private void done(final ListAppendInput input, final List<List<Long>> lists) {
        history.ok(history.invoke(0, input, now++), lists, now++);
    }

    private void rejected(final String why) {
        final Verdict verdict = ListAppendChecker.check(history);
        assertEquals(Verdict.Kind.NOT_LINEARIZABLE, verdict.kind());
        assertTrue(verdict.explanation().contains(why), verdict.explanation());
    }
}

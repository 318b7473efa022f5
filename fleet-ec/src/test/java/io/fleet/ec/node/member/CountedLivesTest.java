package io.fleet.ec.node.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.store.NodeLives;
import io.fleet.fixture.mark.Expects;
import io.fleet.storage.Life;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hazard-E-L1")
class CountedLivesTest {
    private static final int[] NODES = {10, 20, 30};

    private final Known[] known = {new Known(10), new Known(20), new Known(30)};
    private final List<Long> changed = new ArrayList<>();
    private final CountedLives first;
    private final CountedLives second;

    CountedLivesTest() {
        for (final Known each : known) {
            each.own = Life.of(1, 4, each.node);
        }
        first = lives(0);
        second = lives(1);
    }

    @Test
    @Expects({"counted-lives.counts-anew", "counted-lives.word-of-one-that-counts-other-lives"})
    void shouldNotCountWhoCountsAnotherLifeOfAThird() { // S15, R5
        assertTrue(first.counts(second.told()));
        assertTrue(lives(2).counts(first.told()));
        known[0].hears(30, Life.of(2, 1, 9));
        assertTrue(first.counts(second.told()), "before it looks at that");
        first.refresh();
        assertEquals(List.of(0b100L), changed, "what it counted it counts anew");
        assertFalse(first.counts(second.told()));
        assertFalse(second.counts(first.told()));
        known[1].hears(30, Life.of(2, 1, 9));
        second.refresh();
        assertTrue(first.counts(second.told()));
        assertFalse(lives(2).counts(first.told()), "the former life counts nobody that knows of the later one");
        known[2].own = Life.of(2, 1, 9);
        assertTrue(lives(2).counts(first.told()));
    }

    @Test
    void shouldCountOnWhenAMemberStartsAgain() {
        known[0].hears(30, Life.of(1, 5, 9));
        first.refresh();
        assertTrue(first.counts(second.told()), "what it said before is durable");
        assertEquals(List.of(), changed);
    }

    @Test
    void shouldTakeNoLifeAndTheFirstForTheSame() {
        known[0].lives[2] = Life.NONE;
        known[1].lives[2] = Life.of(1, 1, 1);
        assertTrue(lives(0).counts(lives(1).told()), "nobody votes before it has claimed the first");
    }

    @Test
    void shouldNeitherCountNorBeCountedBeforeItHasClaimedALife() { // S15
        known[2].own = Life.of(0, 1, 9);
        final CountedLives asking = lives(2);
        assertEquals(CountedLives.NONE, asking.told());
        assertFalse(asking.counts(first.told()));
        assertFalse(asking.counts(asking.told()));
        assertFalse(first.counts(asking.told()));
    }

    @Test
    void shouldCountInALifeThatAnotherTellsOfAndForgetNothingThatWasAcknowledged() {
        known[0].borrowed = 2;
        known[0].version++;
        first.refresh();
        assertEquals(List.of(0L), changed);
        known[1].hears(30, Life.of(2, 1, 9));
        second.refresh();
        assertTrue(first.counts(second.told()));
        assertNotEquals(CountedLives.ALIKE, first.told());
    }

    @Test
    void shouldCountAllWhereNobodyTellsLivesApart() {
        for (final Known each : known) {
            each.own = Life.NONE;
        }
        assertEquals(CountedLives.ALIKE, lives(0).told());
        assertTrue(lives(0).counts(lives(1).told()));
    }

    private CountedLives lives(final int position) {
        return new CountedLives(known[position], new MemberTable(NODES, NODES[position]), changed::add);
    }

    /** What one node knows. */
    private static final class Known implements NodeLives {
        private final int node;
        private final long[] lives = {Life.of(1, 4, 1), Life.of(1, 4, 2), Life.of(1, 4, 3)};
        private long own;
        private int version;
        private int borrowed;

        Known(final int node) {
            this.node = node;
        }

        void hears(final int of, final long life) {
            lives[of / 10 - 1] = life;
            version++;
        }

        @Override
        public long life() {
            return own;
        }

        @Override
        public long lifeOf(final int of) {
            return of == node ? Life.NONE : lives[of / 10 - 1];
        }

        @Override
        public int countedNumber(final int of) {
            return of == 30 ? Math.max(borrowed, Life.number(lifeOf(of))) : Life.number(lifeOf(of));
        }

        @Override
        public int version() {
            return version;
        }
    }
}

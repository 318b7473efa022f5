package io.fleet.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.fleet.storage.Life;
import io.fleet.storage.Standing;
import org.junit.jupiter.api.Test;

class KnownLivesTest {
    private final long[] lives = {Life.of(1, 5, 99), Life.of(2, 9, 98), Life.of(3, 1, 97)};

    @Test
    void shouldSayTheSameOnNodesThatKnowTheSame() {
        assertEquals(digest(0), digest(1));
        assertEquals(digest(1), digest(2));
    }

    @Test
    void shouldNotSayTheSameOfAnotherLife() {
        final long before = digest(0);
        lives[2] = Life.of(4, 1, 97);
        assertNotEquals(before, digest(0));
        assertNotEquals(before, digest(2), "nor does that life itself");
    }

    @Test
    void shouldTellWhoseLifeItIs() {
        final long before = digest(0);
        lives[0] = Life.of(2, 5, 99);
        lives[1] = Life.of(1, 9, 98);
        assertNotEquals(before, digest(0));
    }

    @Test
    void shouldSayTheSameOfOtherStartsOfALife() {
        final long before = digest(0);
        lives[1] = Life.of(2, 10, 55);
        assertEquals(before, digest(0), "all its starts hold what it has promised");
    }

    private long digest(final int self) {
        return KnownLives.digest(new Known(self), self, lives.length + 1, place -> place < lives.length ? place
            : KnownLives.NOBODY);
    }

    /** What one of the nodes knows. */
    private final class Known implements StandingStore {
        private final int self;

        Known(final int self) {
            this.self = self;
        }

        @Override
        public long life() {
            return lives[self];
        }

        @Override
        public long lifeOf(final int node) {
            return node == self ? Life.NONE : lives[node];
        }

        @Override
        public Standing atStart() {
            return Standing.VOTER;
        }

        @Override
        public void becomeVoter(final long voterId) {
            throw new AssertionError();
        }

        @Override
        public void lose() {
            throw new AssertionError();
        }

        @Override
        public long voterId() {
            return 1;
        }

        @Override
        public boolean isVoterDurable() {
            return true;
        }

        @Override
        public boolean holdsSnapshot() {
            return false;
        }
    }
}

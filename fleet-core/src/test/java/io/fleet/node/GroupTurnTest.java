package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import org.junit.jupiter.api.Test;

class GroupTurnTest {
    private static final long MS = 1_000_000;

    @Test
    @Expects({"group-turn.rests", "group-turn.woken"})
    void shouldHaveATurnNowAndThenWhileItRestsAndAtOnceWhenWoken() {
        final GroupTurn turn = new GroupTurn(true, 50 * MS);
        assertTrue(turn.take(false, 0));
        turn.had(true, 0);
        assertFalse(turn.take(false, 24 * MS));
        assertTrue(turn.take(false, 25 * MS));
        turn.had(true, 25 * MS);
        assertFalse(turn.take(false, 26 * MS));
        turn.wake();
        assertTrue(turn.take(false, 26 * MS));
    }

    @Test
    void shouldHaveATurnTwiceInTheTimeOfAHeartbeatThatIsShort() {
        final GroupTurn turn = new GroupTurn(true, 10 * MS);
        turn.had(true, 0);
        assertFalse(turn.take(false, 4 * MS));
        assertTrue(turn.take(false, 5 * MS));
    }

    @Test
    void shouldHaveATurnInEachCycleWhereItIsTheOnlyGroupOrSomethingIsUnderWay() {
        final GroupTurn only = new GroupTurn(false, 50 * MS);
        only.had(true, 0);
        assertTrue(only.take(false, 0));
        final GroupTurn busy = new GroupTurn(true, 50 * MS);
        busy.had(false, 0);
        assertTrue(busy.take(false, 0));
    }
}

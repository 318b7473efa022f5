package io.fleet.ec.group.rejoin;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import org.junit.jupiter.api.Test;

class MemberLivesTest {
    private final MemberLives lives = new MemberLives(3);

    @Test
    void shouldKnowNobodyAtFirst() {
        assertFalse(lives.isOf(1, 0));
        assertFalse(lives.isOf(1, 5));
        assertTrue(lives.isNew(1, 5));
        assertTrue(lives.isOf(1, 5));
        assertFalse(lives.isNew(1, 5));
    }

    @Expects({"lives.member-has-lost-something", "lives.word-of-a-former-life"})
    @Test
    void shouldNotTakeAMemberBackIntoAFormerLife() {
        assertTrue(lives.isNew(1, 5));
        assertTrue(lives.isNew(1, 6));
        assertFalse(lives.isNew(1, 5));
        assertFalse(lives.isOf(1, 5));
        assertTrue(lives.isOf(1, 6));
    }
}

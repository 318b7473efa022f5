package io.fleet.consensus.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MajorityQuorumTest {
    @Test
    void shouldMeetEveryWriteQuorumWithEveryReadQuorum() { // S3, S6
        for (int members = 1; members <= 7; members++) {
            final MajorityQuorum quorum = new MajorityQuorum(members);
            int quorums = 0;
            for (long write = 0; write < 1L << members; write++) {
                for (long read = 0; read < 1L << members; read++) {
                    if (quorum.isWriteQuorum(write) && quorum.isReadQuorum(read)) {
                        quorums++;
                        assertTrue((write & read) != 0, members + " members: " + write + " misses " + read);
                    }
                }
            }
            assertTrue(quorums > 0);
        }
    }

    @Test
    void shouldTolerateAsManyFailuresAsAMajorityLeaves() {
        assertTrue(new MajorityQuorum(3).isReadQuorum(0b101));
        assertFalse(new MajorityQuorum(3).isReadQuorum(0b100));
        assertTrue(new MajorityQuorum(5).isWriteQuorum(0b11001));
        assertFalse(new MajorityQuorum(5).isWriteQuorum(0b11000));
        assertFalse(new MajorityQuorum(4).isWriteQuorum(0b1100));
    }

    @Test
    void shouldNotCountWhoIsNoMember() {
        assertFalse(new MajorityQuorum(3).isReadQuorum(0b11001));
        assertFalse(new MajorityQuorum(3).isWriteQuorum(0b11001));
    }

    @Test
    void shouldHaveOnePart() {
        assertEquals(1, new MajorityQuorum(3).parts());
        assertEquals(0b111, new MajorityQuorum(3).part(0));
        assertEquals(2, new MajorityQuorum(3).enough(0));
        assertEquals(0, MajorityQuorum.of(0).parts());
    }

    @Test
    void shouldNameTheNumberOfMembersItRefuses() {
        for (final int members : new int[] {-1, 0, 64}) {
            final String message = assertThrows(IllegalArgumentException.class, () -> new MajorityQuorum(members))
                .getMessage();
            assertEquals("members is " + members + ", but must be from 1 to 63", message);
        }
    }
}

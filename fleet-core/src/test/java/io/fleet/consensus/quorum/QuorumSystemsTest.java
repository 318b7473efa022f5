package io.fleet.consensus.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** All systems of up to six members, set by set. */
class QuorumSystemsTest {
    private static final int MEMBERS = 6;
    private static final long ALL = (1L << MEMBERS) - 1;
    private static final QuorumSystem GRID =
        new GridQuorums(new long[] {0b000111, 0b111000}, new long[] {0b001001, 0b010010, 0b100100});
    private static final List<QuorumSystem> SYSTEMS = List.of(new MajorityQuorum(6), MajorityQuorum.of(0b10101),
        new GroupQuorums(0b111), new GroupQuorums(0b111, 0b111000), new GroupQuorums(0b1, 0b110, 0b111000),
        new GroupQuorums(0b1111, 0b110000), GRID, new GridQuorums(new long[] {0b0011, 0b1100}, new long[] {0b0101,
            0b1010}));

    @Test
    void shouldMeetEachWriteQuorumWithEachReadQuorum() { // S3, S6
        for (final QuorumSystem system : SYSTEMS) {
            assertMeets(system, system);
            for (final QuorumSystem before : SYSTEMS) {
                final QuorumSystem joint = new JointReads(system, before);
                assertMeets(joint, joint);
                assertMeets(joint, before);
                assertMeets(system, joint);
            }
        }
    }

    @Test
    void shouldMeetEachSetThatMayElectWithEachOther() { // S15: who elected repairs the others
        for (final QuorumSystem system : SYSTEMS) {
            for (long one = 0; one <= ALL; one++) {
                for (long other = 0; other <= ALL; other++) {
                    assertFalse(system.isElectionQuorum(one) && system.isElectionQuorum(other) && (one & other) == 0);
                }
            }
        }
    }

    /** What one member that lost its state needs: two lives of it have asked a common member. */
    @Test
    void shouldHaveNoTwoRepairersOfOneMemberThatDoNotMeet() { // S15
        for (final QuorumSystem system : SYSTEMS) {
            int fewest = MEMBERS;
            for (int member = 0; member < MEMBERS; member++) {
                for (long one = 0; one <= ALL; one++) {
                    if (!repairs(system, one, member)) {
                        continue;
                    }
                    fewest = Math.min(fewest, Long.bitCount(one));
                    for (long other = 0; other <= ALL; other++) {
                        assertFalse(repairs(system, other, member) && (one & other) == 0, one + " and " + other);
                    }
                }
            }
            assertEquals(Math.max(1, fewest), system.fewestRepairers());
        }
    }

    private static boolean repairs(final QuorumSystem system, final long set, final int member) {
        return (set >>> member & 1) == 0 && system.mayRepair(set, 1L << member, ALL);
    }

    @Test
    void shouldKnowWhichSystemsMayFollowOneAnother() { // S14
        for (final QuorumSystem next : SYSTEMS) {
            for (final QuorumSystem before : SYSTEMS) {
                assertEquals(meets(next, before), next.readsMeetWritesOf(before), next + " after " + before);
            }
        }
        assertFalse(new MajorityQuorum(6).readsMeetWritesOf(new GroupQuorums(0b111, 0b111000)));
        assertTrue(new GroupQuorums(0b111, 0b111000).readsMeetWritesOf(new MajorityQuorum(6)));
        assertTrue(new GroupQuorums(0b111, 0b111000).readsMeetWritesOf(new GroupQuorums(0b111)));
        assertFalse(GRID.readsMeetWritesOf(new GroupQuorums(0b111, 0b111000)));
    }

    @Test
    void shouldNeverTakeReadsOfBothForMeetingWhatTheyMiss() {
        for (final QuorumSystem one : SYSTEMS) {
            for (final QuorumSystem other : SYSTEMS) {
                final QuorumSystem joint = new JointReads(one, other);
                for (final QuorumSystem before : SYSTEMS) {
                    assertTrue(meets(joint, before) || !joint.readsMeetWritesOf(before));
                }
            }
        }
    }

    @Test
    void shouldChooseInOneGroupAndReadInEach() {
        final QuorumSystem groups = new GroupQuorums(0b111, 0b111000);
        assertTrue(groups.isWriteQuorum(0b11));
        assertTrue(groups.isWriteQuorum(0b101000));
        assertFalse(groups.isWriteQuorum(0b1001));
        assertFalse(groups.isReadQuorum(0b111001));
        assertTrue(groups.isReadQuorum(0b11011));
        assertFalse(new GroupQuorums().isReadQuorum(0));
        assertEquals(1, groups.tolerated());
        assertEquals(3, groups.fewestRepairers());
    }

    @Test
    void shouldWriteAColumnAndReadARow() {
        assertTrue(GRID.isWriteQuorum(0b001001));
        assertFalse(GRID.isWriteQuorum(0b000111));
        assertTrue(GRID.isReadQuorum(0b000111));
        assertFalse(GRID.isElectionQuorum(0b000111), "no column of it is there");
        assertTrue(GRID.isElectionQuorum(0b001111));
        assertEquals(1, GRID.tolerated());
    }

    private static void assertMeets(final QuorumSystem reads, final QuorumSystem writes) {
        assertTrue(meets(reads, writes), reads + " after " + writes);
    }

    private static boolean meets(final QuorumSystem reads, final QuorumSystem writes) {
        for (long write = 0; write <= ALL; write++) {
            if (writes.isWriteQuorum(write) && reads.isReadQuorum(ALL & ~write)) {
                return false;
            }
        }
        return true;
    }
}

package io.fleet.consensus.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.error.ConfigException;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class QuorumLayoutTest {
    private static final Configuration SIX = Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, new int[] {4, 5, 6},
        7, 8, List.of("a:1", "b:2"));
    private static final QuorumLayout TWO_GROUPS = QuorumLayout.parse("groups:1,2,3/4,5,6");
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[ConfigurationCodec.MAX_LENGTH]);

    @Test
    void shouldReadWhatItSays() {
        for (final String text : List.of("majority", "groups 1", "groups 1,2,3/4,5,6", "grid 1,2/3,4",
            "grid 0,9,4/3,2,1")) {
            assertEquals(text, QuorumLayout.parse(text).toString());
            assertEquals(QuorumLayout.parse(text), QuorumLayout.parse(text.replace(' ', ':')));
        }
    }

    @Test
    void shouldNameWhatItRefuses() {
        assertEquals("quorums is 'groups', but must be majority, groups:1,2,3/4,5,6 (the node ids of each group) or"
            + " grid:1,2/3,4 (of each row)", fault("groups"));
        assertEquals("quorums is 'groups:1,x', in which 'x' is no node id: it must be from 0 to 1023",
            fault("groups:1,x"));
        assertEquals("quorums is groups 1/1, but node 1 has two places", fault("groups:1/1"));
        assertEquals("quorums is groups 1024, but node id 1024 must be from 0 to 1023", fault("groups:1024"));
        assertEquals("quorums is grid 1,2/3, but all rows must be of the same length", fault("grid:1,2/3"));
        assertEquals("quorums is grid 1,2, but a grid must have two rows and two columns at least", fault("grid:1,2"));
        assertEquals("quorums is grid 1/2, but a grid must have two rows and two columns at least", fault("grid:1/2"));
        for (final String text : List.of("", "groups:", "groups:1,", "groups:1//2", "grid", "majority 1",
            "groups:-1")) {
            fault(text);
        }
        assertThrows(ConfigException.class, () -> QuorumLayout.groups(List.of()));
        assertThrows(ConfigException.class, () -> QuorumLayout.groups(List.of(List.of())));
    }

    @Test
    void shouldCountByPlaces() {
        final QuorumLayout layout = QuorumLayout.parse("groups:1,2/3");
        assertTrue(layout.counts(3));
        assertFalse(layout.counts(4));
        assertTrue(layout.isAloneInGroup(3));
        assertFalse(layout.isAloneInGroup(1));
        assertTrue(QuorumLayout.majority().counts(4));
        assertTrue(QuorumLayout.parse("grid:1,2/3,4").isInGrid(4));
        assertFalse(QuorumLayout.parse("grid:1,2/3,4").isInGrid(5));
    }

    @Test
    void shouldGiveWhoComesThePlaceOfWhoGoes() {
        final Configuration next = SIX.countedBy(TWO_GROUPS).withLearner(9, "z:9", 5, MemberRole.STORAGE)
            .withLearnerPromoted();
        assertEquals("groups 1,2,3/4,9,6", next.quorums().toString());
        assertEquals("groups 1,3/4,9,6", next.without(2).quorums().toString());
        final Configuration added = next.withLearner(7, "y:9", GroupMember.NOBODY).withLearnerPromoted();
        assertEquals(next.quorums(), added.quorums());
        assertEquals(added.voters() & ~(1L << added.member(7).slot()), added.counting(), "it has no place");
    }

    @Test
    void shouldFollowInOneStepWhereWhoIsElectedHasHeardFromWhoChoseIt() { // S14
        final Configuration six = Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, 0, 0, List.of());
        final Configuration groups = six.withQuorums(TWO_GROUPS);
        assertNull(groups.before());
        assertEquals(1, groups.number());
        final Configuration back = groups.withQuorums(QuorumLayout.majority());
        assertEquals(TWO_GROUPS, back.before());
        assertTrue(back.quorumSystem().isWriteQuorum(0b1111));
        assertFalse(back.quorumSystem().isReadQuorum(0b111100), "it may miss two of the first group");
        assertTrue(back.quorumSystem().isReadQuorum(0b111110));
        final Configuration alone = back.withQuorumsAlone();
        assertNull(alone.before());
        assertTrue(alone.quorumSystem().isReadQuorum(0b111100));
        assertEquals(2, alone.number() - groups.number());
    }

    @Test
    void shouldCallEnoughCopiesThoseOfWhomOneIsLeftWhateverMayBeLost() { // G1, G12
        final Configuration groups = SIX.countedBy(TWO_GROUPS);
        assertTrue(groups.hasEnoughReplicas());
        assertTrue(groups.isCopied(0b011));
        assertFalse(groups.isCopied(0b111001), "one of them executes");
        final Configuration apart = SIX.countedBy(QuorumLayout.parse("groups:4,5,6"));
        assertTrue(apart.hasEnoughReplicas(), "the full members are in no quorum, and three");
        assertTrue(apart.isCopied(0b101));
        assertFalse(apart.isCopied(0b001));
        assertFalse(SIX.hasEnoughReplicas(), "half of a majority system's voters");
        assertFalse(SIX.without(1).without(2).countedBy(QuorumLayout.parse("groups:4,5,6")).hasEnoughReplicas(),
            "one of the others may be lost, and then this one");
        assertFalse(Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, new int[] {3, 4, 5, 6}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse("groups:1,3,4/2,5,6")).hasEnoughReplicas(), "each group can do without one");
        final Configuration larger = Configuration.first(new int[] {1, 2, 3, 4, 5, 6, 7, 8}, new int[] {4, 5, 6, 7, 8},
            0, 0, List.of()).countedBy(QuorumLayout.parse("groups:4,5,6,7,8"));
        assertFalse(larger.isCopied(0b011), "the group bears the loss of two");
        assertTrue(larger.isCopied(0b111));
        final Configuration between = larger.countedBy(QuorumLayout.parse("groups:4,5,6"))
            .withQuorums(QuorumLayout.parse("groups:4,7,8"));
        assertEquals("groups 4,5,6", between.before().toString());
        assertTrue(between.isCopied(0b011));
    }

    @Test
    void shouldReadWhatWasWritten() {
        final Configuration groups = SIX.countedBy(TWO_GROUPS);
        for (final Configuration written : List.of(groups, groups.withQuorums(QuorumLayout.parse("grid:1,2/3,4")),
            groups.withQuorums(QuorumLayout.majority()), SIX.countedBy(QuorumLayout.parse("grid:6,5,1/2,3,4")))) {
            final int length = ConfigurationCodec.encode(written, buffer, 3);
            assertEquals(ConfigurationCodec.length(written), length);
            assertEquals(written, ConfigurationCodec.decode(buffer, 3, length, 0));
            for (int cut = 0; cut < length; cut++) {
                assertNull(ConfigurationCodec.decode(buffer, 3, cut, 0));
            }
            assertNull(ConfigurationCodec.decode(buffer, 3, length + 1, 0));
        }
    }

    @Test
    void shouldWriteAMajorityAsVersionsDoThatKnowNothingElse() {
        ConfigurationCodec.encode(SIX, buffer, 0);
        assertEquals(4, buffer.getByte(0));
        ConfigurationCodec.encode(SIX.countedBy(TWO_GROUPS), buffer, 0);
        assertEquals(5, buffer.getByte(0));
    }

    @Test
    void shouldRefuseBytesThatAreNoQuorums() {
        final Random random = new Random(5);
        final Configuration groups = SIX.countedBy(TWO_GROUPS).withQuorums(QuorumLayout.majority());
        final int length = ConfigurationCodec.encode(groups, buffer, 0);
        final byte[] sound = new byte[length];
        buffer.getBytes(0, sound);
        for (int i = 0; i < 20_000; i++) {
            final byte[] bytes = sound.clone();
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                bytes[random.nextInt(length)] = (byte) random.nextInt(256);
            }
            final Configuration read = ConfigurationCodec.decode(new UnsafeBuffer(bytes), 0, length, 0);
            if (read != null) {
                assertEquals(read.quorums(), QuorumLayout.parse(read.quorums().toString()));
                assertTrue(read.quorums().parts().stream().flatMap(List::stream)
                    .allMatch(node -> read.member(node).voter()));
            }
        }
        final UnsafeBuffer few = new UnsafeBuffer(new byte[QuorumCodec.MAX_LENGTH + 1]);
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(few.byteArray());
            few.putByte(0, (byte) random.nextInt(4));
            few.putByte(1, (byte) random.nextInt(4));
            final QuorumLayout read = QuorumCodec.decodeWhole(few, 0, random.nextInt(20));
            assertTrue(read == null || read.equals(QuorumLayout.parse(read.toString())));
        }
    }

    private static String fault(final String text) {
        return assertThrows(ConfigException.class, () -> QuorumLayout.parse(text)).getMessage();
    }
}

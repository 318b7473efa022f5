package io.fleet.consensus.membership;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.Life;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConfigurationTest {
    private final Configuration first = Configuration.first(new int[] {1, 2, 5}, 77, 88, List.of("a:1", "b:2", "c:3"));
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[ConfigurationCodec.MAX_LENGTH + 3]);

    @Test
    void shouldBeginWithVotersOnly() {
        assertEquals(0, first.version());
        assertEquals(0b111, first.voters());
        assertFalse(first.learner().isPresent());
    }

    @Test
    void shouldNotCountALearner() {
        final Configuration next = first.withLearner(9, "d:4", GroupMember.NOBODY);
        assertEquals(0b111, next.voters());
        assertEquals(9, next.learner().orElseThrow().node());
        assertEquals(1, next.number());
    }

    @Test
    void shouldReplaceInOneStep() {
        final Configuration next = first.withLearner(9, "d:4", 2).withLearnerPromoted();
        assertNull(next.member(2));
        assertTrue(next.member(9).voter());
        assertEquals(0b1101, next.voters());
    }

    @Test
    void shouldGiveAFreeSlotAgain() {
        final Configuration next = first.without(2).withLearner(9, "d:4", GroupMember.NOBODY);
        assertEquals(1, next.member(9).slot());
        assertEquals(2, next.member(5).slot());
    }

    @Test
    void shouldReadWhatItWrote() {
        final Configuration written = first.withLearner(9, "host.example:65535", 2).at(812);
        final int length = ConfigurationCodec.encode(written, buffer, 3);
        assertEquals(written, ConfigurationCodec.decode(buffer, 3, length, 812));
    }

    @Test
    void shouldCountNoObserverAndLearnWhenItIsToVote() { // S14
        final Configuration two = first.withObserver(9, "d:4").withObserver(4, "e:5");
        assertEquals(first.voters(), two.voters());
        assertEquals(0b11000, two.observers());
        assertFalse(two.learner().isPresent());
        assertTrue(two.toString().endsWith("1, 2, 5, 9 observes, 4 observes"), two.toString());
        final int length = ConfigurationCodec.encode(two.at(812), buffer, 3);
        assertEquals(two.at(812), ConfigurationCodec.decode(buffer, 3, length, 812));
        final Configuration learns = two.withObserverAsLearner(9, 2);
        assertEquals(9, learns.learner().orElseThrow().node());
        assertEquals(first.voters(), learns.voters());
        final Configuration promoted = learns.withLearnerPromoted();
        assertEquals(0b1101, promoted.voters());
        assertEquals(0b10000, promoted.observers());
        assertEquals(first.number() + 4, promoted.number());
    }

    @Test
    void shouldCountWitnessesAsVotersAndNotAsCopies() { // G1, G12
        final Configuration two = Configuration.first(new int[] {1, 2, 5}, new int[] {5}, 77, 88, List.of());
        assertEquals(0b111, two.voters());
        assertEquals(0b100, two.witnesses());
        assertEquals(Set.of(1, 2), two.fullMembers());
        assertArrayEquals(new int[] {1, 2}, two.replicas());
        assertTrue(two.hasEnoughReplicas());
        assertFalse(two.without(1).hasEnoughReplicas(), "one of two is no majority");
        final Configuration learns = two.withLearner(9, "d:4", 1, MemberRole.STORAGE);
        assertTrue(learns.learner().orElseThrow().isWitness());
        assertEquals(0b111, learns.voters());
        assertFalse(learns.withLearnerPromoted().hasEnoughReplicas());
        for (final Configuration each : List.of(two.at(812), learns.at(812), learns.withLearnerPromoted().at(812),
            two.withObserver(9, "e:5").at(812))) {
            final int length = ConfigurationCodec.encode(each, buffer, 3);
            assertEquals(each, ConfigurationCodec.decode(buffer, 3, length, 812));
            buffer.putByte(3, (byte) 3);
            assertNull(ConfigurationCodec.decode(buffer, 3, length, 812), "versions before know of no witnesses");
        }
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldCarryWhichLifeOfAnObserverCounts() { // S15: those who know of it may go before it is to vote
        final Configuration told = first.withObserver(9, "d:4").withLives(node -> node == 9 ? 2 : 1);
        final Configuration voter = told.without(1).without(2).withObserverAsLearner(9, 5).withLives(node -> 1)
            .withLearnerPromoted();
        assertEquals(2, voter.member(9).leastNumber());
    }

    @Test
    void shouldSayThatThereAreObserversWhereOlderVersionsLook() {
        assertEquals(15 + 11 * 3 + 9, ConfigurationCodec.encode(first, buffer, 0));
        assertEquals(2, buffer.getByte(0));
        ConfigurationCodec.encode(first.withObserver(9, "d:4"), buffer, 0);
        assertEquals(3, buffer.getByte(0));
    }

    @Test
    void shouldRefuseKindsThatThereAreNot() {
        final int length = ConfigurationCodec.encode(first.withObserver(9, "d:4"), buffer, 0);
        final int kind = length - 3 - 11 + 3;
        assertEquals(2, buffer.getByte(kind));
        for (final int bad : new int[] {3, -1, 127}) {
            buffer.putByte(kind, (byte) bad);
            assertNull(ConfigurationCodec.decode(buffer, 0, length, 1));
        }
        buffer.putByte(kind, (byte) 2);
        buffer.putByte(0, (byte) 2);
        assertNull(ConfigurationCodec.decode(buffer, 0, length, 1), "this format knows of none");
        buffer.putByte(0, (byte) 3);
        buffer.putShort(kind + 1, (short) 1, ByteOrder.LITTLE_ENDIAN);
        assertNull(ConfigurationCodec.decode(buffer, 0, length, 1), "an observer takes nobody's place");
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldTellOfLivesOfVoters() {
        final Configuration told = first.withLearner(9, "d:4", 2).withLives(node -> node + 1);
        assertEquals(6, told.member(5).leastNumber());
        assertEquals(0, told.member(9).leastNumber(), "it does not count yet");
        final Configuration later = told.withLearnerPromoted().withLives(node -> node == 9 ? 4 : 1).at(812);
        assertEquals(4, later.member(9).leastNumber());
        assertEquals(6, later.member(5).leastNumber(), "nobody comes to count in a lower one");
        final int length = ConfigurationCodec.encode(later, buffer, 3);
        assertEquals(later, ConfigurationCodec.decode(buffer, 3, length, 812));
        assertEquals(length, ConfigurationCodec.length(later));
        buffer.putInt(3 + 15 + 7, Life.MAX_NUMBER + 1, ByteOrder.LITTLE_ENDIAN);
        assertNull(ConfigurationCodec.decode(buffer, 3, length, 812));
        buffer.putInt(3 + 15 + 7, -1, ByteOrder.LITTLE_ENDIAN);
        assertNull(ConfigurationCodec.decode(buffer, 3, length, 812));
    }

    /** As logs and snapshots from before 3.0 hold it. */
    @Test
    void shouldReadTheFirstFormat() {
        final byte[] old = HexFormat.of().parseHex("0100" + "01000000" + "4d000000" + "58000000" + "04"
            + "01000001ffff03613a31" + "02000101ffff03623a32" + "05000201ffff03633a33" + "09000300020003643a34");
        buffer.putBytes(1, old);
        assertEquals(first.withLearner(9, "d:4", 2).at(7), ConfigurationCodec.decode(buffer, 1, old.length, 7));
        for (int i = 0; i < old.length; i++) {
            assertNull(ConfigurationCodec.decode(buffer, 1, i, 7));
        }
    }

    @Test
    void shouldRefuseWhatIsCutShortOrTooLong() {
        final int length = ConfigurationCodec.encode(first, buffer, 0);
        for (int i = 0; i < length; i++) {
            assertNull(ConfigurationCodec.decode(buffer, 0, i, 1));
        }
        assertNull(ConfigurationCodec.decode(buffer, 0, length + 1, 1));
    }

    @Test
    void shouldRefuseTwoMembersInOneSlotOrOfOneName() {
        final int length = ConfigurationCodec.encode(first, buffer, 0);
        final int second = 15 + 11 + 3;
        buffer.putByte(second + 2, (byte) 0);
        assertNull(ConfigurationCodec.decode(buffer, 0, length, 1));
        buffer.putByte(second + 2, (byte) 1);
        buffer.putByte(second, (byte) 1);
        assertNull(ConfigurationCodec.decode(buffer, 0, length, 1));
    }

    @Test
    void shouldNeverFailOnAnyBytes() {
        final int length = ConfigurationCodec.encode(first, buffer, 0);
        for (int i = 0; i < length; i++) {
            final byte before = buffer.getByte(i);
            for (int value = -128; value < 128; value++) {
                buffer.putByte(i, (byte) value);
                ConfigurationCodec.decode(buffer, 0, length, 1);
            }
            buffer.putByte(i, before);
        }
        assertEquals(first.at(1), ConfigurationCodec.decode(buffer, 0, length, 1));
    }

    @Test
    void shouldTakeNoLaterFormatThanItNeeds() {
        final Configuration plain = Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of()).at(812);
        final int length = ConfigurationCodec.encode(plain, buffer, 3);
        final byte format = buffer.getByte(3);
        for (int later = format + 1; later <= format + 3; later++) {
            buffer.putByte(3, (byte) later);
            assertNull(ConfigurationCodec.decode(buffer, 3, length, 812), "format " + later);
        }
    }
}

package io.fleet.examples.versions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.speculation.Answer;
import io.fleet.examples.speculation.Given;
import io.fleet.machine.ShippedEffects;
import io.fleet.testkit.local.MachineHarness;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Puts and trims that one machine executes, and another inserts. */
class VersionedEffectsTest {
    private static final int COMMANDS = 3_000;
    /** Effects do not lie at the beginning of the buffer they come in, nor end with it. */
    private static final int BEFORE = 7;
    private static final int HEAD_LENGTH = 1 + 2 * Integer.BYTES;

    private final VersionedMachine executing = new VersionedMachine();
    private final VersionedMachine inserting = new VersionedMachine();
    private final UnsafeBuffer written = new UnsafeBuffer(new byte[ShippedEffects.MAX_BYTES]);

    private static Given put(final String key, final String value) {
        final byte[] text = key.getBytes(StandardCharsets.UTF_8);
        return new Given(header(VersionedMachine.PUT, 0, text), value.getBytes(StandardCharsets.UTF_8), 1);
    }

    private static Given trim(final long version) {
        return new Given(header(VersionedMachine.TRIM, version, new byte[0]), new byte[0], 1);
    }

    private static byte[] header(final byte operation, final long number, final byte[] key) {
        return ByteBuffer.allocate(9 + key.length).order(ByteOrder.LITTLE_ENDIAN).put(operation).putLong(number)
            .put(key).array();
    }

    private static byte[] snapshot(final VersionedMachine machine) {
        return new MachineHarness(machine).snapshot();
    }

    private static byte[] newest(final VersionedMachine machine, final String key) {
        return Answer.query(machine, new Given(
            header(VersionedMachine.GET, Long.MAX_VALUE, key.getBytes(StandardCharsets.UTF_8)), new byte[0], 1));
    }

    /** What the leader does with a command; its effect is {@link #written}. */
    private int execute(final Given command, final Answer answer) {
        final Draft draft = executing.prepare(command, answer);
        final int length = executing.writeEffect(draft, written);
        executing.publish(draft, answer);
        return length;
    }

    private Draft insert(final byte[] effect, final int length) {
        final byte[] around = new byte[BEFORE + effect.length + BEFORE];
        Arrays.fill(around, (byte) 0xA5);
        System.arraycopy(effect, 0, around, BEFORE, effect.length);
        return inserting.insertEffect(new UnsafeBuffer(around), BEFORE, length);
    }

    private byte[] written(final int length) {
        return Arrays.copyOf(written.byteArray(), length);
    }

    private byte[] effectOf(final Given command) {
        return written(execute(command, new Answer()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldComeToTheSameByExecutionAndByInsertion(final long seed) {
        final Random random = new Random(seed);
        int notShipped = 0;
        int refused = 0;
        for (int lsn = 1; lsn <= COMMANDS; lsn++) {
            final Given command = random.nextInt(20) == 0 ? trim(random.nextInt(COMMANDS))
                : put("k" + random.nextInt(12), "v\u00e9".repeat(random.nextInt(9)));
            final Answer one = new Answer();
            final Answer other = new Answer();
            final byte[] effect = written(execute(command, one));
            switch (random.nextInt(5)) {
                case 0 -> {
                    notShipped++;
                    inserting.publish(inserting.prepare(command, other), other);
                }
                case 1 -> {
                    refused++;
                    assertThrows(IllegalArgumentException.class, () -> insert(effect, random.nextInt(effect.length)));
                    inserting.publish(inserting.prepare(command, other), other);
                }
                default -> inserting.publish(insert(effect, effect.length), other);
            }
            assertArrayEquals(one.toBytes(), other.toBytes(), "the answer at LSN " + lsn);
            assertArrayEquals(snapshot(executing), snapshot(inserting), "the snapshot at LSN " + lsn);
        }
        assertTrue(notShipped > 0 && refused > 0);
    }

    @Test
    void shouldShowAnInsertedDraftOnlyWhenItIsPublished() {
        final byte[] effect = effectOf(put("a", "a1"));
        final Draft draft = insert(effect, effect.length);
        assertArrayEquals(new byte[] {VersionedMachine.ABSENT}, newest(inserting, "a"));
        inserting.publish(draft, new Answer());
        assertArrayEquals(newest(executing, "a"), newest(inserting, "a"));
    }

    @Test
    void shouldRevokeAnInsertedDraft() {
        final byte[] before = snapshot(inserting);
        final byte[] effect = effectOf(put("a", "a1"));
        inserting.revoke(insert(effect, effect.length));
        assertArrayEquals(before, snapshot(inserting));
    }

    @Test
    void shouldRefuseEachTruncatedEffectAndLeaveNoDraft() {
        final byte[] before = snapshot(inserting);
        for (final Given command : new Given[] {put("key", "value"), put("", ""), trim(1)}) {
            final byte[] effect = effectOf(command);
            for (int length = 0; length < effect.length; length++) {
                final int truncated = length;
                assertThrows(IllegalArgumentException.class, () -> insert(effect, truncated), () -> "at " + truncated);
            }
            assertThrows(IllegalArgumentException.class, () -> insert(effect, effect.length + 1));
        }
        assertArrayEquals(before, snapshot(inserting));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, 9, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldBelieveNoLength(final int length) {
        final byte[] before = snapshot(inserting);
        for (int at = 1; at < HEAD_LENGTH; at += Integer.BYTES) {
            final byte[] effect = effectOf(put("key", "value"));
            new UnsafeBuffer(effect).putInt(at, length, ByteOrder.LITTLE_ENDIAN);
            final IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> insert(effect, effect.length));
            assertTrue(refusal.getMessage().contains(Integer.toString(length)), refusal::getMessage);
        }
        final byte[] both = effectOf(put("key", "value"));
        new UnsafeBuffer(both).putInt(1, Integer.MAX_VALUE, ByteOrder.LITTLE_ENDIAN);
        new UnsafeBuffer(both).putInt(1 + Integer.BYTES, Integer.MIN_VALUE + 9, ByteOrder.LITTLE_ENDIAN);
        assertThrows(IllegalArgumentException.class, () -> insert(both, both.length));
        assertArrayEquals(before, snapshot(inserting));
    }

    @Test
    void shouldRefuseAnOperationThatItDoesNotKnow() {
        final byte[] effect = effectOf(put("key", "value"));
        effect[0] = VersionedMachine.GET;
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> insert(effect, effect.length));
        assertEquals("operation 3 of an effect is no command", refusal.getMessage());
    }

    @Test
    void shouldShipWhatHasRoomAndNothingElse() {
        final int room = ShippedEffects.MAX_BYTES - HEAD_LENGTH - 1;
        assertEquals(ShippedEffects.MAX_BYTES, execute(put("k", "x".repeat(room)), new Answer()));
        final byte[] effect = written(ShippedEffects.MAX_BYTES);
        inserting.publish(insert(effect, effect.length), new Answer());
        assertArrayEquals(snapshot(executing), snapshot(inserting));
        assertEquals(ShippedEffects.NOT_SHIPPED, execute(put("k", "x".repeat(room + 1)), new Answer()));
    }
}

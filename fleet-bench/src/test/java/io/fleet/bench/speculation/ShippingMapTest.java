package io.fleet.bench.speculation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.ShippedEffects;
import io.fleet.replica.ReplyBuffer;
import io.fleet.testkit.local.MachineHarness;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ShippingMapTest {
    private static final int AT = 5;
    private static final int LENGTH = 88;

    private final ShippingMap leader = new ShippingMap();
    private final ShippingMap other = new ShippingMap();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[AT + ShippedEffects.MAX_BYTES]);
    private final ReplyBuffer reply = new ReplyBuffer(1_000);

    /** What the leader does with a command; its effect is in the buffer, behind bytes of another one. */
    private void execute(final int key, final long number) {
        final Draft draft = leader.add(key, number, SpeculativeMap.mark(number), new byte[MapCluster.VALUE_BYTES]);
        final int length = leader.writeEffect(draft, new UnsafeBuffer(buffer, AT, ShippedEffects.MAX_BYTES));
        assertEquals(LENGTH, length);
        leader.publish(draft, reply);
    }

    @Test
    void shouldComeToTheSameByInsertion() {
        for (int number = 1; number <= 3; number++) {
            execute(7, number);
            final Draft draft = other.insertEffect(buffer, AT, LENGTH);
            assertFalse(other.hasNoDrafts());
            other.publish(draft, reply);
            assertTrue(other.hasNoDrafts());
            assertArrayEquals(new MachineHarness(leader).snapshot(), new MachineHarness(other).snapshot());
        }
        assertNull(other.problem(3, SpeculativeMap.mark(1) + SpeculativeMap.mark(2) + SpeculativeMap.mark(3)));
        assertEquals(3 * LENGTH, leader.effectBytes());
        assertEquals(0, other.effectBytes());
    }

    @Test
    void shouldRefuseWhatDoesNotAddUpAndLeaveNoDraft() {
        execute(7, 1);
        for (int length = 0; length < LENGTH; length++) {
            final int truncated = length;
            assertThrows(IllegalArgumentException.class, () -> other.insertEffect(buffer, AT, truncated));
        }
        for (final int wrong : new int[] {-1, LENGTH, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            buffer.putInt(AT + Integer.BYTES, wrong, ByteOrder.LITTLE_ENDIAN);
            assertThrows(IllegalArgumentException.class, () -> other.insertEffect(buffer, AT, LENGTH));
        }
        assertTrue(other.hasNoDrafts());
    }

    @Test
    void shouldRefuseAKeyThatThereIsNot() {
        execute(7, 1);
        for (final int wrong : new int[] {-1, SpeculativeMap.KEYS}) {
            buffer.putInt(AT, wrong, ByteOrder.LITTLE_ENDIAN);
            final IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> other.insertEffect(buffer, AT, LENGTH));
            assertEquals("an effect of key " + wrong + ", but there are 1024", refusal.getMessage());
        }
        assertTrue(other.hasNoDrafts());
    }

    @Test
    void shouldNotShipAValueThatIsTooLong() {
        final int longest = ShippedEffects.MAX_BYTES - LENGTH + MapCluster.VALUE_BYTES;
        assertEquals(ShippedEffects.MAX_BYTES, leader.writeEffect(leader.add(7, 1, 0, new byte[longest]), buffer));
        assertEquals(ShippedEffects.NOT_SHIPPED,
            leader.writeEffect(leader.add(7, 2, 0, new byte[longest + 1]), buffer));
    }
}

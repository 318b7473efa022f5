package io.fleet.bench.speculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Command;
import io.fleet.replica.ReplyBuffer;
import io.fleet.testkit.local.MachineHarness;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SpeculativeMapTest {
    private static final byte[] VALUE = new byte[64];

    private final SpeculativeMap map = new SpeculativeMap();
    private final ReplyBuffer reply = new ReplyBuffer(1_000);

    @Test
    void shouldSeeDraftsOfTheSameKeyAndPublishInOrder() {
        final Draft first = prepare(7, 1);
        final Draft second = prepare(7, 2);
        assertEquals(2, second.version);
        assertFalse(map.hasNoDrafts());
        assertEquals(0, map.count());
        map.publish(first, reply);
        map.publish(second, reply);
        assertTrue(map.hasNoDrafts());
        assertNull(map.problem(2, SpeculativeMap.mark(1) + SpeculativeMap.mark(2)));
    }

    @Test
    void shouldBeAsIfARevokedDraftHadNeverBeen() {
        final Draft first = prepare(7, 1);
        final Draft second = prepare(7, 2);
        final Draft third = prepare(7, 3);
        map.publish(first, reply);
        map.revoke(third);
        map.revoke(second);
        assertTrue(map.hasNoDrafts());
        map.publish(prepare(7, 3), reply);
        assertNull(map.problem(2, SpeculativeMap.mark(1) + SpeculativeMap.mark(3)));
    }

    @Test
    void shouldTellACommandThatIsMissingOrTooManyOrAnother() {
        map.publish(prepare(1, 1), reply);
        map.publish(prepare(2, 2), reply);
        final long marks = SpeculativeMap.mark(1) + SpeculativeMap.mark(2);
        assertEquals("2 commands were applied, but 3 were answered", map.problem(3, marks));
        assertEquals("2 commands were applied, but 1 were answered", map.problem(1, marks));
        assertEquals("other commands were applied than were answered", map.problem(2, marks + 1));
    }

    @Test
    void shouldComeBackFromASnapshot() {
        final MachineHarness harness = new MachineHarness(map);
        harness.run(false, header(7, 1), VALUE);
        harness.run(false, header(9, 2), VALUE);
        final SpeculativeMap other = new SpeculativeMap();
        final MachineHarness restored = new MachineHarness(other);
        restored.load(harness.snapshot());
        restored.run(false, header(7, 3), VALUE);
        assertTrue(other.hasNoDrafts());
        assertNull(other.problem(3, SpeculativeMap.mark(1) + SpeculativeMap.mark(2) + SpeculativeMap.mark(3)));
    }

    @Test
    void shouldDoTheSameAsAPlainMachine() {
        final MachineHarness plain = new MachineHarness(new PlainMap(map));
        plain.run(false, header(7, 1), VALUE);
        assertNull(map.problem(1, SpeculativeMap.mark(1)));
    }

    private Draft prepare(final long key, final long number) {
        final UnsafeBuffer header = new UnsafeBuffer(header(key, number));
        final Command command = (Command) Proxy.newProxyInstance(Command.class.getClassLoader(),
            new Class<?>[] {Command.class}, (proxy, method, arguments) -> switch (method.getName()) {
                case "header" -> header;
                case "payload" -> new UnsafeBuffer(VALUE);
                default -> throw new UnsupportedOperationException(method.getName());
            });
        return map.prepare(command, reply);
    }

    private static byte[] header(final long key, final long number) {
        return ByteBuffer.allocate(SpeculativeMap.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN).putLong(key).putLong(0)
            .putLong(number).array();
    }
}

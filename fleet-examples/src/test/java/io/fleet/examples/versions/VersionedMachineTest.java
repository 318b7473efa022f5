package io.fleet.examples.versions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.local.LocalClient;
import io.fleet.testkit.local.MachineHarness;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionedMachineTest {
    private final LocalClient local = new LocalClient(new VersionedMachine());
    private final VersionedClient store = new VersionedClient(local);

    @AfterEach
    void close() {
        local.close();
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String read(final String key, final long version) {
        return store.get(key, version).join().map(found -> new String(found.value(), StandardCharsets.UTF_8))
            .orElse("none");
    }

    @Test
    void shouldReadEveryVersion() {
        assertEquals(1, store.put("a", bytes("a1")).join());
        assertEquals(2, store.put("b", bytes("b2")).join());
        assertEquals(3, store.put("a", bytes("a3")).join());

        assertEquals("none", read("a", 0));
        assertEquals("a1", read("a", 1));
        assertEquals("a1", read("a", 2));
        assertEquals("none", read("b", 1));
        assertEquals("a3", read("a", 3));
        assertEquals(3, store.get("a").join().orElseThrow().version());
        assertEquals(3, store.version().join());
        assertTrue(store.get("none").join().isEmpty());
    }

    @Test
    void shouldForgetOnlyWhatIsTrimmed() {
        store.put("a", bytes("a1")).join();
        store.put("b", bytes("b2")).join();
        store.put("a", bytes("a3")).join();

        assertEquals(2, store.trim(2).join());
        assertEquals("a1", read("a", 2));
        final CompletionException failure = assertThrows(CompletionException.class, () -> store.get("a", 1).join());
        assertInstanceOf(VersionTrimmedException.class, failure.getCause());
        assertEquals(3, store.trim(100).join());
        assertEquals(3, store.trim(1).join());
        assertEquals("b2", read("b", 3));
    }

    @Test
    void shouldCarryItsStateThroughASnapshot() {
        final MachineHarness machine = new MachineHarness(new VersionedMachine());
        for (int i = 0; i < 20; i++) {
            final byte key = (byte) ('a' + i % 3);
            machine.run(false, new byte[] {VersionedMachine.PUT, 0, 0, 0, 0, 0, 0, 0, 0, key}, bytes("v" + i));
        }
        final MachineHarness loaded = new MachineHarness(new VersionedMachine());
        loaded.load(machine.snapshot());
        assertArrayEquals(machine.snapshot(), loaded.snapshot());
        final byte[] query = {VersionedMachine.GET, 7, 0, 0, 0, 0, 0, 0, 0, 'a'};
        assertArrayEquals(machine.run(true, query, new byte[0]), loaded.run(true, query, new byte[0]));
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        final MachineHarness machine = new MachineHarness(new VersionedMachine());
        assertThrows(IllegalArgumentException.class, () -> machine.run(false, new byte[0], new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> machine.run(false, new byte[9], new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> machine.run(true, new byte[9], new byte[0]));
    }
}

package io.fleet.ec.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WholeValuesTest {
    private static final int LONG = 2 << 20;
    private static final int SHORT = 100_000;

    private final List<ValueConsumer> begun = new ArrayList<>();
    private final List<DirectBuffer> headers = new ArrayList<>();
    private final List<DirectBuffer> values = new ArrayList<>();
    private final WholeValues whole = new WholeValues((id, consumer) -> {
        begun.add(consumer);
        return begun.size();
    }, ticket -> {}, (id, header, headerLength, value, valueLength) -> {
        headers.add(header);
        values.add(value);
    }, 1);

    @Test
    @Tag("hazard-U-coded-memory")
    void shouldKeepNoMemoryOfLongEntries() {
        gather(1, LONG);
        assertTrue(headers.get(0).capacity() >= LONG);
        gather(2, 1);
        assertTrue(headers.get(1).capacity() <= 256 << 10, "bytes of a header: " + headers.get(1).capacity());
        assertTrue(values.get(1).capacity() <= 1 << 20, "bytes of a value: " + values.get(1).capacity());
    }

    @Test
    void shouldReuseMemoryOfShortEntries() {
        gather(1, SHORT);
        gather(2, SHORT);
        assertSame(headers.get(0), headers.get(1));
        assertEquals(0, whole.size());
    }

    private void gather(final int number, final int length) {
        final EntryId id = new EntryId(1, number, number);
        assertTrue(whole.fetch(id));
        final ValueConsumer consumer = begun.get(begun.size() - 1);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[length]);
        consumer.onHeader(id, bytes, length, length);
        consumer.onBytes(id, 0, bytes, 0, length);
        consumer.onEnd(id);
    }
}

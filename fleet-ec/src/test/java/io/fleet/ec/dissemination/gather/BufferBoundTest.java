package io.fleet.ec.dissemination.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.LongSpread;
import io.fleet.ec.dissemination.Spread;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.format.ShardCodec;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BufferBoundTest {
    private static final int LONG = 8 << 20;
    private static final int SHORT = 100_000;

    @Test
    @Tag("hazard-U-coded-memory")
    void shouldLetGoOfLongHeadersWhenAnEntryIsDone() {
        final Spread spread = new Spread();
        spread.isUsed = true;
        spread.header.checkLimit(LONG);
        spread.end();
        assertTrue(spread.header.capacity() <= BufferBound.HEADER_BYTES, "bytes of its header: "
            + spread.header.capacity());
        final LongSpread longSpread = new LongSpread(5);
        longSpread.header.checkLimit(LONG);
        longSpread.end();
        assertTrue(longSpread.header.capacity() <= BufferBound.HEADER_BYTES, "likewise: "
            + longSpread.header.capacity());
        final Gather gather = new Gather(5);
        gather.start(new EntryId(), null, 1);
        gather.header.checkLimit(LONG);
        gather.doubt = new BadPartSearch(new ShardCodec(CodecKind.TABLE.create(4, 1)));
        gather.end();
        assertTrue(gather.header.capacity() <= BufferBound.HEADER_BYTES, "likewise: " + gather.header.capacity());
        assertNull(gather.doubt, "parts of all nodes");
    }

    @Test
    void shouldReuseWhatIsNotLong() {
        final Spread spread = new Spread();
        spread.header.checkLimit(SHORT);
        final ExpandableArrayBuffer header = spread.header;
        spread.end();
        assertSame(header, spread.header);
    }

    @Test
    @Tag("hazard-U-coded-memory")
    void shouldCountWhatADecodedValueTakesBesideItsBytes() {
        final SpreadCounters counters = new SpreadCounters();
        final ValueCache cache = new ValueCache(1 << 20, counters);
        final UnsafeBuffer header = new UnsafeBuffer(new byte[16]);
        for (int i = 1; i <= 10_000; i++) {
            cache.finish(new EntryId(1, i, i), cache.begin(header, 16, 0));
        }
        int kept = 0;
        for (int i = 1; i <= 10_000; i++) {
            kept += cache.get(new EntryId(1, i, i)) != null ? 1 : 0;
        }
        assertEquals((1 << 20) / (256 + 16), kept);
        assertNotNull(cache.get(new EntryId(1, 10_000, 10_000)));
        assertTrue(counters.cacheBytes.get() <= 1 << 20, counters.cacheBytes.get() + " bytes");
    }
}

package io.fleet.examples.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.store.HeapEntry;
import io.fleet.examples.kv.store.HeapStore;
import io.fleet.examples.kv.store.KeyHash;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartsTest {
    @ParameterizedTest
    @CsvSource({
        "*,anything,true", "*,'',true", "a*c,abc,true", "a*c,abd,false", "a?c,abc,true", "a?c,ac,false",
        "[a-c]x,bx,true",
        "[a-c]x,dx,false", "[^a]x,bx,true", "[^a]x,ax,false", "[abc],c,true", "[c-a],b,true", "\\*,*,true",
        "\\*,x,false",
        "a**b,axyb,true", "*a*b*c,xaybzc,true", "*a*b*c,xaybz,false", "'','',true", "'',x,false", "a,'',false",
        "[a,a,true",
        "h[\\]]o,h]o,true", "abc,abcd,false", "abcd,abc,false", "*?,'',false", "x\\,x\\,true"
    })
    void shouldMatchPatterns(final String pattern, final String text, final boolean matches) {
        final byte[] bytes = KvDriver.bytes(pattern);
        assertEquals(matches, matches(bytes, text));
    }

    @Test
    void shouldMatchHostilePatternsQuickly() {
        final byte[] pattern = KvDriver.bytes("*a".repeat(200) + "b");
        assertFalse(matches(pattern, "a".repeat(5000)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 9, 10, -10, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1,
        1234567890123L})
    void shouldReadTheNumbersItWrites(final long value) {
        final byte[] text = new byte[Numbers.length(value)];
        Numbers.put(value, text, 0, text.length);
        assertArrayEquals(KvDriver.bytes(Long.toString(value)), text);
        final Numbers numbers = new Numbers();
        assertEquals(value, numbers.parse(new UnsafeBuffer(text), 0, text.length));
        assertTrue(numbers.valid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+1", " 1", "1 ", "01", "-0", "--1", "1a", "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999", "123456789012345678901", "0x1"})
    void shouldRefuseWhatIsNoNumber(final String text) {
        final Numbers numbers = new Numbers();
        final byte[] bytes = KvDriver.bytes(text);
        numbers.parse(new UnsafeBuffer(bytes), 0, bytes.length);
        assertFalse(numbers.valid());
    }

    @Test
    void shouldKeepKeysInOneOrderThroughGrowthAndShrinking() {
        final HeapStore keys = new HeapStore();
        final TreeMap<String, HeapEntry> model = new TreeMap<>();
        final Random random = new Random(3);
        for (int i = 0; i < 200_000; i++) {
            final String key = "key" + random.nextInt(i < 100_000 ? 60_000 : 2_000);
            final UnsafeBuffer bytes = new UnsafeBuffer(KvDriver.bytes(key));
            final HeapEntry found = keys.find(bytes, 0, bytes.capacity());
            assertSame(model.get(key), found);
            if (found == null) {
                model.put(key, keys.insert(bytes, 0, bytes.capacity(), bytes, 0, 0));
            } else if (random.nextInt(3) > 0) {
                keys.remove(model.remove(key));
            }
        }
        while (model.size() > 50) {
            keys.remove(model.pollFirstEntry().getValue());
        }
        assertEquals(model.size(), keys.liveSize(0));
        int walked = 0;
        for (HeapEntry e = keys.first(0); e != null; e = keys.next(e)) {
            walked++;
            final HeapEntry next = keys.next(e);
            assertTrue(next == null || e.hash <= next.hash);
            assertSame(next, next == null ? null : keys.first(e.hash + 1));
        }
        assertEquals(model.size(), walked);
        assertNull(keys.first(Long.MAX_VALUE));
    }

    private static boolean matches(final byte[] pattern, final String text) {
        final Work work = new Work(Work.OLD_BATCH_STEPS);
        final boolean matches = Glob.of(new UnsafeBuffer(pattern), 0, pattern.length)
            .matches(KvDriver.bytes(text), work);
        assertFalse(work.isOver());
        return matches;
    }

    @Test
    void shouldHashAsThePublishedFunctionDoes() {
        final KeyHash hashes = new KeyHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
        final byte[] bytes = new byte[16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        assertEquals(0xabac0158050fc4dcL >>> 1, hashes.of(new UnsafeBuffer(bytes), 0, 0));
        assertEquals(0xc9f49bf37d57ca93L >>> 1, hashes.of(new UnsafeBuffer(bytes), 0, 1));
        assertEquals(0x369095118d299a8eL >>> 1, hashes.of(new UnsafeBuffer(bytes), 0, 8));
        assertEquals(0x25a48eb36c063de4L >>> 1, hashes.of(new UnsafeBuffer(bytes), 0, 9));
        assertEquals(0xcc4fdd1a7d908b66L >>> 1, hashes.of(new UnsafeBuffer(bytes), 0, 16));
    }

    @Test
    void shouldRefuseMalformedAnswers() {
        final byte[] good = {1, 0, 0, 0, 2, 3, 0, 0, 0, 'a', 'b', 'c'};
        assertEquals("[abc]", KvDriver.texts(good).toString());
        for (int length = 0; length < good.length; length++) {
            final byte[] cut = java.util.Arrays.copyOf(good, length);
            assertThrows(IllegalArgumentException.class, () -> KvDriver.texts(cut));
        }
        final byte[] negative = good.clone();
        negative[8] = -1;
        assertThrows(IllegalArgumentException.class, () -> KvDriver.texts(negative));
        final byte[] type = good.clone();
        type[4] = 77;
        assertThrows(IllegalArgumentException.class, () -> KvDriver.texts(type));
    }
}

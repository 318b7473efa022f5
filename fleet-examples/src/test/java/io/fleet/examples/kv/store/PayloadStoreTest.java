package io.fleet.examples.kv.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.HostedKv;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvDriver;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.KvReplyReader;
import io.fleet.testkit.local.MachineHarness;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values as payloads: answers are those of a machine that keeps bytes, and what nobody has any more is forgotten. */
class PayloadStoreTest {
    private static final int COMMANDS = 6_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAnswerAsIfItKeptBytes(final long seed) {
        final Random random = new Random(seed);
        final MachineHarness bytes = new MachineHarness(new KvMachine());
        HostedKv payloads = new HostedKv();
        for (int i = 0; i < COMMANDS; i++) {
            final long passed = random.nextInt(4) == 0 ? random.nextInt(60) : 0;
            bytes.advance(passed);
            payloads.advance(passed);
            // Also batches of before, which are looked into.
            final boolean inHeader = random.nextInt(8) > 0;
            final KvBatch batch = new KvBatch(KvBounds.NONE, inHeader);
            final KvBatch plain = new KvBatch();
            fill(random.nextLong(), batch, plain);
            final byte[] expected = bytes.run(plain.readOnly(), plain.headerBytes(), plain.toBytes());
            assertArrayEquals(expected, payloads.run(batch), "command " + i);
            final byte[] again = bytes.run(true, size().headerBytes(), size().toBytes());
            assertArrayEquals(again, payloads.run(size()));
            if (i % 500 == 499) {
                final HostedKv loaded = new HostedKv(payloads);
                assertArrayEquals(payloads.snapshot(), loaded.snapshot());
                payloads = loaded;
            }
        }
        final KvBatch flush = new KvBatch(KvBounds.NONE, true);
        flush.add(KvOp.FLUSHALL);
        payloads.run(flush);
        payloads.run(flush);
        assertEquals(0, payloads.payloadBytes(), "nobody refers to a payload any more");
    }

    @Test
    void shouldKeepLongValuesAsPayloadsAndNoMore() {
        final HostedKv kv = new HostedKv();
        run(kv, KvOp.SET, "a", "x".repeat(KvLimits.INLINE_BYTES));
        assertEquals(0, kv.payloadBytes());
        run(kv, KvOp.SET, "a", "x".repeat(KvLimits.INLINE_BYTES + 1));
        assertEquals(KvLimits.INLINE_BYTES + 1, kv.payloadBytes());
        run(kv, KvOp.PSETEX, "a", "50", "y".repeat(1_000));
        run(kv, KvOp.APPEND, "a", "short");
        run(kv, KvOp.APPEND, "a", "z".repeat(2_000));
        assertEquals(3_000, kv.payloadBytes());
        kv.advance(1_000);
        run(kv, KvOp.SET, "b", "1");
        run(kv, KvOp.SET, "b", "1");
        assertEquals(0, kv.payloadBytes(), "what expires is forgotten");
    }

    @Test
    void shouldKeepAPayloadForEachKeyThatHasIt() {
        final HostedKv kv = new HostedKv();
        run(kv, KvOp.SET, "a", "x".repeat(1_000));
        run(kv, KvOp.COPY, "a", "b");
        run(kv, KvOp.RENAME, "a", "c");
        assertEquals(1_000, kv.payloadBytes());
        run(kv, KvOp.DEL, "b");
        assertEquals(1_000, kv.payloadBytes(), "c has it too");
        run(kv, KvOp.GETBIT, "c", "7999");
        assertEquals(1_000, kv.payloadBytes(), "who reads changes nothing");
        run(kv, KvOp.SETRANGE, "c", "500", "y");
        assertEquals(0, kv.payloadBytes(), "what is overwritten in part is bytes");
        run(kv, KvOp.SET, "a", "x".repeat(1_000));
        run(kv, KvOp.RENAME, "a", "c");
        run(kv, KvOp.RENAME, "c", "c");
        run(kv, KvOp.DEL, "c");
        assertEquals(0, kv.payloadBytes());
    }

    @Test
    void shouldLookIntoSoMuchAtOnceAndLeaveTheRestForLater() {
        final MachineHarness kv = new MachineHarness(new KvMachine(StoreKind.PAYLOADS, KvBounds.NONE,
            new KvLimits(64 * 1024)));
        for (int i = 0; i < 5; i++) {
            final KvBatch batch = new KvBatch(KvBounds.NONE, true, true);
            batch.add(KvOp.SET, bytes("k" + i), new byte[60_000]);
            kv.run(false, batch.headerBytes(), batch.toBytes());
        }
        final KvBatch reads = new KvBatch(KvBounds.NONE, true, true);
        final KvBatch exec = new KvBatch(KvBounds.NONE, true, true);
        exec.addExec(6);
        exec.addInner(KvOp.SET, bytes("own"), new byte[60_000]);
        exec.addInner(KvOp.GETBIT, bytes("own"), bytes("9"));
        for (int i = 0; i < 5; i++) {
            reads.add(KvOp.GETBIT, bytes("k" + i), bytes("9"));
            if (i > 0) {
                exec.addInner(KvOp.SETBIT, bytes("k" + i), bytes("9"), bytes("1"));
            }
        }
        assertEquals("[:0, :0, :0]", KvDriver.texts(kv.run(true, reads.headerBytes(), reads.toBytes())).toString());
        final String refusal = "-ERR what was asked for at once looks into values of more than 131072 bytes: send fewer"
            + " commands at once";
        assertEquals("[[+OK, :0, :0, :0, :0, " + refusal + "]]",
            KvDriver.texts(kv.run(false, exec.headerBytes(), exec.toBytes())).toString());
        assertEquals("[:0, :1, :1, :1, :0]",
            KvDriver.texts(kv.run(true, reads.headerBytes(), reads.toBytes())).toString());
    }

    @Test
    void shouldRefuseHeadersWhoseValuesAreNotThere() {
        final MachineHarness kv = new MachineHarness(new KvMachine());
        final KvBatch batch = new KvBatch(KvBounds.NONE, true);
        batch.add(KvOp.SET, bytes("a"), new byte[1_000]);
        final byte[] header = batch.headerBytes();
        kv.run(false, header, batch.toBytes());
        for (final int length : new int[] {0, 999, 1_001}) {
            assertThrows(IllegalArgumentException.class, () -> kv.run(false, header, new byte[length]));
        }
        for (int length = 0; length < header.length; length++) {
            final byte[] cut = Arrays.copyOf(header, length);
            assertThrows(IllegalArgumentException.class, () -> kv.run(false, cut, new byte[1_000]), "" + length);
        }
    }

    private static KvBatch size() {
        final KvBatch batch = new KvBatch(KvBounds.NONE, true);
        batch.add(KvOp.DBSIZE);
        return batch;
    }

    private static void run(final HostedKv kv, final KvOp op, final String... words) {
        final KvBatch batch = new KvBatch(KvBounds.NONE, true);
        final byte[][] arguments = new byte[words.length][];
        for (int i = 0; i < words.length; i++) {
            arguments[i] = bytes(words[i]);
        }
        batch.add(op, arguments);
        final byte[] reply = kv.run(batch);
        assertTrue(new KvReplyReader().wrap(new UnsafeBuffer(reply), 0, reply.length) == 1);
    }

    /** The same commands into both. */
    private static void fill(final long seed, final KvBatch... batches) {
        for (final KvBatch batch : batches) {
            final Random random = new Random(seed);
            final boolean isTransaction = random.nextInt(6) == 0;
            final int count = 1 + random.nextInt(4);
            if (isTransaction) {
                batch.addExec(count);
            }
            for (int i = 0; i < count; i++) {
                add(batch, random, isTransaction);
            }
        }
    }

    private static void add(final KvBatch batch, final Random random, final boolean isInner) {
        final byte[] key = bytes("k" + random.nextInt(12));
        final byte[] other = bytes("k" + random.nextInt(12));
        final byte[] value = value(random);
        switch (random.nextInt(26)) {
            case 0, 1 -> add(batch, isInner, KvOp.SET, key, value);
            case 2 -> add(batch, isInner, KvOp.SET, key, value, bytes("GET"));
            case 3 -> add(batch, isInner, KvOp.GETSET, key, value);
            case 4 -> add(batch, isInner, KvOp.GETDEL, key);
            case 5, 6 -> add(batch, isInner, KvOp.APPEND, key, value);
            case 7 -> add(batch, isInner, KvOp.PSETEX, key, bytes("" + (1 + random.nextInt(200))), value);
            case 8 -> add(batch, isInner, KvOp.MSET, key, value, other, value(random));
            case 9 -> add(batch, isInner, KvOp.INCR, key);
            case 10 -> add(batch, isInner, KvOp.MGET, key, other);
            case 11 -> add(batch, isInner, KvOp.DEL, key, other);
            case 12 -> add(batch, isInner, KvOp.SETNX, key, value);
            case 13 -> add(batch, isInner, KvOp.GETRANGE, key, bytes("" + (random.nextInt(500) - 100)), bytes("-3"));
            case 14 -> add(batch, isInner, KvOp.SETRANGE, key, bytes("" + random.nextInt(900)), value);
            case 15 -> add(batch, isInner, KvOp.SETBIT, key, bytes("" + random.nextInt(9_000)), bytes("1"));
            case 16 -> add(batch, isInner, KvOp.GETBIT, key, bytes("" + random.nextInt(9_000)));
            case 17 -> add(batch, isInner, KvOp.LCS, key, other);
            case 18 -> add(batch, isInner, KvOp.LCS, key, other, bytes("IDX"));
            case 19 -> add(batch, isInner, KvOp.RENAME, key, other);
            case 20 -> add(batch, isInner, KvOp.COPY, key, other, bytes("REPLACE"));
            case 21 -> add(batch, isInner, KvOp.MSETNX, key, value, other, value(random));
            case 22 -> add(batch, isInner, KvOp.GETEX, key, bytes("PX"), bytes("" + (1 + random.nextInt(200))));
            case 23 -> add(batch, isInner, KvOp.INCRBYFLOAT, key, bytes("0.5"));
            default -> add(batch, isInner, random.nextBoolean() ? KvOp.GET : KvOp.STRLEN, key);
        }
    }

    private static void add(final KvBatch batch, final boolean isInner, final KvOp op, final byte[]... arguments) {
        if (isInner) {
            batch.addInner(op, arguments);
        } else {
            batch.add(op, arguments);
        }
    }

    private static byte[] value(final Random random) {
        if (random.nextInt(3) == 0) {
            return bytes("" + random.nextInt(1_000));
        }
        final byte[] value = new byte[random.nextInt(3 * KvLimits.INLINE_BYTES)];
        random.nextBytes(value);
        return value;
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}

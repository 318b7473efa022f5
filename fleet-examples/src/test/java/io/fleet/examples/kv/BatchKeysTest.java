package io.fleet.examples.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.speculation.Given;
import io.fleet.machine.CommandKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class BatchKeysTest {
    private static final List<Long> ALL = List.of(-1L);

    private static List<Long> told(final KvBatch batch) {
        return told(new Given(batch.headerBytes(), batch.toBytes(), 1));
    }

    private static List<Long> told(final Given command) {
        final List<Long> told = new ArrayList<>();
        new BatchKeys().tell(command, new CommandKeys() {
            @Override
            public void add(final long key) {
                told.add(key);
            }

            @Override
            public void all() {
                told.clear();
                told.addAll(ALL);
            }
        });
        return told;
    }

    private static List<Long> hashes(final String... keys) {
        return Arrays.stream(keys).map(each -> {
            final byte[] bytes = KvDriver.bytes(each);
            return KeyHash.OPEN.of(new UnsafeBuffer(bytes), 0, bytes.length);
        }).toList();
    }

    private static KvBatch batch(final KvOp op, final String... words) {
        return add(new KvBatch(KvBounds.NONE), op, words);
    }

    private static KvBatch add(final KvBatch batch, final KvOp op, final String... words) {
        batch.add(op, KvDriver.words(words));
        return batch;
    }

    @Test
    void shouldNameTheKeysOfEachCommand() {
        assertEquals(hashes("a"), told(batch(KvOp.SET, "a", "b", "PX", "7")));
        assertEquals(hashes("a", "c"), told(batch(KvOp.MSET, "a", "b", "c", "d")));
        assertEquals(hashes("a", "b", "c"), told(add(batch(KvOp.DEL, "a", "b"), KvOp.APPEND, "c", "x")));
        assertEquals(hashes("a", "b"), told(batch(KvOp.RENAME, "a", "b")));
        assertEquals(hashes("a", "b"), told(batch(KvOp.RENAMENX, "a", "b")));
        assertEquals(hashes("a", "b"), told(batch(KvOp.COPY, "a", "b", "DB", "0", "REPLACE")));
        assertEquals(hashes("a", "b"), told(batch(KvOp.LCS, "a", "b", "IDX")));
        assertEquals(hashes("a", "c"), told(batch(KvOp.MSETNX, "a", "b", "c", "d")));
        assertEquals(hashes("a", "b"), told(batch(KvOp.TOUCH, "a", "b")));
        assertEquals(hashes("a"), told(batch(KvOp.OBJECT, "ENCODING", "a")));
        assertEquals(hashes(), told(batch(KvOp.OBJECT, "HELP")));
        for (final KvOp op : new KvOp[] {KvOp.GETEX, KvOp.INCRBYFLOAT, KvOp.GETBIT, KvOp.EXPIRETIME, KvOp.PEXPIRETIME,
            KvOp.GETRANGE, KvOp.SUBSTR, KvOp.SETRANGE, KvOp.SETBIT}) {
            final String[] words = {"a", "1", "0"};
            assertEquals(hashes("a"), told(batch(op, Arrays.copyOf(words, Math.abs(op.arity()) - 1))), op.name());
        }
        final KvBatch exec = new KvBatch(KvBounds.NONE, true, true);
        exec.addExec(2);
        exec.addInner(KvOp.MGET, KvDriver.words("a", "b"));
        exec.addInner(KvOp.SET, KvDriver.words("c", "v".repeat(300)));
        add(exec, KvOp.GET, "d");
        assertEquals(hashes("a", "b", "c", "d"), told(exec));
    }

    @Test
    void shouldNameAllKeysOfWhatLooksAtAll() {
        for (final KvOp op : KvOp.values()) {
            if (op.firstKey() == 0 && op != KvOp.EXEC) {
                final String[] words = op == KvOp.SCAN || op == KvOp.KEYS || op == KvOp.HASH_SECRET
                    ? new String[] {"0"} : new String[0];
                assertEquals(ALL, told(add(batch(KvOp.SET, "a", "1"), op, words)), op.name());
                final KvBatch exec = new KvBatch(KvBounds.NONE);
                exec.addExec(2);
                exec.addInner(KvOp.SET, KvDriver.words("a", "1"));
                exec.addInner(op, KvDriver.words(words));
                assertEquals(ALL, told(exec), op.name());
            }
        }
    }

    @Test
    void shouldNameAllKeysWhereThereAreMany() {
        final KvBatch batch = new KvBatch(KvBounds.NONE);
        for (int i = 0; i < 64; i++) {
            add(batch, KvOp.GET, "k" + i);
        }
        assertEquals(64, told(batch).size());
        assertEquals(ALL, told(add(batch, KvOp.GET, "one more")));
    }

    @Test
    void shouldNameAllKeysOfAMalformedBatch() {
        assertEquals(ALL, told(new Given(new byte[0], new byte[0], 1)));
        assertEquals(ALL, told(new Given(new byte[] {9}, new byte[0], 1)));
        assertFalse(new BatchKeys().isWhole(new Given(new byte[0], batch(KvOp.GET, "a").toBytes(), 1)));
    }
}

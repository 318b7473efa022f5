package io.fleet.examples.kv.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fleet.examples.kv.KvDriver;
import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KeyView;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Those who look into the store wait for whoever is changing it. */
class SharedStoreTest {
    private final SharedStore store = new SharedStore();
    private Thread started;

    private static DraftKey key(final String text) {
        final byte[] bytes = KvDriver.bytes(text);
        return new DraftKey(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private void change(final String how) {
        final Entry entry = store.find(key("a").buffer(), 0, 1);
        switch (how) {
            case "put" -> store.put(key("b"), new Held(new byte[3], 7));
            case "insert" -> store.insert(key("b").buffer(), 0, 1, key("v").buffer(), 0, 1);
            case "remove" -> store.remove(entry);
            case "expireAt" -> store.expireAt(entry, 9);
            case "rekey" -> store.rekey(new KeyHash(1, 2));
            default -> store.clear();
        }
    }

    private void start(final Runnable task) {
        started = new Thread(task);
        started.start();
    }

    /** The thread that was started last waits for the lock, or has done what it should wait with. */
    private void awaitRest(final CompletableFuture<?> done) {
        while (!done.isDone() && started.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    /** A change waits for an open view that is being read, in the middle of what it does. */
    @ParameterizedTest
    @ValueSource(strings = {"put", "insert", "remove", "expireAt", "rekey", "clear"})
    void shouldLetNobodyLookInTheMiddleOfAChange(final String how) throws Exception {
        store.put(key("a"), new Held(new byte[1], Entry.NEVER));
        final KeyView view = store.views().open();
        final CompletableFuture<Held> looked;
        final CompletableFuture<KeyHash> hashes;
        final Thread changing = new Thread(() -> change(how));
        synchronized (view) {
            changing.start();
            while (changing.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            looked = CompletableFuture.supplyAsync(() -> store.look(key("a")), this::start);
            awaitRest(looked);
            hashes = CompletableFuture.supplyAsync(store::hashes, this::start);
            awaitRest(hashes);
            assertFalse(looked.isDone());
            assertFalse(hashes.isDone());
        }
        final Held held = looked.join();
        changing.join();
        assertEquals(how.equals("remove") || how.equals("clear"), held == null);
        assertEquals(store.hashes(), hashes.join());
    }
}

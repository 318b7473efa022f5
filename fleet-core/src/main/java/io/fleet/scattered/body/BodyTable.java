package io.fleet.scattered.body;

import java.util.function.Consumer;
import org.agrona.BitUtil;

/** Finds bodies by (batcher, sequence): open addressing with linear probing, no allocation per entry. */
final class BodyTable {
    private PendingBody[] slots = new PendingBody[1024];
    private int size;

    PendingBody get(final long batcherId, final long sequence) {
        final int mask = slots.length - 1;
        int i = hash(batcherId, sequence) & mask;
        PendingBody body = slots[i];
        while (body != null) {
            if (body.sequence == sequence && body.batcherId == batcherId) {
                return body;
            }
            i = i + 1 & mask;
            body = slots[i];
        }
        return null;
    }

    void put(final PendingBody body) {
        if (++size * 2 > slots.length) {
            grow();
        }
        insert(body);
    }

    void remove(final PendingBody body) {
        final int mask = slots.length - 1;
        int i = hash(body.batcherId, body.sequence) & mask;
        while (slots[i] != body) {
            if (slots[i] == null) {
                return;
            }
            i = i + 1 & mask;
        }
        size--;
        int hole = i;
        int next = i + 1 & mask;
        while (slots[next] != null) {
            final int home = hash(slots[next].batcherId, slots[next].sequence) & mask;
            if ((next - home & mask) >= (next - hole & mask)) {
                slots[hole] = slots[next];
                hole = next;
            }
            next = next + 1 & mask;
        }
        slots[hole] = null;
    }

    void forEach(final Consumer<PendingBody> action) {
        for (final PendingBody body : slots) {
            if (body != null) {
                action.accept(body);
            }
        }
    }

    int size() {
        return size;
    }

    private void insert(final PendingBody body) {
        final int mask = slots.length - 1;
        int i = hash(body.batcherId, body.sequence) & mask;
        while (slots[i] != null) {
            i = i + 1 & mask;
        }
        slots[i] = body;
    }

    private void grow() {
        final PendingBody[] old = slots;
        slots = new PendingBody[BitUtil.findNextPositivePowerOfTwo(old.length * 2)];
        for (final PendingBody body : old) {
            if (body != null) {
                insert(body);
            }
        }
    }

    private static int hash(final long batcherId, final long sequence) {
        long h = (batcherId ^ sequence * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
        h ^= h >>> 32;
        return (int) (h ^ h >>> 15);
    }
}

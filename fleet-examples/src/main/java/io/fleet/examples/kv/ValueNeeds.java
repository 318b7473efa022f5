package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.PayloadStore;
import io.fleet.examples.kv.store.Rope;
import io.fleet.machine.Payload;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;

/**
 * Which payloads a batch may look into: those of the values that are under its keys before it, up to a bound. Replicas
 * find the same, ahead of the batch and again when it is run, so what is not among them is refused alike. Most batches
 * look into none, which is seen at their first byte. Reused; not thread-safe.
 */
final class ValueNeeds {
    private final BatchReader args = new BatchReader();
    private final Set<Payload> needed = new HashSet<>();
    private long bytes;

    /** Whether a batch that is a header looks into values, so that its own may be among them. */
    boolean looksInto(final DirectBuffer header) {
        try {
            return looksInto(header, Integer.MAX_VALUE);
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    private boolean looksInto(final DirectBuffer batch, final int beside) {
        int left = args.wrap(batch, beside);
        while (args.isLater() && left-- > 0) {
            args.next();
            left += args.op() == KvOp.EXEC ? args.count() : 0;
            if (args.op().looksIntoValues()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks for them.
     *
     * @param batch  of good form.
     * @param beside how long the payload beside it is; negative where there is none.
     * @param store  before the batch.
     * @param most   how many bytes; more only where a single command needs them.
     * @return valid until the next call.
     */
    Set<Payload> of(final DirectBuffer batch, final int beside, final PayloadStore store, final long most) {
        needed.clear();
        bytes = 0;
        if (looksInto(batch, beside)) {
            for (int left = args.wrap(batch, beside); left > 0 && bytes < most; left--) {
                args.next();
                left += args.op() == KvOp.EXEC ? args.count() : 0;
                if (args.op().looksIntoValues() || args.op().copiesValues()) {
                    add(store);
                }
            }
        }
        return needed;
    }

    private void add(final PayloadStore store) {
        final int last = Math.min(args.count(), args.op().lastKey());
        for (int key = args.op().firstKey() - 1; key < last; key++) {
            final Entry entry = store.find(args.buffer(), args.offset(key), args.length(key));
            final Rope rope = entry == null ? null : store.rope(entry);
            if (rope != null && args.op().looksInto(rope.length())) {
                rope.forEach(part -> {}, payload -> {
                    if (needed.add(payload)) {
                        bytes += payload.length();
                    }
                });
            }
        }
    }
}

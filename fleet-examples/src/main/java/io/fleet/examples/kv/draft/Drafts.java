package io.fleet.examples.kv.draft;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is under keys once all that is prepared is published. Thread-safe; drafts of one key come one after the other.
 */
final class Drafts {
    /** What the newest draft of a key leaves, null for nothing, and how many drafts there are. */
    private record Newest(Held held, int count) {
    }

    private final SharedStore published;
    private final Map<DraftKey, Newest> newest = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();

    Drafts(final SharedStore published) {
        this.published = published;
    }

    /**
     * What is under a key, expired or not; null when there is nothing. A draft is put into the store before it goes
     * from here, so looking here first meets it in any case.
     */
    Held look(final DraftKey key) {
        final Newest draft = newest.get(key);
        return draft == null ? published.look(key) : draft.held();
    }

    /** How many bytes of answers and values drafts keep. */
    long bytes() {
        return bytes.get();
    }

    int keys() {
        return newest.size();
    }

    /** A batch is prepared. */
    void add(final Draft draft) {
        bytes.addAndGet(draft.bytes());
        for (final DraftEntry each : draft.entries()) {
            if (each.isChanged()) {
                newest.compute(each.key(), (key, now) -> new Newest(each.after(), now == null ? 1 : now.count() + 1));
            }
        }
    }

    /** The oldest draft is part of the store. */
    void publish(final Draft draft) {
        bytes.addAndGet(-draft.bytes());
        for (final DraftEntry each : draft.entries()) {
            if (each.isChanged()) {
                newest.computeIfPresent(each.key(),
                    (key, now) -> now.count() == 1 ? null : new Newest(now.held(), now.count() - 1));
            }
        }
    }

    /** The newest draft was for nothing. */
    void revoke(final Draft draft) {
        bytes.addAndGet(-draft.bytes());
        for (final DraftEntry each : draft.entries()) {
            if (each.isChanged()) {
                newest.computeIfPresent(each.key(),
                    (key, now) -> now.count() == 1 ? null : new Newest(each.before(), now.count() - 1));
            }
        }
    }
}

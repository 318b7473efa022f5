package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The state of one machine after some slots: which entry wrote each key last. It refers to these, and to no others. An
 * entry that comes again changes nothing.
 */
final class CodedState {
    private final ToLongFunction<EntryId> keys;
    private final Set<String> seen = new HashSet<>();
    private final Map<Long, Written> newest = new HashMap<>();
    private final Set<String> referenced = new HashSet<>();
    private long slots;

    private record Written(long slot, EntryId id) {
    }

    /** The state before the first slot; keys below 0 are of entries that write nothing. */
    CodedState(final ToLongFunction<EntryId> keys) {
        this(keys, 0);
    }

    /** The state after so many slots of which nothing is left. */
    CodedState(final ToLongFunction<EntryId> keys, final long slots) {
        this.keys = keys;
        this.slots = slots;
    }

    CodedState(final CodedState other) {
        keys = other.keys;
        seen.addAll(other.seen);
        newest.putAll(other.newest);
        referenced.addAll(other.referenced);
        slots = other.slots;
    }

    void apply(final EntryId id) {
        slots++;
        if (id.isNull() || !seen.add(id.toString()) || keys.applyAsLong(id) < 0) {
            return;
        }
        final Written before = newest.put(keys.applyAsLong(id), new Written(slots, new EntryId().set(id)));
        if (before != null) {
            referenced.remove(before.id.toString());
        }
        referenced.add(id.toString());
    }

    /** The slot that wrote a key last; 0 for none. */
    long newest(final long key, final EntryId into) {
        final Written found = newest.get(key);
        if (found == null) {
            return 0;
        }
        into.set(found.id);
        return found.slot;
    }

    boolean isReferenced(final EntryId id) {
        return isReferenced(id.toString());
    }

    boolean isReferenced(final String id) {
        return referenced.contains(id);
    }

    Collection<EntryId> references() {
        final List<EntryId> ids = new ArrayList<>();
        newest.keySet().stream().sorted().forEach(key -> ids.add(newest.get(key).id));
        return ids;
    }
}

package io.fleet.testkit.coded;

import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.mec.EntryId;
import io.fleet.ec.storage.MetaStanding;
import io.fleet.storage.meta.MetaStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.agrona.collections.MutableInteger;

/**
 * The snapshots of one machine: which entries its state consists of, slot by slot. What is in one lies here; that it is
 * durable is what the meta store says, as a promise that only rises, so that crashes fall between all steps. Its parts
 * are referred to for ever, as those of a machine that keeps handles.
 */
final class CodedSnapshots {
    private static final int REQUIRED_AT_ONCE = 64;

    private final int every;
    private final TreeMap<Long, List<EntryId>> contents = new TreeMap<>();
    private final List<EntryId> state = new ArrayList<>();
    /** Which entries of the state were there when it was last asked, and the place of the newest of each key. */
    private final Set<String> seen = new HashSet<>();
    private final Map<Long, Integer> newest = new HashMap<>();
    private int indexed;
    private final MutableInteger required = new MutableInteger();
    private long staged;
    private long told;
    private long installing;

    CodedSnapshots(final int every) {
        this.every = every;
    }

    /** All is gone with the disk. */
    void lose() {
        contents.clear();
    }

    /** A new life begins: the state is that of the snapshot that is durable. */
    void start(final CodedGroup group, final MetaStore meta) {
        final long durable = durable(meta);
        contents.tailMap(durable, false).clear();
        staged = durable;
        told = durable;
        installing = 0;
        required.set(0);
        clear();
        if (durable > 0) {
            state.addAll(contents.get(durable));
            requireAll(group);
            group.upkeep().install(durable);
        }
    }

    long durable(final MetaStore meta) {
        return meta.durablePromise(id());
    }

    List<EntryId> content(final long upTo) {
        return contents.get(upTo);
    }

    boolean isInstalling() {
        return installing > 0;
    }

    /** Whether the parts of all that the state refers to are held or being rebuilt. */
    boolean isRequired() {
        return required.get() == state.size() && installing == 0;
    }

    /** The last slot of the state whose entry, there for the first time, writes a key; 0 for none. */
    long newest(final long key, final ToLongFunction<EntryId> keyOf, final EntryId into) {
        for (; indexed < state.size(); indexed++) {
            final EntryId id = state.get(indexed);
            if (!id.isNull() && seen.add(id.toString())) {
                newest.put(keyOf.applyAsLong(id), indexed);
            }
        }
        final Integer found = newest.get(key);
        if (found == null) {
            return 0;
        }
        into.set(state.get(found));
        return found + 1;
    }

    private void clear() {
        state.clear();
        seen.clear();
        newest.clear();
        indexed = 0;
    }

    void onApply(final EntryId id) {
        state.add(new EntryId().set(id));
    }

    /** Another one's snapshot has arrived. */
    void receive(final long upTo, final List<EntryId> content, final CodedGroup group, final MetaStore meta) {
        if (upTo > group.applied() && upTo > staged) {
            contents.put(upTo, content);
            staged = upTo;
            installing = upTo;
            meta.promise(id(), upTo);
        }
    }

    /** One cycle: takes a snapshot when it is time, tells of durable ones, asks for the parts of the state. */
    void doWork(final CodedGroup group, final MetaStore meta, final CodedWitness witness, final int node) {
        final long durable = durable(meta);
        if (installing > 0) {
            if (durable >= installing) {
                install(group, witness, node);
            }
            return;
        }
        if (durable > told) {
            told = durable;
            witness.onSnapshot(node, durable);
            group.upkeep().onSnapshot(durable);
        }
        if (every > 0 && group.applied() >= staged + every) {
            staged = group.applied();
            contents.put(staged, List.copyOf(state));
            meta.promise(id(), staged);
        }
        for (int i = 0; i < REQUIRED_AT_ONCE && required.get() < state.size(); i++) {
            final EntryId id = state.get(required.get());
            if (!id.isNull() && !group.upkeep().require(id)) {
                return;
            }
            required.increment();
        }
    }

    private void install(final CodedGroup group, final CodedWitness witness, final int node) {
        if (installing > group.applied()) {
            clear();
            state.addAll(contents.get(installing));
            required.set(0);
            requireAll(group);
            group.upkeep().install(installing);
            witness.onInstall(node, installing, group.applied());
        } else {
            group.upkeep().onSnapshot(installing);
        }
        witness.onSnapshot(node, installing);
        told = installing;
        installing = 0;
    }

    /** What the state refers to is asked for before it is installed: a node that lacks parts waits for all of it. */
    private void requireAll(final CodedGroup group) {
        state.stream().filter(id -> !id.isNull()).forEach(group.upkeep()::require);
    }

    private static int id() {
        return MetaStanding.partsOf(CodedStores.GROUP_ID);
    }
}

package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.storage.MetaStanding;
import io.fleet.storage.meta.MetaStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The state of one machine, and its snapshots. What is in a snapshot lies here; that it is durable is what the meta
 * store says, as a promise that only rises, so that crashes fall between all steps.
 */
final class CodedSnapshots {
    private final int every;
    private final ToLongFunction<EntryId> keys;
    private final TreeMap<Long, CodedState> contents = new TreeMap<>();
    private final Deque<EntryId> required = new ArrayDeque<>();
    private CodedState state;
    private long requiredUpTo;
    private long staged;
    private long told;
    private long installing;

    CodedSnapshots(final int every, final ToLongFunction<EntryId> keys) {
        this.every = every;
        this.keys = keys;
        state = new CodedState(keys);
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
        required.clear();
        state = durable > 0 ? new CodedState(contents.get(durable)) : new CodedState(keys);
        group.upkeep().references(this::isReferenced);
        if (durable > 0) {
            require(group, state, durable);
            group.upkeep().install(durable);
        }
    }

    long durable(final MetaStore meta) {
        return meta.durablePromise(id());
    }

    CodedState content(final long upTo) {
        return contents.get(upTo);
    }

    CodedState state() {
        return state;
    }

    boolean isInstalling() {
        return installing > 0;
    }

    /** Whether the parts of all that the state refers to are held or being rebuilt. */
    boolean isRequired() {
        return required.isEmpty() && installing == 0;
    }

    /** Whether the state, or a snapshot that is durable or may become it, refers to an entry. */
    boolean isReferenced(final EntryId id) {
        return isReferenced(id.toString());
    }

    boolean isReferenced(final String id) {
        return state.isReferenced(id) || contents.values().stream().anyMatch(content -> content.isReferenced(id));
    }

    void onApply(final EntryId id) {
        state.apply(id);
    }

    /** A group that has been there for long: all of it is in a snapshot in which nothing is left. */
    void begin(final long upTo, final CodedGroup group, final MetaStore meta) {
        receive(upTo, new CodedState(keys, upTo), group, meta);
    }

    /** Another one's snapshot has arrived. */
    void receive(final long upTo, final CodedState content, final CodedGroup group, final MetaStore meta) {
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
        contents.headMap(durable, false).clear();
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
            contents.put(staged, new CodedState(state));
            meta.promise(id(), staged);
        }
        while (!required.isEmpty() && group.upkeep().require(required.peek(), requiredUpTo)) {
            required.remove();
        }
    }

    private void install(final CodedGroup group, final CodedWitness witness, final int node) {
        if (installing > group.applied()) {
            state = new CodedState(contents.get(installing));
            require(group, state, installing);
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
    private void require(final CodedGroup group, final CodedState of, final long upTo) {
        requiredUpTo = upTo;
        required.clear();
        required.addAll(of.references());
        while (!required.isEmpty() && group.upkeep().require(required.peek(), upTo)) {
            required.remove();
        }
    }

    private static int id() {
        return MetaStanding.partsOf(CodedStores.GROUP_ID);
    }
}

package io.fleet.bench.peer.microraft;

import io.fleet.bench.peer.ValueMap;
import io.microraft.statemachine.StateMachine;
import java.util.List;
import java.util.function.Consumer;

/** The map of one replica, on the replica's thread; how many snapshots it gave, any may ask. */
final class MapMachine implements StateMachine {
    private static final String NEW_TERM = "new term";

    private final int keys;
    private final ValueMap map;
    private volatile long snapshots;

    MapMachine(final int keys) {
        this.keys = keys;
        map = new ValueMap(keys);
    }

    @Override
    public Object runOperation(final long commitIndex, final Object operation) {
        if (operation instanceof Put put) {
            System.arraycopy(put.value(), 0, map.forPut(put.key(), put.value().length), 0, put.value().length);
            return null;
        }
        return operation instanceof Get get ? map.get(get.key()) : null;
    }

    @Override
    public void takeSnapshot(final long commitIndex, final Consumer<Object> chunks) {
        final byte[][] values = new byte[keys][];
        for (int key = 0; key < keys; key++) {
            final byte[] value = map.get(key);
            values[key] = value == null ? null : value.clone();
        }
        chunks.accept(values);
        snapshots = snapshots + 1;
    }

    long snapshots() {
        return snapshots;
    }

    @Override
    public void installSnapshot(final long commitIndex, final List<Object> chunks) {
        final byte[][] values = (byte[][]) chunks.get(0);
        for (int key = 0; key < keys; key++) {
            if (values[key] != null) {
                runOperation(commitIndex, new Put(key, values[key]));
            }
        }
    }

    @Override
    public Object getNewTermOperation() {
        return NEW_TERM;
    }
}

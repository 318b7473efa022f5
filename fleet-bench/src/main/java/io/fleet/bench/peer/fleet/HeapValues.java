package io.fleet.bench.peer.fleet;

import io.fleet.bench.peer.ValueMap;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import org.agrona.DirectBuffer;

/** In an array for each. */
final class HeapValues extends Values {
    private final ValueMap map;

    HeapValues(final int keys) {
        super(keys);
        map = new ValueMap(keys);
    }

    @Override
    void put(final long key, final DirectBuffer value) {
        value.getBytes(0, map.forPut(key, value.capacity()));
    }

    @Override
    void get(final long key, final Reply reply) {
        final byte[] value = map.get(key);
        if (value != null) {
            reply.write(value);
        }
    }

    @Override
    int length(final int key) {
        final byte[] value = map.get(key);
        return value == null ? NONE : value.length;
    }

    @Override
    void write(final int key, final int length, final SnapshotWriter out) {
        out.write(map.get(key), 0, length);
    }

    @Override
    void read(final int key, final int length, final SnapshotReader in) {
        in.read(map.forPut(key, length), 0, length);
    }
}

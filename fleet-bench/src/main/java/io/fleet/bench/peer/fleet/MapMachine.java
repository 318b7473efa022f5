package io.fleet.bench.peer.fleet;

import io.fleet.bench.peer.ValueMap;
import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** The map as a state machine: the header is the key, the payload of a command the value; queries read. */
final class MapMachine implements StateMachine {
    private final ValueMap map;
    private final ServiceTime service;

    /**
     * @param keys    how many there are.
     * @param service of queries; commands take no time of their own, since all nodes execute them.
     */
    MapMachine(final int keys, final ServiceTime service) {
        map = new ValueMap(keys);
        this.service = service;
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        final DirectBuffer payload = command.payload();
        payload.getBytes(0, map.forPut(key(command), payload.capacity()));
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final long key = key(query);
        service.spend(key);
        final byte[] value = map.get(key);
        if (value != null) {
            reply.write(value);
        }
    }

    private static long key(final Query query) {
        return query.header().getLong(0, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        throw new UnsupportedOperationException("the benchmark writes no snapshots");
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        throw new UnsupportedOperationException("the benchmark reads no snapshots");
    }
}

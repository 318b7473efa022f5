package io.fleet.bench.peer.fleet;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.ByteOrder;

/** The map as a state machine: the header is the key, the payload of a command the value; queries read. */
final class MapMachine implements StateMachine {
    private final Values values;
    private final ServiceTime service;
    private final ServiceTime ofCommands;

    /**
     * @param values  empty.
     * @param service of queries; commands take no time of their own, since all nodes execute them.
     */
    MapMachine(final Values values, final ServiceTime service) {
        this(values, service, ServiceTime.NONE);
    }

    /**
     * @param values     empty.
     * @param service    of queries.
     * @param ofCommands of commands.
     */
    MapMachine(final Values values, final ServiceTime service, final ServiceTime ofCommands) {
        this.values = values;
        this.service = service;
        this.ofCommands = ofCommands;
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        final long key = key(command);
        ofCommands.spend(key);
        values.put(key, command.payload());
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final long key = key(query);
        service.spend(key);
        values.get(key, reply);
    }

    private static long key(final Query query) {
        return query.header().getLong(0, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        values.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        values.readSnapshot(in);
    }
}

package io.fleet.bench.peer.microraft;

import io.microraft.statemachine.StateMachine;
import java.util.List;
import java.util.function.Consumer;

/** The map of one replica: keeps the arrays that it is given. On the replica's thread. */
final class ArrayMap implements StateMachine {
    private static final String NEW_TERM = "new term";

    private byte[][] values;

    ArrayMap(final int keys) {
        values = new byte[keys][];
    }

    @Override
    public Object runOperation(final long commitIndex, final Object operation) {
        if (operation instanceof Put put) {
            values[(int) put.key()] = put.value();
            return null;
        }
        return operation instanceof Get get ? values[(int) get.key()] : null;
    }

    @Override
    public void takeSnapshot(final long commitIndex, final Consumer<Object> chunks) {
        chunks.accept(values.clone());
    }

    @Override
    public void installSnapshot(final long commitIndex, final List<Object> chunks) {
        values = ((byte[][]) chunks.get(0)).clone();
    }

    @Override
    public Object getNewTermOperation() {
        return NEW_TERM;
    }
}

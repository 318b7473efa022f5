package io.fleet.verify.torture;

import io.fleet.verify.torture.history.KvInput;
import io.fleet.verify.torture.history.LongText;
import io.fleet.verify.torture.history.ReadLevel;
import io.fleet.verify.torture.history.Recorder;
import io.fleet.verify.torture.history.StaleReads;
import io.fleet.verify.torture.history.Workload;
import io.fleet.verify.torture.process.RespClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

/**
 * One client: an operation after the other, each sent once. It has a home node; when that one fails it, it goes on at
 * the next node and comes back a little later. It never waits on a node for longer than {@link #TIMEOUT_MILLIS}.
 */
final class LoadClient implements Runnable {
    /** How long a reply is awaited. */
    static final int TIMEOUT_MILLIS = 2000;
    private static final long AWAY_NS = 3_000_000_000L;
    private static final long BACK_OFF_NS = 20_000_000;

    private final int number;
    private final int nodes;
    private final IntUnaryOperator ports;
    private final Workload workload;
    private final Recorder recorder;
    private final long restNs;
    private final ReadLevel level;
    private final StaleReads staleReads;
    private volatile boolean stopped;
    private RespClient connection;
    private long connectedNs;
    private int node;
    private long awayUntilNs = System.nanoTime();

    /**
     * @param number of the client, from 0; says which node is its home.
     * @param nodes  how many there are.
     * @param ports  gives the port of a node.
     * @param restNs how long it rests after each operation.
     * @param level  what its reads may see.
     * @param staleReads takes those of them that may be stale.
     */
    LoadClient(final int number, final int nodes, final IntUnaryOperator ports, final Workload workload,
               final Recorder recorder, final long restNs, final ReadLevel level, final StaleReads staleReads) {
        this.level = level;
        this.staleReads = staleReads;
        this.number = number;
        this.nodes = nodes;
        this.ports = ports;
        this.workload = workload;
        this.recorder = recorder;
        this.restNs = restNs;
        node = home();
    }

    @Override
    public void run() {
        while (!stopped) {
            if (connected()) {
                operate(workload.next());
                rest();
            } else {
                LockSupport.parkNanos(BACK_OFF_NS);
            }
        }
        disconnect();
    }

    /** Asks the client to end, which takes at most a timeout. Any thread. */
    void stop() {
        stopped = true;
    }

    private void rest() {
        if (restNs > 0) {
            LockSupport.parkNanos(restNs);
        }
    }

    private int home() {
        return number % nodes;
    }

    private boolean connected() {
        if (node != home() && System.nanoTime() - awayUntilNs > 0) {
            disconnect();
            node = home();
        }
        if (connection == null) {
            try {
                connection = new RespClient(ports.applyAsInt(node), TIMEOUT_MILLIS);
                connectedNs = System.nanoTime();
                if (level != ReadLevel.LOG) {
                    connection.call(List.of("CLIENT", "READS", level.word()));
                }
            } catch (final IOException nobodyThere) {
                leave();
            } catch (final RespClient.ErrorReply e) {
                recorder.refused("CLIENT READS " + level.word(), e.getMessage());
                leave();
            }
        }
        return connection != null;
    }

    private void operate(final KvInput input) {
        if (!input.isWrite() && !level.isLinearizable()) {
            readStale(input);
            return;
        }
        final int operation = recorder.invoke(number, input);
        try {
            recorder.ok(operation, LongText.recognize(connection.call(input.sent()).get(0)));
        } catch (final RespClient.ErrorReply e) {
            failed(operation, input, e.getMessage());
        } catch (final IOException e) {
            recorder.unknown(operation);
            workload.unknown();
            leave();
        }
    }

    /** Whether it is answered or not, it is no part of the history. */
    private void readStale(final KvInput input) {
        final long invokedNs = System.nanoTime();
        try {
            final String value = LongText.recognize(connection.call(input.sent()).get(0));
            staleReads.add(new StaleReads.Read(number, level, input.key(), connectedNs, invokedNs, System.nanoTime(),
                value));
        } catch (final RespClient.ErrorReply e) {
            if (!e.getMessage().startsWith("TRYAGAIN ")) {
                recorder.refused(input + " of level " + level.word(), e.getMessage());
            }
            LockSupport.parkNanos(BACK_OFF_NS);
        } catch (final IOException e) {
            leave();
        }
    }

    private void failed(final int operation, final KvInput input, final String error) {
        if (error.startsWith("TRYAGAIN not applied:")) {
            recorder.notApplied(operation);
            LockSupport.parkNanos(BACK_OFF_NS);
        } else if (error.startsWith("TRYAGAIN not answered:") || error.startsWith("UNKNOWN outcome unknown:")) {
            recorder.unknown(operation);
            workload.unknown();
        } else {
            recorder.refused(operation, input, error);
        }
    }

    private void leave() {
        disconnect();
        node = (node + 1) % nodes;
        awayUntilNs = System.nanoTime() + AWAY_NS;
    }

    private void disconnect() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}

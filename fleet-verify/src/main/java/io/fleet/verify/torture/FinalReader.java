package io.fleet.verify.torture;

import io.fleet.verify.torture.history.KvInput;
import io.fleet.verify.torture.history.LongText;
import io.fleet.verify.torture.history.Recorder;
import io.fleet.verify.torture.process.KvProcess;
import io.fleet.verify.torture.process.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Reads every key through every node when all clients have ended, and records that as one more client. */
final class FinalReader {
    private static final int BATCH = 64;
    /** Of long values, all of which come in one answer. */
    private static final int LONG_BATCH = 4;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    private final KvProcesses processes;
    private final Recorder recorder;
    private final int client;
    private final int batch;
    private final long sinceNs = System.nanoTime();
    private final Map<String, String> values = new HashMap<>();

    /**
     * @param client   the number of this client.
     * @param withLong whether values may be long.
     */
    FinalReader(final KvProcesses processes, final Recorder recorder, final int client, final boolean withLong) {
        this.processes = processes;
        this.recorder = recorder;
        this.client = client;
        batch = withLong ? LONG_BATCH : BATCH;
    }

    /** The values that the last node gave; null for none. */
    Map<String, String> read() throws TortureFailure {
        final List<String> keys = recorder.history().operations().stream()
            .map(operation -> operation.input().key()).distinct().toList();
        for (final KvProcess node : processes.nodes()) {
            for (int i = 0; i < keys.size(); i += batch) {
                final List<String> some = keys.subList(i, Math.min(keys.size(), i + batch));
                while (!readSome(node, some)) {
                    if (System.nanoTime() - sinceNs > LIMIT_NS) {
                        throw new TortureFailure("node " + node.id() + " does not answer reads though all nodes are up"
                            + node.endOfLog());
                    }
                    processes.rest();
                }
            }
        }
        return values;
    }

    private boolean readSome(final KvProcess node, final List<String> keys) {
        final List<Integer> operations = new ArrayList<>();
        keys.forEach(key -> operations.add(recorder.invoke(client, KvInput.get(key))));
        final List<String> words = new ArrayList<>(List.of("MGET"));
        words.addAll(keys);
        try (RespClient connection = new RespClient(node.port(), LoadClient.TIMEOUT_MILLIS)) {
            final List<String> found = connection.call(words);
            for (int i = 0; i < keys.size(); i++) {
                final String value = LongText.recognize(found.get(i));
                recorder.ok(operations.get(i), value);
                values.put(keys.get(i), value);
            }
            return true;
        } catch (final IOException | RespClient.ErrorReply e) {
            operations.forEach(recorder::notApplied);
            return false;
        }
    }
}

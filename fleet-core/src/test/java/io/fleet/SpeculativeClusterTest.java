package io.fleet;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.fixture.cluster.Clusters;
import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that real threads prepare, while leaders change. */
class SpeculativeClusterTest {
    private static final int KEYS = 7;
    private static final int COMMANDS = 1500;
    private static final AtomicInteger PREPARED_ELSEWHERE = new AtomicInteger();

    /** Counts up what is under a key; a key is drafted by one thread at a time, and looked at by any. */
    private static final class Counters implements SpeculativeMachine<Counters.Draft> {
        private final ConcurrentHashMap<Long, Long> published = new ConcurrentHashMap<>();
        private final ConcurrentHashMap<Long, List<Draft>> drafts = new ConcurrentHashMap<>();

        record Draft(long key, long value) {
        }

        @Override
        public void keys(final Command command, final CommandKeys keys) {
            keys.add(command.payload().getLong(0));
        }

        @Override
        public Draft prepare(final Command command, final Reply reply) {
            if (Thread.currentThread().getName().contains("-prepare-")) {
                PREPARED_ELSEWHERE.incrementAndGet();
            }
            final long key = command.payload().getLong(0);
            final Draft[] made = new Draft[1];
            drafts.compute(key, (id, before) -> {
                final List<Draft> all = before == null ? new ArrayList<>() : before;
                final long value = all.isEmpty() ? published.getOrDefault(key, 0L)
                    : all.get(all.size() - 1).value();
                made[0] = new Draft(key, value + 1);
                all.add(made[0]);
                return all;
            });
            reply.writeLong(made[0].value());
            return made[0];
        }

        /** The value is there before the draft goes, so who looks in between sees the same. */
        @Override
        public void publish(final Draft draft, final Reply reply) {
            drafts.compute(draft.key(), (key, all) -> {
                published.put(key, draft.value());
                all.remove(0);
                return all.isEmpty() ? null : all;
            });
        }

        @Override
        public void revoke(final Draft draft) {
            drafts.compute(draft.key(), (key, all) -> {
                all.remove(all.size() - 1);
                return all.isEmpty() ? null : all;
            });
        }

        @Override
        public void query(final Query query, final Reply reply) {
            reply.writeLong(published.getOrDefault(query.payload().getLong(0), 0L));
        }

        @Override
        public long stateDigest() {
            return published.hashCode();
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeInt(published.size());
            published.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
                out.writeLong(entry.getKey());
                out.writeLong(entry.getValue());
            });
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            for (int left = in.readInt(); left > 0; left--) {
                final long key = in.readLong();
                published.put(key, in.readLong());
            }
        }
    }

    private static byte[] key(final long key) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(key).array();
    }

    private static long number(final byte[] answer) {
        return ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    @Test
    void shouldCountEachCommandOnceWhileLeadersChange(@TempDir final Path directory) throws Exception { // V1 to V7
        try (FleetCluster cluster = Clusters.in(directory).nodes(3).prepareThreads(2)
            .config(Clusters.patient(GroupConfig.scattered().withMaxCommandBytes(1 << 16)))
            .machine(Counters::new).launch()) {
            final FleetClient client = cluster.client(0);
            final List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < COMMANDS; i++) {
                answers.add(client.submit(key(i % KEYS)));
                if (i % 500 == 250) {
                    answers.get(i - 100).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    cluster.node(0).transferLeadership(0);
                }
            }
            final List<List<Long>> seen = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                seen.add(new ArrayList<>());
            }
            for (int i = 0; i < COMMANDS; i++) {
                seen.get(i % KEYS).add(number(answers.get(i).get(PATIENCE_SECONDS, TimeUnit.SECONDS)));
            }
            for (int key = 0; key < KEYS; key++) {
                final long count = seen.get(key).size();
                assertEquals(count, seen.get(key).stream().distinct().count(), "each answer once");
                assertEquals(count, seen.get(key).stream().mapToLong(Long::longValue).max().orElseThrow());
                assertEquals(count, number(client.query(key(key)).get(PATIENCE_SECONDS, TimeUnit.SECONDS)));
            }
        }
        assertTrue(PREPARED_ELSEWHERE.get() > 0, "no thread has prepared anything");
    }
}

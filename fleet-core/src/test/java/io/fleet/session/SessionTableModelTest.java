package io.fleet.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.fixture.machine.MemorySnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table against maps that say what it should do, with snapshots taken and read back in between. */
class SessionTableModelTest {
    private static final int WINDOW = 64;
    private static final int SESSIONS = 6;
    private static final long TIMEOUT = 1000;
    private static final int BYTES = 6_000;
    private static final GroupConfig ROOMY = GroupConfig.scattered()
        .withClientWindow(WINDOW).withMaxSessions(SESSIONS).withSessionTimeoutMillis(TIMEOUT);
    private static final GroupConfig TIGHT = ROOMY.withSessionBytes(BYTES);

    private static final class ModelSession {
        private long first = 1;
        private long lastUse;
        /** Null where the answer is gone. */
        private final TreeMap<Long, byte[]> results = new TreeMap<>();

        long cost() {
            return results.values().stream().mapToLong(each -> each == null ? 0 : SessionTable.cost(each.length)).sum();
        }

        void dropLowest() {
            for (final Map.Entry<Long, byte[]> each : results.entrySet()) {
                if (each.getValue() != null) {
                    each.setValue(null);
                    return;
                }
            }
        }
    }

    /** In the order of last use. */
    private final Map<Long, ModelSession> model = new LinkedHashMap<>();
    private GroupConfig config = ROOMY;
    private SessionTable table = new SessionTable(config);
    private int gone;
    private long time;
    private long nextId = 1;
    private int executed;
    private int repeated;
    private int stale;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @Tag("hazard-S-B2")
    void shouldDoWhatTheModelDoesWhereAnswersHaveNoRoom(final long seed) { // S9, S13
        config = TIGHT;
        table = new SessionTable(config);
        shouldDoWhatTheModelDoes(seed);
        assertTrue(gone > 50, gone + " answers were gone");
        assertTrue(table.droppedReplies() > 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDoWhatTheModelDoes(final long seed) {
        final Random random = new Random(seed);
        SessionTable twin = null;
        for (int step = 0; step < 20_000; step++) {
            final int dice = random.nextInt(100);
            if (dice < 2) {
                open();
            } else if (dice < 3) {
                close(1 + random.nextInt((int) nextId));
            } else if (dice < 20) {
                tick(random.nextInt(40));
            } else if (dice < 25) {
                read(id(random));
            } else if (dice == 25 && step % 7 == 0) {
                twin = table;
                final byte[] snapshot = MemorySnapshot.of(table::writeSnapshot);
                table = new SessionTable(config);
                table.readSnapshot(MemorySnapshot.reader(snapshot));
                assertArrayEquals(snapshot, MemorySnapshot.of(twin::writeSnapshot));
                assertArrayEquals(snapshot, MemorySnapshot.of(table::writeSnapshot));
            } else {
                write(random, id(random));
            }
            assertEquals(model.size(), table.sessionCount());
            assertEquals(model.values().stream().mapToLong(ModelSession::cost).sum(), table.keptBytes());
            assertTrue(table.keptBytes() <= config.sessionBytes());
            assertTrue(table.measure() <= bound(), () -> table.measure() + " bytes, " + table.keptBytes() + " kept");
        }
        assertTrue(twin != null && executed > 1000 && repeated > 100 && stale > 100,
            executed + " executed, " + repeated + " repeated, " + stale + " stale");
    }

    /** What the documentation of the table says. */
    private long bound() {
        return config.sessionBytes() + SESSIONS * (640L + WINDOW / 4);
    }

    private long id(final Random random) {
        return Math.max(1, nextId - 1 - random.nextInt(SESSIONS + 2));
    }

    private void open() {
        final long id = table.openSession();
        if (model.size() == SESSIONS) {
            assertEquals(0, id);
        } else {
            assertEquals(nextId, id);
            nextId++;
            final ModelSession session = new ModelSession();
            session.lastUse = time;
            model.put(id, session);
        }
    }

    private void close(final long id) {
        assertEquals(model.remove(id) != null, table.closeSession(id));
    }

    private void tick(final int millis) {
        time += millis;
        table.onEntry(time);
        model.values().removeIf(session -> time - session.lastUse > TIMEOUT);
    }

    private void read(final long id) {
        final ModelSession session = use(id);
        assertEquals(session == null ? Admission.NO_SESSION : Admission.EXECUTE, table.admitRead(id));
        if (session != null) {
            session.lastUse = time;
        }
    }

    private ModelSession use(final long id) {
        final ModelSession session = model.remove(id);
        if (session != null) {
            model.put(id, session);
        }
        return session;
    }

    private void makeRoom(final ModelSession stored) {
        while (stored.cost() > config.sessionBytes() / 2) {
            stored.dropLowest();
        }
        while (model.values().stream().mapToLong(ModelSession::cost).sum() > config.sessionBytes()) {
            model.values().stream().filter(each -> each.cost() > config.sessionBytes() / SESSIONS).findFirst()
                .orElseThrow().dropLowest();
        }
    }

    private void write(final Random random, final long id) {
        final ModelSession session = use(id);
        final long first = session == null ? 1 : session.first;
        final long sequence = Math.max(1, first - 5 + random.nextInt(WINDOW));
        final long oldest = Math.max(1, sequence - random.nextInt(WINDOW + 20));
        final Admission admission = table.admitWrite(id, sequence, oldest);
        assertEquals(expected(session, sequence, oldest), admission);
        if (admission == Admission.EXECUTE) {
            final byte[] reply = new byte[random.nextInt(20) == 0 ? random.nextInt(70_000) : random.nextInt(50)];
            random.nextBytes(reply);
            table.store(id, sequence, ReplyFrame.OK, new UnsafeBuffer(reply), 0, reply.length);
            session.results.put(sequence, reply);
            table.makeRoom();
            makeRoom(session);
            executed++;
        } else if (admission == Admission.REPEATED) {
            final StoredReply view = new StoredReply();
            assertTrue(table.stored(id, sequence, view));
            final byte[] reply = new byte[view.length()];
            view.buffer().getBytes(view.offset(), reply);
            final byte[] expected = session.results.get(sequence);
            assertEquals(expected == null ? ReplyFrame.REPLY_GONE : ReplyFrame.OK, view.status());
            assertArrayEquals(expected == null ? new byte[0] : expected, reply);
            gone += expected == null ? 1 : 0;
            repeated++;
        } else if (admission == Admission.STALE) {
            stale++;
        }
    }

    private Admission expected(final ModelSession session, final long sequence, final long oldest) {
        if (session == null) {
            return Admission.NO_SESSION;
        }
        session.lastUse = time;
        if (sequence < session.first) {
            return Admission.STALE;
        }
        session.first = Math.max(session.first, oldest);
        session.results.keySet().removeIf(key -> key < session.first);
        if (sequence >= session.first + WINDOW) {
            return Admission.WINDOW_EXCEEDED;
        }
        return session.results.containsKey(sequence) ? Admission.REPEATED : Admission.EXECUTE;
    }
}

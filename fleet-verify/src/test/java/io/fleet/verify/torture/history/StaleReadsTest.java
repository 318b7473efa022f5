package io.fleet.verify.torture.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.history.History;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hazard-U-torture-reads")
class StaleReadsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int WRITER = 1;
    private static final int READER = 2;

    private final History<KvInput, String> history = new History<>();
    private final StaleReads reads = new StaleReads();

    @Test
    void shouldAllowWhatIsYoungerThanTheBoundOrNotYetAnswered() {
        write(WRITER, KvInput.incr("c:1"), 0, 1);
        write(WRITER, KvInput.incr("c:1"), 2 * SECOND, 2 * SECOND + 1);
        for (final String value : List.of("1", "2")) {
            read(ReadLevel.STALE, "c:1", 0, 2 * SECOND + 2, value);
        }
        read(ReadLevel.LOCAL, "c:1", 0, 3 * SECOND, null);
        read(ReadLevel.STALE, "r:1", 0, 2 * SECOND, null);
        assertEquals(List.of(), reads.problems(history));
        assertEquals(4, reads.count());
    }

    @Test
    void shouldFindWhatIsOlderThanItMayBe() {
        write(WRITER, KvInput.incr("c:1"), 0, 1);
        read(ReadLevel.STALE, "c:1", 0, 2 * SECOND, null);
        shouldFind("must see 1 increments");
        write(WRITER, KvInput.set("r:1", "a"), 2, 3);
        write(WRITER, KvInput.set("r:1", "b"), 4, 5);
        read(ReadLevel.STALE, "r:1", 0, 2 * SECOND, "a");
        shouldFind("it does not see");
    }

    @Test
    void shouldFindThatAConnectionDoesNotSeeItsOwnWrites() {
        write(READER, KvInput.append("j:1", "x;"), 10, 11);
        read(ReadLevel.LOCAL, "j:1", 20, 30, null);
        assertEquals(List.of(), reads.problems(history));
        read(ReadLevel.LOCAL, "j:1", 5, 30, null);
        shouldFind("it does not see");
    }

    @Test
    void shouldFindWhatNobodyWroteOrWasRefused() {
        read(ReadLevel.LOCAL, "r:1", 0, 10, "z");
        shouldFind("nobody had written that");
        history.notApplied(history.invoke(WRITER, KvInput.append("j:1", "x;"), 1), 2);
        read(ReadLevel.LOCAL, "j:1", 0, 10, "x;");
        shouldFind("nobody had appended");
        read(ReadLevel.LOCAL, "c:1", 0, 10, "1");
        shouldFind("may see 0");
    }

    @Test
    void shouldReadAtAllLevels() {
        final Set<ReadLevel> levels = EnumSet.noneOf(ReadLevel.class);
        for (int client = 0; client < 12; client++) {
            levels.add(ReadLevel.of(client, true));
            assertTrue(ReadLevel.of(client, false) != ReadLevel.LEASE);
        }
        assertEquals(EnumSet.allOf(ReadLevel.class), levels);
    }

    private void write(final int client, final KvInput input, final long fromNs, final long toNs) {
        history.ok(history.invoke(client, input, fromNs), "", toNs);
    }

    private void read(final ReadLevel level, final String key, final long connectedNs, final long atNs,
                      final String value) {
        reads.add(new StaleReads.Read(READER, level, key, connectedNs, atNs, atNs + 1, value));
    }

    private void shouldFind(final String what) {
        final List<String> problems = reads.problems(history);
        assertTrue(problems.get(problems.size() - 1).contains(what), problems::toString);
    }
}

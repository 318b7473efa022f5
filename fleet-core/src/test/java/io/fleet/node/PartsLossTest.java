package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.store.GroupStore;
import io.fleet.node.store.NodeStore;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import io.fleet.storage.meta.MetaStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A node whose groups get back from others what single records held loses no more than these (S15, R6). */
class PartsLossTest extends NodeStorageFixture {
    private static final GroupConfig CODED = GroupConfig.coded(1, 2);
    private static final int RECORDS = 5;
    private static final int FIRST_BODY = BLOCK + 64 + 88;

    @Test
    @Expects("standing.parts-lost")
    void shouldKeepWhatIsSoundAndNoteThatItLacksParts() throws IOException {
        write(CODED);
        damage();

        final NodeStore node = open(CODED);

        assertTrue(lost.isEmpty(), "votes and decisions are whole: " + lost);
        assertEquals(1, partsLost.size());
        assertTrue(partsLost.get(0).contains("a record fails its checksum"), partsLost.get(0));
        final GroupStore group = group(node);
        assertEquals(VoterState.VOTER, group.standing().atStart());
        assertEquals(VoterState.LOST, group.holdings().atStart());
        assertEquals(List.of(2L, 3L, 4L, 5L), recovered());
        assertEquals(1, node.ordered().durable(GROUP));
        node.close();
    }

    @Test
    void shouldNoteItDurablyBeforeTheLogSaysThatItIsKnown() throws IOException {
        write(CODED);
        damage();
        isToldInVain = true;
        assertThrows(ConfigException.class, () -> open(CODED));
        on(disk -> {
            final MetaStore meta = MetaStore.open(IDENTITY, 1, MEMBERS, disk);
            assertEquals(VoterState.LOST, meta.durableStanding(~GROUP));
            assertEquals(VoterState.VOTER, meta.durableStanding(GROUP));
            meta.close();
        });
        isToldInVain = false;
        open(CODED).close();
        assertEquals(2, partsLost.size(), "the log took it for known, and nobody had said that it is known");
    }

    @Test
    void shouldBeRepairedOfEachDamageOnce() throws IOException {
        write(CODED);
        damage();
        final NodeStore node = open(CODED);
        node.meta().becomeVoter(~GROUP, 2);
        node.close();

        final NodeStore repaired = open(CODED);

        assertEquals(1, partsLost.size(), "told again though it has been repaired");
        assertEquals(VoterState.VOTER, group(repaired).holdings().atStart());
        repaired.close();
    }

    @Test
    void shouldDoubtWhatOtherGroupsHadSaidInTheSameLog() throws IOException {
        write(CODED);
        on(disk -> {
            final MetaStore meta = MetaStore.open(IDENTITY, 1, MEMBERS, disk);
            meta.becomeVoter(7, 1);
            meta.becomeVoter(~8, 1);
            meta.close();
        });
        damage();

        final NodeStore node = open(CODED);

        assertEquals(VoterState.LOST, node.meta().durableStanding(7), "its mode is not known");
        assertEquals(VoterState.LOST, node.meta().durableStanding(~8));
        node.close();
    }

    @Test
    void shouldLoseItsStateWhereTheLogHasVotesToo() throws IOException {
        final List<GroupSpec> both = List.of(spec(GROUP, CODED), spec(1, GroupConfig.scattered()));
        write(CODED);
        damage();

        final NodeStore node = open(both);

        assertFalse(lost.isEmpty(), "a vote may be among what is lost");
        assertEquals(VoterState.LOST, node.meta().durableStanding(GROUP));
        node.close();
    }

    private void write(final GroupConfig config) {
        final NodeStore node = open(config);
        node.meta().becomeVoter(GROUP, 1);
        node.meta().becomeVoter(~GROUP, 1);
        final GroupStore group = group(node);
        for (int number = 1; number <= RECORDS; number++) {
            assertTrue(group.entries().append(number, 1, 1, meta(number), new UnsafeBuffer(new byte[100]), 0));
        }
        assertTrue(group.ordered().appendWithoutBody(1, meta(1)));
        while (node.settle((id, lsn, ballot, at) -> {}, (id, lsn, ballot, at) -> {}) > 0) {
            assertTrue(lost.isEmpty());
        }
        node.close();
    }

    private static EntryMeta meta(final long sequence) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 9;
        meta.sequence = sequence;
        meta.length = 100;
        return meta;
    }

    /** A bit of the body of the first record. */
    private void damage() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            final Path file = files.filter(path -> path.getFileName().toString().matches("scattered-.*log")).findFirst()
                .orElseThrow();
            final byte[] bytes = Files.readAllBytes(file);
            bytes[FIRST_BODY] ^= 1;
            Files.write(file, bytes);
        }
    }

    private List<Long> recovered() {
        final ToldRecords told = new ToldRecords();
        found.handOver(GROUP, told);
        return told.all.stream().map(ToldRecords.Told::lsn).sorted().toList();
    }
}

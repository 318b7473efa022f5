package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.node.store.GroupStore;
import io.fleet.node.store.NodeStore;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import io.fleet.storage.scattered.ScatteredLog;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a node keeps for groups whose mode needs a log of votes. */
class VotesLogTest extends NodeStorageFixture {
    private static final GroupConfig CODED = GroupConfig.coded(1, 2);

    @Test
    void shouldHaveALogOfVotesOnlyWhereAGroupNeedsIt() {
        final NodeStore scattered = open();
        assertNull(scattered.votes());
        assertNull(group(scattered).votes());
        scattered.close();
        assertFalse(has("steps"));
        assertTrue(lost.isEmpty());

        final NodeStore both = open(List.of(spec(GROUP, GroupConfig.scattered()), spec(1, CODED)));
        assertTrue(lost.isEmpty(), "a group that is new here has lost nothing");
        assertTrue(both.flushers().containsAll(both.votes().flushers()));
        assertTrue(both.isAwaited(both.votes().flushers().get(0)));
        both.close();
        assertTrue(has("steps"));
    }

    @Test
    void shouldHandOverEachRecordOfAGroupThatNeedsThem() {
        final NodeStore first = open(CODED);
        final GroupStore group = group(first);
        final UnsafeBuffer body = new UnsafeBuffer(new byte[10]);
        assertTrue(group.entries().append(1, 5, 0, meta(1, 10), body, 0));
        assertTrue(group.entries().append(1, 3, 0, meta(2, 10), body, 0));
        assertTrue(group.votes().append(1, 1, 0, meta(1, 0), null, 0), "of an LSN that the ordered log holds");
        assertTrue(group.votes().append(2, 1, 0, meta(2, 0), null, 0));
        assertTrue(group.votes().append(2, 2, 0, meta(2, 0), null, 0));
        assertTrue(group.ordered().appendWithoutBody(1, meta(1, 0)));
        final List<String> durable = new ArrayList<>();
        while (first.settle((id, lsn, ballot, at) -> durable.add("entry " + lsn + "." + ballot),
            (id, lsn, ballot, at) -> durable.add("step " + lsn + "." + ballot)) > 0) {
            assertTrue(durable.size() <= 5);
        }
        assertEquals(List.of("entry 1.3", "entry 1.5", "step 1.1", "step 2.1", "step 2.2"),
            durable.stream().sorted().toList());
        first.close();

        final NodeStore second = open(CODED);
        final ToldRecords told = new ToldRecords();
        found.handOver(GROUP, told);
        assertEquals(List.of("ENTRIES 1.3 of 2", "ENTRIES 1.5 of 1", "VOTES 2.1 of 2", "VOTES 2.2 of 2"),
            told.all.stream().map(Object::toString).sorted().toList());
        second.close();
    }

    @Test
    void shouldSetAsideTheLogsOfAVoterThatMissesItsVotes() { // S15, R5
        final NodeStore voter = open(CODED);
        voter.meta().becomeVoter(GROUP, 1);
        voter.close();
        delete("steps");

        final NodeStore repaired = open(CODED);

        assertTrue(lost.get(0).contains("the log of votes"), lost.get(0));
        assertEquals(VoterState.LOST, group(repaired).standing().atStart());
        repaired.close();
        assertTrue(has("damaged-ordered") && has("damaged-scattered"), "decisions and parts tell no steps");
    }

    @Test
    void shouldSuspectALogOfVotesThatWasNotClosed() { // S15
        final NodeStore voter = open(CODED);
        voter.meta().becomeVoter(GROUP, 1);
        voter.close();
        on(disk -> {
            final ScatteredLog log = ScatteredLog.open(SCATTERED.forVotes(), IDENTITY, List.of(disk),
                (g, lsn, b, s, m, p) -> { });
            assertTrue(log.append(GROUP, 1, 1, 0, meta(1, 0), null, 0));
            log.closeInDoubt();
        });

        final NodeStore again = open(CODED);
        assertEquals(VoterState.SUSPECT, group(again).standing().atStart());
        again.close();
    }

    private boolean has(final String prefix) {
        final boolean[] found = new boolean[1];
        on(disk -> found[0] = disk.list().stream().anyMatch(file -> file.startsWith(prefix)));
        return found[0];
    }

    private static EntryMeta meta(final long sequence, final int length) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 9;
        meta.sequence = sequence;
        meta.length = length;
        return meta;
    }
}

package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.common.Role;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A replica that has missed more than a window catches up with a group that goes on writing: three nodes in virtual
 * time. What matters is by how much the group is faster than one answer in an eighth of {@code resendMillis}. That is
 * about thirteen times as long as usual, so a thirteenth of the load does: 5 MB/s for some 60.
 */
class CatchUpUnderLoadTest {
    private static final int RESEND_MILLIS = 640;
    /** An answer to a question has so much of bodies at most: {@code CatchUpServer.MAX_BYTES}. */
    private static final int ANSWER_BYTES = 256 << 10;
    /** What is ordered beyond twice so many entries above what it has recorded a replica does not take. */
    private static final int WINDOW = 512;
    private static final int COMMAND_BYTES = 1_000;
    private static final int COMMANDS_PER_MILLI = 5;
    private static final int AWAY_MILLIS = 250;
    private static final int MOST_MILLIS = 1_500;
    /** What is on its way to each replica at any time is less. */
    private static final long IN_STEP = 10 * COMMANDS_PER_MILLI;

    private final ThreeNodes three = new ThreeNodes(GroupConfig.scattered().withRequestTimeoutMillis(60_000)
        .withResendMillis(RESEND_MILLIS).withWindowEntries(WINDOW), (node, incarnation) -> new AddingMachine());
    private final SimNode leader = leader();
    private final SimNode late = three.nodes.get((leader.nodeId() + 1) % ThreeNodes.COUNT);

    @Test
    @Tag("hazard-U-late-under-load")
    void shouldCatchUpWithAGroupUnderLoad() { // FL-28
        late.kill();
        write(AWAY_MILLIS);
        late.start();
        final long from = leader.status().applied();
        final long missed = from - late.status().applied();
        int millis = 0;
        while (behind() > IN_STEP && millis < MOST_MILLIS) {
            write(1);
            millis++;
        }
        final long written = (leader.status().applied() - from) * COMMAND_BYTES;
        final long slowly = (long) ANSWER_BYTES * 8 * millis / RESEND_MILLIS;
        final String figures = "behind by " + missed + " entries, and by " + behind() + " after " + millis
            + " ms, in which the group has written " + written + " bytes; one answer in an eighth of resendMillis has "
            + slowly + ". Entries that were asked for: " + counters().catchUpEntries.get();
        assertTrue(millis < MOST_MILLIS, figures);
        assertTrue(missed > 2 * WINDOW && written > slowly * 5 / 4, figures);
        final long caughtUp = counters().catchUpEntries.get();
        assertTrue(caughtUp > missed, figures);
        write(AWAY_MILLIS);
        assertTrue(behind() <= IN_STEP, () -> "it is behind again by " + behind());
        assertEquals(caughtUp, counters().catchUpEntries.get(), "it asks for nothing more");
        three.assertNoRuleBroken();
    }

    private SimNode leader() {
        three.offer(1);
        three.await(() -> three.answers.size() == 1);
        return three.nodes.stream().filter(node -> node.status().role() == Role.LEADER).findFirst().orElseThrow();
    }

    private void write(final int millis) {
        for (int i = 0; i < millis; i++) {
            for (int command = 0; command < COMMANDS_PER_MILLI; command++) {
                three.offer(1, COMMAND_BYTES);
            }
            three.runFor(1);
        }
    }

    private long behind() {
        return leader.status().applied() - late.status().applied();
    }

    private GroupCounters counters() {
        return late.core().group(SimCluster.GROUP_ID).counters();
    }
}

package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.VoterState;
import io.fleet.testkit.sim.SimMedium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two processes with the id of one node of a coded group. */
class CodedTwinsTest extends LanGroup {
    private static final int NODES = 3;
    private static final int TWIN = 2;

    CodedTwinsTest() {
        super(coded(1, 2));
    }

    @Test
    @Tag("hazard-E-C3")
    void shouldNeverCountTheOldDiskBesideTheNodeThatTookItsPlace() {
        final SimMedium old = empty();
        found(NODES, node -> node == TWIN ? old : empty());
        connect();
        write();
        nodes.get(TWIN).stop();
        nodes.set(TWIN, start(TWIN));
        awaitRepair(nodes.get(TWIN), "the two others");

        final Lan.Process twin = lan.start(TWIN, "elsewhere:9001", book, old);
        assertTrue(twin.isVoter(), "for all that it knows");
        assertTrue(lan.runUntil(10_000, () -> twin.former() != null), "it is told, and ends");
        assertTrue(nodes.get(0).core().counters().formerPackets.get() > 0);
        assertTrue(nodes.stream().allMatch(Lan.Process::isVoter), "nobody else is disturbed");
        write();
        final Lan.Process again = lan.start(TWIN, "elsewhere:9001", book, old);
        assertEquals(VoterState.LOST, again.status().standing(), "what it holds counts as lost");
    }
}

package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.storage.Life;
import io.fleet.storage.VoterState;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two processes with the id of one node of a coded group. */
class CodedTwinsTest {
    private static final int NODES = 3;
    private static final int TWIN = 2;
    private static final GroupConfig CODED = GroupConfig.coded(1, 2).withMaxCommandBytes(1 << 10)
        .withMaxBatchBytes(1 << 10).withRequestTimeoutMillis(3_000);

    private final Lan lan = new Lan(CODED);
    private final Map<Integer, String> book = new HashMap<>();
    private final List<Lan.Process> nodes = new ArrayList<>();

    @Test
    @Tag("hazard-E-C3")
    void shouldNeverCountTheOldDiskBesideTheNodeThatTookItsPlace() {
        final SimMedium old = empty();
        for (int node = 0; node < NODES; node++) {
            book.put(node, "node-" + node + ":9001");
        }
        for (int node = 0; node < NODES; node++) {
            nodes.add(lan.start(node, book.get(node), book, node == TWIN ? old : empty()));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)));
        final Lan.Client client = lan.client(7, 0, CODED, book);
        write(client);
        nodes.get(TWIN).stop();
        nodes.set(TWIN, lan.start(TWIN, book.get(TWIN), book, empty()));
        assertTrue(lan.runUntil(60_000, nodes.get(TWIN)::isVoter), "the empty directory is repaired");
        assertEquals(2, Life.number(nodes.get(TWIN).core().life()));

        final Lan.Process twin = lan.start(TWIN, "elsewhere:9001", book, old);
        assertTrue(twin.isVoter(), "for all that it knows");
        assertTrue(lan.runUntil(10_000, () -> twin.former() != null), "it is told, and ends");
        assertTrue(nodes.get(0).core().counters().formerPackets.get() > 0);
        assertTrue(nodes.stream().allMatch(Lan.Process::isVoter), "nobody else is disturbed");
        write(client);
        final Lan.Process again = lan.start(TWIN, "elsewhere:9001", book, old);
        assertEquals(VoterState.LOST, again.status().standing(), "what it holds counts as lost");
    }

    private void write(final Lan.Client client) {
        final int before = client.answers();
        client.submit();
        assertTrue(lan.runUntil(10_000, () -> client.answers() > before), client.failures::toString);
    }

    private static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}

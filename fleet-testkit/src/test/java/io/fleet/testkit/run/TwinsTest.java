package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.Life;
import io.fleet.storage.VoterState;
import io.fleet.testkit.sim.SimMedium;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two processes with the id of one node, and a node whose directory is set back to what it was before. */
class TwinsTest extends LanGroup {
    private static final int NODES = 3;
    private static final int TWIN = 2;

    private final SimMedium[] media = new SimMedium[NODES];

    TwinsTest() {
        for (int node = 0; node < NODES; node++) {
            media[node] = empty();
        }
        found(NODES, node -> media[node]);
        connect();
        write();
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldNeverCountTheOldDiskBesideTheNodeThatTookItsPlace() {
        nodes.get(TWIN).stop();
        nodes.set(TWIN, start(TWIN));
        assertTrue(lan.runUntil(20_000, nodes.get(TWIN)::isVoter), "the empty directory is repaired");
        assertEquals(2, Life.number(nodes.get(TWIN).core().life()));

        final Lan.Process old = lan.start(TWIN, "elsewhere:9001", book, media[TWIN]);
        assertTrue(old.isVoter(), "for all that it knows");
        assertTrue(lan.runUntil(10_000, () -> old.former() != null), "it is told, and ends");
        assertTrue(old.former().getMessage().startsWith("node 2, in life 1."), old.former()::getMessage);
        assertTrue(nodes.get(0).core().counters().formerPackets.get() > 0);
        assertTrue(isUp(), "nobody else is disturbed");
        write();

        final Lan.Process again = lan.start(TWIN, "elsewhere:9001", book, media[TWIN]);
        assertEquals(VoterState.LOST, again.status().standing(), "what it holds counts as lost");
        lan.run(5_000);
        assertEquals(VoterState.LOST, again.status().standing(), "it waits while the other one lives");
        assertTrue(isUp());
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldNotMakeUpAQuorumWithTheOldDisk() {
        nodes.get(TWIN).stop();
        nodes.set(TWIN, start(TWIN));
        assertTrue(lan.runUntil(20_000, nodes.get(TWIN)::isVoter));
        final int leader = nodes.get(0).isLeader() ? 0 : nodes.get(1).isLeader() ? 1 : TWIN;
        nodes.get(TWIN).kill();
        final int left = leader == 0 ? 0 : 1;
        nodes.get(1 - left).kill();
        final Lan.Process old = lan.start(TWIN, "elsewhere:9001", book, media[TWIN]);
        final long chosen = nodes.get(left).status().chosen();
        client.submit();
        lan.run(8_000);
        assertEquals(chosen, nodes.get(left).status().chosen(), "one node and a former one have chosen something");
        assertTrue(!nodes.get(left).isLeader() && !old.isLeader());
        assertNull(old.former(), "one member alone proves nothing");
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldTakeADirectoryThatWasSetBackForLost() {
        final SimMedium image = imageOfBefore();
        final long before = nodes.get(TWIN).core().life();
        nodes.get(TWIN).stop();

        final Lan.Process rolledBack = start(TWIN, image);
        assertTrue(lan.runUntil(10_000, () -> rolledBack.former() != null));
        assertTrue(rolledBack.former().getMessage().contains("a copy of the other's directories"));

        final Lan.Process repaired = repairedOn(image);
        assertTrue(Life.isLater(repaired.core().life(), before));
        nodes.set(TWIN, repaired);
        write();
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldTakeADirectoryThatWasSetBackForLostThatHasStartedAloneSince() {
        final SimMedium image = imageOfBefore();
        final long before = nodes.get(TWIN).core().life();
        nodes.get(TWIN).stop();

        final Lan.Process alone = start(TWIN, image);
        lan.cut((from, to, packet) -> from == alone || to == alone);
        lan.run(3_000);
        alone.stop();
        heal();
        final Lan.Process rolledBack = start(TWIN, image);
        assertTrue(Life.isLater(rolledBack.core().life(), before), "it was started once more than the original");
        assertTrue(lan.runUntil(10_000, () -> rolledBack.former() != null));

        final Lan.Process repaired = repairedOn(image);
        nodes.set(TWIN, repaired);
        write();
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldEndAtMostOneOfTwoThatRunAtOnceInCopies() {
        nodes.get(TWIN).stop();
        final SimMedium copy = media[TWIN].copy("copy", new SplittableRandom(3));
        nodes.set(TWIN, start(TWIN, media[TWIN]));
        assertTrue(lan.runUntil(10_000, this::isUp));
        final Lan.Process twin = lan.start(TWIN, "elsewhere:9001", book, copy);
        assertTrue(lan.runUntil(10_000, () -> twin.former() != null));
        assertNull(nodes.get(TWIN).former());
        write();
    }

    @Test
    void shouldStayInItsLifeOverARestartInGoodOrder() {
        final long before = nodes.get(TWIN).core().life();
        nodes.get(TWIN).stop();
        write();
        nodes.set(TWIN, start(TWIN, media[TWIN]));
        assertTrue(nodes.get(TWIN).isVoter());
        assertEquals(Life.number(before), Life.number(nodes.get(TWIN).core().life()));
        nodes.get(0).stop();
        assertTrue(lan.runUntil(10_000, () -> nodes.get(1).isLeader() || nodes.get(TWIN).isLeader()),
            "it counts at once");
        write();
        assertNotNull(nodes.get(TWIN).core());
    }

    /** The directory of a node as it was before that node started once more, and took part in a write. */
    private SimMedium imageOfBefore() {
        nodes.get(TWIN).stop();
        final SimMedium image = media[TWIN].copy("image", new SplittableRandom(3));
        nodes.set(TWIN, start(TWIN, media[TWIN]));
        assertTrue(lan.runUntil(10_000, this::isUp));
        write();
        return image;
    }

    private Lan.Process repairedOn(final SimMedium image) {
        final Lan.Process repaired = start(TWIN, image);
        assertEquals(VoterState.LOST, repaired.status().standing());
        assertTrue(lan.runUntil(20_000, repaired::isVoter), "it is given everything again");
        return repaired;
    }
}

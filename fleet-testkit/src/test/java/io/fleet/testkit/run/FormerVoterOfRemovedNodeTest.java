package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.protocol.MemberOutcome;
import io.fleet.protocol.message.MemberChange;
import io.fleet.storage.Life;
import io.fleet.testkit.sim.SimMedium;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A node that had lost its disk was removed, and all that knew in which life it was are gone. Its number comes again
 * with an empty directory, and then its machine is started with the old one.
 */
class FormerVoterOfRemovedNodeTest {
    private static final int NODES = 6;
    private static final int NUMBER = 2;

    private final Lan lan = new Lan();
    private final Map<Integer, String> book = new HashMap<>();
    private final SimMedium old = empty();
    private Lan.Process first;
    private Lan.Process second;
    private Lan.Process third;

    @Test
    @Tag("hazard-U-number-removed")
    void shouldCountNoOldDirectoryOfANodeThatWasRemovedAndCameAgain() {
        for (int node = 0; node < NODES; node++) {
            book.put(node, "node-" + node + ":9001");
        }
        final Map<Integer, String> founders = Map.of(0, book.get(0), 1, book.get(1), NUMBER, book.get(NUMBER));
        first = lan.start(0, book.get(0), founders, empty());
        second = lan.start(1, book.get(1), founders, empty());
        third = lan.start(NUMBER, book.get(NUMBER), founders, empty());
        assertTrue(lan.runUntil(20_000, () -> Stream.of(first, second, third).allMatch(Lan.Process::isVoter)
            && leader() != null));
        third.kill();
        third = lan.start(NUMBER, book.get(NUMBER), founders, old);
        assertTrue(lan.runUntil(20_000, third::isVoter));
        assertEquals(2, Life.number(third.core().life()));
        third = replace(third, NUMBER, 3);
        second = replace(second, 1, 4);
        third = replace(third, 3, 5);
        first.kill();
        first = lan.startJoining(0, book.get(0), book, empty());
        assertTrue(lan.runUntil(20_000, () -> first.isVoter() && leader() != null), "it has known of it, too");

        third = replace(third, 5, NUMBER);
        assertTrue(Life.number(third.core().life()) > 2, () -> "it came in life " + third.core().life());
        third.kill();
        final Lan.Process former = lan.start(NUMBER, book.get(NUMBER), founders, old);
        final Set<Lan.Process> side = Set.of(former, first);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to));
        lan.run(4_000);
        for (int i = 0; i < 8_000; i++) {
            lan.run(1);
            assertFalse(side.stream().anyMatch(Lan.Process::isLeader), "elected by a directory of before");
        }
        lan.cut((from, to, packet) -> false);
        assertTrue(lan.runUntil(20_000, () -> first.isLeader() || second.isLeader()), "without it");
    }

    private Lan.Process leader() {
        return Stream.of(first, second, third).filter(Lan.Process::isLeader).findFirst().orElse(null);
    }

    /** An empty directory takes the place of a member. */
    private Lan.Process replace(final Lan.Process goes, final int node, final int by) {
        final Lan.Process comes = lan.startJoining(by, book.get(by), book, empty());
        assertTrue(lan.runUntil(20_000, () -> leader() != null));
        final Lan.Process leads = leader();
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.REPLACE;
        change.node = by;
        change.replaced = node;
        change.endpoint = book.get(by);
        leads.core().changeMembers(0, change, MemberOutcome.NONE);
        assertTrue(lan.runUntil(20_000, () -> comes.isVoter()
            && Stream.of(first, second, third).filter(other -> other != goes).allMatch(other ->
                other.core().watch(0).configuration().member(node) == null)), () -> "no " + by + " for " + node);
        lan.run(1_000);
        goes.stop();
        return comes;
    }

    private static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}

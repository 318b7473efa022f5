package io.fleet.scattered.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The argument of docs/spec/members.md about quorum systems, with and without its rules. */
class QuorumHistoriesTest {
    private static final int SEEDS = 40_000;

    @Test
    void shouldChooseOneValueWhateverSystemFollowsWhich() { // S14, S6
        final List<String> layouts = List.of("majority", "groups:0,1,2/3", "groups:0/1,2,3", "groups:0,1,2",
            "grid:0,1/2,3",
            "grid:0,3/1,2");
        for (final String one : layouts) {
            for (final String other : layouts) {
                final List<Configuration> chain = chain(founders(4).countedBy(QuorumLayout.parse(one)), other);
                assertNone(chain, SEEDS / 5);
            }
        }
    }

    /**
     * Nodes 1 and 2 choose that 3 and 4 count in their places, at ballot 4. Node 0 has accepted a command of ballot 3
     * above that. Where 3 and 4 may elect by themselves, they do so at ballot 2, choose another command, and node 0
     * shows the former one later on.
     */
    @Test
    void shouldChooseTwoValuesWhereTheFormerSystemIsDroppedAtOnce() { // S14
        final Configuration groups = founders(5).countedBy(QuorumLayout.parse("groups:0,1,2"));
        final Configuration both = groups.withQuorums(QuorumLayout.parse("groups:0,3,4"));
        assertEquals(groups.quorums(), both.before());
        final QuorumHistories atOnce = change(new QuorumHistories(List.of(groups, both.withQuorumsAlone()), false));
        assertTrue(atOnce.isLed(2));
        assertTrue(atOnce.isLed(5));
        assertFalse(atOnce.isSafe());
        final QuorumHistories joint = change(new QuorumHistories(List.of(groups, both, both.withQuorumsAlone()),
            false));
        assertFalse(joint.isLed(2), "one of 1 and 2 must promise too");
        assertTrue(joint.isSafe());
    }

    private static QuorumHistories change(final QuorumHistories history) {
        history.begin();
        history.campaign(1, 2, 0b11111);
        history.order(1, true);
        history.accept(1, 1, 2);
        history.campaign(3, 0, 0b00011);
        history.order(3, false);
        history.order(3, false);
        history.accept(3, 2, 0);
        history.campaign(4, 1, 0b00110);
        history.accept(4, 1, 1);
        history.accept(4, 1, 2);
        assertTrue(history.isChosen(1));
        for (int node = 0; node < 5; node++) {
            history.record(node);
        }
        history.campaign(2, 3, 0b11000);
        history.order(2, false);
        history.accept(2, 2, 3);
        history.accept(2, 2, 4);
        history.campaign(5, 3, 0b01001);
        history.accept(5, 2, 0);
        history.accept(5, 2, 3);
        return history;
    }

    /**
     * Node 3 is in no quorum, and alone has accepted a command of ballot 4 above the LSN at which node 4 comes for node
     * 2. Nodes 1 and 4 choose another one at ballot 3.
     */
    @Test
    void shouldChooseTwoValuesWhereThoseCountWhoAreInNoQuorum() { // S14
        assertFalse(replacement(true).isSafe());
        assertTrue(replacement(false).isSafe());
    }

    private static QuorumHistories replacement(final boolean countsUnplaced) {
        final Configuration learns = founders(4).countedBy(QuorumLayout.parse("groups:0,1,2")).withLearner(4, "", 2);
        final QuorumHistories history = new QuorumHistories(List.of(learns, learns.withLearnerPromoted()),
            countsUnplaced);
        history.begin();
        history.campaign(1, 0, 0b00011);
        history.promise(4, 1);
        history.order(1, true);
        history.accept(1, 1, 0);
        history.campaign(2, 1, 0b00110);
        history.order(2, false);
        history.order(2, false);
        history.accept(2, 1, 3);
        history.accept(2, 2, 3);
        history.campaign(4, 3, 0b01101);
        history.accept(4, 1, 3);
        history.accept(4, 2, 3);
        history.campaign(5, 0, 0b00101);
        history.accept(5, 1, 0);
        history.accept(5, 1, 2);
        assertTrue(history.isChosen(1));
        for (int node = 0; node < 5; node++) {
            history.record(node);
        }
        history.campaign(3, 1, 0b10010);
        assertTrue(history.isLed(3));
        history.order(3, false);
        history.accept(3, 2, 1);
        history.accept(3, 2, 4);
        assertTrue(history.isChosen(2));
        history.campaign(6, 1, 0b11010);
        history.accept(6, 2, 1);
        history.accept(6, 2, 4);
        return history;
    }

    @Test
    void shouldChooseOneValueWhereAMemberOfAStorageGroupIsReplaced() { // S14
        assertNone(replaced("groups:0,1,2", 4), SEEDS);
        assertNone(replaced("groups:0,1,2/3", 4), SEEDS);
    }

    private static void assertNone(final List<Configuration> chain, final int seeds) {
        final QuorumHistories histories = new QuorumHistories(chain, false);
        assertEquals(-1, histories.search(seeds), chain::toString);
        assertTrue(histories.hasReachedTheLast(), chain::toString);
    }

    private static Configuration founders(final int nodes) {
        return Configuration.first(IntStream.range(0, nodes).toArray(), 0, 0, List.of());
    }

    /** The last node comes in the place of node 2. */
    private static List<Configuration> replaced(final String layout, final int founders) {
        final Configuration first = founders(founders).countedBy(QuorumLayout.parse(layout));
        final Configuration learning = first.withLearner(founders, "", 2);
        return List.of(first, learning, learning.withLearnerPromoted());
    }

    private static List<Configuration> chain(final Configuration first, final String... layouts) {
        final List<Configuration> chain = new ArrayList<>(List.of(first));
        for (final String layout : layouts) {
            final Configuration next = chain.get(chain.size() - 1).withQuorums(QuorumLayout.parse(layout));
            chain.add(next);
            if (next.before() != null) {
                chain.add(next.withQuorumsAlone());
            }
        }
        return chain;
    }
}

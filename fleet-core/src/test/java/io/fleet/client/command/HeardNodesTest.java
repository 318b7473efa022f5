package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.message.replication.OrderEntry;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeardNodesTest {
    private final HeardNodes nodes = new HeardNodes();

    @Test
    void shouldAskForNobodyWhereNobodyIsHeard() {
        nodes.hear(-1, 1);
        nodes.begin();
        nodes.avoid(OrderEntry.NO_REPLIER, 2);
        assertEquals(OrderEntry.NO_REPLIER, nodes.choose());
    }

    @Test
    void shouldAskWhoWasHeardLast() {
        nodes.hear(1, 1);
        nodes.hear(2, 2);
        nodes.hear(3, 3);
        assertEquals(3, choose());
        nodes.hear(1, 4);
        assertEquals(1, choose());
        nodes.hear(1, 5);
        assertEquals(1, choose());
        nodes.hear(2, 6);
        assertEquals(2, choose());
    }

    @Test
    void shouldAskAnotherOneThanTheOneThatDidNotAnswer() {
        nodes.hear(2, 1);
        nodes.hear(1, 1);
        assertEquals(2, choose(1));
        nodes.hear(1, 20);
        assertEquals(1, choose());
        assertEquals(2, choose(1), "though it is heard");
        assertEquals(1, choose(1, 2), "where each was asked, whoever is first");
    }

    @Test
    void shouldGoThroughAllThatDoNotAnswer() {
        nodes.hear(4, 1);
        nodes.hear(3, 2);
        nodes.hear(2, 3);
        nodes.hear(1, 4);
        final Set<Integer> asked = new HashSet<>();
        int last = choose();
        for (int i = 0; i < 4; i++) {
            asked.add(last);
            last = choose(last);
        }
        assertEquals(Set.of(1, 2, 3, 4), asked);
        nodes.hear(3, 30);
        assertEquals(3, choose(last));
    }

    @Test
    void shouldAskTheSameOneWhereThereIsNoOther() {
        nodes.hear(5, 1);
        assertEquals(5, choose(5));
    }

    @Test
    void shouldForgetWhoWasNotHeardForLongest() {
        for (int node = 0; node < 1_000; node++) {
            nodes.hear(node, 1);
        }
        nodes.hear(1_000 - HeardNodes.MOST, 2);
        final Set<Integer> asked = new HashSet<>();
        int last = choose();
        for (int i = 0; i < HeardNodes.MOST; i++) {
            asked.add(last);
            last = choose(last);
        }
        assertEquals(HeardNodes.MOST, asked.size());
        assertEquals(1_000 - HeardNodes.MOST, asked.stream().min(Integer::compare).orElseThrow());
    }

    /** Those that were asked at time 10 and have not answered what goes into the next entry. */
    private int choose(final int... unanswered) {
        nodes.begin();
        for (final int node : unanswered) {
            nodes.avoid(node, 10);
        }
        return nodes.choose();
    }
}

package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.fixture.mark.Expects;
import org.junit.jupiter.api.Test;

class DestinationTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldFollowTheHighestBallotWhereThereIsALeader() {
        final Destination leader = new Destination(GroupConfig.scattered(), new RetransmissionTimeout(100 * MS,
            5_000 * MS));
        assertTrue(leader.hear(10, 1));
        assertFalse(leader.hear(10, 1));
        assertFalse(leader.hear(9, 2));
        assertFalse(leader.hear(20, -1));
        assertTrue(leader.hear(20, 2));
        assertEquals(2, leader.node());
        assertFalse(leader.givesWay(0, 0) || leader.givesWay(60_000 * MS, 0), "only another ballot says who leads");
    }

    @Test
    @Expects("destination.another-proxy-than-the-silent-one")
    void shouldStayWithAProxyAsLongAsItAnswers() { // D4
        final Destination proxy = new Destination(GroupConfig.coded(3, 2), new RetransmissionTimeout(100 * MS,
            5_000 * MS));
        assertTrue(proxy.hear(50, 3));
        assertFalse(proxy.hear(90, 1), "a ballot says nothing of others");
        assertEquals(3, proxy.node());
        assertFalse(proxy.givesWay(0, 0));
        proxy.answered(150 * MS);
        assertFalse(proxy.givesWay(349 * MS, 0));
        proxy.rest();
        assertFalse(proxy.givesWay(1_000 * MS, 0), "nothing was in flight");
        assertFalse(proxy.givesWay(1_199 * MS, 0));
        assertTrue(proxy.givesWay(1_200 * MS, 0));
        assertEquals(1, proxy.node());
        assertEquals(90, proxy.ballot());
        assertFalse(proxy.givesWay(1_399 * MS, 0));
        assertTrue(proxy.givesWay(1_400 * MS, 0));
        assertEquals(3, proxy.node());
        proxy.answered(2_000 * MS);
        assertFalse(proxy.givesWay(2_299 * MS, 100 * MS), "what is in flight is long");
        assertTrue(proxy.givesWay(2_300 * MS, 100 * MS));
        assertTrue(proxy.givesWay(2_500 * MS, 0));
        assertTrue(proxy.hear(20, 3), "it is in another life");
        assertEquals(20, proxy.ballot());
    }
}

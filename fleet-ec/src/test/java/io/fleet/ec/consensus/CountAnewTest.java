package io.fleet.ec.consensus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node that counts members in other lives goes on as if it had just started. */
@Tag("hazard-E-L1")
class CountAnewTest {
    private static final EntryId A = OneNode.id(7);
    private static final EntryId B = OneNode.id(8);

    private final OneNode node = new OneNode(new Quorums(5, 1));

    @Test
    void shouldForgetWhatOthersProposed() {
        node.propose(1, A);
        node.proposal(1, 1, A);
        node.proposal(2, 1, A);
        node.consensus.countAnew();
        node.proposal(3, 1, A);
        assertNull(node.decided.get(1L), "two of five");
        node.proposal(1, 1, A);
        node.proposal(2, 1, A);
        assertTrue(A.same(node.decided.get(1L)));
    }

    @Test
    void shouldCountAnotherLifeThatProposesSomethingElse() {
        node.propose(1, A);
        node.proposal(1, 1, A);
        node.proposal(2, 1, A);
        node.consensus.countAnew();
        node.proposal(2, 1, B);
        assertEquals(0, node.consensus.counters().contradictions.get());
        node.proposal(3, 1, B);
        node.proposal(4, 1, B);
        node.nowNs = OneNode.GRACE_NS + 1;
        node.consensus.doWork(node.nowNs);
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 STATE(1, 1) 8"), node.sent::toString);
        assertEquals(0, node.consensus.counters().contradictions.get());
    }

    @Test
    void shouldGoOnBehindWhatItHasSaid() { // R4
        node.propose(1, A);
        node.proposal(1, 1, A);
        node.proposal(2, 1, A);
        node.proposal(3, 1, B);
        node.nowNs = OneNode.GRACE_NS + 1;
        node.consensus.doWork(node.nowNs);
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 STATE(1, 1) 7"), node.sent::toString);
        node.state(1, 1, SlotVote.ONE, A);
        node.state(2, 1, SlotVote.ONE, A);
        node.consensus.countAnew();
        node.sent.clear();
        node.nowNs += OneNode.RESEND_NS;
        node.consensus.doWork(node.nowNs);
        assertEquals("-1 1 STATE(1, 1) 7 again", node.sent.get(0), "says the same, and asks the others");
        for (int member = 1; member < 4; member++) {
            node.state(member, 1, SlotVote.ONE, A);
        }
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 VOTE(1, 1) 7"), node.sent::toString);
    }

    @Test
    void shouldKeepWhatIsDecided() {
        node.propose(1, A);
        for (int member = 1; member < 4; member++) {
            node.proposal(member, 1, A);
        }
        node.consensus.countAnew();
        node.proposal(4, 1, B);
        assertTrue(A.same(node.decided.get(1L)));
        assertTrue(node.consensus.tell(1, 1));
    }
}

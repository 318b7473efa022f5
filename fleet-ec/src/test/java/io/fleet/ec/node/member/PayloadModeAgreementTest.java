package io.fleet.ec.node.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.fixture.mark.Expects;
import org.junit.jupiter.api.Test;

/** Node 3 of three, whose machine uses handles. */
class PayloadModeAgreementTest {
    private static final int[] NODES = {3, 10, 20};

    private final PayloadModeAgreement agreement = new PayloadModeAgreement(true, new MemberTable(NODES, 3));

    @Test
    void shouldApplyNothingBeforeOneOtherAgrees() { // C1
        assertFalse(agreement.isReached());
        assertNull(agreement.refusal());
        assertTrue(agreement.admits(1, answer(true)));
        assertTrue(agreement.isReached());
    }

    @Test
    @Expects("agreement.member-with-another-kind-of-machine")
    void shouldRefuseToWorkWithAMemberWhoseMachineIsOfAnotherKind() { // C1
        agreement.admits(1, answer(true));
        assertFalse(agreement.admits(2, answer(false)), "it does not count as one that has answered");
        assertFalse(agreement.isReached());
        assertEquals("the state machine here uses payload handles: true, and on node 20: false"
            + " (StateMachine.usesPayloads()); nothing is applied until all members agree", agreement.refusal());
        assertFalse(agreement.admits(2, request(false)), "or it would hold up members that agree with it");
        assertTrue(agreement.admits(1, request(true)));
        assertTrue(agreement.admits(2, new Learned()), "the order knows nothing of machines");
        assertTrue(agreement.admits(2, request(true)), "it has been started again with another machine");
        assertNull(agreement.refusal());
        assertTrue(agreement.isReached());
    }

    @Test
    void shouldGoOnWhenAMemberComesWithAMachineOfAnotherKind() {
        agreement.admits(1, answer(true));
        assertTrue(agreement.admits(2, request(false)), "the answer tells it that it differs");
        assertTrue(agreement.isReached());
        assertNull(agreement.refusal());
    }

    private static Message answer(final boolean usesPayloads) {
        final StandingAnswer answer = new StandingAnswer();
        answer.usesPayloads = usesPayloads;
        return answer;
    }

    private static Message request(final boolean usesPayloads) {
        final StandingRequest request = new StandingRequest();
        request.usesPayloads = usesPayloads;
        return request;
    }
}

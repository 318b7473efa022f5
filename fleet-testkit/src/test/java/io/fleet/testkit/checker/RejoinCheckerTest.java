package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejoinCheckerTest {
    private static final long NONCE = 5;
    private static final long LEADS = 2 << 16 | 1;

    private final Violations violations = new Violations();
    private final RejoinChecker witness = new RejoinChecker(3, violations);

    @Test
    void shouldAcceptAFirstStartThatAllOthersAllow() {
        ask(NONCE);
        answer(1, NONCE, VoterState.NEW, 0, 0);
        answer(2, NONCE, VoterState.NEW, 0, 0);
        witness.onFirstStart(0);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldAcceptAFirstStartAfterAnAnswerThatALaterOneDoesNotRepeat() {
        ask(NONCE);
        answer(1, NONCE, VoterState.NEW, 0, 0);
        answer(1, NONCE, VoterState.VOTER, LEADS, 0);
        answer(2, NONCE, VoterState.NEW, 0, 0);
        witness.onFirstStart(0);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportAFirstStartBeforeAllHaveAnswered() {
        ask(NONCE);
        answer(1, NONCE, VoterState.NEW, 0, 0);
        witness.onFirstStart(0);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldReportAFirstStartAfterAPromise() {
        ask(NONCE);
        answer(1, NONCE, VoterState.NEW, 0, 0);
        answer(2, NONCE, VoterState.NEW, LEADS, 0);
        witness.onFirstStart(0);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldTellWhatARepairedNodeMustHold() {
        ask(NONCE);
        answer(1, NONCE, VoterState.VOTER, LEADS, LEADS);
        assertEquals(List.of(), witness.onRepaired(0));
        answer(2, NONCE, VoterState.VOTER, LEADS, 0);
        assertEquals(List.of(new RejoinChecker.Target(LEADS, 4, 9, 0)), witness.onRepaired(0));
        assertEquals(1, violations.count());
    }

    @Test
    void shouldAcceptARepairByAnAnswerThatALaterProcessDoesNotRepeat() {
        ask(NONCE);
        answer(2, NONCE, VoterState.VOTER, LEADS, LEADS);
        answer(2, NONCE, VoterState.SUSPECT, LEADS + 1, 0);
        answer(1, NONCE, VoterState.VOTER, LEADS, 0);
        assertEquals(List.of(new RejoinChecker.Target(LEADS, 4, 9, 0)), witness.onRepaired(0));
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportARepairBelowAPromise() {
        ask(NONCE);
        answer(2, NONCE, VoterState.VOTER, LEADS + 1, 0);
        answer(1, NONCE, VoterState.VOTER, LEADS, LEADS);
        witness.onRepaired(0);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldNotCountAnswersToAnEarlierLife() {
        ask(NONCE);
        answer(1, NONCE, VoterState.VOTER, LEADS, LEADS);
        answer(2, NONCE, VoterState.VOTER, LEADS, 0);
        ask(NONCE + 7);
        answer(1, NONCE, VoterState.VOTER, LEADS, LEADS);
        answer(2, NONCE, VoterState.VOTER, LEADS, 0);
        witness.onWaiting(0, 0);
        assertEquals(0, violations.count());
        witness.onWaiting(0, 9);
        assertTrue(violations.reports().get(0).contains("repaired up to LSN 9"));
        witness.onRepaired(0);
        assertEquals(2, violations.count());
    }

    private void ask(final long nonce) {
        final RejoinRequest request = new RejoinRequest();
        request.nonce = nonce;
        witness.onMessage(0, request);
    }

    private void answer(final int from, final long nonce, final VoterState standing, final long promised,
                        final long ballot) {
        final RejoinReply reply = new RejoinReply();
        reply.nonce = nonce;
        reply.standing = standing;
        reply.promised = promised;
        reply.ballot = ballot;
        reply.base = ballot == 0 ? 0 : 4;
        reply.highest = ballot == 0 ? 0 : 9;
        witness.onReceipt(0, from, reply);
    }
}

package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import org.junit.jupiter.api.Test;

/** Three members with copies: f = 1. */
class SlotCheckerTest {
    private static final EntryId ENTRY = new EntryId().set(7, 1, 1);

    private final Violations violations = new Violations();
    private final SlotChecker witness = new SlotChecker(Quorums.ofCode(1, 2), violations, (member, upTo) -> {});

    SlotCheckerTest() {
        for (int member = 0; member < 3; member++) {
            witness.onBegun(member);
        }
    }

    @Test
    void shouldKnowTheLastSlotOfAnEntry() {
        assertEquals(0, witness.slotOf(ENTRY));
        for (int slot = 4; slot <= 5; slot++) {
            propose(0, slot);
            propose(1, slot);
            propose(2, slot);
        }
        assertEquals(5, witness.slotOf(ENTRY));
        assertTrue(violations.isEmpty());
    }

    @Test
    void shouldNotBearThatAMemberSpeaksWhereItHadSpokenBeforeItLostItsVotes() {
        propose(0, 4);
        propose(0, 4);
        witness.onBegun(0);
        propose(0, 5);
        assertTrue(violations.isEmpty());
        propose(0, 4);
        assertTrue(violations.reports().get(0).startsWith("node 0 speaks in slot 4"), violations.reports()::toString);
    }

    private void propose(final int member, final long slot) {
        final Steps steps = new Steps();
        final StepLine line = steps.next();
        line.slot = slot;
        line.kind = SlotVote.PROPOSAL;
        line.phase = 0;
        line.value = 0;
        line.name.set(ENTRY.batcherId, ENTRY.sequence, ENTRY.digest);
        witness.onMessage(member, steps);
    }
}

package io.fleet.scattered.leader;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VoteMarksTest {
    private static final long B1 = ballot(1, 2);
    private static final long B2 = ballot(2, 3);

    private final World world = new World();

    @Test
    @Expects("vote-marks.silent-without-votes")
    void shouldTellNoMarkAfterALoss() { // S15
        final World lost = new World(1, VoterState.LOST);
        assertEquals(ReadMarks.SILENT,
            new VoteMarks(lost.context, lost.storage, lost.voting, lost.leases, () -> B1).mark());
        final VoteMarks marks = new VoteMarks(world.context, world.storage, world.voting, world.leases, () -> B1);
        assertEquals(0, marks.mark());
        assertFalse(marks.isQuorum(0b001));
        assertTrue(marks.isQuorum(0b101));
        marks.reDrive(4);
        assertEquals(4, world.out.last(FillRequest.class).upTo);
        assertEquals(List.of(2), world.out.receivers(FillRequest.class));
    }

    /** Rule S14: a quorum of another configuration may have gone on behind it, which none of this one need meet. */
    @Test
    @Expects({"vote-marks.silent-before-a-newer-configuration", "storage-node.configuration-was-never-chosen"})
    void shouldTellNoMarkWhileItHoldsAConfigurationThatItDoesNotActOn() { // S14, P1
        final VoteMarks marks = new VoteMarks(world.context, world.storage, world.voting, world.leases, () -> B1);
        final EntryMeta next = meta(4);
        next.flags = EntryMeta.CONFIGURATION;
        world.arrive(4, B1);
        receive(2, order(B1, 0, 4, next));
        assertEquals(0, marks.mark(), "nothing is durable yet");
        world.flush();
        assertEquals(ReadMarks.SILENT, marks.mark());
        world.arrive(5, B2);
        receive(3, order(B2, 0, 4, meta(5)));
        assertEquals(ReadMarks.SILENT, marks.mark());
        world.flush();
        assertEquals(4, marks.mark(), "a configuration that was never chosen");
    }

    @Test
    void shouldTellNoMarkAfterARestartWithAConfigurationThatItDoesNotActOn() { // S14, P1
        final VoteMarks marks = new VoteMarks(world.context, world.storage, world.voting, world.leases, () -> B1);
        final EntryMeta next = meta(4);
        next.flags = EntryMeta.CONFIGURATION;
        world.storage.onRecovered(7, B1, 0, next, 100);
        assertEquals(ReadMarks.SILENT, marks.mark());
        world.storage.onRecorded(7);
        assertEquals(ReadMarks.SILENT, marks.mark(), "recorded, but not durably");
    }

    /** What was chosen there came by catching up, so no other order has taken its place here. */
    @Test
    @Tag("hazard-U-silent-marks")
    @Expects("vote-marks.configuration-voted-for-was-never-chosen")
    void shouldTellMarksWhereAConfigurationThatItHeldWasNeverChosen() { // S14, P1
        final VoteMarks marks = new VoteMarks(world.context, world.storage, world.voting, world.leases, () -> B1);
        final EntryMeta next = meta(4);
        next.flags = EntryMeta.CONFIGURATION;
        world.storage.onRecovered(7, B1, 0, next, 100);
        world.progress.recorded = 7;
        world.storage.onRecorded(7);
        assertEquals(ReadMarks.SILENT, marks.mark(), "its log does not say durably what was chosen");
        world.recorded(7);
        assertEquals(7, marks.mark());
        world.progress.configuration =
            world.context.membership().current().withLearner(8, "y:2", GroupMember.NOBODY).at(7);
        assertEquals(ReadMarks.SILENT, marks.mark(), "it was chosen, and is not acted on yet");
        world.progress.configuration =
            world.context.membership().current().withLearner(8, "y:2", GroupMember.NOBODY).at(6);
        assertEquals(ReadMarks.SILENT, marks.mark(), "another one was, and is not acted on yet");
    }

    private void receive(final int leader, final Order order) {
        world.storage.onOrder(leader, order, world.now);
    }
}

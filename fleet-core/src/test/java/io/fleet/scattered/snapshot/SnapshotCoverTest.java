package io.fleet.scattered.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import io.fleet.scattered.context.Membership;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of the others' snapshots when members change (S14). */
class SnapshotCoverTest {
    private static final long LSN = 9;

    private final World world = new World();
    private final Membership membership = world.context.membership();
    private final SnapshotCover cover = new SnapshotCover(world.context);

    /** Node 3 tells of its snapshot. */
    @BeforeEach
    void tell() {
        final SnapshotNotice notice = new SnapshotNotice();
        notice.lsn = LSN;
        cover.onNotice(membership.slotOf(3), notice, world.now);
        assertEquals(LSN, cover.highestOfOthers());
    }

    @Test
    void shouldSayTheSameThreeTimesInSecondsAndThenInThree() {
        assertEquals(List.of(0L, 1_000L, 2_000L, 5_000L, 8_000L), saidWithin(10_000));
        cover.onOwn(LSN + 1);
        assertEquals(List.of(0L, 1_000L, 2_000L, 5_000L), saidWithin(6_000), "something new");
        world.out.room = 0;
        assertEquals(List.of(), saidWithin(3_000));
        world.out.room = Integer.MAX_VALUE;
        assertEquals(List.of(0L), saidWithin(500), "it was not told when it was due, and each second since");
    }

    private List<Long> saidWithin(final long millis) {
        final List<Long> said = new ArrayList<>();
        for (long at = 0; at < millis; at += 500) {
            world.out.clear();
            cover.doWork(world.now);
            if (!world.out.all(SnapshotNotice.class).isEmpty()) {
                said.add(at);
            }
            world.advance(500);
        }
        return said;
    }

    @Test
    void shouldKeepWhatTheMembersThatStayHaveTold() {
        adopt(membership.current().withLearner(8, "y:2", GroupMember.NOBODY).at(4));
        assertEquals(LSN, cover.highestOfOthers());
    }

    @Test
    void shouldForgetWhatAFormerMemberOfASlotHasTold() { // S14
        final int slot = membership.slotOf(3);
        adopt(membership.current().without(3).at(4));
        adopt(membership.current().withLearner(8, "y:2", GroupMember.NOBODY).at(5));
        assertEquals(slot, membership.slotOf(8));
        assertEquals(0, cover.highestOfOthers());
    }

    @Test
    @Expects("snapshot-cover.of-all-forgotten-as-configurations-were-skipped")
    void shouldForgetWhatANodeHasToldThatMayHaveGoneAndComeAgain() { // S14, S15
        final Configuration again = membership.current().without(3).withLearner(3, "z:3", GroupMember.NOBODY);
        assertEquals(membership.slotOf(3), again.member(3).slot());
        adopt(again.at(5));
        assertEquals(0, cover.highestOfOthers());
    }

    @Test
    void shouldForgetWhatAMemberHasToldThatAsksToBeRepaired() { // S15
        cover.onRejoin(membership.slotOf(3));
        assertEquals(0, cover.highestOfOthers());
        assertEquals(0, cover.holding(LSN, world.now));
    }

    private void adopt(final Configuration next) {
        membership.adopt(next);
        cover.onConfiguration();
    }
}

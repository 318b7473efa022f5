package io.fleet.scattered.membership;

import static io.fleet.fixture.message.Entries.ballot;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.scattered.World;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.snapshot.SnapshotCover;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of a change that is about an observer, as whoever has asked for it is told (S14). */
class ObserverChangeTest {
    private static final long LOW = ballot(1, 2);
    private final World world = new World();
    private final Membership membership = world.context.membership();
    private final Reconfiguration changes = new Reconfiguration(world.context, world.leader, world.learner,
        world.election, world.voting, world.succession, new SnapshotCover(world.context),
        new ConfigurationProgress(world.context, world.leader), world.rejoin, new RequestNonces(1));
    private final List<String> outcomes = new ArrayList<>();

    @Test
    void shouldSayThatAnObserverBelongsToTheGroupWhenTheLeaderHasTakenIt() { // S14
        record(membership.current().withObserver(8, "y:2").at(4));
        changes.adopt(world.now);
        changes.onElected(4);
        changes.request(change(MemberChange.ADD_OBSERVER, 8), outcome(), world.now);
        changes.doWork(world.now);
        assertEquals(List.of(), outcomes, "it may be gone, or have another address, as far as is known here");
        answer(MemberChange.ADD_OBSERVER, 8, MemberChangeAnswer.AS_IT_IS);
        changes.doWork(world.now);
        assertEquals(List.of("done 4"), outcomes);
        changes.request(change(MemberChange.ADD_OBSERVER, 8), outcome(), world.now);
        answer(MemberChange.ADD_OBSERVER, 8, MemberChangeAnswer.MEMBER_ALREADY);
        assertEquals(List.of("done 4", "refused"), outcomes);
    }

    @Test
    void shouldSayThatAnObserverWasTakenThoughItLearnsByNow() { // S14: somebody else asked for that
        changes.request(change(MemberChange.ADD_OBSERVER, 8), outcome(), world.now);
        answer(MemberChange.ADD_OBSERVER, 8, MemberChangeAnswer.TAKEN);
        record(membership.current().withObserver(8, "y:2").at(4).withObserverAsLearner(8, GroupMember.NOBODY).at(5));
        changes.adopt(world.now);
        changes.onElected(5);
        changes.doWork(world.now);
        assertEquals(List.of("done 5"), outcomes);
    }

    @Test
    void shouldNotTakeAnOldConfigurationForTheOneThatWasAskedFor() { // S14: it was removed, and is ordered again
        record(membership.current().withObserver(8, "y:2").at(4));
        changes.adopt(world.now);
        changes.onElected(4);
        changes.request(change(MemberChange.ADD_OBSERVER, 8), outcome(), world.now);
        answer(MemberChange.ADD_OBSERVER, 8, MemberChangeAnswer.TAKEN);
        changes.doWork(world.now);
        assertEquals(List.of(), outcomes);
        record(membership.current().without(8).at(5).withObserver(8, "y:2").at(6));
        changes.adopt(world.now);
        changes.onElected(6);
        changes.doWork(world.now);
        assertEquals(List.of("done 6"), outcomes);
    }

    @Test
    void shouldSayThatALearnerWasRemovedThoughItLearntWhenItWasAskedFor() { // S14: or it would be added again
        record(membership.current().withLearner(8, "y:2", GroupMember.NOBODY).at(4));
        changes.adopt(world.now);
        changes.request(change(MemberChange.ADD, 8), outcome(), world.now);
        answer(MemberChange.ADD, 8, MemberChangeAnswer.TAKEN);
        changes.doWork(world.now);
        record(membership.current().without(8).at(5));
        changes.adopt(world.now);
        changes.onElected(5);
        changes.doWork(world.now);
        assertEquals(List.of("refused"), outcomes);
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldRememberInWhichLifeOneCountedThatGoes() { // S15: it may come again
        record(membership.current().withObserver(8, "y:2").withLives(node -> node == 8 ? 4 : 0).at(4));
        changes.adopt(world.now);
        assertEquals(4, world.context.leastNumber(8));
        record(membership.current().without(8).at(5));
        changes.adopt(world.now);
        assertEquals(4, world.context.leastNumber(8));
    }

    @Test
    void shouldRefuseWhatCannotBecomeOfAnObserver() { // S14: it was a member before, which answers nothing
        record(membership.current().withObserver(8, "y:2").at(4));
        changes.adopt(world.now);
        changes.request(change(MemberChange.ADD, 8), outcome(), world.now);
        answer(MemberChange.ADD, 8, MemberChangeAnswer.MEMBER_ALREADY);
        assertEquals(List.of("refused"), outcomes);
        final MemberChange replace = change(MemberChange.REPLACE, 8);
        replace.replaced = 77;
        changes.request(replace, outcome(), world.now);
        changes.doWork(world.now);
        answer(MemberChange.REPLACE, 8, MemberChangeAnswer.NO_MEMBER);
        assertEquals(List.of("refused", "refused"), outcomes);
    }

    @Test
    void shouldSayThatAnObserverVotesWhenItDoes() { // S14
        record(membership.current().withObserver(8, "y:2").at(4));
        changes.adopt(world.now);
        changes.onElected(4);
        changes.request(change(MemberChange.ADD, 8), outcome(), world.now);
        answer(MemberChange.ADD, 8, MemberChangeAnswer.TAKEN);
        record(membership.current().withObserverAsLearner(8, GroupMember.NOBODY).at(5));
        changes.adopt(world.now);
        changes.onElected(5);
        changes.doWork(world.now);
        assertEquals(List.of(), outcomes);
        record(membership.current().withLearnerPromoted().at(6));
        changes.adopt(world.now);
        changes.onElected(6);
        changes.doWork(world.now);
        assertEquals(List.of("done 6"), outcomes);
    }

    @Test
    void shouldSayNothingNewToAQuietLeader() {
        record(membership.current().without(1).withObserver(1, "x:1").at(4));
        changes.adopt(world.now);
        changes.onOrder(4);
        world.standing.hears(2, world.now);
        world.election.onLeaderHeard(LOW, 4_000, world.now);
        changes.doWork(world.now);
        assertEquals(1, world.out.all(MemberProgress.class).size(), "it has not said how far it is");
        for (int i = 0; i < 10; i++) {
            world.advance(100);
            world.standing.hears(2, world.now);
            changes.doWork(world.now);
        }
        assertEquals(1, world.out.all(MemberProgress.class).size());
        world.election.onLeaderHeard(LOW, 4_000, world.now);
        changes.doWork(world.now);
        changes.doWork(world.now);
        assertEquals(2, world.out.all(MemberProgress.class).size(), "the other may be lost");
        world.advance(100);
        world.storage.promise(LOW);
        world.promises.flush();
        changes.doWork(world.now);
        assertEquals(3, world.out.all(MemberProgress.class).size(), "it is sound now");
        world.election.onLeaderHeard(LOW, 0, world.now);
        world.advance(100);
        changes.doWork(world.now);
        assertEquals(4, world.out.all(MemberProgress.class).size(), "the leader is not quiet any more");
    }

    private static MemberChange change(final int kind, final int node) {
        final MemberChange change = new MemberChange();
        change.kind = kind;
        change.node = node;
        change.endpoint = "y:2";
        return change;
    }

    private void record(final Configuration next) {
        world.progress.configuration = next;
        world.recorded(next.version());
    }

    private void answer(final int kind, final int node, final int code) {
        final MemberChangeAnswer answer = new MemberChangeAnswer();
        answer.kind = kind;
        answer.node = node;
        answer.answer = code;
        changes.onChangeAnswer(answer, world.now);
    }

    private MemberOutcome outcome() {
        return new MemberOutcome() {
            @Override
            public void onDone(final Configuration configuration) {
                outcomes.add("done " + configuration.version());
            }

            @Override
            public void onRefused(final String reason) {
                outcomes.add("refused");
            }

            @Override
            public void onUnknown(final String reason) {
                outcomes.add("unknown");
            }
        };
    }
}

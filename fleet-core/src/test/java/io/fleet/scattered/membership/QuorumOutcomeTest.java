package io.fleet.scattered.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.scattered.World;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.snapshot.SnapshotCover;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node that asked for other quorums hears of it (S14). */
class QuorumOutcomeTest {
    private final World world = new World();
    private final Membership membership = world.context.membership();
    private final Reconfiguration changes = new Reconfiguration(world.context, world.leader, world.learner,
        world.election, world.voting, world.succession, new SnapshotCover(world.context),
        new ConfigurationProgress(world.context, world.leader), world.rejoin, new RequestNonces(1));
    private final List<String> outcomes = new ArrayList<>();

    /** Asking on would undo what somebody else asked for later. */
    @Test
    void shouldNotAskAgainForQuorumsThatWereChangedOnceMore() {
        ask("groups:1,2/3");
        act(membership.current().countedBy(QuorumLayout.parse("groups:1/2,3")).at(4));
        assertEquals(List.of("unknown"), outcomes);
    }

    @Test
    void shouldSayThatTheyAreChangedOnceNothingElseCounts() {
        final Configuration groups = membership.current().countedBy(QuorumLayout.parse("groups:1/2/3"));
        final Configuration both = groups.withQuorums(QuorumLayout.majority());
        act(groups.at(3));
        ask("majority");
        act(both.at(4));
        assertEquals(groups.quorums(), both.before());
        assertEquals(List.of(), outcomes, "both systems elect");
        act(both.withQuorumsAlone().at(5));
        assertEquals(List.of("done"), outcomes);
    }

    private void ask(final String layout) {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.QUORUMS;
        change.quorums = QuorumLayout.parse(layout);
        changes.request(change, outcome(), world.now);
        changes.doWork(world.now);
        final MemberChangeAnswer answer = new MemberChangeAnswer();
        answer.kind = MemberChange.QUORUMS;
        answer.answer = MemberChangeAnswer.TAKEN;
        changes.onChangeAnswer(answer, world.now);
    }

    /** This node acts on a configuration, in which a leader is elected. */
    private void act(final Configuration next) {
        world.progress.configuration = next;
        world.recorded(next.version());
        changes.adopt(world.now);
        changes.onElected(next.version());
        changes.doWork(world.now);
    }

    private MemberOutcome outcome() {
        return new MemberOutcome() {
            @Override
            public void onDone(final Configuration configuration) {
                outcomes.add("done");
            }

            @Override
            public void onRefused(final String reason) {
                outcomes.add(reason);
            }

            @Override
            public void onUnknown(final String reason) {
                outcomes.add("unknown");
            }
        };
    }
}

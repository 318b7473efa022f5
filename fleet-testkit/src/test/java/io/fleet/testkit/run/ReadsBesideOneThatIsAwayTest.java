package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.member.MemberChange;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads by a quorum go on whatever members know of a voter that is down. */
class ReadsBesideOneThatIsAwayTest extends LanGroup {
    @Test
    @Tag("hazard-S-A4b")
    void shouldReadWhereANewVoterHasNeverHeardOneThatIsDown() {
        launch(3);
        final int away = follower();
        nodes.get(away).kill();
        final Map<Integer, String> all = new HashMap<>(book);
        all.put(3, "node-3:9001");
        final Lan.Process comes = lan.startJoining(3, all.get(3), all, empty());
        change(leader(), MemberChange.ADD, 3);
        assertTrue(lan.runUntil(30_000, () -> comes.isVoter() && configuration(comes).member(3).voter()));
        lan.run(3_000);
        read();
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldReadAtOneThatWasRepairedWhileAnotherIsDown() {
        launch(5);
        final int away = follower();
        nodes.get(away).kill();
        nodes.remove(away);
        final int lost = follower();
        final int node = nodes.get(lost).core().nodeId();
        nodes.get(lost).kill();
        nodes.set(lost, start(node));
        assertTrue(lan.runUntil(30_000, nodes.get(lost)::isVoter));
        final Lan.Process repaired = nodes.get(lost);
        nodes.stream().filter(each -> each != repaired && !each.isLeader()).findFirst().orElseThrow().kill();
        lan.run(3_000);
        read();
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldReadWhereOneDoesNotKnowThatAnotherWasRepaired() {
        launch(5);
        final Lan.Process away = nodes.get(follower());
        final int lost = nodes.indexOf(nodes.stream().filter(each -> each != away && !each.isLeader()).findFirst()
            .orElseThrow());
        nodes.get(lost).kill();
        lan.cut((from, to, packet) -> from == away || to == away);
        nodes.set(lost, start(lost));
        assertTrue(lan.runUntil(30_000, nodes.get(lost)::isVoter));
        nodes.get(lost).kill();
        nodes.stream().filter(each -> each != away && each.core() != null && !each.isLeader()).findFirst()
            .orElseThrow().kill();
        heal();
        lan.run(5_000);
        read();
    }

    private void launch(final int count) {
        found(count);
        connect();
        write();
    }

    private int follower() {
        return nodes.get(0).isLeader() ? 1 : 0;
    }

    private void read() {
        for (int i = 0; i < 3; i++) {
            final int before = client.answers();
            client.read();
            assertTrue(lan.runUntil(20_000, () -> client.answers() > before || !client.failures.isEmpty()));
            assertTrue(client.failures.isEmpty(), client.failures::toString);
        }
    }
}

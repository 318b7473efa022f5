package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads by a quorum go on whatever members know of a voter that is down. */
class ReadsBesideOneThatIsAwayTest {
    private final Lan lan = new Lan();
    private final Map<Integer, String> book = new HashMap<>();
    private final List<Lan.Process> nodes = new ArrayList<>();
    private Lan.Client client;

    @Test
    @Tag("hazard-S-A4b")
    void shouldReadWhereANewVoterHasNeverHeardOneThatIsDown() {
        start(3);
        final int away = follower();
        nodes.get(away).kill();
        final Map<Integer, String> all = new HashMap<>(book);
        all.put(3, "node-3:9001");
        final Lan.Process comes = lan.startJoining(3, all.get(3), all, empty());
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.ADD;
        change.node = 3;
        change.endpoint = all.get(3);
        leader().core().group(0).changeMembers(change, MemberOutcome.NONE);
        assertTrue(lan.runUntil(30_000, () -> comes.isVoter()
            && comes.core().group(0).watch().configuration().member(3).voter()));
        lan.run(3_000);
        read();
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldReadAtOneThatWasRepairedWhileAnotherIsDown() {
        start(5);
        final int away = follower();
        nodes.get(away).kill();
        nodes.remove(away);
        final int lost = follower();
        final int node = nodes.get(lost).core().nodeId();
        nodes.get(lost).kill();
        nodes.set(lost, lan.start(node, book.get(node), book, empty()));
        assertTrue(lan.runUntil(30_000, nodes.get(lost)::isVoter));
        final Lan.Process repaired = nodes.get(lost);
        nodes.stream().filter(each -> each != repaired && !each.isLeader()).findFirst().orElseThrow().kill();
        lan.run(3_000);
        read();
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldReadWhereOneDoesNotKnowThatAnotherWasRepaired() {
        start(5);
        final Lan.Process away = nodes.get(follower());
        final int lost = nodes.indexOf(nodes.stream().filter(each -> each != away && !each.isLeader()).findFirst()
            .orElseThrow());
        nodes.get(lost).kill();
        lan.cut((from, to, packet) -> from == away || to == away);
        nodes.set(lost, lan.start(lost, book.get(lost), book, empty()));
        assertTrue(lan.runUntil(30_000, nodes.get(lost)::isVoter));
        nodes.get(lost).kill();
        nodes.stream().filter(each -> each != away && each.core() != null && !each.isLeader()).findFirst()
            .orElseThrow().kill();
        lan.cut((from, to, packet) -> false);
        lan.run(5_000);
        read();
    }

    private void start(final int count) {
        for (int node = 0; node < count; node++) {
            book.put(node, "node-" + node + ":9001");
        }
        for (int node = 0; node < count; node++) {
            nodes.add(lan.start(node, book.get(node), book, empty()));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)
            && nodes.stream().anyMatch(Lan.Process::isLeader)));
        client = lan.client(7, 0, Lan.CONFIG, book);
        client.submit();
        assertTrue(lan.runUntil(20_000, () -> client.answers() > 0));
    }

    private Lan.Process leader() {
        return nodes.stream().filter(Lan.Process::isLeader).findFirst().orElseThrow();
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

    private static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}

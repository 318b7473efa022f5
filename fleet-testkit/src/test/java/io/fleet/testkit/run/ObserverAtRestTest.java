package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.OrderDecoder;
import org.junit.jupiter.api.Test;

/** A group at rest of which one member observes: nobody says more for that, whether the observer is there or not. */
class ObserverAtRestTest extends LanGroup {
    private static final int SECONDS = 5;
    private int orders;
    private int reports;

    ObserverAtRestTest() {
        super(Lan.CONFIG, 2);
    }

    @Test
    void shouldBeQuietWithAnObserverThatIsThereAndWithOneThatIsAway() {
        lan.cut((from, to, packet) -> {
            orders += isA(packet, OrderDecoder.TEMPLATE_ID) ? 1 : 0;
            reports += isA(packet, MemberProgressDecoder.TEMPLATE_ID) ? 1 : 0;
            return false;
        });
        found(3);
        connect();
        write();
        assertRest(2);
        final SimMedium disk = empty();
        final Lan.Process observer = startJoining(3, disk);
        change(leader(), MemberChange.ADD_OBSERVER, 3);
        assertTrue(lan.runUntil(20_000, () -> observes(observer)));
        assertRest(3);
        write();
        awaitAll(observer);
        assertRest(3);
        observer.kill();
        assertRest(3);
        write();
        assertRest(3);
        leader().core().group(0).transferLeadership(next(leader()), TransferOutcome.NONE);
        final Lan.Process before = leader();
        assertTrue(lan.runUntil(20_000, () -> !before.isLeader() && nodes.stream().anyMatch(Lan.Process::isLeader)));
        assertRest(3);
        final Lan.Process again = startJoining(3, disk);
        awaitAll(again);
        write();
        awaitAll(again);
        assertRest(3);
    }

    private static boolean observes(final Lan.Process process) {
        final GroupMember member = configuration(process).member(3);
        return member != null && member.isObserver();
    }

    private void awaitAll(final Lan.Process observer) {
        assertTrue(lan.runUntil(20_000, () -> observes(observer)
            && observer.status().applied() == leader().status().applied()));
    }

    private int next(final Lan.Process node) {
        return (nodes.indexOf(node) + 1) % nodes.size();
    }

    /** Heartbeats of both groups, one each second to each of so many others, and what the observer says to each. */
    private void assertRest(final int others) {
        lan.run(SECONDS * 1_000);
        orders = 0;
        reports = 0;
        lan.run(SECONDS * 1_000);
        assertTrue(orders <= 2 * others * (SECONDS + 1), orders + " orders");
        assertTrue(reports <= SECONDS + 1, reports + " reports");
    }
}

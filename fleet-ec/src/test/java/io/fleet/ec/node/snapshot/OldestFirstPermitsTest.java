package io.fleet.ec.node.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.ec.node.Wire;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.fixture.mark.Expects;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Three members that all want to write a snapshot. */
class OldestFirstPermitsTest {
    private static final long LEASE = 800;
    private static final int[] NODES = {3, 10, 20};

    private final List<Wire> wires = IntStream.of(NODES).mapToObj(Wire::new).toList();
    private final List<OldestFirstPermits> turns = IntStream.range(0, 3)
        .mapToObj(i -> new OldestFirstPermits(new MemberTable(NODES, NODES[i]), wires.get(i), LEASE)).toList();
    private long now = 1;

    @Test
    @Expects({"oldest-first.another-writes", "oldest-first.another-has-an-older-snapshot"})
    void shouldLetOneWriteAfterTheOtherTheOldestSnapshotFirst() {
        turns.get(0).onOwn(30);
        turns.get(1).onOwn(10);
        turns.get(2).onOwn(10);
        turns.forEach(OldestFirstPermits::ask);
        assertEquals(List.of(), inTurn(), "first it listens");
        pass();
        assertEquals(List.of(1), inTurn());
        turns.get(1).take();
        pass();
        assertEquals(List.of(), inTurn(), "one writes");
        turns.get(1).onOwn(40);
        turns.get(1).end();
        pass();
        assertEquals(List.of(2), inTurn());
        turns.get(2).take();
        pass();
        turns.get(2).letOthers();
        pass();
        assertEquals(List.of(0), inTurn(), "what is held up holds up nobody");
        turns.get(0).end();
        pass();
        final int sent = wires.get(0).packets.size();
        pass();
        assertEquals(sent, wires.get(0).packets.size(), "who wants nothing says nothing");
    }

    @Test
    @Expects("oldest-first.holder-is-not-heard-any-more")
    void shouldWaitForNobodyWhoHasDied() {
        turns.get(2).ask();
        pass();
        turns.get(2).take();
        pass();
        turns.get(1).ask();
        for (int i = 0; i < 4; i++) {
            pass();
            assertFalse(turns.get(1).hasCome(0), "it renews its turn");
        }
        now += LEASE;
        turns.get(1).doWork(now);
        assertTrue(turns.get(1).hasCome(0));
    }

    private List<Integer> inTurn() {
        return IntStream.range(0, 3).filter(i -> turns.get(i).hasCome(0)).boxed().toList();
    }

    /** Time for all to say something, to be heard, and to have listened. */
    private void pass() {
        now += LEASE / 4;
        for (int i = 0; i < turns.size(); i++) {
            turns.get(i).doWork(now);
            for (final Wire.Packet packet : wires.get(i).packets) {
                deliver(i, packet);
            }
            wires.get(i).packets.clear();
        }
    }

    private void deliver(final int from, final Wire.Packet packet) {
        for (int to = 0; to < turns.size(); to++) {
            if (to != from) {
                final int receiver = to;
                wires.get(from).decode(packet, message -> turns.get(receiver).onTurn(from, (SnapshotTurn) message,
                    now));
            }
        }
    }
}

package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.command.Batcher;
import io.fleet.config.QuorumLayout;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.workload.RegisterCodec;
import io.fleet.wire.sbe.EntryBodyDecoder;
import io.fleet.wire.sbe.FetchBodyDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Bodies of entries that go to one storage group, or to one column, and to those that execute. */
class PartBodiesTest extends LanGroup {
    private static final int COMMANDS = 40;
    /** On a network that takes whole milliseconds nobody is late before. */
    private static final int HEDGE_MILLIS = 50;

    private final List<SimMedium> disks = new ArrayList<>();
    private int[] bodies;
    private int[] fetches;

    /** Three that execute, and six witnesses. */
    private void found(final String layout) {
        lan = new Lan(Lan.CONFIG.withQuorums(QuorumLayout.parse(layout)).withHedgeMillis(HEDGE_MILLIS), 1);
        lan.witnesses(Set.of(3, 4, 5, 6, 7, 8));
        for (int node = 0; node < 9; node++) {
            disks.add(empty());
        }
        found(9, disks::get);
        bodies = new int[9];
        fetches = new int[9];
        lan.onArrival((to, packet) -> {
            bodies[nodes.indexOf(to)] += isA(packet, EntryBodyDecoder.TEMPLATE_ID) ? 1 : 0;
            fetches[nodes.indexOf(to)] += isA(packet, FetchBodyDecoder.TEMPLATE_ID) ? 1 : 0;
        });
        connect();
        write();
        lan.run(200);
        write();
    }

    private void count(final Runnable command) {
        count(command, COMMANDS);
    }

    private void count(final Runnable command, final int times) {
        Arrays.fill(bodies, 0);
        Arrays.fill(fetches, 0);
        for (int i = 0; i < times; i++) {
            command.run();
        }
    }

    private void assertShared(final int... witnesses) {
        for (int node = 0; node < 3; node++) {
            assertTrue(bodies[node] >= COMMANDS - 1, "it executes all: " + Arrays.toString(bodies));
        }
        for (final int node : witnesses) {
            assertEquals(COMMANDS / 2, bodies[node], 2, Arrays.toString(bodies));
        }
        assertEquals(0, IntStream.of(fetches).sum(), "nobody misses one");
    }

    @Test
    void shouldReachOneGroupAndThoseThatExecute() { // FL-10, CM-04
        found("groups:3,4,5/6,7,8");
        count(this::write);
        assertShared(3, 4, 5, 6, 7, 8);
    }

    @Test
    void shouldReachOneColumnAndThoseThatExecute() { // CM-03, CM-04
        found("grid:3,4/6,7");
        count(this::write);
        assertShared(3, 4, 6, 7);
        assertEquals(0, bodies[5] + bodies[8], "those have no place");
    }

    /** A client in the process of a node that follows, which gets its own bodies without a packet. */
    @Test
    void shouldReachOneGroupFromAClientOfANode() {
        found("groups:3,4,5/6,7,8");
        final int node = (nodes.indexOf(leader()) + 1) % 3;
        final Batcher batcher = nodes.get(node).core().group(0).openBatcher();
        count(() -> write(batcher));
        bodies[node] += COMMANDS;
        assertShared(3, 4, 5, 6, 7, 8);
    }

    private void write(final Batcher batcher) {
        final UnsafeBuffer header = new UnsafeBuffer(new byte[RegisterCodec.LENGTH]);
        RegisterCodec.encode(RegisterInput.add(1, 1), header, 0);
        final int before = client.answers();
        assertTrue(batcher.offer(false, header, 0, RegisterCodec.LENGTH, header, 0, 0, 0, client, lan.nowNs()));
        assertTrue(lan.runUntil(20_000, () -> client.answers() > before));
    }

    /** What was sent to a group that is late goes to others, which ask for it; then nothing is sent there. */
    @Test
    void shouldLeaveAGroupAloneThatIsLate() {
        found("groups:3,4,5/6,7,8");
        nodes.get(3).kill();
        nodes.get(4).kill();
        count(this::write, 4);
        assertTrue(IntStream.of(fetches).sum() > 0, "what those have missed");
        count(this::write, 10);
        assertEquals(0, bodies[5], "its group is passed by");
        for (final int node : List.of(6, 7, 8)) {
            assertTrue(bodies[node] >= 10, Arrays.toString(bodies));
        }
        assertEquals(0, IntStream.of(fetches).sum(), "nobody misses one");
        assertEquals(List.of(), client.failures);
    }

    /** It recorded half of the entries without their bodies, and has no use for these. */
    @Test
    void shouldNotAskForBodiesOfOthersWhenAWitnessStartsAgain() { // S14
        found("groups:3,4,5/6,7,8");
        count(this::write);
        lan.run(2_000);
        count(() -> {}, 0);
        nodes.get(5).kill();
        nodes.set(5, start(5, disks.get(5)));
        assertTrue(lan.runUntil(60_000, () -> nodes.get(5).isVoter()
            && nodes.get(5).status().applied() == leader().status().applied()));
        assertEquals(0, IntStream.of(fetches).sum(), "bodies that were asked for");
    }

    /** What had no answer goes to all, whoever it was sent to before. */
    @Test
    void shouldReachAllWhereNothingWasAnswered() {
        found("groups:3,4,5/6,7,8");
        lan.cutClients(packet -> true);
        final int before = client.answers();
        Arrays.fill(bodies, 0);
        client.submit();
        assertTrue(lan.runUntil(20_000, () -> IntStream.of(bodies).allMatch(count -> count > 0)));
        lan.cutClients(packet -> false);
        assertTrue(lan.runUntil(20_000, () -> client.answers() > before));
    }

    @Test
    void shouldReachAllAfterTheLayoutHasChanged() {
        found("groups:3,4,5/6,7,8");
        changeTo("groups:3,4,5,6,7,8");
        lan.run(2_000);
        count(this::write);
        for (int node = 0; node < 9; node++) {
            assertTrue(bodies[node] >= COMMANDS - 1, Arrays.toString(bodies));
        }
        assertEquals(List.of(), client.failures);
    }
}

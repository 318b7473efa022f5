package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.ConfigException;
import io.fleet.machine.GroupConfig;
import io.fleet.mark.Expects;
import io.fleet.protocol.Role;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node makes of disks on which something is missing. */
class NodeStorageTest {
    private static final int GROUP = 0;

    @TempDir
    Path directory;

    private final List<String> lost = new ArrayList<>();

    @Test
    @Expects("standing.logs-set-aside")
    void shouldSetAsideTheLogsOfAVoterThatMissesOne() { // S15
        final NodeStorage voter = open();
        voter.meta().becomeVoter(GROUP, 1);
        voter.close();
        delete("scattered");

        final NodeStorage repaired = open();

        assertTrue(lost.get(0).contains("the scattered log"), lost.get(0));
        assertFalse(repaired.meta().isAnyVoter(), "it counts");
        assertFalse(repaired.meta().logsLost(), "the new logs are lost");
        repaired.close();
    }

    @Test
    @Expects("standing.meta-lost")
    void shouldNotTrustLogsWithoutTheirMetaStore() { // S15
        final NodeStorage whole = open();
        whole.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16), new UnsafeBuffer(new byte[0]), 0);
        whole.close();
        delete("meta");

        final NodeStorage repaired = open();

        assertTrue(lost.get(0).contains("the meta store"), lost.get(0));
        assertFalse(repaired.ordered().holdsAny(), "what nobody vouches for was kept");
        repaired.close();
    }

    @Test
    void shouldStartOnEmptyDisksWithoutAWord() {
        open().close();
        assertEquals(List.of(), lost);
    }

    @Test
    void shouldRefuseOtherSettingsAndLeaveNoTraceOfTheAttempt() { // S9
        final NodeStorage first = open();
        first.meta().becomeVoter(GROUP, 1);
        first.close();

        final String message = assertThrows(ConfigException.class,
            () -> open(GroupConfig.scattered().withSessionTimeoutMillis(10_000))).getMessage();

        assertTrue(message.startsWith("group 0: sessionTimeoutMillis is 10000, but must be 60000: "), message);
        final NodeStorage again = open(GroupConfig.scattered().withElectionTimeoutMillis(1_000));
        assertFalse(again.isSuspect(), "the refused start counts as a run that was not closed");
        again.close();
        assertEquals(List.of(), lost);
    }

    private void delete(final String prefix) {
        try (RealDisk disk = RealDisk.open(directory)) {
            disk.list().stream().filter(file -> file.startsWith(prefix)).forEach(disk::delete);
        }
    }

    private NodeStorage open() {
        return open(GroupConfig.scattered());
    }

    private NodeStorage open(final GroupConfig config) {
        final RealDisk disk = RealDisk.open(directory);
        try {
            return open(config, disk);
        } catch (final ConfigException e) {
            disk.close();
            throw e;
        }
    }

    private NodeStorage open(final GroupConfig config, final RealDisk disk) {
        return NodeStorage.open(new NodeContext(1, 0, new int[] {0, 1, 2},
            List.of(new GroupSpec(GROUP, config, () -> {
                throw new AssertionError("no machine is asked for");
            })), new FakeTransport(), List.of(disk), new ScatteredLogConfig(1 << 20, 256 << 10),
            new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000), 0, () -> 0, 1, 1 << 20, new Told()), null);
    }

    /** Keeps what a node says that it has lost. */
    private final class Told implements NodeEvents {
        @Override
        public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
            throw new AssertionError("nobody campaigns here");
        }

        @Override
        public void onStateLost(final String what) {
            lost.add(what);
        }
    }
}

package io.fleet.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.admin.FleetAdmin;
import io.fleet.cli.FleetCli;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.node.status.MemberStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fleet admin} where nobody leads. */
@Tag("slow")
class CodedAdminTest {
    private static final int NODES = 5;

    @TempDir
    private Path directory;
    private String said;

    @Test
    void shouldTellOfMembersThatAreHeardAndOfOneThatIsNot() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            final String node = "127.0.0.1:" + admin.port();
            cluster.client().submit(new byte[10]).exceptionally(notABatch -> null).get();
            await(cluster, true);
            assertEquals(0, admin("--connect", node, "status"));
            assertFalse(said.contains("never"), said);
            assertTrue(said.contains("group 0: PROXY, ballot "), said);
            assertTrue(members(cluster).stream().allMatch(member -> member.applied() > 0), members(cluster)::toString);

            cluster.stop(4);
            await(cluster, false);
            assertTrue(members(cluster).subList(1, 4).stream()
                .allMatch(member -> member.silentMillis() < members(cluster).get(4).silentMillis()));
        }
    }

    @Test
    void shouldNameTheGroupOnceWhereItRefuses() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            final String node = "127.0.0.1:" + admin.port();
            assertTrue(admin("--connect", node, "transfer", "--to", "1") != 0);
            assertTrue(said.contains("group 0: nobody leads it, as its mode is coded(3, 2)"), said);
            assertTrue(admin("--connect", node, "add", "--node", "7", "--address", "127.0.0.1:9007") != 0);
            assertTrue(said.contains("group 0: members stay: its mode is coded(3, 2), whose members are those who found"
                + " a group"), said);
        }
    }

    @Test
    void shouldDumpRecordsForWhatTheyAre() throws Exception {
        try (FleetCluster cluster = launch()) {
            for (int i = 0; i < 5; i++) {
                cluster.client(i).submit(new byte[10 + 70_000 * i]).exceptionally(notABatch -> null).get();
            }
        }
        final StringBuilder all = new StringBuilder();
        for (int i = 0; i < NODES; i++) {
            assertEquals(0, admin("log-dump", directory.resolve("node-" + i).toString()), said);
            all.append(said);
        }
        final String dumps = all.toString();
        assertTrue(dumps.matches("(?s).*scattered 0/1@\\d+ +group 0 lsn 1099511627777 +part +[0-9a-f]{16}:\\d+ "
            + "digest [0-9a-f]{16} \\d+ bytes, piece 1 of 1, "
            + "(decided in slot|kept when decided up to) \\d+\n.*"), dumps);
        assertTrue(dumps.matches("(?s).*steps +0/1@\\d+ +group 0 lsn \\d+ +step +PROPOSAL .*"), dumps);
        assertTrue(dumps.matches("(?s).*ordered +0/1@\\d+ +group 0 lsn 1 +decision +[0-9a-f]{16}:\\d+ .*"), dumps);
        assertFalse(dumps.matches("(?s).*\\d{4}-\\d\\d-\\d\\dT.*") || dumps.contains("ballot"), dumps);
        final String node = directory.resolve("node-1").toString();
        assertEquals(0, admin("log-dump", "--json", "--log", "scattered", "--limit", "1", node));
        assertTrue(said.contains("\"piece\":0,\"pieces\":1,\"decided\":"), said);
        assertFalse(said.contains("timestamp"), said);
    }

    private FleetCluster launch() {
        return FleetCluster.builder().nodes(NODES).config(GroupConfig.coded(3, 2)).machine(KvMachine::new)
            .directory(directory).launch();
    }

    private static List<MemberStatus> members(final FleetCluster cluster) {
        return cluster.node(0).status().groups().get(0).members();
    }

    /** Until all members are heard of the present, or the last one is not. */
    private static void await(final FleetCluster cluster, final boolean isHeard) {
        while (!members(cluster).stream().allMatch(member -> member.applied() > 0 && member.silentMillis() >= 0
            && (isHeard || member.nodeId() != 4 || member.silentMillis() > 1_000))) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private int admin(final String... arguments) {
        final StringWriter out = new StringWriter();
        final String[] line = new String[arguments.length + 1];
        line[0] = "admin";
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        final int code = new FleetCli(options -> {
            throw new IllegalStateException("nothing is to be started");
        }, new PrintWriter(out), new PrintWriter(out)).run(line);
        said = out.toString();
        return code;
    }
}

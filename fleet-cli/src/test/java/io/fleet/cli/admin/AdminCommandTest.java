package io.fleet.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.fleet.FleetCluster;
import io.fleet.admin.FleetAdmin;
import io.fleet.cli.FleetCli;
import io.fleet.examples.kv.KvMachine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole command, against a cluster in this process and the directories that it leaves. */
@Tag("slow")
class AdminCommandTest {
    private static final String METRICS = """
        # HELP fleet_group_commands_total Commands executed
        # TYPE fleet_group_commands_total counter
        fleet_group_commands_total{group="0",node="1"} 12.0
        # TYPE jvm_memory_max_bytes gauge
        jvm_memory_max_bytes NaN
        """;

    @TempDir
    private Path directory;
    private String out;
    private String err;

    private int admin(final String... arguments) {
        final StringWriter said = new StringWriter();
        final StringWriter wrong = new StringWriter();
        final String[] line = new String[arguments.length + 1];
        line[0] = "admin";
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        final int code = new FleetCli(options -> {
            throw new IllegalStateException("nothing is to be started");
        }, new PrintWriter(said), new PrintWriter(wrong)).run(line);
        out = said.toString();
        err = wrong.toString();
        return code;
    }

    @Test
    void shouldAskARunningClusterAndReadWhatItLeaves() throws Exception {
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(KvMachine::new).directory(directory)
            .launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), "127.0.0.1", 0, () -> METRICS)) {
            while (!cluster.node(0).health().notReady().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            cluster.client().submit(new byte[10]).exceptionally(notABatch -> null).get();
            final String node = "127.0.0.1:" + admin.port();
            assertEquals(0, admin("--connect", node, "ready"));
            assertEquals("ready\n", out);
            assertEquals(0, admin("ready", "--connect", node, "--json"));
            assertEquals(Map.of("ready", true, "reasons", List.of()), Json.read(out));
            assertEquals(0, admin("--connect", node, "live"));
            assertEquals(0, admin("--connect", node, "status"));
            assertTrue(out.startsWith("node 0 of cluster 1: running for "), out);
            assertEquals(0, admin("--connect", node, "--json", "status"));
            final Map<String, Object> group = Json.map(Json.list(Json.map(Json.read(out)).get("groups")).get(0));
            assertEquals(3, Json.list(group.get("members")).size());
            assertEquals("voter", group.get("standing"));
            assertEquals(0, admin("--connect", node, "events"));
            assertTrue(out.contains("  node      started: group 0 recovered up to LSN 0"), out);
            assertEquals(0, admin("--connect", node, "events", "--json"));
            assertEquals("started", Json.map(Json.list(Json.map(Json.read(out)).get("events")).get(0)).get("kind"));
            shouldShowMetrics(node);
            shouldHaveItDoThings(cluster, node);

            assertEquals(0, admin("log-verify", file("node-0").toString()), out + err);
            assertTrue(out.contains("\nsound"), out);
            assertTrue(out.contains("group 0: VOTER, promised ballot "), out);
            cluster.stop(0);
            assertEquals(1, admin("--connect", node, "live"));
            assertEquals("stopped\n", out);
            assertEquals(1, admin("--connect", node, "--json", "ready"));
            assertEquals(Map.of("ready", false, "reasons", List.of("stopped")), Json.read(out));
        }
        shouldReadDirectories(file("node-0"));
    }

    private void shouldShowMetrics(final String node) {
        assertEquals(0, admin("--connect", node, "metrics"));
        assertEquals(METRICS, out);
        assertEquals(0, admin("--connect", node, "metrics", "--match", "commands"));
        assertEquals(3, out.lines().count());
        assertEquals(0, admin("--connect", node, "metrics", "--json"));
        assertEquals(Map.of("metrics", List.of(
            Map.of("name", "fleet_group_commands_total", "labels", "group=\"0\",node=\"1\"", "value", "12.0"),
            Map.of("name", "jvm_memory_max_bytes", "labels", "", "value", "NaN"))), Json.read(out));
    }

    private void shouldHaveItDoThings(final FleetCluster cluster, final String node) {
        final int other = (cluster.node(0).status(0).leader() + 1) % cluster.size();
        assertEquals(0, admin("--connect", node, "transfer", "--to", Integer.toString(other)), err);
        assertTrue(out.matches("group 0: node " + other + " leads, ballot \\d+\\." + other + "\n"), out);
        assertEquals(0, admin("--connect", node, "--timeout", "60", "snapshot", "--json"), err);
        assertEquals(Set.of("group", "lsn"), Json.map(Json.read(out)).keySet());
        assertEquals(2, admin("--connect", node, "snapshot", "--group", "9"));
        assertEquals("fleet: group 9 is not hosted by node 0: it hosts [0]\n", err);
        assertEquals("", out);
    }

    private void shouldReadDirectories(final Path path) throws Exception {
        final String node = path.toString();
        assertEquals(0, admin("log-verify", "--json", node), out + err);
        final Map<String, Object> report = Json.map(Json.read(out));
        assertEquals(true, report.get("sound"));
        assertEquals(List.of(0.0, 1.0, 2.0), Json.map(report.get("meta")).get("members"));
        assertEquals(true, Json.map(report.get("meta")).get("closed"));

        assertEquals(0, admin("log-dump", "--log", "scattered", "--from", "1", "--to", "1", node));
        assertTrue(out.matches("(?s)scattered 0/1@\\d+ +group 0 lsn 1 +entry +ballot \\d+\\.\\d .* at 20.*\n"
            + "\\d of \\d records that match\nsound\n"), out);
        assertEquals(0, admin("log-dump", "--json", "--limit", "1", node));
        assertEquals(2, out.lines().count());
        assertEquals("scattered", Json.map(Json.read(out.lines().toList().get(0))).get("log"));
        assertEquals(true, Json.map(Json.read(out.lines().toList().get(1))).get("sound"));

        try (var all = Files.list(path)) {
            final Path log = all.filter(each -> each.toString().endsWith("scattered-00000001.log")).findFirst()
                .orElseThrow();
            try (RandomAccessFile open = new RandomAccessFile(log.toFile(), "rw")) {
                open.seek(4096 + 70);
                open.write(77);
            }
            assertEquals(1, admin("log-verify", node));
            assertTrue(out.contains("DAMAGE " + log + " at offset 4160: "), out);
            assertTrue(out.contains("DAMAGED in "), out);
            assertEquals(1, admin("log-dump", node));
        }
    }

    @Test
    void shouldChangeMembersAndSayWhyNot() throws Exception { // S14
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(KvMachine::new).directory(directory)
            .launch(); FleetAdmin first = FleetAdmin.listen(cluster.node(0), 0);
             FleetAdmin second = FleetAdmin.listen(cluster.node(1), 0);
             FleetAdmin third = FleetAdmin.listen(cluster.node(2), 0)) {
            cluster.client().submit(new byte[10]).exceptionally(notABatch -> null).get();
            final String node = "127.0.0.1:" + first.port();
            final String other = "127.0.0.1:" + second.port();
            shouldShowMembers(node);
            shouldRefuseWrongMembers(node);
            shouldChangeQuorums(node);
            assertEquals(1, admin("--connect", node, "--timeout", "1", "add", "--node", "7"));
            assertEquals("fleet: not done within 1 s: it goes on\n", err);
            shouldWithdraw(node, other);

            assertEquals(0, admin("--connect", other, "--timeout", "60", "--json", "remove", "--node", "2"), err);
            assertEquals(2, Json.list(Json.map(Json.read(out)).get("members")).size());
            final String removed = "127.0.0.1:" + third.port();
            while (admin("--connect", removed, "ready") == 0 || !out.contains("is removed from it")) {
                LockSupport.parkNanos(1_000_000);
            }
            assertTrue(out.startsWith("group 0: is removed from it"), out);
            assertEquals(0, admin("--connect", removed, "live"), "that is no reason to end it");
            assertEquals(0, admin("--connect", other, "--timeout", "60", "remove", "--node", "0"), err);
            assertEquals(1, admin("--connect", other, "remove", "--node", "1"));
            assertEquals("fleet: group 0: members stay: node 1 is the last that votes\n", err);
            assertEquals(0, admin("--connect", other, "members"));
            assertTrue(out.endsWith(")\n  node 1 votes\n"), out);
        }
    }

    private void shouldShowMembers(final String node) {
        assertEquals(0, admin("--connect", node, "members"));
        assertEquals("group 0: configuration 0 (LSN 0)\n  node 0 votes\n  node 1 votes\n  node 2 votes\n", out);
        assertEquals(0, admin("--connect", node, "members", "--json"));
        final Map<String, Object> json = Json.map(Json.read(out));
        assertEquals(Set.of("group", "lsn", "number", "quorums", "quorumsBefore", "members"), json.keySet());
        assertEquals(Set.of("nodeId", "voter", "role", "replaces", "address", "counts", "storageGroup", "row",
            "column"),
            Json.map(Json.list(json.get("members")).get(0)).keySet());
    }

    private void shouldRefuseWrongMembers(final String node) {
        refused(2, "fleet: group 9 is not hosted by node 0: it hosts [0]", node, "members", "--group", "9");
        refused(2, "fleet: --group is -1, but must be at least 0", node, "members", "--group", "-1");
        refused(2, "fleet: --node is missing: it must name a node", node, "add");
        refused(2, "fleet: --node is -1, but must be at least 0", node, "remove", "--node", "-1");
        refused(2, "fleet: --by is missing: it must name a node", node, "replace", "--node", "1");
        refused(2, "fleet: --role is 'witness', but must be full or replica", node, "add", "--node", "3", "--role",
            "witness");
        refused(2, "fleet: --address is 'nowhere', but must be host:port", node, "add", "--node", "3", "--address",
            "nowhere");
        refused(2, "fleet: member port is 0, but must be from 1 to 65535", node, "add", "--node", "3", "--address",
            "here:0");
        refused(2, "fleet: node is '1024', but must be a number from 0 to 1023", node, "add", "--node", "1024");
        refused(1, "fleet: group 0: members stay: node 1 is a member already", node, "add", "--node", "1");
        refused(1, "fleet: group 0: members stay: node 9 is no voter of the group", node, "remove", "--node", "9");
        refused(1, "fleet: group 0: members stay: node 9 is no voter of the group", node, "replace", "--node", "9",
            "--by", "5");
    }

    private void shouldChangeQuorums(final String node) {
        refused(1, "fleet: group 0: members stay: not all nodes of 'groups 0,1,7' vote in the group: 0 (", node,
            "quorums", "--layout", "groups:0,1,7");
        refused(2, "fleet: group 9 is not hosted by node 0: it hosts [0]", node, "quorums", "--layout", "majority",
            "--group", "9");
        assertEquals(0, admin("--connect", node, "--timeout", "60", "quorums", "--layout", "groups 0,1,2"), err);
        assertTrue(out.contains("  quorums groups 0,1,2\n  node 0 votes, storage group 1\n"), out);
        assertEquals(0, admin("--connect", node, "--timeout", "60", "--json", "quorums", "--layout", "majority"), err);
        assertEquals("majority", Json.map(Json.read(out)).get("quorums"));
    }

    /** A node that never comes learns for ever; it is in the way of every change but its own removal. */
    private void shouldWithdraw(final String node, final String other) {
        do {
            assertEquals(0, admin("--connect", other, "members"), err);
        } while (!out.contains("  node 7 learns\n"));
        final String busy = "fleet: group 0: members stay: another change is under way, and one is made at a time: 3 (";
        refused(1, busy, other, "add", "--node", "8");
        refused(1, busy, other, "remove", "--node", "2");
        assertEquals(0, admin("--connect", other, "--timeout", "60", "remove", "--node", "7"), err);
        assertFalse(out.contains("node 7"), out);
    }

    private void refused(final int code, final String why, final String node, final String... words) {
        final String[] line = new String[words.length + 2];
        line[0] = "--connect";
        line[1] = node;
        System.arraycopy(words, 0, line, 2, words.length);
        assertEquals(code, admin(line), out + err);
        assertTrue(err.startsWith(why), err);
        assertEquals("", out);
    }

    @Test
    void shouldSayWhenThereIsNoAnswer() throws IOException {
        final int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertEquals(3, admin("--connect", "127.0.0.1:" + port, "status"));
        assertEquals("fleet: no answer from 127.0.0.1:" + port + ": nobody listens there\n", err);
        assertEquals(3, admin("--connect", "127.0.0.1:" + port, "metrics"));
        assertEquals(3, admin("--connect", "127.0.0.1:" + port, "transfer"));
        assertEquals("", out);
        assertEquals(3, admin("--connect", "nowhere.invalid:7101", "status"));
        assertEquals("fleet: no answer from nowhere.invalid:7101: its name cannot be looked up\n", err);
    }

    @Test
    void shouldSayWhenSomethingElseListens() throws IOException {
        final HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        other.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, "go away\n".length());
            exchange.getResponseBody().write("go away\n".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        other.start();
        try {
            assertEquals(2, admin("--connect", "127.0.0.1:" + other.getAddress().getPort(), "status"));
            assertEquals("fleet: --connect names no admin endpoint: what listens there has no /status and says"
                + " 'go away'\n", err);
            assertEquals("", out);
        } finally {
            other.stop(0);
        }
    }

    @Test
    void shouldHelp() {
        assertEquals(0, admin("help"));
        assertTrue(out.contains("Prints how the node, its groups and its directories stand."), out);
        assertEquals(0, admin("help", "log-dump"));
        assertTrue(out.contains("--limit"), out);
        assertEquals(2, admin("status"));
        assertTrue(err.contains("Type 'fleet admin help status' for all options."), err);
    }

    private Path file(final String name) throws IOException {
        try (var all = Files.list(directory)) {
            return all.filter(each -> each.getFileName().toString().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + directory));
        }
    }
}

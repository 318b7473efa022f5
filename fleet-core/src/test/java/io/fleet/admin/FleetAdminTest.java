package io.fleet.admin;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.patient;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.FleetNode;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.fixture.machine.EchoMachine;
import io.fleet.machine.SnapshotWriter;
import io.fleet.node.status.GroupReport;
import io.fleet.node.status.NodeEvent;
import io.fleet.node.status.NodeStatus;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of three nodes that is looked after while it works, loses its majority, and ends. */
@Tag("slow")
class FleetAdminTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final String PATHS =
        "there is /live, /ready, /status, /events, /members and /metrics, and POST of /transfer, /snapshot,"
            + " /members/add, /members/remove, /members/replace and /groups/{group}/quorums\n";

    /** Status, request and the begin of the answer. */
    private static final String NO_CHANGES = """
        400 add node is missing
        400 add?node= node is '', but must be a number from 0 to 1023
        400 add?node=x node is 'x', but must be a number from 0 to 1023
        400 add?node=1024 node is '1024', but must be a number from 0 to 1023
        400 add?node=3&address=nowhere member 3 is 'nowhere', but must be host:port
        400 add?node=3&address=h:70000 member port is 70000, but must be from 1 to 65535
        400 add?node=3&address=h:x member 3 is 'h:x', but must be host:port
        400 add?node=3&address=_%3E_:7 host of node 3 is '_>_', but must be a host name or an IP address
        400 add?node=3&address=h:7&by=4 'by' is no parameter of this: there is address, format, group, node, role, wait
        400 add?node=3&role=witness role is 'witness', but must be one of full, replica
        400 add?node=3&group=9 group 9 is not hosted by node 0: it hosts [0]
        400 add?node=3&group=-1 group is '-1', but must be a number from 0 to 999999999
        400 add?node=3&wait=3601 wait is '3601', but must be a number from 1 to 3600
        409 add?node=1 group 0: members stay: node 1 is a member already
        400 remove node is missing
        400 remove?node=1&address=h:7 'address' is no parameter of this: there is format, group, node, wait
        409 remove?node=9 group 0: members stay: node 9 is no voter of the group
        400 replace?node=1 by is missing
        400 replace?by=4 node is missing
        409 replace?node=9&by=4 group 0: members stay: node 9 is no voter of the group
        409 replace?node=1&by=2&role=storage group 0: members stay: node 2 is a member already
        409 replace?node=1&by=2 group 0: members stay: node 2 is a member already
        """;

    private static final String NO_QUORUMS = """
        400 0/quorums layout is missing
        400 0/quorums?layout=raft quorums is 'raft', but must be majority, groups:1,2,3/4,5,6 (the node ids of each
        400 0/quorums?layout=groups:0,x quorums is 'groups:0,x', in which 'x' is no node id: it must be from 0 to
        400 0/quorums?layout=groups:0,1/1 quorums is groups 0,1/1, but node 1 has two places
        400 0/quorums?layout=grid:0,1,2 quorums is grid 0,1,2, but a grid must have two rows and two columns at least
        400 9/quorums?layout=majority group 9 is not hosted by node 0: it hosts [0]
        400 x/quorums?layout=majority group is 'x', but must be a number from 0 to 999999999
        400 /quorums?layout=majority group is '', but must be a number from 0 to 999999999
        400 0/quorums?layout=majority&group=0 'group' is no parameter of this: there is format, layout, wait
        409 0/quorums?layout=groups:0,1,7 group 0: members stay: not all nodes of 'groups 0,1,7' vote in the group: 0 (
        """;

    @TempDir
    private Path directory;

    @Test
    void shouldTellHowARunningClusterStands() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            final FleetClient client = cluster.client();
            for (int i = 0; i < 50; i++) {
                client.submit(new byte[10]).get();
            }
            await(() -> cluster.node(0).health().notReady().isEmpty() && heardAll(cluster.node(0)));

            assertEquals("live\n", get(admin, "/live", 200));
            assertEquals("ready\n", get(admin, "/ready", 200));
            final NodeStatus status = cluster.node(0).status();
            final GroupReport group = status.groups().get(0);
            assertEquals(3, group.members().size());
            assertEquals(0, group.members().get(0).silentMillis());
            assertTrue(group.status().applied() >= 50 && group.members().get(2).applied() > 0, group.toString());
            assertTrue(status.directories().get(0).scatteredBytes() >= 32 << 20, status.toString());
            assertTrue(status.directories().get(0).freeBytes() > 0);
            final String json = get(admin, "/status", 200);
            assertTrue(json.startsWith("{\"clusterId\":1,\"nodeId\":0,\"state\":\"running\",\"live\":true,"), json);
            final String text = get(admin, "/status?format=text", 200);
            assertTrue(text.startsWith("node 0 of cluster 1: running for "), text);
            assertTrue(get(admin, "/events?format=text", 200).contains("  node      started: group 0 recovered up to"));
        }
    }

    @Test
    void shouldTellALostMajorityAndAnEnd() throws Exception {
        try (FleetCluster cluster = launch()) {
            final FleetNode node = cluster.node(2);
            try (FleetAdmin admin = FleetAdmin.listen(node, 0)) {
                await(() -> node.health().notReady().isEmpty());
                cluster.stop(0);
                cluster.stop(1);
                await(() -> !node.health().notReady().isEmpty());
                assertEquals("group 0: hears no leader\n", get(admin, "/ready", 503));
                assertEquals("live\n", get(admin, "/live", 200), "that is no reason to end it");
                await(() -> node.events().stream().anyMatch(event -> event.kind() == NodeEvent.Kind.ROLE
                    && event.state().equals(Role.PRE_CANDIDATE.name())));
                cluster.stop(2);
                assertEquals("stopped\n", get(admin, "/live", 503));
                assertEquals("stopped\n", get(admin, "/ready", 503));
                assertEquals(NodeEvent.Kind.STOPPED, node.events().get(node.events().size() - 1).kind());
                assertTrue(get(admin, "/status", 200).contains("\"state\":\"stopped\",\"live\":false,\"ready\":false"));
            }
        }
    }

    @Test
    void shouldHandLeadershipOverAndWriteSnapshots() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            cluster.client().submit(new byte[10]).get();
            await(() -> isReady(cluster));
            final int first = cluster.node(0).status(0).leader();
            final int other = (first + 1) % cluster.size();
            final String moved = post(admin, "/transfer?group=0&format=text&to=" + other, 200);
            assertTrue(moved.matches("group 0: node " + other + " leads, ballot \\d+\\." + other + "\n"), moved);
            await(() -> cluster.node(other).status(0).role() == Role.LEADER && isReady(cluster));

            final String again = post(admin, "/transfer", 200);
            assertTrue(again.matches("\\{\"group\":0,\"leader\":[012],\"ballot\":\"\\d+\\.[012]\"}\n"), again);
            assertFalse(again.contains("\"leader\":" + other), again);

            assertTrue(post(admin, "/snapshot?format=text&wait=20", 200)
                .matches("group 0: wrote a snapshot at LSN \\d+\n"));
            assertTrue(post(admin, "/snapshot?group=0", 200).matches("\\{\"group\":0,\"lsn\":\\d+}\n"));
            await(() -> cluster.node(0).events().stream()
                .anyMatch(event -> event.kind() == NodeEvent.Kind.SNAPSHOT_WRITTEN));
            cluster.stop(0);
            assertEquals("fleet-node-0 is closed\n", post(admin, "/transfer", 409));
            assertEquals("fleet-node-0 is closed\n", post(admin, "/snapshot", 409));
        }
    }

    @Test
    void shouldRefuseToDoWhatMakesNoSense() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            cluster.client().submit(new byte[10]).get();
            await(() -> isReady(cluster));
            final int leader = cluster.node(0).status(0).leader();
            assertEquals("group 9 is not hosted by node 0: it hosts [0]\n", post(admin, "/snapshot?group=9", 400));
            assertEquals("group 9 is not hosted by node 0: it hosts [0]\n", post(admin, "/transfer?group=9", 400));
            assertTrue(post(admin, "/transfer?to=17", 409).startsWith("group 0: node 17 is no member"));
            assertEquals("to is 'x', but must be a number from 0 to 999999999\n", post(admin, "/transfer?to=x", 400));
            assertEquals("group is '-1', but must be a number from 0 to 999999999\n",
                post(admin, "/snapshot?group=-1", 400));
            assertEquals("wait is '0', but must be a number from 1 to 3600\n", post(admin, "/snapshot?wait=0", 400));
            assertEquals("format is 'xml', but must be json or text\n", post(admin, "/transfer?format=xml", 400));
            assertEquals("'node' is no parameter of this: there is format, group, to, wait\n",
                post(admin, "/transfer?node=2", 400));
            assertEquals("/transfer takes no body: parameters stand in the address, behind '?'\n", answer(
                request(admin, "/transfer").POST(HttpRequest.BodyPublishers.ofString("to=2")), 400));
            assertEquals("/transfer is not for pages in a browser\n", answer(
                request(admin, "/transfer").header("Origin", "http://elsewhere")
                    .POST(HttpRequest.BodyPublishers.noBody()), 403));
            assertEquals("/transfer takes POST\n", get(admin, "/transfer", 405));
            assertEquals(405, send(admin, "/snapshot", "HEAD").statusCode());
            assertEquals("POST", send(admin, "/snapshot", "PUT").headers().firstValue("Allow").orElse(""));
            assertEquals(leader, cluster.node(0).status(0).leader(), "nothing of it has done anything");
            assertTrue(cluster.node(0).events().stream().noneMatch(event -> event
                .kind() == NodeEvent.Kind.SNAPSHOT_WRITTEN));
        }
    }

    @Test
    void shouldRefuseMembersThatMakeNoSense() throws Exception { // S14
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            cluster.client().submit(new byte[10]).get();
            await(() -> isReady(cluster));
            for (final String line : NO_CHANGES.strip().split("\n")) {
                final String[] words = line.split(" ", 3);
                final String said = post(admin, "/members/" + words[1], Integer.parseInt(words[0]));
                assertTrue(said.startsWith(words[2]) && said.endsWith("\n"), line + " > " + said);
            }
            assertEquals("/members/add takes no body: parameters stand in the address, behind '?'\n", answer(
                request(admin, "/members/add?node=3").POST(HttpRequest.BodyPublishers.ofString("node=3")), 400));
            assertEquals("/members/remove is not for pages in a browser\n", answer(
                request(admin, "/members/remove?node=1").header("Origin", "http://elsewhere")
                    .POST(HttpRequest.BodyPublishers.noBody()), 403));
            assertEquals("/members/add takes POST\n", get(admin, "/members/add?node=3", 405));
            assertEquals("/members takes GET\n", post(admin, "/members", 405));
            assertEquals("group is 'x', but must be a number from 0 to 999999999\n",
                get(admin, "/members?group=x", 400));
            assertEquals("group 9 is not hosted by node 0: it hosts [0]\n", get(admin, "/members?group=9", 400));
            assertEquals("group 0: configuration 0 (LSN 0)\n  node 0 votes\n  node 1 votes\n  node 2 votes\n",
                get(admin, "/members?format=text", 200), "nothing of it has changed anything");
        }
    }

    @Test
    void shouldChangeHowVotersCountAndSayWhyNot() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            cluster.client().submit(new byte[10]).get();
            await(() -> isReady(cluster));
            for (final String line : NO_QUORUMS.strip().split("\n")) {
                final String[] words = line.split(" ", 3);
                final String said = post(admin, "/groups/" + words[1], Integer.parseInt(words[0]));
                assertTrue(said.startsWith(words[2]) && said.endsWith("\n"), line + " > " + said);
            }
            assertEquals("/groups/0/quorums takes POST\n", get(admin, "/groups/0/quorums?layout=majority", 405));
            assertEquals(PATHS, get(admin, "/groups/0", 404));
            assertEquals("group 0: configuration 0 (LSN 0)\n  node 0 votes\n  node 1 votes\n  node 2 votes\n",
                get(admin, "/members?format=text", 200), "nothing of it has changed anything");

            final String alone = post(admin, "/groups/0/quorums?layout=groups:0,1,2&format=text&wait=60", 200);
            assertTrue(alone.endsWith("\n  quorums groups 0,1,2\n  node 0 votes, storage group 1\n"
                + "  node 1 votes, storage group 1\n  node 2 votes, storage group 1\n"), alone);
            cluster.client().submit(new byte[10]).get();
            assertTrue(get(admin, "/status?format=text", 200).contains("\n  quorums groups 0,1,2\n"));
            final String back = post(admin, "/groups/0/quorums?layout=majority&wait=60", 200);
            assertTrue(back.contains("\"quorums\":\"majority\",\"quorumsBefore\":null,"), back);
            assertTrue(back.contains("\"nodeId\":2,\"voter\":true,\"role\":\"full\",\"replaces\":-1,\"address\":null,"
                + "\"counts\":true,"), back);
            cluster.client().submit(new byte[10]).get();
        }
    }

    @Test
    @Tag("hazard-X-M7")
    void shouldSayThatASnapshotIsNotDoneYet() throws Exception {
        final CountDownLatch writing = new CountDownLatch(1);
        try (FleetCluster cluster = FleetCluster.builder().config(patient(GroupConfig.scattered()))
            .machine(() -> new Slow(writing)).directory(directory).launch();
             FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            cluster.client().submit(new byte[10]).get();
            await(() -> isReady(cluster));
            assertEquals("not done within 1 s: it goes on\n", post(admin, "/snapshot?wait=1", 504));
            final List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiting.add(HTTP.sendAsync(request(admin, "/snapshot?wait=3600&format=text")
                    .POST(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString()));
            }
            await(() -> waiting.stream().filter(CompletableFuture::isDone).count() == 4);
            assertEquals("16 requests are under way: try again later\n", post(admin, "/snapshot", 503));
            assertEquals("live\n", get(admin, "/live", 200));
            writing.countDown();
            final Set<String> said = new HashSet<>();
            for (final CompletableFuture<HttpResponse<String>> each : waiting) {
                said.add(each.get().body());
            }
            assertEquals(2, said.size(), "one snapshot for all, and refusals: " + said);
            assertTrue(post(admin, "/snapshot?wait=20", 200).startsWith("{\"group\":0,\"lsn\":"));
        } finally {
            writing.countDown();
        }
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            assertEquals(PATHS, get(admin, "/", 404));
            assertEquals(PATHS, get(admin, "/status/x", 404));
            assertEquals("this endpoint was started without a source of metrics\n", get(admin, "/metrics", 404));
            assertEquals("format is 'xml', but must be json or text\n", get(admin, "/status?format=xml", 400));
            assertEquals("limit is '-1', but must be a number from 0 to 999999999\n",
                get(admin, "/events?limit=-1", 400));
            assertEquals("/status takes GET\n", send(admin, "/status", "POST").body());
            assertEquals(405, send(admin, "/status", "POST").statusCode());
            assertEquals(200, send(admin, "/live", "HEAD").statusCode());
            final String taken = assertThrows(UncheckedIOException.class,
                () -> FleetAdmin.listen(cluster.node(1), admin.port())).getMessage();
            assertTrue(taken.startsWith("cannot listen on 127.0.0.1:" + admin.port()), taken);
            try (FleetAdmin other = FleetAdmin.listen(cluster.node(1), "127.0.0.1", 0, () -> "fleet_x 1\n")) {
                assertEquals("fleet_x 1\n", get(other, "/metrics", 200));
                assertNotEquals(admin.port(), other.port());
                assertEquals("{\"events\":[]}\n", get(other, "/events?limit=0", 200));
            }
            try (FleetAdmin broken = FleetAdmin.listen(cluster.node(1), "127.0.0.1", 0, () -> {
                throw new IllegalStateException("no registry");
            })) {
                assertEquals("java.lang.IllegalStateException: no registry\n", get(broken, "/metrics", 500));
                assertEquals("live\n", get(broken, "/live", 200));
            }
        }
    }

    private static boolean heardAll(final FleetNode node) {
        return node.health().groups().get(0).members().stream().allMatch(member -> member.applied() > 0);
    }

    private FleetCluster launch() {
        return FleetCluster.builder().config(patient(GroupConfig.scattered())).machine(EchoMachine::new)
            .directory(directory).launch();
    }

    private static boolean isReady(final FleetCluster cluster) {
        for (int i = 0; i < cluster.size(); i++) {
            if (!cluster.node(i).health().notReady().isEmpty() || !heardAll(cluster.node(i))) {
                return false;
            }
        }
        return true;
    }

    private static String post(final FleetAdmin admin, final String path, final int expected) throws Exception {
        return answer(request(admin, path).POST(HttpRequest.BodyPublishers.noBody()), expected);
    }

    private static String answer(final HttpRequest.Builder request, final int expected) throws Exception {
        final HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(expected, response.statusCode(), response.body());
        return response.body();
    }

    private static HttpRequest.Builder request(final FleetAdmin admin, final String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path))
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS));
    }

    private static String get(final FleetAdmin admin, final String path, final int expected) throws Exception {
        final HttpResponse<String> response = send(admin, path, "GET");
        assertEquals(expected, response.statusCode(), response.body());
        return response.body();
    }

    private static HttpResponse<String> send(final FleetAdmin admin, final String path, final String method)
        throws Exception {
        return HTTP.send(request(admin, path).method(method, HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    /** Its snapshots take until they are let go. */
    private static final class Slow extends EchoMachine {
        private final CountDownLatch writing;

        private Slow(final CountDownLatch writing) {
            this.writing = writing;
        }

        @Override
        public void writeSnapshot(final SnapshotWriter writer) {
            try {
                writing.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.writeSnapshot(writer);
        }
    }
}

package io.fleet.verify.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.fleet.config.QuorumLayout;
import io.fleet.verify.torture.fault.FaultGroup;
import io.fleet.verify.torture.history.Timeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of quorums, as nodes that only answer see them. */
class QuorumChangesTest {
    private static final int NODES = 3;

    @TempDir
    private Path directory;
    private final Timeline timeline = new Timeline(new PrintWriter(new StringWriter()));
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    private static TortureOptions options(final Duration length) {
        return TortureOptions.torture(length, NODES, NODES, null, 1, EnumSet.of(FaultGroup.KILLS))
            .quorums(List.of(QuorumLayout.majority(), QuorumLayout.parse("groups:0,1,2"),
                QuorumLayout.parse("grid:0,1/2,3")));
    }

    /** Node 1 refuses everything, and node 2 is not there. */
    private List<HttpServer> nodes(final Site site) throws IOException {
        final List<HttpServer> nodes = new ArrayList<>();
        for (int i = 0; i < NODES - 1; i++) {
            final int code = i == 0 ? 200 : 409;
            final HttpServer node = HttpServer.create(new InetSocketAddress("127.0.0.1", site.adminPort(i)), 0);
            node.createContext("/", exchange -> {
                final byte[] answer = "no leader\n".getBytes(StandardCharsets.US_ASCII);
                asked.add(code + " " + exchange.getRequestMethod() + " " + exchange.getRequestURI());
                exchange.sendResponseHeaders(code, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            node.start();
            nodes.add(node);
        }
        return nodes;
    }

    @Test
    void shouldGoRoundAndRoundAndAskOthersWhereOneRefuses() throws Exception {
        final TortureOptions options = options(Duration.ofMillis(40));
        try (Site site = new Site(options, directory, List.of(), timeline);
             QuorumChanges changes = new QuorumChanges(options, site, timeline)) {
            final List<HttpServer> nodes = nodes(site);
            try {
                changes.start();
                final List<String> done = new ArrayList<>();
                final List<String> refused = new ArrayList<>();
                while (done.size() < 4 || refused.isEmpty()) {
                    final String next = asked.poll(60, TimeUnit.SECONDS);
                    (next.startsWith("200") ? done : refused).add(next);
                }
                assertEquals(List.of("200 POST /groups/0/quorums?layout=groups:0,1,2&wait=8",
                    "200 POST /groups/0/quorums?layout=grid:0,1/2,3&wait=8",
                    "200 POST /groups/0/quorums?layout=majority&wait=8",
                    "200 POST /groups/0/quorums?layout=groups:0,1,2&wait=8"), done.subList(0, 4));
                assertEquals("409 POST /groups/0/quorums?layout=grid:0,1/2,3&wait=8", refused.get(0));
                changes.finish();
                assertTrue(changes.count() >= 4, changes.count() + " were done");
            } finally {
                nodes.forEach(node -> node.stop(0));
            }
        }
    }

    @Test
    void shouldFailWhereNoneWasDone() throws Exception {
        final TortureOptions options = options(Duration.ofMinutes(10));
        try (Site site = new Site(options, directory, List.of(), timeline);
             QuorumChanges changes = new QuorumChanges(options, site, timeline)) {
            changes.start();
            final String why = assertThrows(TortureFailure.class, changes::finish).getMessage();
            assertEquals("quorums were changed 0 times, so not each of the 3 layouts was tried; at last nobody was"
                + " asked", why);
        }
    }
}

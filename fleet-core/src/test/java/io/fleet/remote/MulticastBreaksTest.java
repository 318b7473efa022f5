package io.fleet.remote;

import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fleet.ClientConfig;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.TransportKind;
import io.fleet.config.Mode;
import io.fleet.fixture.process.BridgedHosts;
import io.fleet.fixture.process.Children;
import io.fleet.fixture.process.NodeProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three members and a client on hosts of their own, under load; the switch carries multicast no more, and again. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("full")
class MulticastBreaksTest {
    private static final int MEMBERS = 3;
    private static final int CLIENT = MEMBERS;
    private static final int MORE = 500;
    private static final String ANSWERED = "answered ";

    @TempDir
    Path directory;

    private final List<Member> members = new ArrayList<>();
    private final NodeProcess[] nodes = new NodeProcess[MEMBERS];
    private volatile long last;
    private volatile String wrong;

    @Test
    void shouldGoOnWithoutAFailedCommandWhenTheSwitchCarriesMulticastNoMore() throws Exception {
        try (BridgedHosts hosts = new BridgedHosts("fleet-breaks", MEMBERS + 1)) {
            for (int i = 0; i < MEMBERS; i++) {
                members.add(new Member(i, hosts.address(i), 9001));
            }
            for (int i = 0; i < MEMBERS; i++) {
                nodes[i] = NodeProcess.start(hosts.on(i), Mode.SCATTERED, TransportKind.MULTICAST, i, members,
                    directory);
            }
            final Process process = startClient(hosts);
            try {
                play(hosts);
                process.destroyForcibly().waitFor();
                awaitSame();
            } finally {
                process.destroyForcibly();
                for (final NodeProcess node : nodes) {
                    node.close();
                }
            }
        }
    }

    private void play(final BridgedHosts hosts) throws Exception {
        awaitMore();
        awaitDeaf(0, 0, 0);

        hosts.multicastTo(2, false);
        awaitDeaf(1, 1, 0);
        awaitMore();

        for (int i = 0; i < MEMBERS; i++) {
            hosts.multicastTo(i, false);
        }
        awaitDeaf(2, 2, 2);
        awaitMore();

        for (int i = 0; i < MEMBERS; i++) {
            hosts.multicastTo(i, true);
        }
        awaitDeaf(0, 0, 0);
        awaitMore();
    }

    private void awaitSame() {
        await("all have applied the same", () -> {
            final long[] applied = new long[MEMBERS];
            for (int i = 0; i < MEMBERS; i++) {
                applied[i] = applied(nodes[i]);
            }
            return applied[0] > 0 && applied[0] == applied[1] && applied[1] == applied[2];
        });
    }

    private void awaitDeaf(final int... counts) {
        for (int i = 0; i < MEMBERS; i++) {
            final NodeProcess node = nodes[i];
            final int count = counts[i];
            await("node " + i + " is not heard by " + count, () -> deaf(node) == count);
        }
    }

    /** So many commands are answered that are sent after this call. */
    private void awaitMore() {
        final long before = last;
        await("answers after " + before, () -> wrong != null || last > before + MORE);
        assertNull(wrong);
    }

    /** Counts follow each other, since one command is sent after the other. */
    private void listen(final BufferedReader answers) {
        try {
            for (String line = answers.readLine(); line != null && wrong == null; line = answers.readLine()) {
                final long count = line.startsWith(ANSWERED) ? Long.parseLong(line.substring(ANSWERED.length())) : -1;
                if (count == last + 1) {
                    last = count;
                } else {
                    wrong = "after " + last + ": " + line;
                }
            }
        } catch (final IOException e) {
            wrong = e.toString();
        }
    }

    private Process startClient(final BridgedHosts hosts) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(hosts.address(CLIENT)));
        members.forEach(member -> arguments.add(member.host() + ":" + member.port()));
        final List<String> command = new ArrayList<>(hosts.on(CLIENT));
        command.addAll(Children.java(List.of(Children.ADD_OPENS), Load.class, arguments));
        final Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        final Thread listener = new Thread(() -> listen(Children.reader(process)), "answers");
        listener.setDaemon(true);
        listener.start();
        return process;
    }

    private static int deaf(final NodeProcess node) {
        try {
            return node.deaf();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long applied(final NodeProcess node) {
        try {
            return node.applied();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends one command after the other, and says what each count was, or why there was none. */
    static final class Load {
        private Load() {
        }

        public static void main(final String[] arguments) throws Exception {
            final List<Member> members = new ArrayList<>();
            for (int i = 1; i < arguments.length; i++) {
                members.add(Member.parse(i - 1, arguments[i]));
            }
            try (FleetRemoteClient client = FleetRemoteClient.connect(new ClientConfig(1, 0,
                NodeProcess.config(Mode.SCATTERED), members, arguments[0], TransportKind.MULTICAST,
                NodeProcess.MULTICAST, arguments[0]))) {
                while (!System.out.checkError()) {
                    System.out.println(ANSWERED + value(client.submit(new byte[200])));
                }
            }
        }
    }
}

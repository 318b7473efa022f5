package io.fleet.remote;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.config.GroupConfig;
import io.fleet.machine.AddingMachine;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.transport.aeron.Children;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A node of a counter in a process of its own, that says who leads when it is asked, and ends with its parent. */
final class NodeProcess implements AutoCloseable {
    static final String GROUP = "224.0.1.21:40456";
    static final String LOOPBACK = "127.0.0.1";
    static final GroupConfig CONFIG = GroupConfig.scattered().withMaxCommandBytes(1 << 20)
        .withRequestTimeoutMillis(30_000);

    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;

    private NodeProcess(final Process process) {
        this.process = process;
        answers = Children.reader(process);
        questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    }

    static NodeProcess start(final TransportKind transport, final int id, final List<Member> members,
                             final Path directory) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(transport.name(), Integer.toString(id),
            directory.resolve("node-" + id).toString()));
        members.forEach(member -> arguments.add(Integer.toString(member.port())));
        return new NodeProcess(
            Children.start(Children.java(List.of(Children.ADD_OPENS), NodeProcess.class, arguments)));
    }

    /** Who leads, as the node sees it; -1 when it knows of nobody. */
    int leader() throws IOException {
        questions.write("leader\n");
        questions.flush();
        final StringBuilder said = new StringBuilder();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith("leader ")) {
                return Integer.parseInt(line.substring("leader ".length()));
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("the node has ended: " + said);
    }

    /** Ends the process at once, as a crash would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(final String[] arguments) throws IOException {
        final NodeConfig.Builder config = NodeConfig.builder().clusterId(1)
            .transport(TransportKind.valueOf(arguments[0]))
            .nodeId(Integer.parseInt(arguments[1]))
            .directory(Path.of(arguments[2]))
            .multicastGroup(GROUP)
            .multicastInterface(LOOPBACK)
            .scatteredLog(new ScatteredLogConfig(4 << 20, 2 << 20))
            .orderedLog(new OrderedLogConfig(4 << 20, 2 << 20, 64 << 10, 5_000_000))
            .group(0, CONFIG, AddingMachine::new);
        for (int i = 3; i < arguments.length; i++) {
            config.member(i - 3, LOOPBACK, Integer.parseInt(arguments[i]));
        }
        final BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (FleetNode node = FleetNode.launch(config.build())) {
            while (questions.readLine() != null) {
                System.out.println("leader " + node.status(0).leader());
            }
        }
    }
}

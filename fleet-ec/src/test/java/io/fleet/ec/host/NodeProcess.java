package io.fleet.ec.host;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.config.GroupConfig;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A member of a coded group in a process of its own, that says how it stands, and ends with its parent. */
final class NodeProcess implements AutoCloseable {
    static final String LOOPBACK = "127.0.0.1";
    static final GroupConfig CONFIG = GroupConfig.coded(3, 2).withMaxCommandBytes(1 << 16)
        .withRequestTimeoutMillis(30_000);
    private static final String ANSWER = "it is ";

    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;

    private NodeProcess(final Process process) {
        this.process = process;
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    }

    static NodeProcess start(final int id, final List<Member> members, final Path directory) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            NodeProcess.class.getName(), Integer.toString(id), directory.resolve("node-" + id).toString()));
        members.forEach(member -> command.add(Integer.toString(member.port())));
        return new NodeProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Its standing. */
    String standing() throws IOException {
        return ask("standing");
    }

    /** How many entries it has taken as a proxy in this life. */
    long taken() throws IOException {
        return Long.parseLong(ask("taken"));
    }

    private String ask(final String what) throws IOException {
        questions.write(what + "\n");
        questions.flush();
        final StringBuilder said = new StringBuilder();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(ANSWER)) {
                return line.substring(ANSWER.length());
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
            .transport(TransportKind.MDC)
            .nodeId(Integer.parseInt(arguments[0]))
            .directory(Path.of(arguments[1]))
            .scatteredLog(new ScatteredLogConfig(4 << 20, 2 << 20))
            .orderedLog(new OrderedLogConfig(4 << 20, 2 << 20, 64 << 10, 5_000_000))
            .group(0, CONFIG, TallyMachine::new);
        for (int i = 2; i < arguments.length; i++) {
            config.member(i - 2, LOOPBACK, Integer.parseInt(arguments[i]));
        }
        final BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (FleetNode node = FleetNode.launch(config.build())) {
            for (String line = questions.readLine(); line != null; line = questions.readLine()) {
                System.out.println(ANSWER + (line.equals("taken") ? node.core().group(0).counters().entriesOrdered.get()
                    : node.status(0).standing()));
            }
        }
    }
}

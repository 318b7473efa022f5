package io.fleet.bench.peer;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One node of a cluster, in a process of its own; told what to do on its standard input. */
public final class PeerServerMain {
    private PeerServerMain() {
    }

    /**
     * Runs the node until it is told to stop.
     *
     * @param arguments those of {@link PeerConfig#arguments()}, and node=N.
     */
    public static void main(final String[] arguments) {
        Throwable failure = null;
        try {
            final Map<String, String> fields = ControlLine.fields(Arrays.asList(arguments));
            run(PeerConfig.parse(fields), Integer.parseInt(fields.get("node")), Control.take());
        } catch (final Exception | Error e) {
            failure = e;
        }
        Control.end(failure);
    }

    private static void run(final PeerConfig config, final int node, final Control control) throws Exception {
        final Peer peer = Peers.named(config.peer());
        for (final String each : peer.settings(config)) {
            control.say(ControlLine.SETTING, each);
        }
        final ProcessMemory memory = new ProcessMemory();
        try (PeerServer server = peer.startServer(config, node)) {
            control.say(ControlLine.READY, "");
            ControlLine line = control.next();
            while (!line.word().equals(ControlLine.STOP)) {
                switch (line.word()) {
                    case ControlLine.CPU -> control.say(ControlLine.CPU, Long.toString(control.cpuNs()));
                    case ControlLine.WORK -> control.say(ControlLine.WORK, NodeWork.text(List.of(server.work())));
                    case ControlLine.MEMORY -> control.say(ControlLine.MEMORY, memory.text());
                    case ControlLine.ASK -> control.say(ControlLine.ANSWER, server.answer(line.rest()));
                    default -> throw new IllegalArgumentException("a server was told '" + line + "'");
                }
                line = control.next();
            }
        }
    }
}

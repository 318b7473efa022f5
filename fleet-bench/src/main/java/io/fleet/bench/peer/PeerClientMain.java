package io.fleet.bench.peer;

import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.LoadRunner;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import java.util.Arrays;
import java.util.List;

/** The client of a cluster, in a process of its own; told on its standard input what to measure. */
public final class PeerClientMain {
    private PeerClientMain() {
    }

    /**
     * Runs the client until it is told to stop.
     *
     * @param arguments those of {@link PeerConfig#arguments()}.
     */
    public static void main(final String[] arguments) {
        Throwable failure = null;
        try {
            final PeerConfig config = PeerConfig.parse(ControlLine.fields(Arrays.asList(arguments)));
            serve(config, Control.take(), outcomes -> Peers.named(config.peer()).connect(config, outcomes));
        } catch (final Exception | Error e) {
            failure = e;
        }
        Control.end(failure);
    }

    /** Makes a client, gives each key its first value, and measures until it is told to stop. */
    static void serve(final PeerConfig config, final Control control, final Connector connector) throws Exception {
        final LoadRunner runner = new LoadRunner(System::nanoTime);
        final FirstPuts firstPuts = new FirstPuts(config, System::nanoTime);
        final OutcomeSwitch outcomes = new OutcomeSwitch(firstPuts);
        try (PeerClient client = connector.connect(outcomes)) {
            firstPuts.run(client);
            outcomes.turnTo(runner);
            control.say(ControlLine.READY, "");
            ControlLine line = control.next();
            while (!line.word().equals(ControlLine.STOP)) {
                if (line.word().equals(ControlLine.MEASURE)) {
                    measure(LoadSpec.parse(line.fields()), client, runner, control);
                } else if (line.word().equals(ControlLine.TUNE)) {
                    client.tune(line.fields());
                    control.say(ControlLine.TUNE, "");
                }
                line = control.next();
            }
        }
    }

    private static void measure(final LoadSpec spec, final PeerClient client, final LoadRunner runner,
                                final Control control) {
        final CpuInterval cpu = new CpuInterval(control,
            () -> client instanceof EmbeddedClient inside ? inside.work() : List.of());
        final LoadResult result = runner.run(spec, client, cpu);
        if (!result.failure().isEmpty()) {
            control.say(ControlLine.FAILURE, result.failure());
        }
        control.say(ControlLine.RESULT, result.text() + " cpu=" + cpu.usedNs());
    }

    /** Makes a client, with its cluster where that is in this process. */
    interface Connector {
        PeerClient connect(Outcomes outcomes) throws Exception;
    }
}

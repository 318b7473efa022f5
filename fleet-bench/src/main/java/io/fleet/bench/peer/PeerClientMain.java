package io.fleet.bench.peer;

import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.LoadRunner;
import io.fleet.bench.load.LoadSpec;
import java.util.Arrays;

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
            run(PeerConfig.parse(ControlLine.fields(Arrays.asList(arguments))), Control.take());
        } catch (final Exception | Error e) {
            failure = e;
        }
        Control.end(failure);
    }

    private static void run(final PeerConfig config, final Control control) throws Exception {
        final LoadRunner runner = new LoadRunner(System::nanoTime);
        final FirstPuts firstPuts = new FirstPuts(config, System::nanoTime);
        final OutcomeSwitch outcomes = new OutcomeSwitch(firstPuts);
        try (PeerClient client = Peers.named(config.peer()).connect(config, outcomes)) {
            firstPuts.run(client);
            outcomes.turnTo(runner);
            control.say(ControlLine.READY, "");
            ControlLine line = control.next();
            while (!line.word().equals(ControlLine.STOP)) {
                if (line.word().equals(ControlLine.MEASURE)) {
                    measure(LoadSpec.parse(line.fields()), client, runner, control);
                }
                line = control.next();
            }
        }
    }

    private static void measure(final LoadSpec spec, final PeerClient client, final LoadRunner runner,
                                final Control control) {
        final CpuInterval cpu = new CpuInterval(control);
        final LoadResult result = runner.run(spec, client, cpu);
        if (!result.failure().isEmpty()) {
            control.say(ControlLine.FAILURE, result.failure());
        }
        control.say(ControlLine.RESULT, result.text() + " cpu=" + cpu.usedNs());
    }
}

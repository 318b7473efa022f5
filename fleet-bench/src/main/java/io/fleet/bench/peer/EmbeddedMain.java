package io.fleet.bench.peer;

import java.util.Arrays;

/** A whole cluster and its client in one process; told on its standard input what to measure. */
public final class EmbeddedMain {
    private EmbeddedMain() {
    }

    /**
     * Runs cluster and client until told to stop.
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
        final EmbeddedPeer peer = Peers.embedded(config.peer());
        for (final String each : peer.settings(config)) {
            control.say(ControlLine.SETTING, each);
        }
        PeerClientMain.serve(config, control, outcomes -> peer.launch(config, outcomes));
    }
}

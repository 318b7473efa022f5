package io.fleet.examples;

import java.io.PrintWriter;

/** Where the {@code fleet} command line begins. */
public final class FleetMain {
    private FleetMain() {
    }

    /**
     * Runs one command line and ends the process with its exit code.
     *
     * @param arguments its words.
     */
    public static void main(final String[] arguments) {
        final PrintWriter out = new PrintWriter(System.out, true);
        final PrintWriter err = new PrintWriter(System.err, true);
        System.exit(new FleetCli(FleetReplicas::launch, out, err).run(arguments));
    }
}

package io.fleet.cli;

import io.fleet.examples.kv.server.FleetReplicas;
import java.io.PrintWriter;

/** Where the {@code fleet} command line begins. */
public final class FleetMain {
    private static final String LOG_FORM = "java.util.logging.SimpleFormatter.format";

    private FleetMain() {
    }

    /**
     * Runs one command line and ends the process with its exit code.
     *
     * @param arguments its words.
     */
    @SuppressWarnings("DefaultCharset") // the console's
    public static void main(final String[] arguments) {
        if (System.getProperty(LOG_FORM) == null) {
            System.setProperty(LOG_FORM, "%1$tF %1$tT %4$s %5$s%6$s%n");
        }
        final PrintWriter out = new PrintWriter(System.out, true);
        final PrintWriter err = new PrintWriter(System.err, true);
        System.exit(new FleetCli(FleetReplicas::launch, out, err).run(arguments));
    }
}

package io.fleet.examples.kv.server;

import java.io.PrintWriter;
import picocli.CommandLine;

/** The key-value server as a program of its own: takes the options of {@code fleet kv}. */
public final class KvMain {
    private static final String LOG_FORM = "java.util.logging.SimpleFormatter.format";

    private KvMain() {
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
        final CommandLine command = new CommandLine(new KvCommand(FleetReplicas::launch));
        CommandLines.prepare(command, "fleet", out, err);
        System.exit(command.execute(arguments));
    }
}

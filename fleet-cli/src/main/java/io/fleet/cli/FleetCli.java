package io.fleet.cli;

import io.fleet.cli.admin.AdminCommand;
import io.fleet.examples.kv.server.CommandLines;
import io.fleet.examples.kv.server.KvCommand;
import io.fleet.examples.kv.server.Replicas;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The {@code fleet} command line. Exit codes: 0 when all went well, 1 when something failed while it ran, 2 when the
 * options were wrong and nothing was started; {@code fleet admin} has one more.
 */
@Command(name = "fleet", description = "Fleet: replicated state machines for JVM services.",
    subcommands = HelpCommand.class, synopsisSubcommandLabel = "COMMAND",
    footer = {"%nA program of its own measures Fleet beside other systems:", "  ./fleet help bench"})
public final class FleetCli {
    private final CommandLine commands;

    /**
     * Creates the command line.
     *
     * @param launcher starts replicas.
     * @param out      takes what is said.
     * @param err      takes what went wrong.
     */
    public FleetCli(final Replicas.Launcher launcher, final PrintWriter out, final PrintWriter err) {
        commands = new CommandLine(this)
            .addSubcommand(new VersionCommand())
            .addSubcommand(new KvCommand(launcher))
            .addSubcommand(new SimCommand())
            .addSubcommand(new CrashPointsCommand())
            .addSubcommand(new ChaosCommand())
            .addSubcommand(new TortureCommand())
            .addSubcommand(new ScenesCommand())
            .addSubcommand(new CheckCommand())
            .addSubcommand(new FuzzCommand())
            .addSubcommand(new MutantsCommand())
            .addSubcommand(AdminCommand.create());
        CommandLines.prepare(commands, "fleet", out, err);
    }

    /**
     * Runs one command line.
     *
     * @param arguments its words.
     * @return the exit code.
     */
    public int run(final String... arguments) {
        if (arguments.length == 0) {
            commands.usage(commands.getOut());
            return 0;
        }
        return commands.execute(arguments);
    }

    /**
     * The version of the build.
     *
     * @return as the jar's manifest says, or "development" for classes outside a jar.
     */
    static String version() {
        final String version = FleetCli.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Command(name = "version", description = "Prints the version.")
    private static final class VersionCommand implements Runnable {
        @CommandLine.Spec
        private CommandLine.Model.CommandSpec spec;

        @Override
        public void run() {
            final PrintWriter out = spec.commandLine().getOut();
            out.println("fleet " + version() + ", Java " + Runtime.version());
            out.flush();
        }
    }
}

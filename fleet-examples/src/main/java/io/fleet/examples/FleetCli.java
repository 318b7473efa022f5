package io.fleet.examples;

import io.fleet.examples.admin.AdminCommand;
import io.fleet.machine.ConfigException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code fleet} command line. Exit codes: 0 when all went well, 1 when something failed while it ran, 2 when the
 * options were wrong and nothing was started; {@code fleet admin} has one more.
 */
@Command(name = "fleet", description = "Fleet: replicated state machines for JVM services.",
    subcommands = CommandLine.HelpCommand.class, synopsisSubcommandLabel = "COMMAND",
    footer = {"%nA program of its own measures Fleet beside other systems:", "  ./fleet help bench"})
public final class FleetCli {
    /** Something failed while it ran. */
    static final int FAILED = 1;
    /** The options were wrong. */
    static final int WRONG_USAGE = 2;

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
            .addSubcommand(AdminCommand.create())
            .setOut(out)
            .setErr(err)
            .setUsageHelpAutoWidth(true)
            .setPosixClusteredShortOptionsAllowed(false)
            .setExecutionExceptionHandler((failure, command, result) -> failed(failure, err))
            .setParameterExceptionHandler((wrong, arguments) -> {
                err.println("fleet: " + problem(wrong));
                err.println("Type '" + help(wrong.getCommandLine()) + "' for all options.");
                err.flush();
                return WRONG_USAGE;
            });
        addHelp(commands);
    }

    /** Every command takes {@code -h} and {@code --help}. */
    private static void addHelp(final CommandLine command) {
        if (!command.getCommandSpec().optionsMap().containsKey("--help")) {
            command.getCommandSpec().addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
                .description("prints this and does nothing").build());
        }
        command.getSubcommands().values().forEach(FleetCli::addHelp);
    }

    private static String problem(final ParameterException wrong) {
        final CommandLine command = wrong.getCommandLine();
        if (!command.getSubcommands().isEmpty() && wrong instanceof UnmatchedArgumentException unmatched
            && !unmatched.isUnknownOption()) {
            return "there is no command '" + unmatched.getUnmatched().get(0) + "': the commands are "
                + String.join(", ", command.getSubcommands().keySet());
        }
        return wrong.getMessage();
    }

    private static String help(final CommandLine command) {
        final CommandLine parent = command.getParent();
        return parent == null ? command.getCommandName() + " help"
            : parent.getCommandSpec().qualifiedName() + " help " + command.getCommandName();
    }

    private static int failed(final Exception failure, final PrintWriter err) {
        final String text = failure instanceof NoSuchFileException ? failure.getMessage() + ": there is no such file"
            : failure.getMessage() == null ? failure.toString() : failure.getMessage();
        err.println("fleet: " + text);
        err.flush();
        return failure instanceof ConfigException ? WRONG_USAGE : FAILED;
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

package io.fleet.examples.kv.server;

import io.fleet.error.ConfigException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What all command lines have in common: help, one line for what went wrong, and exit codes. */
public final class CommandLines {
    /** Exit code: something failed while it ran. */
    public static final int FAILED = 1;
    /** Exit code: the options were wrong, and nothing was started. */
    public static final int WRONG_USAGE = 2;

    private CommandLines() {
    }

    /**
     * Gives a command line its help and its way to say what went wrong. Call it when all subcommands are there.
     *
     * @param commands the command line.
     * @param name     what a message begins with.
     * @param out      takes what is said.
     * @param err      takes what went wrong.
     */
    public static void prepare(final CommandLine commands, final String name, final PrintWriter out,
                               final PrintWriter err) {
        commands
            .setOut(out)
            .setErr(err)
            .setUsageHelpAutoWidth(true)
            .setPosixClusteredShortOptionsAllowed(false)
            .setExecutionExceptionHandler((failure, command, result) -> failed(name, failure, err))
            .setParameterExceptionHandler((wrong, arguments) -> {
                err.println(name + ": " + problem(wrong));
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
        command.getSubcommands().values().forEach(CommandLines::addHelp);
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
        if (parent == null) {
            return command.getCommandName() + (command.getSubcommands().containsKey("help") ? " help" : " --help");
        }
        return parent.getCommandSpec().qualifiedName() + " help " + command.getCommandName();
    }

    private static int failed(final String name, final Exception failure, final PrintWriter err) {
        final String text = failure instanceof NoSuchFileException ? failure.getMessage() + ": there is no such file"
            : failure.getMessage() == null ? failure.toString() : failure.getMessage();
        err.println(name + ": " + text);
        err.flush();
        return failure instanceof ConfigException ? WRONG_USAGE : FAILED;
    }
}

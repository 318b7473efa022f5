package io.fleet.bench.cluster;

import io.fleet.bench.coded.CodedCommand;
import io.fleet.bench.handover.HandOverCommand;
import io.fleet.bench.lifecycle.RejoinCommand;
import io.fleet.bench.lifecycle.MembersCommand;
import io.fleet.bench.lifecycle.RollingCommand;
import io.fleet.bench.lifecycle.SnapshotsCommand;
import io.fleet.bench.micro.CodecCommand;
import io.fleet.bench.micro.JmhCommand;
import io.fleet.bench.reads.ReadsCommand;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The command line of {@code fleet bench}. Exit codes: 0 when all went well, 1 when a peer or an operation failed or
 * one that must not allocates, 2 when the options were wrong and nothing was started.
 */
@Command(name = "bench", description = "Measures Fleet beside other systems, and beside itself.",
    subcommands = CommandLine.HelpCommand.class, synopsisSubcommandLabel = "COMMAND")
public final class BenchMain {
    /** Says where the modules of other peers are. */
    static final String PEERS = "fleet.bench.peers";
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private BenchMain() {
    }

    /**
     * Runs one command line and ends the process with its exit code.
     *
     * @param arguments its words, without {@code bench}.
     */
    @SuppressWarnings("DefaultCharset") // the console's
    public static void main(final String[] arguments) {
        final BuiltPeers built = new BuiltPeers(Path.of(System.getProperty(PEERS, "fleet-bench/peers")),
            System.getProperty("java.class.path"));
        System.exit(commands(built, new PrintWriter(System.out, true), new PrintWriter(System.err, true))
            .execute(arguments.length == 0 ? new String[] {"help"} : arguments));
    }

    /** The commands, with where they say things. */
    static CommandLine commands(final BuiltPeers built, final PrintWriter out, final PrintWriter err) {
        final CommandLine bench = new CommandLine(new BenchMain())
            .addSubcommand(new ClusterCommand(built))
            .addSubcommand(new AblationsCommand(built))
            .addSubcommand(new HandOverCommand())
            .addSubcommand(new SnapshotsCommand(built.ownClassPath()))
            .addSubcommand(new RejoinCommand(built.ownClassPath()))
            .addSubcommand(new RollingCommand(built.ownClassPath()))
            .addSubcommand(new MembersCommand(built.ownClassPath()))
            .addSubcommand(new ReadsCommand(built.ownClassPath()))
            .addSubcommand(new JmhCommand())
            .addSubcommand(new CodecCommand())
            .addSubcommand(new CodedCommand())
            .setOut(out)
            .setErr(err)
            .setUsageHelpAutoWidth(true)
            .setPosixClusteredShortOptionsAllowed(false)
            .setExecutionExceptionHandler((failure, command, result) -> {
                err.println("fleet bench: " + (failure.getMessage() == null ? failure : failure.getMessage()));
                err.flush();
                return FAILED;
            })
            .setParameterExceptionHandler((wrong, words) -> {
                err.println("fleet bench: " + wrong.getMessage());
                final String name = wrong.getCommandLine().getCommandName();
                err.println("Type 'fleet bench help" + (name.equals("bench") ? "" : " " + name)
                    + "' for all options.");
                err.flush();
                return WRONG_USAGE;
            });
        addHelp(bench);
        return bench;
    }

    /** Every command takes {@code -h} and {@code --help}. */
    private static void addHelp(final CommandLine command) {
        if (!command.getCommandSpec().optionsMap().containsKey("--help")) {
            command.getCommandSpec().addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
                .description("prints this and does nothing").build());
        }
        command.getSubcommands().values().forEach(BenchMain::addHelp);
    }
}

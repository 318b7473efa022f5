package io.fleet.bench.cluster;

import io.fleet.bench.coded.CodedCommand;
import io.fleet.bench.groups.GroupsCommand;
import io.fleet.bench.handover.HandOverCommand;
import io.fleet.bench.lifecycle.MembersCommand;
import io.fleet.bench.lifecycle.RejoinCommand;
import io.fleet.bench.lifecycle.RollingCommand;
import io.fleet.bench.lifecycle.SnapshotsCommand;
import io.fleet.bench.messages.MessagesCommand;
import io.fleet.bench.micro.CodecCommand;
import io.fleet.bench.micro.JmhCommand;
import io.fleet.bench.reads.ReadsCommand;
import io.fleet.bench.speculation.SpeculationCommand;
import io.fleet.examples.kv.server.CommandLines;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line of {@code fleet bench}. Exit codes: 0 when all went well, 1 when a peer or an operation failed or
 * one that must not allocates, 2 when the options were wrong and nothing was started.
 */
@Command(name = "fleet bench", description = "Measures Fleet beside other systems, and beside itself.",
    subcommands = CommandLine.HelpCommand.class, synopsisSubcommandLabel = "COMMAND")
public final class BenchMain {
    /** Says where the modules of other peers are. */
    static final String PEERS = "fleet.bench.peers";

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
            .addSubcommand(new GroupsCommand())
            .addSubcommand(new MessagesCommand())
            .addSubcommand(new SpeculationCommand())
            .addSubcommand(new SnapshotsCommand(built.ownClassPath()))
            .addSubcommand(new RejoinCommand(built.ownClassPath()))
            .addSubcommand(new RollingCommand(built.ownClassPath()))
            .addSubcommand(new MembersCommand(built.ownClassPath()))
            .addSubcommand(new ReadsCommand(built.ownClassPath()))
            .addSubcommand(new JmhCommand())
            .addSubcommand(new CodecCommand())
            .addSubcommand(new CodedCommand());
        CommandLines.prepare(bench, "fleet bench", out, err);
        return bench;
    }
}

package io.fleet.cli.admin;

import io.fleet.storage.StorageException;
import io.fleet.verify.options.ToolChecks;
import java.io.PrintWriter;
import java.net.URI;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code fleet admin}: what looks after nodes. */
@Command(name = "admin", description = {
    "Asks a running node, has it do something, or reads the directories of a node that may run or not.",
    "Exit codes: 0 all is well, 1 something is not (not live, not ready, damaged, refused), "
        + "2 wrong options or unreadable directories, 3 no answer from the node."},
    subcommands = CommandLine.HelpCommand.class, synopsisSubcommandLabel = "COMMAND")
public final class AdminCommand implements Runnable {
    /** All is well. */
    static final int WELL = 0;
    /** It was looked at, and something is not well. */
    static final int NOT_WELL = 1;
    /** Wrong options, or a directory that cannot be read: nothing was found out. */
    static final int UNREADABLE = 2;
    /** The node gave no answer. */
    static final int NO_ANSWER = 3;
    /** Host and port. */
    static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[\\w.-]+):([0-9]{1,5})");
    private static final int MAX_PORT = 65_535;
    private static final int DEFAULT_TIMEOUT = 10;
    private static final int MAX_TIMEOUT = 3600;

    @Spec
    private CommandSpec spec;
    @Option(names = "--connect", paramLabel = "HOST:PORT", scope = ScopeType.INHERIT,
        description = "where the node's admin endpoint listens, such as 127.0.0.1:7101")
    private String connect;
    @Option(names = "--timeout", paramLabel = "SECONDS", scope = ScopeType.INHERIT,
        description = "how long to wait for the node (default: " + DEFAULT_TIMEOUT + ")")
    private Integer timeout;
    @Option(names = "--json", scope = ScopeType.INHERIT, description = "tells it to programs rather than to people")
    private boolean json;

    /**
     * Creates the command with all that belong to it.
     *
     * @return for the command line.
     */
    public static CommandLine create() {
        final AdminCommand admin = new AdminCommand();
        final CommandLine line = new CommandLine(admin);
        for (final AskCommand.Question question : AskCommand.Question.values()) {
            final CommandLine asking = new CommandLine(new AskCommand(admin, question));
            asking.getCommandSpec().usageMessage().description(question.description());
            line.addSubcommand(question.command(), asking);
        }
        return line.addSubcommand(new MetricsCommand(admin))
            .addSubcommand(new ActCommand.Transfer(admin))
            .addSubcommand(new ActCommand.Snapshot(admin))
            .addSubcommand(new MemberCommands.Show(admin))
            .addSubcommand(new MemberCommands.Add(admin))
            .addSubcommand(new MemberCommands.Remove(admin))
            .addSubcommand(new MemberCommands.Replace(admin))
            .addSubcommand(new MemberCommands.Quorums(admin))
            .addSubcommand(new LogVerifyCommand(admin))
            .addSubcommand(new LogDumpCommand(admin));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
            "a command is missing: status, events, live, ready, metrics, transfer, snapshot, "
                + "members, add, remove, replace, quorums, log-verify or log-dump");
    }

    boolean json() {
        return json;
    }

    /** How the node is to say it: to people, or to programs. */
    String form() {
        return "format=" + (json ? "json" : "text");
    }

    /** The node that was named. */
    NodeConnection node(final ToolChecks checks) {
        if (connect == null) {
            throw checks.wrong("--connect is missing: it must say where the node's admin endpoint listens");
        }
        final Matcher address = ADDRESS.matcher(connect);
        if (!address.matches()) {
            throw checks.wrong("--connect is '" + connect + "', but must be host:port");
        }
        checks.range("port of --connect " + connect, Integer.valueOf(address.group(2)), 1, MAX_PORT);
        checks.range("--timeout", timeout, 1, MAX_TIMEOUT);
        if (URI.create("http://" + connect).getHost() == null) {
            throw checks.wrong("--connect is '" + connect + "', which names no host that can be looked up");
        }
        return new NodeConnection(connect, timeout == null ? DEFAULT_TIMEOUT : timeout);
    }

    /** Prints what a node said, in some form, or that it refused: options may be wrong in ways that only it sees. */
    static int told(final CommandSpec spec, final NodeConnection.Answer answer,
                    final Function<NodeConnection.Answer, String> form) {
        if (answer == null) {
            return NO_ANSWER;
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (answer.isWell()) {
            out.print(form.apply(answer));
            out.flush();
            return WELL;
        }
        final PrintWriter err = spec.commandLine().getErr();
        err.print("fleet: " + answer.text());
        err.flush();
        return answer.isBadRequest() ? UNREADABLE : NOT_WELL;
    }

    /** Something else than a node's admin endpoint listens there: says so, and is no verdict on the node. */
    static int elsewhere(final CommandSpec spec, final String path, final NodeConnection.Answer answer) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println("fleet: --connect names no admin endpoint: what listens there has no " + path + " and says '"
            + answer.text().strip() + "'");
        err.flush();
        return UNREADABLE;
    }

    /** Directories could not be read: says so, and is no verdict on them. */
    static int unreadable(final CommandSpec spec, final StorageException e) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println("fleet: " + e.getMessage());
        err.flush();
        return UNREADABLE;
    }
}

package io.fleet.cli.admin;

import io.fleet.config.QuorumLayout;
import io.fleet.error.ConfigException;
import io.fleet.verify.options.ToolChecks;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands about one group: most have a node do something for it, and wait until it is done. */
abstract class ActCommand implements Callable<Integer> {
    private final AdminCommand admin;
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--group", paramLabel = "N", defaultValue = "0",
        description = "the group (default: ${DEFAULT-VALUE})")
    private int group;

    ActCommand(final AdminCommand admin) {
        this.admin = admin;
    }

    /** Where to ask for it, with its first parameters. */
    abstract String path(int groupId);

    /** Has it done, and waits for it. */
    NodeConnection.Answer ask(final NodeConnection node, final String path, final PrintWriter err)
        throws InterruptedException {
        return node.post(path, err);
    }

    @Override
    public final Integer call() throws InterruptedException {
        checks.least("--group", group, 0);
        final NodeConnection.Answer answer = ask(admin.node(checks), path(group) + "&" + admin.form(),
            spec.commandLine().getErr());
        return AdminCommand.told(spec, answer, NodeConnection.Answer::text);
    }

    /** The number of a node that must be given. */
    final int node(final String option, final Integer value) {
        if (value == null) {
            throw checks.wrong(option + " is missing: it must name a node");
        }
        return checks.least(option, value, 0);
    }

    /** The parameter that says what a new member is for. */
    final String role(final String value, final List<String> roles) {
        if (!roles.contains(value)) {
            throw checks.wrong("--role is '" + value + "', but must be " + String.join(" or ", roles));
        }
        return value.equals("full") ? "" : "&role=" + value;
    }

    /** How voters are to count, as an address has it: checked here, so that no answer is about what was misspelt. */
    final String layout(final String value) {
        if (value == null) {
            throw checks.wrong("--layout is missing: it must say how the voters are to count, such as majority or"
                + " groups:1,2,3/4,5,6");
        }
        try {
            return QuorumLayout.parse(value).toString().replace(' ', ':');
        } catch (final ConfigException e) {
            throw checks.wrong("--layout: " + e.getMessage());
        }
    }

    /** The parameter that says where a new member receives; over shared memory there is none. */
    final String address(final String value) {
        if (value != null && !AdminCommand.ADDRESS.matcher(value).matches()) {
            throw checks.wrong("--address is '" + value + "', but must be host:port");
        }
        return value == null ? "" : "&address=" + value;
    }

    /** {@code fleet admin transfer}. */
    @Command(name = "transfer", description = {"Has another node lead a group. Ask any node of the cluster.",
        "Exit code 1: it came to nothing; the old leader goes on, or an election follows."})
    static final class Transfer extends ActCommand {
        @Option(names = "--to", paramLabel = "N",
            description = "the node that is to lead (default: the best of those that do not)")
        private Integer to;

        Transfer(final AdminCommand admin) {
            super(admin);
        }

        @Override
        String path(final int groupId) {
            return "/transfer?group=" + groupId + (to == null ? "" : "&to=" + node("--to", to));
        }
    }

    /** {@code fleet admin snapshot}. */
    @Command(name = "snapshot", description = {"Has the node write a snapshot of a group now.",
        "Exit code 1: it cannot be written, or takes longer than --timeout and goes on."})
    static final class Snapshot extends ActCommand {
        Snapshot(final AdminCommand admin) {
            super(admin);
        }

        @Override
        String path(final int groupId) {
            return "/snapshot?group=" + groupId;
        }
    }
}

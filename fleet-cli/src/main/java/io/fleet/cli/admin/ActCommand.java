package io.fleet.cli.admin;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands that have a node do something for a group, and wait until it is done. */
abstract class ActCommand implements Callable<Integer> {
    private final AdminCommand admin;
    @Spec
    private CommandSpec spec;
    @Option(names = "--group", paramLabel = "N", defaultValue = "0",
        description = "the group (default: ${DEFAULT-VALUE})")
    private int group;

    ActCommand(final AdminCommand admin) {
        this.admin = admin;
    }

    /** Where to post it, with its first parameters. */
    abstract String path(int groupId);

    @Override
    public final Integer call() throws InterruptedException {
        requireAtLeastZero("--group", group);
        final NodeConnection.Answer answer = admin.node(spec).post(
            path(group) + "&format=" + (admin.json() ? "json" : "text"), spec.commandLine().getErr());
        if (answer == null) {
            return AdminCommand.NO_ANSWER;
        }
        if (!answer.isWell()) {
            return AdminCommand.refused(spec, answer);
        }
        spec.commandLine().getOut().print(answer.text());
        spec.commandLine().getOut().flush();
        return AdminCommand.WELL;
    }

    /** The number of a node that must be given. */
    final int node(final String option, final Integer value) {
        if (value == null) {
            throw AdminCommand.wrong(spec, option + " is missing: it must name a node");
        }
        requireAtLeastZero(option, value);
        return value;
    }

    /** The parameter that says where a new member receives; over shared memory there is none. */
    final String address(final String value) {
        if (value != null && !AdminCommand.ADDRESS.matcher(value).matches()) {
            throw AdminCommand.wrong(spec, "--address is '" + value + "', but must be host:port");
        }
        return value == null ? "" : "&address=" + value;
    }

    final void requireAtLeastZero(final String option, final int value) {
        if (value < 0) {
            throw AdminCommand.wrong(spec, option + " is " + value + ", but must be at least 0");
        }
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
            final String path = "/transfer?group=" + groupId;
            if (to == null) {
                return path;
            }
            requireAtLeastZero("--to", to);
            return path + "&to=" + to;
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

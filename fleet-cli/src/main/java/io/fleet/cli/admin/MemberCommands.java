package io.fleet.cli.admin;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands about who belongs to a group, and how its voters count. */
final class MemberCommands {
    private MemberCommands() {
    }

    /** {@code fleet admin members}. */
    @Command(name = "members", description = "Prints who belongs to a group, as far as the node acts on it.")
    static final class Show extends ActCommand {
        Show(final AdminCommand admin) {
            super(admin);
        }

        @Override
        String path(final int groupId) {
            return "/members?group=" + groupId;
        }

        @Override
        NodeConnection.Answer ask(final NodeConnection node, final String path, final PrintWriter err)
            throws InterruptedException {
            return node.get(path, err);
        }
    }

    /** {@code fleet admin add}. */
    @Command(name = "add", description = {"Adds a node to a group: it learns, and votes when it has caught up. Start it"
        + " with --join. Ask any member.",
        "Exit code 1: it is refused, or takes longer than --timeout and goes on ('members' tells)."})
    static final class Add extends ActCommand {
        @Option(names = "--node", paramLabel = "N", description = "the new node's number")
        private Integer node;
        @Option(names = "--address", paramLabel = "HOST:PORT", description = "where the new node receives (UDP)")
        private String address;
        @Option(names = "--role", paramLabel = "full|replica|storage",
            description = "full: it votes when it has caught up"
                + " (default); replica: an observer, which gets everything, serves reads, and never votes; one that is"
                + " there already votes once it is added as full; storage: a witness, which persists and votes, and"
                + " executes nothing")
        private String role = "full";

        Add(final AdminCommand admin) {
            super(admin);
        }

        @Override
        String path(final int groupId) {
            return "/members/add?group=" + groupId + "&node=" + node("--node", node) + address(address)
                + role(role, List.of("full", "replica", "storage"));
        }
    }

    /** {@code fleet admin remove}. */
    @Command(name = "remove", description = {"Removes a node from a group, whether it runs or not. Ask any member.",
        "Exit code 1: it is refused, or takes longer than --timeout and goes on ('members' tells)."})
    static final class Remove extends ActCommand {
        @Option(names = "--node", paramLabel = "N", description = "the node that goes")
        private Integer node;

        Remove(final AdminCommand admin) {
            super(admin);
        }

        @Override
        String path(final int groupId) {
            return "/members/remove?group=" + groupId + "&node=" + node("--node", node);
        }
    }

    /** {@code fleet admin replace}. */
    @Command(name = "replace", description = {"Adds a node to a group, and removes another when the new one has caught"
        + " up, in one step. Ask any member.",
        "Exit code 1: it is refused, or takes longer than --timeout and goes on ('members' tells)."})
    static final class Replace extends ActCommand {
        @Option(names = "--node", paramLabel = "N", description = "the node that goes")
        private Integer node;
        @Option(names = "--by", paramLabel = "M", description = "the new node's number")
        private Integer by;
        @Option(names = "--address", paramLabel = "HOST:PORT", description = "where the new node receives (UDP)")
        private String address;
        @Option(names = "--role", paramLabel = "full|storage",
            description = "what the new node is: full (default), or storage, a witness")
        private String role = "full";

        Replace(final AdminCommand admin) {
            super(admin);
        }

        @Override
        String path(final int groupId) {
            return "/members/replace?group=" + groupId + "&node=" + node("--node", node) + "&by=" + node("--by", by)
                + address(address) + role(role, List.of("full", "storage"));
        }
    }

    /** {@code fleet admin quorums}. */
    @Command(name = "quorums", description = {"Lets the voters of a group count in another way, while commands go on."
        + " Who is to count must vote already. Ask any member.",
        "Exit code 1: it is refused, or takes longer than --timeout and goes on ('members' tells)."})
    static final class Quorums extends ActCommand {
        @Option(names = "--layout", paramLabel = "LAYOUT",
            description = "majority: a majority of all voters writes and elects; groups:1,2,3/4,5,6: a majority of any"
                + " one of these storage groups writes, and one of each elects; grid:1,2/3,4: a whole column of these"
                + " rows writes, and a whole row and a whole column elect")
        private String layout;

        Quorums(final AdminCommand admin) {
            super(admin);
        }

        @Override
        String path(final int groupId) {
            return "/groups/" + groupId + "/quorums?layout=" + layout(layout);
        }
    }
}

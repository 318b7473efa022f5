package io.fleet.admin;

import io.fleet.FleetNode;
import io.fleet.consensus.common.Ballot;
import io.fleet.node.status.Leadership;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a node can be asked to do, by POST. */
enum Action {
    /** Hands the leadership of a group over. */
    TRANSFER("/transfer", Set.of("group", "to")) {
        @Override
        CompletableFuture<ActionOutcome> begin(final FleetNode node, final Parameters parameters) {
            final int group = group(parameters);
            final int to = parameters.number("to", 0, 0);
            return (parameters.has("to") ? node.transferLeadership(group, to) : node.transferLeadership(group))
                .thenApply(Action::outcome);
        }
    },
    /** Writes a snapshot of a group. */
    SNAPSHOT("/snapshot", Set.of("group")) {
        @Override
        CompletableFuture<ActionOutcome> begin(final FleetNode node, final Parameters parameters) {
            final int group = group(parameters);
            return node.requestSnapshot(group).thenApply(lsn -> new ActionOutcome(
                "group " + group + ": wrote a snapshot at LSN " + lsn + "\n",
                new JsonWriter().begin().field("group", group).field("lsn", lsn).end() + "\n"));
        }
    },
    /** Adds a member to a group. */
    ADD("/members/add", Set.of("group", "node", "address", "role")) {
        @Override
        CompletableFuture<ActionOutcome> begin(final FleetNode node, final Parameters parameters) {
            return MemberForms.add(node, group(parameters), parameters);
        }
    },
    /** Removes a member from a group. */
    REMOVE("/members/remove", Set.of("group", "node")) {
        @Override
        CompletableFuture<ActionOutcome> begin(final FleetNode node, final Parameters parameters) {
            return MemberForms.remove(node, group(parameters), parameters);
        }
    },
    /** Puts a new member of a group in the place of another. */
    REPLACE("/members/replace", Set.of("group", "node", "by", "address", "role")) {
        @Override
        CompletableFuture<ActionOutcome> begin(final FleetNode node, final Parameters parameters) {
            return MemberForms.replace(node, group(parameters), parameters);
        }
    },
    /** Lets the voters of a group, which the path names, count in another way. */
    QUORUMS("/groups/{group}/quorums", Set.of("layout")) {
        @Override
        CompletableFuture<ActionOutcome> begin(final FleetNode node, final Parameters parameters) {
            return MemberForms.quorums(node, group(parameters), parameters);
        }
    };

    private static final String GROUP = "group";

    private final Pattern path;
    private final Set<String> parameters;

    Action(final String path, final Set<String> own) {
        this.path = Pattern.compile(path.replace("{group}", "([^/]*)"));
        parameters = new HashSet<>(own);
        parameters.add("format");
        parameters.add("wait");
    }

    /** Begins it; throws a {@link io.fleet.error.ConfigException} for what makes no sense. */
    abstract CompletableFuture<ActionOutcome> begin(FleetNode node, Parameters parameters);

    /**
     * What a request says: what stands behind its question mark, and the group, where its path names that.
     *
     * @throws io.fleet.error.ConfigException where it says what is not read.
     */
    Parameters parameters(final HttpRequest request) {
        final Parameters given = new Parameters(request.query());
        given.requireOnly(parameters);
        final Matcher named = path.matcher(request.path());
        if (named.matches() && named.groupCount() > 0) {
            given.put(GROUP, named.group(1));
        }
        return given;
    }

    static Optional<Action> of(final String path) {
        return Stream.of(values()).filter(each -> each.path.matcher(path).matches()).findFirst();
    }

    private static int group(final Parameters parameters) {
        return parameters.number(GROUP, 0, 0);
    }

    private static ActionOutcome outcome(final Leadership now) {
        final String ballot = Ballot.format(now.ballot());
        return new ActionOutcome("group " + now.groupId() + ": node " + now.leader() + " leads, ballot " + ballot
            + "\n",
            new JsonWriter().begin().field("group", now.groupId()).field("leader", now.leader())
                .field("ballot", ballot).end() + "\n");
    }
}

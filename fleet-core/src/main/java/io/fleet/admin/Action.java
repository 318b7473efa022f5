package io.fleet.admin;

import io.fleet.FleetNode;
import io.fleet.consensus.common.Ballot;
import io.fleet.node.status.Leadership;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
    REPLACE("/members/replace", Set.of("group", "node", "by", "address")) {
        @Override
        CompletableFuture<ActionOutcome> begin(final FleetNode node, final Parameters parameters) {
            return MemberForms.replace(node, group(parameters), parameters);
        }
    };

    private final String path;
    private final Set<String> parameters;

    Action(final String path, final Set<String> own) {
        this.path = path;
        parameters = new HashSet<>(own);
        parameters.add("format");
        parameters.add("wait");
    }

    /** Begins it; throws a {@link io.fleet.error.ConfigException} for what makes no sense. */
    abstract CompletableFuture<ActionOutcome> begin(FleetNode node, Parameters parameters);

    String path() {
        return path;
    }

    /** The names of all parameters that it reads. */
    Set<String> parameters() {
        return parameters;
    }

    static Optional<Action> of(final String path) {
        return Stream.of(values()).filter(each -> each.path.equals(path)).findFirst();
    }

    private static int group(final Parameters parameters) {
        return parameters.number("group", 0, 0);
    }

    private static ActionOutcome outcome(final Leadership now) {
        final String ballot = Ballot.format(now.ballot());
        return new ActionOutcome("group " + now.groupId() + ": node " + now.leader() + " leads, ballot " + ballot
            + "\n",
            new JsonWriter().begin().field("group", now.groupId()).field("leader", now.leader())
                .field("ballot", ballot).end() + "\n");
    }
}

package io.fleet.admin;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.TransportKind;
import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Changes of a group's members, and of how they count, as asked for by POST; and the members as text and JSON. */
final class MemberForms {
    private static final int MAX_NODE = 1023;

    private MemberForms() {
    }

    static CompletableFuture<ActionOutcome> add(final FleetNode node, final int group, final Parameters parameters) {
        final MemberRole role = parameters.choice("role", MemberRole.class, MemberRole.FULL);
        return outcome(group, node.addNode(group, member(node, "node", parameters), role));
    }

    static CompletableFuture<ActionOutcome> remove(final FleetNode node, final int group,
                                                   final Parameters parameters) {
        return outcome(group, node.removeNode(group, parameters.required("node", MAX_NODE)));
    }

    static CompletableFuture<ActionOutcome> replace(final FleetNode node, final int group,
                                                    final Parameters parameters) {
        final MemberRole role = parameters.choice("role", MemberRole.class, MemberRole.FULL);
        return outcome(group, node.replaceNode(group, parameters.required("node", MAX_NODE),
            member(node, "by", parameters).withRole(role)));
    }

    static CompletableFuture<ActionOutcome> quorums(final FleetNode node, final int group,
                                                    final Parameters parameters) {
        return outcome(group, node.changeQuorums(group, QuorumLayout.parse(parameters.text("layout"))));
    }

    /** One line for the configuration, one for how voters count where that is no majority, and one for each member. */
    static String text(final int group, final Configuration configuration) {
        final StringBuilder text = new StringBuilder("group ").append(group);
        if (configuration.members().isEmpty()) {
            return text.append(": this node waits to be added to it\n").toString();
        }
        text.append(": configuration ").append(configuration.number()).append(" (LSN ")
            .append(configuration.version()).append(")\n");
        final String layout = QuorumForms.layout(configuration);
        text.append(layout.isEmpty() ? "" : "  " + layout + "\n");
        for (final GroupMember member : configuration.members()) {
            text.append("  node ").append(member.node()).append(member.voter() ? member.isWitness()
                ? " votes (witness)" : " votes" : member.isObserver() ? " observes" : " learns");
            text.append(QuorumForms.place(configuration, member));
            if (member.replaces() != GroupMember.NOBODY) {
                text.append(", in the place of node ").append(member.replaces());
            }
            text.append(member.endpoint().isEmpty() ? "" : ", " + member.endpoint()).append('\n');
        }
        return text.toString();
    }

    static String json(final int group, final Configuration configuration) {
        final JsonWriter json = new JsonWriter().begin().field("group", group)
            .field("lsn", configuration.version())
            .field("number", configuration.number());
        QuorumForms.write(json, configuration);
        json.name("members").beginArray();
        for (final GroupMember member : configuration.members()) {
            json.begin().field("nodeId", member.node())
                .field("voter", member.voter())
                .field("role", member.role().name().toLowerCase(Locale.ROOT))
                .field("replaces", member.replaces())
                .field("address", member.endpoint().isEmpty() ? null : member.endpoint());
            QuorumForms.write(json, configuration, member);
            json.end();
        }
        return json.endArray().end() + "\n";
    }

    private static CompletableFuture<ActionOutcome> outcome(final int group,
                                                            final CompletableFuture<Configuration> done) {
        return done.thenApply(members -> new ActionOutcome(text(group, members), json(group, members)));
    }

    /** Over shared memory a member has no address; the one that is put here reaches nobody. */
    private static Member member(final FleetNode node, final String name, final Parameters parameters) {
        final int id = parameters.required(name, MAX_NODE);
        return node.config().transport() == TransportKind.IPC && !parameters.has("address")
            ? new Member(id, "localhost", 1) : Member.parse(id, parameters.text("address"));
    }
}

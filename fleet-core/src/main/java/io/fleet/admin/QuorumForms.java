package io.fleet.admin;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import java.util.List;

/** How the voters of a group count, as text for people, where that is not as a majority of all, and as JSON. */
final class QuorumForms {
    private static final int NOWHERE = -1;

    private QuorumForms() {
    }

    /** The layout, and what elections need besides; empty where a majority of all voters counts, and nothing else. */
    static String layout(final Configuration configuration) {
        final QuorumLayout before = configuration.before();
        return configuration.quorums().isMajority() && before == null ? "" : "quorums " + configuration.quorums()
            + (before == null ? "" : "; elections need " + before + " too");
    }

    /** Where a voter counts, begun with a comma; empty of others, and where all that vote count alike. */
    static String place(final Configuration configuration, final GroupMember member) {
        if (!member.voter()) {
            return "";
        }
        final QuorumLayout layout = configuration.quorums();
        if (layout.counts(member.node())) {
            return switch (layout.kind()) {
                case MAJORITY -> "";
                case GROUPS -> ", storage group " + part(layout, member.node());
                case GRID -> ", row " + part(layout, member.node()) + ", column " + column(layout, member.node());
            };
        }
        final QuorumLayout before = configuration.before();
        return before != null && before.counts(member.node()) ? ", counts in elections only, as before"
            : ", counts in no quorum";
    }

    /** The fields of a configuration. */
    static void write(final JsonWriter json, final Configuration configuration) {
        final QuorumLayout before = configuration.before();
        json.field("quorums", configuration.quorums().toString())
            .field("quorumsBefore", before == null ? null : before.toString());
    }

    /** The fields of a member: storage groups, rows and columns are numbered from 1, and -1 is none. */
    static void write(final JsonWriter json, final Configuration configuration, final GroupMember member) {
        final QuorumLayout layout = configuration.quorums();
        final boolean counts = member.voter() && layout.counts(member.node());
        final boolean isInGrid = counts && layout.kind() == QuorumLayout.Kind.GRID;
        json.field("counts", counts)
            .field("storageGroup",
                counts && layout.kind() == QuorumLayout.Kind.GROUPS ? part(layout, member.node()) : NOWHERE)
            .field("row", isInGrid ? part(layout, member.node()) : NOWHERE)
            .field("column", isInGrid ? column(layout, member.node()) : NOWHERE);
    }

    /** The number of a node's storage group, or row. */
    private static int part(final QuorumLayout layout, final int node) {
        int number = 1;
        for (final List<Integer> part : layout.parts()) {
            if (part.contains(node)) {
                return number;
            }
            number++;
        }
        return NOWHERE;
    }

    private static int column(final QuorumLayout layout, final int node) {
        return layout.parts().get(part(layout, node) - 1).indexOf(node) + 1;
    }
}

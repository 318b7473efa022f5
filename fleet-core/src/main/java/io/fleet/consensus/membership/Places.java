package io.fleet.consensus.membership;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.quorum.GridQuorums;
import io.fleet.consensus.quorum.GroupQuorums;
import io.fleet.consensus.quorum.MajorityQuorum;
import io.fleet.consensus.quorum.QuorumSystem;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the voters of a configuration count, as sets of slots. */
final class Places {
    private Places() {
    }

    /** What is a quorum of its voters by a layout. */
    static QuorumSystem system(final List<GroupMember> members, final QuorumLayout layout) {
        return switch (layout.kind()) {
            case MAJORITY -> MajorityQuorum.of(counting(members, layout, null));
            case GROUPS -> new GroupQuorums(layout.parts().stream().mapToLong(part -> slots(members, part))
                .toArray());
            case GRID -> {
                final long[] columns = new long[layout.parts().get(0).size()];
                for (final List<Integer> row : layout.parts()) {
                    Arrays.setAll(columns, i -> columns[i] | slots(members, List.of(row.get(i))));
                }
                yield new GridQuorums(layout.parts().stream().mapToLong(row -> slots(members, row)).toArray(),
                    columns);
            }
        };
    }

    /** Those that vote and have a place, now or before. */
    static long counting(final List<GroupMember> members, final QuorumLayout layout,
                         final @Nullable QuorumLayout before) {
        long counting = 0;
        for (final GroupMember member : members) {
            final boolean counts = layout.counts(member.node()) || before != null && before.counts(member.node());
            counting |= member.voter() && counts ? 1L << member.slot() : 0;
        }
        return counting;
    }

    /** Those of some nodes that vote. */
    private static long slots(final List<GroupMember> members, final List<Integer> nodes) {
        long slots = 0;
        for (final GroupMember member : members) {
            slots |= member.voter() && nodes.contains(member.node()) ? 1L << member.slot() : 0;
        }
        return slots;
    }
}

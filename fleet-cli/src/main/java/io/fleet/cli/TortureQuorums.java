package io.fleet.cli;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.error.ConfigException;
import io.fleet.verify.options.ToolChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The quorums of {@code fleet torture}: reads and checks the list of layouts. */
final class TortureQuorums {
    /** One node at a time is down, and may come back without what it held. */
    private static final int LEAST_OF_A_GROUP = 3;

    private final int nodes;
    private final int witnesses;
    private final ToolChecks checks;

    /**
     * @param nodes     how many there are, numbered from 0.
     * @param witnesses how many of them, the last ones, have no keys.
     */
    TortureQuorums(final int nodes, final int witnesses, final ToolChecks checks) {
        this.nodes = nodes;
        this.witnesses = witnesses;
        this.checks = checks;
    }

    /** The layouts of a list, or none where it is null. */
    List<QuorumLayout> parse(final String text) {
        final List<QuorumLayout> layouts = new ArrayList<>();
        if (text == null) {
            return layouts;
        }
        for (final String each : text.split(";", -1)) {
            layouts.add(layout(each.strip()));
        }
        for (int i = 0; i < layouts.size() && layouts.size() > 1; i++) {
            if (layouts.get(i).equals(layouts.get((i + 1) % layouts.size()))) {
                throw checks.wrong("--quorums names " + layouts.get(i) + " twice in a row, round and round: each must"
                    + " be another than the one before");
            }
        }
        return layouts;
    }

    private QuorumLayout layout(final String text) {
        final QuorumLayout layout;
        try {
            layout = QuorumLayout.parse(text);
        } catch (final ConfigException e) {
            throw checks.wrong("--quorums: " + e.getMessage());
        }
        layout.parts().forEach(part -> part.forEach(
            node -> checks.range("node of --quorums " + text, node, 0, nodes - 1)));
        if (layout.kind() == QuorumLayout.Kind.GROUPS
            && layout.parts().stream().anyMatch(group -> group.size() < LEAST_OF_A_GROUP)) {
            throw checks.wrong("--quorums has " + text + ", but each storage group must have " + LEAST_OF_A_GROUP
                + " nodes at least, as one is down at a time");
        }
        final int full = nodes - witnesses;
        if (!Configuration.first(IntStream.range(0, nodes).toArray(), IntStream.range(full, nodes).toArray(), 0, 0,
            List.of()).countedBy(layout).hasEnoughReplicas()) {
            throw checks.wrong("--witnesses is " + witnesses + ", but with --quorums " + text + " the other " + full
                + ", which have the keys, are too few copies: they must be enough to write by themselves, or more than"
                + " may be lost of a group");
        }
        return layout;
    }
}

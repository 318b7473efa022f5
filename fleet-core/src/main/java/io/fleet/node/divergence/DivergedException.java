package io.fleet.node.divergence;

/**
 * A majority of a group's voters made something else of the same commands than this node did. Its state is not that of
 * the group, so the node ends. {@code docs/runbook.md}, "A replica that differs", says what to do.
 */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DivergedException(final int groupId, final long from, final long to) {
        super("group " + groupId + ": this node made something else of LSNs " + from + " to " + to
            + " than a majority of the group: its state is wrong, or its machine is not deterministic, or is of another"
            + " version. Empty this node's directories before it is started again; the others give it their state");
    }
}

package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.consensus.message.snapshot.SnapshotTurn;

/**
 * Watches that a replica stops applying for a snapshot only once a leader has given it its turn. What a leader grants
 * itself never leaves its node, so one that has led since it asked is not judged.
 */
public final class TurnChecker {
    private final Violations violations;
    private final boolean[] asked;
    private final boolean[] granted;

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param violations where it reports.
     */
    public TurnChecker(final int nodes, final Violations violations) {
        this.violations = violations;
        asked = new boolean[nodes];
        granted = new boolean[nodes];
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        switch (message.type()) {
            case ORDER -> asked[sender] = false;
            case SNAPSHOT_TURN -> onTurn(sender, ((SnapshotTurn) message).phase);
            default -> {}
        }
    }

    /**
     * A node has read a message of the group.
     *
     * @param to      the node that has.
     * @param message the message; valid during the call.
     */
    public void onReceipt(final int to, final Message message) {
        if (message instanceof SnapshotGrant) {
            granted[to] = true;
        }
    }

    private void onTurn(final int sender, final int phase) {
        if (phase == SnapshotTurn.WANTED) {
            asked[sender] = true;
        } else {
            if (phase == SnapshotTurn.TAKEN && asked[sender] && !granted[sender]) {
                violations.report("node " + sender + " stops applying for a snapshot, and it is not its turn");
            }
            asked[sender] = false;
            granted[sender] &= phase == SnapshotTurn.TAKEN;
        }
    }
}

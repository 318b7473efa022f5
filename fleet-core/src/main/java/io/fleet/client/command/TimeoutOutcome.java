package io.fleet.client.command;

import io.fleet.consensus.common.Ballot;
import io.fleet.error.FleetException;
import io.fleet.error.NoLeaderException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.OverloadedException;
import java.util.concurrent.TimeUnit;

/** Says of a command that had no answer in time what became of it. */
final class TimeoutOutcome {
    private final CommandWindow window;
    private final ClientSession session;
    private final Destination destination;
    private final CreditWindow credit;
    private final long timeoutNs;

    TimeoutOutcome(final CommandWindow window, final ClientSession session, final Destination destination,
                   final CreditWindow credit, final long timeoutNs) {
        this.window = window;
        this.session = session;
        this.destination = destination;
        this.credit = credit;
        this.timeoutNs = timeoutNs;
    }

    boolean isOverdue(final CommandSlot slot, final long nowNs) {
        return nowNs - slot.submitNs >= timeoutNs;
    }

    FleetException failure(final CommandSlot slot, final String name) {
        final String late = name + " had no answer within requestTimeoutMillis "
            + TimeUnit.NANOSECONDS.toMillis(timeoutNs);
        if (slot.state == CommandSlot.State.SENT) {
            if (slot.allRejected() && slot.fullDisks != null) {
                final String where = slot.fullDisks.isEmpty() ? "node " + Ballot.node(slot.ballot) : slot.fullDisks;
                return new NotAppliedException(late + ": disks are full (" + where + "), so "
                    + destination.named(slot.ballot) + " takes nothing until there is space");
            }
            return slot.allRejected()
                ? new OverloadedException(late + ": " + destination.named(slot.ballot) + " had no room for it")
                : new OutcomeUnknownException(late + ": it was sent, last to " + destination.named(slot.ballot));
        }
        if (session.wasRefused()) {
            return new OverloadedException(late + ": " + destination.named(destination.ballot())
                + " had no room to open a session");
        }
        if (BatchPacing.isFull(window, slot)) {
            return new OverloadedException(late + ": it was not sent, since " + window.sentBytes()
                + " bytes of commands before it have no answer");
        }
        if (credit.isHoldingBack()) {
            return new OverloadedException(late
                + ": it was not sent, since the leader lets this client have no more than "
                + credit.bound() + " commands, or as many times 4 KiB of them, without an answer (queueMillis)");
        }
        return new NoLeaderException(late + ": it was never sent, " + destination.whyNot());
    }
}

package io.fleet.replica;

import io.fleet.replica.speculation.Preparation;
import io.fleet.replica.speculation.PrepareRoom;
import io.fleet.replica.speculation.SpeculatedEntry;
import io.fleet.session.CommandCursor;
import org.jspecify.annotations.Nullable;

/**
 * A command that is prepared before its turn, and what came of it. Only what {@code prepare} returns early is an
 * outcome; what it throws early may come of the node rather than of the log, and the command is prepared again in its
 * turn.
 */
final class PreparedCommand extends Preparation {
    private final PrepareRoom room;
    private final DraftCalls calls;
    private final long lsn;
    private final int index;
    private final long sessionId;
    private final long sequence;
    private final int maxReplyBytes;
    private CommandView command;
    private ReplyBuffer reply;
    private Object effect;
    private boolean hasDraft;
    /** What it threw early; null where it did not. */
    private @Nullable Throwable early;
    private boolean isBroken;
    private int heldBytes;

    /** The machine, as commands that are prepared call it. */
    interface DraftCalls {
        /** Early, by any thread. */
        Object prepare(CommandView command, ReplyBuffer reply);

        /** In the command's turn, by its owner; an error has ended the node. */
        Object prepareInTurn(CommandView command, ReplyBuffer reply);
    }

    /** The command under the cursor, which goes over the entry's own bytes. */
    PreparedCommand(final PrepareRoom room, final DraftCalls calls, final SpeculatedEntry entry, final int index,
                    final CommandCursor cursor, final int maxReplyBytes) {
        this.room = room;
        this.calls = calls;
        this.index = index;
        this.maxReplyBytes = maxReplyBytes;
        lsn = entry.lsn();
        sessionId = cursor.sessionId();
        sequence = cursor.sequence();
        command = new CommandView().wrap(entry.body(), cursor, lsn, entry.timeMillis());
    }

    @Override
    protected boolean hasRoom() {
        return room.hasRoom();
    }

    @Override
    public void execute() {
        isBroken = true;
        try {
            reply = new ReplyBuffer(maxReplyBytes);
            effect = calls.prepare(command, reply);
            hasDraft = true;
            isBroken = false;
            heldBytes = reply.capacity();
            room.hold(heldBytes);
        } catch (final Throwable e) {
            early = e;
            reply = null;
        }
    }

    @Override
    protected void executeInTurn() {
        isBroken = false;
        reply = new ReplyBuffer(maxReplyBytes);
        try {
            effect = calls.prepareInTurn(command, reply);
            hasDraft = true;
        } catch (final Exception e) {
            reply.fail(e);
        }
    }

    @Override
    protected boolean isBroken() {
        return isBroken;
    }

    @Override
    protected void wakeOwner() {
        room.wakeOwner();
    }

    /** Whether it is the command at a place of an entry. */
    boolean is(final long entryLsn, final int place) {
        return lsn == entryLsn && index == place;
    }

    long lsn() {
        return lsn;
    }

    /** Its place in its entry. */
    int index() {
        return index;
    }

    long sessionId() {
        return sessionId;
    }

    long sequence() {
        return sequence;
    }

    CommandView command() {
        return command;
    }

    /** The owner's: it is not kept any more; those behind it may refer to it yet. */
    void forget() {
        room.hold(-heldBytes);
        heldBytes = 0;
        command = null;
        reply = null;
        effect = null;
    }

    /** The owner's: what it threw early; null where it did not, or is not done. */
    @Nullable
    Throwable earlyFailure() {
        return isDone() ? early : null;
    }

    /** Once it is done and not broken. */
    ReplyBuffer reply() {
        return reply;
    }

    /** Whether there is a draft, to be published or revoked. */
    boolean hasDraft() {
        return isDone() && hasDraft;
    }

    Object effect() {
        return effect;
    }
}

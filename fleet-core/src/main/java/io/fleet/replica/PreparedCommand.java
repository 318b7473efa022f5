package io.fleet.replica;

import io.fleet.machine.SpeculativeMachine;
import io.fleet.replica.speculation.Preparation;
import io.fleet.replica.speculation.SpeculatedEntry;
import io.fleet.session.CommandCursor;

/** A command that is prepared before its turn, and what came of it. */
final class PreparedCommand extends Preparation {
    private final Speculation owner;
    private final SpeculativeMachine<Object> machine;
    private final SpeculatedEntry entry;
    private final int index;
    private final long sessionId;
    private final long sequence;
    private final CommandView command = new CommandView();
    private final ReplyBuffer reply;
    private Object effect;
    private boolean isRefused;
    private Throwable failure;
    private int heldBytes;

    /** The command under the cursor, which goes over the entry's own bytes. */
    PreparedCommand(final Speculation owner, final SpeculativeMachine<Object> machine, final SpeculatedEntry entry,
                    final int index, final CommandCursor cursor, final int maxReplyBytes) {
        this.owner = owner;
        this.machine = machine;
        this.entry = entry;
        this.index = index;
        sessionId = cursor.sessionId();
        sequence = cursor.sequence();
        command.wrap(entry.body(), cursor, entry.lsn(), entry.timeMillis());
        reply = new ReplyBuffer(maxReplyBytes);
    }

    @Override
    protected boolean hasRoom() {
        return owner.hasRoom();
    }

    @Override
    public void execute() {
        try {
            prepare();
        } catch (final Throwable e) {
            failure = e;
        }
        heldBytes = reply.capacity();
        owner.hold(heldBytes);
    }

    private void prepare() {
        try {
            effect = machine.prepare(command, reply);
        } catch (final Exception e) {
            isRefused = true;
            reply.fail(e);
        }
    }

    @Override
    protected boolean isBroken() {
        return failure != null;
    }

    @Override
    protected void wakeOwner() {
        owner.wake();
    }

    /** Whether it is the command at a place of an entry. */
    boolean is(final long lsn, final int place) {
        return entry.lsn() == lsn && index == place;
    }

    long lsn() {
        return entry.lsn();
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

    /** Once it is done. */
    ReplyBuffer reply() {
        return reply;
    }

    /** What its answer was counted with when it was prepared. */
    int heldBytes() {
        return heldBytes;
    }

    /** Whether there is a draft, to be published or revoked; once it is done. */
    boolean hasDraft() {
        return isDone() && failure == null && !isRefused;
    }

    Object effect() {
        return effect;
    }
}

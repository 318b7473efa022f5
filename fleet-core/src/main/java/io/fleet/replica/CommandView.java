package io.fleet.replica;

import io.fleet.machine.Command;
import io.fleet.machine.Payload;
import io.fleet.session.CommandCursor;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The command under the cursor, as the state machine sees it. Reused. */
public final class CommandView implements Command {
    private final UnsafeBuffer header = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer payload = new UnsafeBuffer(0, 0);
    private final MachinePayloads payloads;
    private long timeMillis;
    private long lsn;
    private long sessionId;
    private long sequence;

    /** Creates a view of commands that bring their payloads with them. */
    public CommandView() {
        this(null);
    }

    /** Null where the machine does not use handles. */
    CommandView(final MachinePayloads payloads) {
        this.payloads = payloads;
    }

    /**
     * Shows a command.
     *
     * @param body     the buffer that the cursor goes through.
     * @param cursor   stands on the command.
     * @param entryLsn the LSN that the command sees.
     * @param time     the time that it sees, in milliseconds since 1970.
     * @return this.
     */
    public CommandView wrap(final DirectBuffer body, final CommandCursor cursor, final long entryLsn, final long time) {
        header.wrap(body, cursor.headerOffset(), cursor.headerLength());
        if (payloads == null) {
            payload.wrap(body, cursor.payloadOffset(), cursor.payloadLength());
        }
        lsn = entryLsn;
        timeMillis = time;
        sessionId = cursor.sessionId();
        sequence = cursor.sequence();
        return this;
    }

    /** A query that is executed anew. */
    CommandView wrap(final RunningQuery question, final long time) {
        header.wrap(question.header);
        lsn = question.lsn;
        timeMillis = time;
        sessionId = question.session;
        sequence = question.sequence;
        return this;
    }

    @Override
    public DirectBuffer header() {
        return header;
    }

    @Override
    public DirectBuffer payload() {
        return payloads == null ? payload : payloads.bytes(payloads.own());
    }

    @Override
    public Payload handle() {
        return payloads == null ? Command.super.handle() : payloads.own();
    }

    @Override
    public long timeMillis() {
        return timeMillis;
    }

    @Override
    public long lsn() {
        return lsn;
    }

    @Override
    public long sessionId() {
        return sessionId;
    }

    @Override
    public long sequence() {
        return sequence;
    }
}

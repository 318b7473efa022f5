package io.fleet.replica;

import io.fleet.machine.Command;
import io.fleet.session.CommandCursor;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The command under the cursor, as the state machine sees it. Reused. */
final class CommandView implements Command {
    private final UnsafeBuffer header = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer payload = new UnsafeBuffer(0, 0);
    private long timeMillis;
    private long lsn;
    private long sessionId;
    private long sequence;

    CommandView wrap(final DirectBuffer body, final CommandCursor cursor, final long entryLsn, final long time) {
        header.wrap(body, cursor.headerOffset(), cursor.headerLength());
        payload.wrap(body, cursor.payloadOffset(), cursor.payloadLength());
        lsn = entryLsn;
        timeMillis = time;
        sessionId = cursor.sessionId();
        sequence = cursor.sequence();
        return this;
    }

    @Override
    public DirectBuffer header() {
        return header;
    }

    @Override
    public DirectBuffer payload() {
        return payload;
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

package io.fleet.replica;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ValueGatherer;
import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import io.fleet.session.StoredReply;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What a replica does besides for a machine that uses payload handles: it sees to what the machine looks into, and
 * answers with payloads, at once where their bytes are here, and otherwise when they are gathered.
 */
final class PayloadReplies implements DeferredReplies.Asker {
    private static final int RETAINED = 1 << 20;
    /** Of a question that came beside the log. */
    private static final EntryMeta NO_ENTRY = new EntryMeta();

    private final HostedMachine machine;
    private final MachinePayloads handles;
    private final SessionTable sessions;
    private final ReplySender replies;
    private final CommandView command;
    private final ReplyBuffer reply;
    private final DeferredReplies deferred;
    private final ReplyTemplate template = new ReplyTemplate();
    private final StoredReply stored = new StoredReply();
    private ExpandableArrayBuffer whole = new ExpandableArrayBuffer(0);
    private boolean isLookedInto;
    private long timeMillis;
    private long applied;
    /** The request of reads beside the log that is at hand. */
    private boolean isRead;
    private long batcherId;
    private long requestId;
    private long staleNs;

    PayloadReplies(final HostedMachine machine, final SessionTable sessions, final ReplySender replies,
                   final GroupCounters counters, final CommandView command, final ReplyBuffer reply) {
        this.machine = machine;
        this.sessions = sessions;
        this.replies = replies;
        this.command = command;
        this.reply = reply;
        handles = machine.handles();
        deferred = new DeferredReplies(replies, counters, this);
    }

    /** A command is at hand, which {@link CommandView} shows; its payload is here if there is a body. */
    void begin(final long lsn, final EntryMeta meta, final CommandCursor cursor, final DirectBuffer body) {
        isLookedInto = machine.looksInto(command.header());
        handles.command(lsn, meta, cursor.payloadsBefore(), cursor.payloadLength(), body, cursor.payloadOffset(),
            isLookedInto);
        handles.prepare(machine.machine(), command);
        if (isLookedInto && body == null) {
            handles.needOwn();
        }
    }

    /** Reads come beside the log, in a request. */
    void beginReads(final long batcher, final long request, final long stale) {
        isRead = true;
        batcherId = batcher;
        requestId = request;
        staleNs = stale;
    }

    void endReads() {
        isRead = false;
    }

    /** A query beside the log is at hand, with its payload; false when it looks into others that are not here. */
    boolean beginRead(final CommandCursor cursor, final DirectBuffer queries) {
        isLookedInto = true;
        handles.beside(cursor.payloadsBefore(), cursor.payloadLength(), queries, cursor.payloadOffset());
        handles.prepare(machine.machine(), command);
        return handles.isReady(null);
    }

    boolean isReady(final ValueGatherer values) {
        return handles.isReady(values);
    }

    void moved(final DirectBuffer body, final int payloadOffset) {
        handles.moved(body, payloadOffset);
    }

    /** Answers the command under the cursor with a {@link ReplyTemplate}. */
    void answer(final EntryMeta meta, final long lsn, final CommandCursor cursor, final DirectBuffer body,
                final DirectBuffer answer, final int length) {
        if (!handles.table().isSplit()) {
            assemble(cursor.sessionId(), cursor.sequence(), answer, length);
            return;
        }
        final RunningQuery question = cursor.kind() == CommandFrame.READ
            ? question(isRead ? NO_ENTRY : meta, lsn, cursor, body) : null;
        final ReplyAddress to = isRead
            ? new ReplyAddress(batcherId, requestId, cursor.sessionId(), cursor.sequence(), staleNs, true)
            : new ReplyAddress(meta.batcherId, meta.sequence, cursor.sessionId(), cursor.sequence());
        deferred.add(to, question, lsn, answer, length);
    }

    private void assemble(final long session, final long sequence, final DirectBuffer answer, final int length) {
        if (whole.capacity() > RETAINED) {
            whole = new ExpandableArrayBuffer(0);
        }
        template.wrap(answer, 0, length);
        template.layOut(whole, 0);
        int shift = 0;
        for (int i = 0; i < template.references(); i++) {
            final PayloadHandle handle = template.handle(i);
            whole.putBytes(template.position(i) + shift, handles.table().bytesOf(handle), handle.from,
                handle.length());
            shift += handle.length();
        }
        replies.add(ReplyFrame.OK, session, sequence, whole, 0, template.totalLength());
    }

    private RunningQuery question(final EntryMeta meta, final long lsn, final CommandCursor cursor,
                              final DirectBuffer body) {
        final byte[] bytes = new byte[command.header().capacity()];
        command.header().getBytes(0, bytes);
        byte[] payload = null;
        if (isLookedInto && body != null) {
            payload = new byte[cursor.payloadLength()];
            body.getBytes(cursor.payloadOffset(), payload);
        }
        return new RunningQuery(meta, lsn, cursor.sessionId(), cursor.sequence(), bytes, cursor.payloadsBefore(),
            cursor.payloadLength(), payload, isLookedInto);
    }

    /** One duty cycle. Queries are executed anew only between entries, and not while a snapshot is written. */
    int doWork(final ValueGatherer values, final long leaderBallot, final long lsn, final long logTime,
               final boolean mayAsk) {
        applied = lsn;
        timeMillis = logTime;
        return deferred.size() == 0 ? 0 : deferred.doWork(values, leaderBallot, mayAsk);
    }

    /** The state is replaced. */
    void clear(final ValueGatherer values) {
        if (values != null) {
            handles.cancel(values);
            deferred.clear(values);
        }
    }

    @Override
    public ReplyBuffer ask(final RunningQuery question, final QueryNeeds needs) {
        final DirectBuffer payload = question.payload == null ? null : new UnsafeBuffer(question.payload);
        if (question.isBesideTheLog()) {
            handles.beside(question.payloadStart, question.payloadLength, payload, 0);
        } else {
            handles.command(question.lsn, question.meta, question.payloadStart, question.payloadLength, payload, 0,
                question.isLookedInto);
        }
        command.wrap(question, timeMillis);
        handles.prepare(machine.machine(), command);
        handles.supply(needs.all());
        if (!handles.isReady(null)) {
            needs.replace(handles.takeNeeds());
            return null;
        }
        needs.clear();
        reply.reset();
        try {
            machine.query(command, reply);
        } catch (final Exception | Error e) {
            machine.survive("query", applied, question.session, e);
            reply.fail(e);
        }
        return reply;
    }

    @Override
    public long lsn() {
        return applied;
    }

    @Override
    public void done() {
        reply.release();
    }

    @Override
    public boolean isAwaited(final long session, final long sequence) {
        return sessions.stored(session, sequence, stored) && stored.status() != ReplyFrame.REPLY_GONE;
    }

    @Override
    public PayloadTable.Name nameOf(final PayloadHandle handle) {
        return handles.table().nameOf(handle);
    }
}

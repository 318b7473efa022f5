package io.fleet.replica;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ValueGatherer;
import io.fleet.error.ConfigException;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.session.Admission;
import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import io.fleet.session.StoredReply;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Applies the commands of one chosen entry (S9 to S11, H1 to H6): a write is executed once and answered from the
 * session table ever after; a read is executed by the replier only; sessions are opened, closed and expire, and timers
 * fire, by the log alone. Within an entry it may have to wait for the bytes of payloads that a command looks into.
 */
final class EntryApplier {
    private static final CoverageMark REPEATED = CoverageMark.named("entry-applier.repeated-command-answered");
    private static final CoverageMark MALFORMED = CoverageMark.named("entry-applier.malformed-entry");
    private static final CoverageMark WAITS = CoverageMark.named("entry-applier.waits-for-payloads");
    private static final UnsafeBuffer LOOKS_INTO = new UnsafeBuffer(("the query looks into payloads that are on other"
        + " nodes: ask through the log").getBytes(StandardCharsets.UTF_8));
    private static final UnsafeBuffer NOTHING = new UnsafeBuffer(new byte[0]);

    private final HostedMachine machine;
    private final SessionTable sessions;
    private final ReplySender replies;
    private final GroupCounters counters;
    private final CommandCursor cursor = new CommandCursor();
    private final StoredReply stored = new StoredReply();
    private final CommandView command;
    private final ReplyBuffer reply;
    /** Null where the machine does not use handles. */
    private final PayloadReplies payloads;
    /** Null where the machine is not a speculative one. */
    private final @Nullable Speculation speculation;
    private final EntryMeta meta = new EntryMeta();
    private long lsn;
    private long timeMillis;
    private boolean replying;
    private boolean isHeadersOnly;
    private boolean isWaiting;
    /** The place of the command in its entry. */
    private int index;
    /** More answers than leave together: the rest of the entry comes when they have left. */
    private boolean isCut;
    private DirectBuffer body;

    EntryApplier(final GroupConfig config, final HostedMachine machine, final SessionTable sessions,
                 final ReplySender replies, final GroupCounters counters) {
        this.machine = machine;
        this.sessions = sessions;
        this.replies = replies;
        this.counters = counters;
        final MachinePayloads handles = machine.handles();
        command = new CommandView(handles);
        reply = new ReplyBuffer(config.maxReplyBytes(), handles);
        payloads = handles == null ? null : new PayloadReplies(machine, sessions, replies, counters, command, reply);
        speculation = speculation(config);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Speculation speculation(final GroupConfig config) {
        if (!(machine.machine() instanceof SpeculativeMachine)) {
            return null;
        }
        if (payloads != null) {
            throw new ConfigException("the machine " + machine.machine().getClass().getName()
                + " uses payload handles and is a SpeculativeMachine, but must not be both");
        }
        return new Speculation((SpeculativeMachine<Object>) machine.machine(), machine, sessions,
            config.maxReplyBytes());
    }

    /** Null where the machine is not a speculative one. */
    @Nullable
    Speculation speculation() {
        return speculation;
    }

    /** Null where the machine does not use handles. */
    PayloadReplies payloads() {
        return payloads;
    }

    /** Whether an entry is applied in part, and waits for payloads, or for what is being prepared. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Whether an entry is applied in part: it waits for payloads or what is prepared, or until answers have left. */
    boolean isInEntry() {
        return isWaiting || isCut;
    }

    /** False when the entry waits for payloads, or for answers to leave: to be gone on with by {@link #goOn}. */
    boolean apply(final long entryLsn, final long time, final ChosenEntry entry, final boolean isReplier,
                  final ValueGatherer values) {
        advance(entryLsn, time);
        index = -1;
        replying = isReplier;
        body = entry.body;
        isHeadersOnly = entry.isHeadersOnly;
        if (payloads != null) {
            meta.set(entry.meta);
        }
        sessions.from(entry.meta.batcherId);
        if (speculation != null) {
            speculation.begin(entryLsn, entry.meta, machine.digest().soFar(entryLsn));
        }
        if (isHeadersOnly) {
            cursor.wrapHeaders(entry.body, entry.offset, entry.meta.length);
        } else {
            cursor.wrap(entry.body, entry.offset, entry.meta.length);
        }
        return run(values);
    }

    /** Goes on with the entry, which was read again. */
    boolean goOn(final ChosenEntry entry, final ValueGatherer values) {
        body = entry.body;
        cursor.moved(entry.body, entry.offset, entry.meta.length);
        if (payloads != null) {
            payloads.moved(isHeadersOnly ? null : body, cursor.payloadOffset());
        }
        return run(values);
    }

    private boolean run(final ValueGatherer values) {
        isCut = false;
        while (isWaiting || cursor.next()) {
            index += isWaiting ? 0 : 1;
            isWaiting = !applyCommand(values);
            isCut = !isWaiting && replies.isFull();
            if (isWaiting || isCut) {
                return false;
            }
        }
        if (cursor.isMalformed()) {
            MALFORMED.hit();
            counters.malformedEntries.increment();
        }
        return true;
    }

    /** Does what log time alone brings about: sessions expire, then timers fire. Of an entry without commands, all. */
    void advance(final long entryLsn, final long time) {
        lsn = entryLsn;
        timeMillis = time;
        machine.at(entryLsn, time);
        sessions.onEntry(time);
        machine.fireTimers();
    }

    private boolean applyCommand(final ValueGatherer values) {
        switch (cursor.kind()) {
            case CommandFrame.WRITE -> {
                return write(values);
            }
            case CommandFrame.READ -> {
                return read(values);
            }
            case CommandFrame.OPEN_SESSION -> open();
            case CommandFrame.CONFIRM -> confirm();
            default -> {
                sessions.closeSession(cursor.sessionId());
                answer(ReplyFrame.SESSION_CLOSED, cursor.sessionId(), NOTHING, 0, 0);
            }
        }
        return true;
    }

    /** Whether all that the command under the cursor looks into is here. */
    private boolean isPrepared(final ValueGatherer values) {
        command.wrap(body, cursor, lsn, timeMillis);
        if (payloads == null) {
            return true;
        }
        if (!isWaiting) {
            payloads.begin(lsn, meta, cursor, isHeadersOnly ? null : body);
        }
        final boolean isReady = payloads.isReady(values);
        if (!isReady && !isWaiting) {
            WAITS.hit();
            counters.payloadWaits.increment();
        }
        return isReady;
    }

    /**
     * What is admitted twice, since the command had to wait in between, is admitted alike: nothing else comes between.
     */
    private boolean write(final ValueGatherer values) {
        final long session = cursor.sessionId();
        final Admission admission = sessions.admitWrite(session, cursor.sequence(), cursor.oldest());
        if (admission != Admission.EXECUTE && speculation != null && !speculation.pass(lsn, index)) {
            return false;
        }
        switch (admission) {
            case EXECUTE -> {
                if (!isPrepared(values)) {
                    return false;
                }
                final ReplyBuffer result = execute();
                if (result == null) {
                    return false;
                }
                final byte status = result.status();
                digest(session, status, result);
                sessions.store(session, cursor.sequence(), status, result.buffer(), 0, result.storedLength());
                answer(status, session, result.buffer(), 0, result.storedLength());
                result.handOver();
                counters.repliesDropped.add(sessions.makeRoom());
            }
            case REPEATED -> {
                counters.repeatedCommands.increment();
                if (replying && sessions.stored(session, cursor.sequence(), stored)) {
                    REPEATED.hit();
                    answer(stored.status(), session, stored.buffer(), stored.offset(), stored.length());
                }
            }
            default -> answer(refusal(admission), session, NOTHING, 0, 0);
        }
        return true;
    }

    /** The text of a failure is for people: it may say what only this JVM knows. */
    private void digest(final long session, final byte status, final ReplyBuffer result) {
        final ExecutionDigest digest = machine.digest();
        digest.add(session);
        digest.add(status);
        if (status != ReplyFrame.FAILED) {
            digest.add(result.buffer(), 0, result.storedLength());
        }
    }

    /** Null while the command waits for what is being prepared. */
    private @Nullable ReplyBuffer execute() {
        if (speculation != null) {
            final ReplyBuffer result = speculation.execute(command, reply, index);
            if (result != null) {
                counters.commands.increment();
            }
            return result;
        }
        counters.commands.increment();
        reply.reset();
        try {
            machine.apply(command, reply);
        } catch (final Exception e) {
            reply.fail(e);
        }
        return reply;
    }

    private boolean read(final ValueGatherer values) {
        final Admission admission = sessions.admitRead(cursor.sessionId());
        if (!replying) {
            return true;
        }
        if (admission != Admission.EXECUTE) {
            answer(refusal(admission), cursor.sessionId(), NOTHING, 0, 0);
            return true;
        }
        if (!isPrepared(values)) {
            return false;
        }
        query();
        return true;
    }

    /** What would be lost is not executed: the client asks again. */
    private void query() {
        if (!replies.hasRoom()) {
            replies.skip();
            return;
        }
        counters.queries.increment();
        reply.reset();
        try {
            machine.query(command, reply);
        } catch (final Exception | Error e) {
            machine.survive("query", lsn, command.sessionId(), e);
            reply.fail(e);
        }
        answer(reply.status(), cursor.sessionId(), reply.buffer(), 0, reply.storedLength());
        reply.release();
    }

    /** What came beside the log is executed between entries only: in the middle of one the cursor is in use. */
    private void beginBeside(final DirectBuffer queries, final int offset, final int length) {
        if (isInEntry()) {
            throw new IllegalStateException("a read beside the log came in the middle of an entry");
        }
        replying = true;
        isHeadersOnly = false;
        body = queries;
        cursor.wrap(queries, offset, length);
    }

    /** Executes queries that came beside the log, on the state after an LSN; they belong to no session. */
    void read(final long appliedLsn, final long time, final long batcherId, final long requestId, final long staleNs,
              final DirectBuffer queries, final int offset, final int length) {
        lsn = appliedLsn;
        timeMillis = time;
        beginBeside(queries, offset, length);
        if (payloads != null) {
            payloads.beginReads(batcherId, requestId, staleNs);
        }
        while (cursor.next()) {
            if (cursor.kind() != CommandFrame.READ) {
                continue;
            }
            command.wrap(body, cursor, lsn, timeMillis);
            if (payloads == null || payloads.beginRead(cursor, body)) {
                query();
            } else {
                answer(ReplyFrame.NOT_SERVED, 0, LOOKS_INTO, 0, LOOKS_INTO.capacity());
            }
            if (replies.isFull()) {
                replies.flush();
            }
        }
        if (payloads != null) {
            payloads.endReads();
        }
    }

    /** Answers queries that came beside the log with a status and a text. */
    void refuse(final byte status, final String why, final DirectBuffer queries, final int offset, final int length) {
        final byte[] text = why.getBytes(StandardCharsets.UTF_8);
        beginBeside(queries, offset, length);
        while (cursor.next()) {
            answer(status, 0, new UnsafeBuffer(text), 0, text.length);
        }
    }

    private void confirm() {
        final boolean isThere = sessions.confirm(cursor.sessionId(), cursor.oldest());
        if (cursor.isAsked()) {
            answer(isThere ? ReplyFrame.SESSION_ALIVE : ReplyFrame.NO_SESSION, cursor.sessionId(), NOTHING, 0, 0);
        }
    }

    private void open() {
        final long session = cursor.isOwned() ? sessions.openOwnedSession() : sessions.openSession();
        if (session != 0) {
            machine.onSessionOpened(session);
        }
        answer(session == 0 ? ReplyFrame.TOO_MANY_SESSIONS : ReplyFrame.SESSION_OPENED, session, NOTHING, 0, 0);
    }

    private void answer(final byte status, final long session, final DirectBuffer buffer, final int offset,
                        final int length) {
        if (!replying) {
            return;
        }
        if (status == StoredReply.WITH_PAYLOADS) {
            payloads.answer(meta, lsn, cursor, isHeadersOnly ? null : body, buffer, length);
        } else {
            replies.add(status, session, cursor.sequence(), buffer, offset, length);
        }
    }

    private static byte refusal(final Admission admission) {
        return switch (admission) {
            case STALE -> ReplyFrame.STALE;
            case WINDOW_EXCEEDED -> ReplyFrame.WINDOW_EXCEEDED;
            default -> ReplyFrame.NO_SESSION;
        };
    }
}

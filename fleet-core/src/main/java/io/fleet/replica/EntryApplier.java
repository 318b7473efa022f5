package io.fleet.replica;

import io.fleet.machine.GroupConfig;
import io.fleet.protocol.ChosenEntry;
import io.fleet.protocol.GroupCounters;
import io.fleet.session.Admission;
import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import io.fleet.session.StoredReply;
import io.fleet.storage.mark.Mark;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Applies the commands of one chosen entry (S9 to S11, H1 to H6): a write is executed once and answered from the
 * session table ever after; a read is executed by the replier only; sessions are opened, closed and expire, and timers
 * fire, by the log alone.
 */
final class EntryApplier {
    private static final Mark REPEATED = Mark.named("entry-applier.repeated-command-answered");
    private static final Mark MALFORMED = Mark.named("entry-applier.malformed-entry");
    private static final UnsafeBuffer NOTHING = new UnsafeBuffer(new byte[0]);

    private final HostedMachine machine;
    private final SessionTable sessions;
    private final ReplySender replies;
    private final GroupCounters counters;
    private final CommandCursor cursor = new CommandCursor();
    private final CommandView command = new CommandView();
    private final StoredReply stored = new StoredReply();
    private final ReplyBuffer reply;
    private long lsn;
    private long timeMillis;
    private boolean replying;
    private DirectBuffer body;

    EntryApplier(final GroupConfig config, final HostedMachine machine, final SessionTable sessions,
                 final ReplySender replies,
                 final GroupCounters counters) {
        this.machine = machine;
        this.sessions = sessions;
        this.replies = replies;
        this.counters = counters;
        reply = new ReplyBuffer(config.maxReplyBytes());
    }

    void apply(final long entryLsn, final long time, final ChosenEntry entry, final boolean isReplier) {
        advance(entryLsn, time);
        body = entry.body;
        replying = isReplier;
        cursor.wrap(body, entry.offset, entry.meta.length);
        while (cursor.next()) {
            applyCommand();
        }
        if (cursor.isMalformed()) {
            MALFORMED.hit();
            counters.malformedEntries.increment();
        }
    }

    /** Does what log time alone brings about: sessions expire, then timers fire. Of an entry without commands, all. */
    void advance(final long entryLsn, final long time) {
        lsn = entryLsn;
        timeMillis = time;
        machine.at(entryLsn, time);
        sessions.onEntry(time);
        machine.fireTimers();
    }

    private void applyCommand() {
        switch (cursor.kind()) {
            case CommandFrame.WRITE -> write();
            case CommandFrame.READ -> read();
            case CommandFrame.OPEN_SESSION -> open();
            default -> {
                sessions.closeSession(cursor.sessionId());
                answer(ReplyFrame.SESSION_CLOSED, cursor.sessionId(), NOTHING, 0, 0);
            }
        }
    }

    private void write() {
        final long session = cursor.sessionId();
        final Admission admission = sessions.admitWrite(session, cursor.sequence(), cursor.oldest());
        switch (admission) {
            case EXECUTE -> {
                execute();
                sessions.store(session, cursor.sequence(), reply.status(), reply.buffer(), 0, reply.length());
                answer(reply.status(), session, reply.buffer(), 0, reply.length());
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
    }

    private void execute() {
        counters.commands.increment();
        reply.reset();
        try {
            machine.apply(command.wrap(body, cursor, lsn, timeMillis), reply);
        } catch (final RuntimeException e) {
            reply.fail(e);
        }
    }

    private void read() {
        final Admission admission = sessions.admitRead(cursor.sessionId());
        if (!replying) {
            return;
        }
        if (admission != Admission.EXECUTE) {
            answer(refusal(admission), cursor.sessionId(), NOTHING, 0, 0);
            return;
        }
        query();
    }

    private void query() {
        counters.queries.increment();
        reply.reset();
        try {
            machine.query(command.wrap(body, cursor, lsn, timeMillis), reply);
        } catch (final RuntimeException e) {
            reply.fail(e);
        }
        answer(reply.status(), cursor.sessionId(), reply.buffer(), 0, reply.length());
    }

    /** Executes queries that came beside the log, on the state after an LSN; they belong to no session. */
    void read(final long appliedLsn, final long time, final DirectBuffer queries, final int offset, final int length) {
        lsn = appliedLsn;
        timeMillis = time;
        replying = true;
        body = queries;
        cursor.wrap(queries, offset, length);
        while (cursor.next()) {
            if (cursor.kind() == CommandFrame.READ) {
                query();
            }
        }
    }

    /** Answers queries that came beside the log with a status and a text. */
    void refuse(final byte status, final String why, final DirectBuffer queries, final int offset, final int length) {
        replying = true;
        final byte[] text = why.getBytes(StandardCharsets.UTF_8);
        cursor.wrap(queries, offset, length);
        while (cursor.next()) {
            answer(status, 0, new UnsafeBuffer(text), 0, text.length);
        }
    }

    private void open() {
        final long session = sessions.openSession();
        if (session != 0) {
            machine.onSessionOpened(session);
        }
        answer(session == 0 ? ReplyFrame.TOO_MANY_SESSIONS : ReplyFrame.SESSION_OPENED, session, NOTHING, 0, 0);
    }

    private void answer(final byte status, final long session, final DirectBuffer buffer, final int offset,
        final int length) {
        if (replying) {
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

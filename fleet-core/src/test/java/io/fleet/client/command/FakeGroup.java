package io.fleet.client.command;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.session.Admission;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import io.fleet.session.StoredReply;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What a group may do to entries at its worst: each ballot's leader orders or rejects an entry that was meant for it,
 * once and for ever; what was ordered is applied once, twice or never, in any order, also long after its leader has
 * lost its office.
 */
final class FakeGroup {
    /** Ids of commands on which the machine throws are divisible by this. */
    static final int FAILING = 17;
    /** Ids of commands whose answer is too large are divisible by this. */
    static final int LARGE = 23;

    /** How often each command was executed. */
    final Map<Long, Integer> executions = new HashMap<>();
    /** Writes executed so far: what a read answers. */
    long executed;
    long ballot;
    boolean calm;
    boolean overloaded;
    long logTime;
    int expiries;
    int repeats;

    private final Random random;
    private final SessionTable table;
    private final StoredReply stored = new StoredReply();
    private final Map<String, Body> bodies = new HashMap<>();
    private final Map<String, Boolean> rejections = new HashMap<>();
    private final List<Body> ordered = new ArrayList<>();
    private final Consumer<Replies> onReplies;
    private final Consumer<RejectEntry> onReject;

    FakeGroup(final GroupConfig config, final Random random, final Consumer<Replies> onReplies,
              final Consumer<RejectEntry> onReject) {
        this.random = random;
        this.table = new SessionTable(config, (session, expired) -> expiries += expired ? 1 : 0);
        this.onReplies = onReplies;
        this.onReject = onReject;
    }

    /** A chunk arrives at the leader of the ballot that it names. */
    void onBody(final EntryBody chunk) {
        if (chunk.targetBallot < 1 || chunk.targetBallot > ballot) {
            throw new AssertionError("entry for ballot " + chunk.targetBallot + ", highest is " + ballot);
        }
        final String name = chunk.batcherId + "/" + chunk.sequence;
        final Body body = bodies.computeIfAbsent(name, key -> new Body(chunk));
        body.add(chunk);
        if (!body.complete()) {
            return;
        }
        final boolean known = rejections.containsKey(name);
        final boolean reject = rejections.computeIfAbsent(name,
            key -> random.nextInt(100) < (calm ? 0 : overloaded ? 97 : 3));
        if (reject) {
            final RejectEntry message = new RejectEntry();
            message.batcherId = body.batcherId;
            message.sequence = body.sequence;
            message.ballot = body.ballot;
            message.reason = RejectEntry.OVERLOADED;
            onReject.accept(message);
        } else if (!known && (calm || body.ballot == ballot || random.nextBoolean())) {
            final int copies = calm ? 1 : random.nextInt(10) == 0 ? 2 : random.nextInt(10) == 0 ? 0 : 1;
            for (int i = 0; i < copies; i++) {
                ordered.add(body);
            }
        }
    }

    boolean hasOrdered() {
        return !ordered.isEmpty();
    }

    /** Applies any one of the entries that are ordered. */
    void applyOne() {
        final Body body = ordered.remove(random.nextInt(ordered.size()));
        table.onEntry(logTime);
        final Replies replies = new Replies(body.batcherId, random.nextInt(3) == 0 ? ballot : body.ballot, 1);
        for (final Body.Frame frame : body.frames()) {
            apply(frame, replies);
        }
        onReplies.accept(replies);
    }

    private void apply(final Body.Frame frame, final Replies replies) {
        if (frame.kind == CommandFrame.OPEN_SESSION) {
            final long id = table.openSession();
            replies.add(id == 0 ? ReplyFrame.TOO_MANY_SESSIONS : ReplyFrame.SESSION_OPENED, id, frame.sequence, "");
        } else if (frame.kind == CommandFrame.CLOSE_SESSION) {
            final boolean open = table.closeSession(frame.session);
            replies.add(open ? ReplyFrame.SESSION_CLOSED : ReplyFrame.NO_SESSION, frame.session, frame.sequence, "");
        } else if (frame.kind == CommandFrame.CONFIRM) {
            final boolean open = table.confirm(frame.session, frame.oldest);
            if (frame.flag == CommandFrame.ASKED) {
                replies.add(open ? ReplyFrame.SESSION_ALIVE : ReplyFrame.NO_SESSION, frame.session, frame.sequence, "");
            }
        } else if (frame.kind == CommandFrame.READ) {
            final boolean open = table.admitRead(frame.session) == Admission.EXECUTE;
            final UnsafeBuffer answer = new UnsafeBuffer(ByteBuffer.allocate(Long.BYTES));
            answer.putLong(0, executed);
            replies.add(open ? ReplyFrame.OK : ReplyFrame.NO_SESSION, frame.session, frame.sequence, answer, 0,
                open ? Long.BYTES : 0);
        } else {
            write(frame, replies);
        }
    }

    private void write(final Body.Frame frame, final Replies replies) {
        final Admission admission = table.admitWrite(frame.session, frame.sequence, frame.oldest);
        if (admission == Admission.EXECUTE) {
            execute(frame);
        } else if (admission == Admission.REPEATED) {
            repeats++;
        } else {
            final byte status = admission == Admission.STALE ? ReplyFrame.STALE
                : admission == Admission.NO_SESSION ? ReplyFrame.NO_SESSION : ReplyFrame.WINDOW_EXCEEDED;
            replies.add(status, frame.session, frame.sequence, "");
            return;
        }
        if (!table.stored(frame.session, frame.sequence, stored)) {
            throw new AssertionError("no result of a command that was executed");
        }
        replies.add(stored.status(), frame.session, frame.sequence, stored.buffer(), stored.offset(), stored.length());
    }

    private void execute(final Body.Frame frame) {
        final long id = ByteBuffer.wrap(frame.header).getLong();
        executions.merge(id, 1, Integer::sum);
        executed++;
        final UnsafeBuffer answer = new UnsafeBuffer(ByteBuffer.allocate(Long.BYTES));
        answer.putLong(0, id);
        final byte status = id % FAILING == 0 ? ReplyFrame.FAILED
            : id % LARGE == 0 ? ReplyFrame.REPLY_TOO_LARGE : ReplyFrame.OK;
        table.store(frame.session, frame.sequence, status, answer, 0, status == ReplyFrame.OK ? Long.BYTES : 0);
    }
}

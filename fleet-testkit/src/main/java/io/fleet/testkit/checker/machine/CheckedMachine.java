package io.fleet.testkit.checker.machine;

import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.sim.SimHash;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A state machine around the one under test that tells an {@link ApplyChecker} of every command, timer and session.
 * Every header begins with the 8 bytes (little-endian) of the operation's number, which the machine under test does not
 * see. A snapshot begins with the number of all these that it contains. Has views where that machine has some, and
 * watches that each is asked once and closed once, in that order.
 */
public final class CheckedMachine implements StateMachine, ConcurrentQueries {
    /** Bytes that a client puts before the header of every command and query. */
    public static final int PREFIX_LENGTH = Long.BYTES;

    private final StateMachine machine;
    private final ApplyChecker.Cursor cursor;
    private final LongConsumer queries;
    private final InnerCommand inner = new InnerCommand();
    private final HashingReply hashingReply = new HashingReply();
    private MachineContext context;

    /**
     * Wraps a machine.
     *
     * @param machine the machine under test.
     * @param cursor  watches this replica.
     */
    public CheckedMachine(final StateMachine machine, final ApplyChecker.Cursor cursor) {
        this(machine, cursor, lsn -> {});
    }

    /**
     * Wraps a machine.
     *
     * @param machine the machine under test.
     * @param cursor  watches this replica.
     * @param queries is told the LSN of each read-only command of the log that runs here.
     */
    public CheckedMachine(final StateMachine machine, final ApplyChecker.Cursor cursor,
                          final LongConsumer queries) {
        this.machine = machine;
        this.cursor = cursor;
        this.queries = queries;
    }

    @Override
    public void onStart(final MachineContext newContext) {
        context = newContext;
        machine.onStart(machine.usesPayloads() ? new ComparingContext(newContext) : newContext);
    }

    @Override
    public boolean usesPayloads() {
        return machine.usesPayloads();
    }

    @Override
    public boolean looksInto(final DirectBuffer header) {
        return machine.looksInto(new UnsafeBuffer(header, PREFIX_LENGTH, header.capacity() - PREFIX_LENGTH));
    }

    @Override
    public void prepare(final Query command, final PayloadNeeds needs) {
        inner.wrap(command);
        machine.prepare(inner, needs);
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        try {
            machine.onTimer(timerId, timeMillis);
        } finally {
            happened(ApplyChecker.Event.TIMER, timerId);
        }
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        try {
            machine.onSessionOpened(sessionId);
        } finally {
            happened(ApplyChecker.Event.SESSION_OPENED, sessionId);
        }
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        try {
            machine.onSessionClosed(sessionId, reason);
        } finally {
            happened(reason == SessionEnd.EXPIRED ? ApplyChecker.Event.SESSION_EXPIRED
                : ApplyChecker.Event.SESSION_CLOSED, sessionId);
        }
    }

    private void happened(final ApplyChecker.Event event, final long id) {
        cursor.happened(event, context.lsn(), id, context.timeMillis());
        if (cursor.wantsState()) {
            compareState();
        }
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        inner.wrap(command);
        long hash = SimHash.mix(SimHash.START, inner.header(), 0, inner.header().capacity());
        hash = machine.usesPayloads() ? SimHash.mix(hash, command.handle().hashCode())
            : SimHash.mix(hash, command.payload(), 0, command.payload().capacity());
        hashingReply.wrap(reply);
        long answer = SimHash.START;
        try {
            machine.apply(inner, hashingReply);
            answer = hashingReply.hash();
        } catch (final RuntimeException failure) {
            answer = SimHash.mix(SimHash.START, String.valueOf(failure.getMessage()).hashCode());
            throw failure;
        } finally {
            cursor.applied(command.lsn(), command.sessionId(), command.sequence(), inner.operation(),
                command.timeMillis(), hash, answer);
            if (cursor.wantsState()) {
                compareState();
            }
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        inner.wrap(query);
        if (query.sessionId() != 0) {
            queries.accept(query.lsn());
        }
        machine.query(inner, reply);
    }

    @Override
    public boolean isLong(final Query query) {
        if (!(machine instanceof ConcurrentQueries)) {
            return false;
        }
        inner.wrap(query);
        return ((ConcurrentQueries) machine).isLong(inner);
    }

    @Override
    public ReadView view() {
        return new CheckedView(((ConcurrentQueries) machine).view());
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        compareState();
        out.writeLong(cursor.position());
        machine.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        final long position = in.readLong();
        machine.readSnapshot(in);
        cursor.restored(position);
        compareState();
    }

    /**
     * The machine under test.
     *
     * @return the machine that was wrapped.
     */
    public StateMachine machine() {
        return machine;
    }

    /**
     * Watches this replica.
     *
     * @return what was given.
     */
    public ApplyChecker.Cursor cursor() {
        return cursor;
    }

    /** Compares the state with that of other replicas that have applied as many commands. */
    public void compareState() {
        cursor.state(stateHash());
    }

    private long stateHash() {
        final HashingSnapshotWriter out = new HashingSnapshotWriter();
        machine.writeSnapshot(out);
        return out.hash();
    }

    /** Broken rules are errors, since what else a query throws is its answer. */
    private static final class CheckedView implements ReadView {
        private final ReadView view;
        private boolean isAsked;
        private boolean isClosed;

        CheckedView(final ReadView view) {
            this.view = view;
        }

        @Override
        public void query(final Query query, final Reply reply) {
            if (isAsked || isClosed) {
                throw new AssertionError("a view is asked that was " + (isClosed ? "closed" : "asked before"));
            }
            isAsked = true;
            final InnerCommand asked = new InnerCommand();
            asked.wrap(query);
            view.query(asked, reply);
        }

        @Override
        public void close() {
            if (isClosed) {
                throw new AssertionError("a view is closed a second time");
            }
            isClosed = true;
            view.close();
        }
    }

    /** A command or query without the number in front of its header. */
    private static final class InnerCommand implements Command {
        private final UnsafeBuffer header = new UnsafeBuffer(0, 0);
        private Query outer;
        private long operation;

        void wrap(final Query query) {
            outer = query;
            final DirectBuffer whole = query.header();
            operation = whole.getLong(0, ByteOrder.LITTLE_ENDIAN);
            header.wrap(whole, PREFIX_LENGTH, whole.capacity() - PREFIX_LENGTH);
        }

        long operation() {
            return operation;
        }

        @Override
        public DirectBuffer header() {
            return header;
        }

        @Override
        public DirectBuffer payload() {
            return outer.payload();
        }

        @Override
        public Payload handle() {
            return outer.handle();
        }

        @Override
        public long timeMillis() {
            return outer.timeMillis();
        }

        @Override
        public long lsn() {
            return outer.lsn();
        }

        @Override
        public long sessionId() {
            return outer.sessionId();
        }

        @Override
        public long sequence() {
            return ((Command) outer).sequence();
        }
    }
}

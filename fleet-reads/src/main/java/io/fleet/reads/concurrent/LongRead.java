package io.fleet.reads.concurrent;

import io.fleet.consensus.reads.ReadPool;
import io.fleet.machine.ReadView;
import io.fleet.replica.CommandView;
import io.fleet.replica.ReplyBuffer;
import io.fleet.session.CommandCursor;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One long query with its view. The node's thread makes it, a thread of the pool runs it, and the node's thread takes
 * it back by a queue; or the pool gives it back before it has begun.
 */
final class LongRead implements Runnable {
    /** While answers of so many bytes wait to be taken back, no further query is executed. */
    static final long MAX_DONE_BYTES = 64L << 20;
    /** Who asks; a query that is sent again has the same. */
    record Asked(long batcherId, long sequence) {
    }

    final Asked by;
    final long requestId;
    final long staleNs;
    /** What the view, and so the answer, reflects. */
    final long lsn;
    final ReadView view;
    /** When a duty cycle first saw it; 0 for not yet. */
    long seenNs;
    private final CommandView query = new CommandView();
    private final UnsafeBuffer frame;
    private final ReplyBuffer reply;
    private final Consumer<LongRead> done;
    private final ReadPool pool;
    private boolean isRefused;
    private Throwable thrown;
    private int counted;

    LongRead(final Asked by, final long requestId, final long staleNs, final long lsn, final long timeMillis,
             final ReadView view, final DirectBuffer source, final int offset, final int length,
             final int maxReplyBytes, final Consumer<LongRead> done, final ReadPool pool) {
        this.by = by;
        this.requestId = requestId;
        this.staleNs = staleNs;
        this.lsn = lsn;
        this.view = view;
        this.done = done;
        this.pool = pool;
        frame = new UnsafeBuffer(new byte[length]);
        frame.putBytes(0, source, offset, length);
        final CommandCursor cursor = new CommandCursor().wrap(frame, 0, length);
        cursor.next();
        query.wrap(frame, cursor, lsn, timeMillis);
        reply = new ReplyBuffer(maxReplyBytes);
    }

    @Override
    public void run() {
        reply.reset();
        isRefused = pool.hold(0) > MAX_DONE_BYTES;
        if (!isRefused) {
            try {
                view.query(query, reply);
            } catch (final Exception | Error e) {
                thrown = e;
                reply.fail(e);
            }
        }
        counted = reply.capacity();
        pool.hold(counted);
        done.accept(this);
    }

    /** It came back: whether it was not executed, since too many answers wait to be taken back. */
    boolean takeBack() {
        pool.hold(-counted);
        return isRefused;
    }

    /** After it came back: null where the view threw nothing. */
    Throwable thrown() {
        return thrown;
    }

    /** After it came back. */
    ReplyBuffer reply() {
        return reply;
    }
}

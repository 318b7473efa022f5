package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KeyView;
import io.fleet.examples.kv.store.KeyViews;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import org.agrona.DirectBuffer;

/** Answers batches of nothing but KEYS and SCAN from a view of the keys of one machine, on another thread. */
final class KvView implements ReadView {
    private final KeyViews views;
    private final KeyView keys;
    private final long time;
    private final KvLimits limits;

    /** {@code time} is the log time that the machine has seen. */
    KvView(final KeyViews views, final long time, final KvLimits limits) {
        this.views = views;
        this.time = time;
        this.limits = limits;
        keys = views.open();
    }

    /** Whether a batch is for views: it walks over keys, and does nothing else. */
    static boolean isFor(final Query query, final BatchReader args) {
        final int commands = wrap(query, args);
        for (int i = 0; i < commands; i++) {
            args.next();
            if (args.op() != KvOp.SCAN && args.op() != KvOp.KEYS) {
                return false;
            }
        }
        return true;
    }

    private static int wrap(final Query query, final BatchReader args) {
        return args.wrap(batch(query), beside(query));
    }

    private static DirectBuffer batch(final Query query) {
        return query.header().capacity() > 0 ? query.header() : query.payload();
    }

    private static int beside(final Query query) {
        return query.header().capacity() > 0 ? query.payload().capacity() : -1;
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final BatchReader args = new BatchReader();
        args.check(batch(query), beside(query), false);
        final int commands = wrap(query, args);
        final int room = Turn.room(args, limits);
        final ReplyBuilder out = new ReplyBuilder(room);
        final Work work = new Work(Work.VIEW_STEPS);
        final KeyWalk walk = new KeyWalk(keys, args, out, new Numbers(), work);
        final long now = Math.max(time, query.timeMillis());
        int answered = 0;
        while (answered < commands) {
            args.next();
            final int mark = out.mark();
            if (answered > 0 && (!out.hasRoomFor(KvLimits.OVERHEAD_BYTES)
                || args.hasRoom() && work.taken() > Work.PAUSE_STEPS)) {
                break;
            }
            if (args.op() == KvOp.KEYS) {
                walk.keys(now);
            } else {
                walk.scan(now);
            }
            if (out.overflow()) {
                out.backTo(mark);
                if (answered > 0) {
                    break;
                }
                if (room < limits.messageBytes()) {
                    out.writeNeeded(reply, limits.messageBytes());
                    return;
                }
                out.error(KvErrors.replyTooLarge(room, false));
            }
            answered++;
        }
        out.writeTo(reply, answered);
    }

    @Override
    public void close() {
        views.close(keys);
    }
}

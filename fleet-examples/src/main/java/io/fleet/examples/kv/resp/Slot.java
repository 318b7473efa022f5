package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.KvReplyReader;
import io.fleet.examples.kv.watch.Watches;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * The place of one answer in a connection's batch: an answer made here, a command for the machine, or a transaction,
 * which is a list of both. A transaction without a command for the machine is an answer made here.
 */
final class Slot {
    private static final byte[][] NO_ARGUMENTS = new byte[0][];

    private final ByteBuf local;
    private final int from;
    private final int length;
    private final KvOp op;
    private final byte[][] arguments;
    private final List<Slot> transaction;
    private final Request request;
    /** Whether a command of a transaction is answered in RESP3. */
    private boolean inResp3;
    /** Takes the answer to WATCH; null for other slots. */
    private Watches.Asked watch;

    /** What it holds, in bytes. */
    private long cost;
    /** As how many bytes without an answer it was taken; 0 for what counts as none. */
    private long taken;

    private Slot(final ByteBuf local, final KvOp op, final byte[][] arguments, final List<Slot> transaction,
                 final Request request) {
        this(local, 0, local == null ? 0 : local.readableBytes(), op, arguments, transaction, request);
    }

    private Slot(final ByteBuf local, final int from, final int length, final KvOp op, final byte[][] arguments,
                 final List<Slot> transaction, final Request request) {
        this.local = local;
        this.from = from;
        this.length = length;
        this.op = op;
        this.arguments = arguments;
        this.transaction = transaction;
        this.request = request;
    }

    static Slot local(final ByteBuf answer) {
        return new Slot(answer, null, NO_ARGUMENTS, List.of(), null);
    }

    static Slot remote(final KvOp op, final byte[][] arguments) {
        return new Slot(null, op, arguments, List.of(), null);
    }

    /** The protocol that it is answered in as a command of a transaction, which may change on the way. */
    Slot resp3(final boolean on) {
        inResp3 = on;
        return this;
    }

    static Slot watch(final Watches.Asked asked) {
        final Slot slot = new Slot(null, KvOp.WATCH, asked.keys(), List.of(), null);
        slot.watch = asked;
        return slot;
    }

    /**
     * A transaction.
     *
     * @param commands what it runs.
     * @param answers  has the answers to those of its commands that were run here.
     * @param watched  the keys that must not have changed, as the machine is told of them; empty where there are none.
     */
    static Slot transaction(final List<Slot> commands, final ByteBuf answers, final byte[][] watched) {
        return new Slot(answers, KvOp.EXEC, watched, commands, null);
    }

    /** An answer made here to a command of a transaction, in the buffer that is the transaction's. */
    static Slot part(final ByteBuf answers, final int from, final int length) {
        return new Slot(answers, from, length, null, NO_ARGUMENTS, List.of(), null);
    }

    long cost() {
        return cost;
    }

    void cost(final long bytes) {
        cost = bytes;
    }

    /** As how many bytes without an answer it was taken; 0 for what counts as none. */
    long taken() {
        return taken;
    }

    /** It was taken as one command of so many bytes without an answer. */
    void taken(final long bytes) {
        taken = bytes;
    }

    /** How many bytes of answers were made here. */
    int localBytes() {
        return local == null ? 0 : local.capacity();
    }

    /**
     * The most that the machine answers to it.
     *
     * @return bytes; -1 where there is no bound.
     */
    long mostAnswered() {
        if (op != KvOp.EXEC) {
            return op == null ? 0 : op.mostAnswered(arguments.length);
        }
        long most = 16;
        for (final Slot command : transaction) {
            final long each = command.mostAnswered();
            if (each < 0) {
                return -1;
            }
            most += each;
        }
        return most;
    }

    /** Whether the machine may be busy with it for long. */
    boolean isHeavy() {
        if (op != KvOp.EXEC) {
            return op != null && op.isLong();
        }
        for (final Slot command : transaction) {
            if (command.op != null && command.op.isLongInNumbers()) {
                return true;
            }
        }
        return false;
    }

    boolean isTransaction() {
        return op == KvOp.EXEC;
    }

    /**
     * A request that is answered here once its transaction is run.
     *
     * @param request what to run then.
     * @return the slot, to be replaced then.
     */
    static Slot deferred(final Request request) {
        return new Slot(null, null, NO_ARGUMENTS, List.of(), request);
    }

    boolean remote() {
        return op != null;
    }

    /**
     * What is to be run here once its transaction is.
     *
     * @return null for other slots.
     */
    Request request() {
        return request;
    }

    /**
     * How many bytes the machine is sent for it.
     *
     * @return 0 for an answer made here.
     */
    long encodedLength() {
        if (op == null) {
            return 0;
        }
        long total = KvBatch.encodedLength(arguments) + Integer.BYTES;
        for (final Slot command : transaction) {
            total += command.encodedLength();
        }
        return total;
    }

    /**
     * Appends what the machine is to run.
     *
     * @param batch where to.
     */
    void encode(final KvBatch batch) {
        if (op == KvOp.EXEC) {
            final boolean isGuarded = arguments.length > 0;
            batch.addExec((int) transaction.stream().filter(Slot::remote).count() + (isGuarded ? 1 : 0));
            if (isGuarded) {
                batch.addInner(KvOp.UNCHANGED, arguments);
            }
            for (final Slot command : transaction) {
                if (command.remote()) {
                    batch.addInner(command.op, command.arguments);
                }
            }
        } else if (op != null) {
            batch.add(op, arguments);
        }
    }

    /**
     * Writes the answer.
     *
     * @param in    the machine's answers, before the one to this slot.
     * @param out   where to.
     * @param resp3 the protocol.
     */
    void answer(final KvReplyReader in, final ByteBuf out, final boolean resp3) {
        if (local != null && op == null) {
            out.writeBytes(local, from, length);
        } else if (op == KvOp.LCS) {
            RespWriter.pairs(in, out, resp3);
        } else if (watch == null && op != KvOp.EXEC) {
            RespWriter.value(in, out, resp3);
        } else {
            switch (in.next()) {
                case NIL -> RespWriter.nilArray(out, resp3);
                case ARRAY -> answerArray(in, out);
                default -> RespWriter.error(out, in.text());
            }
        }
    }

    private void answerArray(final KvReplyReader in, final ByteBuf out) {
        if (watch == null) {
            RespWriter.array(out, transaction.size());
            for (final Slot command : transaction) {
                command.answer(in, out, command.inResp3);
            }
            return;
        }
        final long[] expiries = new long[in.count() - 1];
        in.next();
        final long number = in.number();
        for (int i = 0; i < expiries.length; i++) {
            in.next();
            expiries[i] = in.number();
        }
        watch.answered(number, expiries);
        RespWriter.ok(out);
    }

    /**
     * Writes what is to be said when the machine was not heard.
     *
     * @param error the text.
     * @param out   where to.
     */
    void fail(final String error, final ByteBuf out) {
        if (local != null && op == null) {
            out.writeBytes(local, from, length);
        } else {
            RespWriter.error(out, error);
        }
    }

    void release() {
        if (local != null) {
            local.release();
        }
    }
}

package io.fleet.examples.kv.resp;

import io.fleet.FleetClient;
import io.fleet.ReplyHandler;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvReplyReader;
import io.fleet.machine.FleetException;
import io.fleet.machine.NotAppliedException;
import io.fleet.machine.OutcomeUnknownException;
import io.fleet.machine.ReadConsistency;
import io.fleet.machine.ReadTimeoutException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One socket. Requests wait here; all that wait, up to a bound, become one batch, which is one Fleet command or,
 * without writes, one query. One batch is in flight at a time, so the commands of a connection are run and answered in
 * their order. Where much waits, or the peer does not read its answers, nothing more is read from the socket.
 *
 * <p>All methods run on the event loop of the channel, but those of {@link ReplyHandler}, which run on the client's
 * thread and hand over.
 */
final class Connection extends SimpleChannelInboundHandler<Request> implements ReplyHandler {
    /** The most requests in a batch. */
    static final int MAX_BATCH_REQUESTS = 256;
    /** A batch takes no further request past so many bytes. */
    static final int MAX_BATCH_BYTES = 1024 * 1024;
    /** What Fleet takes in one read beside the log. */
    private static final int MAX_READ_BYTES = 64 * 1024 - 40;
    private static final int MAX_WAITING = 1024;
    private static final long MAX_WAITING_BYTES = 2L * 1024 * 1024;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ServerState server;
    private final FleetClient client;
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final List<Slot> slots = new ArrayList<>();
    private final KvBatch batch;
    private final KvReplyReader replies = new KvReplyReader();
    /** What the reads of the batch may see; where their commands came under several levels, the log satisfies all. */
    private ReadConsistency reads = ReadConsistency.LINEARIZABLE_LOG;
    private ChannelHandlerContext context;
    private ClientSession session;
    private long waitingBytes;
    private boolean inFlight;
    private boolean pumping;
    private boolean closed;

    Connection(final ServerState server, final FleetClient client) {
        this.server = server;
        this.client = client;
        batch = new KvBatch(server.bounds(), server.keepsPayloads());
    }

    @Override
    public void channelActive(final ChannelHandlerContext ctx) {
        context = ctx;
        final String address = String.valueOf(ctx.channel().remoteAddress()).replace("/", "");
        session = new ClientSession(server, address, ctx.alloc());
        if (!server.add(ctx.channel().id(), session)) {
            closed = true;
            final ByteBuf out = ctx.alloc().buffer();
            RespWriter.error(out, RespErrors.MAX_CLIENTS);
            ctx.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    protected void channelRead0(final ChannelHandlerContext ctx, final Request request) {
        if (!closed) {
            waiting.add(request);
            waitingBytes += request.cost();
        }
    }

    @Override
    public void channelReadComplete(final ChannelHandlerContext ctx) {
        pump();
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext ctx) {
        pump();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx) {
        close();
        server.remove(ctx.channel().id());
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause) {
        if (!(cause instanceof IOException)) {
            System.getLogger(Connection.class.getName()).log(System.Logger.Level.WARNING, "connection "
                + ctx.channel().remoteAddress() + " is closed after an unexpected failure", cause);
        }
        ctx.close();
    }

    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        while (!closed && !inFlight && !waiting.isEmpty() && context.channel().isWritable()) {
            gather();
            if (batch.commands() == 0) {
                answer();
            } else {
                inFlight = true;
                offer(System.nanoTime());
            }
        }
        pumping = false;
        final boolean full = waiting.size() > MAX_WAITING || waitingBytes > MAX_WAITING_BYTES;
        context.channel().config().setAutoRead(!closed && !full && context.channel().isWritable());
    }

    /**
     * Makes slots of what waits. A transaction may turn out too large to go along with what is in the batch: then the
     * batch is sent without it, and its slot, the last, is sent next.
     */
    private void gather() {
        batch.clear();
        while (!waiting.isEmpty() && slots.size() < MAX_BATCH_REQUESTS && !session.quitting()) {
            final Request next = waiting.peek();
            if (!slots.isEmpty() && (batch.length() + next.cost() > MAX_BATCH_BYTES || session.endsBatch(next))) {
                return;
            }
            waiting.remove();
            waitingBytes -= next.cost();
            final Slot slot = session.accept(next);
            if (slot.remote()) {
                reads = batch.commands() == 0 || reads.equals(session.acceptedReads()) ? session.acceptedReads()
                    : ReadConsistency.LINEARIZABLE_LOG;
            }
            if (batch.commands() > 0 && batch.length() + slot.encodedLength() > MAX_BATCH_BYTES) {
                slots.add(slot);
                return;
            }
            slot.encode(batch);
            slots.add(slot);
        }
    }

    private void offer(final long firstNanos) {
        if (closed) {
            return;
        }
        try {
            if (offerBatch()) {
                server.batches.increment();
            } else if (System.nanoTime() - firstNanos > GIVE_UP_NANOS) {
                failed("TRYAGAIN not applied: the node's client buffer has been full for "
                    + TimeUnit.NANOSECONDS.toSeconds(GIVE_UP_NANOS) + " s");
            } else {
                context.executor().schedule(() -> offer(firstNanos), RETRY_NANOS, TimeUnit.NANOSECONDS);
            }
        } catch (final FleetException e) {
            failed(describe(e));
        }
    }

    /** A batch without writes goes past the log where the connection says so, unless it is too long for that. */
    private boolean offerBatch() {
        return batch.readOnly() && batch.headerLength() + batch.payloadLength() <= MAX_READ_BYTES
            ? client.offerRead(reads, batch.header(), 0, batch.headerLength(), batch.payload(), 0,
            batch.payloadLength(), 0, this)
            : client.offer(batch.readOnly(), batch.header(), 0, batch.headerLength(), batch.payload(), 0,
            batch.payloadLength(), 0, this);
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        handOver(() -> answered(bytes));
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        handOver(() -> failed(describe(failure)));
    }

    private void handOver(final Runnable step) {
        try {
            context.executor().execute(step);
        } catch (final RejectedExecutionException e) {
            System.getLogger(Connection.class.getName()).log(System.Logger.Level.DEBUG,
                "an answer came after the server was closed", e);
        }
    }

    private void answered(final byte[] bytes) {
        if (closed) {
            return;
        }
        final ByteBuf out = context.alloc().buffer(bytes.length + 64);
        try {
            int left = replies.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
            int done = 0;
            while (done < slots.size() && (left > 0 || !slots.get(done).remote())) {
                final Slot slot = slots.get(done++);
                left -= slot.remote() ? 1 : 0;
                slot.answer(replies, out, session.resp3());
            }
            finish(out, done);
        } catch (final IllegalArgumentException e) {
            out.release();
            exceptionCaught(context, e);
        }
    }

    private void failed(final String error) {
        if (closed) {
            return;
        }
        server.failures.increment();
        final ByteBuf out = context.alloc().buffer();
        final int sent = slotsInBatch();
        for (int i = 0; i < sent; i++) {
            slots.get(i).fail(error, out);
        }
        finish(out, sent);
    }

    /** How many slots the batch that was sent covers; one that did not fit may wait behind them. */
    private int slotsInBatch() {
        int commands = batch.commands();
        int covered = 0;
        while (covered < slots.size() && (commands > 0 || !slots.get(covered).remote())) {
            commands -= slots.get(covered++).remote() ? 1 : 0;
        }
        return covered;
    }

    /** Writes all slots, none of which needed the machine. */
    private void answer() {
        final ByteBuf out = context.alloc().buffer();
        for (final Slot slot : slots) {
            slot.fail("", out);
        }
        finish(out, slots.size());
    }

    private void finish(final ByteBuf out, final int done) {
        for (int i = 0; i < done; i++) {
            slots.get(i).release();
        }
        slots.subList(0, done).clear();
        server.commands.add(done);
        final boolean last = slots.isEmpty() && session.quitting();
        context.writeAndFlush(out)
            .addListener(last ? ChannelFutureListener.CLOSE : ChannelFutureListener.CLOSE_ON_FAILURE);
        if (last) {
            close();
            return;
        }
        if (slots.isEmpty()) {
            inFlight = false;
            pump();
        } else {
            batch.clear();
            slots.forEach(slot -> slot.encode(batch));
            offer(System.nanoTime());
        }
    }

    private void close() {
        closed = true;
        waiting.clear();
        slots.forEach(Slot::release);
        slots.clear();
    }

    private String describe(final FleetException failure) {
        if (failure instanceof NotAppliedException) {
            return "TRYAGAIN not applied: " + failure.getMessage();
        }
        if (failure instanceof ReadTimeoutException
            || failure instanceof OutcomeUnknownException && batch.readOnly()) {
            return "TRYAGAIN not answered: " + failure.getMessage();
        }
        if (failure instanceof OutcomeUnknownException) {
            return "UNKNOWN outcome unknown: " + failure.getMessage();
        }
        return "ERR " + failure.getMessage();
    }
}

package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.error.FleetException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.ReadTimeoutException;
import io.fleet.error.ReplyGoneException;
import io.fleet.error.ReplyTooLargeException;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvReplyReader;
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
 * their order. Where much waits, or the peer does not read its answers, nothing more is read from the socket. Where
 * more is to be answered without the group than a batch has, others get their turn first.
 *
 * <p>All methods run on the event loop of the channel, but those of {@link ReplyHandler}, which run on the client's
 * thread and hand over.
 */
public final class Connection extends SimpleChannelInboundHandler<Request>
    implements
        ReplyHandler,
        OfferQueue.Offer {
    /** The most requests in a batch. */
    static final int MAX_BATCH_REQUESTS = 256;
    /** A batch takes no further request past so many bytes. */
    static final int MAX_BATCH_BYTES = 1024 * 1024;
    /** What a batch waits for before it is sent. */
    private enum Wait {
        NOTHING, TURN, ROOM, OFFER
    }

    private static final int MAX_WAITING = MAX_BATCH_REQUESTS;
    /** What asks for no more than so much at once need not wait for those who do. */
    private static final int FEW_REQUESTS = 16;
    private static final long MAX_WAITING_BYTES = 2L * 1024 * 1024;
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Room for answers of a batch from which no large ones are known to come. */
    private static final int FIRST_ROOM = 16 * 1024;
    /** Room for answers is not made larger than this on the mere hope of larger ones. */
    private static final int MOST_LEARNED_ROOM = 2 * 1024 * 1024;
    /** Copies of an answer on its way: at the replica, in the client, and handed to the event loop. */
    private static final int COPIES = 3;
    /** Answers are written in pieces, so that it can be seen whether they are read. */
    private static final int PIECE_BYTES = 256 * 1024;
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How long a part of a request may wait for the rest, and an answer to be read on. */
    static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ServerState server;
    private final BatchOutlet outlet;
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final List<Slot> slots = new ArrayList<>();
    private final KvBatch batch;
    private final KvReplyReader replies = new KvReplyReader();
    /** What the reads of the batch may see; where their commands came under several levels, the log satisfies all. */
    private ReadConsistency reads = ReadConsistency.LINEARIZABLE_LOG;
    private ChannelHandlerContext context;
    private ClientSession session;
    private RequestAssembler assembler;
    private long waitingBytes;
    /** All that it holds, in bytes: parts of requests, requests, transactions, answers that were not read. */
    private long held;
    /** Of that, answers that were not read. */
    private long output;
    /** What was set aside for the answer that is on its way, in bytes. */
    private long reserved;
    private long wanted;
    private long firstOfferNanos;
    private Wait wait = Wait.NOTHING;
    private int learnedRoom = FIRST_ROOM;
    private int neededRoom;
    private boolean heavy;
    private long lastReadNanos;
    private long lastWrittenNanos;
    private boolean inFlight;
    private boolean pumping;
    /** Whether it waits for its turn among those who ask for much. */
    private boolean inRounds;
    private boolean closed;

    public Connection(final ServerState server, final FleetClient client) {
        this.server = server;
        outlet = new BatchOutlet(client, server.lines);
        batch = new KvBatch(server.bounds(), server.keepsPayloads(), true);
        lastReadNanos = server.nanoTime();
    }

    @Override
    public void channelActive(final ChannelHandlerContext ctx) {
        context = ctx;
        session = new ClientSession(server, ctx.channel());
        assembler = ctx.pipeline().get(RequestAssembler.class);
        server.memory().add(this);
        if (!server.add(ctx.channel().id(), session)) {
            closed = true;
            session.share().keep(0, 0);
            final ByteBuf out = ctx.alloc().buffer();
            RespWriter.error(out, RespErrors.MAX_CLIENTS);
            ctx.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    protected void channelRead0(final ChannelHandlerContext ctx, final Request request) {
        if (!closed) {
            final Request next = session.admit(request);
            waiting.add(next);
            waitingBytes += next.cost();
            hold(next.cost());
        }
    }

    /** Holds so many bytes more, or, below 0, less. */
    public void hold(final long bytes) {
        if (!closed && bytes != 0) {
            held += bytes;
            server.memory().change(bytes);
        }
    }

    /** What it holds that would be free if it were closed, in bytes. */
    long held() {
        return held;
    }

    /** Whether it has answers that it has not begun to read for a while. */
    boolean isStalled(final long nowNanos) {
        return output > 0 && nowNanos - lastWrittenNanos > STALLED_NANOS;
    }

    /** Closes it, since there is too little memory, or it does not go on. */
    void evict(final String why) {
        server.closing(session.address(), why);
        if (output == 0) {
            final ByteBuf out = context.alloc().buffer();
            RespWriter.error(out, "ERR connection closed: " + why);
            context.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
        } else {
            context.close();
        }
        close();
    }

    /**
     * Closes it where it is stuck: in the middle of a request, with answers that are not read, or idle for too long.
     *
     * @param nowNanos the time.
     */
    void tick(final long nowNanos) {
        if (closed) {
            return;
        }
        final long idleNanos = TimeUnit.SECONDS.toNanos(server.respLimits().idleSeconds());
        final boolean isPart = assembler != null && assembler.holds();
        String why = null;
        if (output > 0 && nowNanos - lastWrittenNanos > STUCK_NANOS) {
            why = "it did not read its answers for " + TimeUnit.NANOSECONDS.toSeconds(STUCK_NANOS) + " s";
        } else if (isPart && !inFlight && waiting.isEmpty() && nowNanos - lastReadNanos > STUCK_NANOS) {
            why = "a part of a request came, and not the rest for " + TimeUnit.NANOSECONDS.toSeconds(STUCK_NANOS)
                + " s";
        } else if (idleNanos > 0 && output == 0 && !inFlight && waiting.isEmpty()
            && nowNanos - lastReadNanos > idleNanos) {
            why = "no request came for " + server.respLimits().idleSeconds() + " s";
        }
        if (why != null) {
            server.timedOut.increment();
            evict(why);
        }
    }

    @Override
    public void channelReadComplete(final ChannelHandlerContext ctx) {
        lastReadNanos = server.nanoTime();
        if (waiting.size() > FEW_REQUESTS && server.rounds.isBusy() && !inFlight && !inRounds && !closed) {
            waitForTurn();
        } else {
            pump();
        }
    }

    private void waitForTurn() {
        inRounds = true;
        context.channel().config().setAutoRead(false);
        server.rounds.add(this::turn, step -> later(step, 0));
    }

    /** It is its turn among those who ask for much. */
    private void turn() {
        inRounds = false;
        pump();
    }

    /** What is scheduled, however soon, is run once the sockets were looked at; what is handed over may be before. */
    private void later(final Runnable step, final long nanos) {
        context.executor().schedule(step, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext ctx) {
        pump();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx) {
        close();
        server.memory().remove(this);
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
        if (pumping || inRounds) {
            return;
        }
        pumping = true;
        boolean again = false;
        while (!closed && !inFlight && !again && !waiting.isEmpty() && context.channel().isWritable()) {
            gather();
            if (closed) {
                break;
            }
            if (batch.commands() == 0) {
                answer();
                again = !waiting.isEmpty();
            } else {
                inFlight = true;
                begin();
            }
        }
        pumping = false;
        final boolean full = waiting.size() > MAX_WAITING || waitingBytes > MAX_WAITING_BYTES
            || session.share().isHeld();
        if (again && !closed) {
            waitForTurn();
        } else {
            context.channel().config().setAutoRead(!closed && !full && context.channel().isWritable());
        }
    }

    /**
     * Makes slots of what waits. A transaction may turn out too large to go along with what is in the batch, or to have
     * answers of any size: then the batch is sent without it, and its slot, the last, is sent next.
     */
    private void gather() {
        batch.clear();
        long localBytes = 0;
        while (!waiting.isEmpty() && slots.size() < MAX_BATCH_REQUESTS && localBytes < MAX_BATCH_BYTES
            && !session.quitting() && !closed) {
            final Request next = waiting.peek();
            if (!slots.isEmpty() && (batch.length() + next.cost() > MAX_BATCH_BYTES || session.endsBatch(next))) {
                return;
            }
            waiting.remove();
            waitingBytes -= next.cost();
            final long before = session.transactionHeap();
            final Slot slot = session.accept(next);
            final long moved = before - session.transactionHeap();
            slot.cost(Math.max(0, next.cost() + moved) + slot.localBytes());
            if (next.isCounted() && slot.remote()) {
                slot.taken(next.cost());
            } else if (next.isCounted()) {
                session.share().give(1, next.cost());
            }
            slots.add(slot);
            hold(slot.cost() - next.cost() - moved);
            localBytes += slot.localBytes();
            if (slot.remote()) {
                reads = batch.commands() == 0 || reads.equals(session.acceptedReads()) ? session.acceptedReads()
                    : ReadConsistency.LINEARIZABLE_LOG;
            }
            if (mustWait(slot)) {
                return;
            }
            slot.encode(batch);
            if (slot.mostAnswered() < 0 && slot.isTransaction()) {
                return;
            }
        }
    }

    /** Whether a slot must not go along with what is in the batch. */
    private boolean mustWait(final Slot slot) {
        return batch.commands() > 0 && slot.remote()
            && (batch.length() + slot.encodedLength() > MAX_BATCH_BYTES
                || slot.isTransaction() && slot.mostAnswered() < 0);
    }

    /** Encodes what is left of the slots, as far as it goes together. */
    private void encodeAgain() {
        batch.clear();
        for (final Slot slot : slots) {
            if (mustWait(slot)) {
                return;
            }
            slot.encode(batch);
            if (slot.mostAnswered() < 0 && slot.isTransaction()) {
                return;
            }
        }
    }

    /** Sends the batch as soon as there is room for its answers, and no other long one is under way. */
    private void begin() {
        heavy = false;
        long transactions = 0;
        int commands = batch.commands();
        for (int i = 0; i < slots.size() && commands > 0; i++) {
            final Slot slot = slots.get(i);
            commands -= slot.remote() ? 1 : 0;
            heavy |= slot.isHeavy();
            if (slot.isTransaction() && transactions >= 0) {
                transactions = slot.mostAnswered() < 0 ? -1 : transactions + 2 * slot.mostAnswered();
            }
        }
        final int most = server.limits().messageBytes();
        final int room = (int) Math.min(most, transactions < 0 ? most
            : Math.max(learnedRoom, neededRoom) + transactions);
        neededRoom = 0;
        batch.room(room);
        wanted = (long) COPIES * room + batch.capacity();
        firstOfferNanos = server.nanoTime();
        wait = Wait.TURN;
        if (!heavy || server.turnstile.ask(this)) {
            mayPass();
        }
    }

    /** How much is to be set aside for the answer, in bytes. */
    long wanted() {
        return wanted;
    }

    /** No other long batch is under way. */
    void mayPass() {
        wait = Wait.ROOM;
        if (!server.memory().setAside(this, wanted)) {
            later(this::giveUpRoom, GIVE_UP_NANOS);
        } else {
            wait = Wait.NOTHING;
            reserved = wanted;
            offer();
        }
    }

    /** So much as was wanted was set aside. */
    void hasRoom() {
        wait = Wait.NOTHING;
        reserved = wanted;
        handOver(this::offer);
    }

    private void giveUpRoom() {
        if (wait == Wait.ROOM && !closed && server.nanoTime() - firstOfferNanos >= GIVE_UP_NANOS) {
            wait = Wait.NOTHING;
            server.memory().forget(this);
            failed("TRYAGAIN not applied: there was no memory for the answers for "
                + TimeUnit.NANOSECONDS.toSeconds(GIVE_UP_NANOS) + " s");
        }
    }

    /** The answer came, or none will. */
    private void settle() {
        if (reserved > 0) {
            final long bytes = reserved;
            reserved = 0;
            server.memory().giveBack(bytes);
        }
        if (closed) {
            session.share().keep(0, 0);
        }
        if (heavy) {
            heavy = false;
            leaveTurnstile();
        }
    }

    private void leaveTurnstile() {
        server.turnstile.leave(this, batch.readOnly(), this::later);
    }

    private void offer() {
        if (closed) {
            settle();
            return;
        }
        final OfferQueue line = outlet.line(batch, reads);
        if (!line.isEmpty() || !offerNow()) {
            wait = Wait.OFFER;
            line.add(this, this::later);
        }
    }

    @Override
    public boolean offerNow() {
        wait = Wait.NOTHING;
        try {
            if (closed) {
                settle();
            } else if (outlet.offer(batch, reads, this)) {
                batch.sent();
                server.batches.increment();
            } else if (server.nanoTime() - firstOfferNanos > GIVE_UP_NANOS) {
                failed("TRYAGAIN not applied: the client's buffer has been full for "
                    + TimeUnit.NANOSECONDS.toSeconds(GIVE_UP_NANOS) + " s");
            } else {
                wait = Wait.OFFER;
                return false;
            }
        } catch (final FleetException e) {
            failed(describe(e));
        } catch (final RuntimeException e) {
            settle();
            exceptionCaught(context, e);
        }
        return true;
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
            settle();
            return;
        }
        final ByteBuf out = context.alloc().buffer(bytes.length + 64);
        try {
            final int commands = replies.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
            settle();
            learn(bytes.length, commands);
            int left = commands;
            int done = 0;
            while (commands > 0 && done < slots.size() && (left > 0 || !slots.get(done).remote())) {
                final Slot slot = slots.get(done++);
                left -= slot.remote() ? 1 : 0;
                slot.answer(replies, out, session.resp3());
            }
            finish(out, done);
        } catch (final IllegalArgumentException e) {
            settle();
            out.release();
            exceptionCaught(context, e);
        }
    }

    /** Answers to come will be about as large as those that came. */
    private void learn(final int bytes, final int commands) {
        neededRoom = replies.needed();
        final int next = neededRoom > 0 ? neededRoom + FIRST_ROOM
            : commands < batch.commands() ? Math.max(2 * learnedRoom, 2 * bytes) : 2 * bytes;
        learnedRoom = Math.max(FIRST_ROOM, Math.min(MOST_LEARNED_ROOM, next));
    }

    private void failed(final String error) {
        settle();
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
        long freed = 0;
        int taken = 0;
        long takenBytes = 0;
        for (int i = 0; i < done; i++) {
            final Slot slot = slots.get(i);
            freed += slot.cost();
            taken += slot.taken() > 0 ? 1 : 0;
            takenBytes += slot.taken();
            slot.release();
        }
        session.share().give(taken, takenBytes);
        slots.subList(0, done).clear();
        server.commands.add(done);
        final boolean last = slots.isEmpty() && session.quitting();
        hold(-freed);
        write(out, last);
        if (closed) {
            return;
        }
        if (last) {
            close();
            return;
        }
        if (slots.isEmpty()) {
            inFlight = false;
            pump();
        } else {
            encodeAgain();
            begin();
        }
    }

    /** Writes answers in pieces, and holds their memory until the last one is out. */
    private void write(final ByteBuf out, final boolean last) {
        final long bytes = out.capacity();
        if (output == 0) {
            lastWrittenNanos = server.nanoTime();
        }
        output += bytes;
        hold(bytes);
        if (closed) {
            out.release();
            return;
        }
        while (out.readableBytes() > 2 * PIECE_BYTES) {
            context.write(out.readRetainedSlice(PIECE_BYTES)).addListener(done -> lastWrittenNanos = server.nanoTime());
        }
        context.writeAndFlush(out).addListener(done -> {
            lastWrittenNanos = server.nanoTime();
            output -= bytes;
            hold(-bytes);
        }).addListener(last ? ChannelFutureListener.CLOSE : ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    private void close() {
        if (closed) {
            return;
        }
        final long freed = held;
        hold(-freed);
        closed = true;
        waiting.clear();
        keepWhatIsSent();
        slots.forEach(Slot::release);
        slots.clear();
        final Wait before = wait;
        wait = Wait.NOTHING;
        if (before == Wait.ROOM || before == Wait.TURN) {
            server.memory().forget(this);
            leaveTurnstile();
        } else if (before == Wait.OFFER) {
            outlet.line(batch, reads).remove(this);
            settle();
        }
    }

    /** What the group has counts until it has an outcome: otherwise who comes again and again could send any number. */
    private void keepWhatIsSent() {
        int sent = 0;
        long bytes = 0;
        for (int i = reserved > 0 ? slotsInBatch() - 1 : -1; i >= 0; i--) {
            sent += slots.get(i).taken() > 0 ? 1 : 0;
            bytes += slots.get(i).taken();
        }
        session.share().keep(sent, bytes);
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
        if (!batch.readOnly()
            && (failure instanceof ReplyGoneException || failure instanceof ReplyTooLargeException)) {
            return RespErrors.ANSWER_LOST;
        }
        return "ERR " + failure.getMessage();
    }
}

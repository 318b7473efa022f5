package io.fleet.examples.kv.resp;

import io.fleet.client.ReadConsistency;
import io.fleet.examples.kv.Glob;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.watch.Watches;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What one connection has said about itself, and its transaction. Makes of every request the slot of its answer. Used
 * by the connection's event loop; the name and the id may be read by others.
 */
final class ClientSession {
    /** The most commands in a transaction. */
    static final int MAX_TRANSACTION = 64 * 1024;
    /** What a queued command holds beside its request, in bytes. */
    private static final int QUEUED_COST = 128;
    private final long id;
    private final Channel channel;
    private final String address;
    private final ServerState server;
    private final ByteBufAllocator allocator;
    private final LocalCommands local;
    private final int maxBytes;
    private final Admission.Share share;
    /** Whether a transaction is put together of what was read, in the order of reading. */
    private boolean readsTransaction;
    private volatile String name = "";
    private ReadConsistency reads;
    private ReadConsistency acceptedReads;
    private boolean resp3;
    private boolean quit;
    private List<Slot> transaction;
    private boolean transactionBroken;
    private long transactionBytes;
    private long transactionHeap;
    private Watches watches = new Watches();

    ClientSession(final ServerState server, final Channel channel) {
        this.server = server;
        this.channel = channel;
        address = ClientFilter.text(channel.remoteAddress());
        allocator = channel.alloc();
        id = server.nextId();
        share = server.admission().share();
        maxBytes = server.limits().messageBytes();
        reads = server.reads();
        acceptedReads = reads;
        local = new LocalCommands(this, server);
    }

    /**
     * Whether the batch must end before a request.
     *
     * @param request what comes next.
     * @return whether it must.
     */
    boolean endsBatch(final Request request) {
        if (request.error() != null) {
            return request.fatal();
        }
        final LocalCommand command = LocalCommand.ofName(request.name());
        return command != null && (command.endsBatch() || LocalCommand.choosesReads(request)
            || command == LocalCommand.EXEC && (barrierInTransaction() || !watches.isEmpty()));
    }

    /**
     * Runs a request as far as that is done here.
     *
     * @param request any.
     * @return the slot of its answer.
     */
    Slot accept(final Request request) {
        acceptedReads = watches.isEmpty() || reads.isLinearizable() ? reads : ReadConsistency.LINEARIZABLE_LOG;
        if (request.error() != null) {
            quit |= request.fatal();
            return refuse(request.error());
        }
        final String command = request.name();
        if ("post".equals(command) || "host:".equals(command)) {
            quit = true;
            server.spokeHttp(address);
            return Slot.local(allocator.buffer(0));
        }
        final KvOp op = KvOp.ofName(command);
        if (op != null && op != KvOp.EXEC) {
            final String wrong = op.fits(request.count()) ? Subcommands.refusal(op, request)
                : RespErrors.arity(command);
            return wrong != null ? refuse(wrong) : op == KvOp.WATCH ? watch(request) : remote(op, request);
        }
        final LocalCommand here = LocalCommand.ofName(command);
        if (here == null) {
            return refuse(RespErrors.unknown(request));
        }
        final String wrong = here.fits(request.count()) ? Subcommands.refusal(here, request)
            : RespErrors.arity(command);
        if (wrong != null && here == LocalCommand.EXEC) {
            endTransaction();
            return here(out -> RespWriter.error(out, RespErrors.abortedBy(wrong)));
        }
        if (wrong != null) {
            return refuse(wrong);
        }
        if (transaction != null && !here.leavesTransaction()) {
            return queue(Slot.deferred(request), request.cost(), request);
        }
        return switch (here) {
            case MULTI -> multi();
            case EXEC -> exec();
            case DISCARD -> discard();
            default -> answer(request);
        };
    }

    private Slot watch(final Request request) {
        if (transaction != null) {
            return here(out -> RespWriter.error(out, RespErrors.WATCH_IN_MULTI));
        }
        final byte[][] keys = request.arguments();
        if (watches.size() + keys.length > Watches.MOST) {
            return refuse("ERR more than " + Watches.MOST + " keys are watched");
        }
        if (watches.encoded() + KvBatch.encodedLength(keys) + (long) keys.length * Watches.SEEN_BYTES > maxBytes / 4) {
            return refuse("ERR keys that are watched come to more than " + maxBytes / 4 + " bytes");
        }
        final Watches.Asked asked = watches.ask(keys);
        return asked.keys().length == 0 ? here(RespWriter::ok) : Slot.watch(asked);
    }

    private Slot remote(final KvOp op, final Request request) {
        final byte[][] arguments = request.arguments();
        final long bytes = KvBatch.encodedLength(arguments);
        if (bytes + KvLimits.OVERHEAD_BYTES / 8 > maxBytes) {
            return refuse("ERR command of " + bytes + " bytes, but at most "
                + (maxBytes - KvLimits.OVERHEAD_BYTES / 8) + " are allowed; nothing was changed");
        }
        for (final byte[] argument : arguments) {
            if (argument.length > KvLimits.MAX_LONG_VALUE_BYTES) {
                return refuse("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
            }
        }
        if (op == KvOp.KEYS && arguments[0].length > Glob.MAX_BYTES) {
            return refuse(RespErrors.patternTooLong(arguments[0].length));
        }
        if (op == KvOp.KEYS && transaction != null) {
            return refuse(RespErrors.KEYS_IN_TRANSACTION);
        }
        final Slot slot = Slot.remote(op, arguments);
        return transaction == null ? slot : queue(slot, bytes, request);
    }

    private Slot queue(final Slot slot, final long bytes, final Request request) {
        if (transaction.size() >= MAX_TRANSACTION) {
            return refuse("ERR transaction of more than " + MAX_TRANSACTION + " commands; nothing will be changed");
        }
        if (transactionBytes + bytes + KvLimits.OVERHEAD_BYTES > maxBytes) {
            return refuse("ERR transaction of more than " + (maxBytes - KvLimits.OVERHEAD_BYTES)
                + " bytes; nothing will be changed");
        }
        transactionBytes += bytes + Integer.BYTES;
        transactionHeap += request.cost() + QUEUED_COST;
        transaction.add(slot);
        return here(out -> RespWriter.simple(out, "QUEUED"));
    }

    private Slot multi() {
        if (transaction != null) {
            return here(out -> RespWriter.error(out, RespErrors.NESTED_MULTI));
        }
        transaction = new ArrayList<>();
        transactionBytes = watches.encoded();
        return here(RespWriter::ok);
    }

    private Slot exec() {
        if (transaction == null) {
            return refuse(RespErrors.EXEC_WITHOUT_MULTI);
        }
        final List<Slot> commands = transaction;
        final boolean broken = transactionBroken;
        final long bytes = Math.max(1, transactionHeap());
        final Watches watched = watches;
        endTransaction();
        if (broken) {
            return here(out -> RespWriter.error(out, RespErrors.EXEC_ABORT));
        }
        final byte[][] unchanged = watched.toArguments();
        if (unchanged == null) {
            return here(out -> RespWriter.nilArray(out, resp3));
        }
        final boolean isForGroup = unchanged.length > 0 || commands.stream().anyMatch(Slot::remote);
        final String refusal = isForGroup ? share.take(bytes, true) : null;
        if (refusal != null) {
            return refuse(refusal);
        }
        if (commands.stream().anyMatch(ClientSession::choosesReads)) {
            acceptedReads = ReadConsistency.LINEARIZABLE_LOG;
        }
        final ByteBuf answers = commands.stream().anyMatch(slot -> slot.request() != null)
            ? allocator.buffer(64, maxBytes) : Unpooled.EMPTY_BUFFER;
        try {
            commands.replaceAll(slot -> slot.request() == null ? slot.resp3(resp3) : part(slot.request(), answers));
        } catch (final IndexOutOfBoundsException e) {
            answers.release();
            share.give(isForGroup ? 1 : 0, isForGroup ? bytes : 0);
            return refuse("EXECABORT Transaction discarded: what it asks of the server comes to more than " + maxBytes
                + " bytes");
        }
        if (isForGroup) {
            final Slot slot = Slot.transaction(commands, answers, unchanged);
            slot.taken(bytes);
            return slot;
        }
        final ByteBuf out = allocator.buffer(answers.readableBytes() + 16);
        RespWriter.array(out, commands.size());
        out.writeBytes(answers);
        answers.release();
        return Slot.local(out);
    }

    private Slot part(final Request request, final ByteBuf answers) {
        final int from = answers.writerIndex();
        local.run(request, answers);
        return Slot.part(answers, from, answers.writerIndex() - from);
    }

    private Slot discard() {
        if (transaction == null) {
            return refuse(RespErrors.DISCARD_WITHOUT_MULTI);
        }
        endTransaction();
        return here(RespWriter::ok);
    }

    private boolean barrierInTransaction() {
        return transaction != null && transaction.stream()
            .anyMatch(slot -> slot.request() != null && LocalCommand.ofName(slot.request().name()).endsBatch());
    }

    private static boolean choosesReads(final Slot slot) {
        return slot.request() != null && LocalCommand.choosesReads(slot.request());
    }

    private void endTransaction() {
        unwatch();
        transaction = null;
        transactionBroken = false;
        transactionBytes = 0;
        transactionHeap = 0;
    }

    void unwatch() {
        watches = new Watches();
    }

    /** What the commands of the transaction that is being put together hold, and keys that are watched, in bytes. */
    long transactionHeap() {
        return transactionHeap + watches.heap();
    }

    private Slot answer(final Request request) {
        return here(out -> local.run(request, out));
    }

    /** Answers an error; a transaction that is being put together will not run. */
    private Slot refuse(final String error) {
        transactionBroken |= transaction != null;
        return here(out -> RespWriter.error(out, error));
    }

    private Slot here(final Consumer<ByteBuf> writer) {
        final ByteBuf out = allocator.buffer(64, maxBytes);
        try {
            writer.accept(out);
        } catch (final IndexOutOfBoundsException e) {
            out.clear();
            RespWriter.error(out, RespErrors.replyTooLarge(maxBytes));
        }
        return Slot.local(out);
    }

    /**
     * A request was read. What belongs to a transaction that is put together counts when that is to run, as one
     * command.
     *
     * @return the request, or, where too much has no answer, another one that says so.
     */
    Request admit(final Request request) {
        final boolean isApart = readsTransaction;
        if (request.error() == null) {
            readsTransaction = switch (request.name()) {
                case "multi" -> readsTransaction || request.count() == 1;
                case "exec", "discard", "reset" -> false;
                default -> readsTransaction;
            };
        }
        if (isApart || !request.isForGroup()) {
            return request;
        }
        final String refusal = share.take(request.cost(),
            !request.isReadOnly() || reads.level() == ReadConsistency.Level.LINEARIZABLE_LOG);
        if (refusal != null) {
            return Request.refused(refusal);
        }
        request.counts();
        return request;
    }

    /** What the connection has without an answer. */
    Admission.Share share() {
        return share;
    }

    void reset() {
        endTransaction();
        resp3 = false;
        reads = server.reads();
        name = "";
    }

    void quit() {
        quit = true;
    }

    boolean quitting() {
        return quit;
    }

    boolean inTransaction() {
        return transaction != null;
    }

    int queued() {
        return transaction == null ? -1 : transaction.size();
    }

    long id() {
        return id;
    }

    Channel channel() {
        return channel;
    }

    String address() {
        return address;
    }

    String name() {
        return name;
    }

    void name(final String given) {
        name = given;
    }

    /** What its commands that change nothing may see. */
    ReadConsistency reads() {
        return reads;
    }

    /**
     * What the request that was accepted last may see, if it changes nothing: what was chosen before it came. A
     * transaction that chooses has reads of several levels, and the log satisfies all.
     */
    ReadConsistency acceptedReads() {
        return acceptedReads;
    }

    void reads(final ReadConsistency chosen) {
        reads = chosen;
    }

    boolean resp3() {
        return resp3;
    }

    void resp3(final boolean on) {
        resp3 = on;
    }
}

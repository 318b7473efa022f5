package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Serves Redis' clients on one address in front of a client of a group that runs
 * {@link io.fleet.examples.kv.KvMachine}. Thread-safe. Does not own the client.
 *
 * <p><b>Errors beyond Redis' own.</b> {@code TRYAGAIN not applied: ...}: nothing was changed, and nothing will be.
 * {@code TRYAGAIN not answered: ...}: a batch of reads only got no answer.
 * {@code UNKNOWN outcome unknown: ...}: the commands may have been run once, or may still be. They answer every command
 * of the batch that failed; later commands of the connection are run as if nothing had happened.
 *
 * <p><b>Memory.</b> All connections together hold no more than {@link RespLimits#memoryBytes()} and half as much again,
 * with 64 KiB for each of them: requests and parts of them, transactions that are put together, answers that are on
 * their way or not read. Where that is passed, connections are closed, first those that do not read their answers.
 *
 * <p><b>Commands without an answer.</b> All connections together have no more of them than {@link
 * RespLimits#unansweredCommands()}, which hold no more than {@link RespLimits#unansweredBytes()}. Half of that belongs
 * to whoever comes, the other half to all connections in equal parts. What comes above that is answered with
 * {@code TRYAGAIN not applied: ...}, in its place among the answers of its connection. What the server answers itself,
 * such as PING, is always taken.
 */
public final class RespServer implements AutoCloseable {
    private static final int CLOSE_SECONDS = 3;
    private static final int FIRST_READ = 2048;
    /** The most that is read of a connection before others get their turn, in bytes: some hundred commands. */
    private static final int MOST_READ = 4096;

    private final ServerState state;
    private final EventLoopGroup group;
    private final Channel channel;

    private RespServer(final ServerState state, final EventLoopGroup group, final Channel channel) {
        this.state = state;
        this.group = group;
        this.channel = channel;
    }

    /**
     * Binds an address and serves it.
     *
     * @param host    to bind.
     * @param port    to bind; 0 takes any that is free.
     * @param client  of the group; not closed by the server.
     * @param replica told by INFO; called on event loops, so it must not block.
     * @param bounds  of the store, for the commands that are taken up here.
     * @return the server; commands that change nothing go through the log.
     * @throws IOException when the address cannot be bound; the message names it.
     */
    public static RespServer start(final String host, final int port, final FleetClient client,
                                   final Supplier<ReplicaInfo> replica, final KvBounds bounds) throws IOException {
        return start(host, port, client, replica, bounds, StoreKind.HEAP, ReadConsistency.LINEARIZABLE_LOG,
            KvLimits.STANDARD, RespLimits.standard(1));
    }

    /**
     * Binds an address and serves it.
     *
     * @param host    to bind.
     * @param port    to bind; 0 takes any that is free.
     * @param client  of the group; not closed by the server.
     * @param replica told by INFO; called on event loops, so it must not block.
     * @param bounds  of the store, for the commands that are taken up here.
     * @param kind    of the stores of the group's machines.
     * @param reads   what commands that change nothing may see, where a connection says nothing else.
     * @param limits  of the group's machines.
     * @param clients what the connections may take.
     * @return the server.
     * @throws IOException when the address cannot be bound; the message names it.
     */
    public static RespServer start(final String host, final int port, final FleetClient client,
                                   final Supplier<ReplicaInfo> replica, final KvBounds bounds, final StoreKind kind,
                                   final ReadConsistency reads, final KvLimits limits,
                                   final RespLimits clients) throws IOException {
        final ServerState state = new ServerState(replica, bounds, kind == StoreKind.PAYLOADS, reads, limits, clients,
            System::nanoTime);
        state.admission().follow(client);
        final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        final ServerBootstrap bootstrap = new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, 511)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(64, FIRST_READ, MOST_READ)
                .maxMessagesPerRead(1))
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(512 * 1024, 1024 * 1024))
            .childHandler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(final SocketChannel socket) {
                    final Connection connection = new Connection(state, client);
                    addDecoders(socket.pipeline(), limits, connection::hold).addLast(connection);
                }
            });
        final var bound = bootstrap.bind(new InetSocketAddress(host, port)).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException("cannot listen on " + host + ":" + port + ": "
                + (bound.cause() instanceof UnresolvedAddressException ? "the name cannot be looked up"
                    : bound.cause().getMessage()), bound.cause());
        }
        final Channel channel = bound.channel();
        state.port(((InetSocketAddress) channel.localAddress()).getPort());
        group.next().scheduleAtFixedRate(() -> state.tick(), 1, 1, TimeUnit.SECONDS);
        return new RespServer(state, group, channel);
    }

    /** Adds what makes requests of bytes; {@code memory} is told how much more is held, or, below 0, less. */
    public static ChannelPipeline addDecoders(final ChannelPipeline pipeline, final KvLimits limits,
                                              final LongConsumer memory) {
        return pipeline.addLast(new RequestAssembler(limits.messageBytes(), memory));
    }

    /**
     * Where the server listens.
     *
     * @return the port that was bound.
     */
    public int port() {
        return state.port();
    }

    /**
     * How many connections are open.
     *
     * @return connections.
     */
    public int connections() {
        return state.sessions().size();
    }

    /**
     * How many commands were answered.
     *
     * @return commands, local ones included.
     */
    public long commands() {
        return state.commands.sum();
    }

    /**
     * How many batches were sent to the group.
     *
     * @return batches.
     */
    public long batches() {
        return state.batches.sum();
    }

    /**
     * How many batches failed.
     *
     * @return batches.
     */
    public long failures() {
        return state.failures.sum();
    }

    /**
     * How much memory the connections hold, with what is set aside for answers on their way; told each second.
     *
     * @return bytes.
     */
    public long memory() {
        return state.memory().published();
    }

    /**
     * How many connections were closed for want of memory.
     *
     * @return connections.
     */
    public long evicted() {
        return state.memory().evicted();
    }

    /**
     * How many commands for the group have no answer yet, a transaction as one; told each second.
     *
     * @return commands.
     */
    public long unansweredCommands() {
        return state.admission().publishedCommands();
    }

    /**
     * What the commands without an answer hold; told each second.
     *
     * @return bytes.
     */
    public long unansweredBytes() {
        return state.admission().publishedBytes();
    }

    /**
     * How many commands were refused because too many had no answer yet.
     *
     * @return commands, a transaction as one.
     */
    public long refused() {
        return state.admission().refused();
    }

    /**
     * How many of these were refused because the group has as much to do as it takes from this server.
     *
     * @return commands, a transaction as one.
     */
    public long refusedForCredit() {
        return state.admission().refusedForCredit();
    }

    /**
     * What commands without an answer may hold as the group says now, see {@link FleetClient#credit()}.
     *
     * @return bytes; {@link Long#MAX_VALUE} where the group bounds nobody.
     */
    public long creditBytes() {
        return state.admission().creditBytes();
    }

    /**
     * Stops listening and closes all connections; what is in flight may still be applied. Returns within
     * {@value #CLOSE_SECONDS} s, also where the thread of the connections does not: then it says so in the log.
     */
    @Override
    public void close() {
        channel.close();
        if (!group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS)) {
            System.getLogger(RespServer.class.getName()).log(System.Logger.Level.WARNING,
                "the thread of the connections on port " + port() + " has not ended within " + CLOSE_SECONDS + " s");
        }
    }
}

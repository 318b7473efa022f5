package io.fleet.examples.kv.resp;

import io.fleet.FleetClient;
import io.fleet.examples.kv.KvBounds;
import io.fleet.examples.kv.KvLimits;
import io.fleet.examples.kv.StoreKind;
import io.fleet.machine.ReadConsistency;
import io.netty.bootstrap.ServerBootstrap;
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
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.RedisDecoder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Serves Redis' clients on one address in front of a client of a group that runs
 * {@link io.fleet.examples.kv.KvMachine}. Thread-safe. Does not own the client.
 *
 * <p><b>Errors beyond Redis' own.</b> {@code TRYAGAIN not applied: ...}: nothing was changed, and nothing will be.
 * {@code TRYAGAIN not answered: ...}: a batch of reads only got no answer.
 * {@code UNKNOWN outcome unknown: ...}: the commands may have been run once, or may still be. They answer every command
 * of the batch that failed; later commands of the connection are run as if nothing had happened.
 */
public final class RespServer implements AutoCloseable {
    private static final int MAX_LINE = 64 * 1024;

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
            KvLimits.STANDARD);
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
     * @return the server.
     * @throws IOException when the address cannot be bound; the message names it.
     */
    public static RespServer start(final String host, final int port, final FleetClient client,
                                   final Supplier<ReplicaInfo> replica, final KvBounds bounds, final StoreKind kind,
                                   final ReadConsistency reads, final KvLimits limits) throws IOException {
        final ServerState state = new ServerState(replica, bounds, kind == StoreKind.PAYLOADS, reads, limits);
        final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        final ServerBootstrap bootstrap = new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, 511)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(512 * 1024, 1024 * 1024))
            .childHandler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(final SocketChannel socket) {
                    addDecoders(socket.pipeline(), limits).addLast(new Connection(state, client));
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
        return new RespServer(state, group, channel);
    }

    /** Adds what makes requests of bytes. */
    static ChannelPipeline addDecoders(final ChannelPipeline pipeline, final KvLimits limits) {
        final LineGuard guard = new LineGuard();
        return pipeline.addLast(guard)
            .addLast(new RedisDecoder(MAX_LINE, FixedRedisMessagePool.INSTANCE, true))
            .addLast(new RequestAssembler(guard, limits.messageBytes()));
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

    /** Stops listening and closes all connections; what is in flight may still be applied. */
    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}

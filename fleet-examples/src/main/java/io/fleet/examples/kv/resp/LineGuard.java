package io.fleet.examples.kv.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.redis.RedisCodecException;
import io.netty.util.ReferenceCountUtil;
import java.util.function.LongConsumer;

/**
 * Stands before the decoder, which waits for the end of a line for as long as it takes: ends a connection that sends
 * many bytes out of which nothing is decoded. Contents of bulk strings are decoded as they arrive, so only lines can be
 * meant.
 */
final class LineGuard extends ChannelInboundHandlerAdapter {
    /** The most bytes without a message decoded: the longest line Redis takes, and one read's worth. */
    static final int MAX_UNDECODED = 128 * 1024;

    private final LongConsumer memory;
    private long undecoded;
    private boolean stopped;

    /** {@code memory} is told how much more is held, or, below 0, less. */
    LineGuard(final LongConsumer memory) {
        this.memory = memory;
    }

    /** Whether it waits for the end of a line. */
    boolean holds() {
        return undecoded > 0;
    }

    /** Drops whatever comes from now on. */
    void stop() {
        stopped = true;
    }

    /** Something was decoded. */
    void progress() {
        if (undecoded > 0) {
            memory.accept(-undecoded);
            undecoded = 0;
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext ctx, final Object message) {
        final int bytes = message instanceof ByteBuf ? ((ByteBuf) message).readableBytes() : 0;
        if (stopped) {
            ReferenceCountUtil.release(message);
        } else if (undecoded > MAX_UNDECODED / 2 && undecoded + bytes > MAX_UNDECODED) {
            ReferenceCountUtil.release(message);
            ctx.fireExceptionCaught(new RedisCodecException("too big inline request or count"));
        } else {
            undecoded += bytes;
            memory.accept(bytes);
            ctx.fireChannelRead(message);
        }
    }
}

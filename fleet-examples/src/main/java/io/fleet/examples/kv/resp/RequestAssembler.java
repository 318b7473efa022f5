package io.fleet.examples.kv.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.BulkStringHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringRedisContent;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.InlineCommandRedisMessage;
import io.netty.handler.codec.redis.LastBulkStringRedisContent;
import io.netty.handler.codec.redis.RedisCodecException;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Makes requests of the messages that Netty's decoder finds. Memory is taken as bytes arrive, never on the word of a
 * length. A command that is too large is skipped to its end and refused, and the connection goes on; what is no command
 * breaks the connection.
 */
final class RequestAssembler extends ChannelInboundHandlerAdapter {
    private static final int MAX_WORDS = 1024 * 1024;
    private static final int FIRST_CAPACITY = 16 * 1024;

    private final LineGuard guard;
    private final int maxBytes;
    private final LongConsumer memory;
    private long held;
    private final List<byte[]> words = new ArrayList<>();
    private int wordsLeft;
    private byte[] word;
    private int wordLength;
    private int wordFilled;
    private long commandBytes;
    private boolean tooLarge;
    private boolean broken;

    /** {@code memory} is told how much more is held, or, below 0, less. */
    RequestAssembler(final LineGuard guard, final int maxBytes, final LongConsumer memory) {
        this.memory = memory;
        this.maxBytes = maxBytes;
        this.guard = guard;
    }

    @Override
    public void channelRead(final ChannelHandlerContext ctx, final Object message) {
        guard.progress();
        try {
            if (!broken) {
                accept(ctx, message);
            }
        } catch (final RedisCodecException e) {
            exceptionCaught(ctx, e);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause) {
        Throwable found = cause;
        while (found != null && !(found instanceof RedisCodecException)) {
            found = found.getCause();
        }
        if (found == null) {
            ctx.fireExceptionCaught(cause);
        } else if (!broken) {
            broken = true;
            guard.stop();
            words.clear();
            word = null;
            hold(-held);
            ctx.fireChannelRead(Request.broken("ERR Protocol error: " + found.getMessage()));
        }
    }

    /** Whether a part of a command has come. */
    boolean holds() {
        return wordsLeft > 0;
    }

    private void hold(final long bytes) {
        if (bytes != 0) {
            held += bytes;
            memory.accept(bytes);
        }
    }

    private void accept(final ChannelHandlerContext ctx, final Object message) {
        if (message instanceof BulkStringHeaderRedisMessage) {
            beginWord(((BulkStringHeaderRedisMessage) message).bulkStringLength());
        } else if (message == FullBulkStringRedisMessage.NULL_INSTANCE) {
            throw new RedisCodecException("invalid bulk length");
        } else if (message == FullBulkStringRedisMessage.EMPTY_INSTANCE) {
            beginWord(0);
            endWord(ctx);
        } else if (message instanceof BulkStringRedisContent) {
            append(((BulkStringRedisContent) message).content());
            if (message instanceof LastBulkStringRedisContent) {
                endWord(ctx);
            }
        } else if (wordsLeft > 0) {
            throw new RedisCodecException("expected '$', got something else");
        } else if (message instanceof ArrayHeaderRedisMessage) {
            beginCommand(((ArrayHeaderRedisMessage) message).length());
        } else if (message instanceof InlineCommandRedisMessage) {
            inline(ctx, ((InlineCommandRedisMessage) message).content());
        } else if (!(message instanceof ArrayRedisMessage)) {
            throw new RedisCodecException("expected '*' or a word, got something else");
        }
    }

    private void beginCommand(final long count) {
        if (count > MAX_WORDS) {
            throw new RedisCodecException("invalid multibulk length");
        }
        wordsLeft = (int) Math.max(0, count);
        words.clear();
        commandBytes = 0;
        tooLarge = false;
    }

    private void inline(final ChannelHandlerContext ctx, final String line) {
        final byte[][] found = InlineWords.split(line);
        if (found == null) {
            throw new RedisCodecException("unbalanced quotes in request");
        }
        if (found.length > 0) {
            ctx.fireChannelRead(Request.of(found, line.length()));
        }
    }

    private void beginWord(final int length) {
        if (wordsLeft == 0) {
            throw new RedisCodecException("expected '*', got '$'");
        }
        commandBytes += length;
        if (commandBytes > maxBytes) {
            tooLarge = true;
            words.clear();
            hold(-held);
        }
        wordLength = length;
        wordFilled = 0;
        word = tooLarge ? null : new byte[Math.min(length, FIRST_CAPACITY)];
        hold(tooLarge ? 0 : Request.FIXED_COST + word.length);
    }

    private void append(final ByteBuf content) {
        if (tooLarge || word == null) {
            return;
        }
        final int count = Math.min(content.readableBytes(), wordLength - wordFilled);
        if (wordFilled + count > word.length) {
            final int before = word.length;
            word = Arrays.copyOf(word, Math.min(wordLength, Math.max(wordFilled + count, 2 * word.length)));
            hold(word.length - before);
        }
        content.readBytes(word, wordFilled, count);
        wordFilled += count;
    }

    private void endWord(final ChannelHandlerContext ctx) {
        if (!tooLarge) {
            words.add(word);
        }
        word = null;
        if (--wordsLeft == 0) {
            hold(-held);
            if (tooLarge) {
                ctx.fireChannelRead(Request.refused("ERR command of " + commandBytes + " bytes, but at most "
                    + maxBytes + " are allowed; nothing was changed"));
            } else {
                ctx.fireChannelRead(Request.of(words.toArray(new byte[0][]), commandBytes));
            }
            words.clear();
        }
    }
}

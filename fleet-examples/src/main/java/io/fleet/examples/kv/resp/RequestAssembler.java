package io.fleet.examples.kv.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Makes requests of bytes, as Redis reads them. Memory is taken as bytes arrive, never on the word of a length. A
 * command that is too large is skipped to its end and refused, and the connection goes on; what is no command breaks
 * the connection.
 */
final class RequestAssembler extends ChannelInboundHandlerAdapter {
    /** The longest line. */
    static final int MAX_LINE = 64 * 1024;
    private static final int MAX_WORDS = 1024 * 1024;
    private static final int MAX_WORD = 512 * 1024 * 1024;
    private static final int FIRST_CAPACITY = 16 * 1024;
    private static final int FIRST_LINE = 32;

    private final int maxBytes;
    private final LongConsumer memory;
    private long held;
    private final List<byte[]> words = new ArrayList<>();
    private int wordsLeft;
    /** A line that has not ended; {@link #lineLength} bytes of it. */
    private byte[] line = new byte[FIRST_LINE];
    private int lineLength;
    /** Whether a line has a zero before its end: then Redis finds no end. */
    private boolean isEndless;
    /** Whether the bytes of a word are next, and not a line. */
    private boolean inWord;
    /** How many bytes come behind a word, or a line, whatever they are. */
    private int skipped;
    private byte[] word;
    private int wordLength;
    private int wordFilled;
    private long commandBytes;
    private boolean tooLarge;
    private boolean broken;

    /** {@code memory} is told how much more is held, or, below 0, less. */
    RequestAssembler(final int maxBytes, final LongConsumer memory) {
        this.memory = memory;
        this.maxBytes = maxBytes;
    }

    @Override
    public void channelRead(final ChannelHandlerContext ctx, final Object message) {
        try {
            final ByteBuf in = (ByteBuf) message;
            while (!broken && in.isReadable()) {
                accept(ctx, in);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** Whether a part of a command has come. */
    boolean holds() {
        return wordsLeft > 0 || lineLength > 0;
    }

    private void hold(final long bytes) {
        if (bytes != 0) {
            held += bytes;
            memory.accept(bytes);
        }
    }

    private void accept(final ChannelHandlerContext ctx, final ByteBuf in) {
        if (skipped > 0) {
            final int count = Math.min(skipped, in.readableBytes());
            in.skipBytes(count);
            skipped -= count;
            if (skipped == 0 && inWord && wordFilled == wordLength) {
                endWord(ctx);
            }
        } else if (inWord) {
            append(in);
        } else {
            readLine(ctx, in);
        }
    }

    /** Lines of numbers end at a CR and one byte more, others at an LF. */
    private void readLine(final ChannelHandlerContext ctx, final ByteBuf in) {
        final boolean isNumber = wordsLeft > 0 || (lineLength > 0 ? line[0] : in.getByte(in.readerIndex())) == '*';
        final int length = isEndless ? -1 : in.bytesBefore((byte) (isNumber ? '\r' : '\n'));
        final int zero = in.bytesBefore((byte) 0);
        final boolean ends = length >= 0 && (zero < 0 || zero > length);
        final int count = ends ? length : in.readableBytes();
        if (lineLength + count > MAX_LINE) {
            fail(ctx, !isNumber ? "too big inline request"
                : wordsLeft > 0 ? "too big bulk count string" : "too big mbulk count string");
            return;
        }
        grow(lineLength + count);
        in.readBytes(line, lineLength, count);
        lineLength += count;
        isEndless |= !ends && zero >= 0;
        if (ends) {
            in.skipBytes(1);
            skipped = isNumber ? 1 : 0;
            final int ended = lineLength;
            lineLength = 0;
            endLine(ctx, isNumber, ended);
            shrink();
        }
    }

    private void grow(final int length) {
        if (length > line.length) {
            final int before = line.length;
            line = Arrays.copyOf(line, Math.max(length, 2 * before));
            hold(line.length - before);
        }
    }

    private void shrink() {
        if (line.length > FIRST_LINE) {
            hold(wordsLeft > 0 || !words.isEmpty() ? FIRST_LINE - line.length : -held);
            line = new byte[FIRST_LINE];
        }
    }

    private void endLine(final ChannelHandlerContext ctx, final boolean isNumber, final int length) {
        if (!isNumber) {
            inline(ctx, length > 0 && line[length - 1] == '\r' ? length - 1 : length);
        } else if (wordsLeft == 0) {
            final long count = number(length);
            if (count > MAX_WORDS) {
                fail(ctx, "invalid multibulk length");
            } else {
                beginCommand((int) Math.max(0, count));
            }
        } else if (length == 0 || line[0] != '$') {
            final byte got = length == 0 ? (byte) '\r' : line[0];
            fail(ctx, "expected '$', got '" + (char) (got & 0xff) + "'");
        } else {
            final long count = number(length);
            if (count < 0 || count > MAX_WORD) {
                fail(ctx, "invalid bulk length");
            } else {
                beginWord((int) count);
            }
        }
    }

    /** The number behind the first byte of the line; too large for all where there is none. */
    private long number(final int length) {
        final boolean isNegative = length > 1 && line[1] == '-';
        final int from = isNegative ? 2 : 1;
        final int digits = length - from;
        if (digits < 1 || digits > 19 || line[from] == '0' && (digits > 1 || isNegative)) {
            return Long.MAX_VALUE;
        }
        long value = 0;
        for (int i = from; i < length; i++) {
            final int digit = line[i] - '0';
            if (digit < 0 || digit > 9) {
                return Long.MAX_VALUE;
            }
            value = value * 10 - digit;
            if (value > 0) {
                return Long.MAX_VALUE;
            }
        }
        return isNegative ? value : value == Long.MIN_VALUE ? Long.MAX_VALUE : -value;
    }

    private void beginCommand(final int count) {
        wordsLeft = count;
        words.clear();
        commandBytes = 0;
        tooLarge = false;
    }

    private void inline(final ChannelHandlerContext ctx, final int length) {
        final byte[][] found = InlineWords.split(Arrays.copyOf(line, length));
        if (found == null) {
            fail(ctx, "unbalanced quotes in request");
        } else if (found.length > 0) {
            ctx.fireChannelRead(Request.of(found, length));
        }
    }

    private void fail(final ChannelHandlerContext ctx, final String why) {
        broken = true;
        words.clear();
        word = null;
        hold(-held);
        ctx.fireChannelRead(Request.broken("ERR Protocol error: " + why));
    }

    private void beginWord(final int length) {
        commandBytes += length;
        if (commandBytes > maxBytes) {
            tooLarge = true;
            words.clear();
            hold(-held);
        }
        inWord = true;
        wordLength = length;
        wordFilled = 0;
        word = tooLarge ? null : new byte[Math.min(length, FIRST_CAPACITY)];
        hold(tooLarge ? 0 : Request.FIXED_COST + word.length);
        if (length == 0) {
            skipped += 2;
        }
    }

    private void append(final ByteBuf in) {
        final int count = Math.min(in.readableBytes(), wordLength - wordFilled);
        if (tooLarge) {
            in.skipBytes(count);
        } else {
            if (wordFilled + count > word.length) {
                final int before = word.length;
                word = Arrays.copyOf(word, Math.min(wordLength, Math.max(wordFilled + count, 2 * word.length)));
                hold(word.length - before);
            }
            in.readBytes(word, wordFilled, count);
        }
        wordFilled += count;
        if (wordFilled == wordLength) {
            skipped = 2;
        }
    }

    private void endWord(final ChannelHandlerContext ctx) {
        inWord = false;
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

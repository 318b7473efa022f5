package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.KvReplyReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** Writes answers in RESP2 or RESP3. */
public final class RespWriter {
    private static final byte[] NIL2 = {'$', '-', '1', '\r', '\n'};
    private static final byte[] NIL_ARRAY2 = {'*', '-', '1', '\r', '\n'};
    private static final byte[] NIL3 = {'_', '\r', '\n'};
    private static final byte[] OK = {'+', 'O', 'K', '\r', '\n'};
    private static final int END = '\r' << 8 | '\n';

    private RespWriter() {
    }

    static void ok(final ByteBuf out) {
        out.writeBytes(OK);
    }

    static void nil(final ByteBuf out, final boolean resp3) {
        out.writeBytes(resp3 ? NIL3 : NIL2);
    }

    /** No list: what RESP2 writes otherwise than no value. */
    static void nilArray(final ByteBuf out, final boolean resp3) {
        out.writeBytes(resp3 ? NIL3 : NIL_ARRAY2);
    }

    static void simple(final ByteBuf out, final String text) {
        out.writeByte('+');
        ByteBufUtil.writeUtf8(out, text);
        out.writeShort(END);
    }

    /**
     * Writes an error; line ends in it become blanks.
     *
     * @param out  where to.
     * @param text its code first; each letter is one byte, so that what a client sent is shown as it came.
     */
    static void error(final ByteBuf out, final String text) {
        out.writeByte('-');
        out.writeCharSequence(text.replace('\r', ' ').replace('\n', ' '), StandardCharsets.ISO_8859_1);
        out.writeShort(END);
    }

    static void integer(final ByteBuf out, final long value) {
        head(out, ':', value);
    }

    static void array(final ByteBuf out, final int count) {
        head(out, '*', count);
    }

    /**
     * Begins a map: in RESP2 a list of keys and values.
     *
     * @param out   where to.
     * @param pairs how many.
     * @param resp3 the protocol.
     */
    static void map(final ByteBuf out, final int pairs, final boolean resp3) {
        head(out, resp3 ? '%' : '*', resp3 ? pairs : 2L * pairs);
    }

    static void bulk(final ByteBuf out, final String text) {
        bulk(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static void bulk(final ByteBuf out, final byte[] bytes) {
        head(out, '$', bytes.length);
        out.writeBytes(bytes);
        out.writeShort(END);
    }

    /**
     * Writes the next value of the machine's, with all it holds.
     *
     * @param in    before the value.
     * @param out   where to.
     * @param resp3 the protocol.
     */
    public static void value(final KvReplyReader in, final ByteBuf out, final boolean resp3) {
        values(in, out, resp3, 1);
    }

    /** As {@link #value}, but a list is one of keys and values, which is a map in RESP3. */
    static void pairs(final KvReplyReader in, final ByteBuf out, final boolean resp3) {
        final KvReplyReader.Type type = in.next();
        if (type == KvReplyReader.Type.ARRAY) {
            final int count = in.count();
            map(out, count / 2, resp3);
            values(in, out, resp3, count);
        } else {
            one(type, in, out, resp3);
        }
    }

    private static void values(final KvReplyReader in, final ByteBuf out, final boolean resp3, final long count) {
        long left = count;
        while (left-- > 0) {
            left += one(in.next(), in, out, resp3);
        }
    }

    /** Writes what was read, of a list only its head; how many values belong to it. */
    private static int one(final KvReplyReader.Type type, final KvReplyReader in, final ByteBuf out,
                           final boolean resp3) {
        switch (type) {
            case NIL -> nil(out, resp3);
            case INTEGER -> integer(out, in.number());
            case BULK -> {
                head(out, '$', in.length());
                bytes(in, out);
            }
            case SIMPLE -> line(in, out);
            case ERROR -> error(out, in.text());
            default -> {
                array(out, in.count());
                return in.count();
            }
        }
        return 0;
    }

    /** A text on one line; line ends in it become blanks, or the client would take what follows for an answer. */
    private static void line(final KvReplyReader in, final ByteBuf out) {
        out.writeByte('+');
        for (int i = 0; i < in.length(); i++) {
            final byte b = in.buffer().getByte(in.offset() + i);
            out.writeByte(b == '\r' || b == '\n' ? ' ' : b);
        }
        out.writeShort(END);
    }

    private static void bytes(final KvReplyReader in, final ByteBuf out) {
        final int length = in.length();
        out.writeBytes(in.buffer().byteArray(), in.offset(), length);
        out.writeShort(END);
    }

    private static void head(final ByteBuf out, final char type, final long value) {
        out.writeByte(type);
        if (value >= 0 && value < 10) {
            out.writeByte('0' + (int) value);
        } else {
            ByteBufUtil.writeAscii(out, Long.toString(value));
        }
        out.writeShort(END);
    }
}

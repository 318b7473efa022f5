package io.fleet.verify.fuzz.kv;

import io.fleet.verify.fuzz.Check;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Reads answers as a client does, and demands that each is well-formed. */
final class RespReading {
    private static final int MAX_DEPTH = 64;

    private final StringBuilder kinds = new StringBuilder();
    private int values;

    /**
     * Reads to the end.
     *
     * @param in whole answers of RESP2 or RESP3.
     */
    void read(final ByteBuf in) {
        while (in.isReadable()) {
            value(in, 0);
            values++;
        }
    }

    int values() {
        return values;
    }

    /** The first letter of each answer. */
    String kinds() {
        return kinds.toString();
    }

    private void value(final ByteBuf in, final int depth) {
        final String line = line(in);
        Check.that(!line.isEmpty() && depth < MAX_DEPTH, "an answer of nothing, or too deep");
        final char kind = line.charAt(0);
        if (depth == 0) {
            kinds.append(kind);
        }
        switch (kind) {
            case '+', '-' -> {}
            case ':' -> number(line);
            case '_' -> Check.that(line.length() == 1, "nil is " + line);
            case '$', '=' -> {
                final long length = number(line);
                if (length >= 0) {
                    Check.that(length + 2 <= in.readableBytes(), "a string of " + length + " bytes is cut");
                    in.skipBytes((int) length);
                    Check.that(in.readShort() == 0x0D0A, "a string has no end");
                }
            }
            case '*', '%', '~', '>' -> {
                final long count = number(line) * (kind == '%' ? 2 : 1);
                for (long i = 0; i < count; i++) {
                    value(in, depth + 1);
                }
            }
            default -> throw new AssertionError("an answer begins with " + line);
        }
    }

    private static long number(final String line) {
        Check.that(line.matches(".-?[0-9]{1,19}"), "'" + line + "' has no number");
        return Long.parseLong(line.substring(1));
    }

    private static String line(final ByteBuf in) {
        final int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\r');
        Check.that(end >= 0 && end + 1 < in.writerIndex() && in.getByte(end + 1) == '\n', "a line has no end");
        final String line = in.readCharSequence(end - in.readerIndex(), StandardCharsets.ISO_8859_1).toString();
        in.skipBytes(2);
        Check.that(line.indexOf('\n') < 0, "a line has a line end in it");
        return line;
    }
}

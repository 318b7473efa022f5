package io.fleet.examples.kv.resp;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Splits a command typed as a line into words: blanks part them, single and double quotes hold them together. */
final class InlineWords {
    private final byte[] line;
    private int at;

    private InlineWords(final byte[] line) {
        this.line = line;
    }

    /**
     * Splits a line.
     *
     * @param line without its end.
     * @return the words, or null where quotes do not match.
     */
    static byte[][] split(final byte[] line) {
        final InlineWords words = new InlineWords(line);
        final List<byte[]> found = new ArrayList<>();
        while (words.skipBlanks()) {
            final byte[] word = words.word();
            if (word == null) {
                return null;
            }
            found.add(word);
        }
        return found.toArray(new byte[0][]);
    }

    private boolean skipBlanks() {
        while (at < line.length && blank(line[at])) {
            at++;
        }
        return at < line.length;
    }

    private byte[] word() {
        final ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (at < line.length && !parts(line[at])) {
            final byte b = line[at++];
            if (b == '"' || b == '\'') {
                if (!quoted(b, word) || at < line.length && !blank(line[at])) {
                    return null;
                }
                return word.toByteArray();
            }
            word.write(b);
        }
        return word.toByteArray();
    }

    private boolean quoted(final byte quote, final ByteArrayOutputStream word) {
        while (at < line.length) {
            final byte b = line[at++];
            if (b == quote) {
                return true;
            }
            if (b != '\\' || at == line.length) {
                word.write(b);
            } else if (quote == '\'') {
                word.write(line[at] == '\'' ? line[at++] : b);
            } else {
                escape(word);
            }
        }
        return false;
    }

    private void escape(final ByteArrayOutputStream word) {
        final byte b = line[at++];
        if (b == 'x' && at + 1 < line.length && hex(line[at]) >= 0 && hex(line[at + 1]) >= 0) {
            word.write(hex(line[at]) << 4 | hex(line[at + 1]));
            at += 2;
            return;
        }
        switch (b) {
            case 'n' -> word.write('\n');
            case 'r' -> word.write('\r');
            case 't' -> word.write('\t');
            case 'b' -> word.write('\b');
            case 'a' -> word.write(7);
            default -> word.write(b);
        }
    }

    private static int hex(final byte b) {
        return Character.digit(b, 16);
    }

    /** What ends a word: less than what is skipped before the next one. */
    private static boolean parts(final byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private static boolean blank(final byte b) {
        return b == ' ' || b >= '\t' && b <= '\r' || b == 0;
    }
}

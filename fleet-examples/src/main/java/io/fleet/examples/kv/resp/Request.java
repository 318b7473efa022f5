package io.fleet.examples.kv.resp;

import io.fleet.examples.kv.KvOp;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One command as it came from a connection, or what was wrong with it. */
public final class Request {
    /** About what a request and one argument cost beside their bytes. */
    static final int FIXED_COST = 64;
    private static final byte[][] NO_WORDS = new byte[0][];

    private final byte[][] words;
    private final String error;
    private final boolean fatal;
    private final long cost;
    private String name;
    private boolean isCounted;

    private Request(final byte[][] words, final String error, final boolean fatal, final long cost) {
        this.words = words;
        this.error = error;
        this.fatal = fatal;
        this.cost = cost;
    }

    static Request of(final byte[][] words, final long bytes) {
        return new Request(words, null, false, bytes + (long) FIXED_COST * (words.length + 1));
    }

    /**
     * A request that is answered with an error, after which the connection goes on.
     *
     * @param error the text.
     * @return the request.
     */
    static Request refused(final String error) {
        return new Request(NO_WORDS, error, false, FIXED_COST);
    }

    /**
     * The end of a connection whose bytes cannot be understood.
     *
     * @param error the text.
     * @return the request.
     */
    static Request broken(final String error) {
        return new Request(NO_WORDS, error, true, FIXED_COST);
    }

    public String error() {
        return error;
    }

    public boolean fatal() {
        return fatal;
    }

    /**
     * What the request takes while it waits.
     *
     * @return bytes, about.
     */
    public long cost() {
        return cost;
    }

    /** It counts as a command without an answer from now on. */
    void counts() {
        isCounted = true;
    }

    /** Whether it counts as a command without an answer. */
    boolean isCounted() {
        return isCounted;
    }

    /** Whether the group is to run it, if it is none of a transaction, and nothing is wrong with it. */
    boolean isForGroup() {
        final KvOp op = error == null ? KvOp.ofName(name()) : null;
        return op != null && op != KvOp.EXEC;
    }

    /** Whether it is for the group, and changes nothing. */
    boolean isReadOnly() {
        final KvOp op = KvOp.ofName(name());
        return op != null && op.readOnly();
    }

    public int count() {
        return words.length;
    }

    public byte[] word(final int index) {
        return words[index];
    }

    /** A word to be shown in an error: each byte is a letter. */
    String shown(final int index) {
        return new String(words[index], StandardCharsets.ISO_8859_1);
    }

    String text(final int index) {
        return new String(words[index], StandardCharsets.UTF_8);
    }

    /**
     * The first word.
     *
     * @return in lower case.
     */
    String name() {
        if (name == null) {
            name = lower(0);
        }
        return name;
    }

    String lower(final int index) {
        return new String(words[index], StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }

    /**
     * All words but the name.
     *
     * @return a new array of the same words.
     */
    byte[][] arguments() {
        return java.util.Arrays.copyOfRange(words, 1, words.length);
    }
}

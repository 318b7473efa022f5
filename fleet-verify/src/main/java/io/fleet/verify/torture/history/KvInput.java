package io.fleet.verify.torture.history;

import java.util.List;

/**
 * One operation on one key.
 *
 * @param kind  what to do.
 * @param key   to what; its first letter says what kind of value it has.
 * @param value the new value, or what is appended, as {@link LongText} names it; empty for the others.
 */
public record KvInput(Kind kind, String key, String value) {
    /** Keys that are overwritten, each value written once, begin so. */
    static final char REGISTER = 'r';
    /** Keys that are counted up begin so. */
    static final char COUNTER = 'c';
    /** Keys that are appended to, each word once, begin so. */
    static final char JOURNAL = 'j';
    /** Ends each word of a journal. */
    static final String WORD_END = ";";

    /** The operations. */
    public enum Kind {
        /** Answers the value. */
        GET,
        /** Overwrites the value; answers OK. */
        SET,
        /** Adds one; answers the sum. */
        INCR,
        /** Lengthens the value; answers the length. */
        APPEND
    }

    public static KvInput get(final String key) {
        return new KvInput(Kind.GET, key, "");
    }

    static KvInput set(final String key, final String value) {
        return new KvInput(Kind.SET, key, value);
    }

    static KvInput incr(final String key) {
        return new KvInput(Kind.INCR, key, "");
    }

    static KvInput append(final String key, final String word) {
        return new KvInput(Kind.APPEND, key, word);
    }

    public boolean isWrite() {
        return kind != Kind.GET;
    }

    /** The command's words. */
    List<String> words() {
        return value.isEmpty() ? List.of(kind.name(), key) : List.of(kind.name(), key, value);
    }

    /** The same as they are sent: with values in full. */
    public List<String> sent() {
        return value.isEmpty() ? words() : List.of(kind.name(), key, LongText.spell(value));
    }

    @Override
    public String toString() {
        return String.join(" ", words());
    }
}

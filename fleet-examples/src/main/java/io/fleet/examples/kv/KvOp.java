package io.fleet.examples.kv;

import io.fleet.examples.kv.value.LongDouble;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The operations of the key-value machine: code in the log, name, arity and place of the keys as Redis' COMMAND tells
 * them.
 */
public enum KvOp {
    /** Reads a value. */
    GET(1, 2, true, 1, 1, 1),
    /** Writes a value, with conditions and expiry. */
    SET(2, -3, false, 1, 1, 1),
    /** Reads several values. */
    MGET(3, -2, true, 1, -1, 1),
    /** Writes several values at once. */
    MSET(4, -3, false, 1, -1, 2),
    /** Writes a value if there is none. */
    SETNX(5, 3, false, 1, 1, 1),
    /** Writes a value with a time to live in seconds. */
    SETEX(6, 4, false, 1, 1, 1),
    /** Writes a value with a time to live in milliseconds. */
    PSETEX(7, 4, false, 1, 1, 1),
    /** Writes a value, answers the one before. */
    GETSET(8, 3, false, 1, 1, 1),
    /** Deletes a value, answers it. */
    GETDEL(9, 2, false, 1, 1, 1),
    /** Appends to a value. */
    APPEND(10, 3, false, 1, 1, 1),
    /** The length of a value. */
    STRLEN(11, 2, true, 1, 1, 1),
    /** Deletes keys. */
    DEL(12, -2, false, 1, -1, 1),
    /** Deletes keys; here the same as DEL. */
    UNLINK(13, -2, false, 1, -1, 1),
    /** Counts how many of the keys exist. */
    EXISTS(14, -2, true, 1, -1, 1),
    /** Adds one. */
    INCR(15, 2, false, 1, 1, 1),
    /** Adds a number. */
    INCRBY(16, 3, false, 1, 1, 1),
    /** Takes one away. */
    DECR(17, 2, false, 1, 1, 1),
    /** Takes a number away. */
    DECRBY(18, 3, false, 1, 1, 1),
    /** Sets a time to live in seconds. */
    EXPIRE(19, -3, false, 1, 1, 1),
    /** Sets a time to live in milliseconds. */
    PEXPIRE(20, -3, false, 1, 1, 1),
    /** Sets the time of expiry in seconds since the epoch. */
    EXPIREAT(21, -3, false, 1, 1, 1),
    /** Sets the time of expiry in milliseconds since the epoch. */
    PEXPIREAT(22, -3, false, 1, 1, 1),
    /** The time to live in seconds. */
    TTL(23, 2, true, 1, 1, 1),
    /** The time to live in milliseconds. */
    PTTL(24, 2, true, 1, 1, 1),
    /** Takes the time to live away. */
    PERSIST(25, 2, false, 1, 1, 1),
    /** The type of a value. */
    TYPE(26, 2, true, 1, 1, 1),
    /** How many keys there are. */
    DBSIZE(27, 1, true, 0, 0, 0),
    /** Walks over the keys. */
    SCAN(28, -2, true, 0, 0, 0),
    /** All keys that match a pattern. */
    KEYS(29, 2, true, 0, 0, 0),
    /** Deletes all keys. */
    FLUSHALL(30, -1, false, 0, 0, 0),
    /** Deletes all keys; there is one database only. */
    FLUSHDB(31, -1, false, 0, 0, 0),
    /** Runs a list of operations as one; what the list changes is seen at once. */
    EXEC(32, 1, false, 0, 0, 0),
    /** Agrees on the secret that keys are hashed with, if none has been agreed on. Sent by servers, not by clients. */
    HASH_SECRET(33, 2, false, 0, 0, 0),
    /** Reads a value and sets, or takes away, its expiry. */
    GETEX(40, -2, false, 1, 1, 1),
    /** Reads a part of a value. */
    GETRANGE(41, 4, true, 1, 1, 1),
    /** The old name of GETRANGE. */
    SUBSTR(42, 4, true, 1, 1, 1),
    /** Overwrites a part of a value. */
    SETRANGE(43, 4, false, 1, 1, 1),
    /** Writes several values if none of them is there. */
    MSETNX(44, -3, false, 1, -1, 2),
    /** Adds a number with a fraction. */
    INCRBYFLOAT(45, 3, false, 1, 1, 1),
    /** Gives a value another key. */
    RENAME(46, 3, false, 1, 2, 1),
    /** Gives a value another key that is not there. */
    RENAMENX(47, 3, false, 1, 2, 1),
    /** Copies a value to another key. */
    COPY(48, -3, false, 1, 2, 1),
    /** When a key expires, in seconds since the epoch. */
    EXPIRETIME(49, 2, true, 1, 1, 1),
    /** When a key expires, in milliseconds since the epoch. */
    PEXPIRETIME(50, 2, true, 1, 1, 1),
    /** Counts how many of the keys exist; there is no time of last use. */
    TOUCH(51, -2, true, 1, -1, 1),
    /** Any key. */
    RANDOMKEY(52, 1, true, 0, 0, 0),
    /** Sets a bit of a value. */
    SETBIT(53, 4, false, 1, 1, 1),
    /** Reads a bit of a value. */
    GETBIT(54, 3, true, 1, 1, 1),
    /** What two values have in common. */
    LCS(55, -3, true, 1, 2, 1),
    /** Tells about a value. */
    OBJECT(56, -2, true, 2, 2, 1),
    /** Begins to note whether keys change; answers the number of the watch, and of each key when it expires. */
    WATCH(64, -2, false, 1, -1, 1),
    /**
     * The first of a transaction: it is run only if the keys have not changed since they were watched. Sent by servers:
     * each key, and what was answered to WATCH.
     */
    UNCHANGED(65, -3, true, 1, -1, 2);

    /** Room for any number, and for any error. */
    private static final int SHORT_ANSWER = 320;
    /** Room for the help of OBJECT. */
    private static final int HELP_ANSWER = 1_024;
    /** Operations from this one on are in batches of later versions only, see {@link KvBatch}. */
    private static final int FIRST_LATER_CODE = 40;
    private static final KvOp[] BY_CODE = new KvOp[66];
    private static final Map<String, KvOp> BY_NAME = new HashMap<>();

    static {
        for (final KvOp op : values()) {
            BY_CODE[op.code] = op;
            if (op != HASH_SECRET && op != UNCHANGED) {
                BY_NAME.put(op.lowerName, op);
            }
        }
    }

    private final byte code;
    private final int arity;
    private final boolean readOnly;
    private final int firstKey;
    private final int lastKey;
    private final int keyStep;
    private final String lowerName;

    KvOp(final int code, final int arity, final boolean readOnly, final int firstKey, final int lastKey,
         final int keyStep) {
        this.code = (byte) code;
        this.arity = arity;
        this.readOnly = readOnly;
        this.firstKey = firstKey;
        this.lastKey = lastKey;
        this.keyStep = keyStep;
        lowerName = name().toLowerCase(Locale.ROOT);
    }

    /**
     * The operation of a code, which may come from anywhere.
     *
     * @param code what was read.
     * @return the operation, or null where there is none.
     */
    static KvOp ofCode(final byte code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /**
     * The operation of a name.
     *
     * @param lowerName in lower case.
     * @return the operation, or null where there is none.
     */
    public static KvOp ofName(final String lowerName) {
        return BY_NAME.get(lowerName);
    }

    /** The byte that stands for the operation in the log; never changes. */
    public byte code() {
        return code;
    }

    /** Whether it came after the others, so that only batches of later versions have it. */
    boolean isLater() {
        return code >= FIRST_LATER_CODE;
    }

    /** Whether it needs the bytes of the values that are under its keys, also where these are payloads. */
    boolean looksIntoValues() {
        return switch (this) {
            case SETRANGE, INCRBYFLOAT, SETBIT, GETBIT, LCS -> true;
            default -> false;
        };
    }

    /** Whether one that looks into values does so where they have a length; no number is longer than some. */
    boolean looksInto(final int length) {
        return this != INCRBYFLOAT || length <= LongDouble.MAX_READ;
    }

    /** Whether it gives the value of one key to another. */
    boolean copiesValues() {
        return this == RENAME || this == RENAMENX || this == COPY;
    }

    /** Whether it may take the time of many others. */
    public boolean isLong() {
        return this == KEYS || this == LCS;
    }

    /** Whether many of it together may take long. */
    public boolean isLongInNumbers() {
        return isLong() || copiesValues() || looksIntoValues() || this == SCAN || this == APPEND;
    }

    /** Whether clients may send it: all but what servers send by themselves, and what transactions are made of. */
    public boolean isCommand() {
        return this != EXEC && this != HASH_SECRET && this != UNCHANGED;
    }

    /**
     * The most that it is answered with, for one that answers no value and no list of keys.
     *
     * @param arguments how many words follow the name.
     * @return bytes; -1 where the answer may be as large as any.
     */
    public int mostAnswered(final int arguments) {
        return switch (this) {
            case GET, MGET, GETSET, GETDEL, SCAN, KEYS, EXEC, GETEX, GETRANGE, SUBSTR, LCS, RANDOMKEY, WATCH -> -1;
            case INCRBYFLOAT -> SHORT_ANSWER + LongDouble.MAX_WRITTEN;
            case OBJECT -> HELP_ANSWER;
            case SET -> arguments == 2 ? SHORT_ANSWER : -1;
            default -> SHORT_ANSWER;
        };
    }

    /**
     * How many words a command has, its name included; negative means at least so many.
     *
     * @return the arity as Redis writes it.
     */
    public int arity() {
        return arity;
    }

    /**
     * Whether a number of words fits the arity.
     *
     * @param words the name included.
     * @return whether it fits.
     */
    public boolean fits(final int words) {
        return arity >= 0 ? words == arity : words >= -arity;
    }

    /**
     * Whether the operation changes nothing.
     *
     * @return true for reads.
     */
    public boolean readOnly() {
        return readOnly;
    }

    /**
     * Which word is the first key.
     *
     * @return from 1; 0 for an operation without keys.
     */
    public int firstKey() {
        return firstKey;
    }

    /**
     * Which word is the last key.
     *
     * @return from 1; negative counts from the end.
     */
    public int lastKey() {
        return lastKey;
    }

    /**
     * How far keys lie apart.
     *
     * @return in words.
     */
    public int keyStep() {
        return keyStep;
    }

    /**
     * Whether an argument is a value to be kept, and so may travel as a payload.
     *
     * @param argument from 0, the name not counted.
     */
    boolean holdsValue(final int argument) {
        return switch (this) {
            case SET, SETNX, GETSET, APPEND -> argument == 1;
            case SETEX, PSETEX -> argument == 2;
            case MSET, MSETNX -> argument % 2 == 1;
            default -> false;
        };
    }

    /**
     * The name as error texts print it.
     *
     * @return in lower case.
     */
    public String lowerName() {
        return lowerName;
    }
}

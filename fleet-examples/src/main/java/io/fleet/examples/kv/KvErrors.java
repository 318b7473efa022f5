package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KeyHash;

/** Error texts of the machine, as Redis 7 prints them where Redis has them. */
final class KvErrors {
    static final String SYNTAX = "ERR syntax error";
    static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
    static final String OVERFLOW = "ERR increment or decrement would overflow";
    static final String DECREMENT_OVERFLOW = "ERR decrement would overflow";
    static final String TOO_LONG = "ERR string exceeds maximum allowed size (proto-max-bulk-len)";
    static final String INVALID_CURSOR = "ERR invalid cursor";
    static final String EXPIRE_NX = "ERR NX and XX, GT or LT options at the same time are not compatible";
    static final String EXPIRE_GT_LT = "ERR GT and LT options at the same time are not compatible";

    static final String OFFSET = "ERR offset is out of range";
    static final String BIT = "ERR bit is not an integer or out of range";
    static final String BIT_OFFSET = "ERR bit offset is not an integer or out of range";
    static final String NOT_A_FLOAT = "ERR value is not a valid float";
    static final String NOT_FINITE = "ERR increment would produce NaN or Infinity";
    static final String NO_KEY = "ERR no such key";
    static final String SAME_KEY = "ERR source and destination objects are the same";
    static final String LCS_BOTH = "ERR If you want both the length and indexes, please just use IDX.";
    static final String NO_FREQUENCY = "ERR An LFU maxmemory policy is not selected, access frequency not tracked."
        + " Please note that when switching between policies at runtime LRU and LFU data will take some time to"
        + " adjust.";

    static final String HASH_SECRET = "ERR a secret of hashes has " + KeyHash.SECRET_BYTES + " bytes";
    private static final int SHOWN = 128;

    private KvErrors() {
    }

    static String tooMuchWork(final long steps) {
        return "ERR what was asked for at once takes more than " + steps
            + " steps: use SCAN, a shorter pattern, or fewer commands at once";
    }

    static String tooMuchTime(final long millis) {
        return "ERR what was asked for at once takes more than " + millis
            + " ms: use SCAN, a shorter pattern, or fewer commands at once, or start the nodes with --read-threads";
    }

    static String tooMuchToLookInto(final long bytes) {
        return "ERR what was asked for at once looks into values of more than " + bytes
            + " bytes: send fewer commands at once";
    }

    static String unknownSubcommand(final String container, final String name) {
        return "ERR unknown subcommand '" + (name.length() <= SHOWN ? name : name.substring(0, SHOWN)) + "'. Try "
            + container + " HELP.";
    }

    static String patternTooLong(final int length, final int most) {
        return "ERR pattern of " + length + " bytes, but at most " + most + " are allowed";
    }

    static String replyTooLarge(final int limit, final boolean changed) {
        return "ERR reply is larger than " + limit + " bytes"
            + (changed ? " and was dropped; what the command changes was changed" : "; ask for less at once");
    }

    static String arity(final String name) {
        return "ERR wrong number of arguments for '" + name + "' command";
    }

    static String expireTime(final String name) {
        return "ERR invalid expire time in '" + name + "' command";
    }

    static String tooManyEntries(final long bound) {
        return "OOM the store may have " + bound + " entries at most (--store-entries)";
    }

    static String tooManyBytes(final long bound) {
        return "OOM the store may have " + bound + " bytes at most (--store-bytes)";
    }

    static String unsupported(final String option) {
        return "ERR Unsupported option " + (option.length() <= SHOWN ? option : option.substring(0, SHOWN));
    }
}

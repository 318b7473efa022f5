package io.fleet.examples.kv;

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

    private KvErrors() {
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
        return "ERR Unsupported option " + option;
    }
}

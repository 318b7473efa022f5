package io.fleet.bench.peer.aeron;

/** Where things lie in messages. A request: kind, correlation, key, value; a reply: correlation, kind, value. */
final class Requests {
    static final byte PUT = 1;
    static final byte GET = 2;
    /** A get of a key without a value. */
    static final byte NOTHING = 3;
    static final int KIND = 0;
    static final int CORRELATION = 8;
    static final int KEY = 16;
    static final int VALUE = 24;
    static final int REPLY_CORRELATION = 0;
    static final int REPLY_KIND = 8;
    static final int REPLY_VALUE = 9;

    private Requests() {
    }
}

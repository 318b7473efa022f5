package io.fleet.session;

/**
 * How one answer lies in a batch of replies. Little-endian; frames follow each other without gaps.
 *
 * <pre>
 *  0  int   length of the frame, this header included
 *  4  byte  status
 *  5  3     zero
 *  8  long  session id
 * 16  long  sequence of the command (the nonce for {@link #SESSION_OPENED})
 * 24        the machine's bytes, or an error message in UTF-8
 * </pre>
 */
public final class ReplyFrame {
    /** Bytes before the answer. */
    public static final int HEADER_LENGTH = 24;
    /** Where the length is. */
    public static final int LENGTH_OFFSET = 0;
    /** Where the status is. */
    public static final int STATUS_OFFSET = 4;
    /** Where the session id is. */
    public static final int SESSION_OFFSET = 8;
    /** Where the sequence is. */
    public static final int SEQUENCE_OFFSET = 16;

    /** Status: the command was executed; the machine's bytes follow. */
    public static final byte OK = 0;
    /** Status: the command was executed and the machine threw; its message follows. */
    public static final byte FAILED = 1;
    /** Status: not executed now: the client has said that it no longer waits for it (H3). */
    public static final byte STALE = 2;
    /** Status: not executed: there is no such session (expired, closed, or evicted). */
    public static final byte NO_SESSION = 3;
    /** Status: the command was executed; its answer was too large and was dropped. */
    public static final byte REPLY_TOO_LARGE = 4;
    /** Status: not executed: the table of sessions is full. */
    public static final byte TOO_MANY_SESSIONS = 5;
    /** Status: not executed: the sequence is beyond the session's window. */
    public static final byte WINDOW_EXCEEDED = 6;
    /** Status: the session was opened; its id is in the frame. */
    public static final byte SESSION_OPENED = 7;
    /** Status: the session was closed. */
    public static final byte SESSION_CLOSED = 8;
    /** Status: the session is there, and was used. */
    public static final byte SESSION_ALIVE = 11;
    /** Status: the command was executed before, once; its answer is not kept any more (S13). */
    public static final byte REPLY_GONE = 10;

    /** Status: the read was not executed, and will not be: the group does not serve it; text says why. */
    public static final byte NOT_SERVED = 16;
    /** Status: the read was not executed now: the replica is full or falls behind; text says why. */
    public static final byte READ_LATER = 17;
    /** Status: the read was not executed: as many long reads wait at the replica as may; text says so. */
    public static final byte READ_OVERLOADED = 18;

    private ReplyFrame() {
    }
}

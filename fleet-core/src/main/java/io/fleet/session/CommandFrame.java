package io.fleet.session;

/**
 * How one command lies in the body of an entry. Little-endian; frames follow each other without gaps.
 *
 * <pre>
 *  0  int   length of the frame, this header included
 *  4  byte  kind
 *  5  byte  of {@link #OPEN_SESSION}: {@link #OWNED} or zero; of {@link #CONFIRM}: {@link #ASKED} or zero
 *  6  2     zero
 *  8  long  session id (0 for {@link #OPEN_SESSION})
 * 16  long  sequence in the session, from 1 (a random nonce for {@link #OPEN_SESSION})
 * 24  long  oldest sequence whose reply the client still waits for
 * 32  int   length of the command's header
 * 36  4     zero
 * 40        header, then payload
 * </pre>
 */
public final class CommandFrame {
    /** Bytes before the command's header. */
    public static final int HEADER_LENGTH = 40;
    /** Where the length is. */
    public static final int LENGTH_OFFSET = 0;
    /** Where the kind is. */
    public static final int KIND_OFFSET = 4;
    /** Where it is said whose session is opened, or whether a confirmation is to be answered. */
    public static final int OWNER_OFFSET = 5;
    /** Where the session id is. */
    public static final int SESSION_OFFSET = 8;
    /** Where the sequence is. */
    public static final int SEQUENCE_OFFSET = 16;
    /** Where the oldest unacknowledged sequence is. */
    public static final int OLDEST_OFFSET = 24;
    /** Where the length of the command's header is. */
    public static final int COMMAND_HEADER_LENGTH_OFFSET = 32;

    /** Kind: may change state. */
    public static final byte WRITE = 1;
    /** Kind: changes nothing; executed by the replier only, leaves no trace in the session table (S10). */
    public static final byte READ = 2;
    /** Kind: opens a session; the reply carries its id. */
    public static final byte OPEN_SESSION = 3;
    /** The session that is opened is of the batcher that opens it: no other may use it. Before 3.0 any might. */
    public static final byte OWNED = 1;
    /** Kind: closes a session. */
    public static final byte CLOSE_SESSION = 4;
    /** Kind: says what its client still waits for, while that has no command to send, and uses the session. */
    public static final byte CONFIRM = 5;
    /** The replier says whether the session is there; otherwise nobody answers. Before 3.0 nobody did. */
    public static final byte ASKED = 1;

    private CommandFrame() {
    }
}

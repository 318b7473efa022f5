package io.fleet.session;

import io.fleet.config.GroupConfig;
import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The sessions of one group: part of the replicated state and of snapshots (S9, H1). It remembers which of each
 * session's writes were executed, from the oldest one that the client still waits for, and so makes every repeated
 * command harmless. It keeps their answers, too, as far as these take no more than {@code sessionBytes}: at that bound
 * answers go, first those of the session that was not used for longest, its lowest sequence first. A repeated command
 * whose answer is gone is not executed; its client is told {@link ReplyFrame#REPLY_GONE}. A session always keeps what
 * takes no more than its share, {@code sessionBytes / maxSessions}, and no session has more than half of the whole.
 *
 * <p>Memory, in bytes of heap: {@code sessionBytes} for answers, each of which counts as 96 bytes and, where it is not
 * empty, its array: 16 bytes and the next power of two from 32 up to 64 KiB, or its length beyond; and for payloads
 * that it refers to where these are in memory. Beside that 640 bytes and {@code clientWindow / 4} bytes for each of
 * {@code maxSessions}, 16 MiB of arrays for reuse or wider than they need be, and the answer that is being stored.
 *
 * <p>Pure and deterministic: replicas that make the same calls in the same order hold the same table and write the
 * same snapshot, byte for byte. Single-threaded. Allocates nothing per command once the rings and buffers have grown
 * to what the clients use; results above {@link BytePool#MAX_POOLED} bytes are the exception.
 */
public final class SessionTable {
    private static final CoverageMark EXPIRED = CoverageMark.named("session-table.session-expired");
    private static final CoverageMark FULL = CoverageMark.named("session-table.full");
    private static final CoverageMark REPLY_DROPPED = CoverageMark.named("session-table.reply-dropped-for-room");
    private static final CoverageMark NO_SESSION = CoverageMark.named("session-table.no-such-session");
    private static final int MAGIC = 0x53455346;
    private static final int VERSION = Session.VERSION_WITH_OWNERS;
    private static final CoverageMark NOT_OWNER = CoverageMark.named("session-table.session-of-another-batcher");
    private static final int MAX_SESSIONS = 1_000_000;
    private static final long MAX_IDLE_BYTES = 12 * 1024 * 1024;
    private static final long MAX_IDLE_PLACES = 4 * 1024 * 1024;
    private static final int MAP_ENTRY = 64;
    private static final SessionListener NOBODY = (sessionId, expired) -> {};

    private final int window;
    private final int maxSessions;
    private final long timeoutMillis;
    private final long maxBytes;
    private final long maxBytesOfOne;
    private final long share;
    private final SessionListener listener;
    private final BytePool pool = new BytePool(MAX_IDLE_BYTES);
    private final PlacesPool places = new PlacesPool(MAX_IDLE_PLACES);
    private final Long2ObjectHashMap<Session> sessions = new Long2ObjectHashMap<>();
    /** Ends of the list by last use. */
    private Session oldest;
    private Session newest;
    /** The same of the sessions whose answers take more than their share. */
    private Session oldestHolder;
    private Session newestHolder;
    private long bytes;
    private long dropped;
    /** The session of the command before: the next one is most often of the same. */
    private Session recent;
    private long logTimeMillis;
    private long batcher = Session.NOBODYS;
    private long nextSessionId = 1;

    /**
     * Creates an empty table.
     *
     * @param config the group's: window, number and timeout of sessions.
     */
    public SessionTable(final GroupConfig config) {
        this(config, NOBODY);
    }

    /**
     * Creates an empty table.
     *
     * @param config   the group's: window, number and timeout of sessions.
     * @param listener hears of sessions that end.
     */
    public SessionTable(final GroupConfig config, final SessionListener listener) {
        this.window = config.clientWindow();
        this.maxSessions = config.maxSessions();
        this.timeoutMillis = config.sessionTimeoutMillis();
        maxBytes = config.sessionBytes();
        maxBytesOfOne = maxBytes / 2;
        share = maxBytes / maxSessions;
        this.listener = listener;
    }

    /**
     * Must be called once for each applied entry, before its commands: sets the time, and expires the sessions that
     * were not used for longer than the session timeout. Costs no more than the number of expired sessions.
     *
     * @param newLogTimeMillis the entry's time (S11); a time before the last one counts as the last one.
     */
    public void onEntry(final long newLogTimeMillis) {
        logTimeMillis = Math.max(logTimeMillis, newLogTimeMillis);
        while (oldest != null && logTimeMillis - oldest.lastUseMillis > timeoutMillis) {
            EXPIRED.hit();
            end(oldest, true);
        }
    }

    /**
     * Whose commands come next.
     *
     * @param batcherId of the entry that they are in.
     */
    public void from(final long batcherId) {
        batcher = batcherId;
    }

    /**
     * Opens a session that only the batcher that opens it may use: to all others it is one that does not exist. Ids of
     * sessions count up, so that anybody could guess them; those of remote batchers are drawn.
     *
     * @return the id, or 0 when the table is full.
     */
    public long openOwnedSession() {
        final long id = openSession();
        if (id != 0) {
            newest.owner = batcher;
        }
        return id;
    }

    /**
     * Opens a session that any batcher may use, as those that were logged before version 3.0. Ids count up and are
     * never used again, so a late copy of the same request opens a session that nobody uses and that expires.
     *
     * @return the id, or 0 when the table is full.
     */
    public long openSession() {
        if (sessions.size() >= maxSessions) {
            FULL.hit();
            return 0;
        }
        final Session session = new Session(nextSessionId++, pool, places, listener);
        session.lastUseMillis = logTimeMillis;
        sessions.put(session.id, session);
        append(session);
        return session.id;
    }

    /**
     * Closes a session.
     *
     * @param sessionId which.
     * @return false when there is no such session of the batcher.
     */
    public boolean closeSession(final long sessionId) {
        final Session session = findOwn(sessionId);
        if (session == null) {
            return false;
        }
        end(session, false);
        return true;
    }

    /**
     * Decides about a write, raises what its client waits for, drops the results below, and notes that the session
     * was used.
     *
     * @param sessionId     the session.
     * @param sequence      the command's number in the session.
     * @param oldestAwaited the oldest sequence whose reply the client still waited for when it sent the command.
     * @return what to do; after {@link Admission#EXECUTE} the result must be given to {@link #store} before the next
     *         command.
     */
    public Admission admitWrite(final long sessionId, final long sequence, final long oldestAwaited) {
        final Session session = findOwn(sessionId);
        if (session == null) {
            NO_SESSION.hit();
            return Admission.NO_SESSION;
        }
        touch(session);
        final long before = session.bytes();
        final Admission admission = session.admit(sequence, oldestAwaited, window);
        account(session, before);
        return admission;
    }

    /**
     * Whether a write would be executed if it came next; changes nothing.
     *
     * @param batcherId     of the entry that it is in.
     * @param sessionId     the session.
     * @param sequence      the command's number in the session.
     * @param oldestAwaited as for {@link #admitWrite}.
     */
    public boolean wouldExecute(final long batcherId, final long sessionId, final long sequence,
                                final long oldestAwaited) {
        final Session session = sessions.get(sessionId);
        return session != null && (session.owner == Session.NOBODYS || session.owner == batcherId)
            && session.wouldExecute(sequence, oldestAwaited, window);
    }

    /**
     * Takes note that a client waits for nothing below a sequence, and that the session was used.
     *
     * @param sessionId the session; ignored when there is none.
     * @param oldest    the oldest sequence whose reply the client still waits for, or will.
     * @return whether the session is there.
     */
    public boolean confirm(final long sessionId, final long oldest) {
        final Session session = findOwn(sessionId);
        if (session == null) {
            return false;
        }
        touch(session);
        final long before = session.bytes();
        session.confirm(oldest);
        account(session, before);
        return true;
    }

    /**
     * Decides about a read-only command: only whether its session exists. It neither reads nor writes results,
     * because only one replica executes it (H1); that it was in the log, which every replica sees, counts as a use of
     * the session.
     *
     * @param sessionId the session.
     * @return {@link Admission#EXECUTE} or {@link Admission#NO_SESSION}.
     */
    public Admission admitRead(final long sessionId) {
        final Session session = findOwn(sessionId);
        if (session == null) {
            return Admission.NO_SESSION;
        }
        touch(session);
        return Admission.EXECUTE;
    }

    /**
     * Keeps the result of a write that {@link #admitWrite} said to execute. To be followed by {@link #makeRoom()}, once
     * the answer is given.
     *
     * @param sessionId the session.
     * @param sequence  the command's number.
     * @param status    {@link ReplyFrame#OK}, {@link ReplyFrame#FAILED}, {@link ReplyFrame#REPLY_TOO_LARGE} or
     *                  {@link StoredReply#WITH_PAYLOADS}.
     * @param reply     where the answer is; copied.
     * @param offset    of its first byte.
     * @param length    in bytes.
     * @throws IllegalStateException when the session does not exist or has a result for the sequence: the caller's
     *                               error.
     */
    public void store(final long sessionId, final long sequence, final byte status, final DirectBuffer reply,
                      final int offset, final int length) {
        final Session session = find(sessionId);
        if (session == null || !session.awaits(sequence, window)) {
            throw new IllegalStateException("session " + sessionId + ", sequence " + sequence
                + ": a result was stored for a command that was not admitted");
        }
        final long before = session.bytes();
        session.store(sequence, status, reply, offset, length);
        account(session, before);
    }

    /**
     * Drops answers until those that are kept take no more than they may, on every replica the same.
     *
     * @return how many were dropped.
     */
    public long makeRoom() {
        final long before = dropped;
        while (newestHolder != null && newestHolder.bytes() > maxBytesOfOne) {
            drop(newestHolder);
        }
        while (bytes > maxBytes && oldestHolder != null) {
            drop(oldestHolder);
        }
        return dropped - before;
    }

    private void drop(final Session session) {
        REPLY_DROPPED.hit();
        dropped++;
        final long before = session.bytes();
        session.dropLowest();
        account(session, before);
    }

    /** What a session keeps has changed. It joins the holders when it has just been used, so these have an order. */
    private void account(final Session session, final long before) {
        bytes += session.bytes() - before;
        final boolean holds = session.bytes() > share;
        if (holds && !session.isHolder) {
            appendHolder(session);
        } else if (!holds && session.isHolder) {
            unlinkHolder(session);
        }
    }

    /**
     * Finds a result.
     *
     * @param sessionId the session.
     * @param sequence  the command's number.
     * @param into      is set to the result where there is one; valid until the table is next changed.
     * @return whether there is one.
     */
    public boolean stored(final long sessionId, final long sequence, final StoredReply into) {
        final Session session = find(sessionId);
        return session != null && session.stored(sequence, into);
    }

    /**
     * The log time at which the next session expires, if it is not used before.
     *
     * @return milliseconds since the epoch; {@link Long#MAX_VALUE} where there is no session.
     */
    public long nextExpiry() {
        return oldest == null ? Long.MAX_VALUE : oldest.lastUseMillis + timeoutMillis + 1;
    }

    /**
     * What the answers take that are kept, in bytes of heap.
     *
     * @return bytes, at most {@code sessionBytes} after {@link #makeRoom()}.
     */
    public long keptBytes() {
        return bytes;
    }

    /**
     * What an answer takes that is kept, in bytes of heap.
     *
     * @param length its own, in bytes.
     * @return bytes, without those of payloads that it refers to.
     */
    public static long cost(final int length) {
        return KeptReplies.cost(length);
    }

    /**
     * How many answers were dropped to make room since this table was made.
     *
     * @return answers.
     */
    public long droppedReplies() {
        return dropped;
    }

    /**
     * Looks at all that the sessions have, one by one: for tests.
     *
     * @return what they take, in bytes of heap, without arrays that wait to be used again.
     */
    public long measure() {
        long total = 0;
        for (Session session = oldest; session != null; session = session.newer) {
            total += session.measure() + MAP_ENTRY;
        }
        return total;
    }

    /** How many sessions are open. */
    public int sessionCount() {
        return sessions.size();
    }

    /**
     * Writes the table, sessions in the order of their last use.
     *
     * @param out where to.
     */
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeLong(logTimeMillis);
        out.writeLong(nextSessionId);
        out.writeInt(sessions.size());
        for (Session session = oldest; session != null; session = session.newer) {
            session.writeSnapshot(out);
        }
    }

    /**
     * Replaces the table by what {@link #writeSnapshot} wrote; the listener hears nothing.
     *
     * @param in where from.
     * @throws SnapshotFormatException when that is not a table; this one is then empty.
     */
    public void readSnapshot(final SnapshotReader in) {
        clear();
        boolean complete = false;
        try {
            final int version = readHeader(in);
            final int count = in.readInt();
            if (count < 0 || count > MAX_SESSIONS) {
                throw new SnapshotFormatException("snapshot of the session table has " + count
                    + " sessions, but must have from 0 to " + MAX_SESSIONS);
            }
            for (int i = 0; i < count; i++) {
                restore(Session.readSnapshot(in, pool, places, listener, version));
            }
            makeRoom();
            complete = true;
        } finally {
            if (!complete) {
                clear();
            }
        }
    }

    /** The version: what sessions say. */
    private int readHeader(final SnapshotReader in) {
        final int magic = in.readInt();
        final int version = in.readInt();
        if (magic != MAGIC || version < Session.VERSION_1 || version > VERSION) {
            throw new SnapshotFormatException("snapshot of the session table starts with 0x"
                + Integer.toHexString(magic) + ", version " + version + ", but must start with 0x"
                + Integer.toHexString(MAGIC) + ", version " + Session.VERSION_1 + " to " + VERSION);
        }
        logTimeMillis = in.readLong();
        nextSessionId = in.readLong();
        if (logTimeMillis < 0 || nextSessionId < 1) {
            throw new SnapshotFormatException("snapshot of the session table has log time " + logTimeMillis
                + " and next session " + nextSessionId + ", but must have at least 0 and 1");
        }
        return version;
    }

    private void restore(final Session session) {
        if (session.id < 1 || session.id >= nextSessionId || sessions.containsKey(session.id)) {
            throw new SnapshotFormatException("snapshot of the session table has session " + session.id
                + ", but sessions must be distinct and from 1 to " + (nextSessionId - 1));
        }
        final long least = newest == null ? 0 : newest.lastUseMillis;
        if (session.lastUseMillis < least || session.lastUseMillis > logTimeMillis) {
            throw new SnapshotFormatException("snapshot of the session table has session " + session.id
                + " last used at " + session.lastUseMillis + ", but must be from " + least + " to " + logTimeMillis);
        }
        sessions.put(session.id, session);
        append(session);
        account(session, 0);
    }

    private void clear() {
        for (Session session = oldest; session != null; session = session.newer) {
            session.discard();
        }
        sessions.clear();
        oldest = null;
        newest = null;
        oldestHolder = null;
        newestHolder = null;
        bytes = 0;
        recent = null;
        logTimeMillis = 0;
        nextSessionId = 1;
    }

    /** The session if the batcher whose commands these are may use it. */
    private Session findOwn(final long sessionId) {
        final Session session = find(sessionId);
        if (session == null || session.owner == Session.NOBODYS || session.owner == batcher) {
            return session;
        }
        NOT_OWNER.hit();
        return null;
    }

    private Session find(final long sessionId) {
        if (recent != null && recent.id == sessionId) {
            return recent;
        }
        final Session session = sessions.get(sessionId);
        if (session != null) {
            recent = session;
        }
        return session;
    }

    private void touch(final Session session) {
        session.lastUseMillis = logTimeMillis;
        if (session != newest) {
            unlink(session);
            append(session);
        }
        if (session.isHolder && session != newestHolder) {
            unlinkHolder(session);
            appendHolder(session);
        }
    }

    private void end(final Session session, final boolean expired) {
        sessions.remove(session.id);
        unlink(session);
        if (recent == session) {
            recent = null;
        }
        final long before = session.bytes();
        session.release();
        account(session, before);
        listener.onSessionEnded(session.id, expired);
    }

    private void append(final Session session) {
        session.older = newest;
        session.newer = null;
        if (newest == null) {
            oldest = session;
        } else {
            newest.newer = session;
        }
        newest = session;
    }

    private void unlink(final Session session) {
        if (session.older == null) {
            oldest = session.newer;
        } else {
            session.older.newer = session.newer;
        }
        if (session.newer == null) {
            newest = session.older;
        } else {
            session.newer.older = session.older;
        }
    }

    private void appendHolder(final Session session) {
        session.isHolder = true;
        session.olderHolder = newestHolder;
        session.newerHolder = null;
        if (newestHolder == null) {
            oldestHolder = session;
        } else {
            newestHolder.newerHolder = session;
        }
        newestHolder = session;
    }

    private void unlinkHolder(final Session session) {
        session.isHolder = false;
        if (session.olderHolder == null) {
            oldestHolder = session.newerHolder;
        } else {
            session.olderHolder.newerHolder = session.newerHolder;
        }
        if (session.newerHolder == null) {
            newestHolder = session.olderHolder;
        } else {
            session.newerHolder.olderHolder = session.olderHolder;
        }
        session.olderHolder = null;
        session.newerHolder = null;
    }
}

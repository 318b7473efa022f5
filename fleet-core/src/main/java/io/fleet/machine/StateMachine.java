package io.fleet.machine;

import org.agrona.DirectBuffer;

/**
 * A deterministic service that Fleet replicates.
 *
 * <p>Every replica of a group calls {@link #apply} with the same commands in the same order, so every replica goes
 * through the same states. A machine must therefore depend on nothing but its own state and what the command hands it:
 * no wall clock ({@link Command#timeMillis()} is the only time, and {@link #onTimer} says when some has passed), no
 * random source, no iteration over identity hash codes.
 *
 * <p><b>Threads.</b> All methods are called from the one thread of the node that owns the group, never concurrently.
 * <b>Buffers.</b> What a method is handed is valid until it returns. <b>Errors.</b> An {@link Exception}
 * thrown by {@link #apply}, checked or not, is deterministic input like any other: it is counted, and the caller gets
 * {@code CommandFailedException} with its message; the machine must have left its state as every other replica
 * has left it. An {@link Error} is not: whether a recursion overflows the stack, the heap is full, an assertion is
 * enabled or a class is missing hangs on the node. One that is thrown while the log is applied, by {@link #apply},
 * {@link #looksInto}, {@link #onTimer}, {@link #onSessionOpened}, {@link #onSessionClosed} or {@link #readSnapshot},
 * therefore ends the node ({@code MachineFailedError}), and would do so again when the node starts and applies the
 * command again; a machine that cannot go on throws one. Since every replica applies the same commands, one command can
 * end all of them: bound recursion and sizes before they are used, and refuse with an exception. What changes no state
 * does not end the node: an error of {@link #query} is the caller's failure, like an exception; one of
 * {@link #writeSnapshot} means that there is no snapshot. Errors are logged with group, LSN, session and stack.
 */
public interface StateMachine {
    /**
     * Applies one command. Called once for each command (session, sequence), in log order, on every replica.
     *
     * @param command the command; valid during the call.
     * @param reply   receives the bytes that the caller gets; empty when nothing is written.
     */
    void apply(Command command, Reply reply);

    /**
     * Hands the machine what it may ask of its group: time and timers. Called once on each new machine, before
     * anything else. Not a place to schedule timers: nothing of the log is being applied.
     *
     * @param context the machine may keep it.
     */
    default void onStart(final MachineContext context) {
    }

    /**
     * Whether the machine uses {@link Payload} handles (rule C1): it decides by headers, and keeps, returns and forgets
     * payloads without looking into them. In a coded group nobody gathers them to apply a command then: a node applies
     * on the header, which came with its own segment. In a group of another mode the same machine runs alike, and
     * Fleet keeps in memory, and in snapshots, the payloads that are placed.
     *
     * <p>Where this is true, {@link Query#payload()} holds only what {@link #looksInto} or {@link #prepare} asked for.
     * Agreed: the same on all replicas, for as long as the group's log lives; a machine that begins to use handles
     * reads the logs and snapshots of before, since both are independent of it.
     *
     * @return always the same; asked for before {@link #onStart}.
     */
    default boolean usesPayloads() {
        return false;
    }

    /**
     * Whether a command's own payload is to be at hand when it is applied, by its header alone: a pure function, asked
     * ahead of the command's turn, on any replica, any number of times. Saying so has the values of such entries
     * gathered ahead, several at a time, where {@link #prepare} would have the log wait. Asked only where the machine
     * uses handles.
     *
     * @param header valid during the call.
     * @return whether {@link Query#payload()} is to hold the bytes.
     */
    default boolean looksInto(final DirectBuffer header) {
        return false;
    }

    /**
     * Says which bytes {@link #apply}, or {@link #query}, will need, looking at the command's header and at the state
     * as it is before the command. Called in the command's turn, before each command that is executed, perhaps
     * several times; must change nothing and must not throw. Asked only where the machine uses handles.
     *
     * @param command without its payload, unless {@link #looksInto} asked for it; valid during the call.
     * @param needs   takes what is needed.
     */
    default void prepare(final Query command, final PayloadNeeds needs) {
    }

    /**
     * A timer is due. It is not scheduled any more; the machine may schedule it again. What the machine throws is
     * counted ({@code callbackFailures}), logged, and goes no further: the timer has fired.
     *
     * <p>A timer fires with the first entry whose log time is at or after its deadline, before that entry's commands.
     * Where no commands come, the leader orders an empty entry. So in real time a timer is never early by the clock of
     * the leader, and late by what a commit takes and by a few milliseconds; longer while there is no leader, and while
     * a leader's clock is behind log time, which never goes back.
     *
     * <p><b>Order.</b> Before the commands of each entry, first the sessions that have expired are told, those unused
     * for longest first, then timers fire, in the order of their deadlines and, where these are equal, of their ids.
     * Then come the commands one after the other, with {@link #onSessionOpened} and {@link #onSessionClosed} where
     * clients open and close sessions.
     *
     * @param timerId    which, as it was scheduled.
     * @param timeMillis log time now, at or after the deadline.
     */
    default void onTimer(final long timerId, final long timeMillis) {
    }

    /**
     * A client has opened a session. Commands carry the session's id ({@link Query#sessionId()}); a client whose
     * session has expired opens another one, and a request to open one that arrives twice may open one that nobody uses
     * and that expires. What the machine throws is counted and logged, and the session is open.
     *
     * @param sessionId its id, which is never used again.
     */
    default void onSessionOpened(final long sessionId) {
    }

    /**
     * A session is gone: none of its commands will be applied any more. Called once for each session that was opened.
     * What the machine throws is counted and logged, and the session is gone.
     *
     * @param sessionId its id.
     * @param reason    whether its client closed it or it was not used for too long.
     */
    default void onSessionClosed(final long sessionId, final SessionEnd reason) {
    }

    /**
     * Answers a read-only command. Executed by one replica only; must not change any state.
     *
     * @param query the question; valid during the call.
     * @param reply receives the bytes that the caller gets.
     */
    default void query(Query query, Reply reply) {
        throw new UnsupportedOperationException("this state machine answers no queries: "
            + getClass().getName() + " does not override query(Query, Reply)");
    }

    /**
     * A digest of the state, for machines that can keep one as they change: replicas compare it after each 256th LSN,
     * beside their answers, and one that differs from a majority ends its node rather than serve a wrong state. Two
     * replicas that applied the same commands must return the same number, also one that was restored from a snapshot.
     * Called between two commands, on the thread that calls them; it must not walk through the state. What it throws is
     * counted and logged, the replica has nothing to compare then, and the log goes on. It is compared with that of
     * replicas whose machines have one, too, so a rolling upgrade may bring one. To change how the number is made,
     * upgrade all nodes to a version that returns 0 first.
     *
     * @return any number; 0, the default, says nothing of the state.
     */
    default long stateDigest() {
        return 0;
    }

    /**
     * Writes the whole state. Two replicas that applied the same commands must write the same bytes. Timers and
     * sessions are not part of it; Fleet writes those itself.
     *
     * <p>Called between two commands: when the node stops in good order and the group has applied enough entries since
     * the last snapshot ({@code snapshotEntries} of the node's configuration), and while it runs when a snapshot is
     * due. Then it is called on another thread than commands are, and may take its time; no other method is called
     * until it returns, and what commands did before it is visible to it. An exception is logged and means that
     * there is no snapshot; nothing is lost by it, since the log holds everything. What is written here replaces the
     * log at the next start: a machine that leaves anything out comes back without it. One that cannot write its state
     * throws, or is hosted with {@code snapshotEntries} 0.
     *
     * @param out where to write.
     */
    void writeSnapshot(SnapshotWriter out);

    /**
     * Replaces the whole state by what {@link #writeSnapshot} wrote, and reads all of it. Called on a new machine,
     * when the node starts, before any command. After an exception, such as {@code SnapshotFormatException} for a
     * version that is not known, the machine is thrown away, and a new one is fed with the whole log. Where the log was
     * trimmed behind the snapshot, or begins behind one that another node sent, the node does not start, and changes
     * nothing: so a new version of a machine must read what the one before has written.
     *
     * @param in where to read.
     */
    void readSnapshot(SnapshotReader in);
}

package io.fleet.replica;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.ModeCounter;
import io.fleet.error.MachineFailedError;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.replica.speculation.KeyChains;
import io.fleet.replica.speculation.PendingCommands;
import io.fleet.replica.speculation.PreparePool;
import io.fleet.replica.speculation.PrepareRoom;
import io.fleet.replica.speculation.SpeculatedEntry;
import io.fleet.replica.speculation.SpeculationCounters;
import io.fleet.replica.speculation.SpeculationMeans;
import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import io.fleet.session.SessionTable;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a speculative machine has prepared and not published (V1 to V7). Entries are prepared as they are ordered, in
 * LSN order without a gap; what their commands will do is foreseen: which value is chosen, at which log time, and which
 * commands the session table will let be executed. All of that is looked at again in the turn of each entry and each
 * command. Where it was foreseen wrongly everything that is prepared is revoked, the last first, and the log goes on as
 * if there had been nothing: a wrong guess costs time and nothing else. So neither the session table nor log time nor
 * the timers are ever ahead of what is applied (V4).
 *
 * <p>By whoever is at the replica's state, but for what says otherwise.
 */
final class Speculation implements PreparedCommand.DraftCalls {
    /** How many commands may be prepared: {@value}. */
    static final int MAX_COMMANDS = 1024;
    /** The entries that are prepared, and no-ops among them. */
    private static final int MAX_ENTRIES = 1024;
    /** Bytes of entries; and one more. */
    static final int MAX_BYTES = 8 << 20;
    /** Bytes of answers; and one more for each thread. */
    static final long MAX_REPLY_BYTES = 16 << 20;
    /** How many entries are begun with in a duty cycle, or how many commands, and one entry more. */
    private static final int SCAN_LIMIT = 256;
    private static final int SCAN_BYTES = 1 << 20;
    private static final CoverageMark PUBLISHED = CoverageMark.named("speculation.published");
    private static final CoverageMark HELPED = CoverageMark.named("speculation.prepared-in-its-turn");
    private static final CoverageMark WAITS = CoverageMark.named("speculation.waits-for-what-is-being-prepared");
    private static final CoverageMark REVOKED = CoverageMark.named("speculation.revoked");
    private static final CoverageMark STILL_RUNS = CoverageMark.named("speculation.revokes-once-nothing-is-prepared");
    private static final CoverageMark OTHER_VALUE = CoverageMark.named("speculation.another-value-was-chosen");
    private static final CoverageMark DUE = CoverageMark.named("speculation.log-time-brings-something-about");
    private static final CoverageMark NOT_FORESEEN = CoverageMark.named("speculation.command-was-not-foreseen");
    private static final CoverageMark NOT_EXECUTED = CoverageMark.named("speculation.command-is-not-executed");
    private static final CoverageMark BROKEN = CoverageMark.named("speculation.failed-before-the-turn");
    private static final CoverageMark BARRIER = CoverageMark.named("speculation.entry-that-is-not-prepared");
    private static final CoverageMark FULL = CoverageMark.named("speculation.no-room-for-more");
    private static final CoverageMark NO_KEYS = CoverageMark.named("speculation.keys-not-told");

    private final SpeculativeMachine<Object> machine;
    private final HostedMachine hosted;
    private final SessionTable sessions;
    private final int maxReplyBytes;
    private final ArrayDeque<SpeculatedEntry> entries = new ArrayDeque<>();
    private final ArrayDeque<PreparedCommand> commands = new ArrayDeque<>();
    private final KeyChains chains = new KeyChains();
    private final PendingCommands pending = new PendingCommands();
    private final ChosenEntry entry = new ChosenEntry();
    private final CommandCursor cursor = new CommandCursor();
    private SpeculationCounters counters = new SpeculationCounters();
    private PreparePool pool = PreparePool.OFF;
    private PrepareRoom room = new PrepareRoom(MAX_REPLY_BYTES, () -> {});
    private long bytes;
    private int blocked;
    private boolean isRevoking;
    /** The entry that cannot be prepared as long as no more is applied than was then. */
    private long barrier;
    private long barrierApplied;
    private final ShippedDrafts shipped;

    Speculation(final SpeculativeMachine<Object> machine, final HostedMachine hosted, final SessionTable sessions,
                final int maxReplyBytes) {
        this.machine = machine;
        this.hosted = hosted;
        this.sessions = sessions;
        this.maxReplyBytes = maxReplyBytes;
        shipped = new ShippedDrafts(hosted);
    }

    /** Commands are prepared early from now on, where there is a thread; and effects are shipped. */
    void start(final SpeculationMeans means) {
        start(means.pool(), new PrepareRoom(MAX_REPLY_BYTES, means.signal()));
        shipped.start(means.effects());
    }

    private void start(final PreparePool newPool, final PrepareRoom newRoom) {
        pool = newPool;
        room = newRoom;
    }

    /** Another machine takes the place of this one, and what is prepared is thrown away with it (V5). */
    void moveTo(final Speculation other) {
        commands.forEach(command -> command.cancel(pool));
        clear();
        other.start(pool, room.another());
        other.counters = counters;
        shipped.moveTo(other.shipped);
        pool = PreparePool.OFF;
    }

    List<ModeCounter> counters() {
        return counters.all();
    }

    /** Whether nothing is prepared, or being prepared. */
    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Goes on with what waits for others, or revokes for a replica that is paused (V5); how much was done. */
    int doWork(final boolean isPaused) {
        if (isRevoking || isPaused && !isEmpty()) {
            return revoke() ? 1 : 0;
        }
        int work = 0;
        if (blocked > 0) {
            for (final PreparedCommand command : commands) {
                work += command.passOn(pool);
            }
            blocked -= work;
        }
        return work;
    }

    /**
     * Has prepared what is ordered and was not looked at yet; nothing for a replica that is paused.
     *
     * @param applied   up to where all is applied.
     * @param logTime   as of there.
     * @param isPaused  whether nothing more is to be.
     * @param isInEntry whether an entry is applied in part.
     * @return how much was done.
     */
    int goOn(final ChosenEntries chosen, final long applied, final long logTime, final boolean isPaused,
             final boolean isInEntry) {
        return isPaused ? doWork(!isInEntry) : scan(chosen, applied, logTime, isInEntry);
    }

    private int scan(final ChosenEntries chosen, final long applied, final long logTime, final boolean isInEntry) {
        if (pool.isOff() || isRevoking || isInEntry && entries.isEmpty()) {
            return 0;
        }
        int work = 0;
        final int commandsBefore = commands.size();
        final long bytesBefore = bytes;
        while (work < SCAN_LIMIT && commands.size() - commandsBefore < SCAN_LIMIT && bytes - bytesBefore < SCAN_BYTES
            && hasRoomForEntry()) {
            final long lsn = entries.isEmpty() ? applied + 1 : entries.peekLast().lsn() + 1;
            if (lsn == barrier && applied == barrierApplied || shipped.isExpected(lsn) || !chosen.readOrdered(lsn,
                entry)) {
                break;
            }
            final long before = entries.isEmpty() ? logTime : entries.peekLast().timeMillis();
            final long time = Math.max(before, entry.meta.timestamp);
            if (!isPlain(time)) {
                barrier = lsn;
                barrierApplied = applied;
                break;
            }
            append(new SpeculatedEntry(lsn, time, entry));
            work++;
        }
        return work;
    }

    private boolean hasRoomForEntry() {
        final boolean has = entries.size() < MAX_ENTRIES && commands.size() < MAX_COMMANDS && bytes < MAX_BYTES;
        if (!has) {
            FULL.hit();
        }
        return has;
    }

    /** Whether the entry has nothing but writes and reads, and its log time brings nothing about (V6). */
    private boolean isPlain(final long time) {
        if (entry.meta.isConfiguration() || isDue(time)) {
            BARRIER.hit();
            return false;
        }
        if (entry.meta.isNoOp()) {
            return true;
        }
        int writes = 0;
        cursor.wrap(entry.body, entry.offset, entry.meta.length);
        while (cursor.next()) {
            if (cursor.kind() == CommandFrame.OPEN_SESSION || cursor.kind() == CommandFrame.CLOSE_SESSION) {
                BARRIER.hit();
                return false;
            }
            writes += cursor.kind() == CommandFrame.WRITE ? 1 : 0;
        }
        return !cursor.isMalformed() && commands.size() + writes <= MAX_COMMANDS;
    }

    /** Whether sessions end or timers fire when log time has come so far. */
    private boolean isDue(final long time) {
        return hosted.timers().isDue(time) || sessions.nextExpiry() <= time;
    }

    private void append(final SpeculatedEntry next) {
        entries.add(next);
        bytes += next.length();
        cursor.wrap(next.body(), 0, next.length());
        for (int index = 0; cursor.next(); index++) {
            final long session = cursor.sessionId();
            if (cursor.kind() == CommandFrame.WRITE
                && sessions.wouldExecute(next.batcherId(), session, cursor.sequence(), cursor.oldest())
                && pending.add(session, cursor.sequence())) {
                append(new PreparedCommand(room, this, next, index, cursor, maxReplyBytes));
            }
        }
    }

    private void append(final PreparedCommand command) {
        chains.begin();
        try {
            machine.keys(command.command(), chains);
        } catch (final Exception e) {
            chains.all();
            tellOfKeys(command, e);
        } catch (final Error e) {
            chains.all();
            if (hosted.isFirstFailure("keys") || MachineFailedError.endsTheNodeOnItsThread(e)) {
                hosted.survive("keys", command.lsn(), command.sessionId(), e);
            }
        }
        chains.append(command);
        commands.add(command);
        if (command.isBlocked()) {
            blocked++;
        } else {
            command.offer(pool);
        }
    }

    /** A machine whose keys fail for one command may fail for all: it is told once. */
    private void tellOfKeys(final PreparedCommand command, final Exception failure) {
        NO_KEYS.hit();
        if (hosted.isFirstFailure("keys")) {
            hosted.failed("keys", command.sessionId(), failure);
        }
    }

    /**
     * An entry is chosen and the next to be applied: whether it may begin. Where something else was foreseen, nothing
     * is prepared when it does (V1, V2).
     *
     * @return false while somebody prepares what has to be revoked, or its effects may still come (V8).
     */
    boolean mayBegin(final long lsn, final long time, final EntryMeta meta) {
        return isForeseenOrRevoked(lsn, time, meta) && shipped.mayBegin(lsn, meta, !entries.isEmpty());
    }

    /** The commands of an entry are about to be applied, upon a state that a digest is of. */
    void begin(final long lsn, final EntryMeta meta, final long digest) {
        shipped.begin(lsn, meta, digest);
    }

    private boolean isForeseenOrRevoked(final long lsn, final long time, final EntryMeta meta) {
        if (entries.isEmpty()) {
            return true;
        }
        if (isRevoking) {
            return revoke();
        }
        if (!entries.peek().is(lsn, time, meta)) {
            OTHER_VALUE.hit();
            return revoke();
        }
        if (isDue(time)) {
            DUE.hit();
            return revoke();
        }
        return true;
    }

    /**
     * It is the turn of a command: publishes what was prepared of it, or prepares and publishes it now. Its LSN and
     * place in the entry say which it is.
     *
     * @param command the command.
     * @param reply   for its answer, where nothing was prepared.
     * @return what has the answer; null while somebody is at what has to be over first.
     */
    ReplyBuffer execute(final CommandView command, final ReplyBuffer reply, final int index) {
        final PreparedCommand next = commands.peek();
        if (next != null && !isRevoking && next.is(command.lsn(), index)) {
            final boolean wasDone = next.isDone();
            final Throwable early = next.earlyFailure();
            if (!next.help(pool)) {
                WAITS.hit();
                return null;
            }
            if (!wasDone) {
                HELPED.hit();
            }
            tellOfEarly(next, early);
            return publish(next);
        }
        if (!entries.isEmpty()) {
            NOT_FORESEEN.hit();
            if (!revoke()) {
                return null;
            }
        }
        return executeNow(command, reply, index);
    }

    /** A machine that throws early may do so for each command, and does all of its work twice: it is told once. */
    private void tellOfEarly(final PreparedCommand command, final @Nullable Throwable failure) {
        if (failure == null) {
            return;
        }
        counters.failedEarly.increment();
        if (failure instanceof Exception && hosted.isFirstFailure("prepare before its turn")) {
            hosted.failed("prepare before its turn", command.sessionId(), (Exception) failure);
        }
    }

    private ReplyBuffer publish(final PreparedCommand command) {
        final ReplyBuffer answer = command.reply();
        commands.poll();
        PUBLISHED.hit();
        counters.published.increment();
        final boolean isPublished = publish(command.hasDraft(), command.effect(), command.sessionId(), answer,
            command.index());
        if (isPublished) {
            blocked -= command.passOn(pool);
        }
        forget(command);
        if (!isPublished) {
            revoke();
        }
        return answer;
    }

    /** False where that failed: what is prepared behind was prepared upon a draft that is not published (V2). */
    private boolean publish(final boolean hasDraft, final Object effect, final long session, final ReplyBuffer reply,
                            final int place) {
        if (hasDraft) {
            final boolean isNoted = shipped.note(place, effect, session, reply);
            try {
                hosted.publish(machine, effect, session, reply);
                counters.shipped.add(isNoted ? 1 : 0);
            } catch (final Exception e) {
                reply.fail(e);
                if (isNoted) {
                    shipped.withdraw();
                }
                return false;
            }
        }
        return true;
    }

    private void forget(final PreparedCommand command) {
        pending.remove(command.sessionId(), command.sequence());
        command.forget();
    }

    private ReplyBuffer executeNow(final CommandView command, final ReplyBuffer reply, final int place) {
        reply.reset();
        if (shipped.insert(command, place, reply)) {
            counters.inserted.increment();
            publish(true, shipped.effect(), command.sessionId(), reply, place);
            return reply;
        }
        counters.inTurn.increment();
        boolean hasDraft = false;
        Object effect = null;
        try {
            effect = prepareInTurn(command, reply);
            hasDraft = true;
        } catch (final Exception e) {
            reply.fail(e);
        }
        publish(hasDraft, effect, command.sessionId(), reply, place);
        return reply;
    }

    @Override
    public Object prepare(final CommandView command, final ReplyBuffer reply) {
        try {
            return machine.prepare(command, reply);
        } catch (final Throwable e) {
            BROKEN.hit();
            throw e;
        }
    }

    @Override
    public Object prepareInTurn(final CommandView command, final ReplyBuffer reply) {
        try {
            return machine.prepare(command, reply);
        } catch (final Error e) {
            throw hosted.ended("prepare", command.sessionId(), e);
        }
    }

    /**
     * It is the turn of a write that is not executed.
     *
     * @return false while somebody prepares what has to be revoked, since it was foreseen to be.
     */
    boolean pass(final long lsn, final int index) {
        if (isRevoking || !commands.isEmpty() && commands.peek().is(lsn, index)) {
            NOT_EXECUTED.hit();
            return revoke();
        }
        return true;
    }

    /** All of an entry is applied. */
    void applied(final long lsn) {
        shipped.applied(lsn);
        if (!entries.isEmpty() && entries.peek().lsn() == lsn) {
            bytes -= entries.poll().length();
            if (!commands.isEmpty() && commands.peek().lsn() <= lsn) {
                throw new IllegalStateException("LSN " + lsn + " is applied, but a command of LSN "
                    + commands.peek().lsn() + " that was prepared is not");
            }
            if (commands.isEmpty()) {
                chains.clear();
            }
        }
    }

    /**
     * Revokes all that is prepared, the last first, once nobody is preparing anything (V2).
     *
     * @return false while somebody is; then this is called again.
     */
    boolean revoke() {
        isRevoking = true;
        boolean isQuiet = true;
        for (final PreparedCommand command : commands) {
            isQuiet &= command.cancel(pool);
        }
        if (!isQuiet) {
            STILL_RUNS.hit();
            return false;
        }
        while (!commands.isEmpty()) {
            final PreparedCommand last = commands.pollLast();
            if (last.hasDraft()) {
                REVOKED.hit();
                counters.revoked.increment();
                revoke(last);
            }
            forget(last);
        }
        clear();
        return true;
    }

    private void revoke(final PreparedCommand command) {
        try {
            machine.revoke(command.effect());
        } catch (final Exception e) {
            throw hosted.ended("revoke", command.sessionId(), new AssertionError("revoke must not fail", e));
        } catch (final Error e) {
            throw hosted.ended("revoke", command.sessionId(), e);
        }
    }

    private void clear() {
        entries.clear();
        commands.clear();
        chains.clear();
        pending.clear();
        bytes = 0;
        blocked = 0;
        barrier = 0;
        isRevoking = false;
    }
}

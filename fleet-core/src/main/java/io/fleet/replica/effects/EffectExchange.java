package io.fleet.replica.effects;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.replication.Effects;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Sends the effects of what the leader has executed, and keeps those that come until their entries are executed here
 * (V8). Where effects have come in time before, an entry waits for its own: until they are there, or those of a later
 * entry are, or nothing has come for a while. Effects are of use, and nothing hangs on them: what is lost is executed.
 *
 * <p>By whoever has the node's duty; other threads never.
 */
public final class EffectExchange {
    /** How long an entry waits for a leader from which nothing comes, in nanoseconds. */
    static final long PATIENCE_NS = 50_000_000;
    /** How far ahead of what is executed here effects are kept. */
    static final int MAX_AHEAD = 1024;
    /** Bytes of records that are kept, or wait to be sent, and one entry more. */
    static final int MAX_BYTES = 4 << 20;
    /** So many bytes leave in a duty cycle, and one message more: what the protocol has to say needs room, too. */
    private static final int SEND_BYTES = 256 << 10;
    /** After so many entries in a row with nothing to insert, commands are prepared early again. */
    static final int EMPTY_LIMIT = 8;
    private static final int NOBODY = -1;
    private static final CoverageMark LATE = CoverageMark.named("effects.came-late");
    private static final CoverageMark FULL = CoverageMark.named("effects.no-room-to-keep-them");
    private static final CoverageMark UNSOUND = CoverageMark.named("effects.unsound");
    private static final CoverageMark LOST = CoverageMark.named("effects.lost-before-those-of-a-later-entry");
    private static final CoverageMark EMPTY = CoverageMark.named("effects.too-many-without");
    private static final CoverageMark SILENT = CoverageMark.named("effects.waited-in-vain");
    private static final CoverageMark PUSHED_BACK = CoverageMark.named("effects.wait-for-room-in-the-transport");
    private static final CoverageMark DROPPED = CoverageMark.named("effects.dropped-by-their-sender");

    private final Effects message = new Effects();
    private final ArrayDeque<EntryEffects> outgoing = new ArrayDeque<>();
    private final ArrayDeque<EntryEffects> incoming = new ArrayDeque<>();
    private int outgoingBytes;
    private int incomingBytes;
    private boolean isUsed;
    private int format;
    private long ballot;
    private boolean isLeading;
    private long nowNs;
    /** Whether effects have come in time. */
    private boolean isExpected;
    /** The first LSN of which effects may be of use. */
    private long usefulFrom;
    /** Whether this replica has made something else of the log than a leader: nothing is inserted upon that. */
    private boolean isBarred;
    /** The last entry that has begun. */
    private long begun;
    private int empty;
    private long awaited;
    private long deadlineNs;
    private boolean isWaiting;

    /** Creates one that neither sends nor keeps anything. */
    public EffectExchange() {
    }

    /**
     * The machine ships.
     *
     * @param itsFormat what its effects look like.
     */
    public void use(final int itsFormat) {
        isUsed = true;
        format = itsFormat * 31 + ExecutionDigest.VERSION;
    }

    /**
     * A duty cycle begins.
     *
     * @param now        the monotonic clock.
     * @param newBallot  of who leads.
     * @param isShipping whether this node leads, and has somebody to ship to.
     */
    public void begin(final long now, final long newBallot, final boolean isShipping) {
        nowNs = now;
        isWaiting = false;
        isLeading = isShipping;
        if (newBallot != ballot) {
            ballot = newBallot;
            clear();
        }
        if (!isShipping) {
            outgoing.clear();
            outgoingBytes = 0;
        }
    }

    /**
     * Sends what there is, but no more in a duty cycle than leaves room for the protocol.
     *
     * @param outbound where to.
     * @return how much was done.
     */
    public int doWork(final Outbound outbound) {
        int work = 0;
        int bytes = 0;
        while (bytes < SEND_BYTES && !outgoing.isEmpty() && outgoing.peek().next(message)) {
            message.format = format;
            if (!outbound.sendToExecuting(message)) {
                PUSHED_BACK.hit();
                outgoing.peek().notSent(message);
                break;
            }
            work++;
            bytes += message.length;
            outgoing.peek().sent(message);
            if (message.isLast) {
                outgoingBytes -= outgoing.poll().length();
            }
        }
        return work;
    }

    /** Nothing that was here is of use any more. */
    public void clear() {
        outgoing.clear();
        incoming.clear();
        outgoingBytes = 0;
        incomingBytes = 0;
        isExpected = false;
        isWaiting = false;
        usefulFrom = 0;
        awaited = 0;
        empty = 0;
    }

    /** Another state has taken the place of this replica's. */
    public void restart() {
        clear();
        isBarred = false;
        begun = 0;
    }

    /** Whether effects are to be shipped of the entries that are executed here: what has differed may be wrong. */
    public boolean isShipping() {
        return isUsed && isLeading && !isBarred;
    }

    /**
     * An entry was executed, and its effects are to be sent.
     *
     * @param effects what came of it.
     */
    public void ship(final EntryEffects effects) {
        if (!isShipping()) {
            return;
        }
        if (outgoingBytes >= MAX_BYTES || outgoing.size() >= MAX_AHEAD) {
            DROPPED.hit();
            return;
        }
        outgoing.add(effects);
        outgoingBytes += effects.length();
    }

    /**
     * Effects have come.
     *
     * @param sender  the node that sent them.
     * @param chunk   them.
     * @param applied up to where all is executed here.
     */
    public void onEffects(final int sender, final Effects chunk, final long applied) {
        final int leader = ballot == Ballot.NONE ? NOBODY : Ballot.node(ballot);
        if (!isUsed || isBarred || isLeading || sender != leader || chunk.format != format || chunk.lsn > applied
            + MAX_AHEAD) {
            return;
        }
        if (chunk.lsn <= Math.max(applied, begun)) {
            LATE.hit();
            return;
        }
        EntryEffects last = incoming.peekLast();
        if (last == null || last.lsn() < chunk.lsn) {
            if (incomingBytes >= MAX_BYTES) {
                FULL.hit();
                return;
            }
            last = new EntryEffects(chunk);
            incoming.add(last);
        } else if (last.lsn() > chunk.lsn || last.has(chunk)) {
            return;
        }
        if (!last.append(chunk)) {
            UNSOUND.hit();
            incomingBytes -= last.length();
            incoming.pollLast();
            return;
        }
        incomingBytes += chunk.length;
        isExpected |= last.isComplete() && last.length() > 0 && chunk.lsn >= usefulFrom;
    }

    /**
     * Whether effects of an entry are likely to come in time, so that its commands need not be prepared early.
     *
     * @param lsn the entry.
     */
    public boolean isExpected(final long lsn) {
        return isExpected && (incoming.isEmpty() || incoming.peek().lsn() <= lsn);
    }

    /** Whether an entry waits, so that time alone brings something about. */
    public boolean isWaiting() {
        return isWaiting;
    }

    /**
     * An entry is the next to be executed: whether it has to wait for its effects.
     *
     * @param lsn     the entry.
     * @param isEmpty whether nothing can come of it.
     */
    public boolean mustWait(final long lsn, final boolean isEmpty) {
        isWaiting = isExpected && !isEmpty && !isLeading && !isHere(lsn) && !isOverdue(lsn);
        return isWaiting;
    }

    private boolean isHere(final long lsn) {
        forgetBefore(lsn);
        final EntryEffects first = incoming.peek();
        if (first == null) {
            return false;
        }
        if (first.lsn() > lsn || !first.isComplete() && incoming.size() > 1) {
            LOST.hit();
            return true;
        }
        return first.isComplete();
    }

    private boolean isOverdue(final long lsn) {
        if (awaited != lsn) {
            awaited = lsn;
            deadlineNs = nowNs + PATIENCE_NS;
        }
        if (nowNs - deadlineNs < 0) {
            return false;
        }
        SILENT.hit();
        isExpected = false;
        return true;
    }

    private void forgetBefore(final long lsn) {
        while (!incoming.isEmpty() && incoming.peek().lsn() < lsn) {
            incomingBytes -= incoming.poll().length();
        }
    }

    /**
     * An entry is about to be executed.
     *
     * @param lsn the entry.
     * @return its effects; null where not all of them are here.
     */
    public @Nullable EntryEffects take(final long lsn) {
        begun = lsn;
        awaited = 0;
        forgetBefore(lsn);
        final EntryEffects first = incoming.peek();
        if (first == null || first.lsn() != lsn || !first.isComplete()) {
            return null;
        }
        incomingBytes -= first.length();
        empty = first.length() > 0 ? 0 : empty + 1;
        if (empty >= EMPTY_LIMIT) {
            EMPTY.hit();
            isExpected = false;
        }
        return incoming.poll();
    }

    /**
     * What the leader has made of the log is not what this replica has made of it. One of the two is wrong; from now on
     * this one executes, so that the difference can be found.
     */
    public void differs() {
        clear();
        isBarred = true;
    }

    /**
     * This replica cannot tell yet whether it has made the same of the log: effects may be of use when a window of the
     * digest begins.
     *
     * @param lsn of an entry whose effects are not.
     */
    public void cannotTell(final long lsn) {
        isExpected = false;
        usefulFrom = Math.max(usefulFrom, lsn - (lsn - 1) % ExecutionDigest.WINDOW + ExecutionDigest.WINDOW);
    }
}

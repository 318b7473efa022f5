package io.fleet.scattered.body;

import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import java.util.ArrayList;

/**
 * The bodies a node holds in memory (HC-04). Those that wait to be ordered are bounded here, by {@code pendingEntries}
 * and {@code pendingBytes} (S13). Those that are ordered are kept until the replica has recorded them, as long as they
 * take no more than {@code pendingBytes} of memory ({@link #keep}): the others go on without a node whose disk hangs,
 * and it must not collect all that they order. What is not kept is asked for when there is room. A quarter of the room
 * is for the next {@link #NEAR} LSNs that are not recorded, and the body of the first always has room, so a node that
 * lags gets on, and is not held up by bodies that it needs much later. A leader keeps what it orders and what it must
 * order again ({@link #ordered}); it orders no more once that reaches a bound of its own ({@code Leader}). A body
 * counts as held only when it is whole and matches its digest (S8, M2).
 */
public final class PendingBodies {
    private static final CoverageMark USELESS = CoverageMark.named("pending-bodies.useless-body-ignored");
    private static final CoverageMark OTHER_BODY = CoverageMark.named("pending-bodies.chunk-of-another-body");
    private static final CoverageMark MISMATCH = CoverageMark.named("pending-bodies.digest-mismatch");
    private static final CoverageMark OTHER_VALUE = CoverageMark.named("pending-bodies.another-value-was-ordered");
    private static final CoverageMark LEFT_OVER = CoverageMark.named("pending-bodies.left-over-swept");
    private static final CoverageMark FULL = CoverageMark.named("pending-bodies.full");
    private static final CoverageMark OLDEST_DROPPED = CoverageMark.named("pending-bodies.oldest-dropped");
    private static final CoverageMark STALLED_DROPPED = CoverageMark.named("pending-bodies.stalled-dropped");
    private static final CoverageMark LEFT_TO_OTHERS = CoverageMark.named("body-buffer.left-to-others");
    private static final CoverageMark NOT_KEPT = CoverageMark
        .named("pending-bodies.ordered-body-not-kept-for-want-of-room");
    private static final CoverageMark OLD_DROPPED = CoverageMark.named("pending-bodies.meant-for-a-leader-of-long-ago");
    /** Longer bodies are for modes that split them: they fit into no record, nor into a fetch. */
    private static final int MAX_LENGTH = 2 * SizeLimits.SHORT_BYTES;

    /** After this long a whole body that nobody ordered makes room when room is needed (HC-07). */
    private static final long LINGER_NS = 10_000_000_000L;
    /** After so many times of what batchers wait a node that never leads forgets a body that is not ordered. */
    private static final int RETRIES = 4;

    /** So many LSNs above what is recorded have a quarter of the room for themselves. */
    public static final int NEAR = 1024;

    /** So many are looked at to find that nobody waits for any. */
    private static final int FEW = 8;

    /** What became of a chunk. */
    public enum Result {
        /** Kept; more chunks are missing. */
        PARTIAL,
        /** The body is now whole. */
        COMPLETE,
        /** Already here, or of no use. */
        IGNORED,
        /** There is no room for another unordered body. */
        FULL
    }

    private final int maxUnordered;
    private final long maxUnorderedBytes;
    private final long maxOrderedBytes;
    private final GroupCounters counters;
    private final long stalledNs;
    private long lingerNs = LINGER_NS;
    private boolean neverOrders;
    private final IntervalTimer lookTime;
    private final Digest digest = new Digest();
    private final BodyTable table = new BodyTable();
    private final BodyPool pool;
    private final ArrayDeque<PendingBody> spare = new ArrayDeque<>();
    private final ArrayList<PendingBody> leftovers = new ArrayList<>();
    private PendingBody oldest;
    private PendingBody newest;
    private int unordered;
    private long unorderedBytes;
    private int wanted;
    /** What bodies that are ordered take in memory, or will when they have come. */
    private long orderedBytes;

    public PendingBodies(final GroupConfig config, final GroupCounters counters) {
        maxUnordered = config.pendingEntries();
        maxUnorderedBytes = config.pendingBytes();
        maxOrderedBytes = config.pendingBytes();
        pool = new BodyPool(config.pendingBytes());
        this.counters = counters;
        stalledNs = config.retryMillis() * 1_000_000;
        lookTime = new IntervalTimer(stalledNs / 4);
    }

    /** The body with an id whether whole or not, or null. */
    public PendingBody get(final long batcherId, final long sequence) {
        return table.get(batcherId, sequence);
    }

    /** The whole body of a value, or null. */
    public PendingBody held(final EntryMeta meta) {
        final PendingBody body = table.get(meta.batcherId, meta.sequence);
        return body != null && body.complete && body.matches(meta) ? body : null;
    }

    /**
     * Takes a chunk from a batcher or in answer to a fetch. {@code currentBallot} tells which unordered bodies are of
     * no use any more.
     */
    public Result onChunk(final EntryBody chunk, final long currentBallot, final long nowNs) {
        PendingBody body = table.get(chunk.batcherId, chunk.sequence);
        if (body == null) {
            if (chunk.targetBallot == 0 || chunk.targetBallot < currentBallot) {
                USELESS.hit();
                return Result.IGNORED;
            }
            if (chunk.totalLength > MAX_LENGTH || !makeRoom(chunk.totalLength, currentBallot, nowNs)) {
                FULL.hit();
                counters.bodiesDropped.increment();
                return Result.FULL;
            }
            body = create(chunk.batcherId, chunk.sequence, chunk.digest, chunk.totalLength);
            body.targetBallot = chunk.targetBallot;
            body.wish.read(chunk);
            wanted = Math.max(wanted, chunk.wanted);
            body.arrivalNs = nowNs;
            link(body);
        } else if (body.complete || body.request.isLeft()) {
            return Result.IGNORED;
        } else if (body.digest != chunk.digest || body.length != chunk.totalLength) {
            OTHER_BODY.hit();
            counters.digestMismatches.increment();
            return Result.IGNORED;
        }
        body.chunkNs = nowNs;
        if (body.lsn == 0) {
            body.request.startOver();
        }
        final int missing = body.missing();
        final boolean isWhole = body.take(chunk, pool);
        if (body.missing() < missing) {
            body.newChunkNs = nowNs;
        }
        if (!isWhole) {
            return Result.PARTIAL;
        }
        if (digest.of(body.buffer, 0, body.length) != body.digest) {
            MISMATCH.hit();
            counters.digestMismatches.increment();
            body.giveBack(pool);
            body.expect(body.digest, body.length);
            return Result.IGNORED;
        }
        body.complete = true;
        body.request.stop();
        return Result.COMPLETE;
    }

    /**
     * An LSN was given to an entry: its body, held, partial or missing, is kept from now on until {@link #release}. A
     * body of the same id that does not match the value is thrown away.
     */
    public PendingBody ordered(final long lsn, final EntryMeta meta, final long nowNs) {
        PendingBody body = table.get(meta.batcherId, meta.sequence);
        if (body == null) {
            body = create(meta.batcherId, meta.sequence, meta.digest, meta.length);
            body.arrivalNs = nowNs;
        } else {
            if (body.lsn == 0) {
                unlink(body);
            } else {
                orderedBytes -= reserved(body);
            }
            body.request.left(false);
            if (!body.matches(meta)) {
                OTHER_VALUE.hit();
                counters.digestMismatches.increment();
                body.giveBack(pool);
                body.request.stop();
                body.expect(meta.digest, meta.length);
            }
        }
        body.lsn = lsn;
        orderedBytes += BodyPool.capacity(body.length);
        return body;
    }

    /**
     * As {@link #ordered}, where there is room for the body (S13).
     *
     * @param recorded up to where the replica has recorded entries: the next one always has room.
     * @return null where there is none; a body that is here stays with those that are not ordered.
     */
    public PendingBody keep(final long lsn, final EntryMeta meta, final long recorded, final long nowNs) {
        final PendingBody body = table.get(meta.batcherId, meta.sequence);
        if ((body == null || body.lsn == 0 || body.request.isLeft()) && lsn > recorded + 1
            && orderedBytes + BodyPool.capacity(meta.length) > most(lsn, recorded)) {
            NOT_KEPT.hit();
            return null;
        }
        return ordered(lsn, meta, nowNs);
    }

    /**
     * An LSN was given to an entry whose body is left to others: what is here of it, and what comes, is let go of,
     * until it is {@link #ordered} after all. Takes no room. Of no effect where the id has an LSN already.
     */
    public void leave(final long lsn, final EntryMeta meta) {
        final PendingBody body = table.get(meta.batcherId, meta.sequence);
        if (body != null && body.lsn != 0) {
            return;
        }
        if (body != null) {
            drop(body);
        }
        LEFT_TO_OTHERS.hit();
        final PendingBody left = create(meta.batcherId, meta.sequence, meta.digest, meta.length);
        left.lsn = lsn;
        left.request.left(true);
    }

    private static int reserved(final PendingBody body) {
        return body.request.isLeft() ? 0 : BodyPool.capacity(body.length);
    }

    /** Keeps a held body from now on, as {@link #keep} does; of no effect where it is kept already or not held. */
    public void pin(final long lsn, final EntryMeta meta, final long recorded, final long nowNs) {
        final PendingBody body = held(meta);
        if (body != null && body.lsn == 0) {
            keep(lsn, meta, recorded, nowNs);
        }
    }

    /** Another thread uses the bytes of a held body for as long as it takes; what is here goes on with a copy. */
    public void lend(final EntryMeta meta) {
        final PendingBody body = held(meta);
        if (body != null) {
            body.lend(pool);
        }
    }

    /**
     * Whether bodies that are ordered have less than all the room that one at an LSN may have.
     *
     * @param recorded up to where the replica has recorded entries.
     */
    public boolean hasRoom(final long lsn, final long recorded) {
        return orderedBytes < most(lsn, recorded);
    }

    private long most(final long lsn, final long recorded) {
        return lsn <= recorded + NEAR ? maxOrderedBytes : maxOrderedBytes - maxOrderedBytes / 4;
    }

    /** Whether bodies that are ordered take over half of all the room that they may have. */
    public boolean isCrowded() {
        return orderedBytes > maxOrderedBytes / 2;
    }

    /** What bodies that are ordered take in memory, or will when they have come, in bytes. */
    public long orderedBytes() {
        return orderedBytes;
    }

    /** Forgets the body of a value that was ordered at an LSN and is not needed there any more. */
    public void release(final long lsn, final EntryMeta meta) {
        final PendingBody body = table.get(meta.batcherId, meta.sequence);
        if (body != null && body.lsn == lsn) {
            drop(body);
        }
    }

    /**
     * Forgets every body that was ordered at an LSN up to the given one: its LSN is recorded, with this value or
     * another.
     */
    public void sweep(final long recorded) {
        table.forEach(body -> {
            if (body.lsn != 0 && body.lsn <= recorded) {
                leftovers.add(body);
            }
        });
        for (int i = leftovers.size() - 1; i >= 0; i--) {
            LEFT_OVER.hit();
            drop(leftovers.remove(i));
        }
    }

    /**
     * Forgets bodies that were meant for a leader that has been followed by another long ago: who had them ordered has
     * them, and their batchers have sent what is still wanted again. Where this node never orders, any that are old.
     */
    public void forgetOld(final long currentBallot, final long nowNs) {
        while (oldest != null && (oldest.targetBallot < currentBallot || neverOrders)
            && nowNs - oldest.arrivalNs >= lingerNs) {
            OLD_DROPPED.hit();
            counters.bodiesDropped.increment();
            drop(oldest);
        }
    }

    /**
     * Whether nobody waits for a body that is here: all are meant for former leaders, or nothing of them has come for
     * long, and they are few.
     */
    public boolean areOld(final long currentBallot, final long nowNs) {
        if (unordered > FEW || size() != unordered) {
            return false;
        }
        for (PendingBody body = oldest; body != null; body = body.newer) {
            if (body.targetBallot >= currentBallot && nowNs - body.chunkNs < lingerNs) {
                return false;
            }
        }
        return true;
    }

    /**
     * This node never leads, and may record entries before it has seen the bodies that it leaves to others: what is not
     * ordered in four times the time that batchers wait is of no use.
     */
    public void neverOrders() {
        neverOrders = true;
        lingerNs = Math.min(LINGER_NS, RETRIES * stalledNs);
    }

    /** Forgets a body that will not be ordered. */
    public void drop(final PendingBody body) {
        if (body.lsn == 0) {
            unlink(body);
        } else {
            orderedBytes -= reserved(body);
        }
        table.remove(body);
        body.giveBack(pool);
        body.reset();
        spare.addLast(body);
    }

    /** The most that any batcher has said that it has in flight, since this was asked last; 0 where none did. */
    public int takeWanted() {
        final int most = wanted;
        wanted = 0;
        return most;
    }

    public int size() {
        return table.size();
    }

    /** How many bodies wait to be ordered. */
    public int unordered() {
        return unordered;
    }

    /** The one that came first of those, from which {@link PendingBody#newer} leads on; null where there is none. */
    public PendingBody oldestUnordered() {
        return oldest;
    }

    /** The bytes of those. */
    public long unorderedBytes() {
        return unorderedBytes;
    }

    private PendingBody create(final long batcherId, final long sequence, final long bodyDigest, final int length) {
        PendingBody body = spare.pollLast();
        if (body == null) {
            body = new PendingBody();
        }
        body.batcherId = batcherId;
        body.sequence = sequence;
        body.expect(bodyDigest, length);
        table.put(body);
        return body;
    }

    private boolean makeRoom(final int length, final long currentBallot, final long nowNs) {
        while (isFull(length) && oldest != null
            && (oldest.targetBallot < currentBallot || nowNs - oldest.arrivalNs >= lingerNs)) {
            OLDEST_DROPPED.hit();
            counters.bodiesDropped.increment();
            drop(oldest);
        }
        if (isFull(length) && lookTime.isDue(nowNs)) {
            dropStalled(nowNs);
        }
        return !isFull(length);
    }

    private boolean isFull(final int length) {
        return unordered >= maxUnordered || unorderedBytes + length > maxUnorderedBytes;
    }

    /**
     * Bodies of which a chunk was lost, and nothing has come for as long as their batcher waits: it has sent their
     * commands again by now, as another entry, and nobody completes this one. Looks at all, so it is done at times.
     */
    private void dropStalled(final long nowNs) {
        for (PendingBody body = oldest; body != null;) {
            final PendingBody next = body.newer;
            if (!body.complete && nowNs - body.chunkNs >= stalledNs) {
                STALLED_DROPPED.hit();
                counters.bodiesDropped.increment();
                drop(body);
            }
            body = next;
        }
    }

    private void link(final PendingBody body) {
        body.older = newest;
        if (newest == null) {
            oldest = body;
        } else {
            newest.newer = body;
        }
        newest = body;
        unordered++;
        unorderedBytes += body.length;
    }

    private void unlink(final PendingBody body) {
        if (body.older == null) {
            oldest = body.newer;
        } else {
            body.older.newer = body.newer;
        }
        if (body.newer == null) {
            newest = body.older;
        } else {
            body.newer.older = body.older;
        }
        body.older = null;
        body.newer = null;
        unordered--;
        unorderedBytes -= body.length;
    }
}

package io.fleet.scattered.learner;

import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.ordered.OrderedEntryHandler;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Hands the replica what its ordered log holds and it has not applied: what it could not apply at the start, because
 * others hold the body of an entry ({@link io.fleet.config.WriteQuorum#QUORUM}, storage groups or a grid), and what was
 * recorded while it wrote a snapshot. Reads on in the ordered log, and asks the others for bodies a little ahead. The
 * node votes meanwhile like any other: what it holds durably does not depend on what it has applied.
 */
public final class Replay {
    private static final CoverageMark ELSEWHERE = CoverageMark.named("replay.body-asked-of-others");
    private static final int AHEAD = 256;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final OrderedEntryHandler onAhead = this::onAhead;
    private final OrderedEntryHandler onNext = this::onNext;
    private final EntryMeta nextMeta = new EntryMeta();
    private ExpandableArrayBuffer nextBody = new ExpandableArrayBuffer();
    private final long mostBytes;
    private long ahead;
    private long askedBytes;
    private long lastNs;
    private long readLsn;
    private long awaited;
    private boolean isHere;

    public Replay(final GroupContext context, final PendingBodies bodies, final BodyFetcher fetcher) {
        this.context = context;
        this.bodies = bodies;
        this.fetcher = fetcher;
        mostBytes = context.config().pendingBytes();
    }

    /** The LSN up to which entries are read from the ordered log: where the replica is behind it. */
    long end() {
        return context.progress().recorded();
    }

    /** Whether the body of the next entry to apply is here, as far as was tried; up to {@link #end()}. */
    boolean isHere(final long lsn) {
        return awaited != lsn;
    }

    public int doWork(final long nowNs) {
        final long applied = context.progress().applied();
        final long end = end();
        if (applied >= end) {
            return 0;
        }
        lastNs = nowNs;
        ahead = Math.max(ahead, applied);
        if (ahead - applied >= AHEAD / 2 || ahead >= end || ahead > applied && askedBytes >= mostBytes) {
            return 0;
        }
        askedBytes = 0;
        return context.recorded().readNames(ahead + 1, Math.min(end, applied + AHEAD), onAhead);
    }

    /** Reads an entry up to {@link #end()}; false while its body is not here. Those before it are applied. */
    boolean read(final long lsn, final ChosenEntry into) {
        if (readLsn == lsn - 1) {
            bodies.release(readLsn, nextMeta);
        }
        readLsn = 0;
        if (context.recorded().read(lsn, lsn, 1, onNext) == 0) {
            return false;
        }
        final PendingBody held = isHere ? null : bodies.held(nextMeta);
        if (!isHere && held == null) {
            want(lsn, nextMeta);
            awaited = lsn;
            return false;
        }
        awaited = 0;
        readLsn = lsn;
        into.meta.set(nextMeta);
        into.replier = OrderEntry.NO_REPLIER;
        into.body = isHere ? nextBody : held.buffer;
        into.offset = 0;
        return true;
    }

    /** See {@link io.fleet.consensus.ChosenEntries#lend}; false for a body that is not held here. */
    boolean lend(final ChosenEntry entry) {
        if (entry.body != nextBody) {
            return false;
        }
        nextBody = new ExpandableArrayBuffer();
        return true;
    }

    private void onAhead(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset,
                         final int length) {
        ahead = lsn;
        if (length == OrderedEntryHandler.NO_BODY && isNeeded(meta)) {
            askedBytes += meta.length;
            want(lsn, meta);
        }
    }

    private void onNext(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset,
                        final int length) {
        nextMeta.set(meta);
        isHere = length != OrderedEntryHandler.NO_BODY || !isNeeded(meta);
        if (length != OrderedEntryHandler.NO_BODY) {
            nextBody.putBytes(0, body, offset, length);
        }
    }

    /** A witness executes nothing: it skips entries that it recorded without their bodies. */
    private boolean isNeeded(final EntryMeta meta) {
        return meta.isConfiguration() || !context.progress().isWitness();
    }

    private void want(final long lsn, final EntryMeta meta) {
        if (bodies.held(meta) == null) {
            ELSEWHERE.hit();
            fetcher.wantRecorded(bodies.ordered(lsn, meta, lastNs), lastNs);
        } else {
            bodies.pin(lsn, meta, lsn, lastNs);
        }
    }
}

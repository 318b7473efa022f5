package io.fleet.scattered.learner;

import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.AcceptorSlot;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Brings a replica that lags up to what is known chosen (FL-28): when nothing was learnt for a while although others
 * know more, asks one of them for chosen entries with their bodies, and the next one if that does not help.
 *
 * <p>An answer has 256 KiB at most. When one has come, and nothing more of it for a moment, the next is asked for,
 * whether or not the replica has recorded the first, but no more than a few ahead of that: a group under load orders
 * many MiB in a second, and who catches up more slowly never does. Of a question to which nothing new has come the
 * answer may be on its way, so it is repeated with more patience.
 */
public final class CatchUpClient {
    private static final CoverageMark LEFT = CoverageMark.named("catch-up-client.body-left-to-others");
    private static final CoverageMark ASKED = CoverageMark.named("catch-up-client.asked");
    private static final CoverageMark IN_PARTS = CoverageMark.named("catch-up-client.body-comes-in-parts");
    private static final CoverageMark ELSEWHERE = CoverageMark.named("catch-up-client.body-is-elsewhere");
    private static final CoverageMark RECORD_LACKS_BODY = CoverageMark.named("catch-up-client.applied-body-is-gone");
    private static final CoverageMark UNASKED = CoverageMark.named("catch-up-client.nobody-asked-for-it");
    private static final CoverageMark ID_OF_ANOTHER = CoverageMark
        .named("catch-up-client.id-is-of-a-body-that-is-needed-before");
    private static final int MAX_BYTES = 1 << 20;
    /** The part of the time after which is asked again that nothing comes of an answer when it is taken for whole. */
    private static final int PART_OF_RESEND = 64;
    /** Answers that may be ahead of the one that is being recorded. */
    private static final int AHEAD = 4;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final Learner learner;
    private final Acceptor acceptor;
    private final VoteGuard voting;
    private final RequestNonces questions;
    private final CatchUpRequest request = new CatchUpRequest();
    private final EntryBody chunk = new EntryBody();
    private long lastPosition = -1;
    private long lastProgressNs;
    private boolean active;
    /** Whether the last of what has come since it was asked is a whole entry that was asked for. */
    private boolean answered;
    /** Where the last questions began, and the place of the oldest of them. */
    private final long[] asked = new long[AHEAD];
    private int oldest;
    /** Whether a body is being asked for, so that the same entries need not be asked for soon. */
    private boolean fetching;
    private long partialLsn;
    private long partialBatcher;
    private long partialSequence;
    private int turn;

    public CatchUpClient(final GroupContext context, final PendingBodies bodies, final BodyFetcher fetcher,
                         final Learner learner, final Acceptor acceptor, final VoteGuard voting,
                         final RequestNonces questions) {
        this.questions = questions;
        this.acceptor = acceptor;
        this.voting = voting;
        this.context = context;
        this.bodies = bodies;
        this.fetcher = fetcher;
        this.learner = learner;
    }

    public int doWork(final Readable readable, final long nowNs) {
        final long applied = context.progress().applied();
        final long recorded = context.progress().recorded();
        final long done = Math.max(applied, recorded);
        final long missing = missing(readable, applied, done);
        final boolean missesBody = missing != 0;
        final boolean hasRoom = learner.chosen() + Math.min(CatchUpServer.MAX_ENTRIES, context.capacity()
            / 4) <= recorded + context.capacity();
        final long first = missesBody ? missing : learner.chosen() + 1;
        if (learner.known() <= learner.chosen() && !missesBody) {
            active = false;
            lastProgressNs = nowNs;
            return 0;
        }
        if (first > recorded + 1
            && (!hasRoom && !missesBody || !bodies.hasRoom(first, recorded) || asked[oldest] > recorded + 1)) {
            return 0;
        }
        final long position = missesBody ? done : learner.chosen() + (active ? 0 : done);
        if (position != lastPosition) {
            lastPosition = position;
            lastProgressNs = nowNs;
            return 0;
        }
        final PendingBody part = missesBody ? partOf(missing) : null;
        if (part != null && part.newChunkNs - lastProgressNs > 0) {
            lastProgressNs = part.newChunkNs;
        }
        if (nowNs - lastProgressNs < patienceNs(missesBody)) {
            return 0;
        }
        lastProgressNs = nowNs;
        fetching = false;
        answered = false;
        if (missesBody && missing <= applied) {
            RECORD_LACKS_BODY.hit();
        }
        ASKED.hit();
        request.fromLsn = first;
        request.offset = part != null ? part.firstMissing()
            : request.fromLsn == partialLsn ? missingOf(partialBatcher, partialSequence) : 0;
        request.maxBytes = MAX_BYTES;
        asked[oldest] = first;
        oldest = (oldest + 1) % AHEAD;
        final int peer = context.membership().source(turn++);
        if (peer != context.self()) {
            request.nonce = questions.to(peer);
            context.outbound().send(peer, request);
        }
        return 1;
    }

    private long patienceNs(final boolean missesBody) {
        if (!active || missesBody && fetching) {
            return context.resendNs();
        }
        return context.resendNs() / (answered ? PART_OF_RESEND : 8);
    }

    /**
     * The next entry whose body is needed and not here, or 0: to be applied, or to be recorded although it is applied.
     * The latter is so where a faulty batcher gave two bodies one id, and the second took the place of the first.
     */
    private long missing(final Readable readable, final long applied, final long done) {
        final long next = context.progress().recorded() + 1;
        if (next <= applied && !readable.test(next)) {
            return next;
        }
        return learner.chosen() > done && !readable.test(done + 1) ? done + 1 : 0;
    }

    /** The body of a chosen entry that is coming, of which a part is here; or null. */
    private PendingBody partOf(final long lsn) {
        final LearnerSlot slot = learner.slotOf(lsn);
        final PendingBody body = slot == null ? null : bodies.get(slot.meta.batcherId, slot.meta.sequence);
        return body != null && body.isPart() && body.matches(slot.meta) ? body : null;
    }

    /** Whether an entry was asked for, of whom it comes from: it is chosen on their word alone. */
    public boolean isAsked(final int sender, final CatchUpEntry entry) {
        final boolean asked = questions.isAnswer(sender, entry.nonce);
        if (!asked) {
            UNASKED.hit();
        }
        return asked;
    }

    public void onEntry(final CatchUpEntry entry, final long nowNs) {
        active = true;
        if (entry.lsn >= request.fromLsn) {
            lastProgressNs = nowNs;
            answered = false;
        }
        learner.noteKnown(entry.chosen);
        if (entry.lsn <= context.progress().recorded() || entry.lsn > context.progress().recorded()
            + context.capacity()) {
            return;
        }
        final boolean isLeft = isLeft(entry);
        if (!isLeft && !entry.meta.isNoOp() && bodies.held(entry.meta) == null) {
            if (isNeededBefore(entry)) {
                ID_OF_ANOTHER.hit();
                return;
            }
            final PendingBody body = bodies.keep(entry.lsn, entry.meta, context.progress().recorded(), nowNs);
            if (body == null) {
                return;
            }
            if (!entry.hasBody()) {
                fetch(body, nowNs);
            } else if (!take(entry, nowNs)) {
                return;
            }
        }
        bodies.pin(entry.lsn, entry.meta, context.progress().recorded(), nowNs);
        answered |= entry.lsn >= request.fromLsn;
        if (isLeft ? learner.learnWithoutBody(entry.lsn, entry.meta, context.membership().ownSlot())
            : learner.learn(entry.lsn, entry.meta)) {
            context.counters().catchUpEntries.increment();
        }
    }

    /**
     * Whether another body with the same id is needed for an entry below: a faulty batcher gave two of them one id, and
     * this one must not take the place of the first until that is recorded.
     */
    private boolean isNeededBefore(final CatchUpEntry entry) {
        final PendingBody other = bodies.get(entry.meta.batcherId, entry.meta.sequence);
        return other != null && other.lsn > context.progress().recorded() && other.lsn < entry.lsn
            && !other.matches(entry.meta);
    }

    /**
     * Whether a witness leaves the body to others, as the sender has: it has accepted no such value, and counts, so it
     * has not lost one (S15).
     */
    private boolean isLeft(final CatchUpEntry entry) {
        if (entry.meta.isNoOp() || entry.meta.isConfiguration() || entry.hasBody() || !context.progress().isWitness()
            || !voting.counts() || bodies.held(entry.meta) != null) {
            return false;
        }
        final AcceptorSlot slot = acceptor.slotOf(entry.lsn);
        if (slot != null && slot.hasAccepted()) {
            return false;
        }
        LEFT.hit();
        return true;
    }

    /** The sender knows that the entry is chosen, and others hold its body. */
    private void fetch(final PendingBody body, final long nowNs) {
        ELSEWHERE.hit();
        fetching = true;
        fetcher.wantRecorded(body, nowNs);
    }

    private boolean take(final CatchUpEntry entry, final long nowNs) {
        chunk.batcherId = entry.meta.batcherId;
        chunk.sequence = entry.meta.sequence;
        chunk.targetBallot = 0;
        chunk.digest = entry.meta.digest;
        chunk.totalLength = entry.meta.length;
        chunk.offset = entry.offset;
        chunk.buffer = entry.buffer;
        chunk.bufferOffset = entry.bufferOffset;
        chunk.chunkLength = entry.chunkLength;
        bodies.onChunk(chunk, 0, nowNs);
        if (bodies.held(entry.meta) != null) {
            return true;
        }
        IN_PARTS.hit();
        partialLsn = entry.lsn;
        partialBatcher = entry.meta.batcherId;
        partialSequence = entry.meta.sequence;
        return false;
    }

    /** A long body takes several requests; each goes on where the one before was cut short. */
    private int missingOf(final long batcherId, final long sequence) {
        final PendingBody body = bodies.get(batcherId, sequence);
        return body == null || body.complete ? 0 : body.firstMissing();
    }

    /** Whether a chosen entry is here, and its body, too, if it is needed. */
    @FunctionalInterface
    public interface Readable {
        boolean test(long lsn);
    }
}

package io.fleet.scattered.body;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.collections.LongArrayList;

/**
 * Asks for bodies that were ordered and did not arrive (S8, HC-06): every other time the leader, which keeps each body
 * until its replica has recorded the entry, and in between the members in turn. The pauses of a body grow, from {@code
 * resendMillis} to eight times that. A body of an entry that is recorded already is asked of the members in turn, and
 * the pauses grow with each round: the leader holds it no sooner than others do.
 *
 * <p>A node that misses many asks first for those that it has missed longest, for as much as a stream takes at once,
 * and for as much again of those that are recorded next; for more as these come, or are late. Of a body that comes in
 * part the rest is asked for, of the same member, when nothing more of it has come for a moment: its stream took no
 * more.
 */
public final class BodyFetcher {
    private static final CoverageMark ASKED = CoverageMark.named("body-fetcher.asked");
    private static final int NOBODY = -1;
    /** So many bytes may be on their way that were asked for once, of bodies that are recorded next and of others. */
    static final int MOST_BYTES = 1 << 19;
    /** So many are looked at in a duty cycle; one that lags may miss thousands. */
    static final int AT_ONCE = 128;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final LongArrayList batchers = new LongArrayList();
    private final LongArrayList sequences = new LongArrayList();
    private final FetchBody request = new FetchBody();
    private final long firstDelayNs;
    private final long lateNs;
    /** Up to where the list was seen, and how many of those that were stay on it. */
    private int seen;
    private int kept;
    /** How many were put on it since the last cycle: a cycle gets on by twice as many, so that it comes to the end. */
    private int added;
    /** The bytes on their way of bodies that are recorded next, and of others, as far as the list was seen. */
    private long nearBytes;
    private long farBytes;
    private long countedNs;

    public BodyFetcher(final GroupContext context, final PendingBodies bodies) {
        this.context = context;
        this.bodies = bodies;
        firstDelayNs = context.resendNs() / 8;
        lateNs = context.resendNs() / 4;
    }

    /**
     * Puts a body on the list; the first request waits a moment, since the body may be only a little later than its
     * order.
     */
    public void want(final PendingBody body, final long nowNs) {
        if (!body.request.isWanted() && !body.complete) {
            body.request.begin(nowNs + firstDelayNs);
            list(body);
        }
    }

    /** A body that was left to others does not come by itself: if it is on the list, it is asked for at once. */
    public void hurry(final PendingBody body, final long nowNs) {
        if (body != null && body.request.isWanted() && body.request.attempts() == 0) {
            body.request.begin(nowNs);
        }
    }

    /** Puts a body on the list of an entry that is recorded here or elsewhere, so that it does not come by itself. */
    public void wantRecorded(final PendingBody body, final long nowNs) {
        if (!body.request.isWanted() && !body.complete) {
            body.request.beginRecorded(nowNs);
            list(body);
        }
    }

    private void list(final PendingBody body) {
        added++;
        batchers.addLong(body.batcherId);
        sequences.addLong(body.sequence);
    }

    /** Whether each other member was asked, one of them twice, and has had time to answer since something came. */
    public boolean isExhausted(final PendingBody body) {
        return body.request.attempts() > others() + 1;
    }

    public int doWork(final long leaderBallot, final long nowNs) {
        if (batchers.isEmpty()) {
            return 0;
        }
        request.count = 0;
        int to = NOBODY;
        if (nowNs - countedNs >= lateNs) {
            startCounting(nowNs);
        }
        final int end = Math.min(seen + AT_ONCE + 2 * added, batchers.size());
        added = 0;
        for (; seen < end; seen++) {
            final PendingBody body = bodies.get(batchers.getLong(seen), sequences.getLong(seen));
            if (body == null || body.complete || !body.request.isWanted()) {
                continue;
            }
            batchers.setLong(kept, batchers.getLong(seen));
            sequences.setLong(kept++, sequences.getLong(seen));
            if (isDue(body, nowNs) && request.count < FetchBody.MAX_BODIES && mayCome(body)) {
                final int peer = body.request.isInTurn(nowNs) ? peer(body, leaderBallot) : body.request.askedOf();
                if (to == NOBODY || to == peer) {
                    to = peer;
                    add(body, peer, nowNs);
                }
            }
            count(body, nowNs);
        }
        if (seen == batchers.size()) {
            startOver(nowNs);
        }
        if (request.count == 0) {
            return 0;
        }
        ASKED.hit();
        context.counters().bodiesFetched.add(request.count);
        context.outbound().send(to, request);
        return request.count;
    }

    /** The whole list was seen: those that have come, or are not needed any more, leave it. */
    private void startOver(final long nowNs) {
        while (batchers.size() > kept) {
            batchers.popLong();
            sequences.popLong();
        }
        seen = 0;
        kept = 0;
        startCounting(nowNs);
    }

    /** What was counted so long ago has come, or is late. */
    private void startCounting(final long nowNs) {
        countedNs = nowNs;
        nearBytes = 0;
        farBytes = 0;
    }

    /** How many bodies are on the list, with those of which is not known yet that they have come. */
    int listed() {
        return batchers.size();
    }

    private boolean isDue(final PendingBody body, final long nowNs) {
        return body.request.isInTurn(nowNs)
            || body.request.isCutShort(body.missing(), body.newChunkNs, firstDelayNs, nowNs);
    }

    /** Whether there is room on the way: always for what was asked for before, and for what is not ordered. */
    private boolean mayCome(final PendingBody body) {
        final long bytes = isNear(body) ? nearBytes : farBytes;
        return body.request.attempts() > 0 || body.lsn == 0 || bytes == 0 || bytes + body.length <= MOST_BYTES;
    }

    /** A body that was asked for once is on its way until nothing has come of it for a while. */
    private void count(final PendingBody body, final long nowNs) {
        if (body.lsn != 0 && (body.request.isFirst(lateNs, nowNs)
            || body.request.attempts() == 1 && body.isPart() && nowNs - body.newChunkNs < lateNs)) {
            if (isNear(body)) {
                nearBytes += body.missing();
            } else {
                farBytes += body.missing();
            }
        }
    }

    private boolean isNear(final PendingBody body) {
        return body.lsn <= context.progress().recorded() + PendingBodies.NEAR;
    }

    private void add(final PendingBody body, final int peer, final long nowNs) {
        request.lsn[request.count] = body.lsn;
        request.offset[request.count] = body.firstMissing();
        request.batcherId[request.count] = body.batcherId;
        request.sequence[request.count++] = body.sequence;
        final int attempts = body.request.attempts();
        if (body.request.isInTurn(nowNs)) {
            final int shift = body.request.isRecorded() ? attempts / others() : attempts;
            body.request.asked(peer, body.missing(), context.resendNs(), shift, nowNs);
        } else {
            body.request.askedForRest(peer, body.missing(), nowNs);
        }
    }

    /** Who is asked next is a matter of each body, so that none of them meets the same member every time. */
    private int peer(final PendingBody body, final long leaderBallot) {
        final int leader = Ballot.node(leaderBallot);
        final int attempts = body.request.attempts();
        if (body.request.isRecorded() || leader < 0 || leader == context.self()) {
            return other(body, attempts);
        }
        return (attempts & 1) == 0 ? leader : other(body, attempts >>> 1);
    }

    /**
     * Bodies begin with different members: one of these may have none of them. Every other time one that executes is
     * asked for what is ordered, where there is one: witnesses have left some to others.
     */
    private int other(final PendingBody body, final int turn) {
        if (body.lsn == 0 || !context.membership().roles().hasWitnesses()) {
            return context.membership().source((int) body.sequence + turn);
        }
        final int first = (int) body.sequence + (turn >>> 1);
        int source = context.membership().source(first);
        for (int i = 1; i <= others() && (turn & 1) == 0 && isWitness(source); i++) {
            source = context.membership().source(first + i);
        }
        return source;
    }

    private boolean isWitness(final int node) {
        final int slot = context.indexOf(node);
        return slot >= 0 && context.membership().roles().isWitness(slot);
    }

    /** At least 1: a node without others misses nothing. */
    private int others() {
        return Math.max(1, context.membership().peers().length);
    }
}

package io.fleet.protocol.scattered;

import io.fleet.protocol.Ballot;
import io.fleet.protocol.message.FetchBody;
import io.fleet.storage.mark.Mark;
import org.agrona.collections.LongArrayList;

/**
 * Asks for bodies that were ordered and did not arrive (S8, HC-06): every other time the leader, which keeps each body
 * until its replica has recorded the entry, and in between the members in turn. The pauses of a body grow, from
 * {@code resendMillis} to eight times that.
 */
final class BodyFetcher {
    private static final Mark ASKED = Mark.named("body-fetcher.asked");

    private final GroupContext context;
    private final PendingBodies bodies;
    private final LongArrayList batchers = new LongArrayList();
    private final LongArrayList sequences = new LongArrayList();
    private final FetchBody request = new FetchBody();
    private final long firstDelayNs;
    private int turn;

    BodyFetcher(final GroupContext context, final PendingBodies bodies) {
        this.context = context;
        this.bodies = bodies;
        firstDelayNs = context.resendNs() / 8;
    }

    /**
     * Puts a body on the list; the first request waits a moment, since the body may be only a little later than its
     * order.
     */
    void want(final PendingBody body, final long nowNs) {
        if (!body.wanted && !body.complete) {
            body.wanted = true;
            body.fetchAttempts = 0;
            body.nextFetchNs = nowNs + firstDelayNs;
            batchers.addLong(body.batcherId);
            sequences.addLong(body.sequence);
        }
    }

    int doWork(final long leaderBallot, final long nowNs) {
        if (batchers.isEmpty()) {
            return 0;
        }
        request.count = 0;
        for (int i = batchers.size() - 1; i >= 0 && request.count < FetchBody.MAX_BODIES; i--) {
            final PendingBody body = bodies.get(batchers.getLong(i), sequences.getLong(i));
            if (body == null || body.complete || !body.wanted) {
                batchers.fastUnorderedRemove(i);
                sequences.fastUnorderedRemove(i);
            } else if (nowNs - body.nextFetchNs >= 0) {
                request.lsn[request.count] = body.lsn;
                request.offset[request.count] = body.firstMissing();
                request.batcherId[request.count] = body.batcherId;
                request.sequence[request.count++] = body.sequence;
                body.nextFetchNs = nowNs + (context.resendNs() << Math.min(body.fetchAttempts++, 3));
            }
        }
        if (request.count == 0) {
            return 0;
        }
        ASKED.hit();
        context.counters().bodiesFetched.add(request.count);
        context.outbound().send(peer(leaderBallot), request);
        return request.count;
    }

    private int peer(final long leaderBallot) {
        final int[] members = context.members();
        final int leader = Ballot.node(leaderBallot);
        if ((turn++ & 1) == 0 && leader >= 0 && leader != context.self()) {
            return leader;
        }
        int node = members[(turn >>> 1) % members.length];
        if (node == context.self()) {
            node = members[((turn >>> 1) + 1) % members.length];
            turn += 2;
        }
        return node;
    }
}

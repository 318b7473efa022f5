package io.fleet.replica;

import io.fleet.consensus.ValueGatherer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** Values of entries in memory, in the place of those that other nodes have parts of. */
final class MemoryValues implements ValueGatherer {
    final Map<Long, byte[]> values = new HashMap<>();
    final List<Long> gathered = new ArrayList<>();
    boolean slow;
    private final Map<Long, Request> waiting = new HashMap<>();
    private long tickets;

    private record Request(long sequence, Sink sink) {
    }

    @Override
    public long gather(final long batcherId, final long sequence, final long digest, final Sink sink) {
        final long ticket = ++tickets;
        if (slow) {
            waiting.put(ticket, new Request(sequence, sink));
        } else {
            give(new Request(sequence, sink));
        }
        return ticket;
    }

    private void give(final Request request) {
        gathered.add(request.sequence);
        final byte[] value = values.get(request.sequence);
        if (value == null) {
            request.sink.onGone();
            return;
        }
        for (int from = 0; from < value.length; from += 4) {
            request.sink.onBytes(from, new UnsafeBuffer(value), from, Math.min(4, value.length - from));
        }
        request.sink.onEnd();
    }

    /** All that is waited for comes. */
    void complete() {
        final List<Request> all = new ArrayList<>(waiting.values());
        waiting.clear();
        all.forEach(this::give);
    }

    /** Nobody has an entry any more. */
    void lose(final long sequence) {
        values.remove(sequence);
        complete();
    }

    /** A member has let go of all that is waited for; how many are of no use any more. */
    int letGo(final long newerLsn) {
        final int before = waiting.size();
        waiting.values().removeIf(each -> each.sink.onGone(newerLsn));
        return before - waiting.size();
    }

    int waiting() {
        return waiting.size();
    }

    /** What is waited for does not come this time. */
    void goneOnce() {
        final List<Request> all = new ArrayList<>(waiting.values());
        waiting.clear();
        all.forEach(each -> each.sink.onGone());
    }

    @Override
    public void cancel(final long ticket) {
        waiting.remove(ticket);
    }
}

package io.fleet.ec.node.replica;

import io.fleet.consensus.ValueGatherer;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;

/**
 * Gathers the values that payloads of replies are in, and those that a machine looks into: bounded in how many are
 * under way. Nothing of a value is kept here: its bytes are handed on as they come. Who wants one is told when a member
 * has let go of it, and so of a newer state that does without (rule C10). That word may be lost: one of which nothing
 * has come for a while is given up, so that who wants it looks whether it is still of use. Single-threaded.
 */
public final class PayloadValues implements ValueGatherer {
    private static final CoverageMark GONE = CoverageMark.named("payload-values.newer-state-does-without");
    private static final CoverageMark GIVEN_UP = CoverageMark.named("payload-values.given-up");

    private final WholeValues.Fetcher fetcher;
    private final LongConsumer cancel;
    private final long patienceNs;
    private final Gathering[] gatherings;
    private long lastTicket;
    private long nowNs;

    /** One value on its way. */
    private final class Gathering implements ValueConsumer {
        private final EntryId id = new EntryId();
        private Sink sink;
        private long ticket;
        private long fetchTicket;
        private long heardNs;
        private boolean isUsed;

        @Override
        public void onHeader(final EntryId of, final DirectBuffer header, final int headerLength,
                             final int valueLength) {
            heardNs = nowNs;
        }

        @Override
        public boolean onBytes(final EntryId of, final int from, final DirectBuffer bytes, final int offset,
                               final int length) {
            heardNs = nowNs;
            sink.onBytes(from, bytes, offset, length);
            return true;
        }

        @Override
        public boolean onGone(final EntryId of, final long upTo) {
            isUsed = !sink.onGone(upTo);
            if (!isUsed) {
                GONE.hit();
            }
            return !isUsed;
        }

        @Override
        public void onEnd(final EntryId of) {
            isUsed = false;
            sink.onEnd();
        }
    }

    public PayloadValues(final WholeValues.Fetcher fetcher, final LongConsumer cancel, final int mostAtOnce,
                         final long patienceNs) {
        this.fetcher = fetcher;
        this.cancel = cancel;
        this.patienceNs = patienceNs;
        gatherings = new Gathering[mostAtOnce];
        Arrays.setAll(gatherings, i -> new Gathering());
    }

    @Override
    public long gather(final long batcherId, final long sequence, final long digest, final Sink sink) {
        Gathering free = null;
        for (int i = 0; i < gatherings.length && free == null; i++) {
            free = gatherings[i].isUsed ? null : gatherings[i];
        }
        if (free == null) {
            return 0;
        }
        final long ticket = ++lastTicket;
        free.isUsed = true;
        free.id.set(batcherId, sequence, digest);
        free.sink = sink;
        free.ticket = ticket;
        free.heardNs = nowNs;
        free.fetchTicket = fetcher.fetch(free.id, free);
        if (free.fetchTicket == 0) {
            free.isUsed = false;
            return 0;
        }
        return ticket;
    }

    @Override
    public void cancel(final long ticket) {
        for (final Gathering gathering : gatherings) {
            if (gathering.isUsed && gathering.ticket == ticket) {
                gathering.isUsed = false;
                cancel.accept(gathering.fetchTicket);
            }
        }
    }

    /** One duty cycle. */
    public int doWork(final long newNowNs) {
        nowNs = newNowNs;
        int work = 0;
        for (final Gathering gathering : gatherings) {
            if (gathering.isUsed && nowNs - gathering.heardNs >= patienceNs) {
                GIVEN_UP.hit();
                cancel(gathering.ticket);
                gathering.sink.onGone();
                work++;
            }
        }
        return work;
    }

    /** How many are under way. */
    int size() {
        int size = 0;
        for (final Gathering gathering : gatherings) {
            size += gathering.isUsed ? 1 : 0;
        }
        return size;
    }
}

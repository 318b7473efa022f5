package io.fleet.bench.speculation;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.client.FleetClient;
import io.fleet.client.ReplyHandler;
import io.fleet.error.FleetException;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Puts values of {@link SpeculativeMap}, gives each command a number of its own, and remembers which were taken. */
final class MapClient implements PeerClient {
    private final FleetClient client;
    private final ReplyHandler handler;
    /** One for each slot, which starts one command at a time. */
    private final UnsafeBuffer[] headers;
    private final AtomicLong lastNumber = new AtomicLong();
    private final LongAdder taken = new LongAdder();
    private final LongAdder marks = new LongAdder();
    private volatile long workNs;

    MapClient(final FleetClient client, final Outcomes outcomes, final int slots) {
        this.client = client;
        handler = new Handler(outcomes);
        headers = new UnsafeBuffer[slots];
        for (int i = 0; i < slots; i++) {
            headers[i] = new UnsafeBuffer(new byte[SpeculativeMap.HEADER_LENGTH]);
        }
    }

    /** How long the work of a command takes from now on. Not while commands are under way. */
    void work(final long nanos) {
        workNs = nanos;
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        final long number = lastNumber.incrementAndGet();
        final UnsafeBuffer header = headers[(int) correlation];
        header.putLong(0, key, ByteOrder.LITTLE_ENDIAN);
        header.putLong(SpeculativeMap.WORK_AT, workNs, ByteOrder.LITTLE_ENDIAN);
        header.putLong(SpeculativeMap.NUMBER_AT, number, ByteOrder.LITTLE_ENDIAN);
        final boolean isTaken = client.offer(false, header, 0, header.capacity(), new UnsafeBuffer(value), 0,
            value.length, correlation, handler);
        if (isTaken) {
            taken.increment();
            marks.add(SpeculativeMap.mark(number));
        }
        return isTaken;
    }

    @Override
    public boolean get(final long key, final long correlation) {
        throw new UnsupportedOperationException("nothing is read here");
    }

    /** How many commands were taken so far; of use when none is under way. */
    long taken() {
        return taken.sum();
    }

    /** The sum of what stands for their numbers. */
    long marks() {
        return marks.sum();
    }

    @Override
    public void close() {
        client.close();
    }

    /** Hands outcomes on. */
    private record Handler(Outcomes outcomes) implements ReplyHandler {
        @Override
        public void onReply(final long correlation, final DirectBuffer buffer, final int offset, final int length) {
            outcomes.onReply(correlation, length);
        }

        @Override
        public void onFailure(final long correlation, final FleetException failure) {
            outcomes.onFailure(correlation, failure.toString());
        }
    }
}

package io.fleet.examples.counter;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.ShippedEffects;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.FleetSimulation;
import io.fleet.testkit.Request;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** The machine of the guide that speculates. */
class PricesTest {
    private static final int ITEMS = 5;

    static class Prices implements SpeculativeMachine<Prices.Draft> {
        record Draft(long item, long price) {
        }

        private final Map<Long, Long> prices = new ConcurrentHashMap<>();
        final Map<Long, Deque<Draft>> drafts = new ConcurrentHashMap<>();

        @Override
        public void keys(final Command command, final CommandKeys keys) {
            keys.add(command.header().getLong(0));
        }

        /** A draft goes only once its price is there, so one of the two is found. */
        @Override
        public Draft prepare(final Command command, final Reply reply) {
            final long item = command.header().getLong(0);
            final Deque<Draft> before = drafts.computeIfAbsent(item, key -> new ConcurrentLinkedDeque<>());
            final Draft last = before.peekLast();
            final long price = last == null ? prices.getOrDefault(item, 0L) : last.price();
            final Draft draft = new Draft(item, longComputation(price, command.payload()));
            reply.writeLong(draft.price());
            before.addLast(draft);
            return draft;
        }

        @Override
        public void publish(final Draft draft, final Reply reply) {
            prices.put(draft.item(), draft.price());
            drafts.get(draft.item()).removeFirst();
        }

        @Override
        public void revoke(final Draft draft) {
            drafts.get(draft.item()).removeLast();
        }

        // query, writeSnapshot and readSnapshot look at prices alone

        @Override
        public void query(final Query query, final Reply reply) {
            reply.writeLong(prices.getOrDefault(query.header().getLong(0), 0L));
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeInt(prices.size());
            new TreeMap<>(prices).forEach((item, price) -> {
                out.writeLong(item);
                out.writeLong(price);
            });
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            for (int left = in.readInt(); left > 0; left--) {
                final long item = in.readLong();
                prices.put(item, in.readLong());
            }
        }

        private static long longComputation(final long last, final DirectBuffer payload) {
            return 31 * last + payload.getByte(0);
        }
    }

    static final class ShippedPrices extends Prices implements ShippedEffects<Prices.Draft> {
        @Override
        public int effectsFormat() {
            return 1;
        }

        @Override
        public int writeEffect(final Draft draft, final MutableDirectBuffer buffer) {
            buffer.putLong(0, draft.item());
            buffer.putLong(Long.BYTES, draft.price());
            return 2 * Long.BYTES;
        }

        @Override
        public Draft insertEffect(final DirectBuffer buffer, final int offset, final int length) {
            if (length != 2 * Long.BYTES) {
                throw new IllegalArgumentException("an effect has 16 bytes, not " + length);
            }
            final Draft draft = new Draft(buffer.getLong(offset), buffer.getLong(offset + Long.BYTES));
            drafts.computeIfAbsent(draft.item(), key -> new ConcurrentLinkedDeque<>()).addLast(draft);
            return draft;
        }
    }

    /** Draws items and computations. */
    private static void simulate(final Supplier<StateMachine> machines) {
        FleetSimulation.of(machines).seeds(10).requests(random -> {
            final byte[] item = {(byte) random.nextInt(ITEMS), 0, 0, 0, 0, 0, 0, 0};
            return random.nextInt(4) == 0 ? Request.query(item, new byte[0])
                : Request.command(item, new byte[] {(byte) random.nextInt(100)});
        }).run();
    }

    @Test
    void shouldComeToTheSamePricesWithoutDrafts() {
        simulate(Prices::new);
    }

    @Test
    void shouldComeToTheSamePricesWhereTheyAreShipped() {
        simulate(ShippedPrices::new);
    }
}

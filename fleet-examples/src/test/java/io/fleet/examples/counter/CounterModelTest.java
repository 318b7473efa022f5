package io.fleet.examples.counter;

import io.fleet.examples.counter.CounterTest.Counter;
import io.fleet.testkit.FleetSimulation;
import io.fleet.testkit.Request;
import io.fleet.testkit.history.SequentialModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the guide shows of a model that answers are judged by. */
@Tag("slow")
class CounterModelTest {
    record Model() implements SequentialModel<Long, Request, byte[]> {
        public Long initial() {
            return 0L;
        }

        public Long next(final Long state, final Request input) {
            return input.isQuery() ? state : state + input.payload()[0];
        }

        public boolean allows(final Long state, final Request input, final byte[] output) {
            return ByteBuffer.wrap(output).order(ByteOrder.LITTLE_ENDIAN).getLong() == next(state, input);
        }
    }

    @Test
    void shouldBeLinearizableUnderFaults() {
        FleetSimulation.of(Counter::new).seeds(5)
            .requests(random -> random.nextBoolean() ? Request.query(new byte[0])
                : Request.command(new byte[] {(byte) random.nextInt(100), 0, 0, 0}))
            .model(new Model())
            .run();
    }
}

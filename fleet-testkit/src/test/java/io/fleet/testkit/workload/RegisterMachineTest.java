package io.fleet.testkit.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.RegisterModel;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RegisterMachineTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);

    @Test
    void shouldCarryEveryOperationThroughBytes() {
        for (final RegisterInput input : List.of(RegisterInput.read(-1), RegisterInput.set(2, Long.MIN_VALUE),
            RegisterInput.add(3, -7), RegisterInput.compareAndSet(4, 5, 6))) {
            final int length = RegisterCodec.encode(input, buffer, 3);
            assertEquals(input, RegisterCodec.decode(buffer, 3, length));
        }
    }

    @Test
    void shouldRefuseBytesThatAreNoOperation() {
        assertThrows(IllegalArgumentException.class, () -> RegisterCodec.decode(buffer, 0, RegisterCodec.LENGTH - 1));
        buffer.putByte(0, (byte) -1);
        assertThrows(IllegalArgumentException.class, () -> RegisterCodec.decode(buffer, 0, RegisterCodec.LENGTH));
        buffer.putByte(0, (byte) 4);
        assertThrows(IllegalArgumentException.class, () -> RegisterCodec.decode(buffer, 0, RegisterCodec.LENGTH));
    }

    @Test
    void shouldFollowTheModel() {
        final RegisterModel model = new RegisterModel();
        long state = model.initial();
        final RegisterInput[] inputs = {RegisterInput.set(1, 5), RegisterInput.add(1, 3), RegisterInput.read(1),
            RegisterInput.compareAndSet(1, 8, 9), RegisterInput.compareAndSet(1, 8, 10)};
        final long[] answers = {0, 8, 8, 8, 9};
        for (int i = 0; i < inputs.length; i++) {
            assertEquals(answers[i], inputs[i].answer(state));
            state = model.next(state, inputs[i]);
        }
        assertEquals(9, state);
    }
}

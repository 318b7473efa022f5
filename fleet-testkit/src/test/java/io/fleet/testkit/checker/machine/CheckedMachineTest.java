package io.fleet.testkit.checker.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.ReadView;
import io.fleet.testkit.checker.RecordedCommand;
import io.fleet.testkit.checker.RecordedReply;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.workload.RegisterMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CheckedMachineTest {
    private final Violations violations = new Violations();
    private final ApplyChecker witness = new ApplyChecker(violations, 1);
    private final CheckedMachine one = machine("one");
    private final CheckedMachine two = machine("two");

    @Test
    void shouldPassCommandsOnAndTellTheChecker() {
        final RecordedCommand command = new RecordedCommand(9, 1, 1, RegisterInput.set(3, 30));
        final RecordedReply reply = new RecordedReply();
        one.apply(command, reply);
        assertEquals(30, ((RegisterMachine) one.machine()).value(3));
        assertEquals(0, reply.firstLong());
        witness.acknowledged(9, reply.hash());
        two.apply(command, new RecordedReply());
        final RecordedReply answer = new RecordedReply();
        two.query(new RecordedCommand(10, 1, 0, RegisterInput.read(3)), answer);
        assertEquals(30, answer.firstLong());
        assertEquals(1, witness.length());
        assertNoViolation();
    }

    @Test
    void shouldWatchThatAViewIsAskedOnceAndThenClosedOnce() {
        final RecordedCommand read = new RecordedCommand(10, 1, 0, RegisterInput.read(3));
        assertTrue(one.isLong(read));
        final ReadView view = one.view();
        one.apply(new RecordedCommand(9, 1, 1, RegisterInput.set(3, 30)), new RecordedReply());
        final RecordedReply answer = new RecordedReply();
        view.query(read, answer);
        assertEquals(0, answer.firstLong());
        assertThrows(AssertionError.class, () -> view.query(read, answer));
        view.close();
        assertThrows(AssertionError.class, view::close);
        final ReadView unused = one.view();
        unused.close();
        assertThrows(AssertionError.class, () -> unused.query(read, answer));
    }

    @Test
    void shouldNoticeAReplicaWhoseStateDiffers() {
        one.apply(new RecordedCommand(9, 1, 1, RegisterInput.set(3, 30)), new RecordedReply());
        final RegisterMachine spoilt = new RegisterMachine();
        spoilt.apply(new RecordedCommand(0, 1, 1, RegisterInput.set(4, 1)).withoutPrefix(), new RecordedReply());
        new CheckedMachine(spoilt, witness.cursor("spoilt"))
            .apply(new RecordedCommand(9, 1, 1, RegisterInput.set(3, 30)), new RecordedReply());
        assertEquals(1, violations.count());
        assertTrue(violations.reports().get(0).startsWith("spoilt has another state after 1 commands"));
    }

    @Test
    void shouldNoticeAnotherPayload() {
        one.apply(new RecordedCommand(9, 1, 1, RegisterInput.set(3, 30)), new RecordedReply());
        final RecordedCommand command = new RecordedCommand(9, 1, 1, RegisterInput.set(3, 30));
        two.apply(command.withPayload(new byte[] {1}), new RecordedReply());
        assertEquals(1, violations.count());
    }

    @Test
    void shouldWriteEqualSnapshotsAndGoOnFromThem() {
        for (int i = 1; i <= 5; i++) {
            one.apply(new RecordedCommand(i, i, i, RegisterInput.add(i % 2, i)), new RecordedReply());
        }
        final MemorySnapshot snapshot = new MemorySnapshot();
        one.writeSnapshot(snapshot);
        two.readSnapshot(snapshot.reader());
        final MemorySnapshot again = new MemorySnapshot();
        two.writeSnapshot(again);
        assertTrue(Arrays.equals(snapshot.bytes(), again.bytes()));
        assertEquals(5, ByteBuffer.wrap(snapshot.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong());
        two.apply(new RecordedCommand(6, 6, 6, RegisterInput.add(0, 1)), new RecordedReply());
        one.apply(new RecordedCommand(6, 6, 6, RegisterInput.add(0, 1)), new RecordedReply());
        assertNoViolation();
    }

    @Test
    void shouldTellTheCheckerOfCommandsThatTheMachineRefuses() {
        final RecordedCommand malformed = new RecordedCommand(9, 1, 1, RegisterInput.set(3, 30)).withKind((byte) 77);
        final IllegalArgumentException failure =
            assertThrows(IllegalArgumentException.class, () -> one.apply(malformed, new RecordedReply()));
        assertTrue(failure.getMessage().contains("77"), failure.getMessage());
        assertThrows(IllegalArgumentException.class, () -> two.apply(malformed, new RecordedReply()));
        assertEquals(1, witness.length());
        assertNoViolation();
    }

    private CheckedMachine machine(final String name) {
        return new CheckedMachine(new RegisterMachine(), witness.cursor(name));
    }

    private void assertNoViolation() {
        assertTrue(violations.isEmpty(), () -> violations.reports().toString());
    }
}

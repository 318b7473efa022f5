package io.fleet.testkit.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.RegisterInput;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RopeServiceTest {
    private static final int VALUE = 77;
    private static final int FROM = 5;
    private static final int LENGTH = 20;

    private final Violations violations = new Violations();
    private final RopeService service = new RopeService();
    private final ExpandableArrayBuffer answer = new ExpandableArrayBuffer();
    private int length;

    /** The register's number, and the bytes 5 to 24 of the first payload that was written. */
    @BeforeEach
    void write() {
        service.newMachine("one", violations);
        final DirectBuffer header = service.header(RegisterInput.set(3, VALUE));
        assertEquals(1, WrittenPayloads.number(header));
        final DirectBuffer payload = service.payload(RegisterInput.set(3, VALUE), FROM + LENGTH);
        answer.putLong(0, VALUE, ByteOrder.LITTLE_ENDIAN);
        answer.putInt(Long.BYTES, 1, ByteOrder.LITTLE_ENDIAN);
        answer.putLong(RopeMachine.ANSWER_HEAD, 1, ByteOrder.LITTLE_ENDIAN);
        answer.putInt(RopeMachine.ANSWER_HEAD + Long.BYTES, FROM, ByteOrder.LITTLE_ENDIAN);
        answer.putInt(RopeMachine.ANSWER_HEAD + Long.BYTES + Integer.BYTES, LENGTH, ByteOrder.LITTLE_ENDIAN);
        length = RopeMachine.ANSWER_HEAD + RopeMachine.PIECE_HEAD;
        answer.putBytes(length, payload, FROM, LENGTH);
        length += LENGTH;
    }

    @Test
    void shouldTakeWhatWasWritten() {
        assertEquals(VALUE, service.answer(answer, 0, length));
        assertEquals(0, violations.count());
    }

    @Test
    void shouldNoticeEveryByteThatIsAnother() {
        for (int i = 0; i < LENGTH; i++) {
            final int at = length - LENGTH + i;
            answer.putByte(at, (byte) (answer.getByte(at) ^ 1));
            service.answer(answer, 0, length);
            assertEquals(i + 1, violations.count(), "byte " + i);
            answer.putByte(at, (byte) (answer.getByte(at) ^ 1));
        }
        assertTrue(violations.reports().get(3).endsWith("from byte 5 on, of which byte 3 is not what was written"),
            violations.reports().get(3));
    }

    @Test
    void shouldNoticeBytesOfAnotherPlaceAndLengthsThatDoNotFit() {
        answer.putInt(RopeMachine.ANSWER_HEAD + Long.BYTES, FROM + 1, ByteOrder.LITTLE_ENDIAN);
        service.answer(answer, 0, length);
        answer.putInt(RopeMachine.ANSWER_HEAD + Long.BYTES, FROM, ByteOrder.LITTLE_ENDIAN);
        service.answer(answer, 0, length - 1);
        service.answer(answer, 0, length + 1);
        service.answer(answer, 0, 3);
        answer.putLong(RopeMachine.ANSWER_HEAD, 2, ByteOrder.LITTLE_ENDIAN);
        service.answer(answer, 0, length);
        assertEquals(5, violations.count(), violations.reports()::toString);
    }

    @Test
    void shouldLeaveBytesOfPayloadsOutOfTheHash() {
        final long hash = service.answerHash(answer, 0, length);
        answer.putByte(length - 1, (byte) (answer.getByte(length - 1) ^ 1));
        assertEquals(hash, service.answerHash(answer, 0, length));
        answer.putInt(RopeMachine.ANSWER_HEAD + Long.BYTES, FROM + 1, ByteOrder.LITTLE_ENDIAN);
        assertNotEquals(hash, service.answerHash(answer, 0, length));
    }
}

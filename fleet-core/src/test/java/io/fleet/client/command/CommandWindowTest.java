package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.session.CommandFrame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CommandWindowTest {
    private static final UnsafeBuffer BYTES = new UnsafeBuffer(new byte[5000]);

    private final CommandWindow window = new CommandWindow(64);

    @Test
    void shouldCountBytesFromSendingToTheOutcome() {
        add(100);
        add(200);
        add(300);
        assertEquals(0, window.sentBytes());
        window.sent(window.unsentSlot());
        window.sent(window.unsentSlot());
        assertEquals(2 * CommandFrame.HEADER_LENGTH + 300, window.sentBytes());
        window.release(window.find(2));
        assertEquals(CommandFrame.HEADER_LENGTH + 100, window.sentBytes());
        window.release(window.find(3));
        assertEquals(CommandFrame.HEADER_LENGTH + 100, window.sentBytes(), "it was never sent");
        window.release(window.find(1));
        assertEquals(0, window.sentBytes());
        assertEquals(0, window.count());
    }

    @Test
    void shouldCountAsAPlainListDoes() {
        final Random random = new Random(1);
        final Deque<CommandSlot> sent = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            final int what = random.nextInt(3);
            if (what == 0 && window.hasRoom(5000)) {
                add(random.nextInt(5000));
            } else if (what == 1 && window.unsentSlot() != null) {
                final CommandSlot slot = window.unsentSlot();
                window.sent(slot);
                sent.add(slot);
            } else if (what == 2 && window.count() > 0) {
                final CommandSlot slot = random.nextBoolean() || sent.isEmpty() ? window.oldestSlot()
                    : random.nextBoolean() ? sent.peekFirst() : sent.peekLast();
                sent.remove(slot);
                window.release(slot);
            }
            assertEquals(sent.stream().mapToLong(slot -> slot.length).sum(), window.sentBytes());
        }
    }

    private void add(final int length) {
        window.add(false, BYTES, 0, 0, BYTES, 0, length, 1, null, 0);
    }
}

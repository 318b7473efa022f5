package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.protocol.Role;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StatusBoardTest {
    private static final int CHANGES = 2_000_000;

    private final StatusBoard board = new StatusBoard(7);

    private void change(final int to) {
        board.begin().leadership(Role.LEADER, to, to).progress(to, to, to, to).sessions(to).end();
    }

    @Test
    void shouldTellWhatWasWritten() {
        board.begin().leadership(Role.FOLLOWER, 5, 1).progress(10, 9, 8, 7).sessions(3).end();
        assertEquals(new GroupStatus(7, Role.FOLLOWER, 5, 1, 10, 9, 8, 7, 3), board.read());
    }

    @Test
    void shouldNeverShowHalfAChange() throws Exception {
        change(0);
        final Thread writer = new Thread(() -> {
            for (int i = 1; i <= CHANGES; i++) {
                change(i);
            }
        });
        writer.start();
        long last = 0;
        while (last < CHANGES) {
            final GroupStatus status = board.read();
            assertTrue(status.ordered() >= last, status + " after " + last);
            last = status.ordered();
            final int value = (int) last;
            assertEquals(new GroupStatus(7, Role.LEADER, value, value, value, value, value, value, value), status);
        }
        writer.join();
    }
}

package io.fleet.node.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.common.Role;
import io.fleet.storage.VoterState;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StatusBoardTest {
    private static final int CHANGES = 2_000;

    private final StatusBoard board = new StatusBoard(7);

    private void change(final int to) {
        board.begin().leadership(Role.LEADER, to, to).progress(to, to, to, to).state(to, to)
            .standing(VoterState.LOST, to, null).end();
    }

    @Test
    void shouldTellWhatWasWritten() {
        board.begin().leadership(Role.FOLLOWER, 5, 1).progress(10, 9, 8, 7).state(3, 4)
            .standing(VoterState.VOTER, 0, "why").end();
        assertEquals(new GroupStatus(7, Role.FOLLOWER, 5, 1, 10, 9, 8, 7, 3, 4, VoterState.VOTER, 0, "why"),
            board.read());
    }

    @Test
    void shouldNeverShowHalfAChange() throws Exception {
        change(0);
        final AtomicBoolean running = new AtomicBoolean(true);
        final Thread writer = new Thread(() -> {
            for (int i = 1; running.get(); i++) {
                change(i);
                Thread.yield();
            }
        });
        writer.start();
        try {
            long last = 0;
            int changes = 0;
            while (changes < CHANGES) {
                final GroupStatus status = board.read();
                changes += status.ordered() == last ? 0 : 1;
                last = status.ordered();
                final int value = (int) last;
                assertEquals(new GroupStatus(7, Role.LEADER, value, value, value, value, value, value, value,
                    value, VoterState.LOST, value, null), status);
            }
        } finally {
            running.set(false);
            writer.join();
        }
    }
}

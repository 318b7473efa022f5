package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.protocol.Ballot;
import io.fleet.protocol.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeLogTest {
    private static final int GROUP = 7;
    private static final long BALLOT = Ballot.next(Ballot.NONE, 2);

    private final Logger logger = Logger.getLogger(FleetNode.class.getName());
    private final Recorder recorder = new Recorder();
    private final NodeLog log = new NodeLog(2);

    @BeforeEach
    void listen() {
        logger.addHandler(recorder);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(recorder);
        logger.setUseParentHandlers(true);
    }

    @Test
    void shouldTellWhoBeginsAndStopsToLeadAndWhy() {
        log.onRole(GROUP, Role.RECOVERING, Role.LEADER, BALLOT, "recovery has all it needs");
        log.onRole(GROUP, Role.LEADER, Role.FOLLOWER, BALLOT, "has not heard a read quorum");
        assertEquals(List.of(
            "INFO node 2 group 7: RECOVERING -> LEADER (ballot 1.2): recovery has all it needs",
            "INFO node 2 group 7: LEADER -> FOLLOWER (ballot 1.2): has not heard a read quorum"), recorder.lines);
    }

    @Test
    void shouldKeepTheStepsOfAnElectionForThoseWhoAsk() {
        log.onRole(GROUP, Role.FOLLOWER, Role.PRE_CANDIDATE, BALLOT, "heard no leader in time");
        log.onRole(GROUP, Role.CANDIDATE, Role.FOLLOWER, BALLOT, "too few promises in time");
        assertEquals(List.of(), recorder.lines);
        logger.setLevel(Level.FINE);
        try {
            log.onRole(GROUP, Role.FOLLOWER, Role.PRE_CANDIDATE, BALLOT, "heard no leader in time");
        } finally {
            logger.setLevel(null);
        }
        assertEquals(List.of("FINE node 2 group 7: FOLLOWER -> PRE_CANDIDATE (ballot 1.2): heard no leader in time"),
            recorder.lines);
    }

    @Test
    void shouldTellWhomItFollowsButNotItself() {
        log.onLeader(GROUP, BALLOT, 2);
        log.onLeader(GROUP, Ballot.next(BALLOT, 1), 1);
        assertEquals(List.of("INFO node 2 group 7: follows node 1 (ballot 2.1)"), recorder.lines);
    }

    /** Keeps what is logged. */
    private static final class Recorder extends Handler {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void publish(final LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {
        }

        @Override
        public void close() {
        }
    }
}

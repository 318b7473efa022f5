package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Role;
import io.fleet.node.status.EventLog;
import io.fleet.node.status.NodeEvent;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NodeEventLoggerTest {
    private static final int GROUP = 7;
    private static final long BALLOT = Ballot.next(Ballot.NONE, 2);

    private final Logger logger = Logger.getLogger(FleetNode.class.getName());
    private final Recorder recorder = new Recorder();
    private final EventLog events = new EventLog(() -> 1000);
    private final NodeEventLogger log = new NodeEventLogger(2, events);

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

    /** Nobody who looks at the log must guess why commands are refused. */
    @Tag("hazard-E-A1")
    @Test
    void shouldTellWhyCommandsAreRefusedAndThatItIsOver() {
        log.onRefusal(GROUP, "no room for parts");
        log.onRefusal(GROUP, "no room for parts");
        log.onRefusal(GROUP, null);
        assertEquals(List.of("WARNING node 2 group 7: no room for parts", "WARNING node 2 group 7: no room for parts",
            "INFO node 2 group 7: takes all commands again"), recorder.lines);
    }

    @Tag("hazard-S-A4d")
    @Test
    void shouldTellWhyALearnerDoesNotBecomeAVoter() {
        log.onFormerLearner(GROUP, 5, 1, 2);
        final String what = "node 5 is not made a voter: it is in life 1, and others know it in a later one, so that it"
            + " counts from life 2 only. Start it with empty directories";
        assertEquals(List.of("WARNING node 2 group 7: " + what), recorder.lines);
        assertEquals(List.of(new NodeEvent(1, 1000, NodeEvent.Kind.TWIN, GROUP, 0, "5", what)), events.list());
    }

    @Test
    void shouldKeepAllChangesOfStateForThoseWhoLookBack() {
        log.onRole(GROUP, Role.FOLLOWER, Role.PRE_CANDIDATE, BALLOT, "heard no leader in time");
        log.onLeader(GROUP, BALLOT, 2);
        log.onStanding(GROUP, VoterState.SUSPECT, VoterState.VOTER, "repaired");
        log.onWaiting(GROUP, "waits", true);
        log.onForeignConfig(GROUP, -1);
        log.onStateLost("a file is missing");
        log.onSnapshotWritten(GROUP, 5);
        log.onSnapshotRestored(GROUP, 5);
        log.onSnapshotProblem(GROUP, "damaged");
        log.onCallbackFailed(GROUP, "onTimer", 3, new IllegalStateException("no"));
        log.stopped();
        log.onDiskFull("scattered", "d", true);
        log.onDiskFull("scattered", "d", false);
        log.onSnapshotInstalled(GROUP, 9, 100, 3);
        assertEquals(List.of(
            new NodeEvent(1, 1000, NodeEvent.Kind.ROLE, GROUP, BALLOT, "PRE_CANDIDATE", "heard no leader in time"),
            new NodeEvent(2, 1000, NodeEvent.Kind.LEADER, GROUP, BALLOT, "2", ""),
            new NodeEvent(3, 1000, NodeEvent.Kind.STANDING, GROUP, 0, "VOTER", "repaired"),
            new NodeEvent(4, 1000, NodeEvent.Kind.WAITING, GROUP, 0, "", "waits"),
            new NodeEvent(5, 1000, NodeEvent.Kind.FOREIGN_CONFIG, GROUP, 0, "", "of a client"),
            new NodeEvent(6, 1000, NodeEvent.Kind.STATE_LOST, -1, 0, "", "a file is missing"),
            new NodeEvent(7, 1000, NodeEvent.Kind.SNAPSHOT_WRITTEN, GROUP, 0, "LSN 5", ""),
            new NodeEvent(8, 1000, NodeEvent.Kind.SNAPSHOT_RESTORED, GROUP, 0, "LSN 5", ""),
            new NodeEvent(9, 1000, NodeEvent.Kind.SNAPSHOT_PROBLEM, GROUP, 0, "", "damaged"),
            new NodeEvent(10, 1000, NodeEvent.Kind.CALLBACK_FAILED, GROUP, 0, "",
                "onTimer(3): java.lang.IllegalStateException: no"),
            new NodeEvent(11, 1000, NodeEvent.Kind.STOPPED, -1, 0, "", ""),
            new NodeEvent(12, 1000, NodeEvent.Kind.DISK, -1, 0, "full", "the scattered log in d"),
            new NodeEvent(13, 1000, NodeEvent.Kind.DISK, -1, 0, "has space again", "the scattered log in d"),
            new NodeEvent(14, 1000, NodeEvent.Kind.SNAPSHOT_INSTALLED, GROUP, 0, "LSN 9",
                "100 bytes of another node")), events.list());
    }

    @Test
    void shouldSayThatADiskIsFullAndThatItIsNotAnyMore() { // S13
        log.onDiskFull("scattered", "d", true);
        log.onDiskFull("scattered", "d", false);
        assertEquals(List.of(
            "WARNING node 2: the disk is full for the scattered log in d: nothing more is accepted until there is "
                + "space",
            "INFO node 2: there is space again for the scattered log in d"), recorder.lines);
    }

    @Test
    @Tag("hazard-S-E4")
    void shouldNameWhatCannotBeRead() {
        log.onUnreadable(GROUP, "cannot read 100 bytes at 4096 of file d/scattered-00000001.log");
        assertEquals(List.of("SEVERE node 2 group 7: a record that another node asked for cannot be read, and is taken"
            + " as not here: cannot read 100 bytes at 4096 of file d/scattered-00000001.log. Look at the disk; while"
            + " the other nodes are well, start this one again: what is damaged is repaired then"), recorder.lines);
        assertEquals(List.of(new NodeEvent(1, 1000, NodeEvent.Kind.DISK, GROUP, 0, "unreadable",
            "cannot read 100 bytes at 4096 of file d/scattered-00000001.log")), events.list());
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

package io.fleet.node.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.node.status.NodeEvent.Kind;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private final AtomicLong time = new AtomicLong();
    private final EventLog log = new EventLog(time::incrementAndGet);

    @Test
    void shouldKeepTheLastOnesWithTheirNumbers() {
        for (int i = 1; i <= EventLog.CAPACITY + 10; i++) {
            log.add(Kind.ROLE, 0, i, "LEADER", "reason " + i);
        }
        final List<NodeEvent> events = log.list();
        assertEquals(EventLog.CAPACITY, events.size());
        assertEquals(new NodeEvent(11, 11, Kind.ROLE, 0, 11, "LEADER", "reason 11"), events.get(0));
        assertEquals(EventLog.CAPACITY + 10, events.get(events.size() - 1).number());
    }

    @Test
    void shouldTellOnceWhatIsToldAgainAndAgain() {
        log.add(Kind.WAITING, 0, 0, "", "LSN 1 of 9");
        log.add(Kind.WAITING, 1, 0, "", "LSN 1 of 9");
        log.add(Kind.WAITING, 0, 0, "", "LSN 2 of 9");
        log.add(Kind.STANDING, 0, 0, "VOTER", "");
        log.add(Kind.WAITING, 0, 0, "", "LSN 3 of 9");
        log.add(Kind.FOREIGN_CONFIG, 1, 0, "", "of node 1");
        log.add(Kind.FOREIGN_CONFIG, 1, 0, "", "of node 1");
        log.add(Kind.FOREIGN_CONFIG, 1, 0, "", "of node 2");
        assertEquals(List.of("WAITING 0", "WAITING 1", "STANDING 0", "WAITING 0", "FOREIGN_CONFIG 1",
            "FOREIGN_CONFIG 1"), log.list().stream().map(event -> event.kind() + " " + event.groupId()).toList());
        assertEquals(6, log.list().get(5).number(), "what is left out has no number");
    }

    @Test
    void shouldTellWhatEachOfSeveralTells() {
        for (int i = 0; i < 3; i++) {
            log.add(Kind.WAITING, -1, -1, 0, "", "duty 0 waits");
            log.add(Kind.WAITING, -1, -2, 0, "", "duty 1 waits");
        }
        assertEquals(List.of("duty 0 waits", "duty 1 waits"), log.list().stream().map(NodeEvent::reason).toList());
    }

    @Test
    void shouldTellAgainWhatHasBeenDropped() {
        log.add(Kind.WAITING, 1, 0, "", "");
        for (int i = 0; i < EventLog.CAPACITY; i++) {
            log.add(Kind.ROLE, 0, i, "LEADER", "");
        }
        log.add(Kind.WAITING, 1, 0, "", "");
        assertEquals(1, log.list().get(EventLog.CAPACITY - 1).groupId());
    }
}

package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.fixture.machine.AddingMachine;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NodeConfigTest {
    @Test
    void shouldLeaveTimeToHandOverOfTheGroupThatNeedsMost() { // L10: what is lent must be over before
        final GroupConfig quick = GroupConfig.scattered().withElectionTimeoutMillis(300);
        final GroupConfig slow = GroupConfig.scattered().withElectionTimeoutMillis(700);
        final LeaseConfig leases = LeaseConfig.of(2_000);
        assertEquals(1_400, handOverMillis(quick, slow));
        assertEquals(1_400, handOverMillis(quick.withLeases(leases), slow), "those of a leader are given up");
        assertEquals(2_600, handOverMillis(quick.withLeases(leases.atEveryReplica()), slow));
        assertEquals(7, builder(quick).handOverMillis(7).build().handOverMillis());
    }

    private static long handOverMillis(final GroupConfig... groups) {
        return builder(groups).build().handOverMillis();
    }

    private static NodeConfig.Builder builder(final GroupConfig... groups) {
        final NodeConfig.Builder builder = NodeConfig.builder().clusterId(1).nodeId(0).directory(Path.of("none"))
            .member(0, "127.0.0.1", 9001).member(1, "127.0.0.1", 9002).member(2, "127.0.0.1", 9003);
        for (int i = 0; i < groups.length; i++) {
            builder.group(i, groups[i], AddingMachine::new);
        }
        return builder;
    }
}

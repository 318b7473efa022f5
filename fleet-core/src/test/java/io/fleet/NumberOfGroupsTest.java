package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.storage.meta.MetaStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hazard-U-groups")
class NumberOfGroupsTest {
    private static final int MOST = MetaStore.MAX_GROUPS;

    @Test
    void shouldHostAsManyGroupsAsTheMetaStoreHolds() {
        assertEquals(MOST, of(GroupConfig.scattered(), MOST).build().groups().size());
        assertEquals(MOST / 2, of(GroupConfig.coded(1, 2), MOST / 2).build().groups().size());
    }

    @Test
    void shouldRefuseMoreBeforeAnythingStarts() {
        assertEquals("number of groups is " + (MOST + 1) + ", but must be from 1 to " + MOST,
            assertThrows(ConfigException.class, of(GroupConfig.scattered(), MOST + 1)::build).getMessage());
    }

    @Test
    void shouldCountCodedGroupsTwice() {
        final int coded = MOST / 2 + 1;
        assertEquals("number of groups, coded ones counted twice, is " + 2 * coded + ", but must be from 1 to " + MOST,
            assertThrows(ConfigException.class, of(GroupConfig.coded(1, 2), coded)::build).getMessage());
    }

    private static NodeConfig.Builder of(final GroupConfig config, final int groups) {
        final NodeConfig.Builder builder = NodeConfig.builder().clusterId(1).nodeId(0).directory(Path.of("none"))
            .member(0, "127.0.0.1", 9001).member(1, "127.0.0.1", 9002).member(2, "127.0.0.1", 9003);
        for (int i = 0; i < groups; i++) {
            builder.group(i, config, AddingMachine::new);
        }
        return builder;
    }
}

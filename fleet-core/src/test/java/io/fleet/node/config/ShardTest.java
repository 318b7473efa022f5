package io.fleet.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.error.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardTest {
    private static final Path DATA = Path.of("data");

    @Test
    void shouldHaveEachGroupOnce() {
        for (int count = 1; count <= Shard.MAX_COUNT; count++) {
            for (final int group : new int[] {0, 1, 63, 64, 4711, Integer.MAX_VALUE}) {
                final int all = count;
                final List<Shard> hosts = IntStream.range(0, all).mapToObj(index -> new Shard(index, all))
                    .filter(shard -> shard.hosts(group)).toList();
                assertEquals(List.of(Shard.of(group, count)), hosts);
            }
        }
    }

    @Test
    void shouldLeaveANodeOfOneDutyThreadAsItWas() {
        assertEquals(DATA, Shard.ALL.directory(DATA));
        assertEquals(9001, Shard.ALL.port(9001));
        assertEquals("fleet-node-3", Shard.ALL.name("fleet-node-3"));
    }

    @Test
    void shouldTellItsNumberInTheNameOfItsDirectory() {
        final Shard shard = new Shard(9, 12);
        assertEquals(DATA.resolve("duty-9-of-12"), shard.directory(DATA));
        assertEquals(9010, shard.port(9001));
        assertEquals("fleet-node-3-duty-9", shard.name("fleet-node-3"));
        assertEquals(Optional.of(12), Shard.countIn("duty-9-of-12"));
        for (final String other : new String[] {"duty", "duty-9", "duty-9-of-", "duty-x-of-3", "lost+found", "meta",
            "duty-1-of-1000"}) {
            assertEquals(Optional.empty(), Shard.countIn(other), other);
        }
    }

    @Test
    void shouldRefuseNumbersThatNoNodeHas() {
        assertThrows(ConfigException.class, () -> new Shard(0, 0));
        assertThrows(ConfigException.class, () -> new Shard(0, Shard.MAX_COUNT + 1));
        assertThrows(ConfigException.class, () -> new Shard(2, 2));
        assertThrows(ConfigException.class, () -> new Shard(-1, 2));
    }
}

package io.fleet.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.error.ConfigException;
import org.junit.jupiter.api.Test;

class SnapshotConfigTest {
    @Test
    void shouldChangeNothingElseThanWhatIsAskedFor() {
        final SnapshotConfig config = SnapshotConfig.defaults().withRunning(1, 2, 3).withTrim(TrimPolicy.ALL, 4)
            .withBytesPerSecond(5 << 20).withWriteBytesPerSecond(6 << 20).withAtStopEntries(7);
        assertEquals(new SnapshotConfig(7, 1, 2, 3, TrimPolicy.ALL, 4, 5 << 20, 6 << 20), config);
        assertEquals(128 << 20, SnapshotConfig.defaults().writeBytesPerSecond());
        assertEquals(0, config.withWriteBytesPerSecond(0).writeBytesPerSecond());
    }

    @Test
    void shouldNameTheRateThatIsOutOfRange() {
        assertEquals("bytesPerSecond is 0, but must be from 1048576 to 10737418240", assertThrows(ConfigException.class,
            () -> SnapshotConfig.defaults().withBytesPerSecond(0)).getMessage());
        for (final long each : new long[] {-1, 1, (1 << 20) - 1, (10L << 30) + 1}) {
            assertEquals("writeBytesPerSecond is " + each + ", but must be 0, or from 1048576 to 10737418240",
                assertThrows(ConfigException.class,
                    () -> SnapshotConfig.defaults().withWriteBytesPerSecond(each)).getMessage());
        }
    }
}

package io.fleet.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.config.WriteQuorum;
import io.fleet.error.ConfigException;
import io.fleet.node.CodedNowhere;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtocolFactoriesTest {
    private static final GroupConfig CODED = GroupConfig.coded(3, 2);

    @Test
    void shouldNameTheArtifactThatIsMissing() {
        final String message =
            assertThrows(ConfigException.class, () -> ProtocolFactories.of(CODED, List.of())).getMessage();
        assertTrue(message.contains("coded(3, 2)") && message.contains("io.fleet:fleet-ec"), message);
    }

    @Test
    void shouldFindAModeOnTheClassPathAndNeedNothingForTheScatteredOne() {
        assertEquals(CodedNowhere.class, ProtocolFactories.of(CODED).getClass());
        assertEquals(Mode.SCATTERED, ProtocolFactories.of(GroupConfig.scattered(), List.of()).mode());
    }

    @Test
    void shouldTakeACodeWithinItsRangesOnly() {
        assertEquals(5, CODED.withMaxSessions(7).code().members());
        assertEquals(Mode.CODED, CODED.withMaxSessions(7).check().mode());
        assertRefused("k is 0, but must be from 1 to 61", 0, 2);
        assertRefused("k is 62, but must be from 1 to 61", 62, 2);
        for (final int parity : new int[] {-1, 0, 1, 63}) {
            assertRefused("m is " + parity + ", but must be from 2 to 62: a coded group goes on while m / 2 members "
                + "are away, rounded down, which must be one at least", 3, parity);
        }
        assertRefused("k + m is 64, but must be from 3 to 63", 32, 32);
        assertTrue(assertThrows(ConfigException.class, () -> CODED.withCopies(WriteQuorum.QUORUM).check()).getMessage()
            .contains("in a group that is coded(3, 2)"));
    }

    private static void assertRefused(final String why, final int k, final int m) {
        assertEquals(why, assertThrows(ConfigException.class, () -> GroupConfig.coded(k, m)).getMessage());
    }
}

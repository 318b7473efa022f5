package io.fleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GroupConfigTest {
    private static final GroupConfig CODED = GroupConfig.coded(3, 2);

    /** Who sets them believes that they do something. */
    @Tag("hazard-U-ignored-settings")
    @Test
    void shouldRefuseSettingsThatMeanNothingInACodedGroup() {
        refuses("dissemination", CODED.withDissemination(Dissemination.LEADER));
        refuses("replierPolicy", CODED.withReplierPolicy(ReplierPolicy.RANDOM));
        refuses("learning", CODED.withLearning(Learning.EVERYONE));
        refuses("replierQueueBound", CODED.withReplierQueueBound(7));
        refuses("queueMillis", CODED.withQueueMillis(9));
        refuses("hedgeMillis", CODED.withHedgeMillis(9));
        refuses("copies", CODED.withCopies(WriteQuorum.QUORUM));
        CODED.withMaxParts(256).withRetryMillis(20).check();
        GroupConfig.scattered().withHedgeMillis(9).withReplierQueueBound(7).check();
    }

    private static void refuses(final String setting, final GroupConfig config) {
        final String message = assertThrows(ConfigException.class, config::check).getMessage();
        assertTrue(message.contains(setting + " is ") && message.contains("coded"), message);
    }

    @Test
    void shouldBoundHowManyPartsANodeHolds() {
        assertEquals(262_144, CODED.maxParts());
        assertEquals(256, CODED.withMaxParts(256).maxParts());
        assertEquals("maxParts is 255, but must be from 256 to 8388608",
            assertThrows(ConfigException.class, () -> CODED.withMaxParts(255)).getMessage());
    }

    @Test
    void shouldBoundNobodyUnlessItIsToldHowLongEntriesMayTake() {
        assertEquals(0, GroupConfig.scattered().queueMillis());
        assertEquals(60_000, GroupConfig.scattered().withQueueMillis(60_000).queueMillis());
        for (final long wrong : new long[] {-1, 60_001}) {
            assertEquals("queueMillis is " + wrong + ", but must be from 0 to 60000",
                assertThrows(ConfigException.class, () -> GroupConfig.scattered().withQueueMillis(wrong)).getMessage());
        }
    }
}

package io.fleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.error.ConfigException;
import org.junit.jupiter.api.Test;

class SizeLimitsTest {
    @Test
    void shouldTakeLongCommandsAndAnswersInCodedGroupsOnly() {
        final GroupConfig coded = GroupConfig.coded(3, 2).withMaxCommandBytes(67174400).withMaxReplyBytes(67174400);
        assertEquals(67174400, coded.maxCommandBytes());
        assertEquals(67174400, coded.maxReplyBytes());
        assertEquals(8388608, GroupConfig.coded(3, 2).maxCommandBytes(), "unless it is said");
        assertEquals(8388608, GroupConfig.scattered().withMaxCommandBytes(8388608).maxCommandBytes());
        assertRefused("maxCommandBytes is 67174401, but must be from 64 to 67174400",
            () -> GroupConfig.coded(3, 2).withMaxCommandBytes(67174401));
        assertRefused("maxReplyBytes is 63, but must be from 64 to 67174400",
            () -> GroupConfig.coded(3, 2).withMaxReplyBytes(63));
        assertRefused("maxCommandBytes (of a group that is not coded) is 8388609, but must be from 64 to 8388608",
            () -> GroupConfig.scattered().withMaxCommandBytes(8388609));
        assertRefused("maxReplyBytes (of a group that is not coded) is 8388609, but must be from 64 to 8388608",
            () -> GroupConfig.scattered().withMaxReplyBytes(8388609));
    }

    private static void assertRefused(final String message, final Runnable call) {
        assertEquals(message, assertThrows(ConfigException.class, call::run).getMessage());
    }
}

package io.fleet.client.command;

import io.fleet.config.SizeLimits;
import io.fleet.error.CommandTooLargeException;

/** Refuses commands that are longer than a group takes, before anything is copied. */
public final class CommandLength {
    private CommandLength() {
    }

    /**
     * Checks one: the bound of a group is on both together; header and payload have bounds of their own.
     *
     * @param headerLength    in bytes.
     * @param payloadLength   in bytes.
     * @param maxCommandBytes the group's bound.
     * @throws CommandTooLargeException when it is longer.
     * @throws IllegalArgumentException when a length is below 0.
     */
    public static void check(final int headerLength, final int payloadLength, final int maxCommandBytes) {
        final long length = (long) headerLength + payloadLength;
        if (headerLength < 0 || payloadLength < 0) {
            throw new IllegalArgumentException("header of " + headerLength + " and payload of " + payloadLength
                + " bytes, but both must be at least 0");
        }
        if (length > maxCommandBytes || headerLength > SizeLimits.SHORT_BYTES
            || payloadLength > SizeLimits.PAYLOAD_BYTES) {
            throw new CommandTooLargeException("command of " + length + " bytes (header " + headerLength + ", payload "
                + payloadLength + "), but maxCommandBytes is " + maxCommandBytes
                + (length > maxCommandBytes ? "" : ", a header has at most " + SizeLimits.SHORT_BYTES
                    + " and a payload at most " + SizeLimits.PAYLOAD_BYTES));
        }
    }
}

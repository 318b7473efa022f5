package io.fleet.batch;

import io.fleet.machine.CommandTooLargeException;
import io.fleet.machine.SizeLimits;

/** Refuses commands that are longer than a group takes, before anything is copied. */
final class CommandLength {
    private CommandLength() {
    }

    /** Of a read that does not go through the log, which is one packet. */
    static void checkRead(final int headerLength, final int payloadLength, final int maxCommandBytes) {
        final long length = (long) headerLength + payloadLength;
        if (length > ReadClient.MAX_READ_BYTES && length <= maxCommandBytes) {
            throw new CommandTooLargeException("read of " + length + " bytes (header " + headerLength + ", payload "
                + payloadLength + "), but beside the log it has at most " + ReadClient.MAX_READ_BYTES
                + ": ask through the log");
        }
        check(headerLength, payloadLength, maxCommandBytes);
    }

    /** The bound of a group is on both together; header and payload have bounds of their own. */
    static void check(final int headerLength, final int payloadLength, final int maxCommandBytes) {
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

package io.fleet.client.command;

import io.fleet.client.ReadResult;
import io.fleet.client.ReplyHandler;
import io.fleet.error.CommandFailedException;
import io.fleet.error.FleetException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.ReplyGoneException;
import io.fleet.error.ReplyTooLargeException;
import io.fleet.session.ReplyFrame;
import org.agrona.DirectBuffer;

/**
 * Ends commands: frees the slot first, so that a handler may submit again, and keeps what a handler throws from the
 * duty cycle.
 */
public final class CommandOutcomes {
    private final CommandWindow window;
    private final ClientCounters counters;

    CommandOutcomes(final CommandWindow window, final ClientCounters counters) {
        this.window = window;
        this.counters = counters;
    }

    void reply(final CommandSlot slot, final long lsn, final DirectBuffer buffer, final int offset, final int length) {
        final ReplyHandler handler = slot.handler;
        final long correlationId = slot.correlationId;
        window.release(slot);
        reply(handler, correlationId, lsn, ReadResult.NOT_STALE, buffer, offset, length, counters);
    }

    /**
     * Calls a handler with an answer, and counts what it throws.
     *
     * @param handler       the handler.
     * @param correlationId of the command.
     * @param lsn           what the answer reflects.
     * @param staleNs       how old that may be, see {@link ReadResult#staleNs()}.
     * @param buffer        where the answer is.
     * @param offset        of its first byte.
     * @param length        in bytes.
     * @param counters      where that counts.
     */
    public static void reply(final ReplyHandler handler, final long correlationId, final long lsn, final long staleNs,
                             final DirectBuffer buffer, final int offset, final int length,
                             final ClientCounters counters) {
        try {
            handler.onReply(correlationId, lsn, staleNs, buffer, offset, length);
        } catch (final Throwable thrown) {
            handlerThrew(thrown, counters);
        }
    }

    void fail(final CommandSlot slot, final FleetException failure) {
        final ReplyHandler handler = slot.handler;
        final long correlationId = slot.correlationId;
        window.release(slot);
        fail(handler, correlationId, failure, counters);
    }

    /**
     * What a status means to the caller. A command beyond the window may still be applied by a later copy of it once
     * the window has moved, so it is unknown; it can only come from members and a client whose clientWindow differs.
     */
    static FleetException failure(final byte status, final String name, final DirectBuffer buffer, final int offset,
                                  final int length) {
        return switch (status) {
            case ReplyFrame.FAILED -> new CommandFailedException(buffer.getStringWithoutLengthUtf8(offset, length));
            case ReplyFrame.REPLY_TOO_LARGE ->
                new ReplyTooLargeException(name + " was applied, but its answer was over maxReplyBytes");
            case ReplyFrame.REPLY_GONE -> new ReplyGoneException(name + " was applied, but its answer was lost on its"
                + " way and is not kept any more: answers that were not confirmed took more than sessionBytes");
            case ReplyFrame.STALE -> new OutcomeUnknownException(name
                + " is below what the group was told that this client waits for");
            default -> new OutcomeUnknownException(name
                + " is beyond the group's clientWindow: the members were given another one than this client");
        };
    }

    /**
     * Calls a handler with a failure, and counts what it throws.
     *
     * @param handler       the handler.
     * @param correlationId of the command.
     * @param failure       why there is no answer.
     * @param counters      where that counts.
     */
    public static void fail(final ReplyHandler handler, final long correlationId, final FleetException failure,
                            final ClientCounters counters) {
        try {
            handler.onFailure(correlationId, failure);
        } catch (final Throwable thrown) {
            handlerThrew(thrown, counters);
        }
    }

    /** Counts what a handler threw; only a virtual machine that cannot go on ends its owner. */
    private static void handlerThrew(final Throwable thrown, final ClientCounters counters) {
        if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
            throw (VirtualMachineError) thrown;
        }
        counters.lastHandlerError = thrown;
        counters.handlerErrors++;
    }
}

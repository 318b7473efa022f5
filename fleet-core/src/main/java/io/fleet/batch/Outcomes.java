package io.fleet.batch;

import io.fleet.ReplyHandler;
import io.fleet.machine.FleetException;
import org.agrona.DirectBuffer;

/**
 * Ends commands: frees the slot first, so that a handler may submit again, and keeps what a handler throws from the
 * duty cycle.
 */
final class Outcomes {
    private final CommandWindow window;
    private final BatcherCounters counters;

    Outcomes(final CommandWindow window, final BatcherCounters counters) {
        this.window = window;
        this.counters = counters;
    }

    void reply(final CommandSlot slot, final DirectBuffer buffer, final int offset, final int length) {
        final ReplyHandler handler = slot.handler;
        final long correlationId = slot.correlationId;
        window.release(slot);
        try {
            handler.onReply(correlationId, buffer, offset, length);
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

    static void fail(final ReplyHandler handler, final long correlationId, final FleetException failure,
                     final BatcherCounters counters) {
        try {
            handler.onFailure(correlationId, failure);
        } catch (final Throwable thrown) {
            handlerThrew(thrown, counters);
        }
    }

    /** Counts what a handler threw; only a virtual machine that cannot go on ends its owner. */
    private static void handlerThrew(final Throwable thrown, final BatcherCounters counters) {
        if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
            throw (VirtualMachineError) thrown;
        }
        counters.lastHandlerError = thrown;
        counters.handlerErrors++;
    }
}

package io.fleet.examples.kv.store;

import io.fleet.error.TooManyTimersException;
import io.fleet.machine.MachineContext;
import java.util.concurrent.TimeUnit;

/**
 * The timers that take out keys which have expired and which nobody asks for any more. One timer stands for all keys
 * that expire within a second, a minute or an hour, the longer the farther off, so that there are few.
 *
 * <p>Timers belong to the replicated state, and what of the expired keys is still in a store does not: so timers are
 * set by commands alone, and what is in the store decides nothing. A timer whose keys are gone fires for nothing.
 */
public final class ExpiryTimers {
    private static final long SECOND = TimeUnit.SECONDS.toMillis(1);
    private static final long MINUTE = TimeUnit.MINUTES.toMillis(1);
    private static final long HOUR = TimeUnit.HOURS.toMillis(1);
    private static final long SECONDS_WITHIN = HOUR;
    private static final long MINUTES_WITHIN = TimeUnit.DAYS.toMillis(2);

    private MachineContext context;

    /** A group hosts the machine; without one there are no timers. */
    public void onStart(final MachineContext newContext) {
        context = newContext;
    }

    /**
     * A key expires.
     *
     * @param at  when, later than now.
     * @param now log time.
     */
    public void expires(final long at, final long now) {
        if (context == null || at > Long.MAX_VALUE - HOUR) {
            return;
        }
        final long span = at - now < SECONDS_WITHIN ? SECOND : at - now < MINUTES_WITHIN ? MINUTE : HOUR;
        final long deadline = (at / span + 1) * span;
        try {
            context.schedule(deadline, deadline);
        } catch (final TooManyTimersException e) {
            // On every replica alike; the key is taken out with a later command, as any that was missed.
            return;
        }
    }
}

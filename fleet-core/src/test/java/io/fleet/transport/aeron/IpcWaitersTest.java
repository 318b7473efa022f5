package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.fleet.transport.SignalCount;
import org.junit.jupiter.api.Test;

class IpcWaitersTest {
    private final IpcWaiters waiters = new IpcWaiters();
    private final SignalCount one = new SignalCount();
    private final SignalCount two = new SignalCount();

    @Test
    void shouldWakeWhoeverPollsTheStream() {
        final IpcWaiters.Stream sender = waiters.stream(1);
        sender.arrived();
        waiters.stream(1).poller(one);
        waiters.stream(2).poller(two);
        one.begin();
        two.begin();
        sender.arrived();
        assertEquals(1, one.signals);
        assertEquals(0, two.signals);
        one.end();
        sender.arrived();
        assertEquals(1, one.signals, "it does not wait");

        waiters.stream(1).poller(two);
        one.begin();
        sender.arrived();
        assertEquals(1, one.signals, "another polls now");
        assertEquals(1, two.signals);
    }

    @Test
    void shouldForgetAStream() {
        final IpcWaiters.Stream first = waiters.stream(1);
        assertSame(first, waiters.stream(1));
        waiters.remove(1);
        assertNotSame(first, waiters.stream(1));
        waiters.remove(5);
    }
}

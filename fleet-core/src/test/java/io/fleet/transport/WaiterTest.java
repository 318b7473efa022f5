package io.fleet.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaiterTest {
    @Test
    void shouldSignalOnlyBetweenBeginAndEnd() {
        final SignalCount waiter = new SignalCount();
        waiter.wakeUp();
        assertEquals(0, waiter.signals, "nobody waits yet");
        waiter.begin();
        waiter.wakeUp();
        assertEquals(1, waiter.signals);
        waiter.await(1);
        waiter.wakeUp();
        assertEquals(2, waiter.signals, "the wait is not over before its end");
        waiter.end();
        waiter.wakeUp();
        assertEquals(2, waiter.signals, "nobody waits any more");
    }

    @Test
    void shouldNotParkWhenItIsWokenBeforeThat() {
        final ParkingWaiter waiter = new ParkingWaiter(false);
        waiter.wakeUp();
        waiter.begin();
        waiter.wakeUp();
        waiter.await(TimeUnit.MINUTES.toNanos(10));
        waiter.end();
    }

    @Test
    void shouldLoseNoWakeUpWhileItParks() throws Exception {
        HandOffs.run(new ParkingWaiter(true), 20_000);
    }

    @Test
    void shouldSayWhetherArrivalsEndAWait() {
        assertTrue(new ParkingWaiter(true).isWokenByArrivals());
        assertFalse(new ParkingWaiter(false).isWokenByArrivals());
    }
}

package io.fleet.examples.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.TooManyTimersException;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payloads;
import io.fleet.testkit.FleetSimulation;
import io.fleet.testkit.local.MemoryPayloads;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that expire go away by themselves. */
class KvExpiryTest implements MachineContext {
    private final Map<Long, Long> timers = new TreeMap<>();
    private final KvMachine machine = new KvMachine();
    private final KvDriver kv = new KvDriver(machine, KvBounds.NONE);
    private boolean tooMany;

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldTakeOutWhatHasExpiredThoughNoCommandComes(final StoreKind kind) {
        try (KvMachine one = new KvMachine(kind, new KvBounds(1_000, 1 << 20))) {
            final KvDriver driver = new KvDriver(one, KvBounds.NONE);
            one.onStart(this);
            driver.run("SET k v PX 1500");
            driver.run("SET other v");
            driver.run("EXPIRE other 5");
            driver.run("SET stays v");
            assertEquals(3, one.held());
            fire(one, driver.harness().time() + 1_500);
            assertEquals(3, one.held(), "not yet");
            fire(one, driver.harness().time() + 2_500);
            assertEquals(2, one.held());
            fire(one, driver.harness().time() + 6_000);
            assertEquals(1, one.held());
            assertEquals(Map.of(), timers, "nothing is left to wait for");
        }
    }

    @Test
    void shouldHaveOneTimerForManyKeysAndFewForThoseThatExpireLate() {
        machine.onStart(this);
        for (int i = 0; i < 1_000; i++) {
            kv.run("SET k" + i + " v PX " + (2_001 + i % 900));
        }
        assertTrue(timers.size() <= 2, timers.toString());
        timers.clear();
        for (int hour = 2; hour < 40; hour++) {
            kv.run("SET h" + hour + " v EX " + (3_600 * hour + 7));
            kv.run("SET h" + hour + " v EX " + (3_600 * hour + 8));
        }
        assertEquals(38, timers.size(), "one for a minute");
        timers.clear();
        kv.run("SET d v EX 8640000");
        kv.run("SET e v EX 8640001");
        assertEquals(1, timers.size(), "one for an hour");
    }

    @Test
    void shouldTakeOutABoundedNumberAtATime() {
        machine.onStart(this);
        for (int i = 0; i < 3_000; i++) {
            kv.run("SET k" + i + " v PXAT " + (kv.harness().time() + 500));
        }
        fire(machine, kv.harness().time() + 2_000);
        assertTrue(machine.held() > 0 && machine.held() < 1_500, "left: " + machine.held());
        assertEquals(":0", kv.run("DBSIZE"));
    }

    @Test
    void shouldServeWithoutTimersWhereThereAreTooMany() { // S13
        machine.onStart(this);
        tooMany = true;
        assertEquals("+OK", kv.run("SET k v PX 100"));
        kv.harness().advance(5_000);
        kv.run("SET other v");
        assertEquals(1, machine.held());
    }

    @Test
    void shouldKeepNoTimerForTheEndOfTime() {
        machine.onStart(this);
        kv.run("SET k v");
        kv.run("PEXPIREAT k 9223372036854775807");
        assertEquals(Map.of(), timers);
    }

    @Test
    void shouldSetTheSameTimersOnEveryReplica() { // S9, S11
        FleetSimulation.of(KvMachine::new).nodes(3).seeds(6).commandsPerSeed(250).commands(random -> {
            final KvBatch batch = new KvBatch();
            final byte[] key = KvDriver.bytes("k" + random.nextInt(40));
            switch (random.nextInt(4)) {
                case 0 -> batch.add(KvOp.DEL, key);
                case 1 -> batch.add(KvOp.PEXPIRE, key, KvDriver.bytes("" + (1 + random.nextInt(2_000))));
                default -> batch.add(KvOp.PSETEX, key, KvDriver.bytes("" + (1 + random.nextInt(1_500))),
                    KvDriver.bytes("v"));
            }
            return batch.toBytes();
        }).run();
    }

    private void fire(final KvMachine one, final long now) {
        while (!timers.isEmpty() && timers.values().iterator().next() <= now) {
            final long id = timers.keySet().iterator().next();
            timers.remove(id);
            one.onTimer(id, now);
        }
    }

    @Override
    public Payloads payloads() {
        return new MemoryPayloads();
    }

    @Override
    public long timeMillis() {
        return kv.harness().time();
    }

    @Override
    public long lsn() {
        return 1;
    }

    @Override
    public void schedule(final long timerId, final long deadlineMillis) {
        if (tooMany) {
            throw new TooManyTimersException("too many");
        }
        timers.put(timerId, deadlineMillis);
    }

    @Override
    public boolean cancel(final long timerId) {
        return timers.remove(timerId) != null;
    }

    @Override
    public boolean isScheduled(final long timerId) {
        return timers.containsKey(timerId);
    }
}

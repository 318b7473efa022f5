package io.fleet.examples.versions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.speculation.Answer;
import io.fleet.examples.speculation.AnyOrder;
import io.fleet.examples.speculation.Comparison;
import io.fleet.examples.speculation.Given;
import io.fleet.examples.speculation.Speculator;
import io.fleet.machine.CommandKeys;
import io.fleet.testkit.local.MachineHarness;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Puts and trims that are prepared before their turn. */
class VersionedSpeculationTest {
    private final VersionedMachine machine = new VersionedMachine();
    private final Speculator<Draft> speculator = new Speculator<>(machine, Runnable::run);

    private static Given given(final byte operation, final long number, final String key, final String value) {
        final byte[] text = key.getBytes(StandardCharsets.UTF_8);
        final byte[] header = ByteBuffer.allocate(9 + text.length).order(ByteOrder.LITTLE_ENDIAN)
            .put(operation).putLong(number).put(text).array();
        return new Given(header, value.getBytes(StandardCharsets.UTF_8), 1);
    }

    private static Given put(final String key, final String value) {
        return given(VersionedMachine.PUT, 0, key, value);
    }

    private static Given trim(final long version) {
        return given(VersionedMachine.TRIM, version, "", "");
    }

    private static Given get(final String key, final long version) {
        return given(VersionedMachine.GET, version, key, "");
    }

    private static byte[] number(final long number) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
    }

    private static byte[] found(final long version, final String value) {
        return ByteBuffer.allocate(9 + value.length()).order(ByteOrder.LITTLE_ENDIAN).put(VersionedMachine.FOUND)
            .putLong(version).put(value.getBytes(StandardCharsets.UTF_8)).array();
    }

    private byte[] newest(final String key) {
        return Answer.query(machine, get(key, Long.MAX_VALUE));
    }

    private static byte[] snapshot(final VersionedMachine machine) {
        return new MachineHarness(machine).snapshot();
    }

    @Test
    void shouldNotShowDrafts() {
        speculator.prepare(put("a", "a1"));
        speculator.prepare(put("b", "b2"));
        speculator.prepare(put("a", "a3"));
        assertArrayEquals(new byte[] {VersionedMachine.ABSENT}, newest("a"));
        assertArrayEquals(number(0), Answer.query(machine, given(VersionedMachine.VERSION, 0, "", "")));
        assertArrayEquals(number(1), speculator.publish());
        assertArrayEquals(found(1, "a1"), newest("a"));
        assertArrayEquals(new byte[] {VersionedMachine.ABSENT}, newest("b"));
        assertArrayEquals(number(2), speculator.publish());
        assertArrayEquals(number(3), speculator.publish());
        assertArrayEquals(found(3, "a3"), newest("a"));
    }

    @Test
    void shouldNumberPutsInTheOrderOfTheLogHoweverTheyWerePrepared() {
        final AnyOrder order = new AnyOrder(new Random(1));
        final Speculator<Draft> any = new Speculator<>(machine, order);
        for (int i = 0; i < 100; i++) {
            any.prepare(put("k" + i, "v" + i));
        }
        for (int i = 0; i < 100; i++) {
            assertArrayEquals(number(i + 1), any.publish());
            assertArrayEquals(found(i + 1, "v" + i), newest("k" + i));
        }
    }

    @Test
    void shouldLeaveNothingOfWhatIsRevoked() {
        final byte[] before = snapshot(machine);
        speculator.prepare(put("a", "x"));
        speculator.prepare(put("a", "y"));
        speculator.prepare(trim(7));
        speculator.revoke(3);
        assertArrayEquals(before, snapshot(machine));
        speculator.prepare(put("a", "a1"));
        speculator.publish();
        speculator.prepare(put("a", "z"));
        speculator.revoke(1);
        assertArrayEquals(found(1, "a1"), newest("a"));
    }

    @Test
    void shouldKeepDraftsThatATrimMeets() {
        speculator.prepare(put("a", "a1"));
        speculator.prepare(put("a", "a2"));
        speculator.prepare(trim(2));
        speculator.prepare(put("a", "a3"));
        speculator.prepare(put("b", "b4"));
        for (int i = 0; i < 3; i++) {
            speculator.publish();
        }
        assertArrayEquals(found(2, "a2"), newest("a"));
        assertArrayEquals(number(3), speculator.publish());
        assertArrayEquals(found(3, "a3"), newest("a"));
        assertArrayEquals(number(4), speculator.publish());
        assertArrayEquals(found(4, "b4"), newest("b"));
    }

    @Test
    void shouldNameTheKeyOfAPutAlone() {
        assertEquals(keys(put("a", "x")), keys(put("a", "y")));
        assertFalse(keys(put("a", "x")).equals(keys(put("b", "x"))));
        assertEquals(1, keys(put("a", "x")).size());
        assertTrue(keys(trim(1)).isEmpty());
        assertTrue(keys(new Given(new byte[] {VersionedMachine.PUT}, new byte[0], 1)).isEmpty(), "and throws nothing");
    }

    private List<Long> keys(final Given command) {
        final List<Long> named = new ArrayList<>();
        machine.keys(command, new CommandKeys() {
            @Override
            public void add(final long key) {
                named.add(key);
            }

            @Override
            public void all() {
                throw new AssertionError("it depends on one key");
            }
        });
        return named;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAnswerAsThePlainMachine(final long seed) {
        final Random random = new Random(seed);
        compare(random, new AnyOrder(random));
    }

    @Test
    void shouldAnswerAsThePlainMachineWithThreads() {
        final ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            compare(new Random(5), threads);
        } finally {
            threads.shutdownNow();
        }
    }

    private void compare(final Random random, final Executor executor) {
        new Comparison<>(new PlainVersions(), machine, executor, random, () -> command(random),
            () -> get("k" + random.nextInt(12), random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(4_000)),
            () -> {}).run(4_000);
    }

    private static Given command(final Random random) {
        final int kind = random.nextInt(20);
        if (kind == 0) {
            return trim(random.nextInt(4_000));
        }
        return kind == 1 ? given((byte) 9, 0, "", "") : put("k" + random.nextInt(12), "v" + random.nextInt(1_000));
    }

    @Test
    void shouldTakeNewKeysFromSeveralThreads() {
        final ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            final Speculator<Draft> several = new Speculator<>(machine, threads);
            for (int i = 0; i < 20_000; i++) {
                several.prepare(put("k" + i, "v"));
                if (several.size() > 100) {
                    several.publish();
                }
            }
            while (several.size() > 0) {
                several.publish();
            }
            for (int i = 0; i < 20_000; i++) {
                assertArrayEquals(found(i + 1, "v"), newest("k" + i));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldAddDraftsWhileOthersAreReadAndTrimmed() {
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final Speculator<Draft> two = new Speculator<>(machine, threads);
            int published = 0;
            for (int i = 0; i < 200_000; i++) {
                two.prepare(i % 8 == 7 ? trim(i) : put("k" + i % 2, "v" + i));
                if (two.size() > 40) {
                    final byte[] answer = two.publish();
                    if (published % 8 != 7) {
                        final long version = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).getLong();
                        assertArrayEquals(found(version, "v" + published), newest("k" + published % 2));
                    }
                    published++;
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

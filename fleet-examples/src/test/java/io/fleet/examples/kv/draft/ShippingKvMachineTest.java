package io.fleet.examples.kv.draft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.speculation.Answer;
import io.fleet.examples.speculation.Given;
import io.fleet.machine.ShippedEffects;
import io.fleet.testkit.local.MachineHarness;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches that one machine executes, and another inserts. */
class ShippingKvMachineTest {
    private static final int BATCHES = 3_000;
    /** Effects do not lie at the beginning of the buffer they come in, nor end with it. */
    private static final int AROUND = 7;
    private static final int LENGTH_OF_ANSWERS_AT = Long.BYTES;

    private final ShippingKvMachine executing = new ShippingKvMachine(KvLimits.STANDARD, null);
    private final ShippingKvMachine inserting = new ShippingKvMachine(KvLimits.STANDARD, null);
    private final UnsafeBuffer written = new UnsafeBuffer(new byte[ShippedEffects.MAX_BYTES]);
    private long time = 1_000;

    private static byte[] snapshot(final SpeculativeKvMachine machine) {
        return new MachineHarness(machine).snapshot();
    }

    /** The answer, or how it was refused. */
    private static byte[] publish(final SpeculativeKvMachine machine, final Draft draft) {
        final Answer answer = new Answer();
        try {
            machine.publish(draft, answer);
            return answer.toBytes();
        } catch (final IllegalArgumentException e) {
            return e.toString().getBytes();
        }
    }

    private Draft insert(final byte[] effect, final int length) {
        final byte[] around = new byte[AROUND + effect.length + AROUND];
        Arrays.fill(around, (byte) 1);
        System.arraycopy(effect, 0, around, AROUND, effect.length);
        return inserting.insertEffect(new UnsafeBuffer(around), AROUND, length);
    }

    private byte[] effectOf(final Given command) {
        final Draft draft = executing.prepare(command, new Answer());
        final byte[] effect = Arrays.copyOf(written.byteArray(), executing.writeEffect(draft, written));
        publish(executing, draft);
        return effect;
    }

    private void requireNoDrafts() {
        assertEquals(0, inserting.drafts().keys());
        assertEquals(0, inserting.drafts().bytes());
    }

    private Given next(final Random random, final KvBounds bounds) {
        time += random.nextInt(3) == 0 ? random.nextInt(40) : 0;
        return Batches.any(random, bounds).at(time);
    }

    @ParameterizedTest
    @CsvSource({"1,1000000,1000000000", "2,20,1000000000", "3,1000000,6000", "4,25,7000", "5,3,900"})
    void shouldComeToTheSameByExecutionAndByInsertion(final long seed, final long maxEntries, final long maxBytes) {
        final Random random = new Random(seed);
        final KvBounds bounds = new KvBounds(maxEntries, maxBytes);
        final Timers executed = new Timers();
        final Timers inserted = new Timers();
        executing.onStart(executed);
        inserting.onStart(inserted);
        final Deque<Given> ahead = new ArrayDeque<>();
        final Deque<Draft> drafts = new ArrayDeque<>();
        int insertions = 0;
        int executions = 0;
        int refusals = 0;
        for (int i = 0; i < BATCHES; i++) {
            for (int more = ahead.isEmpty() ? 1 + random.nextInt(8) : 0; more > 0; more--) {
                ahead.add(next(random, bounds));
                drafts.add(executing.prepare(ahead.peekLast(), new Answer()));
            }
            final Given command = ahead.poll();
            final int length = executing.writeEffect(drafts.peek(), written);
            final byte[] answer = publish(executing, drafts.poll());
            final Draft draft;
            if (length == ShippedEffects.NOT_SHIPPED || random.nextInt(5) == 0) {
                executions++;
                draft = inserting.prepare(command, new Answer());
            } else {
                final byte[] effect = Arrays.copyOf(written.byteArray(), length);
                if (random.nextInt(5) == 0) {
                    refusals++;
                    assertThrows(IllegalArgumentException.class, () -> insert(effect, random.nextInt(length)));
                    requireNoDrafts();
                    draft = inserting.prepare(command, new Answer());
                } else {
                    insertions++;
                    draft = insert(effect, length);
                }
            }
            assertArrayEquals(answer, publish(inserting, draft), "the answer of batch " + i);
            requireNoDrafts();
            if (ahead.isEmpty()) {
                assertArrayEquals(snapshot(executing), snapshot(inserting), "the snapshot after batch " + i);
            }
            if (ahead.isEmpty() && random.nextInt(20) == 0) {
                executing.onTimer(1, time);
                inserting.onTimer(1, time);
            }
        }
        assertEquals(executed.calls(), inserted.calls());
        assertTrue(insertions > 100 && executions > 100 && refusals > 100,
            insertions + " inserted, " + executions + " executed, " + refusals + " refused");
    }

    @Test
    void shouldNotShipWhatIsRunInItsTurn() {
        final KvBounds one = new KvBounds(1, 1_000);
        final Draft first = executing.prepare(Batches.batch(one, "SET a 1"), new Answer());
        final Draft second = executing.prepare(Batches.batch(one, "SET b 1"), new Answer());
        final Draft whole = executing.prepare(Batches.batch("DBSIZE"), new Answer());
        assertTrue(executing.writeEffect(first, written) > 0);
        publish(executing, first);
        assertEquals(ShippedEffects.NOT_SHIPPED, executing.writeEffect(second, written), "it does not fit any more");
        publish(executing, second);
        assertEquals(ShippedEffects.NOT_SHIPPED, executing.writeEffect(whole, written));
        publish(executing, whole);
        assertEquals(2, executing.inTurn());
    }

    @Test
    void shouldNotShipWhatHasNoRoom() {
        final Draft draft = executing.prepare(Batches.batch("SET a " + "v".repeat(ShippedEffects.MAX_BYTES)),
            new Answer());
        assertEquals(ShippedEffects.NOT_SHIPPED, executing.writeEffect(draft, written));
    }

    @Test
    void shouldRevokeAnInsertedDraft() {
        final byte[] before = snapshot(inserting);
        final byte[] effect = effectOf(Batches.batch("SET a 1 PX 100", "DEL b").at(time));
        inserting.revoke(insert(effect, effect.length));
        requireNoDrafts();
        assertArrayEquals(before, snapshot(inserting));
    }

    @Test
    void shouldRefuseEachTruncatedEffectAndLeaveNoDraft() {
        effectOf(Batches.batch("SET b 1").at(time));
        final byte[] effect = effectOf(Batches.batch("SET a 12345 PX 100", "DEL b", "GET a").at(time));
        for (int length = 0; length < effect.length; length++) {
            final int truncated = length;
            assertThrows(IllegalArgumentException.class, () -> insert(effect, truncated), () -> "at " + truncated);
        }
        assertThrows(IllegalArgumentException.class, () -> insert(effect, effect.length + 1));
        requireNoDrafts();
    }

    /** Numbers of four bytes anywhere in it, lengths among them. */
    @Test
    void shouldBelieveNoLength() {
        final byte[] effect = effectOf(Batches.batch("SET a 12345 PX 100", "GET a").at(time));
        for (final int wrong : new int[] {-2, Integer.MIN_VALUE, Integer.MAX_VALUE, effect.length}) {
            final byte[] answers = effect.clone();
            new UnsafeBuffer(answers).putInt(LENGTH_OF_ANSWERS_AT, wrong, ByteOrder.LITTLE_ENDIAN);
            final IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> insert(answers, answers.length));
            assertTrue(refusal.getMessage().contains(wrong + " as a length of answers"), refusal::getMessage);
            for (int at = 0; at <= effect.length - Integer.BYTES; at++) {
                final byte[] changed = effect.clone();
                new UnsafeBuffer(changed).putInt(at, wrong, ByteOrder.LITTLE_ENDIAN);
                try {
                    inserting.revoke(insert(changed, changed.length));
                } catch (final IllegalArgumentException e) {
                    assertTrue(e.getMessage().startsWith("an effect has "), e::getMessage);
                }
                requireNoDrafts();
            }
        }
    }
}

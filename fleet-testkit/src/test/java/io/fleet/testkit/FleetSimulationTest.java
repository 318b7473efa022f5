package io.fleet.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.machine.NumberMachine;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.history.SequentialModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FleetSimulationTest {
    private static final int FEW = 5;
    private static long shared;

    @Test
    void shouldPassAMachineThatKeepsTheRules() {
        counting(Counter::new).model(new CounterModel()).seeds(12).run();
    }

    @Test
    void shouldRunWithoutFaultsAndOnOneNode() {
        counting(Counter::new).faults(Set.of()).seeds(2).run();
        counting(Counter::new).nodes(1).seeds(2).threads(1).run();
        FleetSimulation.of(Counter::new).nodes(5).seeds(1).commandsPerSeed(50).run();
    }

    @Test
    void shouldPassAMachineThatUsesHandles() {
        FleetSimulation.of(Keeper::new).seeds(6).commandsPerSeed(150).requests(random -> random.nextInt(3) == 0
            ? Request.query(new byte[0]) : Request.command(bytes(random))).model(new KeeperModel()).run();
    }

    @Test
    void shouldFindWhatOneThatUsesHandlesForgetsInItsSnapshot() {
        final AssertionError failure = assertThrows(AssertionError.class, () -> FleetSimulation.of(() -> new Keeper() {
            @Override
            public void writeSnapshot(final SnapshotWriter out) {
                out.writeInt(0);
            }
        }).seeds(20).requests(random -> Request.command(bytes(random))).model(new KeeperModel()).run());
        assertTrue(failure.getMessage().contains("seed"), failure.getMessage());
    }

    private static byte[] bytes(final RandomGenerator random) {
        final byte[] bytes = new byte[1 + random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void shouldFindTheWallClock() {
        assertFound(() -> new Counter() {
            @Override
            protected long answer() {
                return value + System.nanoTime() % 2;
            }
        });
    }

    @Test
    void shouldFindARandomSource() {
        final Random random = new Random(5);
        assertFound(() -> new Counter() {
            @Override
            public void apply(final Command command, final Reply reply) {
                super.apply(command, reply);
                synchronized (random) {
                    value += random.nextInt(2);
                }
            }
        });
    }

    @Test
    void shouldFindIterationInTheOrderOfAHashMap() {
        assertFound(Bag::new);
    }

    @Test
    void shouldFindIdentityHashCodes() {
        assertFound(() -> new Counter() {
            @Override
            protected long answer() {
                return System.identityHashCode(this);
            }
        });
    }

    @Test
    void shouldFindAFieldThatTheSnapshotLacks() {
        final SimulationFailure failure = assertFound(() -> new Counter() {
            private int applied;

            @Override
            protected long answer() {
                return ++applied;
            }
        });
        assertTrue(failure.violations().get(0).contains("the snapshot lacks something"), failure.getMessage());
    }

    @Test
    void shouldPassAMachineWithTimers() {
        counting(() -> new Alarm(true)).seeds(5).run();
    }

    @Test
    void shouldFindAFieldThatTheSnapshotLacksAndATimerNeeds() {
        final SimulationFailure failure = assertFound(() -> new Alarm(false));
        assertTrue(failure.violations().get(0).contains("handles timers differently"), failure.getMessage());
    }

    @Test
    void shouldFindStaticState() {
        assertFound(() -> new Counter() {
            @Override
            protected long answer() {
                return ++shared;
            }
        });
    }

    @Test
    void shouldFindAQueryThatChangesState() {
        final SimulationFailure failure = assertFound(() -> new Counter() {
            @Override
            public void query(final Query query, final Reply reply) {
                value++;
                super.query(query, reply);
            }
        });
        assertTrue(failure.violations().get(0).contains("a query has changed the state"), failure.getMessage());
    }

    @Test
    void shouldFindASnapshotThatIsNotReadToItsEnd() {
        final SimulationFailure failure = assertFound(() -> new Counter() {
            @Override
            public void writeSnapshot(final SnapshotWriter out) {
                super.writeSnapshot(out);
                out.writeLong(5);
            }
        });
        assertTrue(failure.violations().get(0).contains("8 of 16 bytes of a snapshot are not read"),
            failure.getMessage());
    }

    @Test
    void shouldFindAStaleQueryWithAModelOnly() {
        final Supplier<StateMachine> stale = () -> new Counter() {
            @Override
            public void query(final Query query, final Reply reply) {
                reply.writeLong(0);
            }
        };
        counting(stale).seeds(FEW).run();
        assertThrows(SimulationFailure.class, counting(stale).model(new CounterModel()).seeds(FEW)::run);
    }

    @Test
    void shouldDrawWhatClientsSaw(@TempDir final Path directory) throws IOException {
        final Path page = directory.resolve("history.html");
        final FleetSimulation stale = counting(() -> new Counter() {
            @Override
            public void query(final Query query, final Reply reply) {
                reply.writeLong(0);
            }
        }).model(new CounterModel()).seeds(FEW);
        final SimulationFailure failure = assertThrows(SimulationFailure.class, stale::run);
        assertTrue(failure.getMessage().contains(".draw(" + failure.seed() + ", "), failure.getMessage());
        assertThrows(SimulationFailure.class, () -> stale.draw(failure.seed(), page));
        assertTrue(Files.readString(page).contains("<h1>not linearizable</h1>"));

        counting(Counter::new).model(new CounterModel()).draw(1, page);
        assertTrue(Files.readString(page).contains("<h1>linearizable</h1>"));
        assertThrows(IllegalStateException.class, () -> counting(Counter::new).draw(1, page));
    }

    @Test
    void shouldRepeatAFailureBySeed() {
        final FleetSimulation broken = counting(() -> new Counter() {
            @Override
            protected long answer() {
                return value % 1000 == 999 ? System.identityHashCode(this) : value;
            }
        });
        final SimulationFailure failure = assertThrows(SimulationFailure.class, broken::run);
        assertTrue(failure.getMessage().contains(".replay(" + failure.seed() + ")"), failure.getMessage());
        assertThrows(SimulationFailure.class, () -> broken.replay(failure.seed()));
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThrows(SimulationFailure.class,
            () -> broken.replay(failure.seed(), new PrintStream(out, true, StandardCharsets.UTF_8)));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains(": command :"));
    }

    @Test
    void shouldNameOptionAndRangeOfAWrongValue() {
        final FleetSimulation simulation = FleetSimulation.of(Counter::new);
        assertEquals("nodes is 10, but must be from 1 to 9",
            assertThrows(IllegalArgumentException.class, () -> simulation.nodes(10)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> simulation.seeds(0));
        assertThrows(IllegalArgumentException.class, () -> simulation.firstSeed(-1));
        assertThrows(IllegalArgumentException.class, () -> simulation.threads(0));
        assertThrows(IllegalArgumentException.class, () -> simulation.commandsPerSeed(5));
    }

    @Test
    void shouldWriteAndReadRequests() {
        final Request request = Request.query(new byte[] {1, (byte) 0xAB}, new byte[] {});
        assertEquals("query 01ab:", request.toString());
        assertEquals(request, Request.parse("query 01ab:"));
        assertEquals(Request.command(new byte[] {3}), Request.parse("command :03"));
        assertThrows(IllegalArgumentException.class, () -> Request.parse("command 03"));
        assertThrows(IllegalArgumentException.class, () -> Request.parse("order 03:"));
    }

    private static SimulationFailure assertFound(final Supplier<StateMachine> machine) {
        return assertThrows(SimulationFailure.class, counting(machine).seeds(FEW)::run);
    }

    private static FleetSimulation counting(final Supplier<? extends StateMachine> machine) {
        return FleetSimulation.of(machine).commandsPerSeed(200).requests(FleetSimulationTest::draw);
    }

    private static Request draw(final RandomGenerator random) {
        return random.nextInt(4) == 0 ? Request.query(new byte[0])
            : Request.command(new byte[] {(byte) random.nextInt(100)});
    }

    /** Adds up bytes. */
    private static class Counter extends NumberMachine {
        @Override
        public void apply(final Command command, final Reply reply) {
            value += command.payload().getByte(0);
            reply.writeLong(answer());
        }

        protected long answer() {
            return value;
        }
    }

    /** Sets one timer after the other, each for a time that depends on how many there were. */
    private static final class Alarm extends Counter {
        private final boolean remembers;
        private MachineContext context;
        private long fired;

        Alarm(final boolean remembers) {
            this.remembers = remembers;
        }

        @Override
        public void onStart(final MachineContext newContext) {
            context = newContext;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            super.apply(command, reply);
            if (!context.isScheduled(1)) {
                context.schedule(1, context.timeMillis() + fired % 7);
            }
        }

        @Override
        public void onTimer(final long timerId, final long timeMillis) {
            fired++;
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            super.writeSnapshot(out);
            out.writeLong(remembers ? fired : 0);
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            super.readSnapshot(in);
            fired = in.readLong();
        }
    }

    /** Keeps how often it got each byte; forgets one that it gets again while it has many. */
    private static final class Bag extends Counter {
        private final Map<String, Long> counts = new HashMap<>();

        @Override
        public void apply(final Command command, final Reply reply) {
            final String key = "key " + command.payload().getByte(0);
            if (counts.size() < 40 || counts.remove(key) == null) {
                counts.merge(key, 1L, Long::sum);
            }
            reply.writeInt(counts.keySet().iterator().next().hashCode());
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeInt(counts.size());
            counts.forEach((key, count) -> {
                out.writeBytes(key.getBytes(StandardCharsets.UTF_8));
                out.writeLong(count);
            });
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            counts.clear();
            for (int i = in.readInt(); i > 0; i--) {
                counts.put(new String(in.readBytes(), StandardCharsets.UTF_8), in.readLong());
            }
        }
    }

    /** What {@link Counter} does. */
    private static final class CounterModel implements SequentialModel<Long, Request, byte[]> {
        @Override
        public Long initial() {
            return 0L;
        }

        @Override
        public Long next(final Long state, final Request input) {
            return input.isQuery() ? state : state + input.payload()[0];
        }

        @Override
        public boolean allows(final Long state, final Request input, final byte[] output) {
            final byte[] expected = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(next(state, input)).array();
            return Arrays.equals(expected, output);
        }
    }

    /** Keeps the payload of the newest command, and answers with the one before. */
    private static class Keeper implements StateMachine {
        private MachineContext context;
        private Payload kept;

        @Override
        public void onStart(final MachineContext newContext) {
            context = newContext;
        }

        @Override
        public boolean usesPayloads() {
            return true;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            query(command, reply);
            if (kept != null) {
                context.payloads().forget(kept);
            }
            kept = context.payloads().place(command.handle());
        }

        @Override
        public void query(final Query query, final Reply reply) {
            if (kept != null) {
                reply.write(kept);
            }
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeInt(kept == null ? 0 : 1);
            if (kept != null) {
                context.payloads().write(kept, out);
            }
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            kept = in.readInt() == 0 ? null : context.payloads().read(in);
        }
    }

    /** The same, said by itself. */
    private static final class KeeperModel implements SequentialModel<String, Request, byte[]> {
        @Override
        public String initial() {
            return text(new byte[0]);
        }

        @Override
        public String next(final String state, final Request input) {
            return input.isQuery() ? state : text(input.payload());
        }

        @Override
        public boolean allows(final String state, final Request input, final byte[] output) {
            return state.equals(text(output));
        }

        private static String text(final byte[] bytes) {
            return Arrays.toString(bytes);
        }
    }
}

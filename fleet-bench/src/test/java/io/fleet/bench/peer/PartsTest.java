package io.fleet.bench.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.load.PeerClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartsTest {
    private static final int KEYS = 100;
    private static final PeerConfig CONFIG = new PeerConfig("fleet", 3, IntStream.range(0, 40).boxed().toList(), true,
        Path.of("/some where"), Path.of("/memory"), KEYS, 16, Map.of("one", "1", "two", "a=b"));

    private long nowNs;

    @Test
    void shouldReadTheConfigurationThatItWrites() {
        assertEquals(CONFIG, PeerConfig.parse(ControlLine.fields(CONFIG.arguments())));
    }

    @Test
    void shouldGiveEachNodeAndTheClientPortsOfTheirOwn() {
        assertEquals(40, PeerConfig.portsFor(3));
        assertEquals(0, CONFIG.port(0, 0));
        assertEquals(29, CONFIG.port(2, 9));
        assertEquals(30, CONFIG.port(3, 0));
    }

    @Test
    void shouldTakeLinesApart() {
        final ControlLine line = ControlLine.parse("result a=1 b=x=y");
        assertEquals("result", line.word());
        assertEquals("x=y", line.fields().get("b"));
        assertEquals("result a=1 b=x=y", line.toString());
        assertEquals(new ControlLine("ready", ""), ControlLine.parse("ready"));
        assertTrue(ControlLine.parse("ready").fields().isEmpty(), "nothing stands behind ready");
        assertThrows(IllegalArgumentException.class, () -> ControlLine.parse("result a").fields());
    }

    @Test
    void shouldReadTheWorkThatItWritesAndTellDifferences() {
        final List<NodeWork> nodes = List.of(new NodeWork(1, 2, 3), new NodeWork(4, NodeWork.UNKNOWN, 6));
        assertEquals(nodes, NodeWork.parse(new ControlLine("work", NodeWork.text(nodes)).fields()));
        assertEquals(List.of(), NodeWork.parse(new ControlLine("ends", NodeWork.text(List.of())).fields()));
        assertEquals(new NodeWork(3, NodeWork.UNKNOWN, 3), nodes.get(1).since(nodes.get(0)));
    }

    @Test
    void shouldReadWhatTheSystemSaysIsResident() {
        assertEquals(3 << 10, ProcessMemory.resident(List.of("Name: java", "VmRSS:\t       3 kB", "VmSwap: 1 kB")));
        assertEquals(-1, ProcessMemory.resident(List.of("Name: java")));
    }

    @Test
    void shouldTellTheHeapBehindACollection() throws Exception {
        final ProcessMemory memory = new ProcessMemory();
        final long deadlineNs = System.nanoTime() + 30_000_000_000L;
        long heap = -1;
        while (heap < 0 && System.nanoTime() - deadlineNs < 0) {
            System.gc();
            heap = Long.parseLong(new ControlLine("memory", memory.text()).fields().get("heap"));
        }
        assertTrue(heap > 0, "no collection was heard of");
    }

    @Test
    void shouldKeepOneArrayForValuesOfOneLength() {
        final ValueMap map = new ValueMap(2);
        assertNull(map.get(1));
        final byte[] first = map.forPut(1, 3);
        first[0] = 7;
        assertArrayEquals(new byte[] {7, 0, 0}, map.get(1));
        assertSame(first, map.forPut(1, 3));
        assertNotSame(first, map.forPut(1, 4));
        assertNull(map.get(0));
    }

    @Test
    void shouldRefuseKeysThatThereAreNot() {
        final ValueMap map = new ValueMap(2);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> map.get(2)).getMessage()
            .contains("key is 2, but must be from 0 to 1"), "the message names key and range");
        assertThrows(IllegalArgumentException.class, () -> map.forPut(-1, 1));
    }

    @Test
    void shouldFindPeersByName() {
        assertEquals("unreplicated", Peers.named("unreplicated").name());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Peers.named("etcd")).getMessage()
            .contains("[fleet, unreplicated]"), "the message names what there is");
    }

    @Test
    void shouldFindPeersThatCanBeEmbeddedByName() {
        assertEquals("fleet", Peers.embedded("fleet").name());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Peers.embedded("unreplicated")).getMessage()
            .contains("[fleet]"), "the message names what there is");
    }

    @Test
    void shouldPutEveryKeyOnceAndTryAgainWhatFails() {
        final FirstPuts puts = new FirstPuts(CONFIG, () -> nowNs);
        final Client client = new Client(puts, 3);
        puts.run(client);
        assertEquals(KEYS, client.succeeded.size());
        assertEquals(149, client.puts, "of 149 puts 49 failed, each third");
    }

    @Test
    void shouldGiveUpWhenNothingSucceeds() {
        final FirstPuts puts = new FirstPuts(CONFIG, () -> nowNs);
        final IllegalStateException failure = assertThrows(IllegalStateException.class,
            () -> puts.run(new Client(puts, 1)));
        assertEquals("only 0 of 100 first puts have succeeded, and none for 60 s: no leader", failure.getMessage());
    }

    /** Answers in the next turn; each so many puts fail. */
    private final class Client implements PeerClient {
        private final FirstPuts outcomes;
        private final int failsEach;
        private final List<Long> answers = new ArrayList<>();
        private final long[] keys = new long[KEYS];
        private final Set<Long> succeeded = new TreeSet<>();
        private int puts;

        Client(final FirstPuts outcomes, final int failsEach) {
            this.outcomes = outcomes;
            this.failsEach = failsEach;
        }

        @Override
        public boolean put(final long key, final byte[] value, final long correlation) {
            puts++;
            keys[(int) correlation] = key;
            answers.add(puts % failsEach == 0 ? -1 - correlation : correlation);
            return true;
        }

        @Override
        public boolean get(final long key, final long correlation) {
            throw new IllegalStateException("only puts are wanted");
        }

        @Override
        public int poll() {
            final List<Long> due = new ArrayList<>(answers);
            answers.clear();
            for (final long each : due) {
                if (each < 0) {
                    outcomes.onFailure(-1 - each, "no leader");
                } else {
                    assertTrue(succeeded.add(keys[(int) each]), "a key was put twice");
                    outcomes.onReply(each, 0);
                }
            }
            return due.size();
        }

        @Override
        public void idle(final int work, final long now, final long untilNs) {
            nowNs = Math.max(nowNs + 1, untilNs);
        }

        @Override
        public void close() {
            answers.clear();
        }
    }
}

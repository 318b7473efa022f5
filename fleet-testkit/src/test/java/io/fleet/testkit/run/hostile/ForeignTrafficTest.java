package io.fleet.testkit.run.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.session.CommandCursor;
import io.fleet.storage.Digest;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.transport.Packet;
import io.fleet.wire.MessageHandler;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.codec.WireErrors.Cause;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ForeignTrafficTest {
    private static final int VERSION = 77;
    private static final long BALLOT = 5;

    private final WireErrors errors = new WireErrors();
    private final WireDecoder decoder = new WireDecoder(SimCluster.identity(-1), errors);
    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void shouldMakeForeignPacketsThatAreWholeAndThatNobodyHears() {
        final ForeignPackets packets = new ForeignPackets(random);
        final List<Integer> groups = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            decode(packets.next(SimCluster.identity(0), SimCluster.GROUP_ID), (groupId, version, sender, message) -> {
                assertEquals(0, version);
                groups.add(groupId);
            });
        }
        assertFalse(groups.isEmpty() || groups.contains(SimCluster.GROUP_ID), groups::toString);
        final Set<Cause> never = EnumSet.of(Cause.TRUNCATED, Cause.CORRUPTED, Cause.MISPLACED);
        for (final Cause cause : Cause.values()) {
            assertEquals(never.contains(cause), errors.count(cause) == 0, errors::toString);
        }
    }

    @Test
    void shouldImitateAnEntryWithAnotherBody() {
        final FaultyClient client = new FaultyClient(random, "");
        final UnsafeBuffer original = new UnsafeBuffer(new byte[100]);
        original.setMemory(0, 100, (byte) 9);
        final Digest digest = new Digest();
        int withItsDigest = 0;
        for (int i = 0; i < 200; i++) {
            assertTrue(client.imitate(body(original, digest), SimCluster.GROUP_ID, VERSION));
            final EntryBody other = (EntryBody) decoded(client.copy());
            final long found = digest.of(other.buffer, other.bufferOffset, other.chunkLength);
            assertEquals(3, other.batcherId);
            assertEquals(4, other.sequence);
            assertEquals(BALLOT, other.targetBallot);
            assertNotEquals(digest.of(original, 0, 100), found);
            withItsDigest += found == other.digest ? 1 : 0;
        }
        assertTrue(withItsDigest > 20 && withItsDigest < 100, "with its own digest: " + withItsDigest);
        final EntryBody fetched = body(original, digest);
        fetched.targetBallot = 0;
        assertFalse(client.imitate(fetched, SimCluster.GROUP_ID, VERSION));
    }

    @Test
    void shouldSendNothingThatAReplicaExecutes() {
        final FaultyClient client = new FaultyClient(random, "somewhere");
        final Set<MessageType> types = EnumSet.noneOf(MessageType.class);
        for (int i = 0; i < 400; i++) {
            final Message message = decoded(client.next(SimCluster.GROUP_ID, VERSION, BALLOT));
            types.add(message.type());
            if (message instanceof EntryBody entry
                && CommandCursor.isWellFormed(entry.buffer, entry.bufferOffset, entry.chunkLength)) {
                final CommandCursor cursor = new CommandCursor();
                cursor.wrap(entry.buffer, entry.bufferOffset, entry.chunkLength);
                while (cursor.next()) {
                    assertTrue(cursor.sequence() > 1_000_000, "sequence " + cursor.sequence());
                    assertEquals(1, cursor.oldest());
                }
            }
        }
        assertEquals(EnumSet.of(MessageType.ENTRY_BODY, MessageType.CLIENT_HELLO), types);
    }

    @Test
    void shouldBotherAClusterThatBearsIt() {
        final long span = 1_000_000_000L;
        final List<Fault> faults = new ArrayList<>();
        for (final FaultKind kind : List.of(FaultKind.FOREIGN_PACKETS, FaultKind.FAULTY_CLIENT)) {
            faults.add(new Fault(kind, 100_000_000L, span / 2, Fault.NONE, Fault.NONE, 2_000_000));
        }
        final RunPlan plan = new RunPlan(1, SeedConfig.plain(), FaultPlan.of(faults, 7), new Workload(3, 200, span),
            null);
        final SeedResult result = Simulation.run(plan, new SimTrace());
        assertTrue(result.passed(), () -> result.violations().toString());
        assertTrue(result.effects().count(FaultKind.FOREIGN_PACKETS) > 100, result.effects()::toString);
        assertTrue(result.effects().count(FaultKind.FAULTY_CLIENT) > 100, result.effects()::toString);
    }

    private static EntryBody body(final UnsafeBuffer bytes, final Digest digest) {
        final EntryBody body = new EntryBody();
        body.batcherId = 3;
        body.sequence = 4;
        body.targetBallot = BALLOT;
        body.digest = digest.of(bytes, 0, bytes.capacity());
        body.totalLength = bytes.capacity();
        body.chunkLength = bytes.capacity();
        body.buffer = bytes;
        return body;
    }

    private Message decoded(final Packet packet) {
        final List<Message> messages = new ArrayList<>();
        decode(packet, (groupId, version, sender, message) -> {
            assertEquals(VERSION, version);
            if (message instanceof EntryBody entry) {
                final byte[] bytes = new byte[entry.chunkLength];
                entry.buffer.getBytes(entry.bufferOffset, bytes);
                entry.buffer = new UnsafeBuffer(bytes);
                entry.bufferOffset = 0;
            }
            messages.add(message);
        });
        assertEquals(1, messages.size(), errors::toString);
        return messages.get(0);
    }

    private void decode(final Packet packet, final MessageHandler handler) {
        decoder.decode(new UnsafeBuffer(packet.toBytes()), 0, packet.length(), handler);
    }
}

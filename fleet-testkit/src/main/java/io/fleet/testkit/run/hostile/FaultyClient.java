package io.fleet.testkit.run.hostile;

import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.session.CommandFrame;
import io.fleet.storage.Digest;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.transport.Packet;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Makes what a client sends that keeps to no rule. It never sends a command that a replica executes, since it cannot
 * know what is in one; all else is to be borne.
 */
final class FaultyClient {
    private static final int REMOTE = -1;
    private static final int SESSIONS = 24;
    private static final long BEYOND = 1L << 40;
    private static final int NUMBERS_APART = 20_000;
    private static final int MOST_NOISE = 300;
    private static final int HELLO = 12;
    /** It asks for an answer by nobody, or by one of so many nodes but one, whether there is such a node or not. */
    private static final int ASKED = 7;

    private final SplittableRandom random;
    private final WireIdentity identity = SimCluster.identity(REMOTE);
    private final WireEncoder encoder = new WireEncoder(identity);
    /** By where the batcher lives that is imitated: nobody takes what comes from elsewhere. */
    private final Map<Integer, WireEncoder> imitators = new HashMap<>();
    private final EntryBody entry = new EntryBody();
    private final EntryBody other = new EntryBody();
    private final ClientHello hello = new ClientHello();
    private final Digest digest = new Digest();
    private final UnsafeBuffer command = new UnsafeBuffer(new byte[CommandFrame.HEADER_LENGTH]);
    private final ExpandableArrayBuffer body = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer otherBody = new ExpandableArrayBuffer();
    private final long batcherId;
    private Packet copy;

    FaultyClient(final SplittableRandom random, final String channel) {
        this.random = random;
        batcherId = BatcherId.remote(random.nextLong());
        hello.batcherId = batcherId;
        hello.responseChannel = channel;
    }

    /** What it says of itself. */
    WireIdentity identity() {
        return identity;
    }

    /** Something of its own; valid until the next. */
    Packet next(final int groupId, final int version, final long ballot) {
        if (random.nextInt(HELLO) == 0) {
            return packet(encoder, groupId, version, hello);
        }
        int length = 0;
        switch (random.nextInt(4)) {
            case 0 -> {
                length = random.nextInt(MOST_NOISE);
                noise(body, length);
            }
            case 1 -> {}
            default -> {
                length = CommandFrame.HEADER_LENGTH;
                body.putBytes(0, write(1 + random.nextInt(SESSIONS)), 0, length);
            }
        }
        entry.batcherId = batcherId;
        entry.sequence = 1 + random.nextInt(NUMBERS_APART);
        entry.targetBallot = ballot;
        whole(entry, body, length);
        return packet(encoder, groupId, version, entry);
    }

    /**
     * Makes {@link #copy()} of what another client sends, with another body: one that does not match its digest, or one
     * of its own with its digest, which can be read or not. False when there is nothing to imitate.
     */
    boolean imitate(final EntryBody original, final int groupId, final int version) {
        if (original.targetBallot == 0 || original.chunkLength == 0) {
            return false;
        }
        other.batcherId = original.batcherId;
        other.sequence = original.sequence;
        other.targetBallot = original.targetBallot;
        if (random.nextInt(4) == 0) {
            final int length = random.nextBoolean() ? CommandFrame.HEADER_LENGTH : 1 + random.nextInt(MOST_NOISE);
            noise(otherBody, length);
            if (length == CommandFrame.HEADER_LENGTH) {
                otherBody.putBytes(0, write(BEYOND), 0, length);
            }
            whole(other, otherBody, length);
        } else {
            otherBody.putBytes(0, original.buffer, original.bufferOffset, original.chunkLength);
            final int place = random.nextInt(original.chunkLength);
            otherBody.putByte(place, (byte) (otherBody.getByte(place) ^ 1 + random.nextInt(0xFF)));
            other.digest = original.digest;
            other.totalLength = original.totalLength;
            other.offset = original.offset;
            other.chunkLength = original.chunkLength;
            other.buffer = otherBody;
            other.bufferOffset = 0;
        }
        copy = packet(imitators.computeIfAbsent(BatcherId.node(other.batcherId),
            node -> new WireEncoder(SimCluster.identity(node).birthId(identity.birthId()))), groupId, version, other);
        return true;
    }

    /** What {@link #imitate} has made. */
    Packet copy() {
        return copy;
    }

    /** Bytes that are no command: the first ones would be the length of a frame. */
    private void noise(final ExpandableArrayBuffer bytes, final int length) {
        for (int i = 0; i < length; i++) {
            bytes.putByte(i, (byte) (i < Integer.BYTES ? -1 : random.nextInt()));
        }
    }

    /** A command that no session has room for. */
    private UnsafeBuffer write(final long session) {
        command.setMemory(0, CommandFrame.HEADER_LENGTH, (byte) 0);
        command.putInt(CommandFrame.LENGTH_OFFSET, CommandFrame.HEADER_LENGTH, ByteOrder.LITTLE_ENDIAN);
        command.putByte(CommandFrame.KIND_OFFSET, CommandFrame.WRITE);
        command.putLong(CommandFrame.SESSION_OFFSET, session, ByteOrder.LITTLE_ENDIAN);
        command.putLong(CommandFrame.SEQUENCE_OFFSET, BEYOND, ByteOrder.LITTLE_ENDIAN);
        command.putLong(CommandFrame.OLDEST_OFFSET, 1, ByteOrder.LITTLE_ENDIAN);
        return command;
    }

    private void whole(final EntryBody message, final ExpandableArrayBuffer bytes, final int length) {
        bytes.checkLimit(1);
        message.replier = Math.floorMod(message.sequence, ASKED) - 1;
        message.digest = digest.of(bytes, 0, length);
        message.totalLength = length;
        message.offset = 0;
        message.buffer = bytes;
        message.bufferOffset = 0;
        message.chunkLength = length;
    }

    private static Packet packet(final WireEncoder encoder, final int groupId, final int version,
                                 final Message message) {
        return encoder.encode(groupId, version, message);
    }
}

package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.agrona.concurrent.UnsafeBuffer;

/** An endpoint in a test: numbers what it sends, and keeps what it received by sender. */
final class Peer {
    private static final int CHECKSUM = 0;
    private static final int SENDER = 8;
    private static final int NUMBER = 12;
    private static final int HEADER = 20;
    private static final int LIMIT = 100;

    final int id;
    final Transport transport;
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[Transport.MAX_PACKET]);
    private final CRC32 crc = new CRC32();
    private final Map<Integer, Long> highest = new HashMap<>();
    private final Map<Integer, Long> bytes = new HashMap<>();
    private long number;
    private int damaged;

    Peer(final int id, final Transport transport) {
        this.id = id;
        this.transport = transport;
        for (int i = HEADER; i < packet.capacity(); i++) {
            packet.putByte(i, (byte) (i * 31 + id));
        }
    }

    /** Sends a packet with a new number; the number, or -1 when it was not taken. */
    long send(final int destination, final int length) {
        if (!sendNumbered(destination, number + 1, length)) {
            return -1;
        }
        return ++number;
    }

    /** Sends a packet with a given number. */
    boolean sendNumbered(final int destination, final long givenNumber, final int length) {
        packet.putInt(SENDER, id);
        packet.putLong(NUMBER, givenNumber);
        packet.putLong(CHECKSUM, checksum(packet.byteArray(), SENDER, length - SENDER));
        return transport.offer(destination, Packet.of(packet, 0, length));
    }

    int work() {
        return transport.doWork(System.nanoTime()) + transport.poll((buffer, offset, length) -> {
            final byte[] copy = new byte[length];
            buffer.getBytes(offset, copy);
            final UnsafeBuffer received = new UnsafeBuffer(copy);
            if (received.getLong(CHECKSUM) != checksum(copy, SENDER, length - SENDER)) {
                damaged++;
                return;
            }
            final int sender = received.getInt(SENDER);
            highest.merge(sender, received.getLong(NUMBER), Math::max);
            bytes.merge(sender, (long) length, Long::sum);
        }, LIMIT);
    }

    /** The highest number received from a sender, 0 when none. */
    long highestFrom(final int sender) {
        return highest.getOrDefault(sender, 0L);
    }

    long bytesFrom(final int sender) {
        return bytes.getOrDefault(sender, 0L);
    }

    int damaged() {
        return damaged;
    }

    long lastSent() {
        return number;
    }

    private long checksum(final byte[] from, final int offset, final int length) {
        crc.reset();
        crc.update(from, offset, length);
        return crc.getValue();
    }
}

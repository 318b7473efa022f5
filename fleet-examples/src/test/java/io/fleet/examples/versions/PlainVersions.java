package io.fleet.examples.versions;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/** The multi-version store as it is without speculation: what {@link VersionedMachine} must do. */
final class PlainVersions implements StateMachine {
    private final TreeMap<String, TreeMap<Long, byte[]>> keys = new TreeMap<>();
    private long version;
    private long oldest;

    @Override
    public void apply(final Command command, final Reply reply) {
        final DirectBuffer header = command.header();
        switch (operation(header)) {
            case VersionedMachine.PUT -> {
                final byte[] value = bytes(command.payload(), 0);
                version++;
                keys.computeIfAbsent(key(header), key -> new TreeMap<>()).put(version, value);
                reply.writeLong(version);
            }
            case VersionedMachine.TRIM -> {
                trim(number(header));
                reply.writeLong(oldest);
            }
            default -> throw new IllegalArgumentException("operation " + operation(header) + " is no command");
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final DirectBuffer header = query.header();
        switch (operation(header)) {
            case VersionedMachine.GET -> get(key(header), number(header), reply);
            case VersionedMachine.VERSION -> reply.writeLong(version);
            default -> throw new IllegalArgumentException("operation " + operation(header) + " is no query");
        }
    }

    private void get(final String key, final long at, final Reply reply) {
        final NavigableMap<Long, byte[]> versions = keys.getOrDefault(key, new TreeMap<>());
        final Map.Entry<Long, byte[]> found = versions.floorEntry(at);
        if (at < oldest) {
            reply.writeByte(VersionedMachine.TRIMMED).writeLong(oldest);
        } else if (found == null) {
            reply.writeByte(VersionedMachine.ABSENT);
        } else {
            reply.writeByte(VersionedMachine.FOUND).writeLong(found.getKey()).write(found.getValue());
        }
    }

    /** Forgets what cannot be seen at a version or any after it. */
    private void trim(final long before) {
        oldest = Math.max(oldest, Math.min(before, version));
        for (final TreeMap<Long, byte[]> versions : keys.values()) {
            final Long visible = versions.floorKey(oldest);
            if (visible != null) {
                versions.headMap(visible).clear();
            }
        }
    }

    private static byte operation(final DirectBuffer header) {
        if (header.capacity() < 1 + Long.BYTES) {
            throw new IllegalArgumentException("a header of " + header.capacity() + " bytes, but 9 or more are needed");
        }
        return header.getByte(0);
    }

    private static long number(final DirectBuffer header) {
        return header.getLong(1, ByteOrder.LITTLE_ENDIAN);
    }

    private static String key(final DirectBuffer header) {
        return new String(bytes(header, 1 + Long.BYTES), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(final DirectBuffer buffer, final int from) {
        final byte[] copy = new byte[buffer.capacity() - from];
        buffer.getBytes(from, copy);
        return copy;
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(version);
        out.writeLong(oldest);
        out.writeInt(keys.size());
        keys.forEach((key, versions) -> {
            out.writeBytes(key.getBytes(StandardCharsets.UTF_8));
            out.writeInt(versions.size());
            versions.forEach((number, value) -> {
                out.writeLong(number);
                out.writeBytes(value);
            });
        });
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        keys.clear();
        version = in.readLong();
        oldest = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            final TreeMap<Long, byte[]> versions = new TreeMap<>();
            keys.put(new String(in.readBytes(), StandardCharsets.UTF_8), versions);
            for (int more = in.readInt(); more > 0; more--) {
                versions.put(in.readLong(), in.readBytes());
            }
        }
    }
}

package io.fleet.verify.fuzz;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A snapshot's manifest, 64 bytes, and its only part. What opens is whole and can be read to its end. */
final class SnapshotTarget extends DiskTarget {
    private static final int MANIFEST = 64;
    private static final int CHUNK = 64 * 1024;
    private static final int PAYLOAD = 40;
    /** A buffer for one chunk, for verifying and for reading, and the same on the simulated disk. */
    private static final long BOUND = 12L * CHUNK;

    private Map<String, byte[]> files;
    private String manifest;
    private String part;

    @Override
    public String name() {
        return "snapshot";
    }

    @Override
    public List<byte[]> seeds() {
        if (files == null) {
            files = files(disk -> {
                final SnapshotOutput out = SnapshotStore.open(IDENTITY, disk).begin(3, 17);
                out.write(LogTarget.body(PAYLOAD), 0, PAYLOAD);
                out.commit();
            });
            manifest = files.keySet().stream().filter(file -> file.endsWith(".manifest")).findFirst().orElseThrow();
            part = files.keySet().stream().filter(file -> !file.endsWith(".manifest")).findFirst().orElseThrow();
        }
        final byte[] chunk = trimmed(files.get(part));
        final byte[] input = Arrays.copyOf(files.get(manifest), MANIFEST + chunk.length);
        System.arraycopy(chunk, 0, input, MANIFEST, chunk.length);
        return List.of(input);
    }

    @Override
    public void seal(final byte[] input) {
        seal(input, 8, 12, MANIFEST);
        if (input.length >= MANIFEST + 8) {
            final int length = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getInt(MANIFEST + 4);
            if (length >= 0 && length <= CHUNK) {
                seal(input, MANIFEST, MANIFEST + 4, MANIFEST + 32 + length);
            }
        }
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final Map<String, byte[]> changed = new HashMap<>();
        changed.put(manifest, Arrays.copyOf(input, 4096));
        changed.put(part, Arrays.copyOf(Arrays.copyOfRange(input, Math.min(MANIFEST, input.length), input.length),
            CHUNK));
        final Disk disk = disk(changed);
        final long[] read = {-1};
        final String outcome = opened(() -> meter.within(BOUND, () -> read[0] = readAll(disk)));
        return read[0] < 0 ? outcome : TAKEN;
    }

    private static long readAll(final Disk disk) {
        final byte[] bytes = new byte[CHUNK];
        try (SnapshotInput input = SnapshotStore.open(IDENTITY, disk).newest(3)) {
            if (input == null) {
                throw new io.fleet.storage.StorageException("no snapshot");
            }
            final long length = input.remaining();
            long done = 0;
            for (int read = input.read(bytes, 0, CHUNK); read >= 0; read = input.read(bytes, 0, CHUNK)) {
                Check.that(read > 0, "nothing was read before the end");
                done += read;
            }
            Check.that(done == length, "the snapshot has " + done + " bytes and says " + length);
            return done;
        }
    }
}

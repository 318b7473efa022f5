package io.fleet.verify.fuzz;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Checksum;
import io.fleet.storage.log.LogRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** The file of a log that is being written: its header, frames and records. */
abstract class LogTarget extends DiskTarget {
    static final int FILE_LENGTH = 16 << 10;
    static final int STAGING_LENGTH = 8 << 10;

    private static final int BLOCK = 4096;
    private static final int FRAME_HEADER = 64;
    private static final int FRAME_MAGIC = 0x6873_6C46;
    private static final int FILE_HEADER_END = 52;
    /** Frames as the reader buffers them, staging areas, and the files with those that are made meanwhile. */
    private static final long BOUND = 1L << 20;

    private final Checksum checksum = new Checksum();
    private Map<String, byte[]> files;
    private String fuzzed;

    /** Fills a new log in a directory. */
    abstract void fill(Disk disk);

    /** Opens the log, closes it in good order when wanted, and says what it held. */
    abstract String held(Disk disk, boolean close);

    @Override
    public final List<byte[]> seeds() {
        if (files == null) {
            files = files(this::fill);
            fuzzed = files.keySet().stream().filter(file -> file.endsWith(".log")).findFirst().orElseThrow();
        }
        final byte[] input = trimmed(files.get(fuzzed));
        return List.of(input, Arrays.copyOf(input, input.length - input.length % BLOCK));
    }

    @Override
    public final void seal(final byte[] input) {
        seal(input, 8, 12, FILE_HEADER_END);
        final UnsafeBuffer buffer = new UnsafeBuffer(input);
        int previous = 0;
        boolean first = true;
        for (int at = BLOCK; at + FRAME_HEADER <= input.length; at += BLOCK) {
            if (buffer.getInt(at, LITTLE_ENDIAN) == FRAME_MAGIC) {
                sealRecords(buffer, at);
                if (!first) {
                    buffer.putInt(at + 56, previous, LITTLE_ENDIAN);
                }
                seal(input, at + 4, at + 8, at + FRAME_HEADER);
                previous = buffer.getInt(at + 4, LITTLE_ENDIAN);
                first = false;
            }
        }
    }

    private void sealRecords(final UnsafeBuffer buffer, final int frame) {
        final Checksum all = new Checksum();
        all.reset();
        int at = frame + FRAME_HEADER;
        final int records = buffer.getInt(frame + 28, LITTLE_ENDIAN);
        for (int i = 0; i < records && at + LogRecord.HEADER_LENGTH <= buffer.capacity(); i++) {
            final int length = buffer.getInt(at + 8, LITTLE_ENDIAN);
            if (length < LogRecord.HEADER_LENGTH || length > buffer.capacity() - at) {
                return;
            }
            buffer.putInt(at, checksum.of(buffer, at + 4, length - 4), LITTLE_ENDIAN);
            all.update(buffer.getInt(at, LITTLE_ENDIAN));
            at += (length + 7) / 8 * 8;
        }
        buffer.putInt(frame + 32, all.value(), LITTLE_ENDIAN);
    }

    @Override
    public final String run(final byte[] input, final AllocationMeter meter) {
        final Map<String, byte[]> changed = new HashMap<>(files);
        changed.put(fuzzed, Arrays.copyOf(input, FILE_LENGTH));
        final Disk disk = disk(changed);
        final String[] said = new String[1];
        final String outcome = opened(() -> meter.within(BOUND, () -> said[0] = held(disk, true)));
        if (said[0] != null) {
            final String again = held(disk, false);
            Check.that(said[0].equals(again), "opened again the log holds " + again + ", before " + said[0]);
        }
        return outcome.equals(TAKEN) ? TAKEN + ' ' + said[0].lines().count() : outcome.replaceAll("\\[.*?]", "");
    }

    static EntryMeta meta(final long number, final UnsafeBuffer body) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 77;
        meta.sequence = number;
        meta.length = body.capacity();
        meta.timestamp = 1_000 + number;
        meta.digest = new Digest().of(body, 0, body.capacity());
        return meta;
    }

    static UnsafeBuffer body(final int length) {
        final byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0x5A);
        return new UnsafeBuffer(bytes);
    }
}

package io.fleet.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What was written to the disk of a directory, by whomever, as Linux counts it. */
final class DeviceWrites {
    private static final Path DEVICES = Path.of("/sys/dev/block");
    private static final int SECTORS_WRITTEN = 6;
    private static final int SECTOR_BYTES = 512;

    private DeviceWrites() {
    }

    /** Bytes since the machine was started; {@link ProcessCost#UNKNOWN} where the system does not tell. */
    static long bytes(final Path directory) {
        try {
            final long device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
            return bytes(Files.readString(DEVICES.resolve(DiskLimit.numbers(device)).resolve("stat")));
        } catch (final IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return ProcessCost.UNKNOWN;
        }
    }

    /** Of the line of numbers that the system has for a disk. */
    static long bytes(final String line) {
        return Long.parseLong(line.strip().split("\\s+")[SECTORS_WRITTEN]) * SECTOR_BYTES;
    }
}

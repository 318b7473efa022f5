package io.fleet.node.divergence;

import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A file in the first directory of a node that has diverged, with the reason. While it is there the node does not
 * start: what it would load, a snapshot that it wrote since, may be wrong, and no answer shows that. It is not taken
 * for one that has lost its state, since others may come to differ as well, and what it holds may be needed yet.
 */
public final class DivergedMarker {
    /** The name of the file. */
    public static final String NAME = "diverged";

    private static final CoverageMark REFUSED = CoverageMark.named("diverged-mark.refuses-to-start");
    private static final int LENGTH = 1024;

    private DivergedMarker() {
    }

    /** Notes durably that the node has diverged; that it could not is part of the reason. */
    public static void write(final Disk first, final DivergedException reason) {
        try {
            if (!first.exists(NAME)) {
                final byte[] text = reason.getMessage().getBytes(StandardCharsets.UTF_8);
                final DiskFile file = first.create(NAME, LENGTH);
                try {
                    file.write(0, new UnsafeBuffer(text), 0, Math.min(text.length, LENGTH));
                    file.sync();
                } finally {
                    file.close();
                }
            }
        } catch (final StorageException e) {
            reason.addSuppressed(e);
        }
    }

    /** Refuses a directory with a mark. */
    public static void check(final Disk first) {
        if (!first.exists(NAME)) {
            return;
        }
        REFUSED.hit();
        throw new StorageException("this node has diverged, so it does not start with what is in " + first.name()
            + ", as the file '" + NAME + "' there says: " + read(first) + ". Where its state is known to be right,"
            + " delete that file instead");
    }

    private static String read(final Disk first) {
        final DiskFile file = first.open(NAME);
        try {
            final byte[] text = new byte[LENGTH];
            final int length = (int) Math.min(LENGTH, file.length());
            file.read(0, new UnsafeBuffer(text), 0, length);
            return new String(text, 0, length, StandardCharsets.UTF_8).replace("\0", "");
        } finally {
            file.close();
        }
    }
}

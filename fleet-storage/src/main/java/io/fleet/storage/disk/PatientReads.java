package io.fleet.storage.disk;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads of whoever decides whether something is damaged, as every start does. Where a place cannot be read, again and
 * again, though the disk reads another place of the same file in between, what was there is lost like what fails its
 * checksum (rule S15). Where nothing can be read, the disk or the way to it fails, and nothing is known to be lost.
 */
public final class PatientReads {
    private static final CoverageMark UNREADABLE = CoverageMark.named("patient-reads.place-is-bad");
    private static final CoverageMark NO_ANSWER = CoverageMark.named("patient-reads.disk-does-not-answer");
    private static final int BLOCK = 4096;
    /** How often a place is read again once another one could be read. */
    private static final int MORE_TRIES = 2;

    private PatientReads() {
    }

    /**
     * Reads as {@link DiskFile#read} does.
     *
     * @param file     which.
     * @param where    its directory and name, for messages.
     * @param position in the file.
     * @param target   where to put the bytes.
     * @param offset   of the first.
     * @param length   how many.
     * @return how many were read: fewer than asked for only at the end of the file.
     * @throws DamagedStorageException when the place is bad.
     * @throws ReadFailedException     when nothing can be read.
     */
    public static int read(final DiskFile file, final String where, final long position,
                           final MutableDirectBuffer target, final int offset, final int length) {
        return read(file, where, position, target, offset, length, () -> answers(file, position));
    }

    /**
     * As {@link #read(DiskFile, String, long, MutableDirectBuffer, int, int)}, of a file that has no other place.
     *
     * @param file     which.
     * @param where    its directory and name, for messages.
     * @param position in the file.
     * @param target   where to put the bytes.
     * @param offset   of the first.
     * @param length   how many.
     * @param answers  whether the disk reads something else.
     * @return how many were read: fewer than asked for only at the end of the file.
     * @throws DamagedStorageException when the place is bad.
     * @throws ReadFailedException     when nothing can be read.
     */
    public static int read(final DiskFile file, final String where, final long position,
                           final MutableDirectBuffer target, final int offset, final int length,
                           final BooleanSupplier answers) {
        try {
            return file.read(position, target, offset, length);
        } catch (final ReadFailedException e) {
            if (!answers.getAsBoolean()) {
                NO_ANSWER.hit();
                throw new ReadFailedException(e.getMessage() + "; nor can another place near it be read: the disk, or"
                    + " the way to it, fails. Nothing was changed. Start the node again when the disk can"
                    + " be read; where it is lost and other nodes vote, start the node with empty directories", e);
            }
            return readAgain(file, where, position, target, offset, length, e);
        }
    }

    /**
     * Reads what can be read. Blocks that are bad are zeros.
     *
     * @param file     which.
     * @param where    its directory and name, for messages.
     * @param position in the file.
     * @param target   where to put the bytes, from 0.
     * @param length   how many.
     * @return how many there are: fewer than asked for only at the end of the file.
     * @throws ReadFailedException when nothing can be read.
     */
    public static int readRest(final DiskFile file, final String where, final long position,
                               final MutableDirectBuffer target, final int length) {
        try {
            return read(file, where, position, target, 0, length);
        } catch (final DamagedStorageException e) {
            final int there = (int) Math.max(0, Math.min(length, file.length() - position));
            int step;
            for (int at = 0; at < there; at += step) {
                step = Math.min(there - at, BLOCK - (int) ((position + at) % BLOCK));
                try {
                    file.read(position + at, target, at, step);
                } catch (final ReadFailedException bad) {
                    target.setMemory(at, step, (byte) 0);
                }
            }
            return there;
        }
    }

    private static int readAgain(final DiskFile file, final String where, final long position,
                                 final MutableDirectBuffer target, final int offset, final int length,
                                 final ReadFailedException first) {
        for (int i = 0; i < MORE_TRIES; i++) {
            try {
                return file.read(position, target, offset, length);
            } catch (final ReadFailedException again) {
                first.addSuppressed(again);
            }
        }
        UNREADABLE.hit();
        throw new DamagedStorageException(where + " at offset " + position + ": it cannot be read, though other places"
            + " of the file can be: " + first.getMessage());
    }

    /** Whether the disk reads the first or the last block of a file, other than the place that it did not read. */
    private static boolean answers(final DiskFile file, final long position) {
        final long last = Math.max(0, (file.length() - 1) / BLOCK * BLOCK);
        final UnsafeBuffer block = new UnsafeBuffer(new byte[BLOCK]);
        return Arrays.stream(new long[] {0, last}).filter(at -> at != position / BLOCK * BLOCK)
            .anyMatch(at -> isRead(file, at, block));
    }

    /**
     * Whether a file has a beginning that can be read.
     *
     * @param file which.
     */
    public static boolean isRead(final DiskFile file) {
        return isRead(file, 0, new UnsafeBuffer(new byte[BLOCK]));
    }

    private static boolean isRead(final DiskFile file, final long at, final UnsafeBuffer block) {
        try {
            return file.read(at, block, 0, BLOCK) > 0;
        } catch (final ReadFailedException e) {
            return false;
        }
    }
}

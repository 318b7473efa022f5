package io.fleet.storage.log;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.BitUtil;

/**
 * The flusher of one log in one directory. It owns the tail of the log: it seals a batch with its checksums, writes it
 * as one frame, syncs, and rolls to the next file. That file is wanted when the active one is half full; {@link
 * #prepare()} creates it on another thread ({@link #prepareElsewhere}), or else {@link #doWork()} does. Whichever it is
 * retires what is trimmed, too, once the frame that says so is durable: files become spare ones as long as the log and
 * they are hardly more than the log was alone at one of its last trims, and are deleted otherwise.
 *
 * <p>The hand-over is one field, {@link #stage}: the owner moves it from IDLE to HANDED and from DONE to IDLE, the
 * flusher from HANDED to DONE. Whoever moves it publishes with it everything it wrote before. A file made elsewhere is
 * handed over in {@link #prepared}: who makes it fills the field, and the flusher empties it.
 */
public final class FileFlusher implements Flusher {
    private static final CoverageMark FAILED = CoverageMark.named("file-flusher.failed");
    private static final CoverageMark ROLLED = CoverageMark.named("file-flusher.rolled-over");
    private static final CoverageMark NOT_PREPARED = CoverageMark.named("file-flusher.next-not-prepared");
    private static final CoverageMark DISK_FULL = CoverageMark.named("file-flusher.disk-full");
    private static final CoverageMark HURRIED = CoverageMark.named("file-flusher.next-made-in-haste");
    private static final CoverageMark SPACE_AGAIN = CoverageMark.named("file-flusher.space-again");

    /**
     * With a full disk, creating a file is tried again after this many duty cycles: with the 10 ms for which a
     * flusher's thread rests when it can do nothing, a quarter of a second after there is space again at the latest.
     */
    static final int RETRY_CYCLES = 25;
    /** A file that is made ahead, on a thread of its own, is filled so fast until the log comes near its end. */
    static final long AHEAD_BYTES_PER_SECOND = 64 << 20;
    /** It is near in the last quarter of the active file. */
    private static final int NEAR = 3;
    private static final int NEAR_OF = 4;

    private static final int IDLE = 0;
    private static final int HANDED = 1;
    private static final int DONE = 2;

    private final Disk disk;
    private final LogSettings settings;
    private final FileFactory factory;
    private final LogFiles files;
    private final FlusherState tail;
    private final FrameHeader header = new FrameHeader();
    private final Checksum checksum = new Checksum();
    private final Checksum recordsChecksum = new Checksum();
    private final Staging control = new Staging(FrameHeader.BLOCK);
    private final FlushCounters counters;
    private int cyclesToRetry;

    private Staging batch;
    private volatile int stage = IDLE;
    private volatile Throwable failure;
    private volatile boolean full;
    private volatile boolean nextWanted;
    private volatile LogFile prepared;
    private volatile boolean preparingFailed;
    private volatile Runnable onWanted;
    private volatile long deleteBelow;
    private volatile long deletedBelow;
    private final Queue<LogFile> trimmed = new ConcurrentLinkedQueue<>();
    private volatile Runnable wakeUp = () -> {};

    public FileFlusher(final Disk disk, final LogSettings settings, final FileFactory factory, final LogFiles files,
                       final FlusherState tail) {
        this.disk = disk;
        this.settings = settings;
        this.factory = factory;
        this.files = files;
        this.tail = tail;
        this.counters = new FlushCounters(settings.prefix(), settings.directory());
        this.nextWanted = wantsNext();
        tail.isNextNear = tail.end > tail.active.length / NEAR_OF * NEAR;
        this.deleteBelow = tail.trimBelow;
        this.deletedBelow = files.lowest();
        factory.spares().onOpen(files.count());
    }

    // --- owner's side ---

    boolean isIdle() {
        return stage == IDLE;
    }

    /** Hands a batch over; only when idle. */
    public void handOver(final Staging filled) {
        batch = filled;
        stage = HANDED;
        wakeUp.run();
    }

    /** The batch that has become durable, null when there is none; {@link #taken()} makes the flusher idle again. */
    public Staging completed() {
        return stage == DONE ? batch : null;
    }

    public void taken() {
        batch = null;
        stage = IDLE;
    }

    void deleteBelow(final long fileNumber) {
        deleteBelow = fileNumber;
        wakeUp.run();
    }

    public void rethrowFailure() {
        final Throwable cause = failure;
        if (cause != null) {
            throw new StorageException("the " + settings.prefix() + " log in " + disk.name()
                + " cannot go on, restart the node to recover: " + cause.getMessage(), cause);
        }
    }

    /**
     * Ends the log: writes what is handed over and what is staged, then the frame of a clean close where there is to be
     * one. The flusher's thread has stopped. With a failure or a full disk what was not reported durable stays
     * unwritten.
     */
    void finish(final Staging filled, final boolean inGoodOrder) {
        cyclesToRetry = 0;
        tail.isNextNear = true;
        onWanted = null;
        if (failure == null) {
            retireTrimmed();
        }
        if (failure != null || stage == HANDED && !flush(batch, FrameHeader.RECORDS)) {
            return;
        }
        if ((filled.isEmpty() || flush(filled, FrameHeader.RECORDS)) && inGoodOrder) {
            writeControl(FrameHeader.CLEAN_CLOSE);
        }
    }

    void closeFiles() {
        files.closeAll();
        for (LogFile file = trimmed.poll(); file != null; file = trimmed.poll()) {
            file.letGo();
        }
        if (prepared != null) {
            prepared.letGo();
            prepared = null;
        }
        if (tail.next != null) {
            tail.next.letGo();
            tail.next = null;
        }
    }

    // --- flusher's side ---

    @Override
    public String roleName() {
        return "fleet-flusher-" + settings.prefix() + "-" + settings.directory();
    }

    @Override
    public void onWakeUp(final Runnable newWakeUp) {
        wakeUp = newWakeUp;
    }

    @Override
    public boolean hasWork() {
        return failure == null && (stage == HANDED || nextWanted && canPrepareNext() || deleteBelow > deletedBelow);
    }

    @Override
    public FlushCounters counters() {
        return counters;
    }

    @Override
    public boolean isFull() {
        return full;
    }

    @Override
    public long storedBytes() {
        return files.bytes();
    }

    @Override
    public int doWork() {
        if (failure != null) {
            return 0;
        }
        try {
            return cycle();
        } catch (final RuntimeException e) {
            FAILED.hit();
            failure = e;
            return 0;
        } catch (final Error e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public int flush() {
        if (failure != null || stage != HANDED || tail.end + padded(batch) > room()) {
            return 0;
        }
        try {
            final int length = batch.length;
            write(batch, FrameHeader.RECORDS);
            stage = DONE;
            return length;
        } catch (final RuntimeException e) {
            FAILED.hit();
            failure = e;
            return 0;
        } catch (final Error e) {
            failure = e;
            throw e;
        }
    }

    private static int padded(final Staging staging) {
        return BitUtil.align(staging.length, FrameHeader.BLOCK);
    }

    @Override
    public void prepareElsewhere(final Runnable whenWanted) {
        onWanted = whenWanted;
    }

    @Override
    public boolean prepare() {
        if (failure != null) {
            return false;
        }
        try {
            retireOne();
            if (prepared != null || !nextWanted) {
                return false;
            }
            prepared = factory.createNext(nextNumber(), this::rest);
            preparingFailed = false;
        } catch (final DiskFullException e) {
            preparingFailed = true;
            return false;
        } catch (final RuntimeException e) {
            FAILED.hit();
            failure = e;
        }
        return true;
    }

    private void rest(final int written) {
        LockSupport.parkNanos(this, restNs(written));
    }

    /** What is made ahead leaves the disk to flushes, as long as there is time. */
    long restNs(final int written) {
        if (tail.isNextNear) {
            HURRIED.hit();
            return 0;
        }
        return TimeUnit.SECONDS.toNanos(written) / AHEAD_BYTES_PER_SECOND;
    }

    private boolean canPrepareNext() {
        return onWanted == null || prepared != null;
    }

    private int cycle() {
        int done = 0;
        if (cyclesToRetry > 0) {
            cyclesToRetry--;
        }
        if (stage == HANDED) {
            final Staging handed = batch;
            final int length = handed.length;
            if (flush(handed, FrameHeader.RECORDS)) {
                stage = DONE;
                done += length;
            }
        }
        if (deleteBelow > tail.trimBelow && writeControl(FrameHeader.TRIM)) {
            done++;
        }
        done += letGoOfTrimmed();
        if (nextWanted && canPrepareNext() && prepareNext()) {
            done++;
        }
        return done;
    }

    /** A deletion takes as long as the disk likes: where another thread makes files, it deletes them too. */
    private int letGoOfTrimmed() {
        int done = 0;
        if (hasTrimmedFile()) {
            factory.spares().onPeak(files.count());
        }
        while (hasTrimmedFile()) {
            final LogFile file = files.removeLowest();
            trimmed.add(file);
            deletedBelow = file.number + 1;
            done++;
        }
        final Runnable elsewhere = onWanted;
        if (elsewhere == null) {
            retireTrimmed();
        } else if (done > 0) {
            elsewhere.run();
        }
        return done;
    }

    private void retireTrimmed() {
        boolean more = true;
        while (more) {
            more = retireOne();
        }
    }

    /** One that is trimmed, or a spare one that is too many. */
    private boolean retireOne() {
        final LogFile file = trimmed.poll();
        final int others = files.count() + trimmed.size();
        if (file == null) {
            return factory.spares().deleteSurplus(others);
        }
        factory.retire(file, others);
        return true;
    }

    private boolean hasTrimmedFile() {
        final long lowest = files.lowest();
        return lowest > 0 && lowest < tail.trimBelow;
    }

    /** Makes a batch durable; false when there is no file for it because the disk is full. */
    private boolean flush(final Staging staging, final int kind) {
        if (tail.end + padded(staging) > room() && !roll()) {
            return false;
        }
        write(staging, kind);
        return true;
    }

    /** Writes a frame without records; false when the file ends here and the disk is full. */
    private boolean writeControl(final int kind) {
        if (tail.end + FrameHeader.BLOCK > tail.active.length && !roll()) {
            return false;
        }
        write(control, kind);
        return true;
    }

    /**
     * Up to where records may be written: the last block is kept for a trim or a clean close when there is no other
     * space.
     */
    private int room() {
        return tail.end == FrameHeader.BLOCK ? tail.active.length : tail.active.length - FrameHeader.BLOCK;
    }

    private void write(final Staging staging, final int kind) {
        final int padded = padded(staging);
        final int written = tail.active.isReused && tail.end + padded < tail.active.length
            ? padded + FrameHeader.BLOCK : padded;
        seal(staging, kind);
        staging.buffer().setMemory(staging.length, written - staging.length, (byte) 0);
        tail.active.file.write(tail.end, staging.buffer(), 0, written);
        tail.active.file.sync();
        counters.add(1, written);
        staging.fileNumber = tail.active.number;
        staging.frameOffset = tail.end;
        tail.frameAt(tail.end, padded, header);
        wantNext();
    }

    private void wantNext() {
        tail.isNextNear = tail.end > tail.active.length / NEAR_OF * NEAR;
        final boolean wanted = wantsNext();
        if (wanted != nextWanted) {
            nextWanted = wanted;
            if (wanted && onWanted != null) {
                onWanted.run();
            }
        }
    }

    /**
     * Has the log say which of its places are lost; on the thread that opens it, before there is another. Where the
     * disk is full, it does not, and they are found anew by the next start: the block that is kept for a trim, which
     * makes space again, is not taken for it.
     *
     * @return whether it says so.
     */
    boolean note(final LostPlaces lost) {
        if (tail.end + FrameHeader.BLOCK > room() && !roll()) {
            return false;
        }
        control.length = FrameHeader.LENGTH + lost.encode(control.buffer(), FrameHeader.LENGTH);
        write(control, FrameHeader.LOST_PLACES);
        control.clear();
        return true;
    }

    private void seal(final Staging staging, final int kind) {
        recordsChecksum.reset();
        if (kind == FrameHeader.LOST_PLACES) {
            recordsChecksum.update(staging.buffer(), FrameHeader.LENGTH, staging.length - FrameHeader.LENGTH);
        }
        int at = FrameHeader.LENGTH;
        for (int i = 0; i < staging.records; i++) {
            recordsChecksum.update(LogRecord.seal(staging.buffer(), at, tail.active.recordSalt, checksum));
            tail.cover(LogRecord.lsn(staging.buffer(), at));
            at += BitUtil.align(LogRecord.length(staging.buffer(), at), LogRecord.ALIGNMENT);
        }
        header.salt = tail.active.salt;
        header.sequence = tail.sequence + 1;
        header.length = staging.length;
        header.records = staging.records;
        header.recordsChecksum = recordsChecksum.value();
        header.kind = kind;
        header.previousFile = tail.lastFile;
        header.previousEnd = tail.lastEnd;
        header.previousChecksum = tail.lastChecksum;
        header.offset = tail.end;
        header.trimBelow = Math.max(tail.trimBelow, deleteBelow);
        header.encode(staging.buffer(), 0, checksum);
    }

    /**
     * Completes the active file and goes on with the next one. A crash in between leaves no active file, and the next
     * one.
     */
    private boolean roll() {
        if (tail.next == null && !prepareNext()) {
            if (onWanted != null && !preparingFailed) {
                NOT_PREPARED.hit();
                nextWanted = true;
                tail.isNextNear = true;
                onWanted.run();
                return false;
            }
            if (!full) {
                DISK_FULL.hit();
            }
            full = true;
            return false;
        }
        ROLLED.hit();
        factory.rename(tail.active, LogFileName.sealed(settings.prefix(), tail.active.number, tail.minLsn, tail.maxLsn,
            tail.end));
        final LogFile next = tail.next;
        factory.activate(next);
        tail.next = null;
        files.add(next);
        tail.startFile(next);
        if (full) {
            SPACE_AGAIN.hit();
        }
        full = false;
        return true;
    }

    private boolean prepareNext() {
        if (prepared != null) {
            tail.next = prepared;
            nextWanted = false;
            prepared = null;
            return true;
        }
        if (cyclesToRetry > 0 || onWanted != null) {
            return false;
        }
        try {
            tail.next = factory.createNext(nextNumber());
            nextWanted = false;
            return true;
        } catch (final DiskFullException e) {
            cyclesToRetry = RETRY_CYCLES;
            return false;
        }
    }

    /** Positions would not tell more files apart that are there at a time: as with a full disk, it waits. */
    private long nextNumber() {
        final long number = tail.active.number + 1;
        if (number - Math.max(1, files.lowest()) >= LogPosition.MAX_FILES) {
            throw new DiskFullException(disk.name() + ": " + LogPosition.MAX_FILES + " files of the "
                + settings.prefix() + " log are there, more cannot be told apart");
        }
        return number;
    }

    private boolean wantsNext() {
        return tail.next == null && tail.end > tail.active.length / 2;
    }
}

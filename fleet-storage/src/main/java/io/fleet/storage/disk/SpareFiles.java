package io.fleet.storage.disk;

import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;

/**
 * Files of a directory that are done with, and kept to be used again, so that nothing is written over zeros that were
 * written before. What is in them is never read. Files and spare ones together are at most one more than the files
 * alone were one of the last 64 times that some of them were done with. None are kept where something else finds the
 * disk full ({@link #giveUp}). One thread at a time, but for {@link #onPeak}.
 */
public final class SpareFiles {
    private static final CoverageMark GIVEN_UP = CoverageMark.named("spare-files.given-up");
    private static final String SPARE = "spare-";
    private static final String AGAIN = "~";
    /** So many of the last peaks count. */
    static final int PEAKS = 64;
    /** It is no spare one any more, and not in use yet. */
    private static final int MADE_AHEAD = 1;

    private final String prefix;
    private final Disk disk;
    /** Null before they were looked for. */
    private ArrayDeque<String> names;
    private final int[] peaks = new int[PEAKS];
    private int nextPeak;
    private volatile int most;

    /**
     * Finds those that are there when it is first asked for one.
     *
     * @param disk where they are.
     * @param kind of files; no other directory or kind takes them.
     */
    public SpareFiles(final Disk disk, final String kind) {
        this.prefix = SPARE + kind + "-";
        this.disk = disk;
    }

    /**
     * There is no space for something: deletes the spare files of all kinds in a directory. Any thread.
     *
     * @param disk the directory.
     * @return whether there were any.
     */
    public static boolean giveUp(final Disk disk) {
        boolean any = false;
        for (final String name : disk.list()) {
            if (name.startsWith(SPARE)) {
                delete(disk, name);
                any = true;
            }
        }
        if (any) {
            GIVEN_UP.hit();
        }
        return any;
    }

    /**
     * Deletes a spare file, unless it is gone.
     *
     * @param disk where it is.
     * @param name of the file.
     */
    public static void delete(final Disk disk, final String name) {
        try {
            disk.delete(name);
        } catch (final StorageException e) {
            if (disk.exists(name)) {
                throw e;
            }
        }
    }

    /**
     * Some of the files are done with now: there were so many before.
     *
     * @param files how many, spare ones left out. Any thread, but one at a time.
     */
    public void onPeak(final int files) {
        peaks[nextPeak] = files;
        nextPeak = (nextPeak + 1) % PEAKS;
        int highest = 0;
        for (final int peak : peaks) {
            highest = Math.max(highest, peak);
        }
        most = highest + MADE_AHEAD;
    }

    /**
     * Takes one out.
     *
     * @return its name; null when there is none. Others may {@link #giveUp} the file.
     */
    public String poll() {
        String name = names().poll();
        while (name != null && !disk.exists(name)) {
            name = names().poll();
        }
        return name;
    }

    /**
     * It was taken out, and is not used now.
     *
     * @param name its name; forgotten when it is gone.
     */
    public void putBack(final String name) {
        names().addLast(name);
    }

    /**
     * Keeps a file where there may be one more. It has another name then, durably, before anything is written over it.
     *
     * @param file   its name; nobody has it open.
     * @param number which no other file of its kind has now.
     * @param others how many files there are beside it, spare ones left out.
     * @return whether it is kept; otherwise nothing is done.
     */
    public boolean keep(final String file, final long number, final int others) {
        if (others + names().size() >= most) {
            return false;
        }
        final String name = prefix + number;
        names().remove(name);
        disk.rename(file, name);
        names().add(name);
        return true;
    }

    /**
     * Deletes one where there are too many.
     *
     * @param others how many files there are, spare ones left out.
     * @return whether there were.
     */
    public boolean deleteSurplus(final int others) {
        final String name = others + names().size() > most ? poll() : null;
        if (name != null) {
            delete(disk, name);
        }
        return name != null;
    }

    /** Deletes all. */
    public void deleteAll() {
        for (String name = poll(); name != null; name = poll()) {
            delete(disk, name);
        }
    }

    /**
     * The files were these when the directory was opened.
     *
     * @param files how many, spare ones left out.
     */
    public void onOpen(final int files) {
        onPeak(files + names().size());
    }

    private ArrayDeque<String> names() {
        if (names == null) {
            names = new ArrayDeque<>();
            for (final String name : disk.list()) {
                if (name.startsWith(prefix)) {
                    names.add(name);
                }
            }
            renameOne();
        }
        return names;
    }

    /**
     * What a process before this one renamed last may not be so durably, if it died in between. A rename here makes all
     * that have gone before in the directory durable, and only then is one of these files written over.
     */
    private void renameOne() {
        final String name = names.poll();
        if (name != null) {
            final String other = name.endsWith(AGAIN) ? name.substring(0, name.length() - AGAIN.length()) : name
                + AGAIN;
            disk.rename(name, other);
            names.addFirst(other);
        }
    }
}

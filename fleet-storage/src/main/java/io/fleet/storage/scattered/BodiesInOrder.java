package io.fleet.storage.scattered;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.log.ReadAhead;
import org.agrona.ExpandableArrayBuffer;

/** Reads bodies of a scattered log for a thread that asks for many which lie behind each other ({@link ReadAhead}). */
public final class BodiesInOrder {
    private final ScatteredLog log;
    /** Of each directory. */
    private final ReadAhead[] pieces;

    BodiesInOrder(final ScatteredLog log, final int directories) {
        this.log = log;
        pieces = new ReadAhead[directories];
        for (int i = 0; i < directories; i++) {
            pieces[i] = new ReadAhead();
        }
    }

    /**
     * As {@link ScatteredLog#readBody}, by one thread.
     *
     * @param position of its record, or of a re-stamp that refers to it.
     * @param expected names the value.
     * @param target   receives the body at 0; expanded as needed.
     * @return the length of the body.
     * @throws io.fleet.storage.DamagedStorageException when it is not there, is unsound, or is of another value.
     */
    public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        return log.readBody(position, expected, target, pieces);
    }
}

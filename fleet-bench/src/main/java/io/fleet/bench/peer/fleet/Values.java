package io.fleet.bench.peer.fleet;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import org.agrona.DirectBuffer;

/** Where a machine has the values of its keys. */
abstract class Values {
    static final int NONE = -1;

    private final int keys;

    Values(final int keys) {
        this.keys = keys;
    }

    abstract void put(long key, DirectBuffer value);

    /** The value of a key, if there is one. */
    abstract void get(long key, Reply reply);

    /** How long the value of a key is, or {@link #NONE}. */
    abstract int length(int key);

    abstract void write(int key, int length, SnapshotWriter out);

    abstract void read(int key, int length, SnapshotReader in);

    /** How many keys there are; of each, how long its value is, or {@link #NONE}, and the value. */
    final void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(keys);
        for (int key = 0; key < keys; key++) {
            final int length = length(key);
            out.writeInt(length);
            if (length > 0) {
                write(key, length, out);
            }
        }
    }

    /** The opposite, into an empty object. */
    final void readSnapshot(final SnapshotReader in) {
        final int count = in.readInt();
        if (count != keys) {
            throw new SnapshotFormatException("a snapshot has " + count + " keys, but must have " + keys);
        }
        for (int key = 0; key < keys; key++) {
            final int length = in.readInt();
            if (length < NONE || length > in.remaining()) {
                throw new SnapshotFormatException("the value of key " + key + " has " + length + " bytes, but must "
                    + "have from 0 to " + in.remaining());
            }
            if (length != NONE) {
                read(key, length, in);
            }
        }
    }
}

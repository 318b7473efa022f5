package io.fleet.consensus.store;

import io.fleet.storage.SnapshotId;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Snapshots of one group that are sent to others, and the one that is being received. Called on the node's thread;
 * nothing here waits for a disk: what takes time goes on elsewhere, and the next calls tell what came of it.
 */
public interface SnapshotExchange {
    /** Has no snapshots, and receives none. */
    SnapshotExchange NONE = new None();

    /** What {@link #readLength()} says while nothing has been read. */
    int NOTHING = -2;
    /** What {@link #readLength()} says when the snapshot is not there any more, or cannot be read. */
    int GONE = -1;

    /**
     * The newest snapshot that could be sent.
     *
     * @return its content; null when there is none.
     */
    SnapshotId newest();

    /**
     * Whether a snapshot can be sent though it is not the newest any more, because somebody was reading it a short
     * while ago.
     *
     * @param id which one.
     */
    boolean isKept(SnapshotId id);

    /**
     * How many bytes a second may be sent, to all others together.
     *
     * @return bytes.
     */
    long bytesPerSecond();

    /**
     * Begins to read a piece. One is read at a time.
     *
     * @param id     of which snapshot.
     * @param offset where it starts.
     * @return false while another is being read, or has been and was not taken.
     */
    boolean read(SnapshotId id, long offset);

    /**
     * How long the piece is that has been read.
     *
     * @return its bytes; 0 at the end; {@link #GONE}, or {@link #NOTHING}.
     */
    int readLength();

    /**
     * Takes the piece that has been read.
     *
     * @return where its bytes are, from the first; valid until the next {@link #read}.
     */
    UnsafeBuffer takeRead();

    /**
     * What is being received.
     *
     * @return its content; null when nothing is.
     */
    SnapshotId incoming();

    /**
     * Begins to receive a snapshot, or goes on where that was left off. Nothing else is being received.
     *
     * @param id which one.
     * @param nowNs the time of this cycle.
     * @return false while none may be received: the last attempt failed a short while ago.
     */
    boolean begin(SnapshotId id, long nowNs);

    /**
     * How much of it is here.
     *
     * @return bytes; the next piece starts behind them. -1 while it cannot take any.
     */
    long received();

    /**
     * How much it could take now.
     *
     * @return bytes.
     */
    int room();

    /**
     * Takes the next piece. The last one completes it: it is verified, read, made durable and put in the place of the
     * replica's state, and then nothing is being received any more.
     *
     * @param offset where it starts; taken only at {@link #received()}.
     * @param buffer where the bytes are; copied.
     * @param index  of the first.
     * @param length how many.
     * @return whether it was taken; false too while there is no room.
     */
    boolean take(long offset, DirectBuffer buffer, int index, int length);

    /**
     * Stops receiving.
     *
     * @param keep whether to keep what is here for another attempt.
     */
    void abandon(boolean keep);

    /** See {@link #NONE}. */
    final class None implements SnapshotExchange {
        private None() {
        }

        @Override
        public SnapshotId newest() {
            return null;
        }

        @Override
        public boolean isKept(final SnapshotId id) {
            return false;
        }

        @Override
        public long bytesPerSecond() {
            return 0;
        }

        @Override
        public boolean read(final SnapshotId id, final long offset) {
            return false;
        }

        @Override
        public int readLength() {
            return NOTHING;
        }

        @Override
        public UnsafeBuffer takeRead() {
            throw new IllegalStateException("nothing was read");
        }

        @Override
        public SnapshotId incoming() {
            return null;
        }

        @Override
        public boolean begin(final SnapshotId id, final long nowNs) {
            return false;
        }

        @Override
        public long received() {
            return -1;
        }

        @Override
        public int room() {
            return 0;
        }

        @Override
        public boolean take(final long offset, final DirectBuffer buffer, final int index, final int length) {
            return false;
        }

        @Override
        public void abandon(final boolean keep) {
            // Nothing is being received.
        }
    }
}

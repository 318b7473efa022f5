package io.fleet.scattered;

import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.storage.SnapshotId;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Snapshots in memory: reading a piece is done at once, and what is received waits for the test to install it. */
final class FakeSnapshots implements SnapshotExchange {
    static final int PIECE = 1000;

    SnapshotId newest;
    byte[] bytes = new byte[0];
    SnapshotId incoming;
    final ExpandableArrayBuffer received = new ExpandableArrayBuffer();
    long length;
    int room = 1 << 20;
    long bytesPerSecond = 64 << 20;
    boolean refuses;
    boolean kept;
    int abandoned;
    private final UnsafeBuffer piece = new UnsafeBuffer(0, 0);
    private int readLength = NOTHING;

    void offers(final long lsn, final byte[] content) {
        bytes = content;
        newest = new SnapshotId(lsn, content.length, 7);
    }

    @Override
    public SnapshotId newest() {
        return newest;
    }

    @Override
    public boolean isKept(final SnapshotId id) {
        return kept;
    }

    @Override
    public long bytesPerSecond() {
        return bytesPerSecond;
    }

    @Override
    public boolean read(final SnapshotId id, final long offset) {
        if (readLength != NOTHING) {
            return false;
        }
        readLength = (int) Math.min(PIECE, bytes.length - offset);
        piece.wrap(bytes, (int) offset, readLength);
        return true;
    }

    @Override
    public int readLength() {
        return readLength;
    }

    @Override
    public UnsafeBuffer takeRead() {
        readLength = NOTHING;
        return piece;
    }

    @Override
    public SnapshotId incoming() {
        return incoming;
    }

    @Override
    public boolean begin(final SnapshotId id, final long nowNs) {
        if (refuses) {
            return false;
        }
        incoming = id;
        length = 0;
        return true;
    }

    @Override
    public long received() {
        return incoming == null ? -1 : length;
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public boolean take(final long offset, final DirectBuffer buffer, final int index, final int count) {
        if (incoming == null || offset != length || count > room) {
            return false;
        }
        received.putBytes((int) offset, buffer, index, count);
        length += count;
        return true;
    }

    @Override
    public void abandon(final boolean keep) {
        incoming = null;
        abandoned++;
    }
}

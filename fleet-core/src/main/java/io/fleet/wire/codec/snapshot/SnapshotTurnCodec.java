package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.SnapshotTurnDecoder;
import io.fleet.wire.sbe.SnapshotTurnEncoder;

/** {@link SnapshotTurn} in bytes. */
public final class SnapshotTurnCodec extends FlatCodec<SnapshotTurn, SnapshotTurnEncoder, SnapshotTurnDecoder> {
    public SnapshotTurnCodec() {
        super(new SnapshotTurn(), new SnapshotTurnEncoder(), new SnapshotTurnDecoder(),
            SnapshotTurnDecoder.phaseEncodingOffset() + SnapshotTurnDecoder.phaseEncodingLength());
    }

    @Override
    protected void check(final SnapshotTurn message, final FieldChecks checks) {
        checks.number("ballot", message.ballot);
        checks.range("phase", message.phase, SnapshotTurn.WANTED, SnapshotTurn.HELD_UP);
    }

    @Override
    protected void write(final SnapshotTurn message, final SnapshotTurnEncoder encoder) {
        encoder.ballot(message.ballot).phase((short) message.phase);
    }

    @Override
    protected void read(final SnapshotTurnDecoder decoder, final SnapshotTurn message) {
        message.ballot = decoder.ballot();
        message.phase = decoder.phase();
    }
}

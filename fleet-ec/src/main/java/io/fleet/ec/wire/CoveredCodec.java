package io.fleet.ec.wire;

import io.fleet.ec.message.Covered;
import io.fleet.ec.wire.sbe.CoveredDecoder;
import io.fleet.ec.wire.sbe.CoveredEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;

/** {@link Covered} in bytes. */
final class CoveredCodec extends FlatCodec<Covered, CoveredEncoder, CoveredDecoder> {
    CoveredCodec() {
        super(new Covered(), new CoveredEncoder(), new CoveredDecoder(),
            CoveredDecoder.slotEncodingOffset() + CoveredDecoder.slotEncodingLength());
    }

    @Override
    protected void check(final Covered message, final FieldChecks checks) {
        checks.range("slot", message.slot, 1, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected void write(final Covered message, final CoveredEncoder encoder) {
        encoder.slot(message.slot);
    }

    @Override
    protected void read(final CoveredDecoder decoder, final Covered message) {
        message.slot = decoder.slot();
    }
}

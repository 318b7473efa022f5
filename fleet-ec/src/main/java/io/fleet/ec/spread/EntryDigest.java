package io.fleet.ec.spread;

import io.fleet.storage.Digest;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** The digest of a header and a value together, both lengths included. */
final class EntryDigest {
    private EntryDigest() {
    }

    static long of(final Digest digest, final ExpandableArrayBuffer scratch, final DirectBuffer header,
                   final int headerLength, final DirectBuffer value, final int valueLength) {
        scratch.putInt(0, headerLength);
        scratch.putInt(Integer.BYTES, valueLength);
        scratch.putBytes(2 * Integer.BYTES, header, 0, headerLength);
        scratch.putBytes(2 * Integer.BYTES + headerLength, value, 0, valueLength);
        return digest.of(scratch, 0, 2 * Integer.BYTES + headerLength + valueLength);
    }
}

package io.fleet.examples.kv;

import org.agrona.DirectBuffer;

/** Hashes of which there are few, so that many keys have the same one. */
final class FewHashes extends KeyHash {
    private final int count;

    FewHashes(final int count) {
        super(1, 2);
        this.count = count;
    }

    @Override
    long of(final DirectBuffer buffer, final int offset, final int length) {
        return 0x7a5e_0123_0000_0001L + super.of(buffer, offset, length) % count;
    }
}

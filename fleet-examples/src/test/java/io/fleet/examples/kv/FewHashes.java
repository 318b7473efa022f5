package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KeyHash;
import org.agrona.DirectBuffer;

/** Hashes of which there are few, so that many keys have the same one. */
public final class FewHashes extends KeyHash {
    private final int count;

    public FewHashes(final int count) {
        super(1, 2);
        this.count = count;
    }

    @Override
    public long of(final DirectBuffer buffer, final int offset, final int length) {
        return 0x7a5e_0123_0000_0001L + super.of(buffer, offset, length) % count;
    }
}

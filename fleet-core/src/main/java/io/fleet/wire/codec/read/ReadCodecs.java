package io.fleet.wire.codec.read;

import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.function.Supplier;

/** Messages about reads beside the log, and about leases. */
public final class ReadCodecs {
    private ReadCodecs() {
    }

    /** What makes codecs of all of them. */
    public static List<Supplier<MessageCodec<?>>> all() {
        return List.of(ReadRequestCodec::new, ReadMarkRequestCodec::new, ReadMarkCodec::new,
            LeaseRequestCodec::new, LeaseGrantCodec::new, LeaseMarkRequestCodec::new, LeaseMarkCodec::new,
            SubLeaseRequestCodec::new, SubLeaseCodec::new, LeaseReleasedCodec::new);
    }
}

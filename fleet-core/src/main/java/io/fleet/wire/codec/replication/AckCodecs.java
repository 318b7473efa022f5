package io.fleet.wire.codec.replication;

import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.function.Supplier;

/** Acknowledgements, by those who give them and by collectors. */
public final class AckCodecs {
    private AckCodecs() {
    }

    /** What makes codecs of all of them. */
    public static List<Supplier<MessageCodec<?>>> all() {
        return List.of(AckCodec::new, CollectedAcksCodec::new);
    }
}

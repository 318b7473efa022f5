package io.fleet.wire.codec.replication;

import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.function.Supplier;

/** What replicas tell each other of what they have made of the log. */
public final class ReplicaCodecs {
    private ReplicaCodecs() {
    }

    /** What makes codecs of all of it. */
    public static List<Supplier<MessageCodec<?>>> all() {
        return List.of(StateDigestCodec::new, EffectsCodec::new);
    }
}

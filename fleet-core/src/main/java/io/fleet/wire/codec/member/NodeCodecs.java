package io.fleet.wire.codec.member;

import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.function.Supplier;

/** Messages between nodes, about themselves and not about a group. */
public final class NodeCodecs {
    private NodeCodecs() {
    }

    /** What makes codecs of all of them. */
    public static List<Supplier<MessageCodec<?>>> all() {
        return List.of(BirthRequestCodec::new, BirthAnswerCodec::new, LifeNoticeCodec::new, NodePulseCodec::new);
    }
}

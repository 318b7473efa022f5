package io.fleet.ec.wire;

import io.fleet.wire.CodecCatalog;
import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.function.Supplier;

/** The codecs of the messages of coded groups. */
public final class CodedCodecs {
    private static final List<Supplier<MessageCodec<?>>> ALL = List.of(
        StepsCodec::new, DecisionsCodec::new, CoveredCodec::new, ReadyCodec::new, LearnedCodec::new,
        LearnRequestCodec::new, SegmentChunkCodec::new, SegmentAcksCodec::new, FetchSegmentsCodec::new,
        StandingRequestCodec::new, StandingAnswerCodec::new, PartsGoneCodec::new);
    private static final CodecCatalog CATALOG = CodecCatalog.core().with(ALL);

    private CodedCodecs() {
    }

    /**
     * Each makes a codec.
     *
     * @return the codecs.
     */
    public static List<Supplier<MessageCodec<?>>> all() {
        return ALL;
    }

    /** The messages of coded groups and of the core, as a node has them that hosts a coded group. */
    public static CodecCatalog catalog() {
        return CATALOG;
    }
}

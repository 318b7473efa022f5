package io.fleet.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Which messages can be sent and received. Immutable and shared by all threads; each {@link WireEncoder} and {@link
 * WireDecoder} makes its own codecs from it.
 */
public final class CodecCatalog {
    private static final CodecCatalog CORE = new CodecCatalog(coreCodecs());

    private final List<Supplier<MessageCodec<?>>> suppliers;
    private final CodecIndex index = new CodecIndex();

    private CodecCatalog(final List<Supplier<MessageCodec<?>>> suppliers) {
        this.suppliers = List.copyOf(suppliers);
        this.suppliers.forEach(supplier -> index.add(supplier.get()));
    }

    /**
     * The messages of the scattered mode, of reads and of clients.
     *
     * @return the catalog.
     */
    public static CodecCatalog core() {
        return CORE;
    }

    /**
     * A catalog with the messages of another mode.
     *
     * @param more makes codecs; each is called now, and once for every encoder and decoder that sees its message.
     * @return this catalog's messages and the others.
     * @throws IllegalArgumentException when two codecs have the same message class or the same template, or two
     *                                  codecs of one schema have different versions.
     */
    public CodecCatalog with(final List<Supplier<MessageCodec<?>>> more) {
        final List<Supplier<MessageCodec<?>>> all = new ArrayList<>(suppliers);
        all.addAll(more);
        return new CodecCatalog(all);
    }

    CodecSet newSet() {
        return new CodecSet(index, suppliers);
    }

    private static List<Supplier<MessageCodec<?>>> coreCodecs() {
        return List.of(
            EntryBodyCodec::new, OrderCodec::new, AckCodec::new,
            PreVoteCodec::new, PreVoteReplyCodec::new, PrepareCodec::new, PromiseCodec::new, StaleBallotCodec::new,
            FetchBodyCodec::new, FetchOrderCodec::new, CatchUpRequestCodec::new, CatchUpEntryCodec::new,
            ReplyBatchCodec::new, RejectEntryCodec::new, LeaderNoticeCodec::new,
            ClientHelloCodec::new, ClientGoodbyeCodec::new,
            ConfirmCodec::new, ConfirmationCodec::new, RejoinRequestCodec::new, RejoinReplyCodec::new,
            VoterLifeCodec::new,
            HandOverCodec::new, HandOverRequestCodec::new, CandidacyCodec::new, CandidacyNotedCodec::new,
            ClientsRequestCodec::new,
            SnapshotTurnCodec::new, SnapshotGrantCodec::new, SnapshotNoticeCodec::new,
            SnapshotOfferCodec::new, SnapshotRequestCodec::new, SnapshotChunkCodec::new,
            MembersCodec::new, MembersRequestCodec::new, MemberProgressCodec::new,
            MemberChangeCodec::new, MemberChangeAnswerCodec::new,
            ReadRequestCodec::new, ReadMarkRequestCodec::new, ReadMarkCodec::new, FillRequestCodec::new,
            LeaseRequestCodec::new, LeaseGrantCodec::new, LeaseMarkRequestCodec::new, LeaseMarkCodec::new,
            StateDigestCodec::new,
            BirthRequestCodec::new, BirthAnswerCodec::new, LifeNoticeCodec::new, ClientRefusedCodec::new);
    }
}

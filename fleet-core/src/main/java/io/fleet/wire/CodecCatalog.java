package io.fleet.wire;

import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.client.ClientGoodbyeCodec;
import io.fleet.wire.codec.client.ClientHelloCodec;
import io.fleet.wire.codec.client.ClientRefusedCodec;
import io.fleet.wire.codec.client.ClientsRequestCodec;
import io.fleet.wire.codec.client.ReplyBatchCodec;
import io.fleet.wire.codec.election.ConfirmCodec;
import io.fleet.wire.codec.election.ConfirmationCodec;
import io.fleet.wire.codec.election.LeaderFitnessCodec;
import io.fleet.wire.codec.election.LeaderFitnessNotedCodec;
import io.fleet.wire.codec.election.LeaderNoticeCodec;
import io.fleet.wire.codec.election.LeadershipTransferCodec;
import io.fleet.wire.codec.election.LeadershipTransferRequestCodec;
import io.fleet.wire.codec.election.PreVoteCodec;
import io.fleet.wire.codec.election.PreVoteReplyCodec;
import io.fleet.wire.codec.election.PrepareCodec;
import io.fleet.wire.codec.election.PromiseCodec;
import io.fleet.wire.codec.election.StaleBallotCodec;
import io.fleet.wire.codec.member.MemberChangeAnswerCodec;
import io.fleet.wire.codec.member.MemberChangeCodec;
import io.fleet.wire.codec.member.MemberProgressCodec;
import io.fleet.wire.codec.member.MembersCodec;
import io.fleet.wire.codec.member.MembersRequestCodec;
import io.fleet.wire.codec.member.NodeCodecs;
import io.fleet.wire.codec.member.RejoinReplyCodec;
import io.fleet.wire.codec.member.RejoinRequestCodec;
import io.fleet.wire.codec.member.VoterLifeCodec;
import io.fleet.wire.codec.read.ReadCodecs;
import io.fleet.wire.codec.replication.AckCodecs;
import io.fleet.wire.codec.replication.CatchUpEntryCodec;
import io.fleet.wire.codec.replication.CatchUpRequestCodec;
import io.fleet.wire.codec.replication.EntryBodyCodec;
import io.fleet.wire.codec.replication.FetchBodyCodec;
import io.fleet.wire.codec.replication.FetchOrderCodec;
import io.fleet.wire.codec.replication.FillRequestCodec;
import io.fleet.wire.codec.replication.OrderCodec;
import io.fleet.wire.codec.replication.RejectEntryCodec;
import io.fleet.wire.codec.replication.ReplicaCodecs;
import io.fleet.wire.codec.snapshot.SnapshotChunkCodec;
import io.fleet.wire.codec.snapshot.SnapshotGrantCodec;
import io.fleet.wire.codec.snapshot.SnapshotNoticeCodec;
import io.fleet.wire.codec.snapshot.SnapshotOfferCodec;
import io.fleet.wire.codec.snapshot.SnapshotRequestCodec;
import io.fleet.wire.codec.snapshot.SnapshotTurnCodec;
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

    /** The messages of the scattered mode, of reads and of clients. */
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
        final List<Supplier<MessageCodec<?>>> codecs = new ArrayList<>(List.of(
            EntryBodyCodec::new, OrderCodec::new,
            PreVoteCodec::new, PreVoteReplyCodec::new, PrepareCodec::new, PromiseCodec::new, StaleBallotCodec::new,
            FetchBodyCodec::new, FetchOrderCodec::new, CatchUpRequestCodec::new, CatchUpEntryCodec::new,
            ReplyBatchCodec::new, RejectEntryCodec::new, LeaderNoticeCodec::new,
            ClientHelloCodec::new, ClientGoodbyeCodec::new,
            ConfirmCodec::new, ConfirmationCodec::new, RejoinRequestCodec::new, RejoinReplyCodec::new,
            VoterLifeCodec::new,
            LeadershipTransferCodec::new, LeadershipTransferRequestCodec::new, LeaderFitnessCodec::new,
            LeaderFitnessNotedCodec::new,
            ClientsRequestCodec::new,
            SnapshotTurnCodec::new, SnapshotGrantCodec::new, SnapshotNoticeCodec::new,
            SnapshotOfferCodec::new, SnapshotRequestCodec::new, SnapshotChunkCodec::new,
            MembersCodec::new, MembersRequestCodec::new, MemberProgressCodec::new,
            MemberChangeCodec::new, MemberChangeAnswerCodec::new,
            FillRequestCodec::new,
            ClientRefusedCodec::new));
        codecs.addAll(AckCodecs.all());
        codecs.addAll(ReplicaCodecs.all());
        codecs.addAll(NodeCodecs.all());
        codecs.addAll(ReadCodecs.all());
        return codecs;
    }
}

package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.testkit.sim.ReceiptObserver;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.sbe.AckDecoder;
import io.fleet.wire.sbe.CatchUpEntryDecoder;
import io.fleet.wire.sbe.CollectedAcksDecoder;
import io.fleet.wire.sbe.ConfirmationDecoder;
import io.fleet.wire.sbe.EntryBodyDecoder;
import io.fleet.wire.sbe.MessageHeaderDecoder;
import io.fleet.wire.sbe.OrderDecoder;
import io.fleet.wire.sbe.PromiseDecoder;
import io.fleet.wire.sbe.RejoinReplyDecoder;
import io.fleet.wire.sbe.SnapshotChunkDecoder;
import io.fleet.wire.sbe.SnapshotGrantDecoder;
import io.fleet.wire.sbe.SnapshotOfferDecoder;
import org.agrona.DirectBuffer;

/**
 * Reads the packets that nodes read, at the moment when they do, and tells others of those messages after which a node
 * may do what it must not have done before: bodies, orders, promises and their confirmations, and how members stand.
 */
public final class ReceiptChecker implements ReceiptObserver {
    private final WireDecoder decoder;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final int nodes;
    private final int foreignVersion;
    private final Handler handler;

    /** Told of what a node has read. */
    @FunctionalInterface
    public interface Handler {
        /**
         * A node has read a message.
         *
         * @param groupId the group that it belongs to.
         * @param to      the node that has read it.
         * @param from    the node that sent it; -1 for a client.
         * @param life    the life in which it was sent ({@link io.fleet.storage.Life}).
         * @param message the message; valid during the call.
         */
        void onReceipt(int groupId, int to, int from, long life, Message message);
    }

    /**
     * Creates a witness.
     *
     * @param clusterId      whose packets these are.
     * @param nodes          how many nodes there are; what clients read is ignored.
     * @param foreignVersion messages that carry this version of the configuration are ignored.
     * @param handler        told of every other message.
     */
    public ReceiptChecker(final long clusterId, final int nodes, final int foreignVersion, final Handler handler) {
        this.nodes = nodes;
        this.foreignVersion = foreignVersion;
        this.handler = handler;
        decoder = WireDecoder.ofObserver(clusterId, new WireErrors(), CodedCodecs.catalog());
    }

    @Override
    public void onReceipt(final int to, final DirectBuffer buffer, final int offset, final int length) {
        if (to < nodes && length > MessageHeaderDecoder.ENCODED_LENGTH && isOfUse(buffer, offset)) {
            decoder.decode(buffer, offset, length, (groupId, version, from, message) -> {
                if (version != foreignVersion && from < nodes) {
                    handler.onReceipt(groupId, to, from, decoder.life(), message);
                }
            });
        }
    }

    private boolean isOfUse(final DirectBuffer buffer, final int offset) {
        return switch (header.wrap(buffer, offset).templateId()) {
            case EntryBodyDecoder.TEMPLATE_ID, CatchUpEntryDecoder.TEMPLATE_ID, PromiseDecoder.TEMPLATE_ID,
                ConfirmationDecoder.TEMPLATE_ID, RejoinReplyDecoder.TEMPLATE_ID, SnapshotChunkDecoder.TEMPLATE_ID,
                SnapshotGrantDecoder.TEMPLATE_ID, SnapshotOfferDecoder.TEMPLATE_ID, AckDecoder.TEMPLATE_ID,
                CollectedAcksDecoder.TEMPLATE_ID,
                OrderDecoder.TEMPLATE_ID -> true;
            default -> false;
        };
    }
}

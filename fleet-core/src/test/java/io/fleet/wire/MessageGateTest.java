package io.fleet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.consensus.message.member.Members;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.wire.codec.WireErrors;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MessageGateTest {
    private static final int SELF = 2;
    private static final int CLIENT = -1;

    private final WireErrors errors = new WireErrors();
    private final MessageGate node = new MessageGate(SELF, errors);
    private final MessageGate client = new MessageGate(CLIENT, errors);

    @Test
    @Tag("hazard-X-C5")
    @Expects("wire.misplaced")
    void shouldTakeFromClientsWhatClientsSend() {
        final Set<MessageType> taken = EnumSet.noneOf(MessageType.class);
        final Messages messages = new Messages(new Random(1), 4, 100);
        for (final MessageType type : Messages.types()) {
            for (int i = 0; i < 20; i++) {
                if (node.admits(CLIENT, messages.next(type))) {
                    taken.add(type);
                }
            }
        }
        assertEquals(EnumSet.of(MessageType.ENTRY_BODY, MessageType.READ_REQUEST, MessageType.CLIENT_HELLO,
            MessageType.CLIENT_GOODBYE, MessageType.BIRTH_REQUEST), taken);
        assertTrue(errors.count(WireErrors.Cause.MISPLACED) > 0);
    }

    @Test
    @Tag("hazard-X-C5")
    void shouldTakeAtClientsWhatNodesAnswer() {
        final Set<MessageType> taken = EnumSet.noneOf(MessageType.class);
        final Messages messages = new Messages(new Random(1), 4, 100);
        for (final MessageType type : Messages.types()) {
            if (client.admits(1, messages.next(type))) {
                taken.add(type);
            }
            assertFalse(client.admits(CLIENT, messages.next(type)), "clients say nothing to each other");
        }
        assertEquals(EnumSet.of(MessageType.REPLY_BATCH, MessageType.REJECT_ENTRY, MessageType.LEADER_NOTICE,
            MessageType.MEMBERS, MessageType.BIRTH_ANSWER, MessageType.CLIENT_REFUSED), taken);
    }

    @Test
    @Tag("hazard-X-C5")
    void shouldTakeNothingFromTheNetworkThatClaimsToComeFromItself() {
        assertFalse(node.admits(SELF, new Ack()));
        assertTrue(node.admits(1, new Ack()));
        assertFalse(node.admits(1, new LeaderNotice()), "that is for clients");
        assertEquals(2, errors.count(WireErrors.Cause.MISPLACED));
    }

    @Test
    @Tag("hazard-X-C5")
    void shouldLetNobodySpeakForBatchersThatLiveElsewhere() {
        final EntryBody body = new EntryBody();
        final ReadRequest read = new ReadRequest();
        final ClientHello hello = new ClientHello();
        final ClientGoodbye goodbye = new ClientGoodbye();
        body.batcherId = BatcherId.embedded(1, 5);
        read.batcherId = BatcherId.embedded(1, 5);
        hello.batcherId = BatcherId.embedded(1, 5);
        goodbye.batcherId = BatcherId.embedded(1, 5);
        for (final Message message : new Message[] {body, read, hello, goodbye}) {
            assertFalse(node.admits(CLIENT, message), message.type()::toString);
        }
        assertTrue(node.admits(1, body));
        assertTrue(node.admits(0, body), "it may have been asked for it");
        assertTrue(node.admits(1, read));
        assertFalse(node.admits(0, read));
        body.batcherId = BatcherId.remote(5);
        assertTrue(node.admits(CLIENT, body));
    }

    @Test
    void shouldTakeWhatMembersSayFromMembersOnly() {
        assertFalse(node.admits(9, MessageType.ACK, false));
        assertTrue(node.admits(9, MessageType.ACK, true));
        for (final Message message : new Message[] {new Order(), new Members(), new ReplyBatch()}) {
            assertTrue(node.admits(9, message.type(), false), message.type()::toString);
        }
        assertEquals(1, errors.count(WireErrors.Cause.MISPLACED));
    }
}

package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.storage.Life;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.MemberProgressEncoder;
import io.fleet.wire.sbe.RejoinReplyDecoder;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Somebody says in the name of a learner that holds nothing that it holds all. If that made it a voter, a group of one
 * would be a group of two of which one knows nothing, for good.
 */
class ForgedProgressTest extends LanGroup {
    private final WireDecoder decoder = WireDecoder.ofObserver(7, new WireErrors(), CodecCatalog.core());
    private int forged;

    @Test
    @Tag("hazard-X-C4")
    void shouldMakeNoVoterOfALearnerThatHoldsNothing() { // S14, S15
        book.putAll(Map.of(0, address(0), 1, address(1)));
        final Lan.Process alone = lan.startAlone(0, book.get(0), book, empty());
        assertTrue(lan.runUntil(20_000, alone::isLeader));
        final Lan.Process first = startJoining(1, empty());
        change(alone, MemberChange.ADD, 1);
        assertTrue(lan.runUntil(20_000, () -> votes(alone) && first.isVoter() && alone.isLeader()));
        change(alone, MemberChange.REMOVE, 1);
        assertTrue(lan.runUntil(20_000, () -> configuration(alone).member(1) == null && alone.isLeader()));
        first.kill();

        lan.cut((from, to, packet) -> isA(packet, RejoinReplyDecoder.TEMPLATE_ID) || forge(packet));
        final Lan.Process again = startJoining(1, empty());
        change(alone, MemberChange.ADD, 1);
        for (int i = 0; i < 5_000; i++) {
            lan.run(1);
            assertFalse(votes(alone), "it has nothing, and is needed from now on");
        }
        assertTrue(forged > 50, forged + " packets were forged");
        heal();
        assertTrue(lan.runUntil(20_000, () -> votes(alone) && again.isVoter() && alone.isLeader()));
        assertEquals(2, Life.number(again.core().life()));
    }

    /** Says that the sender holds all, where it says that it does not; such a packet is not lost. */
    private boolean forge(final byte[] packet) {
        if (isA(packet, MemberProgressDecoder.TEMPLATE_ID)) {
            final UnsafeBuffer buffer = new UnsafeBuffer(packet);
            decoder.decode(buffer, 0, packet.length, (group, version, sender, message) -> assertEquals(0, Life.number(
                decoder.life())));
            new MemberProgressEncoder().wrap(buffer, PacketView.BODY_OFFSET).durable(1L << 40)
                .sound(BooleanType.YES);
            new PacketChecksum().seal(buffer, 0, packet.length - PacketChecksum.LENGTH);
            forged++;
        }
        return false;
    }

    private static boolean votes(final Lan.Process leader) {
        final GroupMember member = configuration(leader).member(1);
        return member != null && member.voter();
    }
}

package io.fleet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.fixture.network.WireProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Changes of quorums, which travel where other changes have an address. */
class QuorumChangeCodecTest {
    private final WireProbe probe = new WireProbe(0x1122334455667788L, 0x99AABBCCDDEEFF01L, 0x0203040506070809L, 7,
        CodecCatalog.core());

    @Test
    void shouldCarryHowVotersAreToCount() {
        for (final String layout : List.of("majority", "groups 1,2,3/4,5,6", "grid 1,2/3,1023")) {
            final MemberChange change = new MemberChange();
            change.kind = MemberChange.QUORUMS;
            change.quorums = QuorumLayout.parse(layout);
            final byte[] packet = probe.encode(0, 0, change);
            final List<String> seen = new ArrayList<>();
            probe.decoder.decode(new UnsafeBuffer(packet), 0, packet.length, (group, config, sender, message) -> seen
                .add(((MemberChange) message).kind + " " + ((MemberChange) message).quorums));
            assertEquals(List.of(MemberChange.QUORUMS + " " + layout), seen);
        }
    }

    @Test
    void shouldCarryEachAnswerToIt() {
        for (int answer = MemberChangeAnswer.TAKEN; answer <= MemberChangeAnswer.IN_GRID; answer++) {
            final MemberChangeAnswer message = new MemberChangeAnswer();
            message.kind = MemberChange.QUORUMS;
            message.answer = answer;
            final byte[] packet = probe.encode(0, 0, message);
            final List<Integer> seen = new ArrayList<>();
            probe.decoder.decode(new UnsafeBuffer(packet), 0, packet.length, (group, config, sender, read) -> seen
                .add(((MemberChangeAnswer) read).answer));
            assertEquals(List.of(answer), seen);
        }
    }

    @Test
    void shouldTakeNothingThatIsNoLayout() {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.QUORUMS;
        change.quorums = QuorumLayout.parse("groups 1,2,3/4,5,6");
        final Random random = new Random(7);
        final UnsafeBuffer sound = probe.packet(change);
        for (int i = 0; i < 5_000; i++) {
            final UnsafeBuffer packet = new UnsafeBuffer(sound.byteArray().clone(), 0, sound.capacity());
            packet.putByte(sound.capacity() - 1 - random.nextInt(18), (byte) random.nextInt(256));
            final UnsafeBuffer sealed = WireProbe.sealed(packet, packet.capacity());
            probe.decoder.decode(sealed, 0, sealed.capacity(), (group, config, sender, message) -> assertTrue(
                QuorumLayout.parse(((MemberChange) message).quorums.toString()).equals(
                    ((MemberChange) message).quorums)));
        }
    }
}

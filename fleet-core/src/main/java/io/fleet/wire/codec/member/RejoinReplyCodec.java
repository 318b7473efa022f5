package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.storage.Life;
import io.fleet.storage.VoterState;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.RejoinReplyDecoder;
import io.fleet.wire.sbe.RejoinReplyEncoder;

/** {@link RejoinReply} in bytes. */
public final class RejoinReplyCodec extends SbeCodec<RejoinReply, RejoinReplyEncoder, RejoinReplyDecoder> {
    private static final int LINE_LENGTH = RejoinReplyDecoder.LivesDecoder.numberEncodingOffset()
        + RejoinReplyDecoder.LivesDecoder.numberEncodingLength();

    public RejoinReplyCodec() {
        super(new RejoinReply(), new RejoinReplyEncoder(), new RejoinReplyDecoder(),
            RejoinReplyDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final RejoinReply message, final FieldChecks checks) {
        checks.number("configuration", message.configuration);
        checks.notNegative("nonce", message.nonce);
        checks.ballot("promised", message.promised);
        checks.ballot("ballot", message.ballot);
        checks.number("base", message.base);
        checks.number("highest", message.highest);
        checks.life("life", message.life);
        checks.ballot("settled", message.settled);
        checks.range("standing", message.standing == null ? -1 : message.standing.code(), 0,
            VoterState.VOTER.code());
        checks.range("count", message.count, 0, message.numbers.length);
        final int count = Math.min(message.count, message.numbers.length);
        for (int i = 0; i < count; i++) {
            checks.range("number", message.numbers[i], 0, Life.MAX_NUMBER);
        }
    }

    @Override
    protected void write(final RejoinReply message, final RejoinReplyEncoder encoder) {
        encoder.configuration(message.configuration)
            .nonce(message.nonce)
            .promised(message.promised)
            .ballot(message.ballot)
            .baseLsn(message.base)
            .highest(message.highest)
            .life(message.life)
            .settled(message.settled)
            .standing((short) message.standing.code())
            .holdsRecords(message.holdsRecords ? BooleanType.YES : BooleanType.NO);
        final RejoinReplyEncoder.LivesEncoder lines = encoder.livesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next().number(message.numbers[i]);
        }
    }

    @Override
    protected boolean read(final PacketView packet, final RejoinReplyDecoder decoder, final RejoinReply message) {
        message.configuration = decoder.configuration();
        message.nonce = decoder.nonce();
        message.promised = decoder.promised();
        message.ballot = decoder.ballot();
        message.base = decoder.baseLsn();
        message.highest = decoder.highest();
        message.life = decoder.life();
        message.settled = decoder.settled();
        message.standing = VoterState.of(decoder.standing());
        message.holdsRecords = decoder.holdsRecordsRaw() == BooleanType.YES.value();
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LINE_LENGTH, message.numbers.length)) {
            return false;
        }
        final RejoinReplyDecoder.LivesDecoder lines = decoder.lives();
        while (lines.hasNext()) {
            lines.next();
            message.numbers[message.count++] = lines.number();
        }
        return packet.isYesOrNo(decoder.holdsRecordsRaw()) && packet.endsAt(decoder.limit());
    }
}

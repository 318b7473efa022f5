package io.fleet.ec.wire;

import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.wire.sbe.BooleanType;
import io.fleet.ec.wire.sbe.StandingAnswerDecoder;
import io.fleet.ec.wire.sbe.StandingAnswerEncoder;
import io.fleet.storage.Life;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link StandingAnswer} in bytes. */
final class StandingAnswerCodec extends SbeCodec<StandingAnswer, StandingAnswerEncoder, StandingAnswerDecoder> {
    private static final int LEAST_LINE_LENGTH = StandingAnswerDecoder.EntriesDecoder.nameEncodingOffset()
        + StandingAnswerDecoder.EntriesDecoder.nameEncodingLength();

    private static final int LINE_LENGTH = StandingAnswerDecoder.LivesDecoder.numberEncodingOffset()
        + StandingAnswerDecoder.LivesDecoder.numberEncodingLength();

    StandingAnswerCodec() {
        super(new StandingAnswer(), new StandingAnswerEncoder(), new StandingAnswerDecoder(),
            StandingAnswerDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final StandingAnswer message, final FieldChecks checks) {
        checks.number("highest", message.highest);
        checks.life("knownLife", message.knownLife);
        checks.number("from", message.from);
        checks.number("next", message.next);
        checks.range("known", message.known, 0, message.numbers.length);
        final int known = Math.min(message.known, message.numbers.length);
        for (int i = 0; i < known; i++) {
            checks.range("number", message.numbers[i], 0, Life.MAX_NUMBER);
        }
        checks.range("count", message.count, 0, StandingAnswer.MAX_ENTRIES);
        final int count = Math.min(message.count, StandingAnswer.MAX_ENTRIES);
        for (int i = 0; i < count; i++) {
            EntryNameFields.checkEntry(message.entries[i], checks);
        }
    }

    @Override
    protected void write(final StandingAnswer message, final StandingAnswerEncoder encoder) {
        encoder.asked(message.asked)
            .life(message.life)
            .highest(message.highest)
            .knownLife(message.knownLife)
            .fromIndex(message.from)
            .nextIndex(message.next)
            .isVoter(message.isVoter ? BooleanType.YES : BooleanType.NO)
            .hasHistory(message.hasHistory ? BooleanType.YES : BooleanType.NO)
            .usesPayloads(message.usesPayloads ? BooleanType.YES : BooleanType.NO);
        final StandingAnswerEncoder.LivesEncoder numbers = encoder.livesCount(message.known);
        for (int i = 0; i < message.known; i++) {
            numbers.next().number(message.numbers[i]);
        }
        final StandingAnswerEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.entries[i], lines.next().name());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final StandingAnswerDecoder decoder, final StandingAnswer message) {
        if (!packet.hasGroup(decoder.limit(), LINE_LENGTH, message.numbers.length)
            || !packet.isYesOrNo(decoder.isVoterRaw()) || !packet.isYesOrNo(decoder.hasHistoryRaw())
            || !packet.isYesOrNo(decoder.usesPayloadsRaw())) {
            return false;
        }
        message.asked = decoder.asked();
        message.life = decoder.life();
        message.highest = decoder.highest();
        message.knownLife = decoder.knownLife();
        message.from = decoder.fromIndex();
        message.next = decoder.nextIndex();
        message.isVoter = decoder.isVoter() == BooleanType.YES;
        message.hasHistory = decoder.hasHistory() == BooleanType.YES;
        message.usesPayloads = decoder.usesPayloads() == BooleanType.YES;
        message.known = 0;
        final StandingAnswerDecoder.LivesDecoder numbers = decoder.lives();
        while (numbers.hasNext()) {
            numbers.next();
            message.numbers[message.known++] = numbers.number();
        }
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, StandingAnswer.MAX_ENTRIES)) {
            return false;
        }
        final StandingAnswerDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            EntryNameFields.read(lines.name(), message.next());
        }
        return packet.endsAt(decoder.limit());
    }
}

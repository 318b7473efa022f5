package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.storage.Life;
import io.fleet.wire.codec.EntryMetaFields;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.PromiseDecoder;
import io.fleet.wire.sbe.PromiseEncoder;

/** {@link Promise} in bytes. */
public final class PromiseCodec extends SbeCodec<Promise, PromiseEncoder, PromiseDecoder> {
    private static final int NUMBER_LENGTH =
        PromiseDecoder.OthersDecoder.numberEncodingOffset() + PromiseDecoder.OthersDecoder.numberEncodingLength();
    private static final int LEAST_LINE_LENGTH = PromiseDecoder.EntriesDecoder.storageGroupEncodingOffset()
        + PromiseDecoder.EntriesDecoder.storageGroupEncodingLength();

    public PromiseCodec() {
        super(new Promise(), new PromiseEncoder(), new PromiseDecoder(),
            PromiseDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final Promise message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("fromLsn", message.fromLsn);
        checks.number("nextLsn", message.nextLsn);
        checks.number("chosen", message.chosen);
        checks.ballot("settled", message.settled);
        checks.range("slots", message.slots, 0, message.numbers.length);
        final int slots = Math.min(message.slots, message.numbers.length);
        for (int i = 0; i < slots; i++) {
            checks.range("number", message.numbers[i], 0, Life.MAX_NUMBER);
        }
        checks.range("count", message.count, 0, Promise.MAX_ENTRIES);
        final int count = Math.min(message.count, Promise.MAX_ENTRIES);
        for (int i = 0; i < count; i++) {
            final AcceptedEntry entry = message.entries[i];
            checks.number("entry.lsn", entry.lsn);
            checks.ballot("entry.ballot", entry.ballot);
            checks.meta(entry.meta);
            checks.range("entry.storageGroup", entry.storageGroup, 0, WireLimits.MAX_STORAGE_GROUP);
        }
    }

    @Override
    protected void write(final Promise message, final PromiseEncoder encoder) {
        encoder.ballot(message.ballot)
            .fromLsn(message.fromLsn)
            .nextLsn(message.nextLsn)
            .chosen(message.chosen)
            .voterId(message.voterId)
            .settled(message.settled);
        final PromiseEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            final AcceptedEntry entry = message.entries[i];
            lines.next()
                .lsn(entry.lsn)
                .ballot(entry.ballot)
                .storageGroup((short) entry.storageGroup);
            EntryMetaFields.write(entry.meta, lines.meta());
        }
        final PromiseEncoder.OthersEncoder others = encoder.othersCount(message.slots);
        for (int i = 0; i < message.slots; i++) {
            others.next().number(message.numbers[i]);
        }
    }

    @Override
    protected boolean read(final PacketView packet, final PromiseDecoder decoder, final Promise message) {
        message.ballot = decoder.ballot();
        message.fromLsn = decoder.fromLsn();
        message.nextLsn = decoder.nextLsn();
        message.chosen = decoder.chosen();
        message.voterId = decoder.voterId();
        message.settled = decoder.settled();
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Promise.MAX_ENTRIES)) {
            return false;
        }
        final PromiseDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final AcceptedEntry entry = message.next();
            entry.lsn = lines.lsn();
            entry.ballot = lines.ballot();
            EntryMetaFields.read(lines.meta(), entry.meta);
            entry.storageGroup = lines.storageGroup();
        }
        message.slots = 0;
        if (!packet.hasGroup(decoder.limit(), NUMBER_LENGTH, message.numbers.length)) {
            return false;
        }
        final PromiseDecoder.OthersDecoder others = decoder.others();
        while (others.hasNext()) {
            others.next();
            message.numbers[message.slots++] = others.number();
        }
        return packet.endsAt(decoder.limit());
    }
}

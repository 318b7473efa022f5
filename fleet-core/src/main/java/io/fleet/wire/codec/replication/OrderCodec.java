package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.wire.codec.EntryMetaFields;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.OrderDecoder;
import io.fleet.wire.sbe.OrderEncoder;

/** {@link Order} in bytes. */
public final class OrderCodec extends SbeCodec<Order, OrderEncoder, OrderDecoder> {
    private static final int LINE_LENGTH =
        OrderDecoder.EntriesDecoder.writersEncodingOffset() + OrderDecoder.EntriesDecoder.writersEncodingLength();

    public OrderCodec() {
        super(new Order(), new OrderEncoder(), new OrderDecoder(),
            OrderDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final Order message, final FieldChecks checks) {
        checks.number("configuration", message.configuration);
        checks.ballot("ballot", message.ballot);
        checks.number("base", message.base);
        checks.number("chosen", message.chosen);
        checks.number("highest", message.highest);
        checks.number("released", message.released);
        checks.range("quietMillis", message.quietMillis, 0, Order.MAX_QUIET_MILLIS);
        checks.nodeOrNone("collector", message.collector);
        checks.life("leaderLife", message.leaderLife);
        checks.range("credit", message.credit, 0, Integer.MAX_VALUE);
        checks.number("creditNumber", message.creditNumber);
        checks.range("lives", message.lives, 0, Integer.MAX_VALUE);
        checks.range("count", message.count, 0, Order.MAX_ENTRIES);
        final int count = Math.min(message.count, Order.MAX_ENTRIES);
        for (int i = 0; i < count; i++) {
            final OrderEntry entry = message.entries[i];
            checks.number("entry.lsn", entry.lsn);
            checks.meta(entry.meta);
            checks.range("entry.storageGroup", entry.storageGroup, 0, WireLimits.MAX_STORAGE_GROUP);
            checks.nodeOrNone("entry.replier", entry.replier);
            checks.notNegative("entry.writers", entry.writers);
        }
    }

    @Override
    protected void write(final Order message, final OrderEncoder encoder) {
        encoder.configuration(message.configuration)
            .ballot(message.ballot)
            .baseLsn(message.base)
            .chosen(message.chosen)
            .highest(message.highest)
            .timestamp(message.timestamp)
            .lives(message.lives)
            .settled(message.settled ? BooleanType.YES : BooleanType.NO)
            .released(message.released)
            .quietMillis(message.quietMillis)
            .collector((short) message.collector)
            .leaderLife(message.leaderLife)
            .passedOn(message.passedOn ? BooleanType.YES : BooleanType.NO)
            .credit(message.credit)
            .creditNumber(message.creditNumber)
            .openParts(message.openParts);
        final OrderEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            final OrderEntry entry = message.entries[i];
            lines.next()
                .lsn(entry.lsn)
                .storageGroup((short) entry.storageGroup)
                .replier((short) entry.replier)
                .writers(entry.writers);
            EntryMetaFields.write(entry.meta, lines.meta());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final OrderDecoder decoder, final Order message) {
        message.configuration = decoder.configuration();
        message.ballot = decoder.ballot();
        message.base = decoder.baseLsn();
        message.chosen = decoder.chosen();
        message.highest = decoder.highest();
        message.timestamp = decoder.timestamp();
        message.lives = decoder.lives();
        message.settled = decoder.settledRaw() == BooleanType.YES.value();
        message.released = decoder.released();
        message.quietMillis = decoder.quietMillis();
        message.collector = decoder.collector();
        message.leaderLife = decoder.leaderLife();
        message.passedOn = decoder.passedOnRaw() == BooleanType.YES.value();
        message.credit = decoder.credit();
        message.creditNumber = decoder.creditNumber();
        message.openParts = decoder.openParts();
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LINE_LENGTH, Order.MAX_ENTRIES)) {
            return false;
        }
        final OrderDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final OrderEntry entry = message.next();
            entry.lsn = lines.lsn();
            EntryMetaFields.read(lines.meta(), entry.meta);
            entry.storageGroup = lines.storageGroup();
            entry.replier = lines.replier();
            entry.writers = lines.writers();
        }
        return packet.isYesOrNo(decoder.settledRaw()) && packet.isYesOrNo(decoder.passedOnRaw())
            && packet.endsAt(decoder.limit());
    }
}

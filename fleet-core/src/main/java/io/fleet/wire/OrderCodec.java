package io.fleet.wire;

import io.fleet.protocol.message.Order;
import io.fleet.protocol.message.OrderEntry;
import io.fleet.wire.sbe.OrderDecoder;
import io.fleet.wire.sbe.OrderEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link Order} in bytes. */
final class OrderCodec extends MessageCodec<Order> {
    private static final int CONFIGURATION_END =
        OrderDecoder.configurationEncodingOffset() + OrderDecoder.configurationEncodingLength();

    private static final int FIRST_LINE_LENGTH =
        OrderDecoder.EntriesDecoder.replierEncodingOffset() + OrderDecoder.EntriesDecoder.replierEncodingLength();
    private static final int LINE_LENGTH =
        OrderDecoder.EntriesDecoder.writersEncodingOffset() + OrderDecoder.EntriesDecoder.writersEncodingLength();

    private final Order message = new Order();
    private final OrderEncoder encoder = new OrderEncoder();
    private final OrderDecoder decoder = new OrderDecoder();

    OrderCodec() {
        super(Order.class, new MessageLayout(
            OrderDecoder.SCHEMA_ID, OrderDecoder.SCHEMA_VERSION,
            OrderDecoder.TEMPLATE_ID, OrderDecoder.BLOCK_LENGTH,
            OrderDecoder.timestampEncodingOffset() + OrderDecoder.timestampEncodingLength()));
    }

    @Override
    protected void check(final Order message, final FieldChecks checks) {
        checks.number("configuration", message.configuration);
        checks.ballot("ballot", message.ballot);
        checks.number("base", message.base);
        checks.number("chosen", message.chosen);
        checks.number("highest", message.highest);
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
    protected int encode(final Order message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .configuration(message.configuration)
            .ballot(message.ballot)
            .baseLsn(message.base)
            .chosen(message.chosen)
            .highest(message.highest)
            .timestamp(message.timestamp);
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
        return encoder.limit();
    }

    @Override
    protected Order decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final boolean hasConfiguration = packet.version() >= OrderDecoder.configurationSinceVersion();
        if (hasConfiguration && !packet.blockHolds(CONFIGURATION_END)) {
            return null;
        }
        message.configuration = hasConfiguration ? decoder.configuration() : 0;
        message.ballot = decoder.ballot();
        message.base = decoder.baseLsn();
        message.chosen = decoder.chosen();
        message.highest = decoder.highest();
        message.timestamp = decoder.timestamp();
        message.count = 0;
        final boolean hasWriters = packet.version() >= OrderDecoder.EntriesDecoder.writersSinceVersion();
        final int leastLength = hasWriters ? LINE_LENGTH : FIRST_LINE_LENGTH;
        if (!packet.hasGroup(decoder.limit(), leastLength, Order.MAX_ENTRIES)) {
            return null;
        }
        final OrderDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final OrderEntry entry = message.next();
            entry.lsn = lines.lsn();
            EntryMetaFields.read(lines.meta(), entry.meta);
            entry.storageGroup = lines.storageGroup();
            entry.replier = lines.replier();
            entry.writers = hasWriters ? lines.writers() : OrderEntry.EVERYONE;
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}

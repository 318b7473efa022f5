package io.fleet.wire;

import io.fleet.consensus.message.Message;
import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.function.Supplier;

/**
 * The codecs of one thread. Each is made when the first message of its kind is encoded or decoded, since most threads
 * see few kinds, and a codec holds a message of its kind with room for the most that it may carry.
 */
final class CodecSet {
    private final CodecIndex index;
    private final List<Supplier<MessageCodec<?>>> suppliers;
    private final MessageCodec<?>[] codecs;

    CodecSet(final CodecIndex index, final List<Supplier<MessageCodec<?>>> suppliers) {
        this.index = index;
        this.suppliers = suppliers;
        codecs = new MessageCodec<?>[suppliers.size()];
    }

    MessageCodec<?> codecOf(final Message message) {
        final CodecIndex.Place place = index.placeOf(message.getClass());
        if (place == null) {
            throw new IllegalArgumentException("no codec for " + message.getClass().getName());
        }
        return codec(place);
    }

    /** The codec of a place of the catalog. */
    MessageCodec<?> codec(final CodecIndex.Place place) {
        final MessageCodec<?> codec = codecs[place.index()];
        return codec == null ? make(place.index()) : codec;
    }

    /** The schema of an id, or null. */
    CodecIndex.Schema schema(final int schemaId) {
        return index.schema(schemaId);
    }

    private MessageCodec<?> make(final int place) {
        codecs[place] = suppliers.get(place).get();
        return codecs[place];
    }
}

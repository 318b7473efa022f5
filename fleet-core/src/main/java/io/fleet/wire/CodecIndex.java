package io.fleet.wire;

import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.MessageScope;
import java.util.IdentityHashMap;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Where the codecs of a catalog are, by message class to encode and by schema and template to decode. Changed by {@link
 * #add} before it is published, by whoever makes it; immutable and shared by all threads from then on.
 */
final class CodecIndex {
    private final Map<Class<?>, Place> byClass = new IdentityHashMap<>();
    private final Int2ObjectHashMap<Schema> bySchema = new Int2ObjectHashMap<>();

    /**
     * What is known of a codec before there is one.
     *
     * @param index  its place in the catalog.
     * @param layout where its message stands in its schema.
     * @param scope  whose message it is.
     */
    record Place(int index, MessageLayout layout, MessageScope scope) {
    }

    /** Adds a codec as the next of the catalog. */
    void add(final MessageCodec<?> codec) {
        final MessageLayout layout = codec.layout();
        final Place place = new Place(byClass.size(), layout, codec.scope());
        if (byClass.putIfAbsent(codec.messageClass(), place) != null) {
            throw new IllegalArgumentException("two codecs for " + codec.messageClass().getName());
        }
        bySchema.computeIfAbsent(layout.schemaId(), id -> new Schema(layout.schemaVersion())).add(place);
    }

    /** The place of the codec of a message class; null where there is none. */
    Place placeOf(final Class<?> messageClass) {
        return byClass.get(messageClass);
    }

    /** The schema of an id, or null. */
    Schema schema(final int schemaId) {
        return bySchema.get(schemaId);
    }

    /** The codecs of one schema. */
    static final class Schema {
        private final Place[] byTemplate = new Place[MessageLayout.MAX_TEMPLATE_ID + 1];
        private final int version;

        Schema(final int version) {
            this.version = version;
        }

        boolean understands(final int otherVersion) {
            return MessageLayout.major(otherVersion) == MessageLayout.major(version);
        }

        /** The place of the codec of a template, or null. */
        Place place(final int templateId) {
            return templateId < byTemplate.length ? byTemplate[templateId] : null;
        }

        private void add(final Place place) {
            final MessageLayout layout = place.layout();
            if (layout.schemaVersion() != version) {
                throw new IllegalArgumentException("schema " + layout.schemaId() + " has versions " + version + " and "
                    + layout.schemaVersion() + ", but must have one");
            }
            if (byTemplate[layout.templateId()] != null) {
                throw new IllegalArgumentException(
                    "two codecs for template " + layout.templateId() + " of schema " + layout.schemaId());
            }
            byTemplate[layout.templateId()] = place;
        }
    }
}

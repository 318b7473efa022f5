package io.fleet.wire;

import io.fleet.protocol.message.Message;
import java.util.IdentityHashMap;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;

/** The codecs of one thread, found by message class to encode and by schema and template to decode. */
final class CodecSet {
    private final Map<Class<?>, MessageCodec<?>> byClass = new IdentityHashMap<>();
    private final Int2ObjectHashMap<Schema> bySchema = new Int2ObjectHashMap<>();

    void add(final MessageCodec<?> codec) {
        final MessageLayout layout = codec.layout();
        if (byClass.putIfAbsent(codec.messageClass(), codec) != null) {
            throw new IllegalArgumentException("two codecs for " + codec.messageClass().getName());
        }
        bySchema.computeIfAbsent(layout.schemaId(), id -> new Schema(layout.schemaVersion())).add(codec);
    }

    MessageCodec<?> codecOf(final Message message) {
        final MessageCodec<?> codec = byClass.get(message.getClass());
        if (codec == null) {
            throw new IllegalArgumentException("no codec for " + message.getClass().getName());
        }
        return codec;
    }

    /** The schema of an id, or null. */
    Schema schema(final int schemaId) {
        return bySchema.get(schemaId);
    }

    /** The codecs of one schema. */
    static final class Schema {
        private final MessageCodec<?>[] byTemplate = new MessageCodec<?>[MessageLayout.MAX_TEMPLATE_ID + 1];
        private final int version;

        Schema(final int version) {
            this.version = version;
        }

        boolean understands(final int otherVersion) {
            return MessageLayout.major(otherVersion) == MessageLayout.major(version);
        }

        /** The codec of a template, or null. */
        MessageCodec<?> codec(final int templateId) {
            return templateId < byTemplate.length ? byTemplate[templateId] : null;
        }

        private void add(final MessageCodec<?> codec) {
            final MessageLayout layout = codec.layout();
            if (layout.schemaVersion() != version) {
                throw new IllegalArgumentException("schema " + layout.schemaId() + " has versions " + version + " and "
                    + layout.schemaVersion() + ", but must have one");
            }
            if (byTemplate[layout.templateId()] != null) {
                throw new IllegalArgumentException(
                    "two codecs for template " + layout.templateId() + " of schema " + layout.schemaId());
            }
            byTemplate[layout.templateId()] = codec;
        }
    }
}

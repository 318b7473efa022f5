package io.fleet.wire.codec;

/**
 * Where a message stands in a schema.
 *
 * @param schemaId         the schema.
 * @param schemaVersion    the version that is written, major * 256 + minor.
 * @param templateId       the message in the schema, 0 to {@link #MAX_TEMPLATE_ID}.
 * @param blockLength      the length of the block that is written, in bytes, the envelope included.
 * @param leastBlockLength the length of the block in minor version 0 of the same major version; no shorter block is
 *                         read.
 */
public record MessageLayout(int schemaId, int schemaVersion, int templateId, int blockLength, int leastBlockLength) {
    /** The highest template id. */
    public static final int MAX_TEMPLATE_ID = 1023;

    /** Checks the template id. */
    public MessageLayout {
        if (templateId < 0 || templateId > MAX_TEMPLATE_ID) {
            throw new IllegalArgumentException(
                "templateId is " + templateId + ", but must be from 0 to " + MAX_TEMPLATE_ID);
        }
    }

    public static int major(final int version) {
        return version >>> 8;
    }
}

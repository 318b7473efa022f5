package io.fleet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.protocol.message.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages of schema 2.2 as nodes of that version sent them, and beside each what it said: one "field=value" after the
 * other. What a later version adds to a message must leave those alone. The bytes are those that
 * {@link WireRoundTripTest} held the format to when it was current; {@link #main} wrote down what they say.
 */
class WireVersion514Test {
    private static final long CLUSTER = 0x1122334455667788L;
    private static final int VERSION_OFFSET = 6;
    private static final int MESSAGES = 21;

    private final WireErrors errors = new WireErrors();
    private final WireDecoder decoder = new WireDecoder(CLUSTER, errors);

    private static String resource(final String name) throws IOException {
        try (InputStream in = WireVersion514Test.class.getResourceAsStream("golden/version-514/" + name)) {
            assertNotNull(in, name);
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        }
    }

    private List<String> decode(final byte[] packet) {
        final List<String> seen = new ArrayList<>();
        decoder.decode(new UnsafeBuffer(packet), 0, packet.length, (group, config, sender, message) -> {
            try {
                seen.add("group=" + group + " config=" + config + " sender=" + sender + " " + Fields.of(message));
            } catch (final ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        return seen;
    }

    static List<MessageType> known() {
        final List<MessageType> known = new ArrayList<>(List.of(MessageType.values()));
        known.removeIf(type -> WireVersion514Test.class.getResource("golden/version-514/" + type + ".hex") == null);
        assertEquals(MESSAGES, known.size(), "messages that this version had");
        return known;
    }

    @ParameterizedTest
    @MethodSource("known")
    void shouldReadWhatASenderOfThatVersionSaid(final MessageType type) throws IOException {
        final List<String> seen = decode(HexFormat.of().parseHex(resource(type + ".hex")));
        assertEquals(1, seen.size(), errors::toString);
        int from = 0;
        for (final String word : resource(type + ".txt").split(" ")) {
            final int at = seen.get(0).indexOf(word, from);
            assertTrue(at >= 0, () -> word + " is not in its place in " + seen.get(0));
            from = at + word.length();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x1ff, 0x300, 0x301, 0xffff})
    void shouldDropOtherMajorVersionsAndCountThem(final int version) throws IOException {
        final byte[] packet = HexFormat.of().parseHex(resource("ACK.hex"));
        final UnsafeBuffer view = new UnsafeBuffer(packet);
        assertEquals(514, view.getShort(VERSION_OFFSET, ByteOrder.LITTLE_ENDIAN));
        view.putShort(VERSION_OFFSET, (short) version, ByteOrder.LITTLE_ENDIAN);
        assertEquals(List.of(), decode(packet));
        assertEquals(1, errors.count(WireErrors.Cause.UNKNOWN_VERSION), errors::toString);
    }

    /**
     * Writes what the golden messages say, as the code that runs it reads them.
     *
     * @param arguments the directory of the golden messages.
     * @throws IOException when they cannot be written.
     */
    public static void main(final String[] arguments) throws IOException {
        for (final MessageType type : known()) {
            final byte[] packet = HexFormat.of().parseHex(resource(type + ".hex"));
            final String said = new WireVersion514Test().decode(packet).get(0);
            Files.writeString(Path.of(arguments[0], type + ".txt"), said + "\n");
        }
    }
}

package io.fleet.replica.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Effects;
import io.fleet.fixture.network.MessageCopy;
import io.fleet.storage.EntryMeta;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class EntryEffectsTest {
    private static final long DIGEST = 77;

    private final EntryMeta meta = new EntryMeta();
    private final EntryEffects sent = new EntryEffects(5, meta, DIGEST);

    private static UnsafeBuffer bytes(final String text) {
        return new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
    }

    private boolean add(final int place, final String effect, final String reply) {
        return sent.add(place, bytes(effect), effect.length(), bytes(reply), reply.length());
    }

    private List<Effects> messages() {
        final List<Effects> messages = new ArrayList<>();
        final Effects message = new Effects();
        while (sent.next(message)) {
            messages.add((Effects) MessageCopy.of(message));
            sent.sent(message);
        }
        return messages;
    }

    private static String text(final EntryEffects effects, final int place) {
        return !effects.find(place) ? "none"
            : effects.buffer().getStringWithoutLengthUtf8(effects.effectOffset(), effects.effectLength()) + "/"
                + effects.buffer().getStringWithoutLengthUtf8(effects.replyOffset(), effects.replyLength());
    }

    @Test
    void shouldFindWhatWasAdded() {
        add(0, "one", "1");
        add(3, "", "");
        add(4, "lost", "lost");
        sent.withdraw();
        add(7, "seven", "");
        final List<Effects> messages = messages();
        assertEquals(1, messages.size());
        final EntryEffects received = new EntryEffects(messages.get(0));
        assertTrue(received.append(messages.get(0)));
        assertTrue(received.isComplete());
        assertEquals("one/1", text(received, 0));
        assertEquals("none", text(received, 1));
        assertEquals("/", text(received, 3));
        assertEquals("none", text(received, 4));
        assertEquals("seven/", text(received, 7));
        assertEquals("none", text(received, 8));
        assertTrue(received.isOf(meta, DIGEST));
        assertFalse(received.isOf(meta, DIGEST + 1));
    }

    @Test
    void shouldSendWhatIsLongInChunksOfWholeRecords() {
        final String half = "x".repeat(Effects.MAX_CHUNK / 2 - EntryEffects.HEAD_LENGTH);
        int added = 0;
        while (add(added, half, "")) {
            added++;
        }
        assertEquals(2 * Effects.MAX_BYTES / Effects.MAX_CHUNK, added);
        final List<Effects> messages = messages();
        assertEquals(Effects.MAX_BYTES / Effects.MAX_CHUNK, messages.size());
        final EntryEffects received = new EntryEffects(messages.get(0));
        for (final Effects message : messages) {
            assertFalse(received.isComplete());
            assertTrue(received.append(message));
        }
        assertTrue(received.isComplete());
        assertEquals(half + "/", text(received, added - 1));
    }

    @Test
    void shouldTakeNoRecordThatFitsIntoNoChunk() {
        assertFalse(add(0, "x".repeat(Effects.MAX_CHUNK - EntryEffects.HEAD_LENGTH), "y"));
        assertTrue(add(0, "x".repeat(Effects.MAX_CHUNK - EntryEffects.HEAD_LENGTH - 1), "y"));
        assertEquals(1, messages().size());
    }

    @Test
    void shouldSendAgainWhatHasNotLeft() {
        add(0, "one", "1");
        final Effects message = new Effects();
        assertTrue(sent.next(message));
        sent.notSent(message);
        assertEquals(1, messages().size());
        assertFalse(sent.next(message));
    }

    @Test
    void shouldSayOfAnEntryOfWhichNothingIsShipped() {
        final List<Effects> messages = messages();
        assertEquals(1, messages.size());
        assertTrue(messages.get(0).isLast);
        final EntryEffects received = new EntryEffects(messages.get(0));
        assertTrue(received.append(messages.get(0)));
        assertEquals("none", text(received, 0));
    }

    @Test
    void shouldRefuseWhatDoesNotFollow() {
        final String half = "x".repeat(Effects.MAX_CHUNK / 2);
        add(0, half, "");
        add(1, half, "");
        final List<Effects> messages = messages();
        final EntryEffects received = new EntryEffects(messages.get(0));
        assertFalse(received.append(messages.get(1)), "the first is missing");
        assertTrue(received.append(messages.get(0)));
        assertFalse(received.append(messages.get(0)), "twice");
        messages.get(1).digest++;
        assertFalse(received.append(messages.get(1)), "of another state");
        messages.get(1).digest--;
        messages.get(1).sequence++;
        assertFalse(received.append(messages.get(1)), "of another value");
        messages.get(1).sequence--;
        assertTrue(received.append(messages.get(1)));
        assertFalse(received.append(messages.get(1)), "it is complete");
    }

    /** No record of hostile bytes reaches beyond them, whatever its lengths say. */
    @Test
    void shouldBelieveNoLength() {
        final Random random = new Random(1);
        int sound = 0;
        for (int i = 0; i < 20_000; i++) {
            final byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            for (int at = 0; at + EntryEffects.HEAD_LENGTH <= bytes.length; at += EntryEffects.HEAD_LENGTH + 8) {
                buffer.putInt(at, random.nextInt(8), ByteOrder.LITTLE_ENDIAN);
                buffer.putInt(at + 4, length(random), ByteOrder.LITTLE_ENDIAN);
                buffer.putInt(at + 8, length(random), ByteOrder.LITTLE_ENDIAN);
            }
            final Effects message = new Effects();
            message.lsn = 5;
            message.buffer = buffer;
            message.length = bytes.length;
            message.isLast = true;
            final EntryEffects received = new EntryEffects(message);
            if (received.append(message)) {
                sound++;
                for (int place = 0; place < 9; place++) {
                    if (received.find(place)) {
                        assertTrue(received.replyOffset() + received.replyLength() <= bytes.length);
                        assertTrue(received.effectLength() >= 0 && received.replyLength() >= 0);
                    }
                }
            }
        }
        assertTrue(sound > 100, sound + " were sound");
    }

    private static int length(final Random random) {
        return random.nextInt(16) == 0 ? random.nextInt() : random.nextInt(9);
    }
}

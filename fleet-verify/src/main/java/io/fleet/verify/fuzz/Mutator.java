package io.fleet.verify.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes inputs: bits, numbers to extremes, cuts, copies, pieces of other inputs, words. */
final class Mutator {
    private static final int MAX_STEPS = 6;
    private static final int MAX_PIECE = 64;
    private static final int LOOKS = 6;
    private static final long[] EXTREMES = {
        0, 1, -1, 2, 7, 8, 127, 128, 255, 256, 1023, 1024, 4095, 4096, 32767, 32768, 65535, 65536, 1 << 20, 1 << 24,
        1 << 28, 1 << 29, 1 << 30,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 7, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE,
        Long.MAX_VALUE - 1
    };

    private final SplittableRandom random;
    private final List<byte[]> words;
    private final int maxLength;

    Mutator(final SplittableRandom random, final List<byte[]> words, final int maxLength) {
        this.random = random;
        this.words = words;
        this.maxLength = maxLength;
    }

    byte[] mutate(final byte[] input, final byte[] other) {
        byte[] bytes = input.clone();
        int steps = 0;
        do {
            bytes = words.isEmpty() || random.nextInt(4) == 0 ? step(bytes, other) : textStep(bytes, other);
        } while (++steps < MAX_STEPS && random.nextBoolean());
        return bytes.length > maxLength ? Arrays.copyOf(bytes, maxLength) : bytes;
    }

    private byte[] step(final byte[] bytes, final byte[] other) {
        if (bytes.length == 0) {
            return noise();
        }
        final int at = place(bytes);
        switch (random.nextInt(9)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2, 3 -> number(bytes, at, extreme());
            case 4 -> nudge(bytes, at);
            case 5 -> {
                return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : remove(bytes, at);
            }
            case 6 -> {
                return insert(bytes, random.nextInt(bytes.length + 1), piece(bytes));
            }
            case 7 -> {
                return other.length == 0 ? bytes : insert(bytes, random.nextInt(bytes.length + 1), piece(other));
            }
            default -> {
                final byte[] from = random.nextBoolean() && other.length > 0 ? other : bytes;
                final byte[] piece = piece(from);
                System.arraycopy(piece, 0, bytes, at, Math.min(piece.length, bytes.length - at));
            }
        }
        return bytes;
    }

    /** Words and lines become others, come again, or go; numbers become extreme ones or move a little. */
    private byte[] textStep(final byte[] bytes, final byte[] other) {
        final byte[] word = words.get(random.nextInt(words.size()));
        if (bytes.length == 0) {
            return word.clone();
        }
        final int at = random.nextInt(bytes.length);
        final int[] inWord = around(bytes, at, ' ', ',', '\n');
        final int[] inLine = around(bytes, at, '\n', '\n', '\n');
        final byte[] old = Arrays.copyOfRange(bytes, inWord[0], inWord[1]);
        return switch (random.nextInt(8)) {
            case 0 -> insert(bytes, at, word);
            case 1 -> replace(bytes, inWord, word);
            case 2 -> replace(bytes, inWord, Long.toString(extreme()).getBytes(StandardCharsets.US_ASCII));
            case 3 -> replace(bytes, inWord, near(old));
            case 4 -> replace(bytes, inWord, new byte[0]);
            case 5 -> replace(bytes, new int[] {inLine[0], Math.min(bytes.length, inLine[1] + 1)}, new byte[0]);
            case 6 -> insert(bytes, around(bytes, random.nextInt(bytes.length), '\n', '\n', '\n')[0],
                Arrays.copyOfRange(bytes, inLine[0], Math.min(bytes.length, inLine[1] + 1)));
            default -> {
                final int[] from = around(other, random.nextInt(Math.max(1, other.length)), '\n', '\n', '\n');
                yield replace(bytes, inLine, Arrays.copyOfRange(other, from[0], from[1]));
            }
        };
    }

    private byte[] near(final byte[] word) {
        final String text = new String(word, StandardCharsets.ISO_8859_1);
        final boolean number = text.matches("-?[0-9]{1,18}");
        return number ? Long.toString(Long.parseLong(text) + random.nextInt(-2, 3)).getBytes(StandardCharsets.US_ASCII)
            : words.get(random.nextInt(words.size()));
    }

    private static int[] around(final byte[] bytes, final int at, final char one, final char two, final char three) {
        int from = at;
        while (from > 0 && bytes[from - 1] != one && bytes[from - 1] != two && bytes[from - 1] != three) {
            from--;
        }
        int to = at;
        while (to < bytes.length && bytes[to] != one && bytes[to] != two && bytes[to] != three) {
            to++;
        }
        return new int[] {from, to};
    }

    private static byte[] replace(final byte[] bytes, final int[] range, final byte[] piece) {
        final byte[] cut = Arrays.copyOf(bytes, bytes.length - (range[1] - range[0]));
        System.arraycopy(bytes, range[1], cut, range[0], cut.length - range[0]);
        return insert(cut, range[0], piece);
    }

    private long extreme() {
        return EXTREMES[random.nextInt(EXTREMES.length)];
    }

    /** Rather where something is than in padding, and often where a field of four bytes may begin. */
    private int place(final byte[] bytes) {
        int at = random.nextInt(bytes.length);
        for (int i = 0; i < LOOKS && bytes[at] == 0; i++) {
            at = random.nextInt(bytes.length);
        }
        return random.nextBoolean() ? at & ~3 : at;
    }

    private void number(final byte[] bytes, final int at, final long value) {
        final int wanted = random.nextBoolean() ? Integer.BYTES : 1 << random.nextInt(4);
        final int width = Math.min(wanted, bytes.length - at);
        for (int i = 0; i < width; i++) {
            bytes[at + i] = (byte) (value >>> 8 * i);
        }
    }

    private void nudge(final byte[] bytes, final int at) {
        if (bytes.length - at >= Integer.BYTES) {
            final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            buffer.putInt(at, buffer.getInt(at) + random.nextInt(-4, 5));
        } else {
            bytes[at] += (byte) random.nextInt(-4, 5);
        }
    }

    private byte[] remove(final byte[] bytes, final int at) {
        final int length = Math.min(1 + random.nextInt(MAX_PIECE), bytes.length - at);
        final byte[] shorter = Arrays.copyOf(bytes, bytes.length - length);
        System.arraycopy(bytes, at + length, shorter, at, shorter.length - at);
        return shorter;
    }

    private static byte[] insert(final byte[] bytes, final int at, final byte[] piece) {
        final byte[] longer = Arrays.copyOf(bytes, bytes.length + piece.length);
        System.arraycopy(piece, 0, longer, at, piece.length);
        System.arraycopy(bytes, at, longer, at + piece.length, bytes.length - at);
        return longer;
    }

    private byte[] piece(final byte[] from) {
        final int at = random.nextInt(from.length);
        return Arrays.copyOfRange(from, at, Math.min(from.length, at + 1 + random.nextInt(MAX_PIECE)));
    }

    private byte[] noise() {
        final byte[] bytes = new byte[1 + random.nextInt(MAX_PIECE)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}

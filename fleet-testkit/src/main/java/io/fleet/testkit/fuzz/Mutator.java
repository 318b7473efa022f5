package io.fleet.testkit.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
        final int steps = 1 + random.nextInt(MAX_STEPS);
        for (int i = 0; i < steps; i++) {
            bytes = step(bytes, other);
        }
        return bytes.length > maxLength ? Arrays.copyOf(bytes, maxLength) : bytes;
    }

    private byte[] step(final byte[] bytes, final byte[] other) {
        final int kind = random.nextInt(words.isEmpty() ? 9 : 13);
        if (bytes.length == 0 || kind >= 9) {
            return insert(bytes, words.isEmpty() ? noise() : words.get(random.nextInt(words.size())));
        }
        final int at = place(bytes);
        switch (kind) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2, 3 -> number(bytes, at, EXTREMES[random.nextInt(EXTREMES.length)]);
            case 4 -> nudge(bytes, at);
            case 5 -> {
                return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : remove(bytes, at);
            }
            case 6 -> {
                return insert(bytes, piece(bytes));
            }
            case 7 -> {
                return other.length == 0 ? bytes : insert(bytes, piece(other));
            }
            default -> {
                final byte[] from = random.nextBoolean() && other.length > 0 ? other : bytes;
                final byte[] piece = piece(from);
                System.arraycopy(piece, 0, bytes, at, Math.min(piece.length, bytes.length - at));
            }
        }
        return bytes;
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
        final int width = Math.min(1 << random.nextInt(4), bytes.length - at);
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

    private byte[] insert(final byte[] bytes, final byte[] piece) {
        final int at = random.nextInt(bytes.length + 1);
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

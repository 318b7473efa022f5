package io.fleet.examples.kv.store;

import io.fleet.machine.Payload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A value in parts, at least one of which is a payload; bytes between them lie together. Owned by its store. */
public final class Rope {
    /** Each a {@link Payload} or an array of bytes. */
    private final List<Object> parts = new ArrayList<>(1);
    private int length;

    public int length() {
        return length;
    }

    /** How many bytes that are no payload stand behind the last payload. */
    int bytesAtEnd() {
        return parts.get(parts.size() - 1) instanceof byte[] bytes ? bytes.length : 0;
    }

    int parts() {
        return parts.size();
    }

    Rope add(final Payload payload) {
        parts.add(payload);
        length += payload.length();
        return this;
    }

    Rope add(final byte[] bytes) {
        final int last = parts.size() - 1;
        if (last >= 0 && parts.get(last) instanceof byte[]) {
            final byte[] before = (byte[]) parts.get(last);
            final byte[] both = Arrays.copyOf(before, before.length + bytes.length);
            System.arraycopy(bytes, 0, both, before.length, bytes.length);
            parts.set(last, both);
        } else if (bytes.length > 0) {
            parts.add(bytes);
        }
        length += bytes.length;
        return this;
    }

    /** A part of it, of parts of its payloads; to be answered, not to be kept. */
    public Rope slice(final int from, final int count) {
        final Rope slice = new Rope();
        int start = from;
        for (final Object part : parts) {
            final int size = part instanceof Payload payload ? payload.length() : ((byte[]) part).length;
            final int taken = Math.min(size - start, count - slice.length);
            if (taken > 0 && start >= 0) {
                if (part instanceof Payload payload) {
                    slice.add(payload.slice(start, taken));
                } else {
                    slice.add(Arrays.copyOfRange((byte[]) part, start, start + taken));
                }
            }
            start = Math.max(0, start - size);
        }
        return slice;
    }

    /** Hands out the parts in their order. */
    public void forEach(final Consumer<byte[]> bytes, final Consumer<Payload> payloads) {
        for (final Object part : parts) {
            if (part instanceof Payload) {
                payloads.accept((Payload) part);
            } else {
                bytes.accept((byte[]) part);
            }
        }
    }
}

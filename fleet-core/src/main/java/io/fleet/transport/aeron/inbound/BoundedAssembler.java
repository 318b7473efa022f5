package io.fleet.transport.aeron.inbound;

import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts the fragments of each sender together, up to a length; what is longer is dropped, and takes no more memory than
 * that. Memory is taken as bytes come. Used by one thread.
 */
final class BoundedAssembler implements FragmentHandler {
    private static final int FIRST_LENGTH = 4096;

    private final FragmentHandler whole;
    private final int mostBytes;
    private final Int2ObjectHashMap<Part> parts = new Int2ObjectHashMap<>();

    BoundedAssembler(final FragmentHandler whole, final int mostBytes) {
        this.whole = whole;
        this.mostBytes = mostBytes;
    }

    @Override
    public void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final byte flags = header.flags();
        if ((flags & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED) {
            if (length <= mostBytes) {
                whole.onFragment(buffer, offset, length, header);
            }
            return;
        }
        Part part = parts.get(header.sessionId());
        if ((flags & FrameDescriptor.BEGIN_FRAG_FLAG) != 0) {
            if (part == null) {
                part = new Part();
                parts.put(header.sessionId(), part);
            }
            part.begin(header.termOffset());
        }
        if (part != null && part.takes(header.termOffset(), length, mostBytes)) {
            part.add(buffer, offset, length, mostBytes, header.nextTermOffset());
            if ((flags & FrameDescriptor.END_FRAG_FLAG) != 0) {
                final int total = part.length;
                part.end();
                whole.onFragment(part.buffer, 0, total, header);
            }
        }
    }

    /** A sender has gone. */
    boolean forget(final int sessionId) {
        return parts.remove(sessionId) != null;
    }

    void clear() {
        parts.clear();
    }

    /** How much memory half packets take. */
    long heldBytes() {
        return parts.values().stream().mapToLong(part -> part.buffer.capacity()).sum();
    }

    /** What has come of a packet so far. */
    private static final class Part {
        private static final int NOTHING = -1;
        private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        private int length;
        private int nextOffset = NOTHING;

        void begin(final int termOffset) {
            length = 0;
            nextOffset = termOffset;
        }

        void end() {
            nextOffset = NOTHING;
        }

        /** Whether a fragment follows the one before; where it does not, the rest is of no use. */
        boolean takes(final int termOffset, final int more, final int most) {
            final boolean takes = nextOffset == termOffset && length + more <= most;
            if (!takes) {
                end();
            }
            return takes;
        }

        void add(final DirectBuffer from, final int offset, final int more, final int most, final int next) {
            if (length + more > buffer.capacity()) {
                final int wanted = Math.max(FIRST_LENGTH, Math.max(length + more, 2 * buffer.capacity()));
                final byte[] longer = new byte[Math.min(most, wanted)];
                buffer.getBytes(0, longer, 0, length);
                buffer.wrap(longer);
            }
            buffer.putBytes(length, from, offset, more);
            length += more;
            nextOffset = next;
        }
    }
}

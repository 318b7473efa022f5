package io.fleet.bench.peer.unreplicated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The server's end of a connection: what has come and is not taken yet, and what is to go. */
final class Connection {
    private static final int IN_BYTES = 1 << 20;
    private static final int OUT_BYTES = 1 << 16;

    final int id;
    final ByteBuffer in;
    private final SocketChannel channel;
    private final SelectionKey key;
    private ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);

    Connection(final int id, final SocketChannel channel, final SelectionKey key, final int maxFrame) {
        this.id = id;
        this.channel = channel;
        this.key = key;
        in = ByteBuffer.allocateDirect(Math.max(IN_BYTES, 2 * maxFrame));
    }

    /** Reads what there is and fits; false at the end of the stream. */
    boolean receive() throws IOException {
        in.compact();
        final int length = in.hasRemaining() ? channel.read(in) : 0;
        in.flip();
        return length >= 0;
    }

    /** Appends a reply; value is null where there is none. */
    void reply(final long correlation, final byte[] value) {
        final int length = Frames.REPLY_BYTES + (value == null ? 0 : value.length);
        if (out.remaining() < Frames.LENGTH_BYTES + length) {
            final int needed = out.position() + Frames.LENGTH_BYTES + length;
            out = ByteBuffer.allocateDirect(Math.max(needed, 2 * out.capacity())).put(out.flip());
        }
        out.putInt(length).putLong(correlation).put((byte) (value == null ? 0 : 1));
        if (value != null) {
            out.put(value);
        }
    }

    /** Sends what the socket takes, and asks to hear when it takes more. */
    void send() throws IOException {
        if (out.position() > 0) {
            channel.write(out.flip());
            out.compact();
        }
        final int wanted = SelectionKey.OP_READ | (out.position() > 0 ? SelectionKey.OP_WRITE : 0);
        if (key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    void close() throws IOException {
        key.cancel();
        channel.close();
    }
}

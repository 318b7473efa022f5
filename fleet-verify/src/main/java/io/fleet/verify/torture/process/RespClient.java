package io.fleet.verify.torture.process;

import io.fleet.examples.kv.store.KvLimits;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection to a RESP server on this host, for one thread: sends a command, waits for its reply. It never
 * reconnects or sends again by itself, so that its caller knows what may have happened. After an {@link IOException} it
 * can only be closed.
 */
public final class RespClient implements AutoCloseable {
    private static final int MAX_BULK_BYTES = KvLimits.MAX_LONG_VALUE_BYTES;
    private static final int MAX_ELEMENTS = 1 << 16;
    private static final int MAX_LINE = 1 << 16;

    private final Socket socket = new Socket();
    private final InputStream in;

    /** The server answered with an error. */
    public static final class ErrorReply extends Exception {
        private static final long serialVersionUID = 1;

        ErrorReply(final String text) {
            super(text, null, false, false);
        }
    }

    /**
     * Connects.
     *
     * @param port          of the server.
     * @param timeoutMillis bounds connecting, and each wait for bytes of a reply.
     */
    public RespClient(final int port, final int timeoutMillis) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), timeoutMillis);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (final IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Sends one command.
     *
     * @param words its words.
     * @return one text for each value of the reply: numbers in digits, nil as null.
     */
    public List<String> call(final List<String> words) throws IOException, ErrorReply {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ascii("*" + words.size() + "\r\n"));
        for (final String word : words) {
            final byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            out.writeBytes(ascii("$" + bytes.length + "\r\n"));
            out.writeBytes(bytes);
            out.writeBytes(ascii("\r\n"));
        }
        socket.getOutputStream().write(out.toByteArray());
        final List<String> values = new ArrayList<>();
        read(values, true);
        return values;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (final IOException e) {
            throw new IllegalStateException("cannot close a socket: " + e.getMessage(), e);
        }
    }

    private void read(final List<String> values, final boolean outermost) throws IOException, ErrorReply {
        final String line = line();
        final String rest = line.isEmpty() ? "" : line.substring(1);
        switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+', ':' -> values.add(rest);
            case '-' -> throw new ErrorReply(rest);
            case '$' -> values.add(bulk(length(rest, MAX_BULK_BYTES)));
            case '*' -> {
                if (!outermost) {
                    throw new IOException("an array within an array was answered, which no command here does");
                }
                final int count = length(rest, MAX_ELEMENTS);
                for (int i = 0; i < count; i++) {
                    read(values, false);
                }
            }
            default -> throw new IOException("not a RESP2 reply: '" + line + "'");
        }
    }

    private String bulk(final int length) throws IOException {
        if (length < 0) {
            return null;
        }
        final byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("the server closed the connection within a reply");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        final StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (line.length() == MAX_LINE) {
                throw new IOException("a line of a reply is longer than " + MAX_LINE + " bytes");
            }
            line.append((char) c);
        }
        line.setLength(Math.max(0, line.length() - 1));
        return line.toString();
    }

    private static int length(final String digits, final int most) throws IOException {
        final int length;
        try {
            length = Integer.parseInt(digits);
        } catch (final NumberFormatException e) {
            throw new IOException("length of a reply is '" + digits + "', but must be a number", e);
        }
        if (length < -1 || length > most) {
            throw new IOException("length of a reply is " + length + ", but must be from -1 to " + most);
        }
        return length;
    }

    private static byte[] ascii(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

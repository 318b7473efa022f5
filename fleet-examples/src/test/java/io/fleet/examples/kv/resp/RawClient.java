package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Writes bytes to a server and reads answers as they stand on the wire; every read is bounded in time. */
final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawClient(final int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(10_000);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    void send(final String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(final byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Sends an inline command and reads one answer. */
    String ask(final String line) throws IOException {
        send(line + "\r\n");
        return answer();
    }

    static String command(final String... words) {
        final StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (final String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return text.toString();
    }

    /** Reads as many answers as are expected. */
    void expect(final String... answers) throws IOException {
        for (final String expected : answers) {
            assertEquals(expected, answer());
        }
    }

    /** Reads one answer; an array as its elements in brackets, a map likewise with a percent sign before. */
    String answer() throws IOException {
        final String head = line();
        final String rest = head.substring(1);
        switch (head.charAt(0)) {
            case '$':
                return Integer.parseInt(rest) < 0 ? "nil" : bulk(Integer.parseInt(rest));
            case '_':
                return "nil3";
            case '*':
                return Integer.parseInt(rest) < 0 ? "nil list" : elements(Integer.parseInt(rest));
            case '%':
                return "%" + elements(2 * Integer.parseInt(rest));
            default:
                return head;
        }
    }

    private String elements(final int count) throws IOException {
        final StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ").append(answer());
        }
        return text.append(']').toString();
    }

    private String bulk(final int length) throws IOException {
        final byte[] bytes = in.readNBytes(length + 2);
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private String line() throws IOException {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = in.read();
        while (b != '\n') {
            if (b < 0) {
                throw new EOFException("closed after '" + line + "'");
            }
            line.write(b);
            b = in.read();
        }
        final String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.substring(0, text.length() - 1);
    }

    /** Reads until the server closes the connection; true when it did so within the time limit. */
    boolean closedByServer() {
        try {
            in.readAllBytes();
            return true;
        } catch (final java.net.SocketTimeoutException e) {
            return false;
        } catch (final IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

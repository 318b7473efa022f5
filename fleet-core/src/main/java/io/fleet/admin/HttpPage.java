package io.fleet.admin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with. Immutable.
 *
 * @param status of HTTP.
 * @param type   of the content.
 * @param allow  which methods there are, where the status says that another one was used; null otherwise.
 * @param text   the content.
 */
public record HttpPage(int status, String type, @Nullable String allow, String text) {
    /** The type of plain text. */
    public static final String TEXT = "text/plain; charset=utf-8";
    static final int OK = 200;
    static final int BAD_REQUEST = 400;
    static final int FAILED = 500;
    private static final int NOT_ALLOWED = 405;

    /**
     * A page of plain text.
     *
     * @param status of HTTP.
     * @param text   the content.
     * @return the page.
     */
    public static HttpPage text(final int status, final String text) {
        return new HttpPage(status, TEXT, null, text);
    }

    /**
     * Says that there is another method for a path.
     *
     * @param path    what was asked for.
     * @param methods which there are, parted by commas.
     * @return the page.
     */
    static HttpPage notAllowed(final String path, final String methods) {
        return new HttpPage(NOT_ALLOWED, TEXT, methods, path + " takes " + methods.split(",")[0] + "\n");
    }

    /** As it is sent, without its content where only the head was asked for. */
    ByteBuffer bytes(final boolean headOnly) {
        final byte[] content = text.getBytes(StandardCharsets.UTF_8);
        final byte[] head = ("HTTP/1.1 " + status + (status == OK ? " OK" : " No") + "\r\nContent-Type: " + type
            + "\r\nContent-Length: " + content.length + "\r\nCache-Control: no-store\r\n"
            + (allow == null ? "" : "Allow: " + allow + "\r\n") + "Connection: close\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1);
        final ByteBuffer all = ByteBuffer.allocate(head.length + (headOnly ? 0 : content.length)).put(head);
        return (headOnly ? all : all.put(content)).flip();
    }
}

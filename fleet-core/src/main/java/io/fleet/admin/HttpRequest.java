package io.fleet.admin;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request. Immutable.
 *
 * @param method  such as GET, in upper case.
 * @param path    what is asked for, decoded.
 * @param query   what stands behind the question mark, not decoded; null where there is none.
 * @param headers by their names in lower case; where one comes twice, the last.
 */
public record HttpRequest(String method, String path, @Nullable String query, Map<String, String> headers) {
    /**
     * Reads a head.
     *
     * @param bytes  with the empty line that ends it.
     * @param length how many.
     * @return null where it is none.
     */
    static @Nullable HttpRequest parse(final byte[] bytes, final int length) {
        final String[] lines = new String(bytes, 0, length, StandardCharsets.ISO_8859_1).split("\r?\n");
        final String[] first = lines.length == 0 ? new String[0] : lines[0].split(" ");
        if (first.length != 3 || !first[0].matches("[A-Z]{1,16}") || !first[2].matches("HTTP/1\\.[01]")) {
            return null;
        }
        final Map<String, String> headers = new TreeMap<>();
        for (int i = 1; i < lines.length; i++) {
            final int colon = lines[i].indexOf(':');
            if (colon < 1) {
                return null;
            }
            headers.put(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), lines[i].substring(colon + 1).strip());
        }
        try {
            final URI target = new URI(first[1]);
            return target.getPath() == null ? null
                : new HttpRequest(first[0], target.getPath(), target.getRawQuery(), headers);
        } catch (final URISyntaxException e) {
            return null;
        }
    }

    /**
     * Whether a body follows.
     *
     * @return whether it says so.
     */
    boolean hasBody() {
        return headers.containsKey("transfer-encoding") || !"0".equals(headers.getOrDefault("content-length", "0"));
    }
}

package io.fleet.examples.admin;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** One node's admin endpoint. */
final class NodeConnection {
    private static final int OK = 200;

    /** What a node answered. */
    record Answer(int status, String text) {
        boolean isWell() {
            return status == OK;
        }
    }

    private final String address;
    private final Duration timeout;
    private final HttpClient http;

    NodeConnection(final String address, final int timeoutSeconds) {
        this.address = address;
        timeout = Duration.ofSeconds(timeoutSeconds);
        http = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    /** Asks; tells on {@code err} when there is no answer, and gives null. */
    Answer get(final String path, final PrintWriter err) throws InterruptedException {
        final HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(timeout)
            .GET().build();
        try {
            final HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (final IOException e) {
            err.println("fleet: no answer from " + address + ": " + (e.getMessage() == null ? e : e.getMessage()));
            err.flush();
            return null;
        }
    }
}

package io.fleet.cli.admin;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;

/** One node's admin endpoint. */
final class NodeConnection {
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    /** How much longer the node is waited for than it waits for what it does: its answer says more than none. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    /** What a node answered. */
    record Answer(int status, String text) {
        boolean isWell() {
            return status == OK;
        }

        /** Whether something that was asked with is wrong, so that nothing was tried. */
        boolean isBadRequest() {
            return status == BAD_REQUEST;
        }

        /** Whether what listens there does not know the path: then it is no admin endpoint. */
        boolean isUnknownPath() {
            return status == NOT_FOUND;
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
        return ask(request(path).timeout(timeout).GET(), err);
    }

    /**
     * Has something done, and waits for it; as {@link #get}. The path has parameters.
     */
    Answer post(final String path, final PrintWriter err) throws InterruptedException {
        return ask(request(path + "&wait=" + timeout.toSeconds()).timeout(timeout.plus(MARGIN))
            .POST(HttpRequest.BodyPublishers.noBody()), err);
    }

    private HttpRequest.Builder request(final String path) {
        return HttpRequest.newBuilder(URI.create("http://" + address + path));
    }

    private Answer ask(final HttpRequest.Builder request, final PrintWriter err) throws InterruptedException {
        try {
            final HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (final IOException e) {
            err.println("fleet: no answer from " + address + ": " + why(e));
            err.flush();
            return null;
        }
    }

    /** The client of the JDK leaves out what went wrong where it could not connect. */
    private static String why(final IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "its name cannot be looked up";
            }
        }
        if (e.getMessage() != null) {
            return e.getMessage();
        }
        return e instanceof ConnectException ? "nobody listens there" : e.toString();
    }
}

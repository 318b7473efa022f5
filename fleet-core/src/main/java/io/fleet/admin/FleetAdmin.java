package io.fleet.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fleet.FleetNode;
import io.fleet.machine.ConfigException;
import io.fleet.machine.FleetException;
import io.fleet.node.NodeEvent;
import io.fleet.node.NodeStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Serves a node's health, status, events and metrics over HTTP, to {@code fleet admin}, to load balancers and to
 * whoever has a browser, and has it do what it is asked:
 *
 * <ul>
 * <li>{@code GET /live}: 200 while the node's thread runs ({@link NodeStatus#isLive()}), otherwise 503</li>
 * <li>{@code GET /ready}: 200 while the node can serve every group ({@link NodeStatus#notReady()}), otherwise 503 with
 * the reasons, one a line</li>
 * <li>{@code GET /status}: how the node stands, as JSON, or with {@code ?format=text} for people</li>
 * <li>{@code GET /events}: what changed lately, as JSON or text; {@code ?limit=N} gives the last N</li>
 * <li>{@code GET /metrics}: what the given source of metrics says; 404 without one</li>
 * <li>{@code GET /members?group=G}: who belongs to a group (0), as JSON or text</li>
 * <li>{@code POST /transfer?group=G&to=N}: hands the leadership of a group (0) over, to the best of the others without
 * {@code to}</li>
 * <li>{@code POST /snapshot?group=G}: has this node write a snapshot of a group (0)</li>
 * <li>{@code POST /members/add?group=G&node=N&address=HOST:PORT}, {@code /members/remove?group=G&node=N} and
 * {@code /members/replace?group=G&node=N&by=M&address=HOST:PORT}: changes who belongs to a group (0)</li>
 * </ul>
 *
 * <p>A POST is answered when it is done: 200 with what came of it, 409 with the reason when it came to nothing, or 504
 * after {@code wait} seconds (10), while it goes on. It has no body; what a browser sends for a page (a header
 * {@code Origin} tells) gets 403.
 *
 * <p>There is no authentication and no encryption: it is bound to the loopback address unless another one is asked for,
 * and whoever can reach that address can do everything above. Requests are answered by threads of its own, never by
 * the node's.
 */
public final class FleetAdmin implements AutoCloseable {
    /** The host that is bound when none is named. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final Logger LOG = System.getLogger(FleetAdmin.class.getName());
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    /** So that one client that sends its request slowly does not hold up the health checks. */
    private static final int THREADS = 4;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int CONFLICT = 409;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;
    private static final int TOO_LATE = 504;
    private static final int WAIT_SECONDS = 10;
    private static final int MAX_WAIT_SECONDS = 3600;

    private final FleetNode node;
    private final Supplier<String> metrics;
    private final HttpServer http;
    private final ExecutorService threads;

    private FleetAdmin(final FleetNode node, final HttpServer http, final Supplier<String> metrics) {
        this.node = node;
        this.http = http;
        this.metrics = metrics;
        final AtomicInteger number = new AtomicInteger();
        threads = Executors.newFixedThreadPool(THREADS, task -> {
            final Thread thread = new Thread(task, "fleet-admin-" + node.config().nodeId() + "-"
                + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        http.setExecutor(threads);
        http.createContext("/", this::answer);
        http.start();
    }

    /**
     * Serves a node at the loopback address, without metrics.
     *
     * @param node the node; not owned, and it may end first.
     * @param port to bind, 0 for any that is free.
     * @return the running endpoint.
     * @throws UncheckedIOException when the port cannot be bound.
     */
    public static FleetAdmin listen(final FleetNode node, final int port) {
        return listen(node, LOOPBACK, port, null);
    }

    /**
     * Serves a node.
     *
     * @param node    the node; not owned, and it may end first.
     * @param host    the address to bind: whoever reaches it may do all that is described above.
     * @param port    to bind, 0 for any that is free.
     * @param metrics gives the page of metrics in Prometheus' text form, on a thread of the endpoint; null for none.
     * @return the running endpoint.
     * @throws UncheckedIOException when the address cannot be bound; the message names it.
     */
    public static FleetAdmin listen(final FleetNode node, final String host, final int port,
                                    final Supplier<String> metrics) {
        try {
            return new FleetAdmin(node, HttpServer.create(new InetSocketAddress(host, port), 0), metrics);
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
    }

    /**
     * Where it listens.
     *
     * @return the port.
     */
    public int port() {
        return http.getAddress().getPort();
    }

    /** Ends it at once; the node goes on. */
    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    private void answer(final HttpExchange exchange) throws IOException {
        final String path = exchange.getRequestURI().getPath();
        final Optional<Action> action = Action.of(path);
        boolean isLater = false;
        try {
            final Parameters parameters = new Parameters(exchange.getRequestURI().getRawQuery());
            if (action.isEmpty()) {
                answer(exchange, path, parameters);
            } else if (mayAct(exchange, path)) {
                act(exchange, action.get(), parameters);
                isLater = true;
            }
        } catch (final ConfigException e) {
            send(exchange, BAD_REQUEST, TEXT, e.getMessage() + "\n");
        } catch (final RuntimeException e) {
            send(exchange, FAILED, TEXT, e + "\n");
        } finally {
            if (!isLater) {
                exchange.close();
            }
        }
    }

    /** Whether it is a request to do something; answers what is none. */
    private static boolean mayAct(final HttpExchange exchange, final String path) throws IOException {
        final Headers headers = exchange.getRequestHeaders();
        if (!exchange.getRequestMethod().equals("POST")) {
            notAllowed(exchange, path, "POST");
        } else if (headers.containsKey("Origin")) {
            send(exchange, FORBIDDEN, TEXT, path + " is not for pages in a browser\n");
        } else if (headers.containsKey("Transfer-Encoding")
            || !"0".equals(Optional.ofNullable(headers.getFirst("Content-Length")).orElse("0"))) {
            send(exchange, BAD_REQUEST, TEXT, path + " takes no body: parameters stand in the address, behind '?'\n");
        } else {
            return true;
        }
        return false;
    }

    /** Begins it, and has it answered when it is done, so that no thread waits for it. */
    private void act(final HttpExchange exchange, final Action action, final Parameters parameters) {
        parameters.requireOnly(action.parameters());
        final boolean asText = parameters.asText();
        final int seconds = parameters.number("wait", 1, MAX_WAIT_SECONDS, WAIT_SECONDS);
        final CompletableFuture<Action.Outcome> outcome = action.begin(node, parameters);
        outcome.orTimeout(seconds, TimeUnit.SECONDS).whenCompleteAsync((done, failure) -> {
            try (exchange) {
                if (failure == null) {
                    tell(exchange, asText, done.text(), done.json());
                } else {
                    tell(exchange, failure, seconds);
                }
            } catch (final IOException | RuntimeException e) {
                LOG.log(Level.DEBUG, () -> "nobody took the answer to " + action.path() + ": " + e);
            }
        }, threads);
    }

    private static void tell(final HttpExchange exchange, final Throwable failure, final int seconds)
        throws IOException {
        final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            send(exchange, TOO_LATE, TEXT, "not done within " + seconds + " s: it goes on\n");
        } else if (cause instanceof FleetException) {
            send(exchange, cause instanceof ConfigException ? BAD_REQUEST : CONFLICT, TEXT, cause.getMessage() + "\n");
        } else {
            send(exchange, FAILED, TEXT, cause + "\n");
        }
    }

    private void answer(final HttpExchange exchange, final String path, final Parameters parameters)
        throws IOException {
        if (!List.of("/live", "/ready", "/status", "/events", "/members", "/metrics").contains(path)) {
            send(exchange, NOT_FOUND, TEXT,
                "there is /live, /ready, /status, /events, /members and /metrics, and POST of /transfer, /snapshot,"
                    + " /members/add, /members/remove and /members/replace\n");
            return;
        }
        if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
            notAllowed(exchange, path, "GET, HEAD");
            return;
        }
        switch (path) {
            case "/live" -> live(exchange);
            case "/ready" -> ready(exchange);
            case "/status" -> {
                final NodeStatus status = node.status();
                tell(exchange, parameters.asText(), StatusText.status(status), StatusJson.status(status) + "\n");
            }
            case "/events" -> {
                final List<NodeEvent> events = events(parameters);
                tell(exchange, parameters.asText(), StatusText.events(events), StatusJson.events(events) + "\n");
            }
            case "/members" -> {
                final int group = parameters.number("group", 0, 0);
                tell(exchange, parameters.asText(), MemberForms.text(group, node.members(group)),
                    MemberForms.json(group, node.members(group)));
            }
            default -> metrics(exchange);
        }
    }

    private void live(final HttpExchange exchange) throws IOException {
        final NodeStatus status = node.health();
        send(exchange, status.isLive() ? OK : UNAVAILABLE, TEXT,
            status.isLive() ? "live\n" : status.notReady().get(0) + "\n");
    }

    private void ready(final HttpExchange exchange) throws IOException {
        final List<String> reasons = node.health().notReady();
        send(exchange, reasons.isEmpty() ? OK : UNAVAILABLE, TEXT,
            reasons.isEmpty() ? "ready\n" : String.join("\n", reasons) + "\n");
    }

    private void metrics(final HttpExchange exchange) throws IOException {
        if (metrics == null) {
            send(exchange, NOT_FOUND, TEXT, "this endpoint was started without a source of metrics\n");
        } else {
            send(exchange, OK, METRICS, metrics.get());
        }
    }

    private List<NodeEvent> events(final Parameters parameters) {
        final List<NodeEvent> all = node.events();
        return all.subList(Math.max(0, all.size() - parameters.number("limit", 0, all.size())), all.size());
    }

    private static void tell(final HttpExchange exchange, final boolean asText, final String text, final String json)
        throws IOException {
        send(exchange, OK, asText ? TEXT : JSON, asText ? text : json);
    }

    private static void notAllowed(final HttpExchange exchange, final String path, final String methods)
        throws IOException {
        exchange.getResponseHeaders().set("Allow", methods);
        send(exchange, NOT_ALLOWED, TEXT, path + " takes " + methods.split(",")[0] + "\n");
    }

    private static void send(final HttpExchange exchange, final int status, final String type, final String text)
        throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}

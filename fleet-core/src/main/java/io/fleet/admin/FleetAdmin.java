package io.fleet.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fleet.FleetNode;
import io.fleet.machine.ConfigException;
import io.fleet.node.NodeEvent;
import io.fleet.node.NodeStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Serves a node's health, status, events and metrics over HTTP, to {@code fleet admin}, to load balancers and to
 * whoever has a browser:
 *
 * <ul>
 * <li>{@code GET /live}: 200 while the node's thread runs ({@link NodeStatus#isLive()}), otherwise 503</li>
 * <li>{@code GET /ready}: 200 while the node can serve every group ({@link NodeStatus#notReady()}), otherwise 503 with
 * the reasons, one a line</li>
 * <li>{@code GET /status}: how the node stands, as JSON, or with {@code ?format=text} for people</li>
 * <li>{@code GET /events}: what changed lately, as JSON or text; {@code ?limit=N} gives the last N</li>
 * <li>{@code GET /metrics}: what the given source of metrics says; 404 without one</li>
 * </ul>
 *
 * <p>There is no authentication and no encryption: it is bound to the loopback address unless another one is asked for,
 * and whoever can reach that address can read everything above. Requests are answered by threads of its own, never by
 * the node's.
 */
public final class FleetAdmin implements AutoCloseable {
    /** The host that is bound when none is named. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    /** So that one client that sends its request slowly does not hold up the health checks. */
    private static final int THREADS = 4;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;

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
        try (exchange) {
            try {
                answer(exchange, exchange.getRequestURI().getPath(), query(exchange.getRequestURI().getRawQuery()));
            } catch (final ConfigException e) {
                send(exchange, BAD_REQUEST, TEXT, e.getMessage() + "\n");
            } catch (final RuntimeException e) {
                send(exchange, FAILED, TEXT, e + "\n");
            }
        }
    }

    private void answer(final HttpExchange exchange, final String path, final Map<String, String> query)
        throws IOException {
        if (!List.of("/live", "/ready", "/status", "/events", "/metrics").contains(path)) {
            send(exchange, NOT_FOUND, TEXT, "there is /live, /ready, /status, /events and /metrics\n");
            return;
        }
        if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            send(exchange, NOT_ALLOWED, TEXT, path + " takes GET\n");
            return;
        }
        switch (path) {
            case "/live" -> live(exchange);
            case "/ready" -> ready(exchange);
            case "/status" -> {
                final NodeStatus status = node.status();
                tell(exchange, query, StatusText.status(status), StatusJson.status(status));
            }
            case "/events" -> {
                final List<NodeEvent> events = events(query.get("limit"));
                tell(exchange, query, StatusText.events(events), StatusJson.events(events));
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

    private List<NodeEvent> events(final String limit) {
        final List<NodeEvent> all = node.events();
        if (limit == null) {
            return all;
        }
        if (!limit.matches("[0-9]{1,9}")) {
            throw new ConfigException("limit is '" + limit + "', but must be a number from 0 to 999999999");
        }
        return all.subList(Math.max(0, all.size() - Integer.parseInt(limit)), all.size());
    }

    private static void tell(final HttpExchange exchange, final Map<String, String> query, final String text,
                             final String json) throws IOException {
        final String format = query.getOrDefault("format", "json");
        switch (format) {
            case "json" -> send(exchange, OK, JSON, json + "\n");
            case "text" -> send(exchange, OK, TEXT, text);
            default -> throw new ConfigException("format is '" + format + "', but must be json or text");
        }
    }

    private static Map<String, String> query(final String raw) {
        final Map<String, String> values = new HashMap<>();
        if (raw != null) {
            for (final String pair : raw.split("&")) {
                final int equals = pair.indexOf('=');
                values.put(equals < 0 ? pair : pair.substring(0, equals), equals < 0 ? "" : pair.substring(equals + 1));
            }
        }
        return values;
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

package io.fleet.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fleet.examples.kv.resp.RespServer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;

/**
 * Metrics and health over HTTP: {@code /metrics} in Prometheus' text form, {@code /live} while the process serves,
 * {@code /ready} while every replica here can serve (503 with the reason otherwise).
 */
final class HttpEndpoint implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final HttpServer http;
    private final ExecutorService thread;
    private final MetricsPage metrics = new MetricsPage();
    private final Replicas replicas;

    private HttpEndpoint(final HttpServer http, final Replicas replicas, final List<RespServer> servers) {
        this.http = http;
        this.replicas = replicas;
        thread = Executors.newSingleThreadExecutor(task -> {
            final Thread created = new Thread(task, "fleet-http");
            created.setDaemon(true);
            return created;
        });
        replicas.bindTo(metrics.registry());
        for (int i = 0; i < servers.size(); i++) {
            meters(i, servers.get(i));
        }
        http.setExecutor(thread);
        http.createContext("/", exchange -> answer(exchange, NOT_FOUND, "there is /metrics, /live and /ready\n"));
        http.createContext("/metrics", exchange -> answer(exchange, OK, metrics.text()));
        http.createContext("/live", exchange -> answer(exchange, OK, "live\n"));
        http.createContext("/ready", this::ready);
        http.start();
    }

    /**
     * Binds an address and serves it.
     *
     * @param host     to bind.
     * @param port     to bind; 0 takes any that is free.
     * @param replicas told of.
     * @param servers  told of, one for each replica.
     * @return the endpoint.
     * @throws IOException when the address cannot be bound; the message names it.
     */
    static HttpEndpoint start(final String host, final int port, final Replicas replicas,
                              final List<RespServer> servers) throws IOException {
        try {
            return new HttpEndpoint(HttpServer.create(new InetSocketAddress(host, port), 0), replicas, servers);
        } catch (final IOException e) {
            throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
    }

    int port() {
        return http.getAddress().getPort();
    }

    private void meters(final int index, final RespServer server) {
        final Tags node = Tags.of("node", Integer.toString(replicas.info(index).node()));
        Gauge.builder("fleet.kv.connections", server, RespServer::connections).tags(node)
            .description("Open RESP connections").register(metrics.registry());
        counter("fleet.kv.commands", "Commands answered", node, server, RespServer::commands);
        counter("fleet.kv.batches", "Batches sent to the group", node, server, RespServer::batches);
        counter("fleet.kv.batches.failed", "Batches that failed", node, server, RespServer::failures);
    }

    private void counter(final String name, final String text, final Tags node, final RespServer server,
                         final ToDoubleFunction<RespServer> value) {
        FunctionCounter.builder(name, server, value).tags(node).description(text).register(metrics.registry());
    }

    private void ready(final HttpExchange exchange) throws IOException {
        for (int i = 0; i < replicas.count(); i++) {
            final List<String> reasons = replicas.notReady(i);
            if (!reasons.isEmpty()) {
                answer(exchange, UNAVAILABLE, "node " + replicas.info(i).node() + ": " + String.join("; ", reasons)
                    + "\n");
                return;
            }
        }
        answer(exchange, OK, "ready\n");
    }

    private static void answer(final HttpExchange exchange, final int status, final String text) throws IOException {
        try (exchange) {
            final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        http.stop(0);
        thread.shutdownNow();
        metrics.close();
    }
}

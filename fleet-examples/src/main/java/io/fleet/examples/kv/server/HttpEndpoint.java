package io.fleet.examples.kv.server;

import io.fleet.admin.HttpListener;
import io.fleet.admin.HttpPage;
import io.fleet.admin.HttpRequest;
import io.fleet.admin.PageMaker;
import io.fleet.examples.kv.resp.RespServer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;

/**
 * Metrics and health over HTTP: {@code /metrics} in Prometheus' text form, {@code /live} while the process serves,
 * {@code /ready} while every replica here can serve, and has answered a read (503 with the reason otherwise).
 */
final class HttpEndpoint implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final HttpListener http;
    private final PageMaker pages = new PageMaker("fleet-http-metrics", 1);
    private final MetricsPage metrics = new MetricsPage();
    private final Replicas replicas;
    private final List<ReadProbe> probes = new ArrayList<>();

    private HttpEndpoint(final String host, final int port, final Replicas replicas, final List<RespServer> servers)
        throws IOException {
        this.replicas = replicas;
        for (int i = 0; i < replicas.count(); i++) {
            probes.add(new ReadProbe(replicas, i));
        }
        replicas.bindTo(metrics.registry());
        for (int i = 0; i < servers.size(); i++) {
            meters(i, servers.get(i));
        }
        try {
            http = HttpListener.listen("fleet-http", host, port, this::page);
        } catch (final IOException e) {
            pages.close();
            metrics.close();
            throw e;
        }
    }

    private CompletableFuture<HttpPage> page(final HttpRequest request) {
        return switch (request.path()) {
            case "/live" -> CompletableFuture.completedFuture(page(OK, "live\n"));
            case "/ready" -> ready();
            case "/metrics" -> pages.make("metrics", () -> page(OK, metrics.text()));
            default -> CompletableFuture.completedFuture(page(NOT_FOUND, "there is /metrics, /live and /ready\n"));
        };
    }

    private static HttpPage page(final int status, final String text) {
        return new HttpPage(status, "text/plain; version=0.0.4; charset=utf-8", null, text);
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
        return new HttpEndpoint(host, port, replicas, servers);
    }

    int port() {
        return http.port();
    }

    private void meters(final int index, final RespServer server) {
        final Tags node = Tags.of("node", replicas.info(index).tag());
        Gauge.builder("fleet.kv.connections", server, RespServer::connections).tags(node)
            .description("Open RESP connections").register(metrics.registry());
        Gauge.builder("fleet.kv.unanswered.commands", server, RespServer::unansweredCommands).tags(node)
            .description("Commands for the group without an answer yet").register(metrics.registry());
        Gauge.builder("fleet.kv.unanswered.bytes", server, RespServer::unansweredBytes).tags(node).baseUnit("bytes")
            .description("What commands without an answer hold").register(metrics.registry());
        Gauge.builder("fleet.kv.credit.bytes", server, HttpEndpoint::creditBytes).tags(node).baseUnit("bytes")
            .description("What commands without an answer may hold, as the group says").register(metrics.registry());
        counter("fleet.kv.commands.refused.for.credit", "Commands refused because the group was flooded", node, server,
            RespServer::refusedForCredit);
        counter("fleet.kv.commands.refused", "Commands refused because too many had no answer yet", node, server,
            RespServer::refused);
        counter("fleet.kv.commands", "Commands answered", node, server, RespServer::commands);
        counter("fleet.kv.batches", "Batches sent to the group", node, server, RespServer::batches);
        counter("fleet.kv.batches.failed", "Batches that failed", node, server, RespServer::failures);
    }

    private void counter(final String name, final String text, final Tags node, final RespServer server,
                         final ToDoubleFunction<RespServer> value) {
        FunctionCounter.builder(name, server, value).tags(node).description(text).register(metrics.registry());
    }

    /** Where nothing else speaks against it, a replica is ready once a read through its client is answered. */
    private CompletableFuture<HttpPage> ready() {
        CompletableFuture<String> reason = CompletableFuture.completedFuture(null);
        for (int i = 0; i < replicas.count(); i++) {
            final List<String> reasons = replicas.notReady(i);
            final String node = replicas.info(i).title() + ": ";
            if (!reasons.isEmpty()) {
                return CompletableFuture.completedFuture(page(UNAVAILABLE, node + String.join("; ", reasons) + "\n"));
            }
            reason = reason.thenCombine(probes.get(i).reason(),
                (before, now) -> before != null || now == null ? before : node + now);
        }
        return reason.thenApply(why -> why == null ? page(OK, "ready\n") : page(UNAVAILABLE, why + "\n"));
    }

    @Override
    public void close() {
        http.close();
        pages.close();
        metrics.close();
    }

    /** Not a number where there is no bound. */
    private static double creditBytes(final RespServer server) {
        return server.creditBytes() == Long.MAX_VALUE ? Double.NaN : server.creditBytes();
    }
}

package io.fleet.admin;

import io.fleet.FleetNode;
import io.fleet.error.ConfigException;
import io.fleet.error.FleetException;
import io.fleet.node.status.NodeEvent;
import io.fleet.node.status.NodeStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
 * <li>{@code POST /members/add?group=G&node=N&address=HOST:PORT&role=full} (or {@code replica}), {@code
 * /members/remove?group=G&node=N} and {@code /members/replace?group=G&node=N&by=M&address=HOST:PORT}: changes who
 * belongs to a group (0)</li>
 * <li>{@code POST /groups/G/quorums?layout=groups:1,2,3/4,5,6} (or {@code majority}, or {@code grid:1,2/3,4}): lets the
 * voters of a group count in another way</li>
 * </ul>
 *
 * <p>A POST is answered when it is done: 200 with what came of it, 409 with the reason when it came to nothing, or 504
 * after {@code wait} seconds (10), while it goes on. It has no body; what a browser sends for a page (a header
 * {@code Origin} tells) gets 403.
 *
 * <p>There is no authentication and no encryption: it is bound to the loopback address unless another one is asked for,
 * and whoever can reach that address can do everything above. A request must say in its header {@code Host} an address,
 * a name without dots, the name that was bound, or one of those that were given; others get 421, since a web page that
 * has its own name resolved to this address sends that name. Health and metrics are told to all: load balancers and
 * collectors of metrics call nodes by names that they found by themselves, and read no more than numbers and reasons.
 *
 * <p>Requests are answered by threads of its own, never by the node's; health by one that waits for nobody. Pages of
 * one address that were not begun yet are made once, and at most {@value PageMaker#MAX_WAITING} wait to be made. At
 * most {@value #MAX_ACTS} requests to do something are under way at a time. More get 503. One snapshot of a group is
 * written at a time, and who asks for another one meanwhile is answered when that one is done.
 */
public final class FleetAdmin implements AutoCloseable {
    /** The host that is bound when none is named. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final String JSON = "application/json";
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    /** For pages that take a while to make; health is told by the listener's own thread. */
    private static final int THREADS = 2;
    /** The most requests to do something that are under way at a time. */
    private static final int MAX_ACTS = 16;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int MISDIRECTED = 421;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;
    private static final int TOO_LATE = 504;
    private static final int WAIT_SECONDS = 10;
    private static final int MAX_WAIT_SECONDS = 3600;

    private final FleetNode node;
    private final @Nullable Supplier<String> metrics;
    private final Set<String> names;
    private final PageMaker pages;
    private final AtomicInteger acts = new AtomicInteger();
    /** The snapshots that are being written, by group: who asks for one meanwhile is told of that one. */
    private final Map<Integer, CompletableFuture<ActionOutcome>> snapshots = new ConcurrentHashMap<>();
    private final HttpListener http;

    private FleetAdmin(final FleetNode node, final String host, final int port,
                       final @Nullable Supplier<String> metrics,
                       final Set<String> names) throws IOException {
        this.node = node;
        this.metrics = metrics;
        this.names = names;
        pages = new PageMaker("fleet-admin-" + node.config().nodeId(), THREADS);
        try {
            http = HttpListener.listen("fleet-admin-" + node.config().nodeId(), host, port, this::page);
        } catch (final IOException e) {
            pages.close();
            throw e;
        }
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
                                    final @Nullable Supplier<String> metrics) {
        return listen(node, host, port, metrics, Set.of());
    }

    /**
     * Serves a node that clients reach by names with dots in them.
     *
     * @param node    the node; not owned, and it may end first.
     * @param host    the address to bind: whoever reaches it may do all that is described above.
     * @param port    to bind, 0 for any that is free.
     * @param metrics gives the page of metrics in Prometheus' text form, on a thread of the endpoint; null for none.
     * @param names   by which clients may call it in the header {@code Host}, in lower case, without ports.
     * @return the running endpoint.
     * @throws UncheckedIOException when the address cannot be bound; the message names it.
     */
    public static FleetAdmin listen(final FleetNode node, final String host, final int port,
                                    final @Nullable Supplier<String> metrics, final Set<String> names) {
        final Set<String> all = new HashSet<>(names);
        all.add(host.toLowerCase(Locale.ROOT));
        try {
            return new FleetAdmin(node, host, port, metrics, all);
        } catch (final IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /**
     * Where it listens.
     *
     * @return the port.
     */
    public int port() {
        return http.port();
    }

    /** Ends it at once; the node goes on. */
    @Override
    public void close() {
        http.close();
        pages.close();
    }

    private CompletableFuture<HttpPage> page(final HttpRequest request) {
        try {
            if (request.path().equals("/live") || request.path().equals("/ready")) {
                return done(isRead(request) ? health(request.path())
                    : HttpPage.notAllowed(request.path(), "GET, HEAD"));
            }
            if (!request.path().equals("/metrics") && !HostNames.isAllowed(request.headers().get("host"), names)) {
                return done(HttpPage.text(MISDIRECTED, "the header Host names neither an address nor a name of this"
                    + " node\n"));
            }
            final Optional<Action> action = Action.of(request.path());
            if (action.isPresent()) {
                final HttpPage refusal = refusal(request);
                return refusal == null ? act(action.get(), action.get().parameters(request)) : done(refusal);
            }
            return pages.make(request.method() + " " + request.path() + "?" + request.query(), () -> told(request));
        } catch (final ConfigException e) {
            return done(HttpPage.text(BAD_REQUEST, e.getMessage() + "\n"));
        }
    }

    private static CompletableFuture<HttpPage> done(final HttpPage page) {
        return CompletableFuture.completedFuture(page);
    }

    private static boolean isRead(final HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    /** Why a request may not have something done; null where it may. */
    private static @Nullable HttpPage refusal(final HttpRequest request) {
        if (!request.method().equals("POST")) {
            return HttpPage.notAllowed(request.path(), "POST");
        }
        if (request.headers().containsKey("origin")) {
            return HttpPage.text(FORBIDDEN, request.path() + " is not for pages in a browser\n");
        }
        return request.hasBody() ? HttpPage.text(BAD_REQUEST, request.path()
            + " takes no body: parameters stand in the address, behind '?'\n") : null;
    }

    /** Begins it, and has it answered when it is done, so that no thread waits for it. */
    private CompletableFuture<HttpPage> act(final Action action, final Parameters parameters) {
        final boolean asText = parameters.asText();
        final int seconds = parameters.number("wait", 1, MAX_WAIT_SECONDS, WAIT_SECONDS);
        if (acts.incrementAndGet() > MAX_ACTS) {
            acts.decrementAndGet();
            return done(HttpPage.text(UNAVAILABLE, MAX_ACTS + " requests are under way: try again later\n"));
        }
        final CompletableFuture<ActionOutcome> outcome;
        try {
            outcome = action == Action.SNAPSHOT ? snapshot(parameters) : action.begin(node, parameters);
        } catch (final RuntimeException e) {
            acts.decrementAndGet();
            throw e;
        }
        return outcome.copy().orTimeout(seconds, TimeUnit.SECONDS)
            .whenComplete((result, failure) -> acts.decrementAndGet())
            .handle((result, failure) -> failure == null ? told(asText, result.text(), result.json()) : told(failure,
                seconds));
    }

    private CompletableFuture<ActionOutcome> snapshot(final Parameters parameters) {
        final int group = parameters.number("group", 0, 0);
        final CompletableFuture<ActionOutcome> running = snapshots.get(group);
        if (running != null && !running.isDone()) {
            return running;
        }
        final CompletableFuture<ActionOutcome> begun = Action.SNAPSHOT.begin(node, parameters);
        snapshots.put(group, begun);
        return begun;
    }

    private static HttpPage told(final Throwable failure, final int seconds) {
        final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return HttpPage.text(TOO_LATE, "not done within " + seconds + " s: it goes on\n");
        }
        if (cause instanceof FleetException) {
            return HttpPage.text(cause instanceof ConfigException ? BAD_REQUEST : CONFLICT, cause.getMessage() + "\n");
        }
        return HttpPage.text(FAILED, cause + "\n");
    }

    private HttpPage told(final HttpRequest request) {
        try {
            return told(request, new Parameters(request.query()));
        } catch (final ConfigException e) {
            return HttpPage.text(BAD_REQUEST, e.getMessage() + "\n");
        } catch (final RuntimeException e) {
            return HttpPage.text(FAILED, e + "\n");
        }
    }

    private HttpPage told(final HttpRequest request, final Parameters parameters) {
        final String path = request.path();
        if (!List.of("/status", "/events", "/members", "/metrics").contains(path)) {
            return HttpPage.text(NOT_FOUND,
                "there is /live, /ready, /status, /events, /members and /metrics, and POST of /transfer, /snapshot,"
                    + " /members/add, /members/remove, /members/replace and /groups/{group}/quorums\n");
        }
        if (!isRead(request)) {
            return HttpPage.notAllowed(path, "GET, HEAD");
        }
        switch (path) {
            case "/status" -> {
                final NodeStatus status = node.status();
                return told(parameters.asText(), StatusText.status(status, node::members),
                    StatusJson.status(status) + "\n");
            }
            case "/events" -> {
                final List<NodeEvent> events = events(parameters);
                return told(parameters.asText(), StatusText.events(events), StatusJson.events(events) + "\n");
            }
            case "/members" -> {
                final int group = parameters.number("group", 0, 0);
                return told(parameters.asText(), MemberForms.text(group, node.members(group)),
                    MemberForms.json(group, node.members(group)));
            }
            default -> {
                return metrics == null
                    ? HttpPage.text(NOT_FOUND, "this endpoint was started without a source of metrics\n")
                    : new HttpPage(OK, METRICS, null, metrics.get());
            }
        }
    }

    private HttpPage health(final String path) {
        final NodeStatus status = node.health();
        if (path.equals("/live")) {
            return HttpPage.text(status.isLive() ? OK : UNAVAILABLE,
                status.isLive() ? "live\n" : status.notReady().get(0) + "\n");
        }
        final List<String> reasons = status.notReady();
        return HttpPage.text(reasons.isEmpty() ? OK : UNAVAILABLE,
            reasons.isEmpty() ? "ready\n" : String.join("\n", reasons) + "\n");
    }

    private List<NodeEvent> events(final Parameters parameters) {
        final List<NodeEvent> all = node.events();
        return all.subList(Math.max(0, all.size() - parameters.number("limit", 0, all.size())), all.size());
    }

    private static HttpPage told(final boolean asText, final String text, final String json) {
        return new HttpPage(OK, asText ? HttpPage.TEXT : JSON, null, asText ? text : json);
    }
}

package io.fleet.transport.aeron.config;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * The IP addresses of those whom this process sends to. Literal ones count at once; names are resolved by the executor,
 * one after the other, and never by a caller. A name keeps its addresses until it is resolved to others. Thread-safe.
 */
public final class MemberAddresses {
    /** How old what a name was resolved to has to be before it is resolved again. */
    static final long FRESH_NS = TimeUnit.SECONDS.toNanos(5);

    private final Resolver resolver;
    private final Executor executor;
    private final NanoClock clock;
    private final Map<String, Host> hosts = new HashMap<>();
    private volatile Set<InetAddress> known = Set.of();
    private boolean isResolving;
    private long doneNs;

    /** Finds the addresses of a name; may block. */
    @FunctionalInterface
    public interface Resolver {
        /** All addresses of the name; null when it has none at the moment. */
        InetAddress[] resolve(String name);
    }

    public MemberAddresses(final Resolver resolver, final Executor executor, final NanoClock clock) {
        this.resolver = resolver;
        this.executor = executor;
        this.clock = clock;
        doneNs = clock.nanoTime() - FRESH_NS;
    }

    /** A member is there, once more. */
    public synchronized void add(final String name) {
        final Host host = hosts.computeIfAbsent(name, Host::new);
        if (host.users++ == 0) {
            final InetAddress literal = Networks.literal(name);
            if (literal == null) {
                resolve();
            } else {
                host.isResolved = true;
                host.addresses = new InetAddress[] {literal};
                collect();
            }
        }
    }

    /** A member that was there is not any more. */
    public synchronized void remove(final String name) {
        final Host host = hosts.get(name);
        if (host != null && --host.users == 0) {
            hosts.remove(name);
            collect();
        }
    }

    public boolean contains(final InetAddress address) {
        return known.contains(address);
    }

    /** Somebody is not known: perhaps a name has another address by now. Returns at once. */
    public synchronized void refresh() {
        if (!isResolving && clock.nanoTime() - doneNs >= FRESH_NS) {
            boolean hasNames = false;
            for (final Host host : hosts.values()) {
                if (Networks.literal(host.name) == null) {
                    host.isResolved = false;
                    hasNames = true;
                }
            }
            if (hasNames) {
                resolve();
            }
        }
    }

    private void resolve() {
        if (!isResolving) {
            isResolving = true;
            executor.execute(this::resolveAll);
        }
    }

    private void resolveAll() {
        for (Host next = next(); next != null; next = next()) {
            final InetAddress[] found = resolver.resolve(next.name);
            synchronized (this) {
                if (found != null) {
                    next.addresses = found;
                    collect();
                }
            }
        }
    }

    private synchronized Host next() {
        for (final Host host : hosts.values()) {
            if (!host.isResolved) {
                host.isResolved = true;
                return host;
            }
        }
        isResolving = false;
        doneNs = clock.nanoTime();
        return null;
    }

    private void collect() {
        final Set<InetAddress> all = new HashSet<>();
        final List<Host> now = new ArrayList<>(hosts.values());
        for (final Host host : now) {
            all.addAll(List.of(host.addresses));
        }
        known = all;
    }

    /** One name or literal address. */
    private static final class Host {
        private final String name;
        private InetAddress[] addresses = {};
        private boolean isResolved;
        private int users;

        Host(final String name) {
            this.name = name;
        }
    }
}

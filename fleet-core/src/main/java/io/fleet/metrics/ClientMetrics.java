package io.fleet.metrics;

import io.fleet.client.command.ClientCounters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;

/**
 * Binds what a {@code FleetRemoteClient} counts to Micrometer: {@code new ClientMetrics(client.counters(), tags)
 * .bindTo(registry)}. The meters are those of {@link FleetMetrics} that begin with {@code fleet.client}. They only read
 * what the client counts anyway; any thread may ask.
 */
public final class ClientMetrics implements MeterBinder, AutoCloseable {
    private final ClientCounters counters;
    private final Iterable<Tag> tags;
    private final List<Runnable> removals = new ArrayList<>();

    /**
     * Meters of one client.
     *
     * @param counters as {@code FleetRemoteClient.counters()} gives them.
     * @param tags     of every meter, such as its group; those of nodes have {@code node} and {@code group}. Those of
     *                 two clients in one registry must differ: the second would get the meters of the first.
     */
    public ClientMetrics(final ClientCounters counters, final Iterable<Tag> tags) {
        this.counters = counters;
        this.tags = tags;
    }

    @Override
    public synchronized void bindTo(final MeterRegistry registry) {
        for (final ClientMeter meter : Meters.OF_CLIENTS) {
            final String name = meter.name();
            final Meter bound = FunctionCounter.builder(name, counters, meter.value()::applyAsLong).tags(tags)
                .baseUnit(name.substring(name.lastIndexOf('.') + 1)).description(meter.description())
                .register(registry);
            removals.add(() -> registry.remove(bound));
        }
    }

    /** Removes the meters from every registry that they were bound to. */
    @Override
    public synchronized void close() {
        removals.forEach(Runnable::run);
        removals.clear();
    }
}

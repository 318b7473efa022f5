package io.fleet.examples.kv.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** Meters, and a page of them in Prometheus' text form; those of the JVM's memory are on it from the start. */
final class MetricsPage implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();

    MetricsPage() {
        new JvmMemoryMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    MeterRegistry registry() {
        return registry;
    }

    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }
}

package io.fleet.config;

/** What of a {@link GroupConfig} says how a group is kept from being flooded. Immutable once it is made. */
abstract class FlowSettings {
    long queueMillis;

    FlowSettings() {
    }

    FlowSettings(final FlowSettings other) {
        queueMillis = other.queueMillis;
    }

    /**
     * See {@link GroupConfig#withQueueMillis}. Local.
     * @return the value.
     */
    public long queueMillis() {
        return queueMillis;
    }
}

package io.fleet.examples.kv;

import io.fleet.config.LeaseConfig;

/** The words for leases in options: milliseconds, or milliseconds and a bound of drift in millionths. */
public final class KvLeases {
    /** What there is to choose from, for people. */
    public static final String CHOICE = "MS[:PPM]";

    private KvLeases() {
    }

    /**
     * What words stand for.
     *
     * @param words such as {@code 250} or {@code 250:500}.
     * @return the leases; null where the words are none.
     * @throws io.fleet.error.ConfigException when a number is out of its range.
     */
    public static LeaseConfig parse(final String words) {
        if (!words.matches("[0-9]{1,9}(:[0-9]{1,9})?")) {
            return null;
        }
        final String[] parts = words.split(":");
        final LeaseConfig leases = LeaseConfig.of(Long.parseLong(parts[0]));
        return parts.length == 1 ? leases : new LeaseConfig(leases.millis(), Integer.parseInt(parts[1]));
    }
}

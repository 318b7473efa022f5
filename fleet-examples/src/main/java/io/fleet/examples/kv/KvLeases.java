package io.fleet.examples.kv;

import io.fleet.config.LeaseConfig;

/** The words for leases in options: milliseconds, a bound of drift in millionths, and whether replicas hold them. */
public final class KvLeases {
    /** What there is to choose from, for people. */
    public static final String CHOICE = "MS[:PPM][:all]";

    private KvLeases() {
    }

    /**
     * What words stand for.
     *
     * @param words such as {@code 250}, {@code 250:500} or {@code 250:all}.
     * @return the leases; null where the words are none.
     * @throws io.fleet.error.ConfigException when a number is out of its range.
     */
    public static LeaseConfig parse(final String words) {
        if (!words.matches("[0-9]{1,9}(:[0-9]{1,9})?(:all)?")) {
            return null;
        }
        final boolean atReplicas = words.endsWith(":all");
        final String[] parts = words.split(":");
        final LeaseConfig leases = LeaseConfig.of(Long.parseLong(parts[0]));
        return new LeaseConfig(leases.millis(), parts.length == (atReplicas ? 2 : 1) ? leases.maxDriftPpm()
            : Integer.parseInt(parts[1]), atReplicas);
    }
}

package io.fleet.transport.aeron;

import io.aeron.driver.ThreadingMode;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Networks;

/** What a configuration says, for tests of who makes it. */
public final class Settings {
    private Settings() {
    }

    public static int mtuLength(final AeronConfig config) {
        return config.mtuLength();
    }

    public static ThreadingMode threadingMode(final AeronConfig config) {
        return config.threadingMode();
    }

    public static boolean spinning(final AeronConfig config) {
        return config.spinning();
    }

    public static boolean allows(final AeronConfig config, final String address) {
        return config.allowedSources().contains(Networks.literal(address));
    }

    public static String driverDirectory(final AeronConfig config) {
        return config.driverDirectory();
    }
}

package io.fleet.config;

import io.fleet.error.ConfigException;

/** Range checks of settings, with messages that name the setting, the value and what is allowed. */
public final class Checks {
    private Checks() {
    }

    /**
     * Checks a range.
     *
     * @param setting its name.
     * @param value   its value.
     * @param min     the least allowed.
     * @param max     the most allowed.
     * @return the value.
     */
    public static long range(final String setting, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new ConfigException(setting + " is " + value + ", but must be from " + min + " to " + max);
        }
        return value;
    }

    /**
     * Checks a range.
     *
     * @param setting its name.
     * @param value   its value.
     * @param min     the least allowed.
     * @param max     the most allowed.
     * @return the value.
     */
    public static int range(final String setting, final int value, final int min, final int max) {
        return (int) range(setting, (long) value, (long) min, (long) max);
    }

    /**
     * Checks a range of powers of two.
     *
     * @param setting its name.
     * @param value   its value.
     * @param min     the least allowed.
     * @param max     the most allowed.
     * @return the value.
     */
    public static int powerOfTwo(final String setting, final int value, final int min, final int max) {
        if (value < min || value > max || Integer.bitCount(value) != 1) {
            throw new ConfigException(setting + " is " + value + ", but must be a power of two from " + min
                + " to " + max);
        }
        return value;
    }

    /**
     * Checks that a setting is given.
     *
     * @param setting its name.
     * @param value   its value.
     * @param <T>     its type.
     * @return the value.
     */
    public static <T> T notNull(final String setting, final T value) {
        if (value == null) {
            throw new ConfigException(setting + " is missing");
        }
        return value;
    }
}

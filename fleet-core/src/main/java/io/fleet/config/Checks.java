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

    /** A coded group has no leader that spreads bodies or names who replies: what is said of these is refused. */
    static void ofUse(final GroupConfig config) {
        if (config.code() == null) {
            return;
        }
        final GroupConfig unset = GroupConfig.scattered();
        refuse("dissemination", config.dissemination(), unset.dissemination(), config);
        refuse("replierPolicy", config.replierPolicy(), unset.replierPolicy(), config);
        refuse("replierQueueBound", config.replierQueueBound(), unset.replierQueueBound(), config);
        refuse("hedgeMillis", config.hedgeMillis(), unset.hedgeMillis(), config);
    }

    private static void refuse(final String setting, final Object value, final Object unset, final GroupConfig config) {
        if (!unset.equals(value)) {
            throw new ConfigException(setting + " is " + value + ", but a group that is " + config.code()
                + " has no use for it: it must be " + unset);
        }
    }

    /** Checks what is stored where: some settings rule each other out. */
    static void storing(final WriteQuorum copies, final Persistence persistence, final ErasureCode code) {
        if (code != null && (copies != WriteQuorum.ALL || persistence != Persistence.SCATTERED)) {
            throw new ConfigException("copies is " + copies + " and persistence is " + persistence
                + ", but copies must be ALL and persistence SCATTERED in a group that is " + code);
        }
        if (copies == WriteQuorum.QUORUM && persistence != Persistence.SCATTERED) {
            throw new ConfigException("copies is QUORUM and persistence is " + persistence
                + ", but copies must be ALL unless persistence is SCATTERED");
        }
    }
}

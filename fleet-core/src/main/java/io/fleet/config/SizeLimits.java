package io.fleet.config;

import io.fleet.error.ConfigException;

/**
 * How long commands, answers and payloads may be at most, whatever a group is configured for. Only coded groups take
 * long ones: there a payload goes stripe by stripe, while elsewhere a body has to fit into one record of each log.
 */
public final class SizeLimits {
    /** The longest command and answer of a group that is not coded, and the longest header of any command, in bytes. */
    public static final int SHORT_BYTES = 8388608;
    /** The longest payload of one command, in bytes: 64 MiB. */
    public static final int PAYLOAD_BYTES = 67108864;
    /** The longest command and answer of a coded group, in bytes: a payload, and 64 KiB for what is around it. */
    public static final int LONG_BYTES = PAYLOAD_BYTES + 65536;

    private SizeLimits() {
    }

    /**
     * The longest command and answer that a group may be configured for.
     *
     * @param mode how it agrees.
     * @return bytes.
     */
    public static int most(final Mode mode) {
        return mode == Mode.CODED ? LONG_BYTES : SHORT_BYTES;
    }

    /**
     * Checks what a setting of such a length may be.
     *
     * @param setting its name.
     * @param value   its value in bytes.
     * @param mode    how the group agrees.
     * @return the value.
     * @throws ConfigException that names the setting, its range, and which groups take more.
     */
    static int check(final String setting, final int value, final Mode mode) {
        return Checks.range(mode == Mode.CODED ? setting : setting + " (of a group that is not coded)", value, 64,
            most(mode));
    }
}

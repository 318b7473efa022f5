package io.fleet.config;

import io.fleet.error.ConfigException;

/**
 * How the values of a coded group are cut: k segments, of which m more are made. One for each member; any k give the
 * value back. The group goes on while m / 2 members are away, rounded down. With m below 2 it would stop with each of
 * them, less available than one node alone, so that is refused.
 *
 * @param k data segments, 1 to 61.
 * @param m parity segments, 2 to 62; k + m is at most 63.
 */
public record ErasureCode(int k, int m) {
    private static final int LEAST_PARITY = 2;
    private static final int MOST_MEMBERS = 63;

    /**
     * Checks the ranges.
     *
     * @throws ConfigException that names the value and its range.
     */
    public ErasureCode {
        Checks.range("k", k, 1, MOST_MEMBERS - LEAST_PARITY);
        if (m < LEAST_PARITY || m >= MOST_MEMBERS) {
            throw new ConfigException("m is " + m + ", but must be from " + LEAST_PARITY + " to " + (MOST_MEMBERS - 1)
                + ": a coded group goes on while m / 2 members are away, rounded down, which must be one at least");
        }
        Checks.range("k + m", k + m, 1 + LEAST_PARITY, MOST_MEMBERS);
    }

    /**
     * How many members the group has.
     *
     * @return k + m.
     */
    public int members() {
        return k + m;
    }

    @Override
    public String toString() {
        return "coded(" + k + ", " + m + ")";
    }
}

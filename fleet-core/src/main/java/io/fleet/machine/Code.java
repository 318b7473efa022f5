package io.fleet.machine;

/**
 * How the values of a coded group are cut: k segments, of which m more are made. One for each member; any k give the
 * value back.
 *
 * @param k data segments, 1 to 62.
 * @param m parity segments, 0 to 62; k + m is 2 to 63.
 */
public record Code(int k, int m) {
    private static final int MOST = 62;
    private static final int MOST_MEMBERS = 63;

    /**
     * Checks the ranges.
     *
     * @throws ConfigException that names the value and its range.
     */
    public Code {
        Checks.range("k", k, 1, MOST);
        Checks.range("m", m, 0, MOST);
        Checks.range("k + m", k + m, 2, MOST_MEMBERS);
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

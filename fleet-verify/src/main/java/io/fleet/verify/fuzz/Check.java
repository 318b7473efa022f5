package io.fleet.verify.fuzz;

import java.util.Arrays;
import java.util.HexFormat;

/** What targets demand. */
public final class Check {
    private Check() {
    }

    /**
     * Demands a condition.
     *
     * @param holds what must be true.
     * @param what  is wrong when it is not.
     * @throws AssertionError when it is not.
     */
    public static void that(final boolean holds, final String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /**
     * Demands the same bytes.
     *
     * @param what     is compared.
     * @param expected the bytes.
     * @param found    the other bytes.
     * @throws AssertionError when they differ.
     */
    public static void same(final String what, final byte[] expected, final byte[] found) {
        if (!Arrays.equals(expected, found)) {
            throw new AssertionError(what + ": expected " + HexFormat.of().formatHex(expected) + ", found "
                + HexFormat.of().formatHex(found));
        }
    }
}

package io.fleet.verify.fuzz;

import java.util.HexFormat;

/** An input that a decoder does not treat as declared; the message holds the input in hexadecimal. */
public final class FuzzFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 8 * 1024;

    private final transient byte[] input;

    FuzzFailure(final String target, final long run, final byte[] input, final String what, final Throwable cause) {
        super("target " + target + ", input " + run + " of " + input.length + " bytes: " + what + "\ninput: "
            + HexFormat.of().formatHex(input, 0, Math.min(SHOWN, input.length))
            + (input.length > SHOWN ? "..." : ""), cause);
        this.input = input;
    }

    /**
     * The input.
     *
     * @return a copy.
     */
    public byte[] input() {
        return input.clone();
    }
}

package io.fleet.testkit;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * One thing that a simulated client asks for. A value: equal when all bytes are.
 *
 * @param header  the small leading part; may be empty. Not copied: not to be changed afterwards.
 * @param payload the bulk; may be empty. Not copied.
 * @param isQuery whether it is read-only and goes to
 *                {@link io.fleet.machine.StateMachine#query StateMachine.query}.
 */
public record Request(byte[] header, byte[] payload, boolean isQuery) {
    private static final byte[] NOTHING = {};

    /**
     * A command without a header.
     *
     * @param payload its bytes.
     * @return the request.
     */
    public static Request command(final byte[] payload) {
        return new Request(NOTHING, payload, false);
    }

    /**
     * A command.
     *
     * @param header  its leading bytes.
     * @param payload its other bytes.
     * @return the request.
     */
    public static Request command(final byte[] header, final byte[] payload) {
        return new Request(header, payload, false);
    }

    /**
     * A query without a header.
     *
     * @param payload its bytes.
     * @return the request.
     */
    public static Request query(final byte[] payload) {
        return new Request(NOTHING, payload, true);
    }

    /**
     * A query.
     *
     * @param header  its leading bytes.
     * @param payload its other bytes.
     * @return the request.
     */
    public static Request query(final byte[] header, final byte[] payload) {
        return new Request(header, payload, true);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Request that && isQuery == that.isQuery && Arrays.equals(header, that.header)
            && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return (Arrays.hashCode(header) * 31 + Arrays.hashCode(payload)) * 31 + Boolean.hashCode(isQuery);
    }

    @Override
    public String toString() {
        final HexFormat hex = HexFormat.of();
        return (isQuery ? "query " : "command ") + hex.formatHex(header) + ':' + hex.formatHex(payload);
    }

    /** Reads what {@link #toString()} wrote. */
    static Request parse(final String text) {
        final int space = text.indexOf(' ');
        final int colon = text.indexOf(':');
        final String kind = space < 0 ? text : text.substring(0, space);
        if (colon < space || space < 0 || !kind.equals("query") && !kind.equals("command")) {
            throw new IllegalArgumentException("'" + text + "' is no request: (query|command) HEADER:PAYLOAD in "
                + "hexadecimal digits");
        }
        final HexFormat hex = HexFormat.of();
        return new Request(hex.parseHex(text, space + 1, colon), hex.parseHex(text, colon + 1, text.length()),
            kind.equals("query"));
    }
}

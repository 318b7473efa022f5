package io.fleet.machine;

/**
 * A handle of bytes that came as the payload of a command, or of a part of them (rule C1). The bytes themselves need
 * not be where the handle is: in a coded group no node has them, and any k give them back.
 *
 * <p>A machine keeps handles in its state, returns them in replies, and writes them into its snapshots, all by
 * {@link Payloads}; it cannot make one. A handle from {@link Query#handle()} holds during the call only, until it is
 * placed; what {@link Payloads#place} returns holds until it is forgotten. Immutable, small, of any thread; two handles
 * of the same bytes of the same command are equal.
 */
public interface Payload {
    /**
     * How many bytes it stands for.
     *
     * @return bytes, 0 or more.
     */
    int length();

    /**
     * A part of it. It is no further placing: it holds as long as this handle does, and what is forgotten is the whole
     * that was placed. A part may be placed by itself, and is then one of its own.
     *
     * @param from   the first byte, from 0.
     * @param length how many.
     * @return the part.
     * @throws IndexOutOfBoundsException when it is not within this one.
     */
    Payload slice(int from, int length);
}

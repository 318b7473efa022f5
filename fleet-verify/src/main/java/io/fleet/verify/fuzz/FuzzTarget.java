package io.fleet.verify.fuzz;

import java.util.List;

/**
 * A decoder that takes bytes from outside: from a network, a disk or a user. An instance is used by one thread at a
 * time, for one input after the other.
 */
public interface FuzzTarget {
    /**
     * Names it on the command line.
     *
     * @return a short word in lower case.
     */
    String name();

    /**
     * What changes start from.
     *
     * @return inputs that the decoder takes, at least one.
     */
    List<byte[]> seeds();

    /**
     * Words of a text protocol, put in at any place.
     *
     * @return none for binary formats.
     */
    default List<byte[]> words() {
        return List.of();
    }

    /**
     * Makes checksums right, so that changes reach what lies behind them.
     *
     * @param input changed in place; of any length.
     */
    default void seal(final byte[] input) {
    }

    /**
     * Decodes an input and checks what comes out: no exception but the declared one, no more memory than declared,
     * and the same meaning when it is encoded and decoded again.
     *
     * @param input of any content and length; not changed.
     * @param meter measures memory.
     * @return in a few words what became of it, such as the reason for which it was refused; begins with
     *         {@link Fuzzer#TAKEN} when it was not.
     * @throws AssertionError when a check fails; anything else that is thrown is an undeclared exception.
     */
    String run(byte[] input, AllocationMeter meter);

    /**
     * What an input stands for, where that says more than the number of inputs.
     *
     * @return in a few words what was done so far, such as how many messages were sent; empty where there is nothing.
     */
    default String tally() {
        return "";
    }
}

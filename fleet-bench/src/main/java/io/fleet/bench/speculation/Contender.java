package io.fleet.bench.speculation;

import io.fleet.machine.StateMachine;

/**
 * Who is compared: one machine, hosted in different ways.
 *
 * @param kind    what the machine is to Fleet.
 * @param threads of each node that prepare commands; of a plain machine, that would.
 */
record Contender(Kind kind, int threads) {
    /** The node is as by default, and its one thread has nothing to do. */
    static final Contender PLAIN = new Contender(Kind.PLAIN, 1);
    /** Opts in, and each command is prepared in its turn. */
    static final Contender OFF = new Contender(Kind.SPECULATIVE, 0);
    /** The leader prepares as by default, and the others insert what came of it. */
    static final Contender SHIPPED = new Contender(Kind.SHIPPING, 1);

    /** What a machine opts in to. */
    enum Kind {
        /** Nothing. */
        PLAIN,
        /** Commands may be prepared early. */
        SPECULATIVE,
        /** The same, and effects travel. */
        SHIPPING
    }

    boolean isPlain() {
        return kind == Kind.PLAIN;
    }

    boolean isShipping() {
        return kind == Kind.SHIPPING;
    }

    /** A new map; what is hosted of it is another question. */
    SpeculativeMap newMap() {
        return isShipping() ? new ShippingMap() : new SpeculativeMap();
    }

    /** What a node hosts of a map. */
    StateMachine host(final SpeculativeMap map) {
        return isPlain() ? new PlainMap(map) : map;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case PLAIN -> "plain";
            case SHIPPING -> "shipped";
            case SPECULATIVE -> threads == 0 ? "off" : threads + (threads == 1 ? " thread" : " threads");
        };
    }
}

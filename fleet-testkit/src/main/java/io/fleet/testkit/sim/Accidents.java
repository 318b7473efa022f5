package io.fleet.testkit.sim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chance on the network. What befalls a packet depends on nothing but the seed and the packet's name (link and
 * number), and on each kind of accident apart, so that a run in which one accident is left out sees all others again.
 * Accidents are either drawn with the probabilities that links have, or given one by one. Single-threaded.
 */
public final class Accidents {
    private final long seed;
    private final Map<Accident, Long> given;
    private final long[] counts = new long[Accident.Kind.values().length];
    private List<Accident> recorded;

    /**
     * Accidents that are drawn.
     *
     * @param seed what decides them.
     */
    public Accidents(final long seed) {
        this.seed = seed;
        given = null;
    }

    /**
     * Accidents that are given: these happen, and no others, whatever the links' conditions are.
     *
     * @param seed  what decides the ordinary times on the way.
     * @param given all that happen.
     */
    public Accidents(final long seed, final Collection<Accident> given) {
        this.seed = seed;
        this.given = new HashMap<>();
        given.forEach(accident -> this.given.put(nameOf(accident.kind(), accident.from(), accident.to(),
            accident.number()), accident.value()));
    }

    /** Keeps from now on all that happens, for {@link #recorded()}. */
    public void keep() {
        recorded = new ArrayList<>();
    }

    /**
     * What has happened since {@link #keep()}.
     *
     * @return accidents in the order in which they happened; empty when none were kept. A view that cannot be changed.
     */
    public List<Accident> recorded() {
        return recorded == null ? List.of() : Collections.unmodifiableList(recorded);
    }

    /**
     * Whether an accident happens.
     *
     * @param kind        what.
     * @param from        the sender.
     * @param to          the receiver.
     * @param number      which packet of the link.
     * @param probability how likely; 0 to 1.
     * @param bound       what its value is below; 0 for an accident that has none.
     * @return its value, 0 for one that has none; -1 when it does not happen.
     */
    public long draw(final Accident.Kind kind, final int from, final int to, final long number,
                     final double probability, final long bound) {
        final long value;
        if (given != null) {
            value = given.isEmpty() ? -1 : given.getOrDefault(nameOf(kind, from, to, number), -1L);
        } else if (probability > 0) {
            final long bits = bits(kind.ordinal(), from, to, number);
            value = (bits >>> 11) * 0x1.0p-53 < probability ? below(bound, SimHash.mix(bits, bound)) : -1;
        } else {
            return -1;
        }
        if (value >= 0) {
            counts[kind.ordinal()]++;
        }
        if (value >= 0 && recorded != null) {
            recorded.add(new Accident(kind, from, to, number, value));
        }
        return value;
    }

    /**
     * How many accidents of a kind have happened.
     *
     * @param kind which.
     * @return the number.
     */
    public long count(final Accident.Kind kind) {
        return counts[kind.ordinal()];
    }

    /**
     * The part of a packet's time on the way that varies when all is well.
     *
     * @param from   the sender.
     * @param to     the receiver.
     * @param number which packet of the link.
     * @param bound  what it is below; may be 0.
     * @return nanoseconds.
     */
    public long ordinaryDelay(final int from, final int to, final long number, final long bound) {
        return below(bound, bits(-1, from, to, number));
    }

    private long bits(final int what, final int from, final int to, final long number) {
        return SimHash.mix(SimHash.mix(seed, what * 0x1_0000_0000L + from * 0x1_0000L + to), number);
    }

    private static long below(final long bound, final long bits) {
        return bound <= 0 ? 0 : (bits >>> 1) % bound;
    }

    private static Accident nameOf(final Accident.Kind kind, final int from, final int to, final long number) {
        return new Accident(kind, from, to, number, 0);
    }
}

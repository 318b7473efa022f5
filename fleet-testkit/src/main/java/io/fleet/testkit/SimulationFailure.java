package io.fleet.testkit;

import java.util.List;

/** A simulated run in which a rule was broken. A failed assertion for every test framework. */
public final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final long seed;
    private final transient List<String> violations;

    SimulationFailure(final long seed, final List<String> violations, final String message) {
        super(message);
        this.seed = seed;
        this.violations = List.copyOf(violations);
    }

    /**
     * The seed of the run.
     *
     * @return the seed; {@link FleetSimulation#replay(long)} runs it again.
     */
    public long seed() {
        return seed;
    }

    /**
     * What was broken.
     *
     * @return at least one message; the first was seen first.
     */
    public List<String> violations() {
        return violations;
    }
}

package io.fleet.consensus;

import io.fleet.consensus.common.Counter;
import java.util.regex.Pattern;

/**
 * One thing that a mode counts besides what {@link GroupCounters} has for all, and how it is told to those who watch.
 * Read by any thread.
 *
 * @param name        the meter's name behind {@code fleet.group.}, lower case words with dots between them; the last is
 *                    what is counted.
 * @param description what it counts, for people.
 * @param counter     the count.
 * @param isGauge     whether it tells what is now, and may fall; what was counted never does.
 */
public record ModeCounter(String name, String description, Counter counter, boolean isGauge) {
    private static final Pattern NAME = Pattern.compile("[a-z]+(\\.[a-z]+)*");

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException that names it.
     */
    public ModeCounter {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a meter is named '" + name + "', but must match " + NAME);
        }
    }
}

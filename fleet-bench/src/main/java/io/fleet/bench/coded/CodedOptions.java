package io.fleet.bench.coded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What is measured.
 *
 * @param only       which of {@link #PARTS}.
 * @param modes      who is compared, in the order of the first round.
 * @param values     how long values are, for the comparison.
 * @param costValues how long values are, for what a value costs.
 * @param slots      commands in flight, for slots that come to nothing.
 * @param inFlight   commands in flight of the comparison; 0 for what suits the length of the values.
 * @param rounds     how often each is measured.
 * @param measure    how long each load is measured.
 * @param warmUp     how long it goes on before.
 * @param diskBytes  how many bytes a second a node may write, for the comparison; 0 for no limit.
 * @param directory  for the data; null for a temporary one.
 */
record CodedOptions(List<String> only, List<Contender> modes, List<Integer> values, List<Integer> costValues,
                    List<Integer> slots, int inFlight, int rounds, Duration measure, Duration warmUp,
                    long diskBytes, Path directory) {
    static final String COST = "cost";
    static final String SLOTS = "slots";
    static final String SPEED = "speed";
    static final List<String> PARTS = List.of(COST, SLOTS, SPEED);
    /** As many on each node whether there are three or five; a client has at most one or two long values under way. */
    static final int CLIENTS = 15;
    private static final int SHORT_VALUE = 32 << 10;
    private static final int LONG_VALUE = 256 << 10;
    private static final int MAP_BYTES = 32 << 20;
    private static final int MOST_KEYS = 1_000;

    /** How many commands are in flight for values of a length. */
    int inFlight(final int valueBytes) {
        if (inFlight > 0) {
            return inFlight;
        }
        return valueBytes < SHORT_VALUE ? 4 * CLIENTS : valueBytes < LONG_VALUE ? 2 * CLIENTS : CLIENTS;
    }

    /** So many that no replica's map takes more than 32 MiB, but for very long values. */
    static int keys(final int valueBytes) {
        return Math.max(8, Math.min(MOST_KEYS, MAP_BYTES / valueBytes));
    }
}

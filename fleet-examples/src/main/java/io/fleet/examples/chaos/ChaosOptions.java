package io.fleet.examples.chaos;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a run is asked for, checked.
 *
 * @param length    how long clients work.
 * @param clients   how many work at once, at least one for each node.
 * @param directory new or empty; takes data and logs of the processes, and is kept. Null for a temporary one, which is
 *                  kept when the run fails only.
 * @param powerCut  whether all processes are killed at once, rather than one after another.
 * @param maxGap    how long no client at all may be without an answer; not judged when all are killed at once.
 */
public record ChaosOptions(Duration length, int clients, Path directory, boolean powerCut, Duration maxGap) {
}

package io.fleet.bench.cluster.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What every benchmark is asked for, whatever it compares; checked.
 *
 * @param settle    before the first measurement of each cluster; zero for not at all.
 * @param warmUp    before each measurement.
 * @param measure   each measurement, at least.
 * @param longest   a measurement at most, where nodes write snapshots and it waits for those.
 * @param rounds    how often each point is measured with each contender.
 * @param bound     how long all may take; null for no bound.
 * @param nodes     of each cluster.
 * @param embedded  whether all nodes and the client are in one process.
 * @param durable   whether data is synced, on a disk.
 * @param diskBytes how many bytes a second each node may write; 0 for no bound.
 * @param countsCalls whether system calls of nodes are counted.
 * @param directory takes data and logs; null for a temporary one.
 * @param csv       takes the measurements; null for none.
 * @param svg       takes the plots; null for none.
 * @param jvmFlags  for every process that is started.
 */
public record RunOptions(Duration settle, Duration warmUp, Duration measure, Duration longest, int rounds,
                         Duration bound, int nodes, boolean embedded, boolean durable, long diskBytes,
                         boolean countsCalls, Path directory, Path csv, Path svg, List<String> jvmFlags) {
}

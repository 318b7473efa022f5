package io.fleet.bench.reads;

import java.nio.file.Path;
import java.util.List;

/**
 * What was asked for; checked.
 *
 * @param parts       what is measured.
 * @param levels      of reads.
 * @param shares      of reads in a hundred operations.
 * @param nodes       numbers of replicas.
 * @param outstanding operations in flight, where it is a closed loop.
 * @param valueBytes  how long values are.
 * @param keys        how many.
 * @param waitMicros  how long a replica takes to execute a command or a query, without a processor; 0 for no time.
 * @param rate        reads a second while a node is paused.
 * @param bimodalMicros how long most reads take where a tenth takes ten times as long.
 * @param load        of those, in hundredths of what the replicas could execute.
 * @param rounds      how often each is measured, in turn.
 * @param settleNs    how long a cluster works before it is measured.
 * @param warmUpNs    before each measurement.
 * @param measureNs   each measurement.
 * @param directory   takes data and logs; null for a temporary one.
 */
record ReadsOptions(List<String> parts, List<String> levels, List<Integer> shares, List<Integer> nodes,
                    int outstanding, int valueBytes, int keys, int waitMicros, double rate, int bimodalMicros,
                    int load, int rounds, long settleNs, long warmUpNs, long measureNs, Path directory) {
}

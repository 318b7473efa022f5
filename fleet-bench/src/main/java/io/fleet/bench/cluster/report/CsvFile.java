package io.fleet.bench.cluster.report;

import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.harness.NodesCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All measurements, one line each, for other programs. No field needs quotes; what is not known is empty. */
public final class CsvFile {
    private static final String HEAD = "workload,value_bytes,outstanding,rate,share_of_peak,durable,nodes,peer,round,"
        + "seconds,completed,failed,lost,per_second,p50_us,p90_us,p99_us,p999_us,max_us,server_cpu_s,client_cpu_s,"
        + "disk_bytes_per_acked_byte_and_node,write_bytes_per_acked_byte_and_node,flushes_per_op,"
        + "system_calls_per_op,rw_calls_per_op,"
        + "voluntary_switches_per_op,involuntary_switches_per_op,snapshots_of_nodes,trimmed_files_of_nodes,"
        + "disk_limit_bytes_per_s";
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    private CsvFile() {
    }

    public static List<String> lines(final List<Measurement> measurements, final RunOptions options) {
        final List<String> lines = new ArrayList<>(List.of(HEAD));
        for (final Measurement each : measurements) {
            final StringBuilder line = new StringBuilder();
            line.append(String.format(Locale.ROOT, "%s,%d,%d,%.1f,%.2f,%b,%d,%s,%d",
                each.point().workload().name().toLowerCase(Locale.ROOT), each.point().valueBytes(),
                each.point().outstanding(), each.rate(), each.point().share(), options.durable(), options.nodes(),
                each.peer(), each.round()));
            line.append(String.format(Locale.ROOT, ",%.3f,%d,%d,%d,%.1f", each.result().tookNs() / 1e9,
                each.result().completed(), each.result().failed(), each.result().lost(), each.result().perSecond()));
            for (final double percentile : PERCENTILES) {
                line.append(String.format(Locale.ROOT, ",%.1f", each.micros(percentile)));
            }
            line.append(String.format(Locale.ROOT, ",%.3f,%.3f", each.serverCpuNs() / 1e9, each.clientCpuNs() / 1e9));
            for (final double figure : new double[] {each.diskBytes(), each.writtenBytes(), each.flushes(),
                each.systemCalls(), each.calls(), each.voluntary(), each.involuntary()}) {
                line.append(Double.isNaN(figure) ? "," : String.format(Locale.ROOT, ",%.4f", figure));
            }
            line.append(',').append(known(each.cost().snapshots())).append(',')
                .append(known(each.cost().trimmedFiles())).append(',').append(options.diskBytes());
            lines.add(line.toString());
        }
        return lines;
    }

    private static String known(final String cell) {
        return cell.equals(NodesCost.UNKNOWN) ? "" : cell;
    }
}

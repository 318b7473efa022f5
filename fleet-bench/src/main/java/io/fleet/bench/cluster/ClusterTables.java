package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.ClusterOptions;
import io.fleet.bench.cluster.plan.Contender;
import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.report.LatencyPlot;
import io.fleet.bench.cluster.report.Presentation;
import io.fleet.bench.cluster.report.ResultTable;
import io.fleet.bench.cluster.report.Row;
import java.util.List;
import java.util.Map;

/** Peers beside each other: one table and one plot for each workload and length of values. */
record ClusterTables(ClusterOptions options) implements Presentation {
    List<Row> rows(final List<Measurement> all) {
        return Row.of(all, options.values().stream().flatMap(value -> options.points(value).stream()).toList(),
            options.contenders().stream().map(Contender::name).toList());
    }

    @Override
    public List<String> tables(final List<Measurement> all) {
        return ResultTable.lines(rows(all), options.title());
    }

    @Override
    public List<String> legend(final Map<String, List<String>> settings) {
        return ResultTable.legend(settings);
    }

    @Override
    public Map<String, String> plots(final List<Measurement> all) {
        return LatencyPlot.all(rows(all));
    }
}

package io.fleet.bench.cluster.report;

import io.fleet.bench.cluster.plan.Measurement;
import java.util.List;
import java.util.Map;

/** What is made of the measurements of a benchmark. */
public interface Presentation {
    /** The tables, one line each. */
    List<String> tables(List<Measurement> all);

    /** How the tables are to be read, and what the contenders said of their settings, by name. */
    List<String> legend(Map<String, List<String>> settings);

    /** Pictures as SVG, by names that suit files. */
    Map<String, String> plots(List<Measurement> all);
}

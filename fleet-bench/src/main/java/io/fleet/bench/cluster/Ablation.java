package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.Block;
import io.fleet.bench.cluster.plan.Contender;
import io.fleet.bench.cluster.plan.Plan;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.peer.ControlLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One choice of the design, and Fleet with each side of it.
 *
 * @param name     on the command line and in the names of contenders.
 * @param question what is chosen.
 * @param claim    who says that it gives what: the paper, the figure, its setup.
 * @param variants the sides; ratios are to the first.
 * @param points   the loads, all on one cluster of each side; gets of one length of values only, since a put of
 *                 another load leaves values of its own.
 */
record Ablation(String name, String question, String claim, List<Variant> variants, List<Point> points) {
    /** What a contender is called in a run of several ablations. */
    String contender(final Variant variant) {
        return prefix() + variant.name();
    }

    /** What the names of its contenders begin with. */
    String prefix() {
        return name + "/";
    }

    /** Whether one side needs a network that carries multicast. */
    boolean needsMulticast() {
        return variants.stream().anyMatch(Variant::isMulticast);
    }

    /** With some sides only. */
    Ablation only(final Predicate<Variant> wanted) {
        return new Ablation(name, question, claim, variants.stream().filter(wanted).toList(), points);
    }

    /** The contenders, in turn. */
    List<Contender> contenders(final List<String> launcher) {
        return variants.stream().map(each -> new Contender(contender(each), "fleet", alike(each), launcher)).toList();
    }

    /** Snapshots are off for all sides: one would meet now one side and now the other. */
    private static Map<String, String> alike(final Variant variant) {
        final Map<String, String> settings = new LinkedHashMap<>(variant.settings());
        settings.put("snapshots", "off");
        return settings;
    }

    /** The blocks of several ablations: one round of each, and then the next round. */
    static List<Block> blocks(final List<Ablation> all, final int rounds, final List<String> isolated) {
        final List<Block> blocks = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (final Ablation each : all) {
                final List<Contender> contenders = each.contenders(each.needsMulticast() ? isolated : List.of());
                blocks.add(Plan.block(each.name(), contenders, round, each.points()));
            }
        }
        return blocks;
    }

    /**
     * One side.
     *
     * @param name     in tables and in CSV, so without commas.
     * @param settings what is not Fleet's default.
     */
    record Variant(String name, Map<String, String> settings) {
        /** From words of the form name=value. */
        static Variant of(final String name, final String... settings) {
            return new Variant(name, ControlLine.fields(List.of(settings)));
        }

        boolean isMulticast() {
            return "multicast".equals(settings.get("transport"));
        }

        /** The settings in words. */
        String words() {
            return settings.isEmpty() ? "as it is" : String.join(" ", settings.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue()).toList());
        }
    }
}

package io.fleet.bench.cluster;

import io.fleet.bench.cluster.Ablation.Variant;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.load.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All ablations that can be asked for. */
final class Ablations {
    /** How long most queries take where that matters, by default: enough to be most of the work. */
    static final int SERVICE_MICROS = 100;
    /** In the order in which they are measured. */
    static final List<String> NAMES = all(SERVICE_MICROS).stream().map(Ablation::name).toList();
    private static final int FULL = 256;
    private static final int HALF_FULL = 64;
    private static final int A_FEW = 16;
    private static final int SHORT = 64;
    private static final int PAGE = 4_096;
    private static final int LONG_REPLY = 6_144;

    private Ablations() {
    }

    /**
     * All of them.
     *
     * @param serviceMicros how long most queries take where that matters.
     */
    static List<Ablation> all(final int serviceMicros) {
        return List.of(dissemination(), replies(), service(serviceMicros), persistence(), flush(), batches(), copies());
    }

    private static Ablation dissemination() {
        return new Ablation("dissemination", "who sends the body of an entry to the nodes",
            "HovercRaft figure 8 (3 nodes, 10 Gbit/s, no disk): sent by the leader, requests of 64 B have 2 % and of "
                + "512 B 48 % less peak throughput than those of 24 B; over multicast the length does not matter",
            List.of(Variant.of("leader", "dissemination=leader"),
                Variant.of("batcher over mdc", "dissemination=batcher", "transport=mdc"),
                Variant.of("batcher over multicast", "dissemination=batcher", "transport=multicast")),
            closed(Workload.PUT, FULL, 24, SHORT, 512));
    }

    private static Ablation replies() {
        return new Ablation("replies", "who answers, when answers are long",
            "HovercRaft figure 10 (6 KB replies, 10 Gbit/s links, queues of 128): with replies of all nodes about 3 "
                + "times the peak of the leader's alone with 3 nodes, and 5 times with 5",
            repliers(), closed(Workload.GET, FULL, LONG_REPLY));
    }

    private static Ablation service(final int micros) {
        final String[] same = {"service-us=" + micros, "batch-commands=1", "replier-queue=32"};
        return new Ablation("service", "who executes queries, when a tenth of them take ten times as long",
            "HovercRaft figure 11 (10 us on average, a tenth takes 10 times as long, 75 % read-only, queues of 32): "
                + "balanced over 3 nodes 57 % more throughput within the bound of latency, with the shortest queue "
                + "more than at random",
            repliers(same), List.of(Point.closed(Workload.GET, SHORT, A_FEW),
                Point.closed(Workload.GET, SHORT, HALF_FULL)));
    }

    private static List<Variant> repliers(final String... same) {
        return List.of(Variant.of("leader", with(same, "replier=leader")),
            Variant.of("random", with(same, "replier=random")), Variant.of("jbsq", with(same, "replier=jbsq")));
    }

    private static Ablation persistence() {
        final List<Variant> variants = new ArrayList<>();
        for (final String order : List.of("ordered", "scattered")) {
            for (int logs = 1; logs <= 3; logs++) {
                variants.add(Variant.of(order + " with " + logs + (logs == 1 ? " log" : " logs"),
                    "persistence=" + order, "directories=" + logs));
            }
        }
        return new Ablation("persistence", "in which order a storage node writes, and into how many logs",
            "FLEET figure 3 (5 nodes of 64 cores, NVMe disks; scattered beside Raft): 7 times the throughput with 1 "
                + "disk and 10 times with 6 at 64 B, 1.14 and 1.5 times at 4 KB",
            variants, closed(Workload.PUT, FULL, SHORT, PAGE));
    }

    private static Ablation flush() {
        return new Ablation("flush", "which thread writes and syncs",
            "FRaft figures 7 to 9 (3 nodes, 1 Gbit/s): flushed in groups beside the thread that receives, 1.3 times "
                + "the throughput, a fifth fewer disk operations for the same bytes, and less than half the time of a "
                + "task",
            List.of(Variant.of("inline", "flush=inline"), Variant.of("grouped", "flush=grouped"),
                Variant.of("adaptive", "flush=adaptive")),
            List.of(Point.closed(Workload.PUT, SHORT, 1), Point.closed(Workload.PUT, SHORT, A_FEW),
                Point.closed(Workload.PUT, SHORT, FULL), Point.closed(Workload.PUT, PAGE, FULL)));
    }

    private static Ablation batches() {
        return new Ablation("batches", "how many commands share an entry",
            "Compartmentalization figure 12 (in memory, 16 B): batches of 100 give 8 times the throughput of none "
                + "with plain MultiPaxos, and 5.3 times when it is compartmentalized",
            IntStream.of(1, 10, 50, 100).mapToObj(each -> Variant.of("at most " + each, "batch-commands=" + each))
                .toList(),
            closed(Workload.PUT, FULL, SHORT));
    }

    private static Ablation copies() {
        return new Ablation("copies", "how many storage nodes write an entry",
            "by no paper; 2 of 3 nodes write each entry, so a disk carries 2/3 of the bytes, and where disks are the "
                + "limit 1.5 times the throughput is to be expected",
            List.of(Variant.of("all", "copies=all"), Variant.of("quorum", "copies=quorum")),
            closed(Workload.PUT, FULL, SHORT, PAGE));
    }

    private static String[] with(final String[] some, final String one) {
        final List<String> all = new ArrayList<>(List.of(some));
        all.add(0, one);
        return all.toArray(String[]::new);
    }

    private static List<Point> closed(final Workload workload, final int outstanding, final int... values) {
        return IntStream.of(values).mapToObj(value -> Point.closed(workload, value, outstanding)).toList();
    }
}

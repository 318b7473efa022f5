package io.fleet.examples.kv.server;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.ReplierPolicy;
import picocli.CommandLine.Option;

/** The options of a command that say what a node does when it leads, checked together. */
final class LeaderOptions {
    private static final int MAX_QUEUE_MILLIS = 60_000;

    @Option(names = "--dissemination", paramLabel = "batcher|leader", defaultValue = "batcher",
        description = "of --mode scattered: who sends bodies to the nodes (default: ${DEFAULT-VALUE})")
    private String dissemination;
    @Option(names = "--replier", paramLabel = "jbsq|random|leader", defaultValue = "jbsq",
        description = "of --mode scattered: which replica answers; jbsq: the one with the shortest bounded queue "
            + "(default: ${DEFAULT-VALUE})")
    private String replier;
    @Option(names = "--queue-millis", paramLabel = "N", defaultValue = "0",
        description = "of --mode scattered: how many milliseconds entries may take; while they take longer, RESP "
            + "ports on nodes and gateways take less, and the rest is not applied, and answered so at once. About "
            + "three times what they take under moderate load, see the runbook; 0 for no such bound "
            + "(default: ${DEFAULT-VALUE})")
    private int queueMillis;

    /** A group of mode scattered with what is asked for. */
    GroupConfig with(final GroupConfig config, final OptionChecks checks) {
        return config.withDissemination(checks.oneOf("--dissemination", dissemination, Dissemination.class))
            .withReplierPolicy(checks.oneOf("--replier", replier, ReplierPolicy.class))
            .withQueueMillis(checks.range("--queue-millis", queueMillis, 0, MAX_QUEUE_MILLIS));
    }
}

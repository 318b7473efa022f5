package io.fleet.verify.shrink;

import io.fleet.config.Dissemination;
import io.fleet.config.ErasureCode;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.config.LeaseConfig;
import io.fleet.config.Persistence;
import io.fleet.config.QuorumLayout;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.run.plan.Flushing;
import io.fleet.testkit.run.plan.SeedConfig;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One thing that a {@link SeedConfig} says, by its name.
 *
 * @param name  the name in scripts.
 * @param get   its value in words of a script.
 * @param with  a copy of a configuration with the value that a word says.
 */
record Setting(String name, Function<SeedConfig, String> get, BiFunction<SeedConfig, String, SeedConfig> with) {
    private static final String NO_CODE = "none";
    private static final String AT_REPLICAS = "/replicas";
    /** All settings but the number of nodes. The first one changes others. */
    static final List<Setting> ALL = List.of(
        new Setting("code", Setting::code, Setting::withCode),
        new Setting("spares", c -> text(c.spares()), (c, word) -> c.withSpares(whole(word))),
        new Setting("quorums", c -> c.config().quorums().toString().replace(' ', ':'),
            (c, word) -> c.withConfig(c.config().withQuorums(QuorumLayout.parse(word)))),
        new Setting("witnesses", c -> Long.toBinaryString(c.witnesses()),
            (c, word) -> c.withWitnesses(Long.parseLong(word, 2))),
        new Setting("disks", c -> text(c.disks()), (c, word) -> c.withDisks(whole(word))),
        new Setting("snapshotEntries", c -> text(c.snapshotEntries()), (c, word) -> c.withSnapshotEntries(whole(word))),
        new Setting("snapshots", c -> c.snapshots().entries() + "/" + c.snapshots().bytes() + "/"
            + c.snapshots().intervalMillis(), (c, word) -> c.withSnapshots(running(c.snapshots(), parts(word, 3)))),
        new Setting("trim", c -> c.snapshots().trim() + "/" + c.snapshots().marginEntries(),
            (c, word) -> c.withSnapshots(trim(c.snapshots(), word.split("/", 2)))),
        new Setting("writers", c -> c.flushing().writers().name(),
            (c, w) -> c.withFlushing(c.flushing().withWriters(Flushing.Writers.valueOf(w)))),
        new Setting("filesElsewhere", c -> String.valueOf(c.flushing().filesElsewhere()),
            (c, w) -> c.withFlushing(c.flushing().withFilesElsewhere(yes(w)))),
        new Setting("machinesElsewhere", c -> String.valueOf(c.flushing().machinesElsewhere()),
            (c, w) -> c.withFlushing(c.flushing().withMachinesElsewhere(yes(w)))),
        new Setting("prepareThreads", c -> text(c.flushing().prepareThreads()),
            (c, w) -> c.withFlushing(c.flushing().withPrepareThreads(whole(w)))),
        new Setting("shipsEffects", c -> String.valueOf(c.flushing().shipsEffects()),
            (c, w) -> c.withFlushing(c.flushing().withShippedEffects(yes(w)))),
        new Setting("readThreads", c -> text(c.readThreads()), (c, word) -> c.withReadThreads(whole(word))),
        new Setting("groups", c -> text(c.groups()), (c, word) -> c.withGroups(whole(word))),
        new Setting("ownSettings", c -> String.valueOf(c.ownSettings()), (c, w) -> c.withOwnSettings(yes(w))),
        group("leases", Setting::leases,
            (c, w) -> c.withLeases(leases(w))),
        group("persistence", GroupConfig::persistence, (c, w) -> c.withPersistence(Persistence.valueOf(w))),
        group("copies", GroupConfig::copies, (c, w) -> c.withCopies(WriteQuorum.valueOf(w))),
        group("hedgeMillis", GroupConfig::hedgeMillis, (c, w) -> c.withHedgeMillis(Long.parseLong(w))),
        group("dissemination", GroupConfig::dissemination, (c, w) -> c.withDissemination(Dissemination.valueOf(w))),
        group("replierPolicy", GroupConfig::replierPolicy, (c, w) -> c.withReplierPolicy(ReplierPolicy.valueOf(w))),
        group("learning", GroupConfig::learning, (c, w) -> c.withLearning(Learning.valueOf(w))),
        group("windowEntries", GroupConfig::windowEntries, (c, w) -> c.withWindowEntries(whole(w))),
        group("pendingEntries", GroupConfig::pendingEntries, (c, w) -> c.withPendingEntries(whole(w))),
        group("pendingBytes", GroupConfig::pendingBytes, (c, w) -> c.withPendingBytes(whole(w))),
        group("maxBatchBytes", GroupConfig::maxBatchBytes, (c, w) -> c.withMaxBatchBytes(whole(w))),
        group("maxBatchCommands", GroupConfig::maxBatchCommands, (c, w) -> c.withMaxBatchCommands(whole(w))),
        group("maxCommandBytes", GroupConfig::maxCommandBytes, (c, w) -> c.withMaxCommandBytes(whole(w))),
        group("maxReplyBytes", GroupConfig::maxReplyBytes, (c, w) -> c.withMaxReplyBytes(whole(w))),
        group("clientWindow", GroupConfig::clientWindow, (c, w) -> c.withClientWindow(whole(w))),
        group("maxSessions", GroupConfig::maxSessions, (c, w) -> c.withMaxSessions(whole(w))),
        group("sessionTimeoutMillis", GroupConfig::sessionTimeoutMillis,
            (c, w) -> c.withSessionTimeoutMillis(Long.parseLong(w))),
        group("sessionBytes", GroupConfig::sessionBytes, (c, w) -> c.withSessionBytes(whole(w))),
        group("queueMillis", GroupConfig::queueMillis, (c, w) -> c.withQueueMillis(Long.parseLong(w))),
        group("replierQueueBound", GroupConfig::replierQueueBound, (c, w) -> c.withReplierQueueBound(whole(w))),
        group("electionTimeoutMillis", GroupConfig::electionTimeoutMillis,
            (c, w) -> c.withElectionTimeoutMillis(Long.parseLong(w))),
        group("heartbeatMillis", GroupConfig::heartbeatMillis, (c, w) -> c.withHeartbeatMillis(Long.parseLong(w))),
        group("resendMillis", GroupConfig::resendMillis, (c, w) -> c.withResendMillis(Long.parseLong(w))),
        group("requestTimeoutMillis", GroupConfig::requestTimeoutMillis,
            (c, w) -> c.withRequestTimeoutMillis(Long.parseLong(w))),
        group("retryMillis", GroupConfig::retryMillis, (c, w) -> c.withRetryMillis(Long.parseLong(w))),
        new Setting("scatteredLog", c -> c.scatteredLog().fileLength() + "/" + c.scatteredLog().stagingLength(),
            (c, word) -> c.withScatteredLog(scatteredLog(parts(word, 2)))),
        new Setting("orderedLog", c -> c.orderedLog().fileLength() + "/" + c.orderedLog().stagingLength() + "/"
            + c.orderedLog().flushBytes() + "/" + c.orderedLog().flushIntervalNs(),
            (c, word) -> c.withOrderedLog(orderedLog(parts(word, 4)))));

    private static Setting group(final String name, final Function<GroupConfig, Object> get,
                                 final BiFunction<GroupConfig, String, GroupConfig> with) {
        return new Setting(name, c -> String.valueOf(get.apply(c.config())),
            (c, word) -> c.withConfig(with.apply(c.config(), word)));
    }

    private static String code(final SeedConfig config) {
        final ErasureCode code = config.config().code();
        return code == null ? NO_CODE : code.k() + "/" + code.m();
    }

    private static SeedConfig withCode(final SeedConfig config, final String word) {
        if (word.equals(NO_CODE)) {
            throw new IllegalArgumentException("a group is coded or not");
        }
        final long[] parts = parts(word, 2);
        return config.withCode(Math.toIntExact(parts[0]), Math.toIntExact(parts[1]));
    }

    private static String leases(final GroupConfig config) {
        final LeaseConfig leases = config.leases();
        return leases.millis() + "/" + leases.maxDriftPpm() + (leases.atReplicas() ? AT_REPLICAS : "");
    }

    private static LeaseConfig leases(final String word) {
        final boolean atReplicas = word.endsWith(AT_REPLICAS);
        final long[] parts = parts(atReplicas ? word.substring(0, word.length() - AT_REPLICAS.length()) : word, 2);
        return new LeaseConfig(parts[0], Math.toIntExact(parts[1]), atReplicas);
    }

    private static SnapshotConfig running(final SnapshotConfig snapshots, final long[] parts) {
        return snapshots.withRunning(parts[0], parts[1], parts[2]);
    }

    private static SnapshotConfig trim(final SnapshotConfig snapshots, final String[] parts) {
        return snapshots.withTrim(TrimPolicy.valueOf(parts[0]), parts.length < 2 ? 0 : whole(parts[1]));
    }

    private static ScatteredLogConfig scatteredLog(final long[] parts) {
        return new ScatteredLogConfig(Math.toIntExact(parts[0]), Math.toIntExact(parts[1]));
    }

    private static OrderedLogConfig orderedLog(final long[] parts) {
        return new OrderedLogConfig(Math.toIntExact(parts[0]), Math.toIntExact(parts[1]), Math.toIntExact(parts[2]),
            parts[3]);
    }

    private static long[] parts(final String word, final int count) {
        final String[] parts = word.split("/");
        if (parts.length != count) {
            throw new IllegalArgumentException("'" + word + "' has " + parts.length + " parts, but must have " + count);
        }
        return Arrays.stream(parts).mapToLong(Long::parseLong).toArray();
    }

    private static String text(final long value) {
        return Long.toString(value);
    }

    private static boolean yes(final String word) {
        if (!word.equals("true") && !word.equals("false")) {
            throw new IllegalArgumentException("'" + word + "' is neither true nor false");
        }
        return word.equals("true");
    }

    private static int whole(final String word) {
        return Integer.parseInt(word);
    }
}

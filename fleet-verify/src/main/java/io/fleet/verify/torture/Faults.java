package io.fleet.verify.torture;

import io.fleet.verify.torture.fault.Fault;
import io.fleet.verify.torture.fault.FaultGroup;
import io.fleet.verify.torture.fault.Links;
import io.fleet.verify.torture.fault.NetworkWeather;
import io.fleet.verify.torture.history.Recorder;
import io.fleet.verify.torture.history.Timeline;
import io.fleet.verify.torture.process.KvProcess;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Does to the nodes what a plan says. One fault at a time, and the next one only when all nodes have caught up with
 * what it did and clients are answered again.
 */
final class Faults {
    private static final long ANSWER_LIMIT_NS = 30_000_000_000L;
    private static final long END_MILLIS = 10_000;
    private static final String NO_ROOM = "No space left";

    private final List<Fault> plan;
    private final Site site;
    private final KvProcesses processes;
    private final Recorder recorder;
    private final Timeline timeline;
    /** Null where there are none. */
    private final Observers observers;
    private final Map<Fault.Kind, Integer> done = new EnumMap<>(Fault.Kind.class);
    private int skipped;

    Faults(final List<Fault> plan, final Site site, final KvProcesses processes, final Observers observers,
           final Recorder recorder, final Timeline timeline) {
        this.observers = observers;
        this.plan = plan;
        this.site = site;
        this.processes = processes;
        this.recorder = recorder;
        this.timeline = timeline;
    }

    /**
     * Does it; takes the length of the run, and longer when nodes are slow to come back.
     *
     * @param lengthNs of the run.
     * @param isFirm   whether what did not begin within the length is left out.
     */
    void run(final long lengthNs, final boolean isFirm) throws TortureFailure, IOException, InterruptedException {
        final long startNs = System.nanoTime();
        for (final Fault fault : plan) {
            processes.restUntil(startNs + fault.atMillis() * 1_000_000);
            if (isFirm && System.nanoTime() - startNs > lengthNs) {
                break;
            }
            if (fault.kind() == Fault.Kind.FULL_DISK && site.disks() == null) {
                skip();
            } else {
                doOne(fault);
            }
        }
        processes.restUntil(startNs + lengthNs);
        if (observers != null) {
            replaceTheLost();
        }
    }

    /** One voter after the other is lost for good, and an observer takes its place. */
    private void replaceTheLost() throws TortureFailure, IOException, InterruptedException {
        for (int i = 0; i < observers.count(); i++) {
            final KvProcess lost = founder(i == 0);
            timeline.say("kill -9 of node " + lost.id() + ", which does not come back");
            lost.kill();
            processes.forget(lost);
            observers.replace(lost, i);
            awaitAnswers("node " + lost.id() + " is replaced", System.nanoTime());
        }
    }

    /** What was done, as a list of numbers. Any thread. */
    String counts() {
        final Map<Fault.Kind, Integer> counts = copy();
        return counts.isEmpty() ? "none" : counts.entrySet().stream()
            .map(each -> each.getValue() + " x " + each.getKey()).collect(Collectors.joining(", "));
    }

    /** The same, shorter: all of a group together. Any thread. */
    synchronized String summary() {
        final Map<FaultGroup, Integer> groups = new EnumMap<>(FaultGroup.class);
        for (final FaultGroup group : FaultGroup.values()) {
            groups.put(group, 0);
        }
        done.forEach((kind, count) -> groups.merge(kind.group(), count, Integer::sum));
        return groups.entrySet().stream().map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", ")) + (skipped == 0 ? "" : ", " + skipped + " left out");
    }

    private synchronized Map<Fault.Kind, Integer> copy() {
        return new EnumMap<>(done);
    }

    private synchronized void count(final Fault.Kind kind) {
        done.merge(kind, 1, Integer::sum);
    }

    private synchronized void skip() {
        skipped++;
    }

    private void doOne(final Fault fault) throws TortureFailure, IOException, InterruptedException {
        if (!fault.weather().isClear()) {
            timeline.say("network: " + fault.weather());
            site.links().weather(fault.weather());
        }
        switch (fault.kind()) {
            case KILL_LEADER, KILL_NEXT_LEADER -> kill(processes.awaitLeader(), "the leader", fault);
            case KILL_FOLLOWER -> kill(follower(fault), "a follower", fault);
            case KILL_NODE -> kill(any(fault), "one of all", fault);
            case KILL_ALL -> killAll(fault);
            case PAUSE_LEADER -> pause(processes.awaitLeader(), "the leader", fault);
            case PAUSE_FOLLOWER -> pause(follower(fault), "a follower", fault);
            case PAUSE_NODE -> pause(any(fault), "one of all", fault);
            case ISOLATE_LEADER, ISOLATE_FOLLOWER, ISOLATE_NODE, MUTE, DEAF, SPLIT -> partition(fault);
            case BAD_NETWORK -> processes.restUntil(System.nanoTime() + ns(fault));
            case FULL_DISK -> fullDisk(any(fault), fault);
            default -> wipe(any(fault), fault);
        }
        count(fault.kind());
        calm(fault);
    }

    /** Ends what the fault did to the network, and waits until all is well again. */
    private void calm(final Fault fault) throws TortureFailure, IOException, InterruptedException {
        final boolean harmsNetwork = fault.kind().group() == FaultGroup.PARTITIONS || !fault.weather().isClear();
        final long sinceNs = System.nanoTime();
        if (harmsNetwork) {
            site.links().heal();
            site.links().weather(NetworkWeather.CLEAR);
            timeline.say("the network is well again");
        }
        if (harmsNetwork) {
            for (final KvProcess node : processes.nodes()) {
                processes.awaitCaughtUp(node, sinceNs);
            }
        }
        awaitAnswers(fault.kind() + " is over", sinceNs);
    }

    private void awaitAnswers(final String what, final long sinceNs) throws TortureFailure {
        while (recorder.lastAnswerNs() - sinceNs < 0) {
            if (System.nanoTime() - sinceNs > ANSWER_LIMIT_NS) {
                throw new TortureFailure("no client is answered for " + ANSWER_LIMIT_NS / 1_000_000_000
                    + " s though all nodes are up and " + what);
            }
            processes.rest();
        }
    }

    private void kill(final KvProcess node, final String role, final Fault fault)
        throws TortureFailure, IOException, InterruptedException {
        timeline.say("kill -9 of node " + node.id() + ", " + role);
        node.kill();
        processes.restUntil(System.nanoTime() + ns(fault));
        startAgain(node);
    }

    private void startAgain(final KvProcess node) throws TortureFailure, IOException, InterruptedException {
        timeline.say("node " + node.id() + " is started again");
        processes.start(node);
    }

    private void pause(final KvProcess node, final String role, final Fault fault)
        throws TortureFailure, IOException, InterruptedException {
        timeline.say("pause of node " + node.id() + ", " + role);
        node.signal("STOP");
        processes.restUntil(System.nanoTime() + ns(fault));
        timeline.say("node " + node.id() + " goes on");
        node.signal("CONT");
        processes.awaitCaughtUp(node, System.nanoTime());
    }

    private void killAll(final Fault fault) throws TortureFailure, IOException, InterruptedException {
        timeline.say("kill -9 of all nodes at once");
        processes.nodes().forEach(KvProcess::crash);
        for (final KvProcess node : processes.nodes()) {
            node.kill();
        }
        processes.restUntil(System.nanoTime() + ns(fault));
        timeline.say("all nodes are started again");
        processes.startAll();
    }

    private void partition(final Fault fault) throws TortureFailure {
        final KvProcess node = switch (fault.kind()) {
            case ISOLATE_LEADER -> processes.awaitLeader();
            case ISOLATE_FOLLOWER -> follower(fault);
            default -> anyFounder(fault);
        };
        final int other = other(node.id(), fault.pick() / processes.nodes().size());
        final Links links = site.links();
        final String what = switch (fault.kind()) {
            case MUTE -> "is not heard";
            case DEAF -> "does not hear";
            case SPLIT -> "and node " + other + " do not reach each other";
            default -> "is cut off";
        };
        timeline.say("partition: node " + node.id() + " " + what);
        if (fault.kind() == Fault.Kind.SPLIT) {
            links.cut(node.id(), other);
            links.cut(other, node.id());
        }
        if (fault.kind() != Fault.Kind.SPLIT && fault.kind() != Fault.Kind.DEAF) {
            links.mute(node.id());
        }
        if (fault.kind() != Fault.Kind.SPLIT && fault.kind() != Fault.Kind.MUTE) {
            links.deafen(node.id());
        }
        processes.restUntil(System.nanoTime() + ns(fault));
    }

    /** A node without room may end, and must say why. Every second time it is also started without room. */
    private void fullDisk(final KvProcess node, final Fault fault)
        throws TortureFailure, IOException, InterruptedException {
        timeline.say("the disk of node " + node.id() + " is full");
        final long logLength = node.logLength();
        node.mayEnd();
        site.disks().fill(node.id());
        if (fault.pick() % 2 == 0) {
            timeline.say("kill -9 of node " + node.id() + ", and it is started without room");
            node.kill();
            node.start();
            node.mayEnd();
        }
        final long startNs = System.nanoTime();
        try (Flood flood = new Flood(processes.port(other(node.id(), fault.pick())))) {
            while (System.nanoTime() - startNs < ns(fault)) {
                flood.write();
                processes.rest();
            }
        }
        final String durable = processes.durable(node);
        site.disks().free(node.id());
        final long freedNs = System.nanoTime();
        final boolean isEnding = !node.isAlive() || node.logSays(NO_ROOM, logLength);
        final boolean hasEnded = isEnding && node.awaitEnd(END_MILLIS);
        timeline.say("the disk of node " + node.id() + " has room again; the process "
            + (hasEnded ? "has ended" : "lives") + "; before that: " + durable);
        if (!hasEnded) {
            node.mustLive();
            processes.awaitCaughtUp(node, freedNs);
            return;
        }
        if (!node.logSays(NO_ROOM, logLength)) {
            throw new TortureFailure("node " + node.id() + " ended while its disk was full, and its log does not say '"
                + NO_ROOM + "'" + node.endOfLog());
        }
        startAgain(node);
    }

    private void wipe(final KvProcess node, final Fault fault)
        throws TortureFailure, IOException, InterruptedException {
        timeline.say("kill -9 of node " + node.id() + ", and its directory is deleted");
        node.kill();
        node.wipe();
        processes.restUntil(System.nanoTime() + ns(fault));
        timeline.say("node " + node.id() + " is started without data");
        processes.startEmpty(node);
    }

    /** One of the founders that are left, the leader or another one. */
    private KvProcess founder(final boolean leads) throws TortureFailure {
        final KvProcess leader = processes.awaitLeader();
        return leads ? leader : processes.nodes().stream()
            .filter(node -> node != leader && node.id() < site.founders()).findFirst().orElseThrow();
    }

    /** What observers are sent does not go through the relay. */
    private KvProcess anyFounder(final Fault fault) {
        return processes.nodes().get(fault.pick() % site.founders());
    }

    private KvProcess any(final Fault fault) {
        return processes.nodes().get(fault.pick() % processes.nodes().size());
    }

    private KvProcess follower(final Fault fault) throws TortureFailure {
        return processes.nodes().get(other(processes.awaitLeader().id(), fault.pick()));
    }

    private int other(final int node, final int pick) {
        final int count = processes.nodes().size();
        return (node + 1 + pick % (count - 1)) % count;
    }

    private static long ns(final Fault fault) {
        return fault.lengthMillis() * 1_000_000;
    }
}

package io.fleet.metrics;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.common.Counter;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.node.NodeCore;
import io.fleet.node.status.NodeCounters;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.log.Flusher;
import io.fleet.transport.Refusal;
import io.fleet.wire.codec.WireErrors;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Binds what one node, its groups and its disks count to Micrometer: {@code new
 * FleetMetrics(node.cores()).bindTo(registry)}. Meters only read what the node counts anyway, at the moment they are
 * asked; any thread may ask. What a {@code FleetRemoteClient} counts is bound by {@link ClientMetrics}; how many errors
 * the transport has met ({@code AeronTransports.errorCount()}, logged one by one) is not among it.
 *
 * <p>Every meter has the tag {@code node}, and where nodes have several duty threads {@code duty}, its index; those of
 * a group {@code group}; queues of repliers {@code member}; logs {@code log} and {@code directory}; dropped packets and
 * refused senders {@code cause}; roles {@code role}; marks {@code mark}. Marks are those whose classes are loaded when
 * the meters are bound, and count for the whole process. {@code docs/generated/metrics.md} lists the names.
 *
 * <p>A node that was started again is another one: {@link #close()} the old meters, then bind the new.
 */
public final class FleetMetrics implements MeterBinder, AutoCloseable {
    private final Tags markTags;
    private final List<OfCore> cores = new ArrayList<>();
    private final List<Runnable> removals = new ArrayList<>();

    /**
     * Meters with the tags named above.
     *
     * @param cores the node, as {@code FleetNode.cores()} gives it: one for each duty thread; at least one.
     */
    public FleetMetrics(final List<NodeCore> cores) {
        this(cores, Tags.empty());
    }

    /**
     * Meters with more tags.
     *
     * @param cores the node, as {@code FleetNode.cores()} gives it: one for each duty thread; at least one.
     * @param extra tags for every meter; one named {@code node} replaces the node's number, one named {@code duty} is
     *              replaced.
     */
    public FleetMetrics(final List<NodeCore> cores, final Iterable<Tag> extra) {
        markTags = tags(cores.get(0).nodeId(), extra);
        for (final NodeCore core : cores) {
            this.cores.add(new OfCore(core, core.dutyThread() < 0 ? markTags
                : markTags.and("duty", Integer.toString(core.dutyThread()))));
        }
    }

    /**
     * Meters of a node with one duty thread, or of one of several, with the tags named above.
     *
     * @param core one of {@code FleetNode.cores()}.
     */
    public FleetMetrics(final NodeCore core) {
        this(List.of(core));
    }

    /**
     * Meters of a node with one duty thread, or of one of several, with more tags.
     *
     * @param core  one of {@code FleetNode.cores()}.
     * @param extra tags for every meter; one named {@code node} replaces the node's number.
     */
    public FleetMetrics(final NodeCore core, final Iterable<Tag> extra) {
        this(List.of(core), extra);
    }

    private static Tags tags(final int nodeId, final Iterable<Tag> extra) {
        return Tags.of("node", Integer.toString(nodeId)).and(extra);
    }

    @Override
    public synchronized void bindTo(final MeterRegistry registry) {
        // Once for the process, where others bind the other threads.
        if (cores.stream().anyMatch(each -> each.core.dutyThread() <= 0)) {
            bindMarks(registry);
        }
        cores.forEach(core -> core.bindTo(registry));
    }

    /** Removes the meters from every registry that they were bound to. */
    @Override
    public synchronized void close() {
        removals.forEach(Runnable::run);
        removals.clear();
    }

    /** The meters of one duty thread. */
    private final class OfCore {
        private final NodeCore core;
        private final Tags nodeTags;

        private OfCore(final NodeCore core, final Tags nodeTags) {
            this.core = core;
            this.nodeTags = nodeTags;
        }

        private void bindTo(final MeterRegistry registry) {
            bindNode(registry);
            for (final Flusher flusher : core.flushers()) {
                bindFlusher(registry, flusher);
            }
            for (final int groupId : core.groupIds()) {
                final Tags tags = nodeTags.and("group", Integer.toString(groupId));
                bindGroup(registry, groupId, tags);
                bindTables(registry, groupId, tags);
            }
        }

        private void bindNode(final MeterRegistry registry) {
            final NodeCounters counters = core.counters();
            for (final CounterMeter<NodeCounters> meter : Meters.OF_NODE) {
                counter(registry, meter, counters, nodeTags);
            }
            keep(registry, Gauge.builder("fleet.node.remote.clients", counters.remoteClients, Counter::get)
                .tags(nodeTags).baseUnit("clients").description("Remote clients connected now").register(registry));
            keep(registry, Gauge.builder("fleet.transport.deaf.members", core, NodeCore::deaf)
                .tags(nodeTags).baseUnit("members")
                .description("Members that do not hear what this node multicasts, and are sent copies")
                .register(registry));
            for (final Refusal why : Refusal.values()) {
                keep(registry, FunctionCounter.builder("fleet.transport.refused.senders", core, c -> c.refused(why))
                    .tags(nodeTags.and("cause", lower(why))).baseUnit("senders")
                    .description("Senders that announced themselves, or did not, and are not received from")
                    .register(registry));
            }
            for (final WireErrors.Cause cause : WireErrors.Cause.values()) {
                keep(registry, FunctionCounter.builder("fleet.wire.dropped.packets", core.wireErrors(), e -> e.count(
                    cause))
                    .tags(nodeTags.and("cause", lower(cause))).baseUnit("packets")
                    .description("Packets that were received and refused").register(registry));
            }
        }

        private void bindFlusher(final MeterRegistry registry, final Flusher flusher) {
            final FlushCounters counters = flusher.counters();
            final Tags tags =
                nodeTags.and("log", counters.log(), "directory", Integer.toString(counters.directory()));
            keep(registry, FunctionCounter.builder("fleet.storage.fsyncs", counters, FlushCounters::syncs)
                .tags(tags).baseUnit("fsyncs").description("Writes made durable by a sync of their file")
                .register(registry));
            keep(registry, FunctionCounter.builder("fleet.storage.flushed.bytes", counters, FlushCounters::bytes)
                .tags(tags).baseUnit("bytes").description("Bytes made durable, padding included").register(registry));
            keep(registry, Gauge.builder("fleet.storage.stored.bytes", flusher, Flusher::storedBytes)
                .tags(tags).baseUnit("bytes").description("Bytes that the files of the log take").register(registry));
            keep(registry, Gauge.builder("fleet.storage.full", flusher, f -> f.isFull() ? 1 : 0)
                .tags(tags).description("1 while the disk is full and a flush waits for space").register(registry));
        }

        private void bindGroup(final MeterRegistry registry, final int groupId, final Tags tags) {
            final GroupCounters counters = core.group(groupId).counters();
            for (final CounterMeter<GroupCounters> meter : Meters.OF_GROUP) {
                counter(registry, meter, counters, tags);
            }
            for (final ModeCounter each : core.group(groupId).modeCounters()) {
                mode(registry, each, tags);
            }
            for (final GaugeMeter meter : Meters.OF_STATUS) {
                keep(registry, Gauge.builder(meter.name(), core, c -> meter.value().applyAsDouble(c.group(groupId)
                    .status()))
                    .tags(tags).baseUnit(meter.unit()).description(meter.description()).register(registry));
            }
            keep(registry, Gauge.builder("fleet.group.snapshot.lsn", counters.snapshotLsn, Counter::get)
                .tags(tags).baseUnit("lsn").description("LSN up to which the newest snapshot here covers the log")
                .register(registry));
            keep(registry, Gauge.builder("fleet.group.trimmed.lsn", counters.trimmedLsn, Counter::get)
                .tags(tags).baseUnit("lsn").description("LSN up to which the ordered log here is trimmed")
                .register(registry));
            keep(registry, Gauge.builder("fleet.group.forgotten.lsn", counters.forgottenLsn, Counter::get)
                .tags(tags).baseUnit("lsn").description("LSN up to which the scattered log here is trimmed")
                .register(registry));
            keep(registry, Gauge.builder("fleet.group.configuration", counters.configuration, Counter::get)
                .tags(tags).baseUnit("lsn").description("LSN of the configuration of members that this node acts on")
                .register(registry));
            for (final Role role : Role.values()) {
                keep(registry, Gauge.builder("fleet.group.role", core, c -> c.group(groupId).status().role() == role ? 1
                    : 0)
                    .tags(tags.and("role", lower(role))).description("1 for the role that this node has in the group")
                    .register(registry));
            }
            for (final MemberRole role : MemberRole.values()) {
                keep(registry, Gauge.builder("fleet.group.member.role", core, c -> isMember(c, groupId, role) ? 1 : 0)
                    .tags(tags.and("role", lower(role)))
                    .description("1 for what this node is for in the group, by its configuration; 0 for no member")
                    .register(registry));
            }
            for (final GroupMember member : core.group(groupId).watch().configuration().members()) {
                keep(registry, Gauge.builder("fleet.group.replier.queue.entries", core,
                    c -> c.group(groupId).replierQueueDepth(member.node()))
                    .tags(tags.and("member", Integer.toString(member.node()))).baseUnit("entries")
                    .description("Entries that a member has to reply to, as this node sees it while it leads")
                    .register(registry));
            }
        }

        private void bindTables(final MeterRegistry registry, final int groupId, final Tags tags) {
            for (final TableMeter meter : Meters.OF_TABLES) {
                keep(registry, Gauge.builder(meter.name(), meter.value().apply(core.group(groupId).tables()),
                    Counter::get)
                    .tags(tags).baseUnit(meter.unit()).description(meter.description()).register(registry));
            }
            for (final ClientMeter meter : Meters.OF_CLIENTS) {
                final String name = meter.name();
                keep(registry, FunctionCounter.builder(name, core.group(groupId).clientCounters(), meter
                    .value()::applyAsLong)
                    .tags(tags).baseUnit(name.substring(name.lastIndexOf('.') + 1)).description(meter.description())
                    .register(registry));
            }
        }
    }

    /** They count for the process, whatever its duty threads. */
    private void bindMarks(final MeterRegistry registry) {
        for (final CoverageMark mark : CoverageMark.all()) {
            keep(registry, FunctionCounter.builder("fleet.marks", mark, CoverageMark::hits)
                .tags(markTags.and("mark", mark.name())).baseUnit("marks")
                .description("Times that this process took a rare branch").register(registry));
        }
    }

    private void mode(final MeterRegistry registry, final ModeCounter each, final Tags tags) {
        final String name = "fleet.group." + each.name();
        if (each.isGauge()) {
            keep(registry, Gauge.builder(name, each.counter(), Counter::get).tags(tags)
                .baseUnit(name.substring(name.lastIndexOf('.') + 1)).description(each.description())
                .register(registry));
        } else {
            counter(registry, new CounterMeter<>(name, each.description(), c -> c), each.counter(), tags);
        }
    }

    private <T> void counter(final MeterRegistry registry, final CounterMeter<T> meter, final T counters,
                             final Tags tags) {
        final String name = meter.name();
        keep(registry, FunctionCounter.builder(name, meter.counter().apply(counters), Counter::get)
            .tags(tags).baseUnit(name.substring(name.lastIndexOf('.') + 1)).description(meter.description())
            .register(registry));
    }

    private void keep(final MeterRegistry registry, final Meter meter) {
        removals.add(() -> registry.remove(meter));
    }

    private static boolean isMember(final NodeCore core, final int groupId, final MemberRole role) {
        final GroupMember own = core.group(groupId).watch().configuration().member(core.nodeId());
        return own != null && own.role() == role;
    }

    private static String lower(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

package io.fleet.testkit.run.cluster;

import io.fleet.config.GroupConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The tables of a node that have a documented bound in bytes (docs/reference.md, docs/bounds.md), and how much
 * memory each takes: by what can be reached from it, capacities and objects counted, whatever it counts itself. Where
 * they are is looked for in the node, now and then, since some come and go; looking for them takes longer than weighing
 * them.
 */
final class TableBytes {
    private static final String SCATTERED = "io.fleet.scattered.";
    private static final String REPLICA = "io.fleet.replica.";
    private static final String SESSION = "io.fleet.session.";
    private static final String NODE = "io.fleet.node.";
    private static final String HOSTED = "io.fleet.ec.node.";
    private static final String LONG = "io.fleet.reads.concurrent.";
    private static final String SPREAD = "io.fleet.ec.dissemination.";
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long WAITING_REPLIES = 64 * MIB;
    private static final long GATHERED_REPLIES = 6 * MIB;
    /** Objects around a body, a slot or a line, and their places in tables that are at most twice as large. */
    private static final long OBJECTS = 512;
    /** Slots above what is recorded, and twice as many lines of a leader, in a ring of a power of two. */
    private static final long SLOTS_OF_A_WINDOW = 8;
    private static final long LONG_READS = 1_024;
    private static final long BESIDE_TABLES = 16 * MIB;
    /** Entries that are spread, gathered, put together or applied next at a time, and how far ahead these are here. */
    private static final long PLACES = 64;
    private static final long AHEAD = 64 * MIB;
    /** Memory for a shard of a short value, and for a header that is kept for the next one. */
    private static final long LANE = 96 * KIB;
    private static final long KEPT_HEADER = 256 * KIB;
    /** What a node has accepted and not recorded, among it all that it finds again at its start. */
    static final String WRITTEN = "what a node writes";
    private static final List<Table> TABLES = List.of(
        new Table("bodies that wait for an LSN", SCATTERED + "body.PendingBodies", List.of(),
            List.of(SCATTERED + "body.PendingBody"), with -> 2L * with.config.pendingBytes()
                + OBJECTS * with.config.pendingEntries(), table -> bodies(table, false), false),
        new Table("bodies that are ordered and not recorded", SCATTERED + "body.PendingBodies", List.of(),
            List.of(SCATTERED + "body.PendingBody"), with -> 2 * with.pendingBytes + longest(with)
                + OBJECTS * with.windowEntries * SLOTS_OF_A_WINDOW, table -> bodies(table, true), false),
        new Table("bodies' memory for reuse", SCATTERED + "body.PendingBodies", List.of("pool"),
            List.of(SCATTERED + "body.BodyPool"), with -> with.config.pendingBytes() * 17L / 16 + 64 * KIB),
        new Table("bodies for reuse", SCATTERED + "body.PendingBodies", List.of("spare", "leftovers"),
            List.of(SCATTERED + "body.PendingBody"), with -> 2 * OBJECTS
                * (with.config.pendingEntries() + with.windowEntries * SLOTS_OF_A_WINDOW), true),
        new Table("a leader's window", SCATTERED + "leader.Leader", List.of("lines"),
            List.of(SCATTERED + "leader.OrderLines",
                "io.fleet.consensus.message.replication.OrderEntry", "io.fleet.storage.EntryMeta"),
            with -> OBJECTS * with.windowEntries * SLOTS_OF_A_WINDOW, true),
        new Table("what a node learns", SCATTERED + "learner.Learner", List.of("ring"),
            List.of(SCATTERED + "learner.LearnerRing", SCATTERED + "learner.LearnerSlot", "io.fleet.storage.EntryMeta"),
            with -> OBJECTS * with.windowEntries * SLOTS_OF_A_WINDOW, true),
        new Table(WRITTEN, SCATTERED + "acceptor.Acceptor", List.of("slots", "spare", "retries"),
            List.of(SCATTERED + "acceptor.AcceptorSlot", "io.fleet.storage.EntryMeta"),
            with -> OBJECTS * with.windowEntries * SLOTS_OF_A_WINDOW, true),
        new Table("bodies that are read for others", SCATTERED + "acceptor.BodyServer", List.of("fromLog"), List.of(),
            with -> 2 * longest(with) + 64 * KIB),
        new Table("what others catch up on", SCATTERED + "learner.CatchUpServer",
            List.of("fromLsn", "fromOffset", "maxBytes", "nonces"), List.of(), with -> 64 * KIB),
        new Table("sessions", SESSION + "SessionTable", List.of("sessions"),
            List.of(SESSION + "Session", SESSION + "KeptReplies", SESSION + "PlacesPool$Places"),
            with -> with.config.sessionBytes() + MIB
                + with.config.maxSessions() * (640 + with.config.clientWindow() / 4L)),
        new Table("sessions' memory for reuse", SESSION + "SessionTable", List.of("pool", "places"),
            List.of(SESSION + "BytePool", SESSION + "PlacesPool", SESSION + "PlacesPool$Places"),
            with -> 16 * MIB * 17 / 16),
        new Table("answers on their way", REPLICA + "ReplySender", List.of("waiting", "frames", "givenUp"),
            List.of(REPLICA + "ReplyQueues", REPLICA + "ReplyQueue", REPLICA + "ReplyQueue$Message"),
            with -> WAITING_REPLIES + Math.max(GATHERED_REPLIES, with.config.maxReplyBytes() + KIB) + 256 * KIB),
        new Table("answers whose payloads are gathered", REPLICA + "DeferredReplies", List.of("pending", "commands"),
            List.of(REPLICA + "DeferredReplies$"), with -> (64 + 16) * MIB + with.config.maxReplyBytes()),
        new Table("long reads", LONG + "LongReads", List.of("inFlight", "done", "others"),
            List.of(LONG + "LongRead", REPLICA + "CommandView", REPLICA + "ReplyBuffer"),
            with -> WAITING_REPLIES + (1L + with.readThreads) * with.config.maxReplyBytes() + LONG_READS * 4 * KIB),
        new Table("snapshots that are received or sent", NODE + "snapshot.SnapshotIoExecutor", List.of("submitted",
            "ended"),
            List.of(NODE + "snapshot.SnapshotReceiver$Write"), with -> with.groups * 2 * MIB),
        new Table("a snapshot that is sent", NODE + "snapshot.SnapshotSender", List.of("piece"), List.of(),
            with -> 2 * MIB),
        new Table("entries that a proxy has the bodies of", HOSTED + "proxy.ProxyIntake", List.of("bodies", "ready"),
            List.of(HOSTED + "proxy.ProxyIntake$"), with -> with.config.pendingBytes() + 64 * KIB
                + 512L * with.config.pendingEntries()),
        new Table("chunks of parts", HOSTED + "link.PartAssembler", List.of("assemblies"),
            List.of(HOSTED + "link.PartAssembler$", "io.fleet.ec.consensus.EntryId"),
            with -> 21 * MIB * with.nodes),
        new Table("parts that wait until the transport takes them", HOSTED + "link.PartSender", List.of("lanes"),
            List.of(HOSTED + "link.PartSender$", "io.fleet.ec.consensus.EntryId"), with -> 64 * MIB + with.nodes
                * (longest(with) + 256 * OBJECTS)),
        new Table("recent parts", HOSTED + "store.StoredParts", List.of("recent"),
            List.of(SPREAD + "store.RecentPieces", "io.fleet.ec.consensus.EntryId",
                "io.fleet.ec.consensus.EntryTable"),
            with -> 18 * MIB),
        new Table("parts that a node holds", SPREAD + "store.PartStore", List.of("table"),
            List.of(SPREAD + "store.PartTable", SPREAD + "store.HeldPart", "io.fleet.ec.consensus.EntryId",
                "io.fleet.ec.consensus.EntryTable"), with -> 400L * with.config.maxParts() + 2 * MIB, true),
        new Table("decoded values", SPREAD + "gather.Gatherer", List.of("cache"),
            List.of(SPREAD + "gather.ValueCache", SPREAD + "gather.ValueCache$"), with -> 33 * MIB),
        new Table("entries that a proxy spreads", SPREAD + "Spreader", List.of("spreads"),
            List.of(SPREAD + "Spread", "io.fleet.ec.consensus.EntryId"), with -> PLACES * (with.nodes * LANE
                + KEPT_HEADER + OBJECTS) + 2 * (with.config.pendingBytes() + longest(with))),
        new Table("entries that are gathered, or of which parts are rebuilt", SPREAD + "gather.Gatherer",
            List.of("gathers"),
            List.of(SPREAD + "gather.Gather", SPREAD + "gather.Fetch", SPREAD + "gather.BadPartSearch", SPREAD
                + "gather.ValueCache$",
                "io.fleet.ec.consensus.EntryId"), with -> PLACES * (2 * with.nodes * LANE + KEPT_HEADER + OBJECTS)
                    + 2 * (AHEAD + PLACES / 2 * longest(with)) + 33 * MIB),
        new Table("values that are put together", HOSTED + "replica.WholeValues", List.of("gatherings"),
            List.of(HOSTED + "replica.WholeValues$", "io.fleet.ec.consensus.EntryId"),
            with -> PLACES * (MIB + KEPT_HEADER + OBJECTS) + 2 * (AHEAD + longest(with))),
        new Table("entries that are applied next", HOSTED + "replica.CodedEntries", List.of("slots"), List.of(),
            with -> PLACES * (MIB + OBJECTS) + 2 * (AHEAD + longest(with)), TableBytes::next, false));

    private final Settings settings;
    /** The owners of tables that were found. */
    private final List<Object> owners = new ArrayList<>();
    /** The class of the object that was told of last, and whether its objects own tables. */
    private Class<?> noted;
    private boolean notedIsOwner;

    /** What tables were found to exceed their bounds, as it is reported. */
    interface Report {
        void exceeds(String table, long bytes, long most);
    }

    /** Weighs a table of which its fields do not say enough. */
    private interface Measure {
        long of(Object owner);
    }

    /**
     * What bounds depend on.
     *
     * @param config        the node's own.
     * @param windowEntries the largest of any node, as a leader's window is one that others may have to take over.
     * @param pendingBytes  likewise.
     * @param nodes         how many there are.
     * @param groups        how many each hosts.
     * @param readThreads   that each has.
     */
    record Settings(GroupConfig config, long windowEntries, long pendingBytes, int nodes, int groups,
                    int readThreads) {
    }

    /**
     * A table, or one of the tables of an object.
     *
     * @param name  what it is.
     * @param owner the class whose objects have it.
     * @param roots those of its fields that are it.
     * @param parts the classes of production whose objects belong to it; with a dollar at the end, all those inside.
     * @param most  how many bytes it may take.
     * @param measure how many it takes.
     * @param isCounted whether its bound is one of places, so that it takes the same all the time.
     */
    private record Table(String name, String owner, List<String> roots, List<String> parts,
                         ToLongFunction<Settings> most, Measure measure, boolean isCounted) {
        Table(final String name, final String owner, final List<String> roots, final List<String> parts,
              final ToLongFunction<Settings> most) {
            this(name, owner, roots, parts, most, false);
        }

        Table(final String name, final String owner, final List<String> roots, final List<String> parts,
              final ToLongFunction<Settings> most, final boolean isCounted) {
            this(name, owner, roots, parts, most, measure(roots, Set.copyOf(parts)), isCounted);
        }

        /** What can be reached through classes of the JVM, of Agrona, and such of production as belong to it. */
        private static Measure measure(final List<String> roots, final Set<String> parts) {
            final Predicate<Class<?>> isEntered = RetainedBytes.once(type -> !type.getName().startsWith("io.fleet.")
                || belongs(type.getName(), parts));
            return object -> {
                long bytes = 0;
                for (final String root : roots) {
                    bytes += RetainedBytes.within(RetainedBytes.fieldOf(object, root), isEntered);
                }
                return bytes;
            };
        }
    }

    private static final Map<String, List<Table>> BY_OWNER = byOwner();
    /** What no table is owned by, and tables are made of. */
    private static final Set<String> INSIDE = inside();
    private static final Predicate<Class<?>> IS_OWNER =
        RetainedBytes.once(type -> BY_OWNER.containsKey(type.getName()));
    private static final Predicate<Class<?>> IS_OUTSIDE =
        RetainedBytes.once(type -> !INSIDE.contains(type.getName()));

    TableBytes(final Settings settings) {
        this.settings = settings;
    }

    /** The names of all classes that this knows, for a test that they are there. */
    static Set<String> classes() {
        final Set<String> names = new HashSet<>(BY_OWNER.keySet());
        TABLES.forEach(table -> table.parts.forEach(part -> names.add(part.endsWith("$")
            ? part.substring(0, part.length() - 1) : part)));
        return names;
    }

    /** The fields of a class that this reads, for a test that they are there. */
    static Set<String> fieldsOf(final String owner) {
        final Set<String> names = new HashSet<>();
        BY_OWNER.getOrDefault(owner, List.of()).forEach(table -> names.addAll(table.roots));
        return names;
    }

    /**
     * Looks for the tables of a process, and forgets those that were found before. What is inside of tables is not
     * looked at.
     *
     * @param core the process.
     */
    void find(final Object core) {
        owners.clear();
        RetainedBytes.of(core, IS_OUTSIDE, this::note);
    }

    private void note(final Object object) {
        if (object.getClass() != noted) {
            noted = object.getClass();
            notedIsOwner = IS_OWNER.test(noted);
        }
        if (notedIsOwner) {
            owners.add(object);
        }
    }

    /** Whether they have been looked for. */
    boolean isKnown() {
        return !owners.isEmpty();
    }

    /** Weighs those tables of which bytes are bounded, and reports those that take more than they may. */
    void weigh(final Report report) {
        owners.forEach(owner -> BY_OWNER.get(owner.getClass().getName()).forEach(table -> {
            if (!table.isCounted) {
                weigh(owner, table, report);
            }
        }));
    }

    /**
     * Looks for the tables of a process, weighs all of them, and all that it keeps beside them, and reports what takes
     * more than it may.
     *
     * @param core   the process.
     * @param staging how many bytes its logs' staging areas take beyond the usual.
     * @param report told.
     * @return how much memory it keeps in all, in bytes.
     */
    long weighAll(final Object core, final long staging, final Report report) {
        owners.clear();
        final long all = RetainedBytes.of(core, type -> true, this::note);
        long inTables = 0;
        for (final Object owner : owners) {
            for (final Table table : BY_OWNER.get(owner.getClass().getName())) {
                inTables += weigh(owner, table, report);
            }
        }
        if (all - inTables > BESIDE_TABLES + staging) {
            report.exceeds("what belongs to no table", all - inTables, BESIDE_TABLES + staging);
        }
        return all;
    }

    private long weigh(final Object owner, final Table table, final Report report) {
        final long bytes = table.measure.of(owner);
        final long most = table.most.applyAsLong(settings);
        if (bytes > most) {
            report.exceeds(table.name, bytes, most);
        }
        return bytes;
    }

    /** What each kind of table takes, all groups together, by its name. */
    Map<String, Long> sizes() {
        final Map<String, Long> sizes = new HashMap<>();
        owners.forEach(owner -> BY_OWNER.get(owner.getClass().getName()).forEach(table -> sizes.merge(table.name,
            table.measure.of(owner), Long::sum)));
        return sizes;
    }

    /** What bodies take that are ordered, or not: nobody but their LSN is asked. */
    private static long bodies(final Object table, final boolean ordered) {
        long bytes = 0;
        final Object[] slots = (Object[]) RetainedBytes.fieldOf(RetainedBytes.fieldOf(table, "table"), "slots");
        for (final Object body : slots) {
            if (body != null && (long) RetainedBytes.fieldOf(body, "lsn") != 0 == ordered) {
                final byte[][] pieces = (byte[][]) RetainedBytes.fieldOf(body, "pieces");
                bytes += OBJECTS / 2 + lengthOf((byte[]) RetainedBytes.fieldOf(body, "array"));
                for (int i = 0; pieces != null && i < pieces.length; i++) {
                    bytes += lengthOf(pieces[i]);
                }
            }
        }
        return bytes;
    }

    /** Bodies of what this node is the proxy of are the intake's. */
    private static long next(final Object entries) {
        long bytes = 0;
        for (final Object slot : (Object[]) RetainedBytes.fieldOf(entries, "slots")) {
            bytes += RetainedBytes.of(RetainedBytes.fieldOf(slot, "own"));
        }
        return bytes;
    }

    private static long lengthOf(final byte[] array) {
        return array == null ? 0 : array.length;
    }

    private static long longest(final Settings with) {
        final long longest = Math.max(with.config.maxBatchBytes(), with.config.maxCommandBytes()) + 64L;
        return Long.highestOneBit(longest - 1) << 1;
    }

    private static boolean belongs(final String type, final Set<String> parts) {
        final int inner = type.indexOf('$');
        return parts.contains(type) || inner > 0 && parts.contains(type.substring(0, inner + 1));
    }

    private static Map<String, List<Table>> byOwner() {
        final Map<String, List<Table>> byOwner = new HashMap<>();
        TABLES.forEach(table -> byOwner.computeIfAbsent(table.owner, owner -> new ArrayList<>()).add(table));
        return byOwner;
    }

    private static Set<String> inside() {
        final Set<String> inside = new HashSet<>();
        TABLES.forEach(table -> inside.addAll(table.parts));
        inside.removeAll(BY_OWNER.keySet());
        return inside;
    }
}

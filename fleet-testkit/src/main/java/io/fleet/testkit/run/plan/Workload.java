package io.fleet.testkit.run.plan;

import io.fleet.client.ReadConsistency;
import io.fleet.testkit.sim.SimHash;
import java.util.List;

/**
 * What clients do in a run.
 *
 * @param clients    how many clients.
 * @param embedded   how many of them, those with the lowest numbers, live in nodes; the others are processes of their
 *                   own.
 * @param commands   how many operations all clients issue together; at least one each. Without effect where
 *                   {@code operations} are given.
 * @param spanNs     how long they are issued, with faults in force, in virtual nanoseconds; what they could not issue
 *                   by then follows after the faults.
 * @param operations all that is issued, one by one; null where clients draw it.
 * @param concurrency each client draws from 1 to this how many operations it has in flight at most.
 *                   {@link #CONCURRENCY} where {@code operations} are given, without effect.
 * @param bigPercent how many in a hundred operations have a long body; 0 where {@code operations} are given.
 * @param timerPercent how many in a hundred commands set a timer or take one back, where the service has such.
 * @param quorumPercent how many in a hundred queries do not go through the log but ask a quorum; which ones follows
 *                   from who asks and when, so that a script has no need to say it.
 * @param stalePercent how many in a hundred of the other queries may be answered by a state that is stale.
 * @param handles      whether the group serves a machine that uses payload handles.
 * @param keptPercent  how many in a hundred clients keep a session alive while they are idle; with 100 none may be
 *                   lost.
 */
public record Workload(int clients, int embedded, int commands, long spanNs, List<PlannedOperation> operations,
                       int concurrency, int bigPercent, int timerPercent, int quorumPercent, int stalePercent,
                       boolean handles, int keptPercent) {
    /** How many operations a client has in flight at most, where nothing else is said. */
    public static final int CONCURRENCY = 8;
    /** The most clients. */
    public static final int MAX_CLIENTS = 64;
    /** What stale reads ask for; a negative one stands for any age. */
    private static final int[] AGES_MILLIS = {-1, -1, 0, 1, 10, 100, 1_000};
    /** The shortest span. */
    public static final long MIN_SPAN_NS = 1_000_000;

    /**
     * Checks the values.
     *
     * @param clients    see above.
     * @param embedded   see above.
     * @param commands   see above.
     * @param spanNs     see above.
     * @param operations see above; copied.
     * @param concurrency see above; at least 1.
     * @param bigPercent see above; 0 to 100.
     * @param timerPercent see above; 0 to 100.
     * @param quorumPercent see above; 0 to 100.
     * @param stalePercent see above; 0 to 100.
     * @param handles      see above.
     * @param keptPercent  see above; 0 to 100.
     */
    public Workload {
        if (clients < 1 || clients > MAX_CLIENTS) {
            throw new IllegalArgumentException("clients is " + clients + ", but must be from 1 to " + MAX_CLIENTS);
        }
        if (embedded < 0 || embedded > clients) {
            throw new IllegalArgumentException("embedded is " + embedded + ", but must be from 0 to " + clients);
        }
        if (operations == null && commands < clients) {
            throw new IllegalArgumentException("commands is " + commands + ", but must be at least one for each of "
                + clients + " clients");
        }
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency is " + concurrency + ", but must be at least 1");
        }
        if (bigPercent < 0 || bigPercent > 100) {
            throw new IllegalArgumentException("bigPercent is " + bigPercent + ", but must be from 0 to 100");
        }
        if (timerPercent < 0 || timerPercent > 100) {
            throw new IllegalArgumentException("timerPercent is " + timerPercent + ", but must be from 0 to 100");
        }
        if (quorumPercent < 0 || quorumPercent > 100) {
            throw new IllegalArgumentException("quorumPercent is " + quorumPercent + ", but must be from 0 to 100");
        }
        if (stalePercent < 0 || stalePercent > 100) {
            throw new IllegalArgumentException("stalePercent is " + stalePercent + ", but must be from 0 to 100");
        }
        if (keptPercent < 0 || keptPercent > 100) {
            throw new IllegalArgumentException("keptPercent is " + keptPercent + ", but must be from 0 to 100");
        }
        if (spanNs < MIN_SPAN_NS) {
            throw new IllegalArgumentException("spanNs is " + spanNs + ", but must be at least " + MIN_SPAN_NS);
        }
        if (operations != null) {
            concurrency = CONCURRENCY;
            bigPercent = 0;
            operations = List.copyOf(operations);
            for (final PlannedOperation operation : operations) {
                if (operation.client() < 0 || operation.client() >= clients) {
                    throw new IllegalArgumentException("client of an operation is " + operation.client()
                        + ", but must be from 0 to " + (clients - 1));
                }
            }
        }
    }

    /**
     * Work without timers.
     *
     * @param clients    see above.
     * @param embedded   see above.
     * @param commands   see above.
     * @param spanNs     see above.
     * @param operations see above; copied.
     * @param concurrency see above.
     * @param bigPercent see above.
     */
    public Workload(final int clients, final int embedded, final int commands, final long spanNs,
                    final List<PlannedOperation> operations, final int concurrency, final int bigPercent) {
        this(clients, embedded, commands, spanNs, operations, concurrency, bigPercent, 0, 0, 0, false, 0);
    }

    /**
     * Work with up to eight operations in flight at each client, and short bodies.
     *
     * @param clients    see above.
     * @param embedded   see above.
     * @param commands   see above.
     * @param spanNs     see above.
     * @param operations see above; copied.
     */
    public Workload(final int clients, final int embedded, final int commands, final long spanNs,
                    final List<PlannedOperation> operations) {
        this(clients, embedded, commands, spanNs, operations, CONCURRENCY, 0);
    }

    /**
     * Work that clients draw, half of whom live in nodes.
     *
     * @param clients  see above.
     * @param commands see above.
     * @param spanNs   see above.
     */
    public Workload(final int clients, final int commands, final long spanNs) {
        this(clients, clients / 2, commands, spanNs, null);
    }

    /**
     * The same with given operations.
     *
     * @param newOperations all that is issued.
     * @return a changed copy.
     */
    public Workload withOperations(final List<PlannedOperation> newOperations) {
        return new Workload(clients, embedded, commands, spanNs, newOperations, concurrency, bigPercent,
            timerPercent, quorumPercent, stalePercent, handles, keptPercent);
    }

    /**
     * The same over another time.
     *
     * @param newSpanNs virtual nanoseconds.
     * @return a changed copy.
     */
    public Workload withSpanNs(final long newSpanNs) {
        return new Workload(clients, embedded, commands, newSpanNs, operations, concurrency, bigPercent,
            timerPercent, quorumPercent, stalePercent, handles, keptPercent);
    }

    /**
     * The same with other timers.
     *
     * @param newTimerPercent of a hundred commands.
     * @return a changed copy.
     */
    public Workload withTimerPercent(final int newTimerPercent) {
        return new Workload(clients, embedded, commands, spanNs, operations, concurrency, bigPercent,
            newTimerPercent, quorumPercent, stalePercent, handles, keptPercent);
    }

    /**
     * The same with other reads.
     *
     * @param newQuorumPercent of a hundred queries.
     * @return a changed copy.
     */
    public Workload withQuorumPercent(final int newQuorumPercent) {
        return new Workload(clients, embedded, commands, spanNs, operations, concurrency, bigPercent, timerPercent,
            newQuorumPercent, stalePercent, handles, keptPercent);
    }

    /**
     * The same with other stale reads, and another machine.
     *
     * @param newStalePercent of a hundred queries that ask no quorum.
     * @param newHandles      whether the machine uses payload handles.
     * @return a changed copy.
     */
    public Workload withMachine(final int newStalePercent, final boolean newHandles) {
        return new Workload(clients, embedded, commands, spanNs, operations, concurrency, bigPercent, timerPercent,
            quorumPercent, newStalePercent, newHandles, keptPercent);
    }

    /**
     * The same with clients that keep sessions.
     *
     * @param newKeptPercent of a hundred clients.
     * @return a changed copy.
     */
    public Workload withKeptPercent(final int newKeptPercent) {
        return new Workload(clients, embedded, commands, spanNs, operations, concurrency, bigPercent, timerPercent,
            quorumPercent, stalePercent, handles, newKeptPercent);
    }

    /**
     * Whether a client keeps its session.
     *
     * @param client which.
     * @return whether; the same in every run.
     */
    public boolean keepsSession(final int client) {
        return Math.floorMod(SimHash.mix(SimHash.START, client), 100) < keptPercent;
    }

    /**
     * The same by other clients.
     *
     * @param newClients    how many.
     * @param newEmbedded   how many of them live in nodes.
     * @param newOperations all that is issued; null where it is drawn.
     * @return a changed copy.
     */
    public Workload withClients(final int newClients, final int newEmbedded,
                                final List<PlannedOperation> newOperations) {
        return new Workload(newClients, newEmbedded, Math.max(commands, newClients), spanNs, newOperations,
            concurrency, bigPercent, timerPercent, quorumPercent, stalePercent, handles, keptPercent);
    }

    /**
     * What a query may see.
     *
     * @param client who asks.
     * @param atNs   when.
     * @return the level; the same in every run.
     */
    public ReadConsistency consistency(final int client, final long atNs) {
        final long chance = SimHash.mix(SimHash.mix(SimHash.START, atNs), client);
        if (Math.floorMod(chance, 100) < quorumPercent) {
            return ReadConsistency.LINEARIZABLE_QUORUM;
        }
        final long more = SimHash.mix(chance, 1);
        if (Math.floorMod(more, 100) >= stalePercent) {
            return ReadConsistency.LINEARIZABLE_LOG;
        }
        final int bound = AGES_MILLIS[(int) Math.floorMod(more >>> 8, (long) AGES_MILLIS.length)];
        return bound < 0 ? ReadConsistency.LOCAL : ReadConsistency.boundedStale(bound);
    }

    /**
     * The same with more or fewer drawn operations.
     *
     * @param newCommands how many.
     * @return a changed copy.
     */
    public Workload withCommands(final int newCommands) {
        return new Workload(clients, embedded, newCommands, spanNs, operations, concurrency, bigPercent,
            timerPercent, quorumPercent, stalePercent, handles, keptPercent);
    }
}

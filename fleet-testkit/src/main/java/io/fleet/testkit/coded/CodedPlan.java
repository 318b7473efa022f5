package io.fleet.testkit.coded;

import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.dissemination.format.FetchTimes;
import io.fleet.ec.dissemination.format.LongValues;
import io.fleet.ec.stripe.StripeLayout;
import io.fleet.testkit.sim.RandomStreams;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What one run is like.
 *
 * @param dataSegments   k.
 * @param paritySegments m.
 * @param inFlight        slots in flight.
 * @param clients        how many clients write at a time.
 * @param perClient      how many entries each of them writes.
 * @param maxValueLength bytes of the longest value.
 * @param longValues     how values of more than one stripe are handled.
 * @param fetching       how values are gathered.
 * @param segmentDisks   how many disks a node spreads its parts over.
 * @param loss           how likely a message is lost while there are faults.
 * @param duplication    how likely it arrives twice.
 * @param spreadNs       how much longer than the fastest a message takes at most.
 * @param crashes        whether processes are killed and machines lose power.
 * @param blackouts      whether all machines lose power at once.
 * @param partitions     whether links are blocked.
 * @param diskCrashes    whether power fails within operations of disks.
 * @param diskFaults     whether disks are full for a while, and writes and syncs fail.
 * @param pauses         whether processes stand still.
 * @param losses         whether nodes lose what they hold, at most f of them at a time.
 * @param snapshots      after how many slots each node takes a snapshot, and lets go of what f + 1 cover; 0 for never.
 * @param faultsNs       for how long there are faults.
 * @param life           what it is like in the long run.
 */
record CodedPlan(int dataSegments, int paritySegments, int inFlight, int clients, int perClient, int maxValueLength,
                 LongValues longValues, FetchTimes fetching, int segmentDisks, double loss, double duplication,
                 long spreadNs, boolean crashes, boolean blackouts, boolean partitions, boolean diskCrashes,
                 boolean diskFaults, boolean pauses, boolean losses, int snapshots, long faultsNs, Life life) {
    /** Slots that no run comes to by itself: where numbers of 31, 32 and 62 bits end, or anywhere. */
    private static final long[] ENDS = {1L << 31, 1L << 32, SlotConsensus.LAST_SLOT - (1 << 20)};
    private static final int BEFORE_AN_END = 200;
    private static final int FEW_SEGMENTS = 4096;
    private static final int REAL_SEGMENTS = 1 << 18;
    private static final int REAL_ONE_IN = 40;

    /**
     * What a group is like that has been there for long.
     *
     * @param firstSlot   slots up to this one are over, when clients begin; 0 in a group that begins.
     * @param maxSegments how many parts a node has room for.
     * @param isOrderly   whether nodes are stopped in good order again and again.
     * @param isPrompt    whether the transport takes nothing for a node that is down, as one does that has connections.
     */
    record Life(long firstSlot, int maxSegments, boolean isOrderly, boolean isPrompt) {
        static final Life NEW = new Life(0, FEW_SEGMENTS, false, false);

        static Life of(final SplittableRandom random) {
            final int which = random.nextInt(2 * ENDS.length + 1);
            final long first = which < ENDS.length ? ENDS[which] - random.nextInt(BEFORE_AN_END)
                : which == ENDS.length ? random.nextLong(SlotConsensus.LAST_SLOT >> random.nextInt(32)) : 0;
            return new Life(first, random.nextInt(REAL_ONE_IN) == 0 ? REAL_SEGMENTS : FEW_SEGMENTS,
                random.nextInt(4) == 0, random.nextInt(2) == 0);
        }
    }

    private static final List<int[]> CODES = List.of(new int[] {3, 2}, new int[] {3, 2}, new int[] {2, 2},
        new int[] {1, 2}, new int[] {2, 1}, new int[] {4, 2}, new int[] {3, 4}, new int[] {1, 4});
    private static final int[] IN_FLIGHT = {1, 4, 16, 64};
    private static final long SLACK = 32 * 1024;
    private static final long LONG_SLACK = 1024 * 1024;
    private static final int LEAST_WINDOW = 8;
    private static final int WINDOW_FACTOR = 4;
    private static final long MILLISECOND = 1_000_000;
    private static final int FEW_SLOTS = 4;
    private static final int LONG_ONE_IN = 10;
    private static final int LONG = 128 * 1024;

    static CodedPlan ofSeed(final RandomStreams streams) {
        final SplittableRandom random = streams.stream("plan", 0);
        final int[] code = CODES.get(random.nextInt(CODES.size()));
        final boolean isCalm = random.nextInt(8) == 0;
        final SplittableRandom sizes = streams.stream("sizes", 0);
        final int shift = sizes.nextInt(4);
        final CodedPlan plan = new CodedPlan(code[0], code[1],
            IN_FLIGHT[random.nextInt(IN_FLIGHT.length)], 1 + random.nextInt(6), 5 + random.nextInt(25),
            (1 << random.nextInt(13)) << shift, longValues(sizes), fetching(sizes), 1 + random.nextInt(2),
            isCalm || random.nextBoolean() ? 0 : random.nextDouble() * 0.2,
            isCalm || random.nextBoolean() ? 0 : random.nextDouble() * 0.2,
            random.nextInt(3) == 0 ? MILLISECOND << random.nextInt(6) : 40_000,
            !isCalm && random.nextInt(3) > 0, !isCalm && random.nextInt(3) == 0, !isCalm && random.nextBoolean(),
            !isCalm && random.nextInt(3) == 0, !isCalm && random.nextInt(3) == 0, !isCalm && random.nextInt(3) == 0,
            !isCalm && random.nextInt(3) == 0, random.nextBoolean() ? 0 : 5 + random.nextInt(40),
            MILLISECOND * (200 + random.nextInt(1_500)), Life.of(streams.stream("life", 0)));
        if (plan.snapshots > 0 && plan.inFlight <= FEW_SLOTS && sizes.nextBoolean()) {
            return plan.withMoreEntries(2 + sizes.nextInt(4));
        }
        return sizes.nextInt(LONG_ONE_IN) == 0 ? plan.withLongPieces(1 + sizes.nextInt(3), 3 + sizes.nextInt(6),
            LONG << sizes.nextInt(3)) : plan;
    }

    CodedPlan withLife(final Life newLife) {
        return new CodedPlan(dataSegments, paritySegments, inFlight, clients, perClient, maxValueLength, longValues,
            fetching, segmentDisks, loss, duplication, spreadNs, crashes, blackouts, partitions, diskCrashes,
            diskFaults, pauses, losses, snapshots, faultsNs, newLife);
    }

    /** More entries, so that most are over and let go of. */
    private CodedPlan withMoreEntries(final int factor) {
        return new CodedPlan(dataSegments, paritySegments, inFlight, clients, factor * perClient, maxValueLength,
            longValues, fetching, segmentDisks, loss, duplication, spreadNs, crashes, blackouts, partitions,
            diskCrashes, diskFaults, pauses, losses, snapshots, factor * faultsNs, life);
    }

    /** Fewer entries, whose pieces are longer than a packet. */
    private CodedPlan withLongPieces(final int fewClients, final int fewEntries, final int length) {
        return new CodedPlan(dataSegments, paritySegments, inFlight, fewClients, fewEntries, length,
            new LongValues(2 * LONG, 2, 4, 16 * LONG, longValues.abandonNs()), fetching, segmentDisks, loss,
            duplication, spreadNs, crashes, blackouts, partitions, diskCrashes, diskFaults, pauses, losses, snapshots,
            faultsNs, life);
    }

    /** How many slots may be open at a time. */
    int window() {
        return Math.max(LEAST_WINDOW, WINDOW_FACTOR * inFlight);
    }

    /** How many bytes of parts may be dead beside those that are alive. */
    long slack() {
        return isLong() ? LONG_SLACK : SLACK;
    }

    /** Whether pieces may be longer than a packet. */
    boolean isLong() {
        return maxValueLength >= LONG;
    }

    /** In half of all runs most values have several stripes; memory may be short for them. */
    private static LongValues longValues(final SplittableRandom random) {
        final int shard = random.nextBoolean() ? StripeLayout.DEFAULT_SHARD
            : StripeLayout.MIN_SHARD << random.nextInt(4);
        final int window = 1 + random.nextInt(8);
        return new LongValues(shard, window, window + random.nextInt(8), 1 << 18 + random.nextInt(4),
            MILLISECOND * (500 + random.nextInt(2_000)));
    }

    private static FetchTimes fetching(final SplittableRandom random) {
        final FetchTimes.Hedge[] hedges = FetchTimes.Hedge.values();
        return new FetchTimes(hedges[random.nextInt(hedges.length)], random.nextInt(1_000_000),
            random.nextInt(3) == 0 ? 0 : 1 << random.nextInt(18));
    }

    /** All well: for measuring how slots are used. */
    static CodedPlan calm(final int dataSegments, final int paritySegments, final int inFlight, final int clients,
                          final int perClient) {
        return new CodedPlan(dataSegments, paritySegments, inFlight, clients, perClient, 512, LongValues.defaults(),
            FetchTimes.defaults(), 1, 0, 0, 40_000, false,
            false, false, false, false, false, false, 0, 0, Life.NEW);
    }

    Quorums quorums() {
        return Quorums.ofCode(dataSegments, paritySegments);
    }

    int nodes() {
        return dataSegments + paritySegments;
    }
}

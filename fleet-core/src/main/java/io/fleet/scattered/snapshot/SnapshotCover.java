package io.fleet.scattered.snapshot;

import io.fleet.consensus.DurableSnapshots;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Which snapshots the members hold durably, as far as was heard lately (FL-05, FL-20): each tells all others of its own
 * once a second, or each third second where it has said the same three times, and when there is a new one. What covers
 * the log on enough of them may go elsewhere. Each tells as well up to where it holds all bodies, so that a leader can
 * tell who may leave the group by what the members have, and not by the settings that leaders had when it was written.
 *
 * <p>FL-20 waits for all members; a write quorum is enough: whichever members are lost for ever, as long as no more are
 * than the group can bear, one of them is left (F9). A witness is no copy of the state (G12). The last word of a member
 * counts, so one that has lost its disk takes its old word back; what is in flight meanwhile is as good as a disk that
 * is lost a moment later.
 */
public final class SnapshotCover implements DurableSnapshots {
    private static final long TELL_NS = TimeUnit.SECONDS.toNanos(1);
    /** What it says anew it says so often at that pace, and from then on in so many times that time. */
    private static final int REPEATED = 3;
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long NEVER = -1;
    private static final CoverageMark SKIPPED = CoverageMark
        .named("snapshot-cover.of-all-forgotten-as-configurations-were-skipped");
    private static final CoverageMark FORGOTTEN = CoverageMark
        .named("snapshot-cover.of-a-member-under-repair-forgotten");

    private final GroupContext context;
    private final SnapshotNotice notice = new SnapshotNotice();
    private final long[] lsns;
    private final long[] wholes = new long[Configuration.SLOTS];
    private final int[] nodes = new int[Configuration.SLOTS];
    private final long[] heardNs;
    private boolean tellNow = true;
    /** How often it has said what it says now, and when it did so last, or tried to. */
    private int said;
    private long toldNs;
    /** Of the configuration that was met last. */
    private int number;
    private long own;
    private long ever;
    /** Those that executed in the configuration that was met last. */
    private Set<Integer> copies;
    private Configuration counted;

    public SnapshotCover(final GroupContext context) {
        this.context = context;
        lsns = new long[Configuration.SLOTS];
        heardNs = new long[lsns.length];
        java.util.Arrays.fill(lsns, NEVER);
        System.arraycopy(context.members(), 0, nodes, 0, nodes.length);
        number = context.membership().current().number();
        copies = context.membership().current().fullMembers();
        counted = context.membership().current();
    }

    @Override
    public void onOwn(final long lsn) {
        ever = lsn < own ? 0 : ever;
        own = lsn;
        tellNow = true;
    }

    @Override
    public long own() {
        return own;
    }

    /** Of as many members as are enough copies, this one's among them, each as heard within the last ten seconds. */
    @Override
    public long ofQuorum(final long nowNs) {
        long best = 0;
        for (int i = 0; i < context.slots(); i++) {
            final long upTo = known(i, nowNs);
            if (upTo > best && upTo <= own && context.membership().roles().isCopied(covering(upTo, nowNs))) {
                best = upTo;
            }
        }
        ever = Math.max(ever, best);
        return best;
    }

    /**
     * The highest that {@link #ofQuorum} was since others executed, as long as nobody was repaired or told of less:
     * what so many hold durably they still hold when they are silent.
     */
    long everOfQuorum(final long nowNs) {
        return Math.max(ofQuorum(nowNs), ever);
    }

    /** A witness that lags is given entries and no state, so those that nobody else holds stay (G11). */
    @Override
    public long ofOrdered(final long nowNs) {
        return context.membership().roles().hasWitnesses() ? Math.min(own, ofQuorum(nowNs)) : own;
    }

    @Override
    public long ofAll() {
        long lowest = own;
        for (int i = 0; i < context.slots(); i++) {
            lowest = i == self() || !context.membership().roles().isFull(i) ? lowest : Math.min(lowest, Math.max(0,
                lsns[i]));
        }
        return lowest;
    }

    /**
     * The highest LSN that the snapshot of any other member covers, as last heard.
     *
     * @return the LSN; 0 for none.
     */
    public long highestOfOthers() {
        long highest = 0;
        for (int i = 0; i < context.slots(); i++) {
            highest =
                i == self() || context.membership().roles().isWitness(i) ? highest : Math.max(highest, lsns[i]);
        }
        return highest;
    }

    /**
     * Which members that execute hold the log up to an LSN alone, durably, as heard lately.
     *
     * @return a set of slots.
     */
    public long holding(final long upTo, final long nowNs) {
        long set = 0;
        for (int i = 0; i < context.slots(); i++) {
            set |= isWhole(i, upTo, nowNs) ? 1L << i : 0;
        }
        return context.membership().roles().copies(set);
    }

    /** Whether a member holds the log up to an LSN alone, or behind a position that enough others cover. */
    public boolean isWhole(final int member, final long upTo, final long nowNs) {
        return member == self() ? whole() >= upTo : isKnown(member, nowNs) && wholes[member] >= upTo;
    }

    /** Up to where this replica could bring the state back without any other, if it lost all but its disks. */
    private long whole() {
        final long incomplete = Math.max(context.recorded().lastWithoutBody(), context.recorded().first() - 1);
        return own >= incomplete ? Math.max(own, context.progress().durable()) : own;
    }

    public void onNotice(final int member, final SnapshotNotice heard, final long nowNs) {
        if (member != self()) {
            ever = heard.lsn < lsns[member] ? 0 : ever;
            lsns[member] = heard.lsn;
            wholes[member] = Math.max(heard.lsn, heard.whole);
            heardNs[member] = nowNs;
        }
    }

    /**
     * Other members may have the slots of former ones. Where configurations were skipped, a node may have gone and come
     * again in between, to the same slot and with an empty disk: nothing is known of anybody then.
     */
    public void onConfiguration() {
        tellNow = true;
        final Set<Integer> full = context.membership().current().fullMembers();
        final int next = context.membership().current().number();
        final boolean skipped = next > number + 1;
        final Configuration current = context.membership().current();
        final boolean isCountedAlike = current.quorums().equals(counted.quorums())
            && Objects.equals(current.before(), counted.before());
        ever = !skipped && full.equals(copies) && isCountedAlike ? ever : 0;
        counted = current;
        copies = full;
        number = next;
        if (skipped) {
            SKIPPED.hit();
        }
        for (int i = 0; i < lsns.length; i++) {
            if (skipped || nodes[i] != context.members()[i]) {
                nodes[i] = context.members()[i];
                lsns[i] = NEVER;
            }
        }
    }

    /** A member asks to be repaired (S15): what it had told of a snapshot may have gone with its disk. */
    public void onRejoin(final int member) {
        if (member != self() && lsns[member] != NEVER) {
            FORGOTTEN.hit();
            lsns[member] = NEVER;
            ever = 0;
        }
    }

    public int doWork(final long nowNs) {
        if (!tellNow && nowNs - toldNs < TELL_NS || context.membership().isAlone()) {
            return 0;
        }
        final long whole = whole();
        if (notice.lsn != own || notice.whole != whole) {
            said = 0;
        }
        if (!tellNow && said >= REPEATED && nowNs - toldNs < REPEATED * TELL_NS) {
            return 0;
        }
        notice.lsn = own;
        notice.whole = whole;
        tellNow = false;
        toldNs = nowNs;
        if (context.outbound().broadcast(notice)) {
            said++;
        } else {
            said = Math.min(said, REPEATED - 1);
        }
        return 0;
    }

    private long known(final int member, final long nowNs) {
        if (member == self()) {
            return own;
        }
        return isKnown(member, nowNs) ? lsns[member] : 0;
    }

    private boolean isKnown(final int member, final long nowNs) {
        return lsns[member] != NEVER && nowNs - heardNs[member] < FRESH_NS;
    }

    private long covering(final long upTo, final long nowNs) {
        long set = 0;
        for (int i = 0; i < context.slots(); i++) {
            set |= known(i, nowNs) >= upTo ? 1L << i : 0;
        }
        return context.membership().roles().copies(set);
    }

    private int self() {
        return context.membership().ownSlot();
    }
}

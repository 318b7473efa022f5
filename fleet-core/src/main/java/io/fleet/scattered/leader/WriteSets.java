package io.fleet.scattered.leader;

import io.fleet.config.Persistence;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.quorum.QuorumSystem;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Which storage nodes a leader names to persist an entry ({@link WriteQuorum}): a smallest write quorum of those with
 * the fewest bytes that they were named for and have not acknowledged, the first of equals in turn. Where there are
 * storage groups, or columns of a grid, the entry goes to the one that its body was sent to, or else to the one with
 * the fewest such bytes. Where all are to write, these are all of that part and all full members, so that each of these
 * is a copy of what it has executed. Finds entries of which a named node is late, for which others are named then, and
 * leaves out nodes that are late or silent. A performance choice, never a correctness one: what is chosen rests on
 * acknowledgements alone (S6).
 */
final class WriteSets {
    private static final CoverageMark LATE = CoverageMark.named("write-sets.named-node-is-late");
    private static final CoverageMark PASSED_OVER = CoverageMark.named("write-sets.late-or-silent-node-passed-over");
    private static final CoverageMark TOO_FEW = CoverageMark.named("write-sets.too-few-to-choose-from");
    private static final CoverageMark OTHER_PART = CoverageMark.named("write-sets.another-part-than-has-the-body");
    private static final CoverageMark ANOTHER_PART = CoverageMark.named(
        "write-sets.late-entry-goes-to-another-part-too");
    /** Who has to ask for a body does so after this part of the time after which things are sent again. */
    private static final int FETCH_SHARE = 8;
    /** What a record costs besides its body, roughly. */
    private static final int RECORD_BYTES = 128;
    /** A node that is late for the first time rests for so many delays. */
    private static final int FIRST_REST = 8;
    /** So long after a change was asked for all are named; whoever asks for it asks again within that time. */
    private static final long CHANGE_NS = TimeUnit.SECONDS.toNanos(10);
    /** The longest rest in election timeouts. */
    private static final int LONGEST_REST = 4;

    private final GroupContext context;
    private final boolean all;
    private final boolean mayLeaveOut;
    /** At this ballot everyone is named for each entry. */
    private boolean areAllNamed;
    /** At this ballot these are named for each entry, beside who else is. */
    private long always;
    private boolean isChangeNear;
    private long changeNs;
    private int self;
    private final long freshNs;
    private final Member[] members;
    private final HedgeDelay delay;
    private final OpenParts parts;
    private Line[] lines = new Line[0];
    private long next;
    /** As {@link #next}, of those for which another part was named. */
    private long nextWidened;
    private long highest;
    private int turn;

    WriteSets(final GroupContext context) {
        this.context = context;
        self = context.indexOf(context.self());
        all = context.config().copies() == WriteQuorum.ALL;
        mayLeaveOut = context.config().persistence() == Persistence.SCATTERED;
        freshNs = context.electionTimeoutNs();
        delay = new HedgeDelay(context);
        parts = new OpenParts(context);
        members = new Member[Configuration.SLOTS];
        for (int i = 0; i < members.length; i++) {
            members[i] = new Member();
        }
    }

    /**
     * A ballot begins. Nobody is named before it has acknowledged something at this ballot.
     *
     * @param base     the LSN above which the ballot proposes.
     * @param capacity how many LSNs may be in the making; a power of two.
     */
    void begin(final long base, final int capacity) {
        final boolean hasWitnesses = context.membership().roles().hasWitnesses();
        final long full = context.membership().roles().full();
        always = all || hasWitnesses ? full : 0;
        areAllNamed = !mayLeaveOut || always != 0 && (context.quorum().parts() < 2 || full == context.everyone());
        isChangeNear = false;
        parts.begin(!areAllNamed && hasWitnesses);
        if (!areAllNamed && lines.length < capacity) {
            lines = new Line[capacity];
            Arrays.setAll(lines, i -> new Line());
        }
        for (final Line line : lines) {
            line.lsn = 0;
            line.waiting = 0;
        }
        for (final Member member : members) {
            member.reset(base);
        }
        self = context.indexOf(context.self());
        next = base + 1;
        nextWidened = next;
        highest = base;
    }

    /**
     * The write set of a new entry, which counts as announced now. LSNs ascend.
     *
     * @param sentTo the part that has its body, which is taken if enough of it can be named; see
     *               {@link io.fleet.consensus.message.replication.EntryBody#part}.
     */
    long choose(final long lsn, final int length, final int sentTo, final long nowNs) {
        if (isEveryoneNamed(nowNs)) {
            return OrderEntry.EVERYONE;
        }
        isChangeNear = false;
        final int part = part(sentTo, nowNs);
        if (part < 0) {
            TOO_FEW.hit();
            return OrderEntry.EVERYONE;
        }
        final long charged = always == 0 ? fewest(part, nowNs) : context.quorum().part(part);
        final long set = charged | always;
        turn++;
        if (set == context.everyone() && context.quorum().parts() < 2) {
            return OrderEntry.EVERYONE;
        }
        final Line line = lines[(int) (lsn & lines.length - 1)];
        settle(line, line.waiting);
        line.lsn = lsn;
        line.waiting = 0;
        line.isWidened = false;
        line.bytes = length + RECORD_BYTES;
        charge(line, charged, sentTo < 0 || sentTo == part ? 0 : context.resendNs() / FETCH_SHARE, nowNs);
        parts.onEntry(line.bytes);
        highest = lsn;
        return set == context.everyone() ? OrderEntry.EVERYONE : set;
    }

    /** Some are asked for an entry, and have so much more time than others, since they have to ask for its body. */
    private void charge(final Line line, final long set, final long graceNs, final long nowNs) {
        line.waiting |= set;
        line.announcedNs = nowNs;
        line.graceNs = graceNs;
        for (int i = 0; i < context.slots(); i++) {
            members[i].unacked += (set >>> i & 1) * line.bytes;
        }
    }

    private boolean isEveryoneNamed(final long nowNs) {
        return areAllNamed || isChangeNear && nowNs - changeNs < CHANGE_NS;
    }

    private int part(final int sentTo, final long nowNs) {
        if (sentTo >= 0 && sentTo < context.quorum().parts()) {
            if (fewest(sentTo, nowNs) != 0) {
                return sentTo;
            }
            OTHER_PART.hit();
        }
        return lightestPart(nowNs);
    }

    /** Which parts batchers may send bodies to alone, see {@link Order#openParts}. */
    long open(final long nowNs) {
        return parts.tell(isEveryoneNamed(nowNs), this::underWay, nowNs);
    }

    /** What {@link #open} was last at this ballot. */
    long lastOpen() {
        return parts.last();
    }

    /** What the members of a part that would be named have not acknowledged, in bytes; {@link OpenParts#CANNOT}. */
    private long underWay(final int part, final long nowNs) {
        final long set = fewest(part, nowNs);
        return set == 0 ? OpenParts.CANNOT : heaviest(set);
    }

    /**
     * Whom an entry names of which somebody who was named is late ({@link #nextLate}): those of the next part, too,
     * that can write it; or everyone, where there is none, and where that is late as well.
     *
     * @param writers whom it has named so far.
     */
    long wider(final long lsn, final long writers, final long nowNs) {
        final QuorumSystem quorum = context.quorum();
        if (quorum.parts() < 2 || writers == OrderEntry.EVERYONE) {
            return OrderEntry.EVERYONE;
        }
        final Line line = lines[(int) (lsn & lines.length - 1)];
        final int part = line.isWidened ? -1 : lightestPart(nowNs);
        final long more = part < 0 ? 0 : quorum.part(part) & ~writers;
        if (more == 0 || (writers | more) == context.everyone()) {
            return OrderEntry.EVERYONE;
        }
        ANOTHER_PART.hit();
        line.isWidened = true;
        charge(line, more, delayNs(), nowNs);
        turn++;
        return writers | more;
    }

    /** Whether all that vote and execute are among some members. */
    boolean hasAllFull(final long writers) {
        return writers == OrderEntry.EVERYONE || (context.membership().roles().full() & ~writers) == 0;
    }

    /**
     * Another quorum system may follow: so that all full members have what was written before it, all are named for a
     * while, until this is not said any more.
     */
    void nameAll(final long nowNs) {
        isChangeNear = true;
        changeNs = nowNs;
    }

    /** A member is about to stop: others are named for as long as the longest rest. */
    void passOver(final int index, final long nowNs) {
        members[index].restNs = LONGEST_REST * freshNs;
        members[index].restsUntilNs = nowNs + LONGEST_REST * freshNs;
    }

    /** A member was heard, though it has acknowledged nothing. */
    void heard(final int index, final long atNs) {
        members[index].heardNs = atNs;
    }

    void onAck(final int index, final Ack ack, final long nowNs) {
        final Member member = members[index];
        member.heard = true;
        member.heardNs = nowNs;
        if (areAllNamed) {
            return;
        }
        credit(index, member.upTo + 1, ack.cumulative, nowNs);
        member.upTo = Math.max(member.upTo, ack.cumulative);
        for (int i = 0; i < ack.count; i++) {
            credit(index, Math.max(ack.from[i], member.upTo + 1), ack.to[i], nowNs);
        }
    }

    /**
     * The next LSN that is not chosen, and for which somebody who was named is late; 0 for none. Each is told once, and
     * where another part was named then, once more.
     */
    long nextLate(final Learner learner, final long nowNs) {
        for (; nextWidened < next; nextWidened++) {
            final Line line = lines[(int) (nextWidened & lines.length - 1)];
            if (line.isWidened && isWaiting(line, nextWidened, learner)) {
                if (!isLate(line, nowNs)) {
                    break;
                }
                return nextWidened++;
            }
        }
        for (; next <= highest; next++) {
            final Line line = lines[(int) (next & lines.length - 1)];
            if (isWaiting(line, next, learner)) {
                return isLate(line, nowNs) ? next++ : 0;
            }
        }
        return 0;
    }

    private static boolean isWaiting(final Line line, final long lsn, final Learner learner) {
        return line.lsn == lsn && line.waiting != 0 && !learner.isChosen(lsn);
    }

    private boolean isLate(final Line line, final long nowNs) {
        if (nowNs - line.announcedNs < delayNs() + line.graceNs) {
            return false;
        }
        LATE.hit();
        rest(line.waiting, nowNs);
        return true;
    }

    /** For how long those who were named are waited for. */
    long delayNs() {
        return delay.ns();
    }

    long unackedBytes(final int member) {
        return members[member].unacked;
    }

    /** The part whose lightest write quorum is the lightest, the first of equals in turn; -1 where none has one. */
    private int lightestPart(final long nowNs) {
        final QuorumSystem quorum = context.quorum();
        int best = -1;
        long least = 0;
        for (int i = 0; i < quorum.parts(); i++) {
            final int part = (i + turn) % quorum.parts();
            final long set = fewest(part, nowNs);
            final long bytes = heaviest(set);
            if (set != 0 && (best < 0 || bytes < least)) {
                best = part;
                least = bytes;
            }
        }
        return best;
    }

    /** A smallest write quorum of a part, of those with the fewest bytes; 0 where too few can be named. */
    private long fewest(final int part, final long nowNs) {
        long set = 0;
        for (int i = context.quorum().enough(part); i > 0; i--) {
            final int member = lightest(context.quorum().part(part) & ~set, nowNs);
            if (member < 0) {
                return 0;
            }
            set |= 1L << member;
        }
        return set;
    }

    private long heaviest(final long set) {
        long most = 0;
        for (int i = 0; i < context.slots(); i++) {
            most = (set >>> i & 1) != 0 ? Math.max(most, members[i].unacked) : most;
        }
        return most;
    }

    private int lightest(final long among, final long nowNs) {
        int best = -1;
        for (int i = 0; i < context.slots(); i++) {
            final int at = (i + turn) % context.slots();
            if ((among >>> at & 1) != 0 && isEligible(at, nowNs)
                && (best < 0 || members[at].unacked < members[best].unacked)) {
                best = at;
            }
        }
        return best;
    }

    private boolean isEligible(final int index, final long nowNs) {
        final Member member = members[index];
        if (!member.heard || index != self && nowNs - member.heardNs > freshNs || nowNs - member.restsUntilNs < 0) {
            PASSED_OVER.hit();
            return false;
        }
        return true;
    }

    private void credit(final int index, final long from, final long to, final long nowNs) {
        final long last = Math.min(to, highest);
        for (long lsn = Math.max(from, highest - lines.length + 1); lsn <= last; lsn++) {
            final Line line = lines[(int) (lsn & lines.length - 1)];
            if (line.lsn == lsn && (line.waiting >>> index & 1) != 0) {
                settle(line, 1L << index);
                if (line.graceNs == 0) {
                    delay.sample(nowNs - line.announcedNs);
                }
                if (nowNs - line.announcedNs < delayNs()) {
                    members[index].restNs = 0;
                }
            }
        }
    }

    private void settle(final Line line, final long set) {
        for (int i = 0; i < context.slots(); i++) {
            members[i].unacked -= (set >>> i & 1) * line.bytes;
        }
        line.waiting &= ~set;
    }

    private void rest(final long late, final long nowNs) {
        for (int i = 0; i < context.slots(); i++) {
            final Member member = members[i];
            if ((late >>> i & 1) != 0 && nowNs - member.restsUntilNs >= 0) {
                member.restNs = member.restNs == 0 ? FIRST_REST * delayNs()
                    : Math.min(2 * member.restNs, LONGEST_REST * freshNs);
                member.restsUntilNs = nowNs + member.restNs;
            }
        }
    }

    /** What is known of a storage node at this ballot. */
    private static final class Member {
        private boolean heard;
        private long heardNs;
        /** Up to where its acknowledgements have been counted. */
        private long upTo;
        private long unacked;
        private long restNs;
        private long restsUntilNs;

        void reset(final long base) {
            heard = false;
            upTo = base;
            unacked = 0;
            restNs = 0;
            restsUntilNs = Long.MIN_VALUE / 2;
        }
    }

    /** An entry for which not everyone was named. */
    private static final class Line {
        private long lsn;
        /** Who was named and has not acknowledged. */
        private long waiting;
        private int bytes;
        private long announcedNs;
        /** So much more time they have. */
        private long graceNs;
        /** Whether another part was named, too. */
        private boolean isWidened;
    }
}

package io.fleet.node;

import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.GroupMember;
import io.fleet.protocol.message.LifeNotice;
import io.fleet.storage.Life;
import io.fleet.storage.mark.Mark;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.WireLimits;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * In which life each node is, so that two processes with the id of one node never count as one voter (S15).
 *
 * <p>Of each node the latest life that was heard is listened to, noted on the disk, and told to those who speak in a
 * former one. A node whose life has the number 0 holds nothing that counts: it is heard beside the one that does, since
 * all it does is to ask; but as long as that one is heard it is not answered how members stand, so it never takes the
 * place of one that lives. When it has been given everything, it claims a number above all that others know ({@link
 * #claim}); from then on whoever has heard that does not listen to the former life any more, and only what is answered
 * after that lets it vote.
 *
 * <p>Only lives of members of the groups that this node hosts are noted; all others are heard, and count nowhere.
 * A number far above the one that is known of a node is not listened to: nobody is repaired so often, and after the
 * last number there is none.
 *
 * <p>A voter is <em>former</em> when so many members say that they listen to a later life of it that this one may have
 * been repaired, or when one other voter listens to one with its own number and start: its directory is an older one,
 * or a copy. One word is enough there, since two that count beside each other have a voter each that listens to them.
 * It ends, and what it holds counts as lost.
 */
final class Lives {
    private static final Mark FORMER = Mark.named("lives.packet-of-a-former-life");
    private static final Mark TWIN = Mark.named("lives.another-process-has-this-id");
    private static final Mark LIVES = Mark.named("lives.asks-beside-one-that-lives");
    private static final Mark CLAIMED = Mark.named("lives.number-claimed");
    private static final Mark GIVEN_UP = Mark.named("lives.number-given-up");
    private static final Mark HEARSAY = Mark.named("lives.later-life-told-by-another-node");
    private static final Mark STRANGER = Mark.named("lives.word-of-one-that-does-not-vote");
    private static final Mark FAR = Mark.named("lives.number-far-above-the-known-one");
    private static final Mark REPEATED = Mark.named("lives.told-again");
    private static final Mark EXHAUSTED = Mark.named("lives.no-number-is-left");
    /** A number that is so far above the one that is known is nobody's. */
    static final int MAX_JUMP = 10_000;
    /** The last number that is listened to; so what is claimed above one that is listened to is there. */
    static final int LAST_NUMBER = Life.MAX_NUMBER - MAX_JUMP;
    /** Lives that came in the place of former ones are told again, one after the other. */
    static final long REPEAT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long TELL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long REPORT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);
    /** What was on its way when a node started again is not worth a word. */
    private static final long ON_THE_WAY_NS = TimeUnit.SECONDS.toNanos(1);

    private final int self;
    private final NodeLinks links;
    private final WireIdentity identity;
    private final NodeEvents events;
    private final NodeCounters counters;
    private final long patienceNs;
    private final long randomMark;
    private final LifeNotice notice = new LifeNotice();
    private final long[] known = new long[WireLimits.MAX_NODE_ID + 1];
    private final long[] sinceNs = new long[known.length];
    /** When the life that counts was heard. */
    private final long[] heardNs = new long[known.length];
    private final long[] spokenNs = new long[known.length];
    private final long[] toldNs = new long[known.length];
    /** Who has said that this process is former. */
    private final BitSet voices = new BitSet();
    /** Of whom all must be told still. */
    private final BitSet due = new BitSet();
    private final Supplier<List<Configuration>> groups;
    private NodeStorage storage;
    private int repeated;
    private long nextRepeatNs = Long.MIN_VALUE;
    private long nextTryNs;
    private long nowNs;
    private long nextReportNs = Long.MIN_VALUE;
    /** The highest number that anybody knows of this node. */
    private int highest;
    private long laterOne;

    /** {@code groups} tells the configuration of each group that is hosted, as it is when asked. */
    Lives(final NodeContext context, final NodeLinks links, final WireIdentity identity, final NodeCounters counters,
          final long patienceNs, final long randomMark, final Supplier<List<Configuration>> groups) {
        this.groups = groups;
        this.patienceNs = patienceNs;
        self = context.nodeId();
        events = context.events();
        this.links = links;
        this.identity = identity;
        this.counters = counters;
        this.randomMark = randomMark;
        Arrays.fill(toldNs, Long.MIN_VALUE);
        Arrays.fill(heardNs, Long.MIN_VALUE);
        Arrays.fill(spokenNs, Long.MIN_VALUE);
    }

    /** What the disk knows; called before the first duty cycle, and again when the storage was opened anew. */
    void open(final NodeStorage newStorage) {
        storage = newStorage;
        storage.lives(this);
        for (int node = 0; node < known.length; node++) {
            known[node] = storage.meta().lifeOf(node);
        }
        final int number = storage.meta().lifeNumber();
        highest = number;
        identity.life(Life.of(number, storage.meta().incarnation(), randomMark));
    }

    /** This node's own. */
    long life() {
        return identity.life();
    }

    /** The one in which a node is listened to; 0 where none is known that counts. */
    long lifeOf(final int node) {
        return node == self ? identity.life() : known[node];
    }

    /** Whether any process with the id of a node has spoken lately. */
    boolean isHeard(final int node, final long nowNs) {
        return isWithin(spokenNs[node], nowNs, patienceNs);
    }

    private static boolean isWithin(final long heardNs, final long nowNs, final long withinNs) {
        return heardNs != Long.MIN_VALUE && nowNs - heardNs < withinNs;
    }

    /** Whether this node must claim a number before it becomes a voter in any group. */
    boolean mustClaim() {
        return Life.number(identity.life()) == 0;
    }

    /**
     * Claims a number above all that others know of. What they have answered before does not count any more; the
     * number is durable not later than that the node is a voter. Where none is left it has none, and does not vote; it
     * goes on waiting, and says so.
     */
    void claim() {
        if (highest >= LAST_NUMBER) {
            EXHAUSTED.hit();
            if (isReportDue(nowNs)) {
                events.onUnborn("does not vote: others know it in life " + highest + ", and the last one is "
                    + LAST_NUMBER + "; give it another node id");
            }
            return;
        }
        CLAIMED.hit();
        become(highest + 1);
        voices.clear();
    }

    /** Whether an answer counts of a node that listens to this one in a life. */
    boolean isHeardAs(final long life) {
        if (!isOwn(life)) {
            hearOfSelf(life);
        }
        return mustClaim() || life == identity.life();
    }

    /**
     * A packet came from a node, or from a client.
     *
     * @param asks whether it asks how members stand, in order to be repaired.
     * @return whether it is to be listened to.
     */
    boolean isTaken(final int sender, final long life, final boolean asks, final long nowNs) {
        if (sender < 0) {
            return true;
        }
        if (sender == self) {
            return isOwn(life) || onTwin(life, nowNs);
        }
        spokenNs[sender] = nowNs;
        final long have = known[sender];
        if (Life.number(life) == 0) {
            return !asks || isGone(sender, life, nowNs);
        }
        if (life == have) {
            heardNs[sender] = nowNs;
            return true;
        }
        if (Life.isLater(life, have)) {
            if (isFar(life, have)) {
                FAR.hit();
                counters.formerPackets.increment();
                report(sender, have, life, nowNs);
                return false;
            }
            heardNs[sender] = nowNs;
            if (isMember(sender, false)) {
                know(sender, life, nowNs);
            }
            return true;
        }
        onFormer(sender, life, nowNs);
        return false;
    }

    /** Whether the life that counts of a node is not heard any more, so that another one may take its place. */
    private boolean isGone(final int node, final long asking, final long nowNs) {
        if (known[node] == Life.NONE || !isWithin(heardNs[node], nowNs, patienceNs)) {
            return true;
        }
        LIVES.hit();
        onFormer(node, asking, nowNs);
        return false;
    }

    /**
     * A member says in which life it knows a node, perhaps this one. Only the word of a voter counts, in the life in
     * which it is listened to.
     *
     * @param life of the one who says so.
     */
    void onNotice(final int sender, final long life, final LifeNotice message, final long nowNs) {
        if (sender < 0 || sender == self || Life.number(life) == 0 || life != known[sender]
            || !isMember(sender, true)) {
            STRANGER.hit();
            return;
        }
        if (message.node != self) {
            final long have = known[message.node];
            if (Life.number(message.life) > 0 && Life.isLater(message.life, have) && !isFar(message.life, have)
                && isMember(message.node, false)) {
                HEARSAY.hit();
                know(message.node, message.life, nowNs);
            }
            return;
        }
        if (isOwn(message.life) || Life.isLater(identity.life(), message.life)) {
            return;
        }
        hearOfSelf(message.life);
        laterOne = message.life;
        if (mustClaim()) {
            return;
        }
        if (!storage.meta().mayBeVoter()) {
            GIVEN_UP.hit();
            become(0);
            return;
        }
        voices.set(sender);
        final boolean isCopy = !Life.isLater(message.life, identity.life());
        if (isCopy || isEnough()) {
            throw new FormerLifeException(self, identity.life(), laterOne, isCopy);
        }
    }

    int doWork(final long newNowNs) {
        nowNs = newNowNs;
        if (!due.isEmpty() && nowNs - nextTryNs >= 0) {
            for (int node = due.nextSetBit(0); node >= 0; node = due.nextSetBit(node + 1)) {
                tell(node, nowNs);
            }
        }
        if (nextRepeatNs == Long.MIN_VALUE) {
            nextRepeatNs = nowNs + REPEAT_INTERVAL_NS;
        }
        if (nowNs - nextRepeatNs >= 0) {
            nextRepeatNs = nowNs + REPEAT_INTERVAL_NS;
            repeat();
        }
        return 0;
    }

    /** Who did not hear it when it was new may listen to a former one still. */
    private void repeat() {
        for (int i = 0; i < known.length; i++) {
            repeated = repeated + 1 == known.length ? 0 : repeated + 1;
            if (Life.number(known[repeated]) > 1 && isMember(repeated, false)) {
                REPEATED.hit();
                tell(repeated, nowNs);
                return;
            }
        }
    }

    /** What others say of this node. */
    private void hearOfSelf(final long life) {
        if (!isFar(life, known[self])) {
            highest = Math.max(highest, Life.number(life));
        }
    }

    /** Whether nobody can be in a life, since it is far above the one that is known, or above all that there are. */
    private static boolean isFar(final long life, final long have) {
        return Life.number(life) > LAST_NUMBER
            || have != Life.NONE && Life.number(life) - Life.number(have) > MAX_JUMP;
    }

    /** Whether a node is a member of a group that is hosted here, as far as is known, and votes if it must. */
    private boolean isMember(final int node, final boolean mustVote) {
        for (final Configuration group : groups.get()) {
            final GroupMember member = group.member(node);
            if (member != null && (member.voter() || !mustVote)) {
                return true;
            }
        }
        return false;
    }

    private void become(final int number) {
        identity.life(Life.withNumber(identity.life(), number));
        storage.meta().lifeNumber(number);
    }

    private boolean isOwn(final long life) {
        return life != Life.NONE && Life.isSameProcess(life, identity.life());
    }

    /** In some group so many voters listen to a later life that it may have been repaired by them. */
    private boolean isEnough() {
        for (final Configuration group : groups.get()) {
            int voters = 0;
            int told = 0;
            for (final GroupMember member : group.members()) {
                voters += member.voter() ? 1 : 0;
                told += member.voter() && member.node() != self && voices.get(member.node()) ? 1 : 0;
            }
            if (told > 0 && told >= voters - voters / 2) {
                return true;
            }
        }
        return false;
    }

    private void know(final int node, final long life, final long nowNs) {
        final boolean isAnother = Life.number(life) > 1 && Life.number(life) != Life.number(known[node]);
        known[node] = life;
        sinceNs[node] = nowNs;
        storage.meta().knowLife(node, life);
        if (isAnother) {
            tell(node, nowNs);
        }
    }

    private boolean onTwin(final long life, final long nowNs) {
        TWIN.hit();
        counters.twinPackets.increment();
        report(self, identity.life(), life, nowNs);
        return false;
    }

    private void onFormer(final int node, final long life, final long nowNs) {
        FORMER.hit();
        counters.formerPackets.increment();
        if (toldNs[node] == Long.MIN_VALUE || nowNs - toldNs[node] >= TELL_INTERVAL_NS) {
            tell(node, nowNs);
        }
        if (nowNs - sinceNs[node] >= ON_THE_WAY_NS && isWithin(heardNs[node], nowNs, ON_THE_WAY_NS)) {
            report(node, known[node], life, nowNs);
        }
    }

    private void tell(final int node, final long nowNs) {
        toldNs[node] = nowNs;
        notice.node = node;
        notice.life = known[node];
        final boolean isSent = links.sendToOthers(0, ConfigVersion.UNKNOWN, notice);
        due.set(node, !isSent);
        nextTryNs = nowNs + RETRY_NS;
    }

    private void report(final int node, final long listened, final long other, final long nowNs) {
        if (isReportDue(nowNs)) {
            events.onTwin(node, Life.format(listened), Life.format(other));
        }
    }

    private boolean isReportDue(final long nowNs) {
        if (nextReportNs != Long.MIN_VALUE && nowNs - nextReportNs < 0) {
            return false;
        }
        nextReportNs = nowNs + REPORT_INTERVAL_NS;
        return true;
    }
}

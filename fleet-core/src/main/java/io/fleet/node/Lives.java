package io.fleet.node;

import io.fleet.protocol.membership.GroupMember;
import io.fleet.protocol.message.LifeNotice;
import io.fleet.storage.Life;
import io.fleet.storage.mark.Mark;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.WireLimits;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;

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
 * <p>A voter is <em>former</em> when so many members say that they listen to a later life of it that this one may have
 * been repaired, or when anybody listens to one with its own number and start: its directory is an older one, or a
 * copy. It ends, and what it holds counts as lost.
 */
final class Lives {
    private static final Mark FORMER = Mark.named("lives.packet-of-a-former-life");
    private static final Mark TWIN = Mark.named("lives.another-process-has-this-id");
    private static final Mark LIVES = Mark.named("lives.asks-beside-one-that-lives");
    private static final Mark CLAIMED = Mark.named("lives.number-claimed");
    private static final Mark GIVEN_UP = Mark.named("lives.number-given-up");
    private static final Mark HEARSAY = Mark.named("lives.later-life-told-by-another-node");
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
    private NodeStorage storage;
    private long nextReportNs = Long.MIN_VALUE;
    /** The highest number that anybody knows of this node. */
    private int highest;
    private long laterOne;

    Lives(final NodeContext context, final NodeLinks links, final WireIdentity identity, final NodeCounters counters,
          final long patienceNs, final long randomMark) {
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
     * number is durable not later than that the node is a voter.
     */
    void claim() {
        CLAIMED.hit();
        become(highest + 1);
        voices.clear();
    }

    /** Whether an answer counts of a node that listens to this one in a life. */
    boolean isHeardAs(final long life) {
        if (!isOwn(life)) {
            highest = Math.max(highest, Life.number(life));
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
            heardNs[sender] = nowNs;
            know(sender, life, nowNs);
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

    /** A member says in which life it knows a node, perhaps this one. */
    void onNotice(final int sender, final LifeNotice message, final GroupHost[] groups, final long nowNs) {
        if (message.node != self) {
            if (Life.number(message.life) > 0 && Life.isLater(message.life, known[message.node])) {
                HEARSAY.hit();
                know(message.node, message.life, nowNs);
            }
            return;
        }
        if (isOwn(message.life) || Life.isLater(identity.life(), message.life)) {
            return;
        }
        highest = Math.max(highest, Life.number(message.life));
        laterOne = message.life;
        if (mustClaim()) {
            return;
        }
        if (!storage.meta().isAnyVoter()) {
            GIVEN_UP.hit();
            become(0);
            return;
        }
        voices.set(sender);
        final boolean isCopy = !Life.isLater(message.life, identity.life());
        if (isCopy || isEnough(groups)) {
            throw new FormerLifeException(self, identity.life(), laterOne, isCopy);
        }
    }

    private void become(final int number) {
        identity.life(Life.withNumber(identity.life(), number));
        storage.meta().lifeNumber(number);
    }

    private boolean isOwn(final long life) {
        return life != Life.NONE && Life.isSameProcess(life, identity.life());
    }

    /** In some group so many voters listen to a later life that it may have been repaired by them. */
    private boolean isEnough(final GroupHost[] groups) {
        for (final GroupHost group : groups) {
            int voters = 0;
            int told = 0;
            for (final GroupMember member : group.membership().current().members()) {
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
        final boolean isAnother = known[node] != Life.NONE && Life.number(life) != Life.number(known[node]);
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
        links.sendToOthers(0, ConfigVersion.UNKNOWN, notice);
    }

    private void report(final int node, final long listened, final long other, final long nowNs) {
        if (nextReportNs == Long.MIN_VALUE || nowNs - nextReportNs >= 0) {
            nextReportNs = nowNs + REPORT_INTERVAL_NS;
            events.onTwin(node, Life.format(listened), Life.format(other));
        }
    }
}

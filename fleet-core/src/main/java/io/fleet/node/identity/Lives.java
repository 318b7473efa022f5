package io.fleet.node.identity;

import io.fleet.consensus.common.AnsweredLives;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.LifeNotice;
import io.fleet.consensus.store.NodeLives;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.config.NodeContext;
import io.fleet.node.link.OutboundSender;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.status.NodeEvents;
import io.fleet.node.store.NodeStore;
import io.fleet.storage.Life;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireLimits;
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
 * <p>A packet proves nothing of who sent it. So a later number or start of a node, and the first that is heard, is
 * listened to when the node was asked at its own address, and has repeated what only that question says; and what a
 * voter says of others, or of this node, counts when it was asked so, and has said it again.
 *
 * <p>What one member says of another one changes nothing: only when so many voters say it that one of them at least is
 * right, a life is listened to that was not heard. A later start of one directory is listened to when it names the
 * start that is known: a directory that was set back, or copied, does not know it.
 *
 * <p>A voter is <em>former</em> when so many voters say that they listen to another life of it that this one may have
 * been repaired. It ends, and what it holds counts as lost. When one says that it listens to another process with its
 * own number, this may be a copy, and another voter may listen to that: until the one has taken that back, or so many
 * others listen to this process that no copy can have as many, it does not vote. Nothing is lost by that.
 */
public final class Lives implements NodeLives {
    private static final CoverageMark NUMBER_TOLD = CoverageMark.named("lives.number-told-to-another-node");
    private static final CoverageMark FORMER = CoverageMark.named("lives.packet-of-a-former-life");
    private static final CoverageMark TWIN = CoverageMark.named("lives.another-process-has-this-id");
    private static final CoverageMark LIVES = CoverageMark.named("lives.asks-beside-one-that-lives");
    private static final CoverageMark CLAIMED = CoverageMark.named("lives.number-claimed");
    private static final CoverageMark GIVEN_UP = CoverageMark.named("lives.number-given-up");
    private static final CoverageMark HEARSAY = CoverageMark.named("lives.later-life-told-by-another-node");
    private static final CoverageMark STRANGER = CoverageMark.named("lives.word-of-one-that-does-not-vote");
    private static final CoverageMark FAR = CoverageMark.named("lives.number-far-above-the-known-one");
    private static final CoverageMark BELIEVED = CoverageMark.named("lives.later-life-told-by-enough-voters");
    private static final CoverageMark NUMBER = CoverageMark.named("lives.later-number-told-by-enough-voters");
    private static final CoverageMark UNPROVEN = CoverageMark.named("lives.later-start-must-name-the-known-one");
    private static final CoverageMark PROVEN = CoverageMark.named("lives.later-start-has-named-the-known-one");
    private static final CoverageMark ABSENT = CoverageMark.named("lives.later-number-must-be-answered-for");
    private static final CoverageMark PRESENT = CoverageMark.named("lives.later-number-was-answered-for");
    private static final CoverageMark FORGED = CoverageMark.named("lives.question-or-answer-of-another-life");
    private static final CoverageMark FORGOTTEN = CoverageMark.named("lives.known-start-is-too-long-ago");
    private static final CoverageMark UNASKED = CoverageMark.named("lives.word-that-was-not-asked-for");
    private static final CoverageMark DOUBTED = CoverageMark.named("lives.does-not-vote-for-a-word-of-a-copy");
    private static final CoverageMark BOUNDED = CoverageMark.named("lives.number-far-above-what-enough-voters-know");
    private static final CoverageMark LEARNT = CoverageMark.named("lives.least-number-told-by-those-who-repair");
    private static final CoverageMark BORROWED = CoverageMark
        .named("lives.counts-a-later-life-that-one-voter-listens-to");
    private static final CoverageMark REPEATED = CoverageMark.named("lives.told-again");
    private static final CoverageMark EXHAUSTED = CoverageMark.named("lives.no-number-is-left");
    /** A number that is so far above the one that is known is nobody's. */
    static final int MAX_JUMP = AnsweredLives.MAX_JUMP;
    /** After a claim in vain, what is further above that is not believed at once. */
    private static final int NEXT_JUMP = 16;
    /** The last number that is listened to; so what is claimed above one that is listened to is there. */
    static final int LAST_NUMBER = Life.MAX_NUMBER - MAX_JUMP;
    /** Lives that came in the place of former ones are told again, one after the other. */
    static final long REPEAT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long ASK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long TELL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long REPORT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);
    /** What was on its way when a node started again is not worth a word. */
    private static final long ON_THE_WAY_NS = TimeUnit.SECONDS.toNanos(1);

    private final int self;
    private final OutboundSender links;
    private final WireIdentity identity;
    private final NodeEvents events;
    private final NodeCounters counters;
    private final long patienceNs;
    private final LifeNotice notice = new LifeNotice();
    private final long[] known = new long[WireLimits.MAX_NODE_ID + 1];
    private final long[] sinceNs = new long[known.length];
    /** When the life that counts was heard. */
    private final long[] heardNs = new long[known.length];
    private final long[] spokenNs = new long[known.length];
    private final long[] toldNs = new long[known.length];
    private final OwnLifeClaims words;
    /** The number that each has said to know of this node. */
    private final int[] told = new int[known.length];
    private final Hearsay hearsay = new Hearsay();
    private final long[] provedNs = new long[known.length];
    private final long[] askedNs = new long[known.length];
    private final AnswerRateLimit answers = new AnswerRateLimit();
    /** The later start of a node that has named the one that is known; 0 where none has. */
    private final long[] proven = new long[known.length];
    private final LifeNonces nonces;
    /** Of whom all must be told still. */
    private final BitSet due = new BitSet();
    private final Supplier<List<Configuration>> groups;
    private NodeStore storage;
    private int version;
    private int repeated;
    private long nextRepeatNs = Long.MIN_VALUE;
    private long nextTryNs;
    private long nowNs;
    private long nextReportNs = Long.MIN_VALUE;
    private long nextQuestionNs;
    /** The number that was claimed last in this run; 0 before. */
    private int claimed;
    private long laterOne;

    /** {@code groups} tells the configuration of each group that is hosted, as it is when asked. */
    public Lives(final NodeContext context, final OutboundSender links, final WireIdentity identity,
                 final NodeCounters counters,
                 final long patienceNs, final Supplier<List<Configuration>> groups) {
        this.groups = groups;
        words = new OwnLifeClaims(context.nodeId(), groups);
        this.patienceNs = patienceNs;
        self = context.nodeId();
        events = context.events();
        this.links = links;
        this.identity = identity;
        this.counters = counters;
        Arrays.fill(toldNs, Long.MIN_VALUE);
        Arrays.fill(heardNs, Long.MIN_VALUE);
        Arrays.fill(spokenNs, Long.MIN_VALUE);
        Arrays.fill(provedNs, Long.MIN_VALUE);
        Arrays.fill(askedNs, Long.MIN_VALUE);
        nonces = new LifeNonces(context.randomSeed());
    }

    /** What the disk knows; called before the first duty cycle, and again when the storage was opened anew. */
    public void open(final NodeStore newStorage) {
        storage = newStorage;
        for (int node = 0; node < known.length; node++) {
            known[node] = storage.meta().lifeOf(node);
        }
        final int number = storage.meta().lifeNumber();
        told[self] = number;
        identity.life(Life.of(number, storage.meta().incarnation(),
            storage.meta().markOf(storage.meta().incarnation())));
        version++;
    }

    /** This node's own. */
    @Override
    public long life() {
        return identity.life();
    }

    /** The one in which a node is listened to; 0 where none is known that counts. */
    @Override
    public long lifeOf(final int node) {
        return node == self ? identity.life() : known[node];
    }

    /** The least number of a life in which a node counts: it may be heard in a lower one. */
    @Override
    public int leastNumber(final int node) {
        final int number = Life.number(lifeOf(node));
        return node == self ? number : Math.max(number, storage.meta().leastNumbers().of(node));
    }

    /** What may be told of that for good (S2). */
    @Override
    public int durableLeastNumber(final int node) {
        return node == self ? Life.number(identity.life())
            : Math.max(Life.number(storage.meta().durableLifeOf(node)), storage.meta().leastNumbers().durableOf(node));
    }

    /**
     * Those who repair this node count another one in no life of a lower number. That changes nothing of whom it
     * listens to: for that so many must say it that one of them is right.
     */
    @Override
    public void noteLeastNumber(final int node, final int number) {
        if (node != self && number > leastNumber(node) && number <= LAST_NUMBER) {
            LEARNT.hit();
            version++;
            storage.meta().leastNumbers().note(node, number);
        }
    }

    /**
     * The number of the life in which a node is counted where all count each other: the least that counts, or a higher
     * one that a voter which is heard lately has said to listen to. Of this node its own.
     */
    @Override
    public int countedNumber(final int node) {
        final int number = leastNumber(node);
        final int heard = node == self ? 0 : hearsay.highest(node, voter -> isHeard(voter, nowNs));
        if (heard > number) {
            BORROWED.hit();
        }
        return Math.max(number, heard);
    }

    /** Changes whenever a life, or a counted number, may have changed. */
    @Override
    public int version() {
        return version;
    }

    /** Whether the life in which a node is listened to is durable: what is told counts for good (S2). */
    @Override
    public boolean isDurable(final int node) {
        return node == self || storage.meta().durableLifeOf(node) == known[node];
    }

    /** Tells one node in which life this one listens to another one, or from which number it counts it. */
    @Override
    public void tellOne(final int receiver, final int node) {
        send(receiver, node, receiver == node ? lifeOf(node) : wordOf(node), 0);
    }

    /**
     * What is told of a node to others: the life in which it is listened to, or the number from which it counts where
     * that is a higher one. To itself such a number says nothing that it could compare with its own life.
     */
    private long wordOf(final int node) {
        final int least = leastNumber(node);
        if (Life.number(lifeOf(node)) >= least) {
            return lifeOf(node);
        }
        NUMBER_TOLD.hit();
        return Life.ofNumber(least);
    }

    @Override
    public long heardNs(final int node) {
        return heardNs[node];
    }

    @Override
    public boolean speaksForGroups() {
        return groups.get().size() > 1;
    }

    @Override
    public boolean isHeard(final int node, final long nowNs) {
        return isWithin(spokenNs[node], nowNs, patienceNs);
    }

    private static boolean isWithin(final long heardNs, final long nowNs, final long withinNs) {
        return heardNs != Long.MIN_VALUE && nowNs - heardNs < withinNs;
    }

    /** Whether this node must claim a number before it becomes a voter in any group. */
    @Override
    public boolean mustClaim() {
        return Life.number(identity.life()) == 0;
    }

    /**
     * Claims a number above all that others know of. What they have answered before does not count any more; the
     * number is durable not later than that the node is a voter. Where none is left it has none, and does not vote; it
     * goes on waiting, and says so.
     */
    @Override
    public void claim() {
        final int highest = highest();
        if (highest >= LAST_NUMBER) {
            EXHAUSTED.hit();
            if (isReportDue(nowNs)) {
                events.onUnborn("does not vote: others know it in life " + highest + ", and the last one is "
                    + LAST_NUMBER + "; give it another node id");
            }
            return;
        }
        CLAIMED.hit();
        claimed = highest + 1;
        become(claimed);
        words.forget();
    }

    /**
     * Above which number this node claims one: the highest that anybody knows, which is not far above what so many know
     * that one of them is right. After a first claim in vain it is one of the next, so that no word uses numbers up.
     */
    private int highest() {
        int sure = told[self];
        for (final Configuration group : groups.get()) {
            final long counting = group.counting();
            final int[] numbers = group.members().stream()
                .filter(member -> (counting >>> member.slot() & 1) != 0 && member.node() != self)
                .mapToInt(member -> told[member.node()]).sorted().toArray();
            final int half = numbers.length + 1 - (numbers.length + 1) / 2;
            final int enough = group.quorums().isMajority() ? half : group.quorumSystem().fewestRepairers();
            sure = Math.max(sure, numbers.length < enough ? 0 : numbers[numbers.length - enough]);
        }
        int highest = Math.max(sure, claimed);
        for (final int number : told) {
            if (number >= sure + MAX_JUMP) {
                BOUNDED.hit();
            } else if (claimed == 0 || number <= claimed + NEXT_JUMP) {
                highest = Math.max(highest, number);
            }
        }
        return highest;
    }

    /** Whether an answer counts of a node that listens to this one in a life. */
    @Override
    public boolean isHeardAs(final int sender, final long life) {
        if (!isOwn(life)) {
            told[sender] = Math.max(mustClaim() ? told[sender] : 0, Life.number(life));
        }
        return mustClaim() || life == identity.life();
    }

    /** Whether another voter may count a copy of this one: it does not vote meanwhile. */
    @Override
    public boolean isDoubted() {
        return words.isDoubted();
    }

    /**
     * A packet came from a node, or from a client.
     *
     * @param asks whether it is of a node on its way to vote: one that holds nothing yet is not, beside one that does.
     * @return whether it is to be listened to.
     */
    public boolean isTaken(final int sender, final long life, final boolean asks, final long nowNs) {
        if (sender < 0) {
            return true;
        }
        if (sender == self) {
            return isOwn(life) || onTwin(life, nowNs);
        }
        spokenNs[sender] = nowNs;
        storage.meta().heardOthers();
        final long have = known[sender];
        if (Life.number(life) == 0) {
            return !asks || isGone(sender, life, nowNs);
        }
        if (life == have) {
            heardNs[sender] = nowNs;
            return true;
        }
        if (Life.isLater(life, have)) {
            if (isFar(life, sender)) {
                FAR.hit();
                onFar(sender, life, nowNs);
                return false;
            }
            if (Life.number(life) == Life.number(have) && proven[sender] != life) {
                askForProof(sender, nowNs);
                return false;
            }
            if (isMember(sender, false)) {
                ask(sender, life, nowNs);
                return false;
            }
            heardNs[sender] = nowNs;
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

    /** A later start of a directory is listened to when it knows the one that is known. */
    private void askForProof(final int node, final long nowNs) {
        UNPROVEN.hit();
        counters.formerPackets.increment();
        if (provedNs[node] == Long.MIN_VALUE || nowNs - provedNs[node] >= TELL_INTERVAL_NS / 10) {
            provedNs[node] = nowNs;
            tellOne(node, node);
        }
    }

    /** A node is asked at its own address whether it is in a life: anybody can say so in its name. */
    private void ask(final int node, final long life, final long nowNs) {
        ABSENT.hit();
        if (askedNs[node] == Long.MIN_VALUE || nowNs - askedNs[node] >= ASK_INTERVAL_NS) {
            askedNs[node] = nowNs;
            send(node, node, life, nonces.ofLife(node, life));
        }
    }

    private void send(final int receiver, final int node, final long life, final long nonce) {
        notice.node = node;
        notice.life = life;
        notice.nonce = nonce;
        links.introduce(GroupFingerprint.UNKNOWN, receiver, notice);
        notice.nonce = 0;
    }

    /** The answer of another node to a question of this one. */
    private void onAnswer(final int sender, final long life, final LifeNotice message, final long nowNs) {
        final long asked = LifeNonces.questionOf(message.nonce);
        if (message.node != sender && asked == nonces.ofWord(sender, message.node)) {
            onWord(sender, life, message, nowNs);
        } else if (message.node == sender && message.life == life && asked == nonces.ofLife(sender, life)
            && Life.isLater(life, known[sender]) && !isFar(life, sender)
            && (Life.number(life) > Life.number(known[sender]) || proven[sender] == life)
            && isMember(sender, false)) {
            PRESENT.hit();
            heardNs[sender] = nowNs;
            know(sender, life, nowNs);
        } else {
            FORGED.hit();
        }
    }

    private void onQuestion(final int sender, final LifeNotice message, final long nowNs) {
        final long answer = LifeNonces.answerTo(message.nonce);
        if (message.node == self && isOwn(message.life)) {
            send(sender, self, message.life, answer);
        } else if (message.node != self
            && (message.node == sender ? known[sender] : wordOf(message.node)) != Life.NONE) {
            sayAgain(sender, message.node, answer, nowNs);
        } else {
            FORGED.hit();
        }
    }

    /**
     * Tells in which life another node is listened to. Who asks for itself may be one that is not: a former process may
     * be elsewhere, so all hear it, though not each time.
     */
    private void sayAgain(final int asker, final int node, final long nonce, final long nowNs) {
        if (node != asker) {
            send(asker, node, wordOf(node), nonce);
        } else if (answers.take(asker, nowNs)) {
            notice.node = node;
            notice.life = known[node];
            notice.nonce = nonce;
            links.sendToOthers(0, GroupFingerprint.UNKNOWN, notice);
            notice.nonce = 0;
        }
    }

    /** A voter was asked for its word, and has given it. */
    private void onWord(final int sender, final long life, final LifeNotice message, final long nowNs) {
        if (!isVoice(sender, life)) {
            STRANGER.hit();
        } else if (message.node == self) {
            onWordOfSelf(sender, message.life);
        } else {
            onHearsay(sender, message.node, message.life, nowNs);
        }
    }

    private boolean isVoice(final int sender, final long life) {
        return Life.number(life) > 0 && life == known[sender] && isMember(sender, true);
    }

    /**
     * A member says in which life it knows a node, perhaps this one, or itself. Of others, and against this one, only
     * the word of a voter counts, in the life in which it is listened to.
     *
     * @param life of the one who says so.
     */
    public void onNotice(final int sender, final long life, final LifeNotice message, final long nowNs) {
        if (sender < 0 || sender == self) {
            STRANGER.hit();
            return;
        }
        if (LifeNonces.isQuestion(message.nonce)) {
            onQuestion(sender, message, nowNs);
            return;
        }
        if (message.nonce != 0) {
            onAnswer(sender, life, message, nowNs);
            return;
        }
        if (message.node == sender) {
            onOwnWord(sender, life, message.life, nowNs);
            return;
        }
        if (message.node == self && isOfThisDirectory(message.life)) {
            send(sender, self, message.life, 0);
            return;
        }
        if (message.node == self && isTooLongAgo(message.life)) {
            FORGOTTEN.hit();
            reportForgotten(sender, message.life);
            return;
        }
        if (isVoice(sender, life)) {
            // It is asked for it, since anybody can say so in its name.
            UNASKED.hit();
            send(sender, message.node, lifeOf(message.node), nonces.ofWord(sender, message.node));
        } else {
            STRANGER.hit();
        }
    }

    /** A node names a former start of its directory, or asks whether it is listened to. */
    private void onOwnWord(final int sender, final long life, final long named, final long nowNs) {
        final long have = known[sender];
        if (life == have && named == have) {
            tellOne(sender, sender);
        } else if (named == have && Life.number(life) == Life.number(have) && Life.isLater(life, have)) {
            PROVEN.hit();
            proven[sender] = life;
            ask(sender, life, nowNs);
        }
    }

    /** Whether a life is an earlier start of the directory in which this process runs. */
    private boolean isOfThisDirectory(final long life) {
        final long own = identity.life();
        return Life.number(life) == Life.number(own) && Life.start(life) < Life.start(own)
            && storage.meta().markOf(Life.start(life)) == Life.mark(life);
    }

    /** Whether a life may be a start of this directory of which nothing is kept. */
    private boolean isTooLongAgo(final long life) {
        final long own = identity.life();
        return Life.number(life) == Life.number(own) && Life.start(life) < Life.start(own)
            && storage.meta().markOf(Life.start(life)) < 0;
    }

    private void reportForgotten(final int sender, final long life) {
        if (isReportDue(nowNs)) {
            events.onUnborn("is not listened to by node " + sender + ", which knows it in life " + Life.format(life)
                + ", too long ago to be proven: start this node with empty directories while the others vote");
        }
    }

    /**
     * The life that a voter names is listened to when so many name the same that one of them is right. Where they agree
     * in no more than that a number has passed, no life of a lower one counts, until a later one is heard.
     */
    private void onHearsay(final int sender, final int node, final long life, final long nowNs) {
        final int have = Life.isNumberOnly(life) ? leastNumber(node) : Life.number(known[node]);
        if (Life.number(life) <= have || isFar(life, node) || !isMember(node, false)) {
            // The last word of a voter counts.
            version += hearsay.takeBack(sender, node) ? 1 : 0;
            return;
        }
        HEARSAY.hit();
        version++;
        hearsay.put(sender, node, life);
        for (final Configuration group : groups.get()) {
            final long said = hearsay.saidAlike(group, node);
            if (Life.number(said) > Life.number(known[node])) {
                BELIEVED.hit();
                know(node, said, nowNs);
                return;
            }
            final int number = hearsay.saidNumber(group, node);
            if (number > leastNumber(node)) {
                NUMBER.hit();
                noteLeastNumber(node, number);
            }
        }
    }

    private void onWordOfSelf(final int sender, final long life) {
        final long own = identity.life();
        if (isOwn(life)) {
            if (Life.number(life) == Life.number(own)) {
                words.affirm(sender);
            }
            return;
        }
        if (Life.number(life) < Life.number(own)) {
            if (Life.number(own) - Life.number(life) > MAX_JUMP && !storage.meta().mayBeVoter()) {
                words.former(sender);
                giveUpIf(words.isEnough());
            }
            return;
        }
        told[sender] = Math.max(mustClaim() ? told[sender] : 0, Life.number(life));
        laterOne = life;
        if (mustClaim()) {
            return;
        }
        words.former(sender);
        if (!storage.meta().mayBeVoter()) {
            giveUpIf(words.isTooManyToVote());
            return;
        }
        if (words.isEnough()) {
            throw new FormerLifeException(self, own, laterOne, Life.number(life) == Life.number(own));
        }
        if (Life.number(life) == Life.number(own) && !words.isAffirmed()) {
            DOUBTED.hit();
            words.doubt(sender);
            report(self, life, own, nowNs);
        } else if (Life.number(life) > Life.number(own)) {
            report(self, life, own, nowNs);
        }
    }

    private void giveUpIf(final boolean must) {
        if (must) {
            GIVEN_UP.hit();
            become(0);
            words.forgetVoices();
        }
    }

    /** Who doubts this process is asked whether it still does, and the others whether they listen to it. */
    private void askInDoubt() {
        if (words.isDoubted() && nowNs - nextQuestionNs >= 0) {
            nextQuestionNs = nowNs + TELL_INTERVAL_NS;
            notice.node = self;
            notice.life = identity.life();
            links.sendToOthers(0, GroupFingerprint.UNKNOWN, notice);
        }
    }

    public int doWork(final long newNowNs) {
        nowNs = newNowNs;
        version += hearsay.isEmpty() ? 0 : 1;
        askInDoubt();
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
            if (leastNumber(repeated) > 1 && repeated != self && isMember(repeated, false)) {
                REPEATED.hit();
                if (Life.isNumberOnly(wordOf(repeated))) {
                    tellNumber(repeated);
                } else {
                    tell(repeated, nowNs);
                }
                return;
            }
        }
    }

    /** All but the node itself, which could not compare it with its own life. */
    private void tellNumber(final int node) {
        for (int other = 0; other < known.length; other++) {
            if (other != node && other != self && isMember(other, true)) {
                tellOne(other, node);
            }
        }
    }

    /**
     * Whether nobody can be in a life, since it is far above what is known of the node, be it by its configurations
     * alone, or above all that there are.
     */
    private boolean isFar(final long life, final int node) {
        if (Life.number(life) > LAST_NUMBER) {
            return true;
        }
        int have = leastNumber(node);
        // Any number that a configuration may tell is above 0, so as a rule no group has to be looked at.
        if (Life.number(life) - Math.max(1, have) <= MAX_JUMP) {
            return false;
        }
        for (final Configuration group : groups.get()) {
            final GroupMember member = group.member(node);
            have = Math.max(have, member == null ? 0 : member.leastNumber());
        }
        return have > 0 && Life.number(life) - have > MAX_JUMP;
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
        version++;
    }

    private boolean isOwn(final long life) {
        return life != Life.NONE && Life.isSameProcess(life, identity.life());
    }

    private void know(final int node, final long life, final long nowNs) {
        final boolean isAnother = Life.number(life) > 1 && Life.number(life) != Life.number(known[node]);
        known[node] = life;
        sinceNs[node] = nowNs;
        hearsay.forget(node);
        version++;
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

    /** Whoever claimed such a number was told a wrong one: it gives that up when it hears of the known one. */
    private void onFar(final int node, final long life, final long nowNs) {
        if (known[node] == Life.NONE) {
            counters.formerPackets.increment();
            report(node, known[node], life, nowNs);
        } else {
            onFormer(node, life, nowNs);
        }
    }

    private void tell(final int node, final long nowNs) {
        toldNs[node] = nowNs;
        notice.node = node;
        notice.life = known[node];
        final boolean isSent = links.sendToOthers(0, GroupFingerprint.UNKNOWN, notice);
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
